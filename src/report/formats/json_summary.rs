//! The summary of the JSON report.

use serde::{Deserialize, Serialize};

use crate::engines::unseen_textures::UnseenTextures;
use crate::report::summary::{LoadCount, Summary};

/// The counts of a run.
#[derive(Serialize, Deserialize)]
pub(in crate::report) struct SummaryFields {
    checked: usize,
    skipped: usize,
    excluded: usize,
    unreadable: usize,
    misconfigured: usize,
    not_repaired: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    hints: usize,
    failing: usize,
    #[serde(default)]
    failing_files: usize,
    not_shown: usize,
    suppressed: usize,
    known: usize,
    fixable: FixableFields,
    #[serde(default)]
    fixable_hidden: FixableFields,
    #[serde(default)]
    fixable_hints: FixableFields,
    fixed: usize,
    fixed_files: usize,
    #[serde(default)]
    loads: Vec<LoadFields>,
    #[serde(default)]
    unseen_textures: UnseenFields,
    #[serde(default)]
    guesses: Vec<GuessFields>,
}

/// How many models a program loads.
#[derive(Serialize, Deserialize)]
struct LoadFields {
    program: String,
    loaded: usize,
    of: usize,
}

/// From what it was guessed which program models are meant for.
#[derive(Serialize, Deserialize)]
struct GuessFields {
    engine: String,
    file: String,
    files: usize,
}

impl SummaryFields {
    /// Those of a summary.
    pub(super) fn of(summary: &Summary) -> Self {
        let [errors, warnings, infos, hints] = summary.counts;
        let [fixed, fixed_files] = summary.fixed;
        Self {
            checked: summary.checked,
            skipped: summary.not_models,
            excluded: summary.excluded,
            unreadable: summary.unreadable,
            misconfigured: summary.misconfigured,
            not_repaired: summary.failed,
            errors,
            warnings,
            infos,
            hints,
            failing: summary.failing,
            failing_files: summary.failing_files,
            not_shown: summary.dropped,
            suppressed: summary.suppressed,
            known: summary.known,
            fixable: FixableFields::of(summary.fixable),
            fixable_hidden: FixableFields::of(summary.fixable_hidden),
            fixable_hints: FixableFields::of(summary.fixable_hints),
            fixed,
            fixed_files,
            loads: summary
                .loads
                .iter()
                .map(|(program, count)| LoadFields {
                    program: program.clone(),
                    loaded: count.loaded,
                    of: count.of,
                })
                .collect(),
            unseen_textures: summary.unseen_textures.into(),
            guesses: summary
                .guessed_from
                .iter()
                .map(|((engine, file), files)| GuessFields {
                    engine: engine.clone(),
                    file: file.clone(),
                    files: *files,
                })
                .collect(),
        }
    }

    /// The summary of a JSON summary.
    pub(in crate::report) fn summary(&self) -> Summary {
        Summary {
            checked: self.checked,
            not_models: self.skipped,
            excluded: self.excluded,
            unreadable: self.unreadable,
            misconfigured: self.misconfigured,
            counts: [self.errors, self.warnings, self.infos, self.hints],
            failing: self.failing,
            failing_files: self.failing_files,
            fixable: self.fixable.counts(),
            fixable_hidden: self.fixable_hidden.counts(),
            fixable_hints: self.fixable_hints.counts(),
            fixed: [self.fixed, self.fixed_files],
            failed: self.not_repaired,
            dropped: self.not_shown,
            suppressed: self.suppressed,
            known: self.known,
            loads: self
                .loads
                .iter()
                .map(|load| (load.program.clone(), LoadCount { of: load.of, loaded: load.loaded }))
                .collect(),
            unseen_textures: self.unseen_textures.into(),
            guessed_from: self
                .guesses
                .iter()
                .map(|guess| ((guess.engine.clone(), guess.file.clone()), guess.files))
                .collect(),
            ..Summary::default()
        }
    }
}

/// How many textures nobody looked for.
#[derive(Serialize, Deserialize, Default, Clone, Copy)]
pub(in crate::report) struct UnseenFields {
    outside: usize,
    without_folder: usize,
}

impl From<UnseenTextures> for UnseenFields {
    fn from(UnseenTextures { outside, without_folder }: UnseenTextures) -> Self {
        Self { outside, without_folder }
    }
}

impl From<UnseenFields> for UnseenTextures {
    fn from(UnseenFields { outside, without_folder }: UnseenFields) -> Self {
        Self { outside, without_folder }
    }
}

#[derive(Serialize, Deserialize, Default, Clone, Copy)]
pub(in crate::report) struct FixableFields {
    pub(in crate::report) safe: usize,
    pub(in crate::report) r#unsafe: usize,
}

impl FixableFields {
    /// Those of numbers of safe and of unsafe fixes.
    pub(super) fn of([safe, r#unsafe]: [usize; 2]) -> Self {
        Self { safe, r#unsafe }
    }

    /// The numbers of safe and of unsafe fixes.
    pub(in crate::report) fn counts(self) -> [usize; 2] {
        [self.safe, self.r#unsafe]
    }
}

//! The output of `ms3dlint loads`: which programs load which models, as rows and as JSON.

#[cfg(feature = "cli")]
pub(crate) mod text;

use serde::Serialize;

use crate::actions::effects::ProgramRun;
use crate::base::display::{counted, hexadecimal};
use crate::base::file_tree::FileTree;
use crate::diagnostics::effect::Targets;
use crate::document::Document;
use crate::document::describe::describe;
use crate::engines::list;
use crate::engines::unseen_textures::UnseenTextures;
use crate::report::formats::json;
use crate::report::formats::json_summary::UnseenFields;

/// The version number of the JSON document.
pub const LOADS_SCHEMA: u32 = 1;

/// A model, with what programs do with it.
#[derive(Serialize)]
pub struct LoadsRow {
    path: String,
    engines: Vec<ProgramRow>,
    /// How many of its textures are not looked for.
    unseen_textures: UnseenFields,
    /// Whether a program that the model is meant for does not load it.
    #[serde(skip)]
    fails_target: bool,
}

/// What a program does with a model.
#[derive(Serialize)]
struct ProgramRow {
    engine: &'static str,
    version: &'static str,
    #[serde(skip)]
    title: &'static str,
    outcome: &'static str,
    line: Option<usize>,
    byte_offset: Option<u32>,
    reason: String,
    /// What it does instead of loading the model, or of finding something in it, in words that follow its title.
    #[serde(skip)]
    says: String,
    /// Where the reason is, in words: people look for that, and not for the line that the program had come to.
    #[serde(skip)]
    cause: String,
    /// Whether it loads the file, and finds something in it: `--require` asks for that.
    loads: bool,
    effects: Vec<EffectRow>,
}

/// What a program does with something in a model.
#[derive(Serialize)]
struct EffectRow {
    engine: &'static str,
    version: &'static str,
    effect: &'static str,
    says: String,
    place: String,
    line: Option<usize>,
    byte_offset: u32,
}

/// What a program does with a model, in words.
#[derive(Serialize)]
pub struct Verdict {
    engine: &'static str,
    title: &'static str,
    loads: bool,
    outcome: &'static str,
    /// What it does in place of loading the model, in words that follow its title; empty if it loads it.
    says: String,
    /// What it takes otherwise, in the same way: the first few things.
    effects: Vec<String>,
}

#[derive(Serialize)]
struct LoadsDocument<'a> {
    schema: u32,
    files: &'a [LoadsRow],
}

impl LoadsRow {
    /// The row of a document that has these files around it, and is meant for these programs.
    pub fn of(
        document: &Document,
        files: Option<&dyn FileTree>,
        targets: &Targets,
        runs: &[ProgramRun],
    ) -> Self {
        let engines: Vec<_> = runs.iter().map(|run| ProgramRow::of(document, run)).collect();
        let is_meant =
            |row: &ProgramRow| matches!(targets, Targets::Named(names) if names.contains(&row.engine));
        Self {
            path: document.source.name.clone(),
            fails_target: engines.iter().any(|row| is_meant(row) && !row.loads),
            unseen_textures: UnseenTextures::of(document, files, engines.iter().map(|row| row.title)).into(),
            engines,
        }
    }

    /// Whether a program of this name reads its format.
    pub fn is_read_by(&self, program: &str) -> bool {
        self.engines.iter().any(|row| row.engine == program)
    }

    /// Whether it has a program of this name that does not load the model, or finds nothing in it.
    pub fn fails_in(&self, program: &str) -> bool {
        self.engines.iter().any(|row| row.engine == program && !row.loads)
    }

    /// Whether all programs that read it load it.
    pub fn loads(&self) -> bool {
        self.engines.iter().all(|row| row.loads)
    }

    /// How bad that is: whether a program that it is meant for does not load it, and how many programs do not.
    pub fn badness(&self) -> (bool, usize) {
        (self.fails_target, self.engines.iter().filter(|row| !row.loads).count())
    }

    /// How many of its textures are not looked for.
    pub fn unseen(&self) -> UnseenTextures {
        self.unseen_textures.into()
    }

    /// What each program does with it, in words.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |row: &ProgramRow| Verdict {
            engine: row.engine,
            title: row.title,
            loads: row.loads,
            outcome: row.outcome,
            says: row.failing_text(),
            effects: row.effects_text(),
        };
        self.engines.iter().map(verdict).collect()
    }
}

impl ProgramRow {
    /// What it does in place of loading the model; empty if it loads it, and finds something in it.
    fn failing_text(&self) -> String {
        match self.loads {
            true => String::new(),
            false => format!("{}{}", self.says, self.cause),
        }
    }

    /// What it takes otherwise: the first few things.
    fn effects_text(&self) -> Vec<String> {
        /// So many are worth reading.
        const MOST: usize = 5;
        let text =
            |effect: &EffectRow| format!("{}{}", effect.says, at(effect.line, Some(effect.byte_offset)));
        let mut texts: Vec<_> = self.effects.iter().take(MOST).map(text).collect();
        if let Some(more) = self.effects.len().checked_sub(MOST).filter(|more| *more > 0) {
            texts.push(format!("and takes {} more otherwise than the file says", counted(more, "thing")));
        }
        texts
    }
}

/// The number of the line at an offset, from 1, as programs count lines: by their LF.
pub fn line_at(document: &Document, offset: u32) -> usize {
    let before = &document.source.bytes()[..(offset as usize).min(document.source.len())];
    1 + memchr::memchr_iter(b'\n', before).count()
}

/// Where something is, in words.
fn at(line: Option<usize>, offset: Option<u32>) -> String {
    match (line, offset) {
        (Some(line), _) => format!(" (line {line})"),
        (None, Some(offset)) if offset > 0 => format!(" (at {})", hexadecimal(offset as usize)),
        _ => String::new(),
    }
}

impl ProgramRow {
    fn of(document: &Document, run: &ProgramRun) -> Self {
        let line_of = |offset: u32| (!list::is_read_as_binary(document)).then(|| line_at(document, offset));
        let offset = run.failure.as_ref().and_then(|failure| failure.at);
        let cause = run.failure.as_ref().and_then(|failure| failure.cause).or(offset);
        let effects = run.effects.iter().map(|effect| EffectRow {
            engine: effect.engine,
            version: effect.version,
            effect: effect.kind.name(),
            says: effect.says.clone(),
            place: effect.place.map_or(String::new(), |place| describe(document, place)),
            line: effect.line.and_then(|_| line_of(effect.at)),
            byte_offset: effect.at,
        });
        Self {
            engine: run.program.name,
            version: run.program.version,
            title: run.program.title,
            outcome: run.outcome(),
            line: offset.and_then(line_of),
            byte_offset: offset,
            reason: run.reason().to_string(),
            says: run.failing().unwrap_or(run.reason()).to_string(),
            cause: at(cause.and_then(line_of), cause),
            loads: run.loads(),
            effects: effects.collect(),
        }
    }
}

/// All models as one JSON document.
pub fn json(rows: &[LoadsRow]) -> String {
    json::to_string(&LoadsDocument { schema: LOADS_SCHEMA, files: rows }) + "\n"
}

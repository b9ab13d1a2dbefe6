//! What causes programs problems, where no other rule finds why: they do not load the file, or take something in it
//! otherwise than it says.

use crate::diagnostics::effect::{Effect, EffectKind, Targets, sentences};
use crate::diagnostics::prelude::*;

pub(super) static REFUSED_BY_ENGINE: Rule = Rule {
    name: "refused-by-engine",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Any,
    reach: Reach::Unmet,
    fix: FixKind::None,
    summary: "A file that a program does not load, where no other rule finds why",
    page: page!("refused-by-engine"),
    check: refused,
};

fn refused(_: &Document, findings: &mut Sink) {
    for effects in findings.unmet_effects(|effect| effect.kind.stops()) {
        let said = said(findings, &effects);
        findings.add_effects(effects, || Draft::new(&*said));
    }
}

pub(super) static READ_OTHERWISE_BY_ENGINE: Rule = Rule {
    name: "read-otherwise-by-engine",
    group: Group::File,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Unmet,
    fix: FixKind::None,
    summary: "Something that a program reads, drops or shows differently than the file says, where no other rule finds it",
    page: page!("read-otherwise-by-engine"),
    check: read_otherwise,
};

fn read_otherwise(_: &Document, findings: &mut Sink) {
    let is_known = matches!(findings.targets(), Targets::Named(_));
    let is_told = |effect: &Effect| match effect.kind {
        EffectKind::Misreads => true,
        EffectKind::Drops | EffectKind::Differs => !effect.is_expected(),
        _ => false,
    };
    for effects in findings.unmet_effects(is_told) {
        // Nearly every model has something that one of all programs reads otherwise.
        if !is_known && !findings.counts_in_full(&effects) {
            continue;
        }
        let said = said(findings, &effects);
        findings.add_effects(effects, || Draft::new(&*said));
    }
}

/// What the first program does, in words, and all that do the same.
fn said(findings: &Sink, effects: &[usize]) -> String {
    let effects = || effects.iter().map(|index| findings.effect(*index));
    let first = effects().next();
    let alike = effects().filter(|effect| first.is_some_and(|first| first.says == effect.says));
    sentences(alike.map(|effect| (effect.title, &*effect.says))).concat()
}

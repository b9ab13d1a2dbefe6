//! What programs stumble over, where no other rule finds why: they do not load the file, or take something in it
//! otherwise than it says.

use crate::base::display::list;
use crate::diagnostics::effect::{Effect, EffectKind, Targets};
use crate::diagnostics::prelude::*;

pub(super) static REFUSED_BY_ENGINE: Rule = Rule {
    name: "refused-by-engine",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A file that a program does not load, where no other rule finds why",
    page: include_str!("../../rules/refused-by-engine.md"),
    check: refused,
};

fn refused(_: &Document, findings: &mut Sink) {
    for effects in findings.unmet_effects(|effect| effect.kind.stops()) {
        findings.add_effects(&effects, || {
            Draft::new(format!("{} not load the file", who("does", "do", &effects)))
        });
    }
}

pub(super) static READ_OTHERWISE_BY_ENGINE: Rule = Rule {
    name: "read-otherwise-by-engine",
    group: Group::File,
    severity: Severity::Hint,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "Something that a program reads or shows otherwise than the file says, where no other rule finds it",
    page: include_str!("../../rules/read-otherwise-by-engine.md"),
    check: read_otherwise,
};

fn read_otherwise(_: &Document, findings: &mut Sink) {
    // Without a target every model has something that some program shows otherwise.
    let is_known = matches!(findings.targets(), Targets::Named(_));
    let is_told = |effect: &Effect| match effect.kind {
        EffectKind::Misreads => true,
        EffectKind::Differs => is_known,
        _ => false,
    };
    for effects in findings.unmet_effects(is_told) {
        findings.add_effects(&effects, || {
            Draft::new(format!("{} this otherwise than the file says", who("takes", "take", &effects)))
        });
    }
}

/// The programs, and what one or several of them do.
fn who(one: &str, several: &str, effects: &[&Effect]) -> String {
    let titles: Vec<_> = effects.iter().map(|effect| effect.title.to_string()).collect();
    format!("{} {}", list(&titles), if titles.len() == 1 { one } else { several })
}

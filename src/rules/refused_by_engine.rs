//! A file that a program does not load, where no other rule finds why.

use crate::base::display::list;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "refused-by-engine",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A file that a program does not load, where no other rule finds why",
    page: include_str!("../../rules/refused-by-engine.md"),
    check,
};

fn check(_: &Document, findings: &mut Sink) {
    for effects in findings.unmet_effects() {
        let titles: Vec<_> = effects.iter().map(|effect| effect.title.to_string()).collect();
        let verb = if titles.len() == 1 { "does" } else { "do" };
        let message = format!("{} {verb} not load the file", list(&titles));
        findings.add_effects(&effects, || Draft::new(message.clone()));
    }
}

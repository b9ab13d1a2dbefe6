//! The numbers that say how much follows.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "malformed-count",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A count that is no integer, is negative or does not fit",
    page: include_str!("../../rules/malformed-count.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::MalformedCount) {
        findings.add(note.place, || {
            let draft = if note.span.is_empty() {
                Draft::new("a number is missing behind the colon").label("no number")
            } else {
                let text = show(document, note.span);
                Draft::new(format!("{text} is no count")).label("not a count")
            };
            draft.at(note.span).help("put the number of what follows there")
        });
    }
}

//! Lines are known by their shape; this one has a shape that cannot come here.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unexpected-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A line that fits nothing where it stands",
    page: include_str!("../../rules/unexpected-line.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnexpectedLine) {
        findings.add(note.place, || {
            let text = show(document, note.span);
            Draft::new(format!("this line fits nothing here: {text}"))
                .at(note.span)
                .label("unexpected")
                .help("delete the line, or put it where it belongs")
        });
    }
}

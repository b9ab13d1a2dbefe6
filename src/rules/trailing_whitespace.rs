//! Blanks that nobody sees.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "trailing-whitespace",
    group: Group::Syntax,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "Blanks at the end of a line",
    page: include_str!("../../rules/trailing-whitespace.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::TrailingWhitespace) {
        findings.add_note(note, || {
            Draft::new("blanks at the end of the line")
                .label("blanks")
                .fix(Fix::safe("delete the blanks").remove(note.span))
        });
    }
}

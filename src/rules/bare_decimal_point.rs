//! Legal in C, and not what exporters write.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::{Quirk, What};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "bare-decimal-point",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A number without a digit on one side of its point, or with a plus: `.5`, `5.`, `+5`",
    page: include_str!("../../rules/bare-decimal-point.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::BareDecimalPoint)) {
        findings.add_note(note, || {
            Draft::new(format!("unusual spelling of a number: {}", show(document, note.span)))
                .label("unusual number")
                .help("write digits on both sides of the point, and no plus")
        });
    }
}

//! What exporters write that follow the language of the machine.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::as_float;
use crate::fix::Aspect;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "decimal-comma",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends("unsafe fix where a decimal number belongs", &[Aspect::Reading]),
    summary: "A number with a comma for its point, `0,500000`",
    page: include_str!("../../rules/decimal-comma.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::DecimalComma)) {
        findings.add_note(note, || {
            Draft::new(format!(
                "the number {} has a comma where the point belongs",
                show(document, note.span)
            ))
            .label("comma in a number")
            .fix(as_float(note, document.bytes(note.span), "write a point", "."))
            .help(
                "write a point; an exporter that follows the language of the system should be set to English",
            )
        });
    }
}

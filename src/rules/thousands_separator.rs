//! What the exporter of SimPe writes for numbers from 1,000 on.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::as_float;
use crate::fix::Aspect;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "thousands-separator",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends("unsafe fix where a decimal number belongs", &[Aspect::Reading]),
    summary: "A number with commas between its thousands, `1,234.5`",
    page: include_str!("../../rules/thousands-separator.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::ThousandsSeparator)) {
        findings.add_note(note, || {
            Draft::new(format!(
                "the number {} has thousands separators, which readers of the format do not understand",
                show(document, note.span)
            ))
            .label("commas in a number")
            .fix(as_float(note, document.bytes(note.span), "take the commas out", ""))
            .help("take the commas out")
        });
    }
}

//! A binary file ends with its last section.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix};
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::base::display::{counted, is_or_are};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "trailing-bytes",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    fix: FixKind::Unsafe(&[Aspect::Rest]),
    summary: "Bytes behind the last section of a binary file",
    page: include_str!("../../rules/trailing-bytes.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::TrailingBytes) {
        findings.add_note(note, || {
            let count = note.span.len();
            let (bytes, verb) = (counted(count, "byte"), is_or_are(count));
            Draft::new(format!("{bytes} {verb} left behind the end of the model"))
                .label("no part of the model")
                .fix(Fix::consented("cut off what is behind the model").remove(note.span))
        });
    }
}

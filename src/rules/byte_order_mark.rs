//! Three invisible bytes that some editors put in front of the text.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "byte-order-mark",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A UTF-8 byte order mark at the start of the file",
    page: include_str!("../../rules/byte-order-mark.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::ByteOrderMark) {
        findings.add_note(note, || {
            Draft::new("the file begins with a UTF-8 byte order mark")
                .label("3 invisible bytes")
                .fix(Fix::safe("take the mark out").remove(note.span))
        });
    }
}

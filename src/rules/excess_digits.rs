//! Scorched3D copies numbers into buffers of 20 and 15 bytes, unchecked.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::{Quirk, What};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "excess-digits",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A number of 20 characters or more, or with over 15 decimals",
    page: include_str!("../../rules/excess-digits.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::ExcessDigits)) {
        findings.add(note.place, || {
            let length = note.span.len();
            Draft::new(format!("the number {} has {length} characters; Scorched3D has room for 19, with 15 decimals", show(document, note.span)))
                .at(note.span)
                .label("too many digits")
                .help("write at most 15 decimals; 9 significant digits keep the value")
        });
    }
}

//! Scorched3D reads such integers as octal or hexadecimal numbers.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::{Quirk, What};
use crate::ascii::number;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "leading-zero",
    group: Group::Numbers,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A leading zero or `0x` in an integer",
    page: include_str!("../../rules/leading-zero.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::LeadingZero)) {
        findings.add(note.place, || {
            let text = show(document, note.span);
            let draft = Draft::new(format!("the integer {text} begins with a zero: Scorched3D reads it as octal or hexadecimal"))
                .at(note.span)
                .label("leading zero");
            match number::integer(document.bytes(note.span)).value {
                Some(value) => draft.help(format!("write {value}")),
                None => draft.help("write it as a decimal number"),
            }
        });
    }
}

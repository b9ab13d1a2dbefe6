//! Readers take the line as it is, or take the next ones too.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unterminated-string",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A string without its closing quote",
    page: include_str!("../../rules/unterminated-string.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnterminatedString) {
        findings.add_note(note, || {
            Draft::new("the closing quote is missing")
                .label("opened here, never closed")
                .help("put a quote at the end of the text")
        });
    }
}

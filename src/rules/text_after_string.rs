//! The format has no escape: the first quote closes the string.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "text-after-string",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Something behind the closing quote of a name or a path",
    page: include_str!("../../rules/text-after-string.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::TextAfterString) {
        findings.add_note(note, || {
            Draft::new("text behind the closing quote, or a quote inside the string")
                .label("ignored, or misread")
                .help("delete it; a string cannot hold a quote")
        });
    }
}

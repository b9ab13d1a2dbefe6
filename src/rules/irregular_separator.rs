//! Readers that split lines at each blank lose count of the fields.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "irregular-separator",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Something else than a single blank between two fields",
    page: include_str!("../../rules/irregular-separator.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::IrregularSeparator) {
        findings.add_note(note, || {
            let gap = document.bytes(note.span);
            let what = match gap {
                [] => "no blank",
                _ if gap.contains(&b'\t') => "a tab",
                [b' '] => "a blank in front of the first field",
                _ => "more than one blank",
            };
            let message = match gap {
                [b' '] => what.to_string(),
                _ => format!("{what} where fields are kept apart by one blank"),
            };
            Draft::new(message).label(what).help("put exactly one blank between two fields")
        });
    }
}

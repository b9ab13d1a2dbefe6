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
            let start = note.span.start as usize;
            let before = start.checked_sub(1).map(|before| document.source.bytes()[before]);
            let gap = document.bytes(note.span);
            if matches!(before, None | Some(b'\n' | b'\r')) {
                return Draft::new("blanks in front of the first field").label("blanks").help("delete them");
            }
            let what = match gap {
                [] => "no blank",
                _ if gap.contains(&b'\t') => "a tab",
                [_] => "another blank character",
                _ => "more than one blank",
            };
            Draft::new(format!("{what} where fields are kept apart by one blank"))
                .label(what)
                .help("put exactly one blank between two fields")
        });
    }
}

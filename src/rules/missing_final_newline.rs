//! The last line of a text file.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::model::Place;
use crate::note::What;
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "missing-final-newline",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A last line without a line ending",
    page: include_str!("../../rules/missing-final-newline.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let bytes = &document.source.bytes;
    let ends_open = !matches!(bytes.last(), None | Some(b'\n' | b'\r'));
    let truncated = notes(document, |what| matches!(what, What::Truncated { .. })).next().is_some();
    if document.is_text() && ends_open && !truncated {
        findings.add(Place::FILE, || {
            Draft::new("the last line has no line ending")
                .at(Span::empty(bytes.len()))
                .label("no line ending")
                .help("end the last line as the others")
        });
    }
}

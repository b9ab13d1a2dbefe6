//! The last line of a text file.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "missing-final-newline",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A last line without a line ending",
    page: include_str!("../../rules/missing-final-newline.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let length = document.source.len();
    let last = document.bytes(Span::new(length.saturating_sub(1), length)).first();
    let ends_open = document.ends_in_half_crlf() || last.is_some_and(|last| !matches!(last, b'\n' | b'\r'));
    // Behind a truncated end, or behind the Ctrl-Z of an old editor, that is not what is wrong.
    let is_control = |last: &u8| last.is_ascii_control() && *last != b'\r';
    let ends_otherwise = document.is_truncated() || last.is_some_and(is_control);
    if document.is_text() && ends_open && !ends_otherwise {
        let ending = if document.ends_in_half_crlf() { b"\n" } else { document.line_ending() };
        findings.add_at(Place::FILE, Some(Span::empty(length)), || {
            Draft::new("the last line has no line ending")
                .label("no line ending")
                .fix(Fix::safe("end the last line as the others").insert(length as u32, ending))
        });
    }
}

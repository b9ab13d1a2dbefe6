//! The line ending of Mac OS 9.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::edits::end_lines;
use crate::fix::Fix;
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::source::Ending;
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "carriage-return-only",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A file whose lines end in CR alone",
    page: include_str!("../../rules/carriage-return-only.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let endings = document.endings;
    if endings.cr == 0 || document.ends_in_half_crlf() || endings.lf + endings.crlf + endings.cr_cr_lf > 0 {
        return;
    }
    let first = document.locate(Place::FILE).unwrap_or_default();
    let ending = Span { start: first.end, end: first.end + 1 };
    findings.add_at(Place::FILE, Some(ending), || {
        Draft::new("the lines end in CR alone, so most readers see a single line")
            .label("CR without LF")
            .fix(end_lines(Fix::safe("end every line in CRLF"), document, &[Ending::Cr], b"\r\n"))
    });
}

//! The line ending of Unix, which nearly every reader takes.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::end_lines;
use crate::fix::Fix;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::source::Ending;
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "bare-line-feed",
    group: Group::File,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "Lines that end in LF where exporters are asked for CRLF",
    page: include_str!("../../rules/bare-line-feed.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let endings = document.endings;
    if endings.lf == 0 || endings.crlf + endings.cr + endings.cr_cr_lf > 0 {
        return;
    }
    let first = document.locate(Place::FILE).unwrap_or_default();
    let ending = Span { start: first.end, end: first.end + 1 };
    findings.add_at(Place::FILE, Some(ending), || {
        Draft::new("the lines end in LF, while exporters are asked to write CRLF")
            .label("LF without CR")
            .fix(end_lines(Fix::safe("end every line in CRLF"), document, &[Ending::Lf], b"\r\n"))
            .help("save the file with CRLF line endings if a reader refuses it")
    });
}

//! What is left when a tool turns LF into CRLF twice.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;
use crate::base::display::counted;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "doubled-carriage-return",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where it is certain which lines there are", &[]),
    summary: "Lines that end in CR CR LF",
    page: include_str!("../../rules/doubled-carriage-return.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let count = document.endings.cr_cr_lf;
    if count == 0 {
        return;
    }
    let doubled = b"\r\r\n";
    let first = memchr::memmem::find(document.source.bytes(), doubled).unwrap_or_default();
    findings.add_at(Place::FILE, Some(Span::new(first, first + doubled.len())), || {
        let verb = if count == 1 { "ends" } else { "end" };
        Draft::new(format!("{} {verb} in CR CR LF, the mark of a double conversion", counted(count, "line")))
            .label("CR CR LF")
            .fix(without_doubles(document))
            .help("take one CR out of every such line ending")
    });
}

/// Leaves one CR in front of each LF; a file that was converted several times has more than two. `None`
/// where the text of comments has more, which are counted in lines: with three CRs nobody knows how many.
fn without_doubles(document: &Document) -> Option<Fix> {
    let is_counted = !document.model.comments.is_empty();
    let bytes = document.source.bytes();
    let mut fix = Fix::safe("end these lines in CRLF");
    for lf in memchr::memchr_iter(b'\n', bytes) {
        let doubles = bytes[..lf].iter().rev().take_while(|byte| **byte == b'\r').count();
        if doubles > 2 && is_counted {
            return None;
        }
        if doubles > 1 {
            fix = fix.replace(Span::new(lf - doubles, lf + 1), *b"\r\n");
        }
    }
    Some(fix)
}

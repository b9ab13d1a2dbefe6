//! The line ending of Mac OS 9.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::{end_lines, first_ending};
use crate::fix::Fix;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::source::Ending;
use crate::base::display::number;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "carriage-return-only",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A file most of whose lines end in CR alone",
    page: include_str!("../../rules/carriage-return-only.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    if !document.ends_mostly_in_cr() {
        return;
    }
    let endings = document.endings;
    let count = document.lines_in_cr();
    let ending = first_ending(document.source.bytes(), Ending::Cr);
    findings.add_at(Place::FILE, Some(ending), || {
        let message = match endings.lf + endings.crlf + endings.cr_cr_lf {
            0 => "the lines end in CR alone, so most readers see a single line".to_string(),
            others => format!(
                "{} of {} lines end in CR alone, so most readers see few lines",
                number(count),
                number(count + others)
            ),
        };
        let (name, wanted): (_, &[u8]) =
            if endings.lf > endings.crlf { ("LF", b"\n") } else { ("CRLF", b"\r\n") };
        let fix = Fix::safe(format!("end every line in {name}"));
        Draft::new(message).label("CR without LF").fix(end_lines(fix, document, &[Ending::Cr], wanted))
    });
}

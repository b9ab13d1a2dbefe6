//! LF, CRLF and CR in one file.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::{end_lines, first_ending};
use crate::fix::Fix;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::source::Ending;
use crate::base::display::{counted, number};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "mixed-line-endings",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix, unsafe where some lines end in CR alone", &[]),
    summary: "Lines that end in different ways in one file",
    page: include_str!("../../rules/mixed-line-endings.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let endings = document.endings;
    // Where most lines end in CR alone, these are reported by `carriage-return-only`.
    let cr = if document.ends_mostly_in_cr() { 0 } else { document.lines_in_cr() };
    let kinds =
        [(Ending::Lf, "LF", endings.lf), (Ending::CrLf, "CRLF", endings.crlf), (Ending::Cr, "CR alone", cr)];
    let mut present: Vec<_> = kinds.into_iter().filter(|(.., count)| *count > 0).collect();
    if present.len() < 2 {
        return;
    }
    present.sort_by_key(|(.., count)| *count);
    let (rarest, name, count) = present[0];
    let span = first_ending(document.source.bytes(), rarest);
    findings.add_at(Place::FILE, Some(span), || {
        let others: Vec<_> =
            present[1..].iter().map(|(_, name, count)| format!("{} in {name}", number(*count))).collect();
        let verb = if count == 1 { "ends" } else { "end" };
        let lines = counted(count, "line");
        Draft::new(format!("{lines} {verb} in {name}, but {}", others.join(" and ")))
            .label(format!("ends in {name}"))
            .fix(end_alike(document, &present))
    });
}

/// Ends all lines in the way that most lines end, which stands last.
fn end_alike(document: &Document, present: &[(Ending, &str, usize)]) -> Option<Fix> {
    let [others @ .., (most, name, _)] = present else { return None };
    let wanted: &[u8] = match most {
        Ending::Lf => b"\n",
        _ => b"\r\n",
    };
    // Lines that end in CR alone are none to most readers, so nothing is made like them.
    let others: Vec<_> = others.iter().map(|(ending, ..)| *ending).chain([Ending::Cr]).collect();
    let name = if *most == Ending::Cr { "CRLF" } else { name };
    let title = format!("end every line in {name}");
    // A CR alone ends no line for most readers, who read on in it.
    let is_certain = document.endings.cr == document.ends_in_half_crlf() as usize;
    let fix = if is_certain { Fix::safe(title) } else { Fix::consented(title) };
    Some(end_lines(fix, document, &others, wanted))
}

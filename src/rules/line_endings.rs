//! Lines that end in something else than CRLF, in different ways, or not at all.

use crate::base::display::number;
use crate::base::lines::Ending;
use crate::diagnostics::prelude::*;
use crate::fix::edits::{end_lines, first_ending};

pub(super) static MIXED_LINE_ENDINGS: Rule = Rule {
    name: "mixed-line-endings",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Ends,
    fix: FixKind::Depends("safe fix, unsafe where some lines end in CR alone", &[]),
    summary: "Lines that end in different ways in one file",
    page: page!("mixed-line-endings"),
    check: mixed,
};

fn mixed(document: &Document, findings: &mut Sink) {
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

/// Ends all lines in the way that most lines end, the last one of `present`.
fn end_alike(document: &Document, present: &[(Ending, &str, usize)]) -> Option<Fix> {
    let [others @ .., (most, name, _)] = present else { return None };
    let wanted: &[u8] = match most {
        Ending::Lf => b"\n",
        _ => b"\r\n",
    };
    // To importers that end lines at LF, lines that end in CR alone are none, so nothing is made like them.
    let others: Vec<_> = others.iter().map(|(ending, ..)| *ending).chain([Ending::Cr]).collect();
    let name = if *most == Ending::Cr { "CRLF" } else { name };
    let title = format!("end every line in {name}");
    // A CR alone ends no line for importers that look for LF, which read on in it.
    let is_certain = document.endings.cr == document.ends_in_half_crlf() as usize;
    let fix = if is_certain { Fix::safe(title) } else { Fix::unsafe_fix(title) };
    Some(end_lines(fix, document, &others, wanted))
}

pub(super) static DOUBLED_CARRIAGE_RETURN: Rule = Rule {
    name: "doubled-carriage-return",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix where it is certain which lines there are", &[]),
    summary: "Lines that end in CR CR LF",
    page: page!("doubled-carriage-return"),
    check: doubled,
};

fn doubled(document: &Document, findings: &mut Sink) {
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

/// Leaves one CR before each LF; a file that was converted several times has more than two. `None`
/// where the text of comments has more, which are counted in lines: with three CRs that count is unknown.
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

pub(super) static CARRIAGE_RETURN_ONLY: Rule = Rule {
    name: "carriage-return-only",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::All,
    fix: FixKind::Safe(&[]),
    summary: "A file most of whose lines end in CR alone",
    page: page!("carriage-return-only"),
    check: carriage_return,
};

fn carriage_return(document: &Document, findings: &mut Sink) {
    if !document.ends_mostly_in_cr() {
        return;
    }
    let endings = document.endings;
    let count = document.lines_in_cr();
    let ending = first_ending(document.source.bytes(), Ending::Cr);
    findings.add_at(Place::FILE, Some(ending), || {
        let message = match endings.lf + endings.crlf + endings.cr_cr_lf {
            0 => "all lines end in CR alone".to_string(),
            others => format!("{} of {} lines end in CR alone", number(count), number(count + others)),
        };
        let (name, wanted): (_, &[u8]) =
            if endings.lf > endings.crlf { ("LF", b"\n") } else { ("CRLF", b"\r\n") };
        let fix = Fix::safe(format!("end every line in {name}"));
        Draft::new(message).label("CR without LF").fix(end_lines(fix, document, &[Ending::Cr], wanted))
    });
}

pub(super) static BARE_LINE_FEED: Rule = Rule {
    name: "bare-line-feed",
    group: Group::File,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "Lines that end in LF where exporters are asked for CRLF",
    page: page!("bare-line-feed"),
    check: line_feed,
};

fn line_feed(document: &Document, findings: &mut Sink) {
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
            .help("save the file with CRLF line endings if a program refuses it")
    });
}

pub(super) static MISSING_FINAL_NEWLINE: Rule = Rule {
    name: "missing-final-newline",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Safe(&[]),
    summary: "A last line without a line ending",
    page: page!("missing-final-newline"),
    check: last_line,
};

fn last_line(document: &Document, findings: &mut Sink) {
    let length = document.source.len();
    let last = document.bytes(Span::new(length.saturating_sub(1), length)).first();
    let ends_open = document.ends_in_half_crlf() || last.is_some_and(|last| !matches!(last, b'\n' | b'\r'));
    // After a truncated end, or after the Ctrl-Z of an old editor, that is not what is wrong.
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

//! A line that fits nothing where it is.

use crate::diagnostics::prelude::*;
use crate::parse::conflict::marker;

pub(super) static RULE: Rule = Rule {
    name: "unexpected-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("unsafe fix where it repeats the line before it", &[Aspect::Reading]),
    summary: "A line that does not belong where it is",
    page: page!("unexpected-line"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    // In text that is not read, lines may well be the same: where it ends.
    let mut unread = None;
    for note in notes(document, |what| what == NoteKind::UnexpectedLine) {
        let line = document.whole_line(note.span.start);
        let is_again = unread != Some(line.start) && is_again(document, note.span);
        if !is_again {
            unread = Some(line.end);
        }
        findings.add_note(note, || draft(document, note, is_again));
    }
}

fn draft(document: &Document, note: &Note, is_again: bool) -> Draft {
    if marker(document.bytes(note.span)).is_some() {
        return Draft::new("the mark of a merge conflict that was not resolved")
            .label("left by version control")
            .help("resolve the conflict: take one of the two sides, and delete the marks");
    }
    if is_again {
        let fix = Fix::unsafe_fix("delete the line").remove(document.removed_line(note.span.start));
        return Draft::new("this line is one too many: it is the same as the line before it")
            .label("once more")
            .fix(fix)
            .help("delete one of the two");
    }
    Draft::new(format!("this line does not belong here: `{}`", show(document, note.span)))
        .label("unexpected")
        .help("delete the line, or put it where it belongs")
}

/// Whether a line is the same as the one before it.
fn is_again(document: &Document, line: Span) -> bool {
    let before = document.whole_line(line.start).start.checked_sub(1);
    before.is_some_and(|end| document.bytes(document.line_without_ending(end)) == document.bytes(line))
}

//! A line that fits nothing where it is.

use crate::base::display::number;
use crate::diagnostics::prelude::*;
use crate::document::lost_block::{LostBlock, lost_blocks};
use crate::parse::conflict::marker;

pub(super) static RULE: Rule = Rule {
    name: "unexpected-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("unsafe fix where it repeats the line before it, or a line before it is lost", &[Aspect::Reading]),
    summary: "A line that does not belong where it is",
    page: page!("unexpected-line"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let lost = lost_blocks(document);
    let block_at = |note: &Note| lost.iter().find(|block| block.at == note.span.start);
    let mut notes = notes(document, |what| what == NoteKind::UnexpectedLine).peekable();
    // In text that is not read, lines may well be the same: where it ends.
    let mut unread = None;
    while let Some(note) = notes.next() {
        let line = document.whole_line(note.span.start);
        let (mut end, mut more) = (line.end, 0);
        let is_again = unread != Some(line.start) && is_again(document, note.span);
        // What is not read is not read for one reason.
        let goes_on = |next: &Note, end: u32| {
            let between = document.bytes(Span { start: end, end: next.span.start.max(end) });
            let mut lines = between.split(|byte| matches!(byte, b'\r' | b'\n')).map(<[u8]>::trim_ascii);
            let holds_nothing = lines.all(|line| line.is_empty() || line.starts_with(b"//"));
            holds_nothing && !is_mark(document, next) && block_at(next).is_none()
        };
        let is_alone = is_again || is_mark(document, note);
        while let Some(next) = notes.next_if(|next| !is_alone && goes_on(next, end)) {
            end = document.whole_line(next.span.start).end;
            more += 1;
        }
        unread = Some(end);
        match block_at(note) {
            Some(block) => findings.add_note_apart(note, || without_first_line(document, block)),
            None => findings.add_note(note, || draft(document, note, is_again, more)),
        }
    }
}

/// A block without its first line.
fn without_first_line(document: &Document, block: &LostBlock) -> Draft {
    let object = block.kind.counts().unwrap_or("object");
    let ending = String::from_utf8_lossy(document.line_ending());
    let (line, what) = match block.count {
        Some(count) => (format!("{}: {count}", block.kind.name()), "the line"),
        None => (format!("{}:", block.kind.name()), "the line with the right number"),
    };
    let fix = Fix::unsafe_fix("add the line").insert(block.at, format!("{line}{ending}"));
    Draft::new(format!("the line `{line}` is missing before this {object}"))
        .label(format!("the first {object}"))
        .fix(block.count.map(|_| fix))
        .help(format!("add {what}, or put all that follows from here on where it belongs"))
}

fn draft(document: &Document, note: &Note, is_again: bool, more: usize) -> Draft {
    if is_mark(document, note) {
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
    let shown = show(document, note.span);
    if more > 0 {
        let more = number(more);
        return Draft::new(format!("this line and {more} more after it do not belong here: `{shown}`"))
            .label("unexpected")
            .help("delete the lines, or put them where they belong");
    }
    Draft::new(format!("this line does not belong here: `{shown}`"))
        .label("unexpected")
        .help("delete the line, or put it where it belongs")
}

/// Whether a line is the mark of a merge conflict.
fn is_mark(document: &Document, note: &Note) -> bool {
    marker(document.bytes(note.span)).is_some()
}

/// Whether a line is the same as the one before it.
fn is_again(document: &Document, line: Span) -> bool {
    let before = document.whole_line(line.start).start.checked_sub(1);
    before.is_some_and(|end| document.bytes(document.line_without_ending(end)) == document.bytes(line))
}

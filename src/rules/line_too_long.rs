//! A line, or the text of a comment, of more than the 254 bytes that a buffer of 256 holds.

use crate::base::display::number;
use crate::diagnostics::prelude::*;
use crate::parse::ascii::parser::LONGEST_LINE;

pub(super) static LINE_TOO_LONG: Rule = Rule {
    name: "line-too-long",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A line of more than 254 bytes",
    page: page!("line-too-long"),
    check: lines,
};

fn lines(document: &Document, findings: &mut Sink) {
    check(document, findings, false, |length| {
        Draft::new(format!("the line has {length} bytes, more than {LONGEST_LINE}"))
            .label("read as another line")
            .help("make the line shorter")
    });
}

pub(super) static COMMENT_TOO_LONG: Rule = Rule {
    name: "comment-too-long",
    group: Group::Comments,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A comment of more than 254 bytes",
    page: page!("comment-too-long"),
    check: comments,
};

fn comments(document: &Document, findings: &mut Sink) {
    check(document, findings, true, |length| {
        Draft::new(format!("the comment has {length} bytes, more than {LONGEST_LINE}"))
            .label("beyond the line")
            .help("shorten the comment")
    });
}

fn check(document: &Document, findings: &mut Sink, of_comments: bool, draft: fn(String) -> Draft) {
    for note in notes(document, |what| what == NoteKind::LongLine) {
        if matches!(note.place.record, Record::Comment | Record::ModelComment) == of_comments {
            let surplus = Span::new(note.span.start as usize + LONGEST_LINE, note.span.end as usize);
            findings.add_at(note.place, Some(surplus), || draft(number(note.span.len())));
        }
    }
}

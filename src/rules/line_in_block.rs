//! A comment or a blank line between the lines of a block.

use crate::diagnostics::prelude::*;

pub(super) static COMMENT_IN_BLOCK: Rule = Rule {
    name: "comment-in-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Unsafe(&[]),
    summary: "A `//` comment between the lines of a block",
    page: page!("comment-in-block"),
    check: comment,
};

fn comment(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::CommentInBlock, |note| {
        Draft::new("a comment inside a block, where every line is data")
            .label("read as data")
            .fix(Fix::unsafe_fix("delete the comment").remove(document.removed_line(note.span.start)))
            .help("move the comment before the first block")
    });
}

pub(super) static BLANK_LINE_IN_BLOCK: Rule = Rule {
    name: "blank-line-in-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("safe fix where it is certain which line is what", &[]),
    summary: "A blank line between the lines of a block",
    page: page!("blank-line-in-block"),
    check: blank_line,
};

fn blank_line(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::BlankInBlock, |note| {
        Draft::new("a blank line inside a block, where every line is data")
            .label("read as data")
            .fix(document.is_certain().then(|| {
                // Where a path or a parent is missing, the blank line may be taken for it.
                Fix::safe("delete the line").remove(document.removed_line(note.span.start))
            }))
            .help("delete the line")
    });
}

//! Whitespace that is missing, or is where none belongs: at the start or the end of a line, between two fields,
//! after a colon.

use crate::base::lines::line_around;
use crate::diagnostics::prelude::*;
use crate::parse::ascii::lexer::Pieces;

pub(super) static INDENTED_LINE: Rule = Rule {
    name: "indented-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("safe fix unless it uncovers a second block", &[Aspect::Reading]),
    summary: "Whitespace before the name of a block or before a quote",
    page: page!("indented-line"),
    check: indented,
};

fn indented(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Indented, |note| {
        let message = match note.place.record {
            Record::Block => "whitespace before the name of a block, which makes it another line",
            _ => "whitespace before a quote, which should begin the line",
        };
        Draft::new(message).label("whitespace").fix(outdent(document, note)).help("delete the whitespace")
    });
}

/// Deletes the spaces. `None` if importers that skip the line now would then see a second block of its name.
fn outdent(document: &Document, note: &Note) -> Option<Fix> {
    let is_second = match note.place.record {
        Record::Block => {
            let block = document.model.blocks.get(note.place.object as usize);
            block.is_some_and(|block| document.has_several(block.kind))
        }
        _ => false,
    };
    (!is_second).then(|| Fix::safe("delete the whitespace").remove(note.span))
}

pub(super) static TRAILING_WHITESPACE: Rule = Rule {
    name: "trailing-whitespace",
    group: Group::Syntax,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "Spaces or tabs at the end of a line",
    page: page!("trailing-whitespace"),
    check: trailing,
};

fn trailing(_: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::TrailingWhitespace, |note| {
        Draft::new("whitespace at the end of the line")
            .label("whitespace")
            .fix(Fix::safe("delete the whitespace").remove(note.span))
    });
}

pub(super) static IRREGULAR_SEPARATOR: Rule = Rule {
    name: "irregular-separator",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "Something else than a single space between two fields",
    page: page!("irregular-separator"),
    check: separator,
};

fn separator(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::IrregularSeparator, |note| {
        let start = note.span.start as usize;
        let before = start.checked_sub(1).map(|before| document.source.bytes()[before]);
        let gap = document.bytes(note.span);
        if matches!(before, None | Some(b'\n' | b'\r')) {
            let fix = one_blank("delete it", document, note);
            return Draft::new("whitespace before the first field").label("whitespace").fix(fix);
        }
        let what = match gap {
            [] => "no space",
            _ if gap.contains(&b'\t') => "a tab",
            [_] => "another space character",
            _ => "more than one space",
        };
        let fix = one_blank("put exactly one space between two fields", document, note);
        Draft::new(format!("{what} where fields are separated by one space")).label(what).fix(fix)
    });
}

/// Puts one space between the fields of a line, from the first gap on that was noted, and none before.
fn one_blank(title: &'static str, document: &Document, note: &Note) -> Fix {
    let bytes = document.source.bytes();
    let line = line_around(bytes, note.span.start as usize);
    let mut fix = Fix::safe(title);
    let mut before = note.span.start;
    for piece in Pieces::new(bytes, note.span.end as usize, line.end) {
        let gap = Span { start: before, end: piece.start };
        let usual: &[u8] = if before as usize == line.start { b"" } else { b" " };
        if &bytes[gap.range()] != usual {
            fix = fix.replace(gap, usual);
        }
        before = piece.end;
    }
    fix
}

pub(super) static MISSING_SPACE_AFTER_COLON: Rule = Rule {
    name: "missing-space-after-colon",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Depends("safe fix unless a program may take the line for a comment", &[]),
    summary: "No space between the colon and the number: `Meshes:3`",
    page: page!("missing-space-after-colon"),
    check: colon,
};

fn colon(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::NoSpaceAfterColon, |note| {
        let behind = note.span.end;
        let fix = || Fix::safe("put a space after the colon").insert(behind, " ");
        Draft::new("no space after the colon")
            .label("a space is missing")
            .fix((!may_be_text(document, document.whole_line(note.span.start).start)).then(fix))
    });
}

/// Whether the block before a line lacks comments, so that a program may take the line for one.
fn may_be_text(document: &Document, line: u32) -> bool {
    let (blocks, comments) = (&document.model.blocks, &document.model.comments);
    let before = blocks.partition_point(|block| block.at < line).checked_sub(1);
    let Some(index) = before.filter(|index| BlockKind::COMMENTS.contains(&blocks[*index].kind)) else {
        return false;
    };
    let up_to = |index: usize| comments.partition_point(|comment| (comment.block as usize) < index);
    let own = up_to(index + 1) - up_to(index);
    blocks[index].number.is_none_or(|number| own < number.unsigned_abs() as usize)
}

//! A line that fits nothing where it is.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "unexpected-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A line that does not belong where it is",
    page: page!("unexpected-line"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::UnexpectedLine, |note| {
        if is_merge_marker(document.bytes(note.span)) {
            return Draft::new("the mark of a merge conflict that was not resolved")
                .label("left by version control")
                .help("resolve the conflict: take one of the two sides, and delete the marks");
        }
        Draft::new(format!("this line does not belong here: `{}`", show(document, note.span)))
            .label("unexpected")
            .help("delete the line, or put it where it belongs")
    });
}

fn is_merge_marker(line: &[u8]) -> bool {
    let marks = [b"<<<<<<<", b"=======", b">>>>>>>"];
    marks.iter().any(|mark| line.strip_prefix(*mark).is_some_and(|rest| rest.is_empty() || rest[0] == b' '))
}

//! A UTF-8 byte order mark at the start of the file.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "byte-order-mark",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Safe(&[]),
    summary: "A UTF-8 byte order mark at the start of the file",
    page: page!("byte-order-mark"),
    check,
};

fn check(_: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::ByteOrderMark, |note| {
        Draft::new("the file begins with a UTF-8 byte order mark")
            .label("3 invisible bytes")
            .fix(Fix::safe("take the mark out").remove(note.span))
    });
}

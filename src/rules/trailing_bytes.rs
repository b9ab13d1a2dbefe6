//! Bytes after the last section of a binary file.

use crate::base::display::is_or_are;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "trailing-bytes",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Tail,
    fix: FixKind::Unsafe(&[Aspect::Rest]),
    summary: "Bytes after the last section of a binary file",
    page: page!("trailing-bytes"),
    check,
};

fn check(_: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::TrailingBytes, |note| {
        let count = note.span.len();
        let (bytes, verb) = (counted(count, "byte"), is_or_are(count));
        Draft::new(format!("{bytes} {verb} left after the end of the model"))
            .label("no part of the model")
            .fix(Fix::unsafe_fix("cut off what is after the model").remove(note.span))
    });
}

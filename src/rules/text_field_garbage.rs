//! Bytes after the NUL that ends a text in a binary file.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "text-field-garbage",
    group: Group::Binary,
    severity: Severity::Hint,
    formats: Formats::Binary,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "Bytes after the end of a text in a binary file",
    page: page!("text-field-garbage"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| what == NoteKind::TextGarbage) {
        let behind = document.bytes(note.span);
        let Some(last) = behind.iter().rposition(|byte| *byte != 0) else { continue };
        let first = behind.iter().take_while(|byte| **byte == 0).count();
        let start = note.span.start as usize;
        let garbage = Span::new(start + first, start + last + 1);
        findings.add_at(note.place, Some(garbage), || {
            let fix = Fix::safe("fill the field up with NULs").replace(garbage, vec![0; garbage.len()]);
            Draft::new(format!("after the end of the text is `{}`", show(document, garbage)))
                .label("left over")
                .fix(fix)
        });
    }
}

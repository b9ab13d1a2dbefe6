//! Control characters in text: bytes below 0x20, and 0x7F.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "control-character",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "NUL, Ctrl-Z, escape and the like in text",
    page: page!("control-character"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::ControlCharacters, |note| {
        let first = document.bytes(note.span)[0];
        let name = name(first);
        let message = match note.span.len() {
            1 => format!("control character 0x{first:02X}{name} in the text"),
            n => format!(
                "{} in a row in the text, from 0x{first:02X}{name} on",
                counted(n, "control character")
            ),
        };
        Draft::new(message)
            .label("not text")
            .help("delete it, and look at how it got there: the file may be damaged")
    });
}

/// What people call the best known of them.
fn name(byte: u8) -> &'static str {
    match byte {
        0x00 => " (NUL)",
        0x07 => " (bell)",
        0x08 => " (backspace)",
        0x0B => " (vertical tab)",
        0x0C => " (form feed)",
        0x1A => " (Ctrl-Z)",
        0x1B => " (escape)",
        0x7F => " (delete)",
        _ => "",
    }
}

//! A misspelled name of a block.

use crate::diagnostics::prelude::*;
use crate::parse::ascii::lexer::is_blank;

pub(super) static RULE: Rule = Rule {
    name: "misspelled-block",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Absence,
    fix: FixKind::Depends("safe fix where case or whitespace differs, otherwise unsafe", &[]),
    summary: "The name of a block, misspelled",
    page: page!("misspelled-block"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| matches!(what, NoteKind::MisspelledBlock { .. })) {
        let NoteKind::MisspelledBlock { meant, .. } = note.kind else { continue };
        findings.add_note(note, || {
            let meant = meant.name();
            let written = show(document, note.span);
            let draft = if written.is_empty() {
                Draft::new(format!(
                    "the colon after `{meant}` is missing"
                ))
                .label("no colon")
            } else if written.trim().is_empty() {
                Draft::new("whitespace before the colon")
                    .label("nothing belongs here")
            } else {
                Draft::new(format!("`{written}` is not the name of a block"))
                    .label("misspelled")
            };
            draft.fix(spell(document, note)).help(format!("write `{meant}:`"))
        });
    }
}

/// Writes the name that is meant: safely if there is no doubt which. `None` if the model would then have
/// a second block of that name, where it now has one that importers skip.
fn spell(document: &Document, note: &Note) -> Option<Fix> {
    let NoteKind::MisspelledBlock { meant, case_only } = note.kind else { return None };
    if document.has_several(meant) {
        return None;
    }
    let title = format!("write `{}:`", meant.name());
    let written = document.bytes(note.span);
    Some(match written {
        [] => Fix::unsafe_fix(title).insert(note.span.start, ":"),
        [b' ' | b'\t' | 0x0B | 0x0C, ..] => Fix::safe(title).remove(note.span),
        _ if case_only => Fix::safe(title).replace(up_to_colon(document, note.span), meant.name()),
        _ => Fix::unsafe_fix(title).replace(up_to_colon(document, note.span), meant.name()),
    })
}

/// The name with the spaces after it, if its colon comes after these.
fn up_to_colon(document: &Document, name: Span) -> Span {
    let behind = &document.source.bytes()[name.end as usize..];
    let blanks = behind.iter().take_while(|byte| is_blank(**byte)).count();
    match behind.get(blanks) {
        Some(b':') => Span { end: name.end + blanks as u32, ..name },
        _ => name,
    }
}

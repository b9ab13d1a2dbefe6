//! A count that is no integer, is negative or does not fit a number of 32 bits with a sign.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "malformed-count",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A count that is not an integer, is negative or does not fit",
    page: page!("malformed-count"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| what == NoteKind::MalformedCount) {
        if document.is_binary() {
            findings.add_note(note, || stored(document, note));
            continue;
        }
        findings.add_note(note, || {
            let shown = show(document, note.span);
            let draft = match document.bytes(note.span) {
                [] => Draft::new("a number is missing after the colon").label("no number"),
                [b'-', rest @ ..] if is_number(rest) => {
                    Draft::new(format!("`{shown}` is not a count: it is negative")).label("negative")
                }
                text if is_number(text.strip_prefix(b"+").unwrap_or(text)) => {
                    let limit = "2,147,483,647, the greatest that there can be";
                    Draft::new(format!("the count `{shown}` is above {limit}")).label("too large")
                }
                _ => Draft::new(format!("`{shown}` is not a whole number")).label("not a number"),
            };
            draft.help(match counts_frames(document, note.place) {
                true => "put the number of the frame, or of all frames, there",
                false => "put the number of what follows there",
            })
        });
    }
}

/// A number of a binary file, after which nothing could be read.
fn stored(document: &Document, note: &Note) -> Draft {
    let number = document.bytes(note.span).try_into().map_or(0, i32::from_le_bytes);
    let draft = match note.place.record {
        Record::Block if number > 0 => Draft::new(format!(
            "{number} comments on the model: there is 1 or none, and what follows could not be read"
        ))
        .label("neither 0 nor 1"),
        _ => Draft::new(format!("{number} is not a count: it is negative, and what follows could not be read"))
            .label("negative"),
    };
    draft.help("export the model again, or put the right number there; the file may be damaged")
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Whether the number is that of a block that counts nothing that follows.
fn counts_frames(document: &Document, place: Place) -> bool {
    let block = document.model.blocks.get(place.object as usize);
    place.record == Record::Block && block.is_some_and(|block| block.kind.counts().is_none())
}

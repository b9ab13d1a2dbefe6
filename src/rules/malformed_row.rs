//! A line with too few fields or with a field of the wrong kind, or a line that is missing.

use crate::diagnostics::prelude::*;
use crate::document::describe::fields_of_line;
use crate::layout::{self, FieldKind};
use crate::parse::ascii::lexer::is_blank;
use crate::parse::ascii::number;

/// A longer text is not written into the help.
const LONGEST_QUOTED: usize = 60;

pub(super) static RULE: Rule = Rule {
    name: "malformed-row",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A row with too few fields or with a field of the wrong kind, or one that is not there",
    page: page!("malformed-row"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, is_malformed) {
        let Some((line, _)) = note.place.field.and_then(|f| layout::line_and_column(note.place.record, f))
        else {
            continue;
        };
        let fields = layout::lines(note.place.record)[line];
        let expected = format!("`{}`", fields_of_line(note.place.record, line));
        let draft = || match note.kind {
            NoteKind::ShortRow { found } => {
                let needed = counted(fields.len(), "field");
                Draft::new(format!("expected {needed}, {expected}, but found {found}"))
                    .label(format!("{} of {needed}", found))
                    .help("put the missing fields there")
            }
            NoteKind::MissingLine => Draft::new(format!("the line {expected} is missing here"))
                .label("belongs before this")
                .help("put the missing line there"),
            _ => {
                let field = field_of(note.place);
                Draft::new(format!(
                    "expected {} as {}, but found {}",
                    kind(field),
                    field.name,
                    show(document, note.span)
                ))
                .label(format!("not {}", kind(field)))
                .help(match unquoted(document, note, fields) {
                    Some(text) => format!("put it in quotes: \"{text}\""),
                    None => format!("the fields of this line are {expected}"),
                })
            }
        };
        // A line with too few fields is wrong as a whole.
        let is_short = matches!(note.kind, NoteKind::ShortRow { .. });
        let place = if is_short { note.place.whole() } else { note.place };
        findings.add_at(place, Some(note.span), draft);
    }
}

/// The text on a line that has nothing else, if only its quotes are missing.
fn unquoted(document: &Document, note: &Note, fields: &[layout::Field]) -> Option<String> {
    let [layout::Field { kind: FieldKind::Text, .. }] = fields else { return None };
    let start = note.span.start as usize;
    let rest = &document.source.bytes()[start..];
    let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
    let text = rest[..end].trim_ascii_end();
    let is_one_text = !text.is_empty() && text.len() <= LONGEST_QUOTED && !text.contains(&b'"');
    // A number is that of another line, when this one is missing.
    let is_number = text.split(|byte| is_blank(*byte)).all(|word| number::float(word).value.is_some());
    (is_one_text && !is_number).then(|| quote(text))
}

fn is_malformed(what: NoteKind) -> bool {
    matches!(what, NoteKind::ShortRow { .. } | NoteKind::WrongField | NoteKind::MissingLine)
}

fn field_of(place: Place) -> &'static layout::Field {
    const NONE: layout::Field = layout::Field { name: "field", kind: FieldKind::FreeText };
    place.field.and_then(|field| layout::field(place.record, field)).unwrap_or(&NONE)
}

fn kind(field: &layout::Field) -> &'static str {
    match field.kind {
        FieldKind::Integer => "an integer",
        FieldKind::Float => "a number",
        FieldKind::Count => "a count",
        FieldKind::Text => "a quoted string",
        FieldKind::FreeText => "text",
    }
}

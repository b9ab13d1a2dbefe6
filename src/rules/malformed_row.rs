//! A line with too few fields or with a field of the wrong kind, or a line that is missing.

use crate::base::display::{is_invisible, list};
use crate::diagnostics::prelude::*;
use crate::document::describe::fields_of_line;
use crate::layout::{self, FieldKind};
use crate::parse::ascii::lexer::{Pieces, is_blank, quoted};
use crate::parse::ascii::number;

/// A longer text is not written into the help.
const LONGEST_QUOTED: usize = 60;

pub(super) static RULE: Rule = Rule {
    name: "malformed-row",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("unsafe fix where another character is in the place of a space", &[Aspect::Reading]),
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
        let glued = Glue::all(document, note.span.start, fields);
        if let Some(first) = glued.first() {
            findings.add_at(note.place.whole(), Some(first.span), || glue(document, &glued, first));
            continue;
        }
        let alike = alike_lines(note.place.record, line);
        let is_one_of_several = note.kind == NoteKind::MissingLine && alike.len() > 1;
        let draft = || match note.kind {
            NoteKind::ShortRow { found } => {
                let needed = counted(fields.len(), "field");
                Draft::new(format!("expected {needed}, {expected}, but found {found}"))
                    .label(format!("{} of {needed}", found))
                    .help("put the missing fields there")
            }
            NoteKind::MissingLine if is_one_of_several => {
                Draft::new(format!("one of the lines {} is missing", list(&starts(alike))))
                    .label("it belongs somewhere before this")
                    .help("put the missing line where it belongs")
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
        // A line with too few fields is wrong as a whole, and of lines that look alike it is not known which is missing.
        let is_whole = is_one_of_several || matches!(note.kind, NoteKind::ShortRow { .. });
        let place = if is_whole { note.place.whole() } else { note.place };
        findings.add_at(place, Some(note.span), draft);
    }
}

/// The lines of a record around one, and this one, that follow each other and look alike: all are text, or have so many
/// numbers.
fn alike_lines(record: Record, line: usize) -> layout::Lines {
    let lines = layout::lines(record);
    let shape = |fields: &[layout::Field]| match fields[0].kind {
        // Rows are between it and what follows.
        FieldKind::Count => None,
        kind => Some((fields.len(), kind == FieldKind::Text)),
    };
    let is_alike = |fields: &&&[layout::Field]| shape(fields).is_some() && shape(fields) == shape(lines[line]);
    let before = lines[..line].iter().rev().take_while(is_alike).count();
    let after = lines[line..].iter().take_while(is_alike).count();
    &lines[line - before..line + after]
}

/// How lines begin.
fn starts(lines: layout::Lines) -> Vec<String> {
    let start = |fields: &&[layout::Field]| match fields {
        [only] => format!("`{}`", only.name),
        [first, ..] => format!("`{}, ...`", first.name),
        [] => String::new(),
    };
    lines.iter().map(start).collect()
}

/// A character in the place of a space.
struct Glue {
    span: Span,
    character: char,
}

impl Glue {
    /// Those in a line that is right with spaces in their place; none if it is wrong then, too.
    fn all(document: &Document, at: u32, fields: &[layout::Field]) -> Vec<Self> {
        let line = document.line_without_ending(at);
        let bytes = document.bytes(line);
        if bytes.is_ascii() {
            return Vec::new();
        }
        let (mut found, mut spaced) = (Vec::new(), Vec::new());
        let (mut at, mut is_quoted) = (line.start, false);
        for chunk in bytes.utf8_chunks() {
            // In the code pages of Windows, this byte is a no-break space.
            let latin = chunk.invalid().iter().map(|byte| (if *byte == 0xA0 { '\u{A0}' } else { '?' }, 1));
            let characters = chunk.valid().chars().map(|c| (c, c.len_utf8() as u32));
            for (character, length) in characters.chain(latin) {
                is_quoted ^= character == '"';
                let span = Span { start: at, end: at + length };
                at = span.end;
                if !is_quoted && is_no_space(character) {
                    spaced.push(b' ');
                    found.push(Self { span, character });
                } else {
                    spaced.extend(document.bytes(span));
                }
            }
        }
        let pieces = Pieces::new(&spaced, 0, spaced.len());
        let is_right = pieces.clone().count() == fields.len()
            && pieces.zip(fields).all(|(piece, field)| has_kind(&spaced, piece, field.kind));
        found.truncate(if is_right { found.len() } else { 0 });
        found
    }

    /// Whether a space is beside it, or the line starts or ends there.
    fn is_beside_blank(&self, document: &Document) -> bool {
        let bytes = document.source.bytes();
        let ends = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace() || is_blank(*byte));
        let Span { start, end } = self.span;
        ends(start.checked_sub(1).and_then(|before| bytes.get(before as usize))) || ends(bytes.get(end as usize))
    }
}

/// Whether a character looks like a space or like nothing, and is no space.
fn is_no_space(character: char) -> bool {
    !character.is_ascii() && (character.is_whitespace() || is_invisible(character))
}

/// Whether a piece of a line is what a field should be.
fn has_kind(bytes: &[u8], piece: Span, kind: FieldKind) -> bool {
    match kind {
        FieldKind::Integer | FieldKind::Count => number::integer(&bytes[piece.range()]).value.is_some(),
        FieldKind::Float => number::float(&bytes[piece.range()]).value.is_some(),
        FieldKind::Text => quoted(bytes, piece).is_some_and(|text| text.closed),
        FieldKind::FreeText => true,
    }
}

/// What is said of characters in the place of spaces.
fn glue(document: &Document, glued: &[Glue], first: &Glue) -> Draft {
    let name = match first.character {
        '\u{A0}' => "a no-break space",
        '\u{200B}' => "a zero-width space",
        '\u{202F}' => "a narrow no-break space",
        '\u{3000}' => "an ideographic space",
        '\u{FEFF}' => "a byte order mark",
        character if character.is_whitespace() => "a space of another kind",
        _ => "a character that is not seen",
    };
    let number = first.character as u32;
    let others = match glued.len() {
        1 => String::new(),
        more => format!(", and {} more in this line", more - 1),
    };
    // Beside a space nothing is missing without it.
    let instead = |glue: &Glue| if glue.is_beside_blank(document) { "" } else { " " };
    let help = if glued.iter().all(|glue| glue.is_beside_blank(document)) { "delete it" } else { "write a space there" };
    let fix = glued.iter().fold(Fix::unsafe_fix(help), |fix, glue| fix.replace(glue.span, instead(glue)));
    Draft::new(format!("{name}, U+{number:04X}, is where only spaces belong{others}"))
        .label("separates no fields")
        .fix(fix)
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

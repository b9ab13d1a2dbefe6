//! Checks that an ASCII model was read completely, so that writing it again adds and loses nothing.

use crate::document::Document;
use crate::model::note::{Note, NoteKind, Quirk};
use crate::model::{Block, Table};
use crate::parse::ascii::number;
use crate::parse::sniff::Content;

/// Why a document cannot be written, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Offset of the line, or of the item in it.
    pub at: u32,
    /// Why: a sentence, without a full stop at its end.
    pub what: String,
    /// Whether it is a number that could be written if it were rounded.
    pub is_number: bool,
}

impl Refusal {
    /// Refuses the item at an offset.
    pub fn new(at: u32, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), is_number: false }
    }
}

/// Refuses a document that was not read completely, or whose counts differ from its rows.
///
/// # Errors
///
/// A [`Refusal`] of the first such item of its kind.
pub fn complete(document: &Document) -> Result<(), Refusal> {
    readable(document)?;
    let model = &document.model;
    (0..model.blocks.len()).try_for_each(|index| block(&model.blocks, index))?;
    for mesh in &model.meshes {
        let [_, vertices, normals, faces] = mesh.lines;
        table(vertices, &mesh.geometry.vertices)?;
        table(normals, &mesh.geometry.normals)?;
        table(faces, &mesh.geometry.faces)?;
    }
    for bone in &model.bones {
        let [.., positions, rotations] = bone.lines;
        table(positions, &bone.position_keys)?;
        table(rotations, &bone.rotation_keys)?;
    }
    Ok(())
}

fn block(blocks: &[Block], index: usize) -> Result<(), Refusal> {
    let block = &blocks[index];
    if let Some(again) = blocks[index + 1..].iter().find(|other| other.kind == block.kind) {
        return Err(Refusal::new(again.at, format!("there is a second block `{}:`", block.kind.name())));
    }
    if block.number.is_none() {
        return Err(Refusal::new(block.at, "the count cannot be read"));
    }
    if block.kind.counts().is_some() && block.declared() != Some(block.found) {
        return Err(Refusal::new(block.at, DIFFERS));
    }
    Ok(())
}

fn table<T>(at: u32, table: &Table<T>) -> Result<(), Refusal> {
    if table.cut || !table.is_whole() { Err(Refusal::new(at, DIFFERS)) } else { Ok(()) }
}

const DIFFERS: &str = "the count differs from what follows";

/// Refuses a document that could not be parsed.
fn readable(document: &Document) -> Result<(), Refusal> {
    let what = match document.content {
        Content::Text => None,
        Content::Binary => Some("it is a binary model; only ASCII models can be formatted"),
        Content::Utf16 => Some("it is text in UTF-16"),
        Content::LfsPointer => Some("it is a pointer of Git LFS in place of a model"),
        Content::TooLarge { .. } | Content::Other { .. } => Some("it is not a model"),
    };
    if let Some(what) = what {
        return Err(Refusal::new(0, what));
    }
    let unreadable = document.notes.iter().filter_map(|note| Some((note, unreadable(document, note)?)));
    match unreadable.min_by_key(|(note, _)| note.span.start) {
        Some((note, what)) => Err(Refusal::new(note.span.start, what)),
        None => Ok(()),
    }
}

/// What a note reports, if the model does not hold all of it.
fn unreadable(document: &Document, note: &Note) -> Option<&'static str> {
    Some(match note.kind {
        NoteKind::ByteOrderMark
        | NoteKind::ControlCharacters
        | NoteKind::NonAscii
        | NoteKind::LongLine
        | NoteKind::TrailingWhitespace
        | NoteKind::IrregularSeparator
        | NoteKind::Indented
        | NoteKind::CommentInBlock
        | NoteKind::BlankInBlock
        | NoteKind::MisspelledBlock { .. }
        | NoteKind::NoSpaceAfterColon => return None,
        // These are about binary files, and were refused above.
        NoteKind::UnknownVersion
        | NoteKind::UnknownSection
        | NoteKind::UnterminatedText
        | NoteKind::TextGarbage
        | NoteKind::TrailingBytes => return None,
        NoteKind::UnexpectedLine => "this line does not belong here",
        NoteKind::UnknownBlock => "the format has no such block",
        NoteKind::MalformedCount => "the count cannot be read",
        NoteKind::ShortRow { .. } | NoteKind::WrongField => "the line cannot be read",
        NoteKind::MissingLine => "a line is missing",
        NoteKind::ExtraFields { .. } => "the line has too many fields",
        NoteKind::UnterminatedString => "the closing quote is missing",
        NoteKind::QuoteInName => "the name has a quote in it",
        NoteKind::TextAfterString => "there is text after a string",
        NoteKind::Truncated { .. } => "the file ends too early",
        NoteKind::Number(quirk) => match quirk {
            Quirk::Exponent | Quirk::ExcessDigits | Quirk::BareDecimalPoint | Quirk::NegativeZero => {
                return None;
            }
            // A hexadecimal number has no value.
            Quirk::LeadingZero if number::integer(document.bytes(note.span)).value.is_some() => return None,
            Quirk::ThousandsSeparator
            | Quirk::DecimalComma
            | Quirk::NonFinite
            | Quirk::OutOfRange
            | Quirk::FloatInInteger
            | Quirk::LeadingZero => "the number cannot be read",
        },
    })
}

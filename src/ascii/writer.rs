//! Writes what a document holds in the one spelling that every known reader accepts: the lines in the
//! order and with the blank lines of MilkShape's own exporter, single blanks between fields, CRLF.
//!
//! What the model does not hold is not written, and what could not be read is not made up: a document
//! with anything of the kind is refused. Only comments are kept beside the model, at the top.

use crate::ascii::lexer::{first_nonblank, is_blank};
use crate::ascii::number;
use crate::ascii::reader::{BYTE_ORDER_MARK, MAGIC};
use crate::ascii::sniff::Content;
use crate::ascii::spelling::{push_integer, push_usual};
use crate::document::Document;
use crate::layout::BlockKind;
use crate::model::{Block, Bone, Comment, Key, Material, Mesh, Table, Text};
use crate::note::{Note, Quirk, What};
use crate::source::line_from;

/// Why a document cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Offset of the line, or of what stands in it.
    pub at: u32,
    /// What is there, without an article or a full stop at its end.
    pub what: String,
    /// Whether it is a number that could be written if it were rounded.
    pub is_number: bool,
}

impl Refusal {
    /// Refuses what stands at an offset.
    pub fn new(at: u32, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), is_number: false }
    }
}

type Written = Result<(), Refusal>;

/// The bytes of a document in the canonical spelling.
///
/// # Errors
///
/// A [`Refusal`], if some of it would be lost or made up.
pub fn write(document: &Document) -> Result<Vec<u8>, Refusal> {
    readable(document)?;
    let comments = comments(document)?;
    // A few bytes more than before: most files are nearly as they should be.
    let mut writer = Writer { document, out: Vec::with_capacity(document.source.len() + 256) };
    // What calls itself a model is none of several parts.
    let is_whole = document.is_whole() || comments.iter().any(|comment| comment.starts_with(MAGIC));
    if is_whole {
        writer.line(MAGIC);
    }
    comments.into_iter().filter(|comment| *comment != MAGIC).for_each(|comment| writer.line(comment));
    for kind in BlockKind::ALL {
        match document.model.block(kind) {
            Some((index, block)) => writer.block(index, block)?,
            None if is_whole && BlockKind::NEEDED.contains(&kind) && !document.model.uses(kind) => {
                writer.opening(kind, document.model.number_of_missing(kind))
            }
            None => {}
        }
    }
    Ok(writer.out)
}

/// Refuses what the reader could not make sense of.
fn readable(document: &Document) -> Written {
    let what = match document.content {
        Content::Text => None,
        Content::Binary => Some("binary model, which is no text"),
        Content::Utf16 => Some("text in UTF-16"),
        Content::LfsPointer => Some("pointer of Git LFS in place of a model"),
        Content::Other { .. } => Some("no model"),
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

/// What is told by a note, if not all of it is in the model.
fn unreadable(document: &Document, note: &Note) -> Option<&'static str> {
    Some(match note.what {
        What::ByteOrderMark
        | What::ControlCharacters
        | What::NonAscii
        | What::LongLine
        | What::TrailingWhitespace
        | What::IrregularSeparator
        | What::Indented
        | What::CommentInBlock
        | What::BlankInBlock
        | What::MisspelledBlock { .. }
        | What::NoSpaceAfterColon => return None,
        // These are about binary files, and were refused above.
        What::UnknownVersion
        | What::UnknownSection
        | What::UnterminatedText
        | What::TextGarbage
        | What::TrailingBytes => return None,
        What::UnexpectedLine => "line that fits nothing",
        What::UnknownBlock => "block that is not of the format",
        What::MalformedCount => "count that cannot be read",
        What::ShortRow { .. } | What::WrongField => "line that cannot be read",
        What::MissingLine => "line that is missing",
        What::ExtraFields { .. } => "more fields than the line has",
        What::UnterminatedString => "string without its closing quote",
        What::QuoteInName => "name with a quote in it",
        What::TextAfterString => "text behind a string",
        What::Truncated { .. } => "end of the file that comes too early",
        What::Number(quirk) => match quirk {
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
            | Quirk::LeadingZero => "number that cannot be read",
        },
    })
}

/// The lines that start with `//`, without the blanks around them, in the order of the file.
fn comments(document: &Document) -> Result<Vec<&[u8]>, Refusal> {
    let bytes = document.source.bytes();
    let mut texts = document.model.comments.iter().filter_map(|comment| comment.text).peekable();
    let mut comments = Vec::new();
    let mut at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    while at < bytes.len() {
        let line = line_from(bytes, at);
        at = line.next;
        if texts.next_if(|text| text.start as usize == line.start).is_some() {
            continue;
        }
        let content = &bytes[first_nonblank(bytes, line)..line.end];
        match content {
            [b'/', b'/', ..] => {
                let blanks = content.iter().rev().take_while(|byte| is_blank(**byte)).count();
                comments.push(&content[..content.len() - blanks]);
            }
            // The reader passes such lines over.
            [first, ..] if first.is_ascii_control() => {
                return Err(Refusal::new(line.start as u32, "line of control characters"));
            }
            _ => {}
        }
    }
    Ok(comments)
}

struct Writer<'a> {
    document: &'a Document,
    out: Vec<u8>,
}

impl Writer<'_> {
    fn line(&mut self, content: &[u8]) {
        self.out.extend_from_slice(content);
        self.end_line();
    }

    fn end_line(&mut self) {
        self.out.extend_from_slice(b"\r\n");
    }

    /// A count, alone on its line.
    fn count(&mut self, count: usize) {
        // No file has so many rows that their number would not fit.
        push_integer(count as i32, &mut self.out);
        self.end_line();
    }

    /// A line of numbers: integers, then floats, then integers.
    fn numbers(&mut self, at: u32, before: &[i32], floats: &[f32], behind: &[i32]) -> Written {
        for integer in before {
            push_integer(*integer, &mut self.out);
            self.out.push(b' ');
        }
        for float in floats {
            if !push_usual(*float, &mut self.out) {
                let what = format!("{float:e}, which cannot be spelled exactly for every reader");
                return Err(Refusal { is_number: true, ..Refusal::new(at, what) });
            }
            self.out.push(b' ');
        }
        for integer in behind {
            push_integer(*integer, &mut self.out);
            self.out.push(b' ');
        }
        self.out.pop();
        self.end_line();
        Ok(())
    }

    /// A quoted string, without the end of its line.
    fn quoted(&mut self, at: u32, text: Text) -> Written {
        let text = text.ok_or_else(|| Refusal::new(at, "string that cannot be read"))?;
        self.out.push(b'"');
        self.out.extend_from_slice(self.document.bytes(text));
        self.out.push(b'"');
        Ok(())
    }

    fn string(&mut self, at: u32, text: Text) -> Written {
        self.quoted(at, text)?;
        self.end_line();
        Ok(())
    }

    /// The line that opens a block, with the blank line in front of it that MilkShape writes.
    fn opening(&mut self, kind: BlockKind, number: i32) {
        let has_blank =
            matches!(kind, BlockKind::Frames | BlockKind::Meshes | BlockKind::Materials | BlockKind::Bones);
        if has_blank && !self.out.is_empty() {
            self.end_line();
        }
        self.out.extend_from_slice(kind.name().as_bytes());
        self.out.extend_from_slice(b": ");
        push_integer(number, &mut self.out);
        self.end_line();
    }

    fn block(&mut self, index: usize, block: &Block) -> Written {
        let Block { kind, at, .. } = *block;
        let model = &self.document.model;
        let again = model.blocks[index + 1..].iter().find(|other| other.kind == kind);
        if let Some(again) = again {
            return Err(Refusal::new(again.at, format!("second block `{}:`", kind.name())));
        }
        let number = block.number.ok_or_else(|| Refusal::new(at, "count that cannot be read"))?;
        if kind.counts().is_some() && block.declared() != Some(block.found) {
            return Err(Refusal::new(at, "count that differs from what follows"));
        }
        self.opening(kind, number);
        match kind {
            BlockKind::Meshes => model.meshes.iter().try_for_each(|mesh| self.mesh(mesh)),
            BlockKind::Materials => model.materials.iter().try_for_each(|material| self.material(material)),
            BlockKind::Bones => model.bones.iter().try_for_each(|bone| self.bone(bone)),
            BlockKind::GroupComments
            | BlockKind::MaterialComments
            | BlockKind::BoneComments
            | BlockKind::ModelComment => {
                let own = model.comments.iter().filter(|comment| comment.block as usize == index);
                { own }.try_for_each(|comment| self.comment(kind, comment))
            }
            _ => Ok(()),
        }
    }

    fn mesh(&mut self, mesh: &Mesh) -> Written {
        let [at, vertices, normals, faces] = mesh.lines;
        let material = mesh.material.ok_or_else(|| Refusal::new(at, "line that cannot be read"))?;
        self.quoted(at, mesh.name)?;
        self.out.push(b' ');
        self.numbers(at, &[mesh.flags, material], &[], &[])?;
        self.table(vertices, &mesh.geometry.vertices, |writer, row| {
            let ([x, y, z], [u, v]) = (row.position, row.uv);
            writer.numbers(row.at, &[row.flags], &[x, y, z, u, v], &[row.bone])
        })?;
        self.table(normals, &mesh.geometry.normals, |writer, row| {
            writer.numbers(row.at, &[], &row.direction, &[])
        })?;
        self.table(faces, &mesh.geometry.faces, |writer, row| {
            let ([a, b, c], [d, e, f]) = (row.vertices, row.normals);
            writer.numbers(row.at, &[row.flags, a, b, c, d, e, f, row.smoothing_group], &[], &[])
        })
    }

    /// The count of a table, and its rows.
    fn table<T>(&mut self, at: u32, table: &Table<T>, row: fn(&mut Self, &T) -> Written) -> Written {
        let count = table.len();
        if table.cut || !table.broken.is_empty() || table.declared.map(|n| n as usize) != Some(count) {
            return Err(Refusal::new(at, "count that differs from what follows"));
        }
        self.count(count);
        table.rows.iter().try_for_each(|one| row(self, one))
    }

    fn material(&mut self, material: &Material) -> Written {
        let [name, colors @ .., shininess, transparency, texture, alpha_map] = material.lines;
        let missing = |at| move || Refusal::new(at, "line that cannot be read");
        self.string(name, material.name)?;
        for (at, color) in colors.into_iter().zip(material.colors) {
            self.numbers(at, &[], &color.ok_or_else(missing(at))?, &[])?;
        }
        for (at, value) in [(shininess, material.shininess), (transparency, material.transparency)] {
            self.numbers(at, &[], &[value.ok_or_else(missing(at))?], &[])?;
        }
        self.string(texture, material.texture)?;
        self.string(alpha_map, material.alpha_map)
    }

    fn bone(&mut self, bone: &Bone) -> Written {
        let [name, parent, pose, positions, rotations] = bone.lines;
        self.string(name, bone.name)?;
        self.string(parent, bone.parent)?;
        let ([x, y, z], [a, b, c]) = (bone.position, bone.rotation);
        self.numbers(pose, &[bone.flags], &[x, y, z, a, b, c], &[])?;
        self.table(positions, &bone.position_keys, Self::key)?;
        self.table(rotations, &bone.rotation_keys, Self::key)
    }

    fn key(&mut self, key: &Key) -> Written {
        let [x, y, z] = key.value;
        self.numbers(key.at, &[], &[key.time, x, y, z], &[])
    }

    fn comment(&mut self, kind: BlockKind, comment: &Comment) -> Written {
        let missing = || Refusal::new(comment.at, "comment that cannot be read");
        if kind != BlockKind::ModelComment {
            self.numbers(comment.at, &[comment.index.ok_or_else(missing)?], &[], &[])?;
        }
        let text = comment.text.ok_or_else(missing)?;
        self.line(self.document.bytes(text));
        Ok(())
    }
}

//! A binary model as text, one record a line, and back:
//!
//! ```text
//! vertices: count=3
//! vertex 0: flags=0 position=0.0,1.5,0.0 bone=-1 reference-count=2
//! ```
//!
//! The words are those of the [layout](crate::layout::binary), the values are in the order of the file, and
//! nothing is computed: a count is that of the file, whatever follows. So any bytes can be written, and
//! any file comes back byte for byte. Bytes that no record was read from are in rows of `bytes`.
//!
//! In a listing that is read, the index after the word of a record and the offset before it may be left
//! out, and are not looked at; a `#` begins a comment.

use std::iter;
use std::ops::Range;

use crate::base::display::quote;
use crate::base::span::Span;
use crate::base::suggest::did_you_mean;
use crate::document::Document;
use crate::document::locate_binary::RecordSlice;
use crate::layout::binary::{Slot, block, parts, vertex_extra};
use crate::layout::{BlockKind, Record};
use crate::model::place::Place;
use crate::parse::binary::codec;

/// At most this many bytes, or faces of a mesh, are on one line.
const ROW: usize = 16;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    /// A record, or a part of one. Both parts of a comment are on one line.
    Part(Record, usize),
    /// A block.
    Block(BlockKind),
    /// Bytes of no record.
    Bytes,
}

/// The words that lines begin with.
const WORDS: &[(&str, Subject)] = &[
    ("header", Subject::Part(Record::File, 0)),
    ("vertices", Subject::Block(BlockKind::Vertices)),
    ("vertex", Subject::Part(Record::Vertex, 0)),
    ("faces", Subject::Block(BlockKind::Faces)),
    ("face", Subject::Part(Record::Face, 0)),
    ("meshes", Subject::Block(BlockKind::Meshes)),
    ("mesh", Subject::Part(Record::Mesh, 0)),
    ("members", Subject::Part(Record::Member, 0)),
    ("end of mesh", Subject::Part(Record::Mesh, 1)),
    ("materials", Subject::Block(BlockKind::Materials)),
    ("material", Subject::Part(Record::Material, 0)),
    ("animation", Subject::Part(Record::Animation, 0)),
    ("bones", Subject::Block(BlockKind::Bones)),
    ("bone", Subject::Part(Record::Bone, 0)),
    ("rotation key", Subject::Part(Record::RotationKey, 0)),
    ("position key", Subject::Part(Record::PositionKey, 0)),
    ("comments", Subject::Block(BlockKind::Comments)),
    ("mesh comments", Subject::Block(BlockKind::GroupComments)),
    ("material comments", Subject::Block(BlockKind::MaterialComments)),
    ("bone comments", Subject::Block(BlockKind::BoneComments)),
    ("model comments", Subject::Block(BlockKind::ModelComment)),
    ("comment", Subject::Part(Record::Comment, 0)),
    ("model comment", Subject::Part(Record::ModelComment, 0)),
    ("vertex extras", Subject::Block(BlockKind::VertexExtras)),
    ("vertex extra", Subject::Part(Record::VertexExtra, 0)),
    ("bone extras", Subject::Block(BlockKind::BoneExtras)),
    ("bone extra", Subject::Part(Record::BoneExtra, 0)),
    ("model extras", Subject::Block(BlockKind::ModelExtras)),
    ("model extra", Subject::Part(Record::ModelExtra, 0)),
    ("bytes", Subject::Bytes),
];

impl Subject {
    fn word(self) -> &'static str {
        WORDS.iter().find(|(_, subject)| *subject == self).map_or("", |(word, _)| word)
    }

    /// The fields of a line, and how many of them it has at least.
    fn slots(self) -> (Vec<Slot>, usize) {
        let slots = match self {
            Self::Block(kind) => block(kind).to_vec(),
            Self::Part(record @ (Record::Comment | Record::ModelComment), _) => parts(record).concat(),
            Self::Part(record, part) => parts(record)[part].to_vec(),
            Self::Bytes => Vec::new(),
        };
        let least = match self {
            Self::Part(Record::VertexExtra, _) => vertex_extra(1).map_or(0, <[Slot]>::len),
            _ => slots.len(),
        };
        (slots, least)
    }
}

/// A line of a listing.
#[derive(Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// Its text, without an offset before it.
    pub text: String,
    /// The bytes that it represents.
    pub span: Span,
    /// The bytes of each value, and where in the text that is.
    pub values: Vec<(Span, Range<usize>)>,
}

/// The lines of a binary file from an offset on, the first being the one that the offset is in. None if the
/// file is not binary.
pub fn lines(document: &Document, from: usize) -> impl Iterator<Item = ListingLine> {
    iter::successors(line_at(document, from), |line| line_at(document, line.span.end as usize))
}

/// The line that a byte of a binary file is in; `None` where there is no byte, and for other files.
pub fn line_at(document: &Document, offset: usize) -> Option<ListingLine> {
    let rest = document.model.binary.as_ref()?.rest;
    if offset >= document.source.len() {
        return None;
    }
    Some(match document.record_slice_at(offset) {
        Some(slice) => line_of_record(document, &slice),
        None => line_of_bytes(document, rest, offset),
    })
}

fn line_of_record(document: &Document, slice: &RecordSlice) -> ListingLine {
    let (subject, index) = subject(document, slice);
    let mut text = match index {
        Some(index) => format!("{} {index}:", subject.word()),
        None => format!("{}:", subject.word()),
    };
    let mut values = Vec::new();
    let mut label = "";
    for (slot, span) in fields(document, slice) {
        match slot.label == label {
            true => text.push(','),
            false => text.extend([" ", slot.label, "="]),
        }
        label = slot.label;
        let start = text.len();
        text += &codec::spell(slot.store, document.bytes(span));
        values.push((span, start..text.len()));
    }
    ListingLine { text, span: around(&values), values }
}

/// What a part of a record is, and the index that is shown with it.
fn subject(document: &Document, slice: &RecordSlice) -> (Subject, Option<u32>) {
    let Place { record, object, row, .. } = slice.place;
    let subject = match record {
        Record::Block => Subject::Block(document.model.blocks[object as usize].kind),
        Record::Comment | Record::ModelComment => Subject::Part(record, 0),
        _ => Subject::Part(record, slice.part),
    };
    let index = match record {
        Record::File | Record::Block | Record::Animation | Record::ModelComment | Record::ModelExtra => None,
        Record::Mesh | Record::Material | Record::Bone | Record::Comment | Record::BoneExtra => Some(object),
        Record::Member => Some(row - row % ROW as u32),
        _ => Some(row),
    };
    (subject, index)
}

/// The fields on the line of a part of a record.
fn fields(document: &Document, slice: &RecordSlice) -> Vec<(Slot, Span)> {
    let place = slice.place;
    match place.record {
        Record::Member => {
            let first = place.row - place.row % ROW as u32;
            let rows =
                (first..first + ROW as u32).map_while(|row| document.record_slice(Place { row, ..place }, 0));
            rows.flat_map(|slice| slice.fields().collect::<Vec<_>>()).collect()
        }
        Record::Comment | Record::ModelComment => {
            let mut fields: Vec<_> = (0..2)
                .filter_map(|part| document.record_slice(place, part))
                .flat_map(|slice| slice.fields().collect::<Vec<_>>())
                .collect();
            // A text whose length is invalid was not read: it is written as one without a byte.
            let (slots, _) = Subject::Part(place.record, 0).slots();
            let end = fields.last().map_or(0, |(_, span)| span.end as usize);
            fields.extend(slots[fields.len()..].iter().map(|slot| (*slot, Span::empty(end))));
            fields
        }
        _ => slice.fields().collect(),
    }
}

/// What several values span together.
fn around(values: &[(Span, Range<usize>)]) -> Span {
    match values {
        [(first, _), .., (last, _)] => Span { start: first.start, end: last.end },
        [(only, _)] => *only,
        [] => Span::default(),
    }
}

/// A row of bytes that no record was read from, with their text in a comment.
fn line_of_bytes(document: &Document, rest: Span, offset: usize) -> ListingLine {
    let start = offset - (offset - rest.start as usize) % ROW;
    let end = rest.range().end.min(start + ROW);
    let mut text = format!("{}:", Subject::Bytes.word());
    let mut values = Vec::new();
    for (at, byte) in (start..end).zip(document.bytes(Span::new(start, end))) {
        text.push(' ');
        let digits = text.len();
        codec::push_hexadecimal(*byte, &mut text);
        values.push((Span::new(at, at + 1), digits..text.len()));
    }
    text += "  # |";
    let shown = |byte: &u8| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '.' };
    text.extend(document.bytes(Span::new(start, end)).iter().map(shown));
    text.push('|');
    ListingLine { text, span: Span::new(start, end), values }
}

/// Why a listing cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingProblem {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The bytes that a listing represents.
///
/// # Errors
///
/// If a line begins with no word of a record, lacks a field or has one too many, or if a value does not fit
/// its field.
pub fn assemble(listing: &str) -> Result<Vec<u8>, ListingProblem> {
    let mut bytes = Vec::new();
    for (index, line) in listing.lines().enumerate() {
        read_line(line, &mut bytes).map_err(|what| ListingProblem { line: index + 1, what })?;
    }
    Ok(bytes)
}

/// Appends the bytes that a line represents.
fn read_line(line: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let line = without_offset(line.trim());
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let (head, rest) = line.split_once(':').ok_or("expected a record, as in `vertices: count=3`")?;
    let word = head.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let Some((_, subject)) = WORDS.iter().find(|(known, _)| *known == word) else {
        let guess = did_you_mean(word, WORDS.iter().map(|(known, _)| *known));
        return Err(format!("no record is called \"{}\"{guess}", quote(word.as_bytes())));
    };
    let mut fields = RemainingFields { rest };
    match subject {
        Subject::Bytes => fields.bytes(out)?,
        Subject::Part(Record::Member, _) => fields.list(&subject.slots().0[0], out)?,
        _ => {
            let (slots, least) = subject.slots();
            fields.all(&slots, least, out)?;
        }
    }
    fields.end()
}

/// A line without the offset that it begins with.
fn without_offset(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("0x") else { return line };
    rest.trim_start_matches(|c: char| c.is_ascii_hexdigit()).trim_start()
}

/// The remaining fields of a line.
struct RemainingFields<'a> {
    rest: &'a str,
}

impl<'a> RemainingFields<'a> {
    /// Reads fields in their order, at least so many of them.
    fn all(&mut self, slots: &[Slot], least: usize, out: &mut Vec<u8>) -> Result<(), String> {
        let mut label = "";
        for (index, slot) in slots.iter().enumerate() {
            let is_next = label == slot.label;
            if index >= least && (self.is_at_end() || is_next && !self.rest.starts_with(',')) {
                break;
            }
            match is_next {
                true => self.comma(slot)?,
                false => self.label(slot)?,
            }
            self.value(slot, out)?;
            label = slot.label;
        }
        Ok(())
    }

    /// Reads a field that is there any number of times.
    fn list(&mut self, slot: &Slot, out: &mut Vec<u8>) -> Result<(), String> {
        self.label(slot)?;
        self.value(slot, out)?;
        while self.rest.starts_with(',') {
            self.comma(slot)?;
            self.value(slot, out)?;
        }
        Ok(())
    }

    /// Reads bytes up to the end of the line.
    fn bytes(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        while !self.is_at_end() {
            let word = self.word();
            let bytes = codec::hexadecimal(word).ok_or_else(|| {
                format!("expected pairs of hexadecimal digits, not \"{}\"", quote(word.as_bytes()))
            })?;
            out.extend(bytes);
        }
        Ok(())
    }

    /// Whether nothing but a comment follows.
    fn is_at_end(&mut self) -> bool {
        let rest = self.rest.trim_start();
        rest.is_empty() || rest.starts_with('#')
    }

    fn end(&mut self) -> Result<(), String> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(format!("expected nothing more, not \"{}\"", quote(self.word().as_bytes()))),
        }
    }

    fn label(&mut self, slot: &Slot) -> Result<(), String> {
        let expected = |found: &str| {
            let found = if found.is_empty() { "the end of the line".into() } else { format!("\"{found}\"") };
            format!("expected \"{}=\", not {found}", slot.label)
        };
        if self.is_at_end() {
            return Err(expected(""));
        }
        let rest = self.rest.trim_start();
        match rest.strip_prefix(slot.label).and_then(|rest| rest.strip_prefix('=')) {
            Some(rest) => self.rest = rest,
            None => return Err(expected(&quote(self.word().as_bytes()))),
        }
        Ok(())
    }

    fn comma(&mut self, slot: &Slot) -> Result<(), String> {
        match self.rest.strip_prefix(',') {
            Some(rest) => self.rest = rest,
            None => return Err(format!("there are too few values in \"{}=\"", slot.label)),
        }
        Ok(())
    }

    fn value(&mut self, slot: &Slot, out: &mut Vec<u8>) -> Result<(), String> {
        let (text, rest) = self.rest.split_at(end_of_value(self.rest));
        let bytes = codec::parse(slot.store, text).ok_or_else(|| {
            let (expected, found) = (codec::expected(slot.store), quote(text.as_bytes()));
            format!("{}: expected {expected}, not `{found}`", slot.label)
        })?;
        out.extend(bytes);
        self.rest = rest;
        Ok(())
    }

    /// Reads the next word.
    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let (word, rest) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
        self.rest = rest;
        word
    }
}

/// How long a value is: up to a space or a comma outside quotes.
fn end_of_value(text: &str) -> usize {
    let mut is_quoted = false;
    let mut is_escaped = false;
    let ends = |byte: u8| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b' ' | b'\t' | b',' => return !is_quoted,
            _ => {}
        }
        false
    };
    text.bytes().position(ends).unwrap_or(text.len())
}

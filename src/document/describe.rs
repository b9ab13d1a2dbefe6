//! Places and pieces of a file in words, as reports show them.

use crate::base::display::{float, quote, visible};
use crate::base::lines::line_from;
use crate::base::span::Span;
use crate::document::Document;
use crate::layout::{self, BlockKind, Record, fields};
use crate::model::place::{Object, Place, SHARED};
use crate::parse::ascii::lexer;

/// This many bytes of a name distinguish it from others, and no finding costs more.
const LONGEST_NAME: usize = 4096;

/// A place in words: `mesh "body", vertex 311, bone`; empty for the file as a whole.
///
/// Indices count from 0, as they do in the file. An object whose name is not unique also gets
/// its index: `mesh 2 "body"`.
pub fn describe(document: &Document, place: Place) -> String {
    let object = || place.object;
    let mut words = match place.record {
        Record::File => String::new(),
        Record::Block => block(document, object() as usize),
        Record::Vertex | Record::Normal | Record::Face if object() == SHARED => String::new(),
        Record::Mesh | Record::Member | Record::Vertex | Record::Normal | Record::Face => {
            named(document, Record::Mesh, "mesh", object())
        }
        Record::Material => named(document, Record::Material, "material", object()),
        Record::Bone | Record::PositionKey | Record::RotationKey | Record::BoneExtra => {
            named(document, Record::Bone, "bone", object())
        }
        Record::Comment => format!("comment {}", object()),
        Record::ModelComment => "comment of the model".to_string(),
        Record::Animation => "animation".to_string(),
        Record::VertexExtra => String::new(),
        Record::ModelExtra => "extra of the model".to_string(),
    };
    let mut add = |word: &str| {
        words += if words.is_empty() { "" } else { ", " };
        words += word;
    };
    if let Some(row) = row_name(place.record) {
        add(&format!("{row} {}", place.row));
    }
    if place.record == Record::BoneExtra {
        add("extra");
    }
    if let Some(field) = place.field.and_then(|number| layout::field(place.record, number)) {
        add(if is_moment(document, place) { MOMENT } else { field.name });
    }
    words
}

/// What the number is called that is no count, but names a frame.
pub(crate) const MOMENT: &str = "number";

/// Whether a place is the number in the line `Frame: 1`.
fn is_moment(document: &Document, place: Place) -> bool {
    let block = || document.model.blocks.get(place.object as usize);
    place.record == Record::Block
        && place.field == Some(fields::block::COUNT)
        && block().is_some_and(|block| block.kind == BlockKind::Frame)
}

/// Words about a place, after what it is; alone if they are about the file.
pub(crate) fn with_place(document: &Document, place: Place, words: &str) -> String {
    match describe(document, place) {
        place if place.is_empty() => words.to_string(),
        place => format!("{place}: {words}"),
    }
}

/// An object by its whole name, and never by its index: others may be inserted before it. Objects of one name
/// get the same words.
pub fn object_by_name(document: &Document, object: Object) -> String {
    let named = |record, noun, index| {
        let name = document.name_of(record, index).unwrap_or_default();
        format!("{noun} \"{}\"", visible(&name[..name.len().min(LONGEST_NAME)]))
    };
    match object {
        Object::File => "file".to_string(),
        Object::Block(index) => describe(document, Place::object(Record::Block, index as usize)),
        Object::Mesh(index) => named(Record::Mesh, "mesh", index),
        Object::Material(index) => named(Record::Material, "material", index),
        Object::Bone(index) => named(Record::Bone, "bone", index),
    }
}

/// What a row is called; `None` for a record that is no row.
pub fn row_name(record: Record) -> Option<&'static str> {
    match record {
        Record::Vertex => Some("vertex"),
        Record::Normal => Some("normal"),
        Record::Face => Some("face"),
        Record::Member => Some("member"),
        Record::VertexExtra => Some("vertex extra"),
        Record::PositionKey => Some("position key"),
        Record::RotationKey => Some("rotation key"),
        _ => None,
    }
}

/// An object in words: `mesh "body"`.
fn named(document: &Document, record: Record, noun: &str, index: u32) -> String {
    match document.name_of(record, index) {
        Some(name) if !name.is_empty() && document.is_only_of_its_name(record, index) => {
            format!("{noun} \"{}\"", quote(name))
        }
        Some(name) => format!("{noun} {index} \"{}\"", quote(name)),
        None => format!("{noun} {index}"),
    }
}

fn block(document: &Document, index: usize) -> String {
    let blocks = &document.model.blocks;
    let Some(block) = blocks.get(index) else { return "block".to_string() };
    if block.kind == BlockKind::Unknown {
        let bytes = document.source.bytes();
        let header = lexer::header(bytes, line_from(bytes, block.at as usize));
        return header
            .map_or("block".to_string(), |header| format!("block {}", piece(document, header.name)));
    }
    match document.earlier_of_its_kind(index) {
        0 => format!("block {}", block.kind.name()),
        earlier => format!("block {} no. {}", block.kind.name(), earlier + 1),
    }
}

/// When a key holds: `frame 12`, or `0.5 s` in a binary file.
pub fn moment(document: &Document, time: f32) -> String {
    if document.is_binary() { format!("{} s", float(time)) } else { format!("frame {}", float(time)) }
}

/// What a vertex, a normal or a face belongs to: its mesh, or in a binary file the model.
pub fn whole(document: &Document) -> &'static str {
    if document.is_binary() { "model" } else { "mesh" }
}

/// A piece of a file as messages quote it.
pub fn piece(document: &Document, span: Span) -> String {
    quote(document.bytes(span))
}

/// The fields of a line of a record, as messages list them: `flags x y z u v bone`.
pub fn fields_of_line(record: Record, line: usize) -> String {
    let names: Vec<_> = layout::lines(record)[line].iter().map(|field| field.name).collect();
    let has_blanks = names.iter().any(|name| name.contains(' '));
    names.join(if has_blanks { ", " } else { " " })
}

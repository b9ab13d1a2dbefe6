//! Sets the value of one field in a fix, in text and in binary files, and finds the fields that declare counts.

use crate::base::span::Span;
use crate::document::Document;
use crate::fix::Fix;
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
use crate::parse::ascii::number_format::rounded;
use crate::parse::binary;

/// Puts another value in the place of a field: its text, or in a binary file its stored bytes. The
/// fix stays as it is if the file has no such field, or if the field has no room for the value.
pub(crate) fn set_field(fix: Fix, document: &Document, place: Place, text: impl Into<Vec<u8>>) -> Fix {
    if let Some((slot, span)) = document.binary_field(place) {
        return match binary::encode(slot.store, &text.into()) {
            Some(bytes) => fix.replace(span, bytes),
            None => fix,
        };
    }
    match document.locate(place) {
        Some(span) => fix.replace(span, text),
        None => fix,
    }
}

/// Gives a normal another direction.
pub(crate) fn set_normal(fix: Fix, document: &Document, normal: Place, direction: [f32; 3]) -> Fix {
    direction
        .into_iter()
        .zip(fields::normal::DIRECTION)
        .fold(fix, |fix, (part, number)| set_field(fix, document, normal.field(number), rounded(part)))
}

/// Puts another text in the place of one. In a binary file the rest of its field is filled up. The fix stays as it is if
/// the file cannot hold the text: names of files can have a quote or the end of a line in them.
pub(crate) fn set_text(fix: Fix, document: &Document, text: Span, new: impl Into<Vec<u8>>) -> Fix {
    let new = new.into();
    match document.is_binary().then(|| document.place_at(text.start as usize)).flatten() {
        Some(place) => set_field(fix, document, place, new),
        None if new.iter().any(|byte| *byte == b'"' || byte.is_ascii_control()) => fix,
        None => fix.replace(text, new),
    }
}

/// Where the number of rows like this one is declared; `None` where it is not declared by itself.
pub(crate) fn count_place(document: &Document, row: Place) -> Option<Place> {
    let (record, field) = match row.record {
        Record::Vertex if row.object == SHARED => return block_count(document, BlockKind::Vertices),
        Record::Face if row.object == SHARED => return block_count(document, BlockKind::Faces),
        Record::Vertex => (Record::Mesh, fields::mesh::VERTEX_COUNT),
        Record::Normal if row.object != SHARED => (Record::Mesh, fields::mesh::NORMAL_COUNT),
        Record::Face => (Record::Mesh, fields::mesh::FACE_COUNT),
        Record::PositionKey => (Record::Bone, fields::bone::POSITION_KEY_COUNT),
        Record::RotationKey => (Record::Bone, fields::bone::ROTATION_KEY_COUNT),
        _ => return None,
    };
    Some(Place::object(record, row.object as usize).field(field))
}

/// The number of the first block of a kind.
pub(crate) fn block_count(document: &Document, kind: BlockKind) -> Option<Place> {
    let (block, _) = document.model.block(kind)?;
    Some(Place::object(Record::Block, block).field(fields::block::COUNT))
}

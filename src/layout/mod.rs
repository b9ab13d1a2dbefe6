//! The record layouts of both formats, as tables: how many lines each record has in ASCII and which fields
//! every line has; and in which order and in how many bytes a binary file stores each field.
//! The parsers, the spans of fields, the messages ("expected `flags x y z u v bone`"), the listing
//! of tokens and that of binary files all read these tables.
//!
//! A field has the same number in both formats. The fields of ASCII come first, in its order; those
//! that only binary files have come after them.
//!
//! Sources: the reverse-engineered ASCII specification, corrected where MilkShape's own importer
//! (`msASCIIImporter` of its SDK) and real files differ: vertices are `flags x y z u v bone`, and
//! four comment blocks may follow the bones. For binary files the specification of MilkShape 1.8.2
//! (`ms3dspec`), with the third kind of vertex extras as versions 1.8.4 and 1.8.5 write them.

pub mod binary;
mod block;
pub mod fields;

pub use block::BlockKind;

/// A kind of record: something with fields that the file holds any number of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Record {
    /// The file as a whole, and the header of a binary one.
    File,
    /// The line `Name: n` that opens a block, or the count or version that does in a binary file.
    Block,
    /// A mesh, which MilkShape calls a group.
    Mesh,
    /// A vertex of a mesh.
    Vertex,
    /// A normal of a mesh.
    Normal,
    /// A triangle of a mesh.
    Face,
    /// A material.
    Material,
    /// A bone, which the binary format calls a joint.
    Bone,
    /// A key frame that moves a bone.
    PositionKey,
    /// A key frame that turns a bone.
    RotationKey,
    /// A comment about a mesh, a material or a bone.
    Comment,
    /// The comment about the whole model.
    ModelComment,
    /// In a binary file, one of the faces that a mesh lists as its own.
    Member,
    /// How a binary file is animated: its rate and its length.
    Animation,
    /// What a binary file adds to a vertex: up to three more bones, and weights.
    VertexExtra,
    /// What a binary file adds to a bone: the colour that it is drawn in.
    BoneExtra,
    /// What a binary file adds to the model.
    ModelExtra,
}

/// What a field may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// A decimal integer.
    Integer,
    /// A decimal number with or without a fraction.
    Float,
    /// How many rows follow; alone on its line.
    Count,
    /// Text in double quotes, without any escape.
    Text,
    /// The whole line, unquoted.
    FreeText,
}

/// One field of a record.
#[derive(Debug)]
pub struct Field {
    /// What people call it.
    pub name: &'static str,
    /// What it may hold.
    pub kind: FieldKind,
}

/// The lines of a record, each with its fields.
pub type Lines = &'static [&'static [Field]];

/// The lines of a record in ASCII.
pub fn lines(record: Record) -> Lines {
    fields::of(record).1
}

/// The field with this number, counted through all lines of the record and then through what only binary
/// files have.
pub fn field(record: Record, number: u8) -> Option<&'static Field> {
    fields::of(record).0.get(number as usize)
}

/// The number of the first field of a line of a record.
pub fn first_field(record: Record, line: usize) -> u8 {
    lines(record)[..line].iter().map(|fields| fields.len() as u8).sum()
}

/// The line of its record that has a field, and the number of the field on that line.
pub fn line_and_column(record: Record, number: u8) -> Option<(usize, usize)> {
    let mut rest = number as usize;
    for (line, fields) in lines(record).iter().enumerate() {
        if rest < fields.len() {
            return Some((line, rest));
        }
        rest -= fields.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_on_its_line() {
        assert_eq!(line_and_column(Record::Mesh, fields::mesh::MATERIAL), Some((0, 2)));
        assert_eq!(line_and_column(Record::Mesh, fields::mesh::NORMAL_COUNT), Some((2, 0)));
        assert_eq!(line_and_column(Record::Bone, fields::bone::ROTATION_KEY_COUNT), Some((4, 0)));
        assert_eq!(line_and_column(Record::Face, fields::face::GROUP), None);
        assert_eq!(first_field(Record::Bone, 3), fields::bone::POSITION_KEY_COUNT);
    }
}

//! The binary layout of records: the order of their fields, and the width of each in bytes. All
//! numbers are little-endian, and there is no padding between them.

use std::ops::Range;

use crate::layout::{BlockKind, Record, fields};

/// How a field is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// An integer from 0 to 255.
    U8,
    /// An integer from -128 to 127.
    I8,
    /// An integer from 0 to 65,535.
    U16,
    /// An integer from 0 to 4,294,967,295.
    U32,
    /// A signed integer of 32 bits.
    I32,
    /// A float of 32 bits.
    F32,
    /// Text with room for so many bytes. The rest after it is filled with NULs, or with garbage after
    /// the first NUL.
    Text(usize),
    /// Text of as many bytes as the field before it says.
    Sized,
}

impl Store {
    /// How many bytes it takes; `None` if another field gives that.
    pub const fn width(self) -> Option<usize> {
        match self {
            Self::U8 | Self::I8 => Some(1),
            Self::U16 => Some(2),
            Self::U32 | Self::I32 | Self::F32 => Some(4),
            Self::Text(width) => Some(width),
            Self::Sized => None,
        }
    }
}

/// A field in its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What the [listing](crate::document::listing) calls it. Fields that follow each other under one label
    /// are a list there.
    pub label: &'static str,
    /// Which one, as [`layout::field`](crate::layout::field) counts.
    pub field: u8,
    /// How it is stored.
    pub store: Store,
}

/// The parts of a record, each with its fields. Between two parts are other records, or text.
pub type Parts = &'static [&'static [Slot]];

/// How many bytes the version of a block has.
pub const VERSION_WIDTH: usize = 4;
/// The room for the name of a mesh, a material or a bone.
pub const NAME_WIDTH: usize = 32;
/// The room for the path of a texture.
pub const PATH_WIDTH: usize = 128;

/// Fields that follow each other and are stored alike: what the listing calls them, their numbers, and how
/// each is stored.
type FieldRun = (&'static str, &'static [u8], Store);

/// Makes a part of a record out of its runs.
macro_rules! part {
    ($($run:expr),+ $(,)?) => {{
        const RUNS: &[FieldRun] = &[$($run),+];
        const SLOTS: &[Slot] = &slots::<{ count(RUNS) }>(RUNS);
        SLOTS
    }};
}

/// How many fields there are in all runs.
const fn count(runs: &[FieldRun]) -> usize {
    let (mut sum, mut number) = (0, 0);
    while number < runs.len() {
        sum += runs[number].1.len();
        number += 1;
    }
    sum
}

/// The fields of all runs.
const fn slots<const COUNT: usize>(runs: &[FieldRun]) -> [Slot; COUNT] {
    let mut slots = [Slot { label: "", field: 0, store: Store::U8 }; COUNT];
    let (mut at, mut number) = (0, 0);
    while number < runs.len() {
        let (label, fields, store) = runs[number];
        let mut index = 0;
        while index < fields.len() {
            slots[at] = Slot { label, field: fields[index], store };
            at += 1;
            index += 1;
        }
        number += 1;
    }
    slots
}

/// The parts of a record. Of a vertex extra these are the fields of version 3; see [`vertex_extra`] for the others.
/// Blocks differ by kind; see [`block`].
pub fn parts(record: Record) -> Parts {
    match record {
        Record::File => &[FILE],
        Record::Block => &[],
        Record::Normal => &[NORMAL],
        Record::Mesh => &[MESH, MESH_END],
        Record::Member => &[MEMBER],
        Record::Vertex => &[VERTEX],
        Record::Face => &[FACE],
        Record::Material => &[MATERIAL],
        Record::Animation => &[ANIMATION],
        Record::Bone => &[BONE],
        Record::PositionKey => &[POSITION_KEY],
        Record::RotationKey => &[ROTATION_KEY],
        Record::Comment => &[COMMENT, COMMENT_TEXT],
        Record::ModelComment => &[MODEL_COMMENT, MODEL_COMMENT_TEXT],
        Record::VertexExtra => &[VERTEX_EXTRA],
        Record::BoneExtra => &[BONE_EXTRA],
        Record::ModelExtra => &[MODEL_EXTRA],
    }
}

/// The only part of a block.
pub const fn block(kind: BlockKind) -> &'static [Slot] {
    use fields::block::{COUNT, VERSION};
    match kind {
        BlockKind::GroupComments
        | BlockKind::MaterialComments
        | BlockKind::BoneComments
        | BlockKind::ModelComment => part![("count", &[COUNT], I32)],
        BlockKind::Comments | BlockKind::VertexExtras | BlockKind::BoneExtras | BlockKind::ModelExtras => {
            part![("version", &[VERSION], I32)]
        }
        _ => part![("count", &[COUNT], U16)],
    }
}

/// The only part of a vertex extra; `None` for an unknown version. Version 1 has no
/// numbers for programs, version 2 has one, version 3 two.
pub const fn vertex_extra(version: i32) -> Option<&'static [Slot]> {
    use fields::vertex_extra::{BONES, EXTRA, WEIGHTS};
    match version {
        1 => Some(const { between(VERTEX_EXTRA, BONES[0], WEIGHTS[2]) }),
        2 => Some(const { between(VERTEX_EXTRA, BONES[0], EXTRA[0]) }),
        3 => Some(VERTEX_EXTRA),
        _ => None,
    }
}

/// The bytes that fields take; text whose length is in another field is left out.
pub const fn width(slots: &[Slot]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < slots.len() {
        if let Some(width) = slots[index].store.width() {
            sum += width;
        }
        index += 1;
    }
    sum
}

/// Where in its part a field starts.
pub const fn offset(slots: &[Slot], field: u8) -> usize {
    width(slots.split_at(position(slots, field)).0)
}

/// Where in their part fields start.
pub const fn offsets<const COUNT: usize>(slots: &[Slot], fields: [u8; COUNT]) -> [usize; COUNT] {
    let (mut offsets, mut index) = ([0; COUNT], 0);
    while index < COUNT {
        offsets[index] = offset(slots, fields[index]);
        index += 1;
    }
    offsets
}

/// The bytes in a part of its fields from one to another, both included.
pub const fn range(slots: &'static [Slot], first: u8, last: u8) -> Range<usize> {
    let start = offset(slots, first);
    start..start + width(between(slots, first, last))
}

/// The fields of a part from one to another, both included.
pub const fn between(slots: &'static [Slot], first: u8, last: u8) -> &'static [Slot] {
    slots.split_at(position(slots, last) + 1).0.split_at(position(slots, first)).1
}

/// As which field of its part a field is stored.
const fn position(slots: &[Slot], field: u8) -> usize {
    let mut index = 0;
    while slots[index].field != field {
        index += 1;
    }
    index
}

use Store::{F32, I8, I32, Sized, Text, U8, U16, U32};
use fields::{
    animation, bone, bone_extra, comment, face, file, key, material, member, mesh, model_comment,
    model_extra, normal, vertex, vertex_extra as extra,
};

/// The head of the file.
pub const FILE: &[Slot] = part![("id", &[file::ID], Text(10)), ("version", &[file::VERSION], I32)];
/// A vertex.
pub const VERTEX: &[Slot] = part![
    ("flags", &[vertex::FLAGS], U8),
    ("position", &vertex::POSITION, F32),
    ("bone", &[vertex::BONE], I8),
    ("reference-count", &[vertex::REFERENCE_COUNT], U8),
];
/// A face.
pub const FACE: &[Slot] = part![
    ("flags", &[face::FLAGS], U16),
    ("vertices", &face::VERTICES, U16),
    ("normals", face::NORMALS.as_flattened(), F32),
    ("u", &face::U, F32),
    ("v", &face::V, F32),
    ("smoothing-group", &[face::SMOOTHING_GROUP], U8),
    ("group", &[face::GROUP], U8),
];
/// A part of a face.
const NORMAL: &[Slot] = part![("normals", &normal::DIRECTION, F32)];
/// A mesh, up to the faces that it lists.
pub const MESH: &[Slot] = part![
    ("flags", &[mesh::FLAGS], U8),
    ("name", &[mesh::NAME], Text(NAME_WIDTH)),
    ("face-count", &[mesh::FACE_COUNT], U16),
];
pub(crate) const MESH_END: &[Slot] = part![("material", &[mesh::MATERIAL], I8)];
/// The index of a face as a mesh lists it.
pub const MEMBER: &[Slot] = part![("faces", &[member::FACE], U16)];
/// A material.
pub const MATERIAL: &[Slot] = part![
    ("name", &[material::NAME], Text(NAME_WIDTH)),
    ("ambient", &material::AMBIENT, F32),
    ("diffuse", &material::DIFFUSE, F32),
    ("specular", &material::SPECULAR, F32),
    ("emissive", &material::EMISSIVE, F32),
    ("shininess", &[material::SHININESS], F32),
    ("transparency", &[material::TRANSPARENCY], F32),
    ("mode", &[material::MODE], U8),
    ("texture", &[material::TEXTURE], Text(PATH_WIDTH)),
    ("alpha-map", &[material::ALPHA_MAP], Text(PATH_WIDTH)),
];
/// How the model is animated.
pub const ANIMATION: &[Slot] = part![
    ("frames-per-second", &[animation::RATE], F32),
    ("current-frame", &[animation::CURRENT_FRAME], F32),
    ("frame-count", &[animation::FRAME_COUNT], I32),
];
/// A bone. The rotation is before the position here, and so are the rotation keys.
pub const BONE: &[Slot] = part![
    ("flags", &[bone::FLAGS], U8),
    ("name", &[bone::NAME], Text(NAME_WIDTH)),
    ("parent", &[bone::PARENT], Text(NAME_WIDTH)),
    ("rotation", &bone::ROTATION, F32),
    ("position", &bone::POSITION, F32),
    ("rotation-key-count", &[bone::ROTATION_KEY_COUNT], U16),
    ("position-key-count", &[bone::POSITION_KEY_COUNT], U16),
];
/// A key of a position. One of a rotation is stored in the same way.
pub const POSITION_KEY: &[Slot] = part![("time", &[key::TIME], F32), ("position", &key::VALUE, F32)];
const ROTATION_KEY: &[Slot] = part![("time", &[key::TIME], F32), ("rotation", &key::VALUE, F32)];
/// A comment about a mesh, a material or a bone, up to its text.
pub const COMMENT: &[Slot] = part![("index", &[comment::INDEX], I32), ("length", &[comment::LENGTH], I32)];
const COMMENT_TEXT: &[Slot] = part![("text", &[comment::TEXT], Sized)];
const MODEL_COMMENT: &[Slot] = part![("length", &[model_comment::LENGTH], I32)];
const MODEL_COMMENT_TEXT: &[Slot] = part![("text", &[model_comment::TEXT], Sized)];
/// The vertex extra of version 3; see [`vertex_extra`] for the others.
pub const VERTEX_EXTRA: &[Slot] =
    part![("bones", &extra::BONES, I8), ("weights", &extra::WEIGHTS, U8), ("extra", &extra::EXTRA, U32),];
/// The extra of a bone.
pub const BONE_EXTRA: &[Slot] = part![("color", &bone_extra::COLOR, F32)];
/// The model extra.
pub const MODEL_EXTRA: &[Slot] = part![
    ("joint-size", &[model_extra::JOINT_SIZE], F32),
    ("transparency-mode", &[model_extra::TRANSPARENCY_MODE], I32),
    ("alpha-reference", &[model_extra::ALPHA_REFERENCE], F32),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_take_the_room_that_the_specification_says() {
        let widths = |record| parts(record).iter().map(|part| width(part)).collect::<Vec<_>>();
        assert_eq!(widths(Record::File), [14]);
        assert_eq!(widths(Record::Vertex), [15]);
        assert_eq!(widths(Record::Face), [70]);
        assert_eq!(widths(Record::Mesh), [35, 1]);
        assert_eq!(widths(Record::Material), [361]);
        assert_eq!(widths(Record::Animation), [12]);
        assert_eq!(widths(Record::Bone), [93]);
        assert_eq!(widths(Record::PositionKey), [16]);
        assert_eq!(widths(Record::BoneExtra), [12]);
        assert_eq!(widths(Record::ModelExtra), [12]);
        let extras = [0, 1, 2, 3, 4].map(|version| vertex_extra(version).map(width));
        assert_eq!(extras, [None, Some(6), Some(10), Some(14), None]);
    }

    #[test]
    fn every_slot_is_a_field() {
        for record in
            [Record::File, Record::Vertex, Record::Face, Record::Mesh, Record::Material, Record::Bone]
        {
            for slot in parts(record).iter().copied().flatten() {
                assert!(crate::layout::field(record, slot.field).is_some(), "{record:?} {slot:?}");
            }
        }
    }
}

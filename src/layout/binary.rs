//! Floor 1: in which order and in how many bytes the fields of a record stand in a binary file. All
//! numbers are little-endian, and nothing lies between them.

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
    /// Text with room for so many bytes. What is left behind it is filled with NULs, or with garbage behind
    /// the first NUL.
    Text(usize),
    /// As many bytes of text as the field in front of it says.
    Sized,
}

impl Store {
    /// How many bytes it takes; `None` if that is told by another field.
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

/// The parts of a record, each with its fields. Between two parts stand other records, or text.
pub type Parts = &'static [&'static [Slot]];

/// The room for the name of a mesh, a material or a bone.
pub const NAME_WIDTH: usize = 32;
/// The room for the path of a texture.
pub const PATH_WIDTH: usize = 128;

const fn slot(label: &'static str, field: u8, store: Store) -> Slot {
    Slot { label, field, store }
}

/// Fields that follow each other and are stored alike.
const fn run<const N: usize>(label: &'static str, first: u8, store: Store) -> [Slot; N] {
    let mut slots = [slot(label, first, store); N];
    let mut index = 1;
    while index < N {
        slots[index].field = first + index as u8;
        index += 1;
    }
    slots
}

/// Several runs as one part.
const fn join<const N: usize>(runs: &[&[Slot]]) -> [Slot; N] {
    let mut slots = [slot("", 0, Store::U8); N];
    let (mut at, mut number) = (0, 0);
    while number < runs.len() {
        let mut index = 0;
        while index < runs[number].len() {
            slots[at] = runs[number][index];
            at += 1;
            index += 1;
        }
        number += 1;
    }
    assert!(at == N);
    slots
}

/// The parts of a record in a file of [vertex extras](BlockKind::VertexExtras) of version 3; see
/// [`vertex_extra`] for the others. Blocks differ by kind; see [`block`].
pub fn parts(record: Record) -> Parts {
    match record {
        Record::File => &[&FILE],
        Record::Block => &[],
        Record::Normal => &[&NORMAL],
        Record::Mesh => &[&MESH, &MESH_END],
        Record::Member => &[&MEMBER],
        Record::Vertex => &[&VERTEX],
        Record::Face => &[&FACE],
        Record::Material => &[&MATERIAL],
        Record::Animation => &[&ANIMATION],
        Record::Bone => &[&BONE],
        Record::PositionKey => &[&POSITION_KEY],
        Record::RotationKey => &[&ROTATION_KEY],
        Record::Comment => &[&COMMENT, &COMMENT_TEXT],
        Record::ModelComment => &[&MODEL_COMMENT, &MODEL_COMMENT_TEXT],
        Record::VertexExtra => &[&VERTEX_EXTRA],
        Record::BoneExtra => &[&BONE_EXTRA],
        Record::ModelExtra => &[&MODEL_EXTRA],
    }
}

/// The only part of a block.
pub const fn block(kind: BlockKind) -> &'static [Slot] {
    use fields::block::{COUNT, VERSION};
    match kind {
        BlockKind::GroupComments
        | BlockKind::MaterialComments
        | BlockKind::BoneComments
        | BlockKind::ModelComment => const { &[slot("count", COUNT, Store::I32)] },
        BlockKind::Comments | BlockKind::VertexExtras | BlockKind::BoneExtras | BlockKind::ModelExtras => {
            const { &[slot("version", VERSION, Store::I32)] }
        }
        _ => const { &[slot("count", COUNT, Store::U16)] },
    }
}

/// The only part of what is added to a vertex; `None` for a version that nobody knows. Version 1 has no
/// numbers for programs, version 2 has one, version 3 two.
pub fn vertex_extra(version: i32) -> Option<&'static [Slot]> {
    let numbers = usize::try_from(version).ok()?.checked_sub(1).filter(|numbers| *numbers <= 2)?;
    Some(&VERTEX_EXTRA[..6 + numbers])
}

/// The room that fields take; that of text whose length another field tells is left out.
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
    let (mut sum, mut index) = (0, 0);
    while slots[index].field != field {
        if let Some(width) = slots[index].store.width() {
            sum += width;
        }
        index += 1;
    }
    sum
}

use Store::{F32, I8, I32, Sized, Text, U8, U16, U32};

/// The head of the file.
pub const FILE: [Slot; 2] =
    [slot("id", fields::file::ID, Text(10)), slot("version", fields::file::VERSION, I32)];
/// A vertex.
pub const VERTEX: [Slot; 6] = join(&[
    &[slot("flags", fields::vertex::FLAGS, U8)],
    &run::<3>("position", fields::vertex::FLAGS + 1, F32),
    &[slot("bone", fields::vertex::BONE, I8), slot("reference-count", fields::vertex::REFERENCE_COUNT, U8)],
]);
/// A face.
pub const FACE: [Slot; 21] = join(&[
    &[slot("flags", fields::face::FLAGS, U16)],
    &run::<3>("vertices", fields::face::VERTEX_1, U16),
    &run::<9>("normals", fields::face::NORMALS, F32),
    &run::<3>("u", fields::face::U, F32),
    &run::<3>("v", fields::face::V, F32),
    &[slot("smoothing-group", fields::face::SMOOTHING_GROUP, U8), slot("group", fields::face::GROUP, U8)],
]);
/// A part of a face.
const NORMAL: [Slot; 3] = run("normals", fields::normal::X, F32);
/// A mesh, up to the faces that it lists.
pub const MESH: [Slot; 3] = [
    slot("flags", fields::mesh::FLAGS, U8),
    slot("name", fields::mesh::NAME, Text(NAME_WIDTH)),
    slot("face-count", fields::mesh::FACE_COUNT, U16),
];
const MESH_END: [Slot; 1] = [slot("material", fields::mesh::MATERIAL, I8)];
/// The index of a face as a mesh lists it.
pub const MEMBER: [Slot; 1] = [slot("faces", fields::member::FACE, U16)];
/// A material.
pub const MATERIAL: [Slot; 22] = join(&[
    &[slot("name", fields::material::NAME, Text(NAME_WIDTH))],
    &run::<4>("ambient", fields::material::COLORS, F32),
    &run::<4>("diffuse", fields::material::COLORS + 4, F32),
    &run::<4>("specular", fields::material::COLORS + 8, F32),
    &run::<4>("emissive", fields::material::COLORS + 12, F32),
    &[
        slot("shininess", fields::material::SHININESS, F32),
        slot("transparency", fields::material::TRANSPARENCY, F32),
        slot("mode", fields::material::MODE, U8),
        slot("texture", fields::material::TEXTURE, Text(PATH_WIDTH)),
        slot("alpha-map", fields::material::ALPHA_MAP, Text(PATH_WIDTH)),
    ],
]);
/// How the model is animated.
pub const ANIMATION: [Slot; 3] = [
    slot("frames-per-second", fields::animation::RATE, F32),
    slot("current-frame", fields::animation::CURRENT_FRAME, F32),
    slot("frame-count", fields::animation::FRAME_COUNT, I32),
];
/// A bone. The turn stands in front of the position here, and so do the turning keys.
pub const BONE: [Slot; 11] = join(&[
    &[
        slot("flags", fields::bone::FLAGS, U8),
        slot("name", fields::bone::NAME, Text(NAME_WIDTH)),
        slot("parent", fields::bone::PARENT, Text(NAME_WIDTH)),
    ],
    &run::<3>("rotation", fields::bone::ROTATION, F32),
    &run::<3>("position", fields::bone::FLAGS + 1, F32),
    &[
        slot("rotation-key-count", fields::bone::ROTATION_KEY_COUNT, U16),
        slot("position-key-count", fields::bone::POSITION_KEY_COUNT, U16),
    ],
]);
const POSITION_KEY: [Slot; 4] =
    join(&[&[slot("time", fields::key::TIME, F32)], &run::<3>("position", fields::key::VALUE, F32)]);
const ROTATION_KEY: [Slot; 4] =
    join(&[&[slot("time", fields::key::TIME, F32)], &run::<3>("rotation", fields::key::VALUE, F32)]);
const COMMENT: [Slot; 2] =
    [slot("index", fields::comment::INDEX, I32), slot("length", fields::comment::LENGTH, I32)];
const COMMENT_TEXT: [Slot; 1] = [slot("text", fields::comment::TEXT, Sized)];
const MODEL_COMMENT: [Slot; 1] = [slot("length", fields::model_comment::LENGTH, I32)];
const MODEL_COMMENT_TEXT: [Slot; 1] = [slot("text", fields::model_comment::TEXT, Sized)];
/// What version 3 adds to a vertex; see [`vertex_extra`] for the others.
pub const VERTEX_EXTRA: [Slot; 8] = join(&[
    &run::<3>("bones", fields::vertex_extra::BONES, I8),
    &run::<3>("weights", fields::vertex_extra::WEIGHTS, U8),
    &run::<2>("extra", fields::vertex_extra::EXTRA, U32),
]);
const BONE_EXTRA: [Slot; 3] = run("color", fields::bone_extra::COLOR, F32);
const MODEL_EXTRA: [Slot; 3] =
    [slot("joint-size", 0, F32), slot("transparency-mode", 1, I32), slot("alpha-reference", 2, F32)];

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

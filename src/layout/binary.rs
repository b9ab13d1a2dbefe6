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

const fn slot(field: u8, store: Store) -> Slot {
    Slot { field, store }
}

/// Fields that follow each other and are stored alike.
const fn run<const N: usize>(first: u8, store: Store) -> [Slot; N] {
    let mut slots = [slot(first, store); N];
    let mut index = 1;
    while index < N {
        slots[index].field = first + index as u8;
        index += 1;
    }
    slots
}

/// Several runs as one part.
const fn join<const N: usize>(runs: &[&[Slot]]) -> [Slot; N] {
    let mut slots = [slot(0, Store::U8); N];
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
        Record::PositionKey | Record::RotationKey => &[&KEY],
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
        | BlockKind::ModelComment => const { &[slot(COUNT, Store::I32)] },
        BlockKind::Comments | BlockKind::VertexExtras | BlockKind::BoneExtras | BlockKind::ModelExtras => {
            const { &[slot(VERSION, Store::I32)] }
        }
        _ => const { &[slot(COUNT, Store::U16)] },
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

use Store::{F32, I8, I32, Sized, Text, U8, U16, U32};

const FILE: [Slot; 2] = [slot(fields::file::ID, Text(10)), slot(fields::file::VERSION, I32)];
const VERTEX: [Slot; 6] = join(&[
    &[slot(fields::vertex::FLAGS, U8)],
    &run::<3>(fields::vertex::FLAGS + 1, F32),
    &[slot(fields::vertex::BONE, I8), slot(fields::vertex::REFERENCE_COUNT, U8)],
]);
const FACE: [Slot; 21] = join(&[
    &[slot(fields::face::FLAGS, U16)],
    &run::<3>(fields::face::VERTEX_1, U16),
    &run::<15>(fields::face::NORMALS, F32),
    &[slot(fields::face::SMOOTHING_GROUP, U8), slot(fields::face::GROUP, U8)],
]);
/// A part of a face.
const NORMAL: [Slot; 3] = run(fields::normal::X, F32);
const MESH: [Slot; 3] = [
    slot(fields::mesh::FLAGS, U8),
    slot(fields::mesh::NAME, Text(NAME_WIDTH)),
    slot(fields::mesh::FACE_COUNT, U16),
];
const MESH_END: [Slot; 1] = [slot(fields::mesh::MATERIAL, I8)];
const MEMBER: [Slot; 1] = [slot(fields::member::FACE, U16)];
const MATERIAL: [Slot; 22] = join(&[
    &[slot(fields::material::NAME, Text(NAME_WIDTH))],
    &run::<18>(fields::material::COLORS, F32),
    &[
        slot(fields::material::MODE, U8),
        slot(fields::material::TEXTURE, Text(PATH_WIDTH)),
        slot(fields::material::ALPHA_MAP, Text(PATH_WIDTH)),
    ],
]);
const ANIMATION: [Slot; 3] = [
    slot(fields::animation::RATE, F32),
    slot(fields::animation::CURRENT_FRAME, F32),
    slot(fields::animation::FRAME_COUNT, I32),
];
/// The turn stands in front of the position here, and so do the turning keys.
const BONE: [Slot; 11] = join(&[
    &[
        slot(fields::bone::FLAGS, U8),
        slot(fields::bone::NAME, Text(NAME_WIDTH)),
        slot(fields::bone::PARENT, Text(NAME_WIDTH)),
    ],
    &run::<3>(fields::bone::ROTATION, F32),
    &run::<3>(fields::bone::FLAGS + 1, F32),
    &[slot(fields::bone::ROTATION_KEY_COUNT, U16), slot(fields::bone::POSITION_KEY_COUNT, U16)],
]);
const KEY: [Slot; 4] = run(fields::key::TIME, F32);
const COMMENT: [Slot; 2] = [slot(fields::comment::INDEX, I32), slot(fields::comment::LENGTH, I32)];
const COMMENT_TEXT: [Slot; 1] = [slot(fields::comment::TEXT, Sized)];
const MODEL_COMMENT: [Slot; 1] = [slot(fields::model_comment::LENGTH, I32)];
const MODEL_COMMENT_TEXT: [Slot; 1] = [slot(fields::model_comment::TEXT, Sized)];
const VERTEX_EXTRA: [Slot; 8] = join(&[
    &run::<3>(fields::vertex_extra::BONES, I8),
    &run::<3>(fields::vertex_extra::WEIGHTS, U8),
    &run::<2>(fields::vertex_extra::EXTRA, U32),
]);
const BONE_EXTRA: [Slot; 3] = run(fields::bone_extra::COLOR, F32);
const MODEL_EXTRA: [Slot; 3] = [slot(0, F32), slot(1, I32), slot(2, F32)];

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

//! The binary format as steps: which fields come next, and what their values imply for those after them.
//! [`State`] holds all that the reading knows between two steps.

use std::ops::Range;

use crate::layout::binary::{
    ANIMATION, BONE, FACE, FILE, MATERIAL, MEMBER, MESH, MESH_END, MODEL_EXTRA, POSITION_KEY, Slot, VERTEX,
    VERTEX_EXTRA, between, block, offset, parts, range, vertex_extra, width,
};
use crate::layout::fields::{
    animation, bone, face, material, mesh, model_extra, vertex, vertex_extra as extra,
};
use crate::layout::{BlockKind, Record};

/// In larger files nobody looks for lost bytes, as that takes long. As many vertices and faces as the format can have take
/// 6 MB; keys and comments can take more.
pub(in crate::parse) const LARGEST: usize = 8 << 20;

/// What is read at once: a part of a record as the layout lists it, or some of its fields, where those of a
/// whole part are too many to be judged together. In the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::parse) enum Step {
    /// The count or the version of a block.
    Block,
    Vertex,
    /// The flags and the vertices of a face.
    Corners,
    /// The normal of one of its corners, from 0.
    Normal(u8),
    U,
    V,
    /// Its smoothing group and its mesh.
    FaceEnd,
    Mesh,
    Member,
    MeshEnd,
    MaterialName,
    /// Its colours, and how it is drawn.
    MaterialLook,
    /// Its texture and its alpha map.
    MaterialPaths,
    Animation,
    Bone,
    RotationKey,
    PositionKey,
    /// What a comment is about, unless that is the model, and how long it is.
    Comment,
    /// One byte of a comment.
    Text,
    VertexExtra,
    BoneExtra,
    ModelExtra,
    End,
}

/// The blocks in the order of the file, each with the first step of its rows.
const BLOCKS: [(BlockKind, Step); 13] = [
    (BlockKind::Vertices, Step::Vertex),
    (BlockKind::Faces, Step::Corners),
    (BlockKind::Meshes, Step::Mesh),
    (BlockKind::Materials, Step::MaterialName),
    (BlockKind::Bones, Step::Bone),
    (BlockKind::Comments, Step::End),
    (BlockKind::GroupComments, Step::Comment),
    (BlockKind::MaterialComments, Step::Comment),
    (BlockKind::BoneComments, Step::Comment),
    (BlockKind::ModelComment, Step::Comment),
    (BlockKind::VertexExtras, Step::VertexExtra),
    (BlockKind::BoneExtras, Step::BoneExtra),
    (BlockKind::ModelExtras, Step::ModelExtra),
];

const CORNERS: &[Slot] = between(FACE, face::FLAGS, face::VERTICES[2]);
const FACE_END: &[Slot] = between(FACE, face::SMOOTHING_GROUP, face::GROUP);
const MATERIAL_LOOK: &[Slot] = between(MATERIAL, material::AMBIENT[0], material::MODE);

/// Where the fields are in the bytes of their step.
pub(in crate::parse) mod at {
    use super::*;

    pub(crate) const POSITION: Range<usize> = range(VERTEX, vertex::POSITION[0], vertex::POSITION[2]);
    pub(crate) const VERTEX_BONE: usize = offset(VERTEX, vertex::BONE);
    pub(crate) const REFERENCE_COUNT: usize = offset(VERTEX, vertex::REFERENCE_COUNT);
    pub(crate) const CORNER_VERTICES: [usize; 3] = [
        offset(CORNERS, face::VERTICES[0]),
        offset(CORNERS, face::VERTICES[1]),
        offset(CORNERS, face::VERTICES[2]),
    ];
    pub(crate) const GROUP: usize = offset(FACE_END, face::GROUP);
    pub(crate) const MESH_NAME: Range<usize> = range(MESH, mesh::NAME, mesh::NAME);
    pub(crate) const FACE_COUNT: usize = offset(MESH, mesh::FACE_COUNT);
    pub(crate) const COLORS: Range<usize> =
        range(MATERIAL_LOOK, material::AMBIENT[0], material::TRANSPARENCY);
    pub(crate) const MODE: usize = offset(MATERIAL_LOOK, material::MODE);
    pub(crate) const FRAME_COUNT: usize = offset(ANIMATION, animation::FRAME_COUNT);
    pub(crate) const BONE_NAME: Range<usize> = range(BONE, bone::NAME, bone::NAME);
    pub(crate) const PARENT: Range<usize> = range(BONE, bone::PARENT, bone::PARENT);
    pub(crate) const BONE_PLACE: Range<usize> = range(BONE, bone::ROTATION[0], bone::POSITION[2]);
    pub(crate) const ROTATION_KEYS: usize = offset(BONE, bone::ROTATION_KEY_COUNT);
    pub(crate) const POSITION_KEYS: usize = offset(BONE, bone::POSITION_KEY_COUNT);
    pub(crate) const BONES: Range<usize> = range(VERTEX_EXTRA, extra::BONES[0], extra::BONES[2]);
    pub(crate) const WEIGHTS: Range<usize> = range(VERTEX_EXTRA, extra::WEIGHTS[0], extra::WEIGHTS[2]);
    pub(crate) const TRANSPARENCY_MODE: usize = offset(MODEL_EXTRA, model_extra::TRANSPARENCY_MODE);
    pub(crate) const ALPHA_REFERENCE: usize = offset(MODEL_EXTRA, model_extra::ALPHA_REFERENCE);
}

/// The offset after `MS3D000000` and the version.
pub(in crate::parse) const HEADER: usize = width(FILE);
/// The widest step.
pub(in crate::parse) const WIDEST: usize = 256;

/// The position in the format, and all that must be remembered there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::parse) struct State {
    /// The block that it is in or after, as [`BLOCKS`] counts.
    block: u8,
    /// What comes next.
    pub(in crate::parse) step: Step,
    /// The number of the record in its block; in the text of a comment, how many bytes of it are still to come.
    pub(in crate::parse) row: u32,
    /// How many rows of the block or of the record are still to come, the next one included.
    pub(in crate::parse) left: u32,
    /// From the row before: the index after its face, its mesh, or its time.
    pub(in crate::parse) last: u32,
    /// How many position keys follow the rotation keys; how wide what is added to a vertex is.
    more: u16,
    pub(in crate::parse) vertices: u16,
    pub(in crate::parse) faces: u16,
    meshes: u16,
    pub(in crate::parse) materials: u16,
    pub(in crate::parse) bones: u16,
}

/// The little-endian number of two bytes.
pub(in crate::parse) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The little-endian number of four bytes.
pub(in crate::parse) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl State {
    /// The state after the header.
    pub(in crate::parse) const START: Self = Self {
        block: 0,
        step: Step::Block,
        row: 0,
        left: 0,
        last: 0,
        more: 0,
        vertices: 0,
        faces: 0,
        meshes: 0,
        materials: 0,
        bones: 0,
    };

    /// The block that the reading is in, or after.
    pub(in crate::parse) fn block(&self) -> BlockKind {
        BLOCKS[self.block as usize].0
    }

    /// The kind of record that comes next.
    pub(in crate::parse) fn record(&self) -> Record {
        match self.step {
            Step::Block | Step::End => Record::Block,
            Step::Vertex => Record::Vertex,
            Step::Corners | Step::Normal(_) | Step::U | Step::V | Step::FaceEnd => Record::Face,
            Step::Mesh | Step::MeshEnd => Record::Mesh,
            Step::Member => Record::Member,
            Step::MaterialName | Step::MaterialLook | Step::MaterialPaths => Record::Material,
            Step::Animation => Record::Animation,
            Step::Bone => Record::Bone,
            Step::RotationKey => Record::RotationKey,
            Step::PositionKey => Record::PositionKey,
            Step::Comment | Step::Text if self.block() == BlockKind::ModelComment => Record::ModelComment,
            Step::Comment | Step::Text => Record::Comment,
            Step::VertexExtra => Record::VertexExtra,
            Step::BoneExtra => Record::BoneExtra,
            Step::ModelExtra => Record::ModelExtra,
        }
    }

    /// Whether a record begins here, or the count or the version of a block.
    pub(in crate::parse) fn is_at_record(&self) -> bool {
        use Step::{FaceEnd, MaterialLook, MaterialPaths, MeshEnd, Normal, Text, U, V};
        !matches!(self.step, Normal(_) | U | V | FaceEnd | MeshEnd | MaterialLook | MaterialPaths | Text)
    }

    /// The fields that come next; none for text, and for what depends on a version.
    pub(in crate::parse) fn slots(&self) -> &'static [Slot] {
        match self.step {
            Step::Block => block(self.block()),
            Step::Corners => CORNERS,
            Step::Normal(_) => parts(Record::Normal)[0],
            Step::U => const { between(FACE, face::U[0], face::U[2]) },
            Step::V => const { between(FACE, face::V[0], face::V[2]) },
            Step::FaceEnd => FACE_END,
            Step::MeshEnd => parts(Record::Mesh)[1],
            Step::MaterialName => const { between(MATERIAL, material::NAME, material::NAME) },
            Step::MaterialLook => MATERIAL_LOOK,
            Step::MaterialPaths => const { between(MATERIAL, material::TEXTURE, material::ALPHA_MAP) },
            Step::Text | Step::VertexExtra | Step::End => &[],
            _ => parts(self.record())[0],
        }
    }

    /// How many bytes come next.
    pub(in crate::parse) fn width(&self) -> usize {
        match self.step {
            Step::VertexExtra => self.more as usize,
            Step::Text => 1,
            // What is read most often needs not be added up each time.
            Step::Mesh => const { width(MESH) },
            Step::MeshEnd => const { width(MESH_END) },
            Step::Bone => const { width(BONE) },
            Step::Vertex | Step::Member | Step::RotationKey | Step::PositionKey => self.row_width(),
            _ => width(self.slots()),
        }
    }

    /// How many bytes the record takes that comes next.
    fn row_width(&self) -> usize {
        match self.step {
            Step::Vertex => const { width(VERTEX) },
            Step::Corners => const { width(FACE) },
            Step::Mesh => const { width(MESH) + width(MESH_END) },
            Step::Member => const { width(MEMBER) },
            Step::MaterialName => const { width(MATERIAL) },
            Step::Bone => const { width(BONE) },
            Step::RotationKey | Step::PositionKey => const { width(POSITION_KEY) },
            _ => parts(self.record()).iter().map(|part| width(part)).sum(),
        }
    }

    /// The number of the record, or of what it belongs to; 0 for a comment.
    pub(in crate::parse) fn owner(&self) -> u32 {
        match self.record() {
            Record::Comment | Record::ModelComment => 0,
            _ => self.row,
        }
    }

    /// Whether a file may end here: older versions of MilkShape write less.
    pub(in crate::parse) fn may_end(&self) -> bool {
        match self.step {
            Step::Block => self.block().has_version(),
            step => step == Step::End,
        }
    }

    /// How many bytes must follow at least, by the counts that were read.
    pub(in crate::parse) fn needed(&self) -> usize {
        let row = match self.step {
            Step::Text => return self.row as usize,
            Step::VertexExtra => self.more as usize,
            Step::Member | Step::RotationKey | Step::PositionKey => self.row_width(),
            step if step == self.first() => self.row_width(),
            _ => return 0,
        };
        let position_keys = if self.step == Step::RotationKey { self.more as usize } else { 0 };
        row.saturating_mul(self.left as usize + position_keys)
    }

    /// The state before the last of the rows of one size that come next, and how many bytes are before that row.
    /// What the rows hold is not remembered.
    pub(in crate::parse) fn last_row(self) -> (Self, usize) {
        let rows = self.left.saturating_sub(1);
        match self.step {
            Step::Text => (Self { row: 1, ..self }, (self.row as usize).saturating_sub(1)),
            Step::VertexExtra => (self.skip(rows), (rows as usize).saturating_mul(self.more as usize)),
            Step::Vertex | Step::Corners | Step::MaterialName | Step::BoneExtra => {
                (self.skip(rows), (rows as usize).saturating_mul(self.row_width()))
            }
            Step::Member | Step::RotationKey | Step::PositionKey => {
                (Self { left: self.left - rows, ..self }, (rows as usize).saturating_mul(self.row_width()))
            }
            _ => (self, 0),
        }
    }

    fn skip(self, rows: u32) -> Self {
        Self { left: self.left - rows, row: self.row + rows, ..self }
    }

    /// The state after the bytes of the next step. `None` if the file cannot be read any further.
    pub(in crate::parse) fn next(self, bytes: &[u8]) -> Option<Self> {
        Some(match self.step {
            Step::Block => return self.open(bytes),
            Step::Corners => self.then(Step::Normal(0)),
            Step::Normal(corner @ 0..2) => self.then(Step::Normal(corner + 1)),
            Step::Normal(_) => self.then(Step::U),
            Step::U => self.then(Step::V),
            Step::V => self.then(Step::FaceEnd),
            Step::FaceEnd => Self { last: bytes[at::GROUP].into(), ..self.next_row() },
            Step::Mesh => self.members(u16_at(bytes, at::FACE_COUNT).into()),
            Step::Member => {
                let last = u32::from(u16_at(bytes, 0)) + 1;
                Self { last, ..self }.members(self.left - 1)
            }
            Step::MeshEnd => self.next_of(self.meshes),
            Step::MaterialName => self.then(Step::MaterialLook),
            Step::MaterialLook => self.then(Step::MaterialPaths),
            Step::Animation => self.next_block(),
            Step::Bone => self.keys(u16_at(bytes, at::ROTATION_KEYS), u16_at(bytes, at::POSITION_KEYS)),
            Step::RotationKey | Step::PositionKey => self.next_key(u32_at(bytes, 0)),
            // Its length is the last of its fields.
            Step::Comment => self.text(u32_at(bytes, bytes.len() - 4)),
            Step::Text => self.text(self.row - 1),
            Step::Vertex | Step::MaterialPaths => self.next_row(),
            Step::VertexExtra | Step::BoneExtra | Step::ModelExtra => self.next_row(),
            Step::End => self,
        })
    }

    /// The state after the count or the version of a block.
    fn open(self, bytes: &[u8]) -> Option<Self> {
        let count = u16_at(bytes, 0);
        Some(match self.block() {
            BlockKind::Vertices => Self { vertices: count, ..self }.rows(count.into()),
            BlockKind::Faces => Self { faces: count, ..self }.rows(count.into()),
            BlockKind::Meshes => Self { meshes: count, ..self }.rows(count.into()),
            BlockKind::Materials => Self { materials: count, ..self }.rows(count.into()),
            BlockKind::Bones => Self { bones: count, ..self }.rows(count.into()),
            BlockKind::ModelComment if u32_at(bytes, 0) > 1 => return None,
            kind if BlockKind::COMMENTS.contains(&kind) => self.rows(u32_at(bytes, 0)),
            BlockKind::VertexExtras => {
                let more = width(vertex_extra(u32_at(bytes, 0) as i32)?) as u16;
                Self { more, ..self }.rows(self.vertices.into())
            }
            BlockKind::BoneExtras => self.rows(self.bones.into()),
            BlockKind::ModelExtras => self.rows(1),
            _ => self.next_block(),
        })
    }

    /// The first step of the rows of the block.
    fn first(&self) -> Step {
        BLOCKS[self.block as usize].1
    }

    /// Another step of the same row.
    fn then(self, step: Step) -> Self {
        Self { step, ..self }
    }

    fn at(self, step: Step) -> Self {
        Self { step, row: 0, left: 0, last: 0, ..self }
    }

    fn next_block(self) -> Self {
        let block = self.block + 1;
        if usize::from(block) < BLOCKS.len() {
            Self { block, ..self.at(Step::Block) }
        } else {
            self.at(Step::End)
        }
    }

    /// The state after the last row of the block.
    fn behind(self) -> Self {
        if self.block() == BlockKind::Materials { self.at(Step::Animation) } else { self.next_block() }
    }

    /// The first of so many rows of the block, or what follows if there are none.
    fn rows(self, count: u32) -> Self {
        if count == 0 { self.behind() } else { Self { left: count, ..self.at(self.first()) } }
    }

    /// The next row of the block, or what follows its last.
    fn next_row(self) -> Self {
        match self.left {
            0 | 1 => self.behind(),
            left => Self { step: self.first(), left: left - 1, row: self.row + 1, ..self },
        }
    }

    /// The next of so many rows, after one whose members or keys were counted down.
    fn next_of(self, count: u16) -> Self {
        Self { left: u32::from(count).saturating_sub(self.row), ..self }.next_row()
    }

    /// So many members of a mesh, and its end.
    fn members(self, left: u32) -> Self {
        match left {
            0 => Self { step: Step::MeshEnd, left, last: 0, ..self },
            _ => Self { step: Step::Member, left, ..self },
        }
    }

    fn keys(self, rotations: u16, positions: u16) -> Self {
        match (rotations, positions) {
            (0, 0) => Self { last: 0, more: 0, ..self }.next_of(self.bones),
            (0, _) => Self { step: Step::PositionKey, left: positions.into(), last: 0, more: 0, ..self },
            _ => Self { step: Step::RotationKey, left: rotations.into(), last: 0, more: positions, ..self },
        }
    }

    fn next_key(self, time: u32) -> Self {
        match (self.left, self.step) {
            (2.., _) => Self { left: self.left - 1, last: time, ..self },
            (_, Step::RotationKey) => self.keys(0, self.more),
            _ => self.keys(0, 0),
        }
    }

    /// The text of a comment, of which so many bytes are left, or the next comment.
    fn text(self, length: u32) -> Self {
        match length {
            0 => Self { row: 0, ..self }.next_row(),
            _ => Self { step: Step::Text, row: length, ..self },
        }
    }
}

//! The binary format as steps: which run of bytes of a known width comes next, and what its values
//! say about those that follow. Between two steps, a reader is fully described by its [`State`].

use std::ops::Range;

use crate::layout::binary::{Slot, block, parts, vertex_extra, width};
use crate::layout::{BlockKind, Record};

/// A run of bytes of a known width, small enough that its values can be judged together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Part {
    VertexCount,
    Vertex,
    TriangleCount,
    Corners,
    Normal(u8),
    S,
    T,
    TriangleEnd,
    GroupCount,
    GroupHead,
    GroupTriangle,
    GroupMaterial,
    MaterialCount,
    MaterialName,
    MaterialLook,
    /// The texture and the alpha map.
    Paths,
    KeyFramer,
    JointCount,
    JointHead,
    RotationKey,
    PositionKey,
    CommentVersion,
    CommentCount(u8),
    CommentHead(u8),
    ModelCommentLength,
    /// One byte of a comment.
    Text(u8),
    WeightVersion,
    Weights,
    ColorVersion,
    JointColor,
    ModelVersion,
    ModelExtra,
    End,
}

/// The room that all parts of a record take.
fn width_of(record: Record) -> usize {
    parts(record).iter().map(|part| width(part)).sum()
}

impl Part {
    /// The fields that it holds; none for what has no table.
    pub(super) fn slots(self) -> &'static [Slot] {
        let of = |record, part: usize, fields: Range<usize>| &parts(record)[part][fields];
        let whole = |record| parts(record)[0];
        match self {
            Self::VertexCount => block(BlockKind::Vertices),
            Self::TriangleCount => block(BlockKind::Faces),
            Self::GroupCount => block(BlockKind::Meshes),
            Self::MaterialCount => block(BlockKind::Materials),
            Self::JointCount => block(BlockKind::Bones),
            Self::CommentCount(_) => block(BlockKind::GroupComments),
            Self::CommentVersion | Self::WeightVersion | Self::ColorVersion | Self::ModelVersion => {
                block(BlockKind::Comments)
            }
            Self::Corners => of(Record::Face, 0, 0..4),
            Self::Normal(_) => whole(Record::Normal),
            Self::S => of(Record::Face, 0, 13..16),
            Self::T => of(Record::Face, 0, 16..19),
            Self::TriangleEnd => of(Record::Face, 0, 19..21),
            Self::GroupMaterial => of(Record::Mesh, 1, 0..1),
            Self::MaterialName => of(Record::Material, 0, 0..1),
            Self::MaterialLook => of(Record::Material, 0, 1..20),
            Self::Paths => of(Record::Material, 0, 20..22),
            Self::Vertex | Self::GroupHead | Self::GroupTriangle | Self::KeyFramer => whole(self.record()),
            Self::JointHead | Self::RotationKey | Self::PositionKey => whole(self.record()),
            Self::CommentHead(_) | Self::ModelCommentLength => whole(self.record()),
            Self::JointColor | Self::ModelExtra => whole(self.record()),
            Self::Text(_) | Self::Weights | Self::End => &[],
        }
    }

    /// The kind of record that it belongs to.
    pub(super) fn record(self) -> Record {
        match self {
            Self::Vertex => Record::Vertex,
            Self::Corners | Self::Normal(_) | Self::S | Self::T | Self::TriangleEnd => Record::Face,
            Self::GroupHead | Self::GroupMaterial => Record::Mesh,
            Self::GroupTriangle => Record::Member,
            Self::MaterialName | Self::MaterialLook | Self::Paths => Record::Material,
            Self::KeyFramer => Record::Animation,
            Self::JointHead => Record::Bone,
            Self::RotationKey => Record::RotationKey,
            Self::PositionKey => Record::PositionKey,
            Self::ModelCommentLength | Self::Text(MODEL) => Record::ModelComment,
            Self::CommentHead(_) | Self::Text(_) => Record::Comment,
            Self::Weights => Record::VertexExtra,
            Self::JointColor => Record::BoneExtra,
            Self::ModelExtra => Record::ModelExtra,
            _ => Record::Block,
        }
    }
}

/// Behind `MS3D000000` and the version.
pub(super) const HEADER: usize = 14;
/// The widest part.
pub(super) const WIDEST: usize = 256;
/// The number of the comment about the model, behind those about groups, materials and joints.
pub(super) const MODEL: u8 = 3;

/// Where a reader stands, and all that it must remember.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct State {
    /// What comes next.
    pub(super) part: Part,
    /// The number of the record in its section.
    pub(super) row: u32,
    /// How many rows of the section or of the record are still to come, the next one included.
    pub(super) left: u32,
    /// The triangle behind the one in the row before, its group, or its time.
    pub(super) last: u32,
    /// How many position keys follow the rotation keys; how wide the weights of a vertex are.
    pub(super) more: u16,
    pub(super) vertices: u16,
    pub(super) triangles: u16,
    pub(super) groups: u16,
    pub(super) materials: u16,
    pub(super) joints: u16,
}

/// The little-endian number of two bytes.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The little-endian number of four bytes.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl State {
    /// Behind the header.
    pub(super) const START: Self = Self {
        part: Part::VertexCount,
        row: 0,
        left: 0,
        last: 0,
        more: 0,
        vertices: 0,
        triangles: 0,
        groups: 0,
        materials: 0,
        joints: 0,
    };

    /// How many bytes the next part has.
    pub(super) fn width(&self) -> usize {
        match self.part {
            Part::Weights => self.more as usize,
            Part::Text(_) => 1,
            part => width(part.slots()),
        }
    }

    /// The number of the record, or of what it belongs to.
    pub(super) fn owner(&self) -> u32 {
        // Of a comment that is the length of the text still to come.
        if self.part.record() == Record::Comment { 0 } else { self.row }
    }

    /// Whether a file may end here: older versions of MilkShape write less.
    pub(super) fn may_end(&self) -> bool {
        matches!(
            self.part,
            Part::CommentVersion | Part::WeightVersion | Part::ColorVersion | Part::ModelVersion | Part::End
        )
    }

    /// How many bytes must follow at least, by the counts that were read.
    pub(super) fn needed(&self) -> usize {
        let row = match self.part {
            Part::Text(_) => return self.row as usize,
            Part::Weights => self.more as usize,
            Part::Vertex | Part::Corners | Part::GroupHead | Part::GroupTriangle => {
                width_of(self.part.record())
            }
            Part::MaterialName | Part::JointHead | Part::RotationKey => width_of(self.part.record()),
            Part::PositionKey | Part::CommentHead(_) | Part::JointColor => width_of(self.part.record()),
            _ => return 0,
        };
        let position_keys = if self.part == Part::RotationKey { self.more as usize } else { 0 };
        row.saturating_mul(self.left as usize + position_keys)
    }

    fn at(self, part: Part) -> Self {
        Self { part, row: 0, left: 0, last: 0, ..self }
    }

    /// The rows of a section, or what follows if there are none.
    fn rows(self, part: Part, count: u32, behind: impl FnOnce(Self) -> Self) -> Self {
        if count == 0 { behind(self) } else { Self { left: count, ..self.at(part) } }
    }

    /// The next row of the section, or what follows its last.
    fn next_row(self, part: Part, behind: impl FnOnce(Self) -> Self) -> Self {
        match self.left {
            0 | 1 => behind(self),
            left => Self { part, left: left - 1, row: self.row + 1, ..self },
        }
    }

    /// Where the reader stands behind the bytes of the next part. `None` if nobody could go on.
    pub(super) fn next(self, bytes: &[u8]) -> Option<Self> {
        Some(match self.part {
            Part::VertexCount => {
                let vertices = u16_at(bytes, 0);
                Self { vertices, ..self }.rows(Part::Vertex, vertices.into(), |s| s.at(Part::TriangleCount))
            }
            Part::Vertex => self.next_row(Part::Vertex, |s| s.at(Part::TriangleCount)),
            Part::TriangleCount => {
                let triangles = u16_at(bytes, 0);
                Self { triangles, ..self }.rows(Part::Corners, triangles.into(), |s| s.at(Part::GroupCount))
            }
            Part::Corners => Self { part: Part::Normal(0), ..self },
            Part::Normal(corner) if corner < 2 => Self { part: Part::Normal(corner + 1), ..self },
            Part::Normal(_) => Self { part: Part::S, ..self },
            Part::S => Self { part: Part::T, ..self },
            Part::T => Self { part: Part::TriangleEnd, ..self },
            Part::TriangleEnd => {
                let last = bytes[1].into();
                Self { last, ..self.next_row(Part::Corners, |s| s.at(Part::GroupCount)) }
            }
            Part::GroupCount => {
                let groups = u16_at(bytes, 0);
                Self { groups, ..self }.rows(Part::GroupHead, groups.into(), |s| s.at(Part::MaterialCount))
            }
            Part::GroupHead => self.group_triangles(u16_at(bytes, 33)),
            Part::GroupTriangle => {
                let last = u32::from(u16_at(bytes, 0)) + 1;
                let row = self.row;
                let state = Self { last, ..self };
                match state.left {
                    0 | 1 => Self { row, ..state.at(Part::GroupMaterial) },
                    left => Self { left: left - 1, ..state },
                }
            }
            Part::GroupMaterial => {
                let left = u32::from(self.groups).saturating_sub(self.row);
                Self { left, ..self }.next_row(Part::GroupHead, |s| s.at(Part::MaterialCount))
            }
            Part::MaterialCount => {
                let materials = u16_at(bytes, 0);
                let state = Self { materials, ..self };
                state.rows(Part::MaterialName, materials.into(), |s| s.at(Part::KeyFramer))
            }
            Part::MaterialName => Self { part: Part::MaterialLook, ..self },
            Part::MaterialLook => Self { part: Part::Paths, ..self },
            Part::Paths => self.next_row(Part::MaterialName, |s| s.at(Part::KeyFramer)),
            Part::KeyFramer => self.at(Part::JointCount),
            Part::JointCount => {
                let joints = u16_at(bytes, 0);
                Self { joints, ..self }.rows(Part::JointHead, joints.into(), |s| s.at(Part::CommentVersion))
            }
            Part::JointHead => self.keys(u16_at(bytes, 89), u16_at(bytes, 91)),
            Part::RotationKey | Part::PositionKey => self.next_key(u32_at(bytes, 0)),
            _ => return self.next_in_tail(bytes),
        })
    }

    fn group_triangles(self, count: u16) -> Self {
        let part = if count == 0 { Part::GroupMaterial } else { Part::GroupTriangle };
        Self { part, left: count.into(), last: 0, ..self }
    }

    fn keys(self, rotations: u16, positions: u16) -> Self {
        match (rotations, positions) {
            (0, 0) => self.next_joint(),
            (0, _) => Self { part: Part::PositionKey, left: positions.into(), last: 0, ..self },
            _ => Self { part: Part::RotationKey, left: rotations.into(), more: positions, last: 0, ..self },
        }
    }

    fn next_key(self, time: u32) -> Self {
        match (self.left, self.part) {
            (2.., _) => Self { left: self.left - 1, last: time, ..self },
            (_, Part::RotationKey) => Self { more: 0, ..self.keys(0, self.more) },
            _ => self.next_joint(),
        }
    }

    fn next_joint(self) -> Self {
        let left = u32::from(self.joints).saturating_sub(self.row);
        Self { left, last: 0, more: 0, ..self }.next_row(Part::JointHead, |s| s.at(Part::CommentVersion))
    }

    /// Behind the joints.
    fn next_in_tail(self, bytes: &[u8]) -> Option<Self> {
        Some(match self.part {
            Part::CommentVersion => self.at(Part::CommentCount(0)),
            Part::CommentCount(MODEL) => match u32_at(bytes, 0) {
                0 => self.at(Part::WeightVersion),
                1 => self.at(Part::ModelCommentLength),
                _ => return None,
            },
            Part::CommentCount(about) => {
                self.rows(Part::CommentHead(about), u32_at(bytes, 0), |s| s.at(Part::CommentCount(about + 1)))
            }
            Part::CommentHead(about) => self.text(about, u32_at(bytes, 4)),
            Part::ModelCommentLength => self.text(MODEL, u32_at(bytes, 0)),
            Part::Text(about) => match self.row {
                // The length runs down in `row`, the number of comments stays in `left`.
                2.. => Self { row: self.row - 1, ..self },
                _ => self.next_comment(about),
            },
            Part::WeightVersion => {
                let more = width(vertex_extra(u32_at(bytes, 0) as i32)?) as u16;
                Self { more, ..self }.rows(Part::Weights, self.vertices.into(), |s| s.at(Part::ColorVersion))
            }
            Part::Weights => self.next_row(Part::Weights, |s| s.at(Part::ColorVersion)),
            Part::ColorVersion => {
                self.rows(Part::JointColor, self.joints.into(), |s| s.at(Part::ModelVersion))
            }
            Part::JointColor => self.next_row(Part::JointColor, |s| s.at(Part::ModelVersion)),
            Part::ModelVersion => self.at(Part::ModelExtra),
            _ => self.at(Part::End),
        })
    }

    fn text(self, about: u8, length: u32) -> Self {
        if length == 0 {
            self.next_comment(about)
        } else {
            Self { part: Part::Text(about), row: length, ..self }
        }
    }

    fn next_comment(self, about: u8) -> Self {
        if about == MODEL {
            return self.at(Part::WeightVersion);
        }
        Self { row: 0, ..self }.next_row(Part::CommentHead(about), |s| s.at(Part::CommentCount(about + 1)))
    }
}

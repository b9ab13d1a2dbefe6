//! Reads the vertices and the faces of a binary model, and the fields that refer to them.

use crate::layout::binary::{FACE, MEMBER, VERTEX, VERTEX_EXTRA, offset, width};
use crate::layout::fields;
use crate::model::{Face, Member, Normal, Vertex, VertexExtra};

/// A vertex as it is stored.
pub(super) type StoredVertex = [u8; width(VERTEX)];
/// A face as it is stored.
pub(super) type StoredFace = [u8; width(FACE)];
/// The index of a face as a mesh lists it.
pub(super) type StoredMember = [u8; width(MEMBER)];

const POSITION: usize = offset(VERTEX, fields::vertex::POSITION[0]);
const BONE: usize = offset(VERTEX, fields::vertex::BONE);
const REFERENCE_COUNT: usize = offset(VERTEX, fields::vertex::REFERENCE_COUNT);
const CORNERS: [usize; 3] = {
    let [a, b, c] = fields::face::VERTICES;
    [offset(FACE, a), offset(FACE, b), offset(FACE, c)]
};
const NORMALS: [usize; 3] = {
    let [[a, ..], [b, ..], [c, ..]] = fields::face::NORMALS;
    [offset(FACE, a), offset(FACE, b), offset(FACE, c)]
};
const UV: usize = offset(FACE, fields::face::U[0]);
const SMOOTHING_GROUP: usize = offset(FACE, fields::face::SMOOTHING_GROUP);
const GROUP: usize = offset(FACE, fields::face::GROUP);
const BONES: [usize; 3] = {
    let [a, b, c] = fields::vertex_extra::BONES;
    [offset(VERTEX_EXTRA, a), offset(VERTEX_EXTRA, b), offset(VERTEX_EXTRA, c)]
};
const WEIGHTS: [usize; 3] = {
    let [a, b, c] = fields::vertex_extra::WEIGHTS;
    [offset(VERTEX_EXTRA, a), offset(VERTEX_EXTRA, b), offset(VERTEX_EXTRA, c)]
};

/// A vertex. Texture coordinates belong to the corners of faces.
pub(super) fn vertex(at: u32, row: &StoredVertex) -> Vertex {
    let (flags, bone) = (i32::from(row[0]), i32::from(row[BONE] as i8));
    Vertex { at, flags, position: floats(row, POSITION), uv: [0.0; 2], bone }
}

/// The reference count that a vertex stores: how many corners of faces use it.
pub(super) fn reference_count(row: &StoredVertex) -> u8 {
    row[REFERENCE_COUNT]
}

/// The face of an index. Its corners have normals of their own.
pub(super) fn face(at: u32, row: &StoredFace, index: usize) -> Face {
    let first = 3 * index as i32;
    Face {
        at,
        flags: i32::from(u16_of(row, 0)),
        vertices: CORNERS.map(|at| u16_of(row, at).into()),
        normals: [first, first + 1, first + 2],
        smoothing_group: i32::from(row[SMOOTHING_GROUP]),
    }
}

/// The normal of a corner of a face.
pub(super) fn normal(at: u32, row: &StoredFace, corner: usize) -> Normal {
    let start = NORMALS[corner];
    Normal { at: at + start as u32, direction: floats(row, start) }
}

/// The texture coordinates of the corners of a face.
pub(super) fn uvs(row: &StoredFace) -> [f32; 6] {
    floats(row, UV)
}

/// The index of the mesh that a face stores.
pub(super) fn group(row: &StoredFace) -> u8 {
    row[GROUP]
}

/// The face index in the list of a mesh.
pub(super) fn member(at: u32, row: &StoredMember) -> Member {
    Member { at, face: i32::from(u16_of(row, 0)) }
}

/// The vertex extra: more bones and weights.
pub(super) fn vertex_extra<const WIDTH: usize>(at: u32, row: &[u8; WIDTH]) -> VertexExtra {
    VertexExtra { at, bones: BONES.map(|at| row[at] as i8), weights: WEIGHTS.map(|at| row[at]) }
}

#[inline(always)]
pub(super) fn u16_of(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[inline(always)]
pub(super) fn float(bytes: &[u8], at: usize) -> f32 {
    f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[inline(always)]
pub(super) fn floats<const N: usize>(bytes: &[u8], at: usize) -> [f32; N] {
    let mut floats = [0.0; N];
    for (number, value) in floats.iter_mut().enumerate() {
        *value = float(bytes, at + 4 * number);
    }
    floats
}

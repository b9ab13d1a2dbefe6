//! The vertices and faces that all meshes share: how their rows are read, and the one look at all of them.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x8};

use crate::layout::binary::{FACE, MEMBER, VERTEX, VERTEX_EXTRA, offset, width};
use crate::layout::fields;
use crate::model::row_stats::{FaceRow, RowStats, VertexRow, square, widened};
use crate::model::{ABSENT, Face, Member, Normal, Vertex, VertexExtra};

/// A vertex as it is stored.
pub(super) type StoredVertex = [u8; width(VERTEX)];
/// A face as it is stored.
pub(super) type StoredFace = [u8; width(FACE)];
/// The index of a face as a mesh lists it.
pub(super) type StoredMember = [u8; width(MEMBER)];

const POSITION: usize = offset(VERTEX, fields::vertex::POSITION[0]);
const BONE: usize = offset(VERTEX, fields::vertex::BONE);
const REFERENCE_COUNT: usize = offset(VERTEX, fields::vertex::REFERENCE_COUNT);
const CORNERS: usize = offset(FACE, fields::face::VERTICES[0]);
const NORMALS: usize = offset(FACE, fields::face::NORMALS[0][0]);
const UV: usize = offset(FACE, fields::face::U[0]);
const SMOOTHING_GROUP: usize = offset(FACE, fields::face::SMOOTHING_GROUP);
const GROUP: usize = offset(FACE, fields::face::GROUP);
const BONES: usize = offset(VERTEX_EXTRA, fields::vertex_extra::BONES[0]);
const WEIGHTS: usize = offset(VERTEX_EXTRA, fields::vertex_extra::WEIGHTS[0]);
/// Three floats.
const NORMAL_WIDTH: usize = 12;

impl VertexRow for StoredVertex {
    #[inline(always)]
    fn flags(&self) -> i32 {
        i32::from(self[0])
    }

    #[inline(always)]
    fn bone(&self) -> i32 {
        i32::from(self[BONE] as i8)
    }

    #[inline(always)]
    fn position(&self) -> [f32; 3] {
        floats(self, POSITION)
    }
}

impl FaceRow for StoredFace {
    #[inline(always)]
    fn flags(&self) -> i32 {
        i32::from(u16_of(self, 0))
    }

    #[inline(always)]
    fn corners(&self) -> [u32; 3] {
        [0, 2, 4].map(|corner| u32::from(u16_of(self, CORNERS + corner)))
    }

    #[inline(always)]
    fn smoothing_group(&self) -> i32 {
        i32::from(self[SMOOTHING_GROUP])
    }
}

/// A row of a table that starts at an offset of the file. The reader has seen that it is there.
fn row<const WIDTH: usize>(bytes: &[u8], start: usize, index: usize) -> (u32, &[u8; WIDTH]) {
    let at = start + index * WIDTH;
    (at as u32, bytes.get(at..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; WIDTH]))
}

/// The vertex of an index. Texture coordinates belong to the corners of faces.
pub(super) fn vertex(bytes: &[u8], start: usize, index: usize) -> Vertex {
    let (at, row): (_, &StoredVertex) = row(bytes, start, index);
    Vertex { at, flags: row.flags(), position: row.position(), uv: [0.0; 2], bone: row.bone() }
}

/// The face of an index. Its corners have normals of their own.
pub(super) fn face(bytes: &[u8], start: usize, index: usize) -> Face {
    let (at, row): (_, &StoredFace) = row(bytes, start, index);
    let first = 3 * index as i32;
    Face {
        at,
        flags: row.flags(),
        vertices: row.corners().map(|corner| corner as i32),
        normals: [first, first + 1, first + 2],
        smoothing_group: row.smoothing_group(),
    }
}

/// The normal of an index, three for each face.
pub(super) fn normal(bytes: &[u8], start: usize, index: usize) -> Normal {
    let (at, row): (_, &StoredFace) = row(bytes, start, index / 3);
    let corner = NORMALS + index % 3 * NORMAL_WIDTH;
    Normal { at: at + corner as u32, direction: floats(row, corner) }
}

/// The face that a mesh lists at an index.
pub(super) fn member(bytes: &[u8], start: usize, index: usize) -> Member {
    let (at, row): (_, &StoredMember) = row(bytes, start, index);
    Member { at, face: i32::from(u16_of(row, 0)) }
}

/// Gives the faces that a mesh lists to it, but for those that an earlier mesh lists.
pub(super) fn own(owners: &mut [u32], members: &[StoredMember], mesh: usize) {
    for row in members {
        if let Some(owner) = owners.get_mut(usize::from(u16_of(row, 0))).filter(|owner| **owner == ABSENT) {
            *owner = mesh as u32;
        }
    }
}

/// What is added to the vertex of an index.
pub(super) fn vertex_extra<const WIDTH: usize>(bytes: &[u8], start: usize, index: usize) -> VertexExtra {
    let (at, row) = row::<WIDTH>(bytes, start, index);
    VertexExtra {
        at,
        bones: [0, 1, 2].map(|number| row[BONES + number] as i8),
        weights: [0, 1, 2].map(|number| row[WEIGHTS + number]),
    }
}

/// Whether any of what is added to vertices has weights.
pub(super) fn have_weights<const WIDTH: usize>(rows: &[[u8; WIDTH]]) -> bool {
    rows.iter().any(|row| row[WEIGHTS..WEIGHTS + 3] != [0; 3])
}

/// What one look at vertices or faces has shown.
pub(super) struct Seen {
    /// The extremes of vertices, or those with the extremes of faces.
    pub(super) row_stats: RowStats,
    /// Whether any of their floats may be no number, or infinite.
    pub(super) may_be_odd: bool,
    /// For each vertex how many corners it says that use it, or for each face the mesh that it says it belongs to.
    pub(super) last_bytes: Vec<u8>,
}

/// Looks at vertices.
pub(super) fn look_at_vertices(rows: &[StoredVertex]) -> Seen {
    dispatch!(Level::new(), simd => vertices(simd, rows))
}

/// Looks at the faces of vertices that were looked at.
pub(super) fn look_at_faces(all: RowStats, vertices: &[StoredVertex], rows: &[StoredFace]) -> Seen {
    dispatch!(Level::new(), simd => faces(simd, all, vertices, rows))
}

#[inline(always)]
fn vertices<S: Simd>(simd: S, rows: &[StoredVertex]) -> Seen {
    let mut zeros = [0.0; 3];
    let last_bytes = rows.iter().map(|row| row[REFERENCE_COUNT]).collect();
    let row_stats = RowStats::default().with_vertices(simd, rows, |row| {
        zeros.iter_mut().zip(row.position()).for_each(|(zero, value)| *zero = add_nothing(*zero, value));
    });
    let mut zeros = zeros.into_iter().skip(usize::from(cfg!(canary = "odd_floats_are_noted")));
    Seen { row_stats, may_be_odd: zeros.any(f32::is_nan), last_bytes }
}

/// So many floats are looked at side by side.
const LANES: usize = 8;
/// The last floats of a face: those of the last normal but the first, and the texture coordinates.
const LAST: usize = SMOOTHING_GROUP - 4 * LANES;
/// How many of these are no texture coordinates.
const OTHERS: usize = (UV - LAST) / 4;

#[inline(always)]
fn faces<S: Simd>(simd: S, all: RowStats, vertices: &[StoredVertex], rows: &[StoredFace]) -> Seen {
    let (mut lasts, mut squares, mut zeros) = (Lanes::new(simd), [all.normals; 3], [0.0; 3]);
    let mut last_bytes = Vec::with_capacity(rows.len());
    let all = all.with_faces(simd, vertices, rows, |rows| {
        last_bytes.extend(rows.iter().map(|row| row[GROUP]));
        for row in rows {
            lasts.add(simd, floats(row, LAST));
            for corner in [0, 1, 2] {
                let square = square(floats(row, NORMALS + corner * NORMAL_WIDTH));
                squares[corner] = widened(squares[corner], square);
                zeros[corner] = add_nothing(zeros[corner], square);
            }
        }
    });
    let normal = (3 * rows.len() as u32).saturating_sub(1);
    let may_be_odd = lasts.are_odd() || zeros.into_iter().any(f32::is_nan);
    let joined = |a: [f32; 2], b: [f32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let squares = squares.into_iter().fold(all.normals, joined);
    let row_stats = RowStats { uv: lasts.row_stats(OTHERS), normals: squares, normal, ..all };
    Seen { row_stats, may_be_odd, last_bytes }
}

/// Adds nothing of a value: 0 stays 0, but is no number as soon as a value is none, or infinite.
#[inline(always)]
fn add_nothing(zero: f32, value: f32) -> f32 {
    zero + value * 0.0
}

/// What floats side by side were at the least and at the most, and whether all were finite numbers.
struct Lanes<S: Simd> {
    least: f32x8<S>,
    greatest: f32x8<S>,
    /// The sum of nothing of each value: 0, but no number as soon as a value is none, or infinite.
    zero: f32x8<S>,
}

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let all = |value| f32x8::splat(simd, value);
        Self { least: all(f32::INFINITY), greatest: all(f32::NEG_INFINITY), zero: all(0.0) }
    }

    #[inline(always)]
    fn add(&mut self, simd: S, values: [f32; LANES]) {
        let values = f32x8::simd_from(simd, values);
        // What is no number is neither less nor greater.
        self.least = values.simd_lt(self.least).select(values, self.least);
        self.greatest = values.simd_gt(self.greatest).select(values, self.greatest);
        self.zero += values * 0.0;
    }

    /// The least and the greatest value in all lanes from one on.
    fn row_stats(&self, from: usize) -> [f32; 2] {
        let of = |lanes: f32x8<S>, more: fn(f32, f32) -> f32| {
            lanes.as_slice()[from..].iter().copied().reduce(more)
        };
        [of(self.least, f32::min), of(self.greatest, f32::max)].map(Option::unwrap_or_default)
    }

    fn are_odd(&self) -> bool {
        self.zero.as_slice().iter().any(|zero| zero.is_nan())
    }
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

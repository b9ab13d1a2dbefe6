//! The vertices and faces that all meshes share: how their rows are read, and the one look at all of them.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

use crate::extremes::{Extremes, FaceRow, VertexRow, square, widened};
use crate::layout::binary::{FACE, VERTEX, VERTEX_EXTRA, offset, width};
use crate::layout::fields;
use crate::model::{Face, Normal, Vertex, VertexExtra};

/// A vertex as it is stored.
pub(super) type StoredVertex = [u8; width(&VERTEX)];
/// A face as it is stored.
pub(super) type StoredFace = [u8; width(&FACE)];

const POSITION: usize = offset(&VERTEX, fields::vertex::FLAGS + 1);
const BONE: usize = offset(&VERTEX, fields::vertex::BONE);
const REFERENCE_COUNT: usize = offset(&VERTEX, fields::vertex::REFERENCE_COUNT);
const CORNERS: usize = offset(&FACE, fields::face::VERTEX_1);
const NORMALS: usize = offset(&FACE, fields::face::NORMALS);
const UV: usize = offset(&FACE, fields::face::U);
const SMOOTHING_GROUP: usize = offset(&FACE, fields::face::SMOOTHING_GROUP);
const GROUP: usize = offset(&FACE, fields::face::GROUP);
const BONES: usize = offset(&VERTEX_EXTRA, fields::vertex_extra::BONES);
const WEIGHTS: usize = offset(&VERTEX_EXTRA, fields::vertex_extra::WEIGHTS);
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

/// A row of a table that starts at an offset of the file.
fn row<const WIDTH: usize>(bytes: &[u8], start: usize, index: usize) -> (u32, &[u8; WIDTH]) {
    let at = start + index * WIDTH;
    (at as u32, bytes[at..].first_chunk().expect("the reader has seen that the row is there"))
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

/// For each vertex how many corners it says that use it.
pub(super) fn reference_counts(vertices: &[StoredVertex]) -> Vec<u8> {
    vertices.iter().map(|row| row[REFERENCE_COUNT]).collect()
}

/// For each face the mesh that it says it belongs to.
pub(super) fn groups(faces: &[StoredFace]) -> Vec<u8> {
    faces.iter().map(|row| row[GROUP]).collect()
}

/// The extremes of vertices, and whether any of their floats is no number, or infinite.
pub(super) fn look_at_vertices(rows: &[StoredVertex]) -> (Extremes, bool) {
    dispatch!(Level::new(), simd => vertices(simd, rows))
}

#[inline(always)]
fn vertices<S: Simd>(simd: S, rows: &[StoredVertex]) -> (Extremes, bool) {
    let mut positions = [0.0; 3];
    let all = Extremes::default().with_vertices(simd, rows, |row| add_zeros(&mut positions, row.position()));
    (all, are_odd(&positions))
}

/// The extremes of faces added to those of their vertices, and whether any of their floats may be no number, or
/// infinite.
pub(super) fn look_at_faces(
    all: Extremes,
    vertices: &[StoredVertex],
    rows: &[StoredFace],
) -> (Extremes, bool) {
    dispatch!(Level::new(), simd => faces(simd, all, vertices, rows))
}

/// So many floats are looked at side by side.
const LANES: usize = 8;
/// The last floats of a face: those of the last normal but the first, and the texture coordinates.
const LAST: usize = SMOOTHING_GROUP - 4 * LANES;
/// How many of these are no texture coordinates.
const OTHERS: usize = (UV - LAST) / 4;

#[inline(always)]
fn faces<S: Simd>(
    simd: S,
    all: Extremes,
    vertices: &[StoredVertex],
    rows: &[StoredFace],
) -> (Extremes, bool) {
    let mut uv = [all.uv; LANES];
    let mut squares = [all.normals; 3];
    let (mut lasts, mut normals) = ([0.0; LANES], [0.0; 3]);
    let all = all.with_faces(simd, vertices, rows, |row| {
        let last: [f32; LANES] = floats(row, LAST);
        uv.iter_mut().zip(last).for_each(|(extremes, value)| *extremes = widened(*extremes, value));
        add_zeros(&mut lasts, last);
        let corners = [0, 1, 2].map(|corner| square(floats(row, NORMALS + corner * NORMAL_WIDTH)));
        squares.iter_mut().zip(corners).for_each(|(extremes, value)| *extremes = widened(*extremes, value));
        add_zeros(&mut normals, corners);
    });
    let uv = uv[OTHERS..].iter().copied().flatten().fold(all.uv, widened);
    let squares = squares.into_iter().flatten().fold(all.normals, widened);
    let normal = (3 * rows.len() as u32).saturating_sub(1);
    (Extremes { uv, normals: squares, normal, ..all }, are_odd(&lasts) || are_odd(&normals))
}

/// Adds each value as often as not at all: the sum stays 0, but what is no number or infinite makes it no number.
#[inline(always)]
fn add_zeros<const N: usize>(sums: &mut [f32; N], values: [f32; N]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * 0.0);
}

fn are_odd(sums: &[f32]) -> bool {
    sums.iter().any(|sum| sum.is_nan())
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

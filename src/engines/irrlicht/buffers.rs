//! The buffers of vertices that the program makes, one for each material.

use std::collections::HashMap;

use super::reading::IrrlichtFile;
use crate::engines::held::HeldCorner;
use crate::engines::records::{face_normal, face_uv, face_vertices, vertex_position};
use crate::layout::binary::{FACE, VERTEX, offset, width};
use crate::layout::fields::{face, vertex};

/// What is in the buffers.
pub(super) struct Buffers {
    /// The vertices of each, in the frame of the file.
    pub(super) corners: Vec<Vec<HeldCorner>>,
    /// The faces of each.
    pub(super) faces: Vec<Vec<[u16; 3]>>,
    /// For each corner of each face of the file the vertex that it became.
    pub(super) places: Vec<[usize; 3]>,
}

impl Buffers {
    /// Those of a file.
    pub(super) fn of(file: &IrrlichtFile) -> Self {
        let count = file.buffer_count();
        let mut buffers =
            Self { corners: vec![Vec::new(); count], faces: vec![Vec::new(); count], places: Vec::new() };
        let bytes = mirrored(file);
        let mut cells = HashMap::new();
        for record in file.face_records() {
            let group = usize::from(record[offset(FACE, face::GROUP)]);
            let buffer = file.meshes.get(group).map_or(0, |mesh| file.buffer_of(mesh));
            let Some(corners) = buffers.corners.get_mut(buffer) else { continue };
            let mut place = [0; 3];
            for number in (0..3).rev() {
                let corner = corner(file, &bytes, record, number);
                place[number] = place_of(corner, buffer, corners, &mut cells);
            }
            buffers.places.push(place);
        }
        let mut next = 0;
        for mesh in &file.meshes {
            let buffer = Some(file.buffer_of(mesh)).filter(|buffer| *buffer < count).unwrap_or(0);
            for _ in mesh.faces() {
                // Behind the last face is memory that nothing was written to.
                let place = buffers.places.get(next).copied().unwrap_or([usize::from(u16::MAX); 3]);
                // Indices have 16 bits.
                buffers.faces[buffer].push(place.map(|place| place as u16));
                next += 1;
            }
        }
        buffers
    }
}

/// The file once z of all positions and normals is negated, where a vertex that does not exist is looked for.
fn mirrored(file: &IrrlichtFile) -> Vec<u8> {
    let mut bytes = file.bytes.to_vec();
    let (vertices, faces) = (file.vertices, file.faces);
    let vertex_z = (0..vertices.count)
        .map(|index| vertices.at + index * width(VERTEX) + offset(VERTEX, vertex::POSITION[2]));
    let normal_z = (0..faces.count).flat_map(|index| {
        face::NORMALS.map(|normal| faces.at + index * width(FACE) + offset(FACE, normal[2]))
    });
    for at in vertex_z.chain(normal_z) {
        // The sign is in the last byte.
        if let Some(sign) = bytes.get_mut(at + 3) {
            *sign ^= 0x80;
        }
    }
    bytes
}

/// A corner of a face.
fn corner(file: &IrrlichtFile, bytes: &[u8], record: &[u8], number: usize) -> HeldCorner {
    let at = file.vertices.at + face_vertices(record)[number] * width(VERTEX);
    let position = match bytes.get(at..).and_then(|rest| rest.get(..width(VERTEX))) {
        Some(vertex) => vertex_position(vertex),
        None => Default::default(),
    };
    HeldCorner {
        position: [position[0], position[1], -position[2]],
        normal: face_normal(record, number),
        uv: face_uv(record, number),
    }
}

/// What the program compares of a corner.
fn values(corner: &HeldCorner) -> [f32; 8] {
    let HeldCorner { position: [x, y, z], normal: [a, b, c], uv: [u, v] } = *corner;
    [x, y, z, a, b, c, u, v]
}

/// Whether the program takes two numbers for one.
pub(super) fn is_near(a: f32, b: f32) -> bool {
    const TOLERANCE: f32 = 0.000001;
    a + TOLERANCE >= b && a - TOLERANCE <= b
}

/// Cells of space, and the vertices that are in them.
type Cells = HashMap<(usize, [i64; 8]), Vec<usize>>;

/// The vertex of a buffer that a corner becomes: the first one that is nearly the same, or else a new one.
fn place_of(corner: HeldCorner, buffer: usize, corners: &mut Vec<HeldCorner>, cells: &mut Cells) -> usize {
    /// Wider than the numbers that count as one are apart.
    const REACH: f64 = 2e-6;
    const WIDTH: f64 = 2e-5;
    // Usual numbers are not at the edge of a cell.
    const SHIFT: f64 = 0.37 * WIDTH;
    let own = values(&corner);
    let cell = |value: f32, reach: f64| ((f64::from(value) + SHIFT + reach) / WIDTH).floor() as i64;
    let mut near = vec![own.map(|value| cell(value, -REACH))];
    for (axis, value) in own.into_iter().enumerate() {
        let upper = cell(value, REACH);
        for index in 0..near.len() {
            let mut other = near[index];
            if other[axis] != upper {
                other[axis] = upper;
                near.push(other);
            }
        }
    }
    let is_same = |place: &usize| {
        let other = values(&corners[*place]);
        own.iter().zip(other).all(|(own, other)| is_near(*own, other))
    };
    let found =
        near.into_iter().filter_map(|key| cells.get(&(buffer, key))?.iter().copied().find(is_same)).min();
    found.unwrap_or_else(|| {
        // What is not a number equals nothing.
        if own.iter().all(|value| !value.is_nan()) {
            cells.entry((buffer, own.map(|value| cell(value, 0.0)))).or_default().push(corners.len());
        }
        corners.push(corner);
        corners.len() - 1
    })
}

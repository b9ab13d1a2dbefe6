//! Statistics of the rows of a geometry: the least and the greatest values. Rules check these first, and
//! the rows only if a value is out of range.

use fearless_simd::{Level, Simd, dispatch};

use crate::model::vector::{has_area, square};
use crate::model::{Face, Geometry};

/// The least and the greatest values in the rows of a geometry, and what is certain of all of them. Rows that
/// could not be read are included.
#[derive(Debug, Clone, PartialEq)]
pub struct RowStats {
    /// All flags of vertices.
    pub vertex_flags: i32,
    /// The least and the greatest bone.
    pub bones: [i32; 2],
    /// The least and the greatest texture coordinate of vertices. In a binary model only the corners of faces
    /// have any.
    pub uv: [f32; 2],
    /// The squares of the least and the greatest length of a normal.
    pub normals: [f32; 2],
    /// All flags of faces.
    pub face_flags: i32,
    /// The greatest index of a vertex, negative ones being greater than others.
    pub vertex: u32,
    /// The same of a normal.
    pub normal: u32,
    /// The least and the greatest smoothing group.
    pub smoothing_groups: [i32; 2],
    /// For each vertex how many corners of faces use it.
    pub uses: Vec<u32>,
    /// Whether all faces certainly have an area.
    pub have_areas: bool,
    /// Whether certainly no face has the corners of another one, in the same sense.
    pub are_distinct: bool,
    /// Whether certainly no face has the corners of another one, in whichever sense.
    pub are_one_sided: bool,
}

impl RowStats {
    /// Those of a geometry. They are computed with what vector instructions this processor has.
    pub fn of(geometry: &Geometry) -> Self {
        dispatch!(Level::new(), simd => simd.vectorize(#[inline(always)] || Self::computed(geometry)))
    }

    #[inline(always)]
    fn computed(geometry: &Geometry) -> Self {
        let (vertices, faces) = (&geometry.vertices.rows[..], &geometry.faces.rows[..]);
        let (mut vertex_flags, mut bones, mut uv) = (0, NO_INTEGERS, NO_FLOATS);
        for row in vertices {
            vertex_flags |= row.flags;
            bones = [bones[0].min(row.bone), bones[1].max(row.bone)];
            uv = row.uv.into_iter().fold(uv, widened);
        }
        let squares = geometry.normals.rows.iter().map(|row| square(row.direction));
        let normals = squares.fold(NO_FLOATS, widened);
        let (mut face_flags, mut vertex, mut normal, mut smoothing_groups) = (0, 0, 0, NO_INTEGERS);
        let (mut uses, mut have_areas) = (vec![0; vertices.len()], true);
        for row in faces {
            face_flags |= row.flags;
            let group = row.smoothing_group;
            smoothing_groups = [smoothing_groups[0].min(group), smoothing_groups[1].max(group)];
            normal = row.normals.into_iter().fold(normal, |most, index| most.max(index as u32));
            vertex = row.vertices.into_iter().fold(vertex, |most, index| most.max(index as u32));
            let corner = |index: i32| vertices.get(index as usize);
            let [a, b, c] = row.vertices;
            have_areas &= matches!((corner(a), corner(b), corner(c)), (Some(p), Some(q), Some(r))
                if has_area(p.position, q.position, r.position));
            for index in row.vertices {
                uses.get_mut(index as usize).into_iter().for_each(|uses| *uses += 1);
            }
        }
        let [are_distinct, are_one_sided] = are_distinct(vertices.len(), faces);
        Self {
            vertex_flags,
            bones,
            uv,
            normals,
            face_flags,
            vertex,
            normal,
            smoothing_groups,
            uses,
            have_areas,
            are_distinct,
            are_one_sided,
        }
    }
}

/// The least and the greatest of no integers at all.
const NO_INTEGERS: [i32; 2] = [i32::MAX, i32::MIN];
/// The least and the greatest of no floats at all.
const NO_FLOATS: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// The least and the greatest of some floats, and one more. What is no number is left out.
#[inline(always)]
fn widened([least, greatest]: [f32; 2], more: f32) -> [f32; 2] {
    // Unlike the minimum and the maximum of the standard library, each of these takes one instruction.
    [if more < least { more } else { least }, if more > greatest { more } else { greatest }]
}

/// The end of a chain of faces.
const END: u32 = u32::MAX;
/// At most so many other faces are looked at for each face, on average.
const STEPS: usize = 16;

/// Whether certainly no face has the corners of another one, in the same sense, and in whichever sense.
#[inline(always)]
fn are_distinct(vertices: usize, faces: &[Face]) -> [bool; 2] {
    // Faces with the same least corner form a chain: for each vertex the last face of its chain, and for each
    // face its other corners and the face before it. Chains are short, except where many faces meet at a vertex
    // with a small index.
    let mut last = vec![END; vertices];
    let mut chained = Vec::with_capacity(faces.len());
    let mut steps = STEPS * faces.len();
    let mut are_one_sided = true;
    for face in faces {
        let [least, second, third] = from_least(face.vertices);
        let Some(last) = last.get_mut(least as usize) else { return [false; 2] };
        let mut other = std::mem::replace(last, chained.len() as u32);
        chained.push(([second, third], other));
        while other != END {
            let (corners, before) = chained[other as usize];
            if corners == [second, third] || steps == 0 {
                return [false; 2];
            }
            are_one_sided &= corners != [third, second];
            steps -= 1;
            other = before;
        }
    }
    [true, are_one_sided]
}

/// The corners in the same sense, from the least on.
#[inline(always)]
pub fn from_least<T: Ord + Copy>([a, b, c]: [T; 3]) -> [T; 3] {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}

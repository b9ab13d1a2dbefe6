//! Floor 1: what the rows of a geometry hold at the least and at the most. One look at each row tells many rules
//! that they need no look of their own.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

use crate::model::geometry::has_area;
use crate::model::{Face, Geometry, Vertex};

/// The least and the most that rows hold, those included that could not be read, and what is certain of all of
/// them.
#[derive(Debug, Clone, PartialEq)]
pub struct RowStats {
    /// All flags of vertices.
    pub vertex_flags: i32,
    /// The least and the greatest bone.
    pub bones: [i32; 2],
    /// The least and the greatest texture coordinate.
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
    /// Whether certainly no face has the corners of another one, in the same sense. Those that name a vertex twice
    /// have no area, and are left out.
    pub are_distinct: bool,
}

impl Default for RowStats {
    /// Those of no row at all.
    fn default() -> Self {
        Self {
            vertex_flags: 0,
            bones: [i32::MAX, i32::MIN],
            uv: [f32::INFINITY, f32::NEG_INFINITY],
            normals: [f32::INFINITY, 0.0],
            face_flags: 0,
            vertex: 0,
            normal: 0,
            smoothing_groups: [i32::MAX, i32::MIN],
            uses: Vec::new(),
            have_areas: true,
            are_distinct: true,
        }
    }
}

/// The least and the greatest of some floats, and one more. What is no number is left out. Unlike the minimum
/// and the maximum of the standard library, each takes one instruction.
#[inline(always)]
pub fn widened([least, greatest]: [f32; 2], more: f32) -> [f32; 2] {
    [if more < least { more } else { least }, if more > greatest { more } else { greatest }]
}

/// The square of the length of a vector.
#[inline(always)]
pub fn square([x, y, z]: [f32; 3]) -> f32 {
    x * x + y * y + z * z
}

/// What is looked at of a vertex: text and binary files have rows of their own.
pub trait VertexRow {
    /// Bits of the editor.
    fn flags(&self) -> i32;
    /// The index of its bone.
    fn bone(&self) -> i32;
    /// x, y, z.
    fn position(&self) -> [f32; 3];
}

/// What is looked at of a face.
pub trait FaceRow {
    /// Bits of the editor.
    fn flags(&self) -> i32;
    /// Indices of vertices, negative ones being greater than others.
    fn corners(&self) -> [u32; 3];
    /// Its smoothing group.
    fn smoothing_group(&self) -> i32;
}

impl VertexRow for Vertex {
    fn flags(&self) -> i32 {
        self.flags
    }

    fn bone(&self) -> i32 {
        self.bone
    }

    fn position(&self) -> [f32; 3] {
        self.position
    }
}

impl FaceRow for Face {
    fn flags(&self) -> i32 {
        self.flags
    }

    fn corners(&self) -> [u32; 3] {
        self.vertices.map(|index| index as u32)
    }

    fn smoothing_group(&self) -> i32 {
        self.smoothing_group
    }
}

impl RowStats {
    /// Those of a geometry whose rows are there.
    pub fn of(geometry: &Geometry) -> Self {
        dispatch!(Level::new(), simd => Self::of_rows(simd, geometry))
    }

    #[inline(always)]
    fn of_rows<S: Simd>(simd: S, Geometry { vertices, normals, faces }: &Geometry) -> Self {
        let [mut uv, mut squares] = [Self::default().uv, Self::default().normals];
        let (vertices, faces) = (&vertices.rows[..], &faces.rows[..]);
        let look = Self::default().with_vertices(simd, vertices, |vertex| {
            uv = vertex.uv.into_iter().fold(uv, widened);
        });
        for normal in &normals.rows {
            squares = widened(squares, square(normal.direction));
        }
        let mut greatest = 0;
        let look = look.with_faces(simd, vertices, faces, |faces| {
            let normals = faces.iter().flat_map(|face| face.normals);
            greatest = normals.fold(greatest, |most, normal| most.max(normal as u32));
        });
        Self { uv, normals: squares, normal: greatest, ..look }
    }

    /// With a look at vertices. `also` is called with each.
    #[inline(always)]
    pub fn with_vertices<S: Simd, V: VertexRow>(
        self,
        _: S,
        vertices: &[V],
        mut also: impl FnMut(&V),
    ) -> Self {
        let Self { mut vertex_flags, bones: [mut least, mut greatest], .. } = self;
        for vertex in vertices {
            vertex_flags |= vertex.flags();
            let bone = vertex.bone();
            (least, greatest) = (least.min(bone), greatest.max(bone));
            also(vertex);
        }
        Self { vertex_flags, bones: [least, greatest], uses: vec![0; vertices.len()], ..self }
    }

    /// With a look at the faces of the vertices that were looked at, some at a time. `also` looks at the same, while
    /// they are at hand: in a loop of its own what it gathers stays in the registers of the processor.
    #[inline(always)]
    pub fn with_faces<S: Simd, V: VertexRow, F: FaceRow>(
        self,
        _: S,
        vertices: &[V],
        faces: &[F],
        mut also: impl FnMut(&[F]),
    ) -> Self {
        let Self { mut face_flags, mut vertex, smoothing_groups: [mut least, mut greatest], .. } = self;
        let mut uses = self.uses;
        let mut have_areas = true;
        let mut known = FaceSet::new(vertices.len(), faces.len());
        for faces in faces.chunks(AT_HAND) {
            also(faces);
            for face in faces {
                face_flags |= face.flags();
                let group = face.smoothing_group();
                (least, greatest) = (least.min(group), greatest.max(group));
                let corners = face.corners();
                let [a, b, c] = corners;
                vertex = vertex.max(a).max(b).max(c);
                let [Some(p), Some(q), Some(r)] = corners.map(|corner| vertices.get(corner as usize)) else {
                    (have_areas, known.are_distinct) = (false, false);
                    // Its other corners are used all the same.
                    for corner in corners.into_iter().skip(usize::from(cfg!(canary = "extremes_are_true"))) {
                        uses.get_mut(corner as usize).into_iter().for_each(|uses| *uses += 1);
                    }
                    continue;
                };
                for corner in corners {
                    uses[corner as usize] += 1;
                }
                have_areas &= has_area(p.position(), q.position(), r.position());
                known.add(corners);
            }
        }
        let (smoothing_groups, are_distinct) = ([least, greatest], known.are_distinct);
        Self { face_flags, vertex, smoothing_groups, uses, have_areas, are_distinct, ..self }
    }
}

/// So many faces of a binary file fit next to the processor with what is looked up for them.
const AT_HAND: usize = 256;

/// Faces that were seen: for each vertex a chain of those whose least corner it is.
struct FaceSet {
    /// The last face of each chain.
    last: Vec<u32>,
    /// The other corners of each face, mixed into one number, and the face in front of it in its chain.
    faces: Vec<[u32; 2]>,
    /// How many steps along chains are left. They are short, but for fans around a vertex of a small
    /// index.
    steps: usize,
    are_distinct: bool,
}

/// The end of a chain.
const END: u32 = u32::MAX;
/// As many steps along chains as faces are taken, times this.
const STEPS: usize = 16;

impl FaceSet {
    fn new(vertices: usize, faces: usize) -> Self {
        let last = vec![END; vertices];
        Self { last, faces: Vec::with_capacity(faces), steps: STEPS * faces, are_distinct: true }
    }

    /// Takes a face, and looks whether it is one that was seen.
    #[inline(always)]
    fn add(&mut self, corners: [u32; 3]) {
        let [least, second, third] = from_least(corners);
        // Different corners below 65,536 never come to the same, and others hardly ever.
        let others = second.rotate_left(16) ^ third;
        let at = std::mem::replace(&mut self.last[least as usize], self.faces.len() as u32);
        self.faces.push([others, at]);
        if at != END {
            self.follow(at, others);
        }
    }

    /// Follows a chain to its end.
    #[inline(always)]
    fn follow(&mut self, mut at: u32, corners: u32) {
        while at != END && self.steps > 0 {
            let [others, next] = self.faces[at as usize];
            self.are_distinct &= others != corners;
            self.steps -= 1;
            at = next;
        }
        self.are_distinct &= at == END;
    }
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

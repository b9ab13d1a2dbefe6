//! A face that is turned the other way than the faces around it.

use crate::diagnostics::prelude::*;
use crate::fix::edits::turn_face;
use crate::model::{Face, Geometry};

pub(super) static RULE: Rule = Rule {
    name: "flipped-face",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Vertices, Aspect::Normals]),
    summary: "A face that is turned the other way than the faces around it",
    page: include_str!("../../rules/flipped-face.md"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    for (object, geometry, _) in document.geometries() {
        let surfaces = Surfaces::of(document, geometry);
        if !surfaces.may_be_uneven() {
            continue;
        }
        for row in surfaces.flipped() {
            let place = Place::row(Record::Face, object, row);
            findings.add(place, || {
                let fix = Fix::unsafe_fix("swap two of its corners");
                Draft::new("the face is turned the other way than the faces around it: where only the front of faces is drawn, there is a hole")
                    .label("faces the other way")
                    .fix(if table_edits { turn_face(fix, document, place) } else { fix })
            });
        }
    }
}

/// What the faces of a geometry are together: those of a mesh that share an edge are parts of a surface. Edges are known
/// by where they end, since a vertex with several normals or texture coordinates is in an ASCII model several times.
struct Surfaces<'d> {
    geometry: &'d Geometry,
    /// For each vertex a number that looks drawn by chance, the same for vertices at the same point.
    points: Vec<u64>,
    /// For each face its mesh, if meshes share the geometry.
    meshes: Option<&'d [u32]>,
}

/// An edge, from one corner to the next.
type Edge = (u64, u64);

/// A face beside another, and whether both pass the edge between them in the same direction, as they should not.
type Neighbor = (usize, bool);

/// Of each surface at most one face in so many is flipped. If there are more, it is not clear which.
const LARGEST_PART: usize = 4;

/// An odd number with about as many ones as zeros: 2 to the power of 64, divided by the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'d> Surfaces<'d> {
    fn of(document: &'d Document, geometry: &'d Geometry) -> Self {
        let point = |position: [f32; 3]| {
            position.into_iter().fold(0, |mixed: u64, part| {
                // A zero with a minus becomes one without.
                let mixed = (mixed ^ u64::from((part + 0.0).to_bits())).wrapping_mul(ODD);
                mixed ^ mixed >> 29
            })
        };
        let points = geometry.vertices.rows.iter().map(|vertex| point(vertex.position)).collect();
        Self { geometry, points, meshes: document.model.binary.as_ref().map(|binary| &binary.owners[..]) }
    }

    /// The edges of each face with its row. A face of which two corners are at one point, or one nowhere, has none.
    fn edges(&self) -> impl Iterator<Item = (usize, [Edge; 3])> {
        self.geometry.faces.iter().filter_map(|(row, Face { vertices, .. })| {
            let mesh = self.meshes.map_or(0, |meshes| u64::from(meshes[row]).wrapping_mul(ODD));
            let corner = |index: i32| Some(self.points.get(index as usize)?.wrapping_add(mesh));
            let [a, b, c] = [corner(vertices[0])?, corner(vertices[1])?, corner(vertices[2])?];
            (a != b && b != c && c != a).then_some((row, [(a, b), (b, c), (c, a)]))
        })
    }

    /// Whether some edge may be passed twice in the same direction. In most models there is none, and then this is all
    /// that has to be found out: parts of edges in a table, each in the first free place after its own.
    fn may_be_uneven(&self) -> bool {
        let mut table = vec![0_u32; (4 * self.geometry.faces.len()).next_power_of_two()];
        let last = table.len() - 1;
        for (from, to) in self.edges().flat_map(|(_, edges)| edges) {
            let edge = from.wrapping_mul(ODD).wrapping_add(to).wrapping_mul(ODD);
            let (mut place, part) = (edge as usize >> 32 & last, edge as u32 | 1);
            while table[place] != 0 {
                if table[place] == part {
                    return true;
                }
                place = (place + 1) & last;
            }
            table[place] = part;
        }
        false
    }

    /// The rows of faces with a neighbor at each edge that are turned the other way than most of their surface.
    fn flipped(&self) -> Vec<usize> {
        let (rows, neighbors) = self.neighbors();
        let mut sides: Vec<Option<bool>> = vec![None; rows.len()];
        let mut flipped = Vec::new();
        for start in 0..rows.len() {
            if sides[start].is_some() {
                continue;
            }
            sides[start] = Some(false);
            let (mut surface, mut next, mut has_one_side) = (vec![start], 0, false);
            while let Some(face) = surface.get(next).copied() {
                next += 1;
                for &(neighbor, is_same) in &neighbors[face] {
                    let side = sides[face].map(|side| side != is_same);
                    match sides[neighbor] {
                        None => surface.push(neighbor),
                        known => has_one_side |= known != side,
                    }
                    sides[neighbor] = side;
                }
            }
            let all = surface.len();
            let (some, others): (Vec<_>, Vec<_>) =
                surface.into_iter().partition(|face| sides[*face] == Some(true));
            let fewer = if some.len() < others.len() { some } else { others };
            // A surface like a Möbius strip has no front.
            if !has_one_side && fewer.len() * LARGEST_PART <= all {
                let enclosed = fewer.into_iter().filter(|face| neighbors[*face].len() == 3);
                flipped.extend(enclosed.map(|face| rows[face]));
            }
        }
        flipped.sort_unstable();
        flipped
    }

    /// The rows of all faces that have edges, and for each the faces on the other side of these. An edge of more than two
    /// faces is none of a surface.
    fn neighbors(&self) -> (Vec<usize>, Vec<Vec<Neighbor>>) {
        let (mut rows, mut passes) = (Vec::new(), Vec::new());
        for (row, edges) in self.edges() {
            passes.extend(edges.map(|(from, to)| (from.min(to), from.max(to), rows.len(), from < to)));
            rows.push(row);
        }
        passes.sort_unstable();
        let mut neighbors = vec![Vec::new(); rows.len()];
        for edge in passes.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            if let &[(.., one, is_up), (.., other, is_other_up)] = edge {
                neighbors[one].push((other, is_up == is_other_up));
                neighbors[other].push((one, is_up == is_other_up));
            }
        }
        (rows, neighbors)
    }
}

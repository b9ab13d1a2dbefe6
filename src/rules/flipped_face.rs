//! A face that is turned the other way than the faces around it.

use crate::diagnostics::prelude::*;
use crate::fix::edits::turn_face;
use crate::model::face_directions::along_normals;
use crate::model::number_table::{NumberTable, mixed, odd_number};
use crate::model::vector::{cross, difference, dot};
use crate::model::{Face, Geometry};

pub(super) static RULE: Rule = Rule {
    name: "flipped-face",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Vertices, Aspect::Normals]),
    summary: "A face that is turned the other way than the faces around it",
    page: page!("flipped-face"),
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
    /// An odd number, drawn for this geometry: no file can make many edges have one place in a table.
    odd: u64,
    /// For each face its mesh, if meshes share the geometry.
    meshes: Option<&'d [u32]>,
}

/// An edge, from one corner to the next.
type Edge = (u64, u64);

/// A face beside another, and whether both pass the edge between them in the same direction, as they should not.
type Neighbor = (u32, bool);

/// The faces on the other side of the edges of a face.
#[derive(Clone, Default)]
struct FaceNeighbors {
    count: usize,
    faces: [Neighbor; 3],
}

impl FaceNeighbors {
    fn add(&mut self, neighbor: Neighbor) {
        self.faces[self.count] = neighbor;
        self.count += 1;
    }
}

/// Of a surface with open edges at most one face in so many is flipped. If there are more, it is not clear which.
const LARGEST_PART: usize = 4;

/// Of a closed surface with more of them, those that show the inside are flipped, if what it encloses is at least one part
/// in so many of what its faces span with a point. Otherwise it is flat, and has no inside.
const FLATTEST: f64 = 100.0;

impl<'d> Surfaces<'d> {
    fn of(document: &'d Document, geometry: &'d Geometry) -> Self {
        let odd = odd_number();
        // A zero with a minus becomes one without.
        let point = |position: [f32; 3]| mixed(odd, position.map(|part| (part + 0.0).to_bits()));
        let points = geometry.vertices.rows.iter().map(|vertex| point(vertex.position)).collect();
        Self { geometry, points, odd, meshes: document.model.binary.as_ref().map(|binary| &binary.owners[..]) }
    }

    /// The edges of each face with its row. A face of which two corners are at one point, or one nowhere, has none.
    fn edges(&self) -> impl Iterator<Item = (usize, [Edge; 3])> {
        self.geometry.faces.iter().filter_map(|(row, Face { vertices, .. })| {
            let mesh = self.meshes.map_or(0, |meshes| u64::from(meshes[row]).wrapping_mul(self.odd));
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
        for edge in self.edges().flat_map(|(_, edges)| edges) {
            let mixed = self.mixed(edge);
            let (mut place, part) = ((mixed >> 32) as usize & last, mixed as u32 | 1);
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
        let (rows, neighbors, uneven) = self.neighbors();
        let mut sides: Vec<Option<bool>> = vec![None; rows.len()];
        let (mut flipped, mut surface) = (Vec::new(), Vec::new());
        // In any other surface all faces are turned alike.
        for start in uneven {
            if sides[start].is_some() {
                continue;
            }
            sides[start] = Some(false);
            surface.clear();
            surface.push(start);
            let (mut next, mut has_one_side) = (0, false);
            while let Some(face) = surface.get(next).copied() {
                next += 1;
                let FaceNeighbors { count, faces } = &neighbors[face];
                for &(neighbor, is_same) in &faces[..*count] {
                    let (neighbor, side) = (neighbor as usize, sides[face].map(|side| side != is_same));
                    match sides[neighbor] {
                        None => surface.push(neighbor),
                        known => has_one_side |= known != side,
                    }
                    sides[neighbor] = side;
                }
            }
            // A surface like a Möbius strip has no front.
            if has_one_side {
                continue;
            }
            let some = surface.iter().filter(|face| sides[**face] == Some(true)).count();
            let (fewer, is_some) = (some.min(surface.len() - some), some < surface.len() - some);
            let is_enclosed = |face: &usize| neighbors[*face].count == 3;
            let wrong = if fewer * LARGEST_PART <= surface.len() {
                Some(is_some)
            } else if surface.iter().all(is_enclosed) {
                self.inward(surface.iter().map(|face| (rows[*face], sides[*face] == Some(true))))
            } else {
                None
            };
            let is_wrong = |face: &&usize| wrong.is_some() && sides[**face] == wrong;
            flipped.extend(surface.iter().filter(is_wrong).filter(|face| is_enclosed(face)).map(|face| rows[*face]));
        }
        flipped.sort_unstable();
        flipped
    }

    /// Which faces of a closed surface show its inside, given their rows and sides: those of one side, or of the other.
    /// `None` if the surface encloses next to nothing, or most of these faces run along their normals.
    fn inward(&self, faces: impl Iterator<Item = (usize, bool)> + Clone) -> Option<bool> {
        let corners = |face: Face| face.vertices.map(|index| self.geometry.vertices.rows[index as usize].position);
        let faces = faces.map(|(row, side)| (self.geometry.faces.rows[row], side));
        let [origin, ..] = corners(faces.clone().next()?.0);
        let (mut enclosed, mut spanned) = (0.0, 0.0);
        for (face, side) in faces.clone() {
            let [a, b, c] = corners(face).map(|corner| difference(corner, origin));
            let volume = dot(cross(a, b), c);
            enclosed += if side { -volume } else { volume };
            spanned += volume.abs();
        }
        let inward = enclosed > 0.0;
        let along = faces.filter(|(_, side)| *side == inward).filter_map(|(face, _)| along_normals(self.geometry, &face));
        let sum: f64 = along.map(f64::signum).sum();
        (enclosed.abs() * FLATTEST > spanned && sum <= 0.0).then_some(inward)
    }

    /// The rows of all faces that have edges, for each the faces on the other side of these, and the faces that pass an
    /// edge in the direction of their neighbor. An edge of more than two faces is none of a surface.
    fn neighbors(&self) -> (Vec<usize>, Vec<FaceNeighbors>, Vec<usize>) {
        let faces = self.geometry.faces.len();
        let mut rows = Vec::with_capacity(faces);
        let mut numbers = NumberTable::new(3 * faces);
        // Most edges are those of two faces.
        let mut known: Vec<Passes> = Vec::with_capacity(2 * faces);
        for (row, edges) in self.edges() {
            for (from, to) in edges {
                let (edge, pass) = ((from.min(to), from.max(to)), (rows.len() as u32, from < to));
                let is_same = |number: u32| known[number as usize].edge == edge;
                match numbers.find_or_add(self.mixed(edge), known.len() as u32, is_same) {
                    None => known.push(Passes { edge, count: 1, faces: [pass; 2] }),
                    Some(number) => {
                        let passes = &mut known[number as usize];
                        (passes.count, passes.faces[1]) = (passes.count + 1, pass);
                    }
                }
            }
            rows.push(row);
        }
        let pairs = || known.iter().filter(|passes| passes.count == 2).map(|passes| passes.faces);
        let uneven: Vec<_> = pairs().filter(|[one, other]| one.1 == other.1).map(|[one, _]| one.0 as usize).collect();
        let mut neighbors = Vec::new();
        if !uneven.is_empty() {
            neighbors.resize(rows.len(), FaceNeighbors::default());
            for [one, other] in pairs() {
                let is_same = one.1 == other.1;
                neighbors[one.0 as usize].add((other.0, is_same));
                neighbors[other.0 as usize].add((one.0, is_same));
            }
        }
        (rows, neighbors, uneven)
    }

    /// A number that looks drawn by chance, the same for the same edge.
    fn mixed(&self, (from, to): Edge) -> u64 {
        from.wrapping_mul(self.odd).wrapping_add(to).wrapping_mul(self.odd)
    }
}

/// How often faces pass an edge, and the first and the last of these: which face, and whether from the lesser end on.
struct Passes {
    edge: Edge,
    count: u32,
    faces: [(u32, bool); 2],
}

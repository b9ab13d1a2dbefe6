//! The faces that a program holds, compared with those that are drawn of the file.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::document::Document;
use crate::engines::held::{HeldCorner, HeldFace, HeldModel, corners_in_file};
use crate::layout::Record;
use crate::model::place::{Place, SHARED};
use crate::report::view::floats;
use crate::report::view::shape::DrawnFaces;

/// The faces that a program holds, where they are other than in the file.
#[derive(Serialize, PartialEq)]
pub(super) struct ViewHeld {
    /// Faces that it does not hold, by their number among those that are drawn.
    lacks: Vec<u32>,
    /// Faces that it holds with other corners, and these: first those that are at another place.
    changed: Vec<u32>,
    /// How many of them are at another place.
    displaced: usize,
    /// Where the corners of all of them are; empty if none is at another place.
    changed_positions: String,
    changed_normals: String,
    changed_uvs: String,
    /// How many it holds once more than they are drawn, in the same place, where nobody sees two of them.
    twice: usize,
    /// The corners of those that only it holds.
    positions: String,
    normals: String,
    uvs: String,
    count: usize,
}

impl ViewHeld {
    /// What a program holds, compared with what is drawn of the file; `None` if that is the same.
    pub(super) fn of(document: &Document, model: &HeldModel, faces: &DrawnFaces) -> Option<Self> {
        let mut comparison = HeldComparison {
            document,
            faces,
            others: BTreeMap::new(),
            displaced: Vec::new(),
            in_place: Vec::new(),
            known: HashSet::new(),
            lost: Vec::new(),
        };
        for (mesh, held) in model.meshes.iter().enumerate() {
            held.faces.iter().for_each(|face| comparison.add(mesh, face));
        }
        comparison.finish()
    }
}

type HeldCorners = [HeldCorner; 3];

/// The bits of numbers, by which they are found again. Adding 0 makes +0 of -0, which nobody sees.
fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(|value| (value + 0.0).to_bits())
}

/// All bits of a face.
fn face_bits(corners: &HeldCorners) -> [[u32; 8]; 3] {
    corners.map(|HeldCorner { position: [x, y, z], normal: [a, b, c], uv: [u, v] }| {
        bits([x, y, z, a, b, c, u, v])
    })
}

/// Those of where it is.
fn place_bits(corners: &HeldCorners) -> [[u32; 3]; 3] {
    corners.map(|corner| bits(corner.position))
}

/// Whether a face is anywhere.
fn is_somewhere(corners: &HeldCorners) -> bool {
    corners.iter().all(|corner| corner.position.iter().all(|part| part.is_finite()))
}

struct HeldComparison<'a> {
    document: &'a Document,
    faces: &'a DrawnFaces,
    /// How often the program holds each face of which it is not known which one of the file it is.
    others: BTreeMap<[[u32; 8]; 3], (usize, HeldCorners)>,
    /// Drawn faces that the program has at another place, or in the same place with other normals or texture coordinates.
    displaced: Vec<(u32, HeldCorners)>,
    in_place: Vec<(u32, HeldCorners)>,
    /// The numbers of all drawn faces of which it is known what they are to the program.
    known: HashSet<u32>,
    /// Those of them that are nowhere to it.
    lost: Vec<u32>,
}

impl HeldComparison<'_> {
    fn add(&mut self, mesh: usize, face: &HeldFace) {
        let object = if self.document.is_binary() { SHARED as usize } else { mesh };
        let in_file = |row: u32| corners_in_file(self.document, object, row as usize);
        let corners = match face {
            HeldFace::Listed(row) => in_file(*row),
            HeldFace::Other(corners) => Some(*corners),
            HeldFace::Changed(row, corners) => {
                let place = Place::row(Record::Face, object, *row as usize);
                if let Some([number]) = self.faces.numbers.get(&place).map(|numbers| &**numbers) {
                    let is_in_place =
                        in_file(*row).is_some_and(|known| place_bits(&known) == place_bits(corners));
                    self.change(*number, *corners, is_in_place);
                    return;
                }
                Some(*corners)
            }
        };
        if let Some(corners) = corners {
            self.others.entry(face_bits(&corners)).or_insert((0, corners)).0 += 1;
        }
    }

    fn change(&mut self, number: u32, corners: HeldCorners, is_in_place: bool) {
        self.known.insert(number);
        match is_somewhere(&corners) {
            true if is_in_place => self.in_place.push((number, corners)),
            true => self.displaced.push((number, corners)),
            false => self.lost.push(number),
        }
    }

    /// All differences; `None` if there is none.
    fn finish(mut self) -> Option<ViewHeld> {
        let mut lacks = Vec::new();
        let changed = self.displaced.iter().chain(&self.in_place);
        let mut shown: HashSet<_> = changed.map(|(_, corners)| face_bits(corners)).collect();
        for (number, (_, face)) in (0..).zip(self.faces.scene.faces()) {
            if self.known.contains(&number) {
                continue;
            }
            let Place { object, row, .. } = face.place;
            let corners = corners_in_file(self.document, object as usize, row as usize)?;
            match self.others.get_mut(&face_bits(&corners)) {
                Some((count, _)) if *count > 0 => {
                    *count -= 1;
                    shown.insert(face_bits(&corners));
                }
                _ => lacks.push((number, place_bits(&corners))),
            }
        }
        let left = self.others.into_iter().filter(|(_, (count, _))| *count > 0);
        let (again, left): (Vec<_>, Vec<_>) = left.partition(|(bits, _)| shown.contains(bits));
        let twice = again.into_iter().map(|(_, (count, _))| count).sum();
        let left = left.into_iter().map(|(_, (_, corners))| corners);
        let mut left: Vec<_> = left.filter(is_somewhere).collect();
        self.in_place.extend(at_one_place(&mut lacks, &mut left));
        let lacks: Vec<u32> = lacks.into_iter().map(|(number, _)| number).chain(self.lost).collect();
        let is_same = [lacks.len(), left.len(), self.displaced.len(), self.in_place.len(), twice] == [0; 5];
        (!is_same).then(|| ViewHeld { twice, ..view(lacks, self.displaced, self.in_place, &left) })
    }
}

/// Takes out the faces that a program does not hold, and those that only it holds, where they are at one place.
fn at_one_place(
    lacks: &mut Vec<(u32, [[u32; 3]; 3])>,
    left: &mut Vec<HeldCorners>,
) -> Vec<(u32, HeldCorners)> {
    let mut at_place: HashMap<[[u32; 3]; 3], Vec<usize>> = HashMap::new();
    for (index, corners) in left.iter().enumerate().rev() {
        at_place.entry(place_bits(corners)).or_default().push(index);
    }
    let (mut found, mut is_used) = (Vec::new(), vec![false; left.len()]);
    lacks.retain(|(number, place)| {
        let Some(index) = at_place.get_mut(place).and_then(Vec::pop) else { return true };
        found.push((*number, left[index]));
        is_used[index] = true;
        false
    });
    let mut used = is_used.into_iter();
    left.retain(|_| !used.next().unwrap_or_default());
    found
}

fn view(
    lacks: Vec<u32>,
    displaced: Vec<(u32, HeldCorners)>,
    in_place: Vec<(u32, HeldCorners)>,
    left: &[HeldCorners],
) -> ViewHeld {
    let (displaced_count, changed) = (displaced.len(), [displaced, in_place].concat());
    let changes = || changed.iter().flat_map(|(_, corners)| corners);
    let positions = changes().filter(|_| displaced_count > 0).flat_map(|corner| corner.position);
    let corners = || left.as_flattened().iter();
    ViewHeld {
        lacks,
        changed: changed.iter().map(|(number, _)| *number).collect(),
        displaced: displaced_count,
        twice: 0,
        changed_positions: floats(positions),
        changed_normals: floats(changes().flat_map(|corner| corner.normal)),
        changed_uvs: floats(changes().flat_map(|corner| corner.uv)),
        positions: floats(corners().flat_map(|corner| corner.position)),
        normals: floats(corners().flat_map(|corner| corner.normal)),
        uvs: floats(corners().flat_map(|corner| corner.uv)),
        count: left.len(),
    }
}

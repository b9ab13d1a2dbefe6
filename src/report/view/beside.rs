//! An old model beside a new one, and what differs between them.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use serde::Serialize;

use crate::report::view::marks::{Mark, Marker};
use crate::report::view::shape::DrawnFaces;
use crate::report::view::{ViewInput, ViewedModel};
use crate::scene::{Look, SceneFace, ScenePart};

/// Two models of which one became the other.
pub struct ViewPair<'a> {
    /// The old model.
    pub old: &'a ViewInput<'a>,
    /// The new one.
    pub new: &'a ViewInput<'a>,
    /// What differs between them, in lines.
    pub says: String,
    /// The vertices that are at another place, in both models.
    pub moved: BTreeSet<[u32; 2]>,
}

/// What the page holds of two models: the new one, and beside it the old one.
#[derive(Serialize)]
pub(super) struct ViewedPair {
    #[serde(flatten)]
    new: ViewedModel,
    beside: OldModel,
}

#[derive(Serialize)]
struct OldModel {
    model: ViewedModel,
    /// What differs, in lines.
    says: String,
    /// Faces and vertices that are elsewhere or not in the other model, in the old one and in the new one.
    changed: [Mark; 2],
    /// Faces that are at the same place in both, and look otherwise.
    restyled: [Mark; 2],
    /// What they have otherwise, in words.
    styles: Vec<&'static str>,
}

impl ViewedPair {
    pub(super) fn of(pair: &ViewPair) -> Self {
        let (old, old_faces) = ViewedModel::with_faces(pair.old);
        let (new, new_faces) = ViewedModel::with_faces(pair.new);
        let sides = [(pair.old, &old_faces), (pair.new, &new_faces)];
        let (restyled, styles) = restyled(sides);
        let changed = changed(sides, &pair.moved);
        Self { new, beside: OldModel { model: old, says: pair.says.clone(), changed, restyled, styles } }
    }

    pub(super) fn into_name(self) -> String {
        self.new.name
    }
}

/// Faces of which the other model has none at the same place, and vertices that are at another place.
fn changed(sides: [(&ViewInput, &DrawnFaces); 2], moved: &BTreeSet<[u32; 2]>) -> [Mark; 2] {
    let [old, new] = sides.map(|(_, faces)| places(faces));
    let of_side = |side: usize, own: &[FacePlace], other: &[FacePlace]| {
        let (input, faces) = sides[side];
        let marker = Marker::new(input.drawn, faces);
        let vertices = moved.iter().map(|moved| moved[side]);
        marker.of_changes(without(own, other), vertices)
    };
    [of_side(0, &old, &new), of_side(1, &new, &old)]
}

/// Where the corners of a face are, from the least on, by the bits of the numbers.
type FacePlace = [[u32; 3]; 3];

fn places(faces: &DrawnFaces) -> Vec<FacePlace> {
    let place = |face: &SceneFace| place_from_least(faces, face).0;
    faces.scene.faces().map(|(_, face)| place(face)).collect()
}

/// Where the corners of a face are, and their indices, from the least on.
fn place_from_least(faces: &DrawnFaces, face: &SceneFace) -> (FacePlace, [u32; 3]) {
    // Adding 0 makes +0 of -0.
    let place =
        |corner: u32| faces.scene.corners[corner as usize].position.map(|part| (part + 0.0).to_bits());
    let (mut places, mut corners) = (face.corners.map(place), face.corners);
    let least = (0..3).min_by_key(|corner| places[*corner]).unwrap_or_default();
    places.rotate_left(least);
    corners.rotate_left(least);
    (places, corners)
}

/// The numbers of faces of which there are more than in the other model.
fn without(own: &[FacePlace], other: &[FacePlace]) -> Vec<u32> {
    let mut left: HashMap<&FacePlace, usize> = HashMap::new();
    other.iter().for_each(|place| *left.entry(place).or_default() += 1);
    let is_new = |place: &FacePlace| match left.get_mut(place) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let flags: Vec<bool> = own.iter().map(is_new).collect();
    (0..).zip(flags).filter(|(_, is_new)| *is_new).map(|(number, _)| number).collect()
}

/// What a face looks like.
struct FaceStyle {
    uvs: [[f32; 2]; 3],
    normals: [[f32; 3]; 3],
    /// The look of its material, whatever that is called.
    look: Option<Rc<Look>>,
}

impl FaceStyle {
    /// Which of the words fit that say what differs from another one.
    fn differs(&self, other: &Self) -> [bool; STYLES.len()] {
        [self.uvs != other.uvs, self.normals != other.normals, self.look != other.look]
    }
}

/// So many faces at one place are looked at: a file can be made to have all of them there.
const MOST_AT_A_PLACE: usize = 16;

/// What may differ of faces at one place.
const STYLES: [&str; 3] = ["texture coordinates", "normals", "materials"];

/// The places of all drawn faces, and what they look like.
fn styles(faces: &DrawnFaces) -> Vec<(FacePlace, FaceStyle)> {
    let nameless = |look: &Look| Rc::new(Look { name: String::new(), ..look.clone() });
    let looks: Vec<_> = faces.scene.looks.iter().map(nameless).collect();
    let style = |(part, face): (&ScenePart, &SceneFace)| {
        let (place, corners) = place_from_least(faces, face);
        let corners = corners.map(|corner| faces.scene.corners[corner as usize]);
        let look = part.material.map(|material| looks[material].clone());
        (place, FaceStyle { uvs: corners.map(|at| at.uv), normals: corners.map(|at| at.normal), look })
    };
    faces.scene.faces().map(style).collect()
}

/// Faces that the other model has at the same place, but with other texture coordinates, normals or materials; and words
/// for which of these.
fn restyled(sides: [(&ViewInput, &DrawnFaces); 2]) -> ([Mark; 2], Vec<&'static str>) {
    let all = sides.map(|(_, faces)| styles(faces));
    let mut is_told = [false; STYLES.len()];
    let marks = [0, 1].map(|side| {
        let (own, other) = (&all[side], &all[1 - side]);
        let mut at_place: HashMap<&FacePlace, Vec<&FaceStyle>> = HashMap::new();
        for (place, style) in other {
            let styles = at_place.entry(place).or_default();
            if styles.len() < MOST_AT_A_PLACE {
                styles.push(style);
            }
        }
        let mut faces = Vec::new();
        for ((place, style), number) in own.iter().zip(0..) {
            let others = at_place.get(place).into_iter().flatten();
            let least = others
                .map(|other| style.differs(other))
                .min_by_key(|differs| differs.iter().filter(|one| **one).count());
            if let Some(differs) = least.filter(|differs| differs.contains(&true)) {
                faces.push(number);
                is_told.iter_mut().zip(differs).for_each(|(told, differs)| *told |= differs);
            }
        }
        let (input, drawn) = sides[side];
        Marker::new(input.drawn, drawn).of_changes(faces, std::iter::empty())
    });
    let words = STYLES.into_iter().zip(is_told).filter(|(_, is_told)| *is_told).map(|(word, _)| word);
    (marks, words.collect())
}

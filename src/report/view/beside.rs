//! An old model beside a new one, and what differs between them.

use std::collections::HashMap;

use serde::Serialize;

use crate::actions::diff::MovedVertex;
use crate::report::view::marks::{Mark, Marker};
use crate::report::view::shape::DrawnFaces;
use crate::report::view::{ViewInput, ViewedModel};

/// Two models of which one became the other.
pub struct ViewPair<'a> {
    /// The old model.
    pub old: &'a ViewInput<'a>,
    /// The new one.
    pub new: &'a ViewInput<'a>,
    /// What differs between them, in lines.
    pub says: String,
    /// The vertices that are at another place.
    pub moved: &'a [MovedVertex],
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
    /// Faces and vertices that differ, in the old model and in the new one.
    changed: [Mark; 2],
}

impl ViewedPair {
    pub(super) fn of(pair: &ViewPair) -> Self {
        let (old, old_faces) = ViewedModel::with_faces(pair.old);
        let (new, new_faces) = ViewedModel::with_faces(pair.new);
        let changed = changed([(pair.old, &old_faces), (pair.new, &new_faces)], pair.moved);
        Self { new, beside: OldModel { model: old, says: pair.says.clone(), changed } }
    }

    pub(super) fn into_name(self) -> String {
        self.new.name
    }
}

/// Faces of which the other model has none at the same place, and vertices that are at another place.
fn changed(sides: [(&ViewInput, &DrawnFaces); 2], moved: &[MovedVertex]) -> [Mark; 2] {
    let [old, new] = sides.map(|(_, faces)| places(faces));
    let of_side = |side: usize, own: &[FacePlace], other: &[FacePlace]| {
        let (input, faces) = sides[side];
        let marker = Marker::new(input.document, faces);
        let vertices = moved.iter().map(|moved| moved.vertices[side]);
        marker.of_changes(without(own, other), vertices)
    };
    [of_side(0, &old, &new), of_side(1, &new, &old)]
}

/// Where the corners of a face are, from the least on, by the bits of the numbers.
type FacePlace = [[u32; 3]; 3];

fn places(faces: &DrawnFaces) -> Vec<FacePlace> {
    // Adding 0 makes +0 of -0.
    let place =
        |corner: u32| faces.scene.corners[corner as usize].position.map(|part| (part + 0.0).to_bits());
    let from_least = |mut corners: FacePlace| {
        let least = (0..3).min_by_key(|corner| corners[*corner]).unwrap_or_default();
        corners.rotate_left(least);
        corners
    };
    faces.scene.faces().map(|(_, face)| from_least(face.corners.map(place))).collect()
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

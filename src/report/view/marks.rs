//! What of a drawn model a place in the file is.

use std::collections::HashMap;

use serde::Serialize;

use crate::document::Document;
use crate::document::references::seen_at;
use crate::layout::Record;
use crate::model::Geometry;
use crate::model::place::{Place, SHARED};
use crate::report::view::shape::DrawnFaces;

/// So many places of a finding are marked.
const MOST_PLACES: usize = 200;
/// A normal is looked for among so many faces.
const MOST_SEARCHED: usize = 1000;

/// What is marked in a model.
#[derive(Serialize, Default, Clone, PartialEq)]
pub(super) struct Mark {
    /// Faces, by their number among those that are drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<u32>,
    /// Corners of faces, each of which is a marked vertex.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corners: Vec<u32>,
    /// Points: vertices of which no face is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<[f32; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meshes: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bones: Vec<u32>,
    /// When it is, in frames of an ASCII model, in seconds of a binary one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<f32>,
}

/// Finds marks.
pub(super) struct Marker<'a> {
    document: &'a Document,
    faces: &'a DrawnFaces,
    /// A corner of each vertex that has one.
    corners: HashMap<u32, u32>,
    /// How the first vertex of each mesh is counted through all of them.
    first_vertices: Vec<u32>,
}

impl<'a> Marker<'a> {
    pub(super) fn new(document: &'a Document, faces: &'a DrawnFaces) -> Self {
        let corners = faces.scene.corners.iter().enumerate();
        let mut first = 0;
        let first_of = |(_, geometry): (usize, &Geometry)| {
            let own = first;
            first += geometry.vertices.len() as u32;
            own
        };
        Self {
            document,
            faces,
            corners: corners.map(|(corner, at)| (at.vertex, corner as u32)).collect(),
            first_vertices: document.model.geometries().map(first_of).collect(),
        }
    }

    /// What is at these places together. Nothing, where they are nothing that is drawn.
    pub(super) fn mark(&self, places: impl Iterator<Item = Place>) -> Mark {
        let mut mark = Mark::default();
        let seen = places.take(MOST_PLACES).flat_map(|place| seen_at(self.document, place));
        seen.for_each(|place| self.add(place, &mut mark));
        mark
    }

    /// These faces, and a corner of each of these vertices.
    pub(super) fn of_changes(&self, faces: Vec<u32>, vertices: impl Iterator<Item = u32>) -> Mark {
        let corners = vertices.filter_map(|vertex| self.corners.get(&vertex).copied());
        Mark { faces, corners: corners.collect(), ..Mark::default() }
    }

    fn add(&self, place: Place, mark: &mut Mark) {
        let place = self.document.stored_as(place);
        let add = |list: &mut Vec<u32>, index: u32| {
            if !list.contains(&index) {
                list.push(index);
            }
        };
        let model = &self.document.model;
        match place.record {
            Record::Face => self.face(place, mark),
            Record::Member => {
                let mesh = model.meshes.get(place.object as usize);
                let face = mesh.and_then(|mesh| mesh.members.get(place.row as i32));
                if let Some(face) = face.and_then(|member| usize::try_from(member.face).ok()) {
                    self.face(Place::row(Record::Face, SHARED as usize, face), mark);
                }
            }
            Record::Vertex | Record::VertexExtra => self.vertex(place, mark),
            Record::Normal => self.normal(place, mark),
            Record::Mesh => add(&mut mark.meshes, place.object),
            Record::Material => add(&mut mark.materials, place.object),
            Record::Bone | Record::BoneExtra => add(&mut mark.bones, place.object),
            Record::PositionKey | Record::RotationKey => {
                add(&mut mark.bones, place.object);
                let bone = model.bones.get(place.object as usize);
                let keys = bone.map(|bone| match place.record {
                    Record::PositionKey => &bone.position_keys,
                    _ => &bone.rotation_keys,
                });
                let time = keys.and_then(|keys| keys.get(place.row as i32)).map(|key| key.time);
                mark.time = mark.time.or(time.filter(|time| time.is_finite()));
            }
            _ => {}
        }
    }

    fn face(&self, place: Place, mark: &mut Mark) {
        if let Some(numbers) = self.faces.numbers.get(&place.whole()) {
            mark.faces
                .extend(numbers.iter().filter(|number| !mark.faces.contains(number)).collect::<Vec<_>>());
            return;
        }
        // It is not drawn, but its vertices may be somewhere.
        let geometry = self.document.model.geometry_of(place.object as usize);
        let face = geometry.and_then(|geometry| geometry.faces.get(place.row as i32));
        for vertex in face.iter().flat_map(|face| face.vertices) {
            if let Ok(vertex) = usize::try_from(vertex) {
                self.vertex(Place::row(Record::Vertex, place.object as usize, vertex), mark);
            }
        }
    }

    fn vertex(&self, place: Place, mark: &mut Mark) {
        let geometry = self.document.model.geometry_of(place.object as usize);
        let Some(vertex) = geometry.and_then(|geometry| geometry.vertices.get(place.row as i32)) else {
            return;
        };
        let first = match self.document.is_binary() {
            true => Some(&0),
            false => self.first_vertices.get(place.object as usize),
        };
        let corner = first.and_then(|first| self.corners.get(&(first + place.row)));
        match corner {
            Some(corner) if mark.corners.contains(corner) => {}
            Some(corner) => mark.corners.push(*corner),
            None if vertex.position.iter().all(|part| part.is_finite()) => mark.points.push(vertex.position),
            None => {}
        }
    }

    /// The faces that use a normal.
    fn normal(&self, place: Place, mark: &mut Mark) {
        let Some(geometry) = self.document.model.geometry_of(place.object as usize) else { return };
        let using = |face: &crate::model::Face| face.normals.contains(&(place.row as i32));
        // The normals of a binary model belong to the face of that number.
        let rows: Vec<usize> = match self.document.is_binary() {
            true => vec![place.row as usize / 3],
            false => {
                let faces = geometry.faces.iter().take(MOST_SEARCHED);
                faces.filter(|(_, face)| using(face)).map(|(row, _)| row).take(MOST_PLACES).collect()
            }
        };
        for row in rows {
            self.face(Place::row(Record::Face, place.object as usize, row), mark);
        }
    }
}

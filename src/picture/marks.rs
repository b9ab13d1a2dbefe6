//! What of a model is marked in its picture.

use std::collections::BTreeSet;

use crate::document::Document;
use crate::layout::Record;
use crate::model::Face;
use crate::model::place::{Place, SHARED};

/// Faces, vertices and bones that are marked.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PictureMarks {
    faces: BTreeSet<Place>,
    /// By their indices, which are counted through all meshes.
    pub(super) vertices: BTreeSet<usize>,
    pub(super) bones: BTreeSet<usize>,
    /// How many of the places are in none of these, such as those in materials.
    pub elsewhere: usize,
}

impl PictureMarks {
    /// What is at these places: meshes with all their faces; faces, also those with a normal that is meant; vertices, also
    /// those of a face that cannot be drawn; and bones, also those of keys.
    pub fn of(document: &Document, places: impl IntoIterator<Item = Place>) -> Self {
        let mut marks = Self::default();
        let mut normals = BTreeSet::new();
        for place in places {
            let row = place.row as usize;
            match place.record {
                Record::Face => marks.face(document, place.whole()),
                Record::Member => {
                    let mesh = document.model.meshes.get(place.object as usize);
                    let member = mesh.and_then(|mesh| mesh.members.rows.get(row));
                    let face = member.and_then(|member| usize::try_from(member.face).ok());
                    if let Some(face) = face {
                        marks.face(document, Place::row(Record::Face, SHARED as usize, face));
                    }
                }
                Record::Vertex | Record::VertexExtra => {
                    marks.vertices.extend(first_vertex(document, place).map(|first| first + row))
                }
                Record::Normal => drop(normals.insert((place.object, row))),
                Record::Bone | Record::PositionKey | Record::RotationKey | Record::BoneExtra => {
                    marks.bones.insert(place.object as usize);
                }
                Record::Mesh => {
                    let shape = document.model.shapes().nth(place.object as usize);
                    for (shape, number) in shape
                        .iter()
                        .flat_map(|shape| (0..shape.face_count()).map(move |number| (shape, number)))
                    {
                        if let Some((row, _)) = shape.face(number) {
                            marks.face(document, Place::row(Record::Face, shape.object, row));
                        }
                    }
                }
                _ => marks.elsewhere += 1,
            }
        }
        marks.with_normals(document, &normals);
        marks
    }

    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty() && self.vertices.is_empty() && self.bones.is_empty()
    }

    /// How many faces, vertices and bones are marked.
    pub fn len(&self) -> usize {
        self.faces.len() + self.vertices.len() + self.bones.len()
    }

    /// Whether a face is marked.
    pub(super) fn has_face(&self, place: Place) -> bool {
        self.faces.contains(&place)
    }

    fn face(&mut self, document: &Document, place: Place) {
        let geometry = document.model.geometry_of(place.object as usize);
        let Some(geometry) = geometry else { return };
        let Some(face) = geometry.faces.rows.get(place.row as usize) else { return };
        self.faces.insert(place);
        let vertices = face
            .vertices
            .map(|vertex| usize::try_from(vertex).ok().filter(|vertex| *vertex < geometry.vertices.len()));
        if vertices.contains(&None)
            && let Some(first) = first_vertex(document, place)
        {
            self.vertices.extend(vertices.into_iter().flatten().map(|vertex| first + vertex));
        }
    }

    /// PictureMarks the faces with one of these normals, each given by its mesh and its row.
    fn with_normals(&mut self, document: &Document, normals: &BTreeSet<(u32, usize)>) {
        if normals.is_empty() {
            return;
        }
        for (object, geometry) in document.model.geometries() {
            let has = |face: &Face| {
                face.normals.iter().any(|normal| {
                    usize::try_from(*normal).is_ok_and(|normal| normals.contains(&(object as u32, normal)))
                })
            };
            let rows = geometry.faces.rows.iter().enumerate().filter(|(_, face)| has(face));
            self.faces.extend(rows.map(|(row, _)| Place::row(Record::Face, object, row)));
        }
    }
}

/// The index of the first vertex of the mesh of a place, counted through all meshes.
fn first_vertex(document: &Document, place: Place) -> Option<usize> {
    if document.is_binary() {
        return Some(0);
    }
    let before = document.model.meshes.get(..place.object as usize)?;
    Some(before.iter().map(|mesh| mesh.geometry.vertices.len()).sum())
}

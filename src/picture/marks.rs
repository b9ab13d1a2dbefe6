//! What of a model is marked in its picture.

use std::collections::{BTreeSet, HashSet};

use crate::document::Document;
use crate::document::references::seen_at;
use crate::layout::Record;
use crate::model::Mesh;
use crate::model::place::{Place, SHARED};
use crate::scene::Scene;

/// Faces, vertices and bones that are marked.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PictureMarks {
    pub(super) faces: BTreeSet<Place>,
    /// By their indices, which are counted through all meshes.
    pub(super) vertices: BTreeSet<usize>,
    pub(super) bones: BTreeSet<usize>,
    /// At how many of the places there is nothing of these that is drawn, as at those in the header of a file.
    pub elsewhere: usize,
}

impl PictureMarks {
    /// What is at these places: meshes with all their faces; materials with those of all meshes that have them; faces, also
    /// those with a normal that is meant; of faces that are not drawn the vertices; vertices; and bones, also those of keys.
    pub fn of(document: &Document, places: impl IntoIterator<Item = Place>) -> Self {
        let scene = Scene::of(document);
        let drawn = scene.faces().map(|(_, face)| face.place).collect();
        let mut marker = PictureMarker { document, drawn, normals: Vec::new(), marks: Self::default() };
        for place in places {
            let seen = seen_at(document, document.stored_as(place)).into_iter();
            let is_marked = seen.map(|place| marker.add(place)).filter(|is_marked| *is_marked).count() > 0;
            marker.marks.elsewhere += usize::from(!is_marked);
        }
        marker.with_normals();
        marker.marks
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
}

/// Marks places.
struct PictureMarker<'d> {
    document: &'d Document,
    /// The faces that are drawn.
    drawn: HashSet<Place>,
    /// Normals that are to be marked with the faces that have them, by the object and the row of each.
    normals: Vec<(u32, u32)>,
    marks: PictureMarks,
}

impl PictureMarker<'_> {
    /// Marks what is at a place, and returns whether there is anything. Of normals that is not known yet.
    fn add(&mut self, place: Place) -> bool {
        let model = &self.document.model;
        match place.record {
            Record::Face => self.face(place.whole()),
            Record::Member => {
                let mesh = model.meshes.get(place.object as usize);
                let member = mesh.and_then(|mesh| mesh.members.rows.get(place.row as usize));
                let face = member.and_then(|member| usize::try_from(member.face).ok());
                face.is_some_and(|face| self.face(Place::row(Record::Face, SHARED as usize, face)))
            }
            Record::Vertex | Record::VertexExtra => self.vertex(place),
            Record::Normal => {
                self.normals.push((place.object, place.row));
                true
            }
            Record::Bone | Record::PositionKey | Record::RotationKey | Record::BoneExtra => {
                let bone = place.object as usize;
                let is_there = bone < model.bones.len();
                self.marks.bones.extend(is_there.then_some(bone));
                is_there
            }
            Record::Mesh => self.mesh(place.object as usize),
            Record::Material => self.material(place.object),
            _ => false,
        }
    }

    fn mesh(&mut self, mesh: usize) -> bool {
        let Some(shape) = self.document.model.shapes().nth(mesh) else { return false };
        let rows = (0..shape.face_count()).filter_map(|number| Some(shape.face(number)?.0));
        let faces = rows.map(|row| Place::row(Record::Face, shape.object, row));
        faces.map(|face| self.face(face)).filter(|is_marked| *is_marked).count() > 0
    }

    fn material(&mut self, material: u32) -> bool {
        let meshes = self.document.model.meshes.iter().enumerate();
        let has_it = |(_, mesh): &(usize, &Mesh)| {
            mesh.material.and_then(|own| u32::try_from(own).ok()) == Some(material)
        };
        let having: Vec<_> = meshes.filter(has_it).map(|(index, _)| index).collect();
        having.into_iter().filter(|mesh| self.mesh(*mesh)).count() > 0
    }

    fn face(&mut self, place: Place) -> bool {
        if self.drawn.contains(&place) {
            self.marks.faces.insert(place);
            return true;
        }
        // It is not drawn, but its vertices may be somewhere.
        let geometry = self.document.model.geometry_of(place.object as usize);
        let face = geometry.and_then(|geometry| geometry.faces.get(place.row as i32));
        let vertices = face.into_iter().flat_map(|face| face.vertices);
        let vertices = vertices.filter_map(|vertex| usize::try_from(vertex).ok());
        let places = vertices.map(|vertex| Place::row(Record::Vertex, place.object as usize, vertex));
        places.map(|vertex| self.vertex(vertex)).filter(|is_marked| *is_marked).count() > 0
    }

    fn vertex(&mut self, place: Place) -> bool {
        let place = match place.record {
            Record::VertexExtra => Place::row(Record::Vertex, SHARED as usize, place.row as usize),
            _ => place,
        };
        let geometry = self.document.model.geometry_of(place.object as usize);
        let vertex = geometry.and_then(|geometry| geometry.vertices.get(place.row as i32));
        let is_somewhere = vertex.is_some_and(|vertex| vertex.position.iter().all(|part| part.is_finite()));
        let first = first_vertex(self.document, place).filter(|_| is_somewhere);
        self.marks.vertices.extend(first.map(|first| first + place.row as usize));
        first.is_some()
    }

    /// Marks the faces that are drawn with one of the normals, and counts the normals that no such face has.
    fn with_normals(&mut self) {
        if self.normals.is_empty() {
            return;
        }
        let wanted: HashSet<_> = self.normals.iter().copied().collect();
        let mut found = HashSet::new();
        for (object, geometry) in self.document.model.geometries() {
            for (row, face) in geometry.faces.rows.iter().enumerate() {
                let place = Place::row(Record::Face, object, row);
                let normals = face.normals.map(|normal| (object as u32, normal as u32));
                let mut normals = normals.into_iter().filter(|normal| wanted.contains(normal)).peekable();
                if normals.peek().is_some() && self.drawn.contains(&place) {
                    self.marks.faces.insert(place);
                    found.extend(normals);
                }
            }
        }
        self.marks.elsewhere += self.normals.iter().filter(|normal| !found.contains(normal)).count();
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

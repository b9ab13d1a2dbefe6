//! What there is to draw of a model: triangles whose corners have a normal and a place in the texture, in both formats
//! alike, and the looks of materials.
//!
//! A corner is what faces share that have the same vertex, normal and texture coordinates there. So corners are what
//! graphics cards and glTF call vertices.

pub mod joined;
mod look;

use std::collections::HashMap;

use crate::document::Document;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::vector::{cross, difference, unit};
use crate::model::{Face, Geometry};
pub use look::Look;

/// What there is to draw of a model at rest.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// All corners.
    pub corners: Vec<SceneCorner>,
    /// The meshes.
    pub parts: Vec<ScenePart>,
    /// The looks of the materials.
    pub looks: Vec<Look>,
    /// How many faces cannot be drawn: they could not be read, or one of their vertices does not exist or is nowhere.
    pub left_out: usize,
}

/// A corner of faces.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SceneCorner {
    /// The index of its vertex, which is counted through all meshes.
    pub vertex: u32,
    /// Where that is at rest.
    pub position: [f32; 3],
    /// Its normal at rest, of length 1: that of the face, where the file has none.
    pub normal: [f32; 3],
    /// Its place in the texture; v runs down from the top. What is not a finite number is 0.
    pub uv: [f32; 2],
}

/// The faces of a mesh.
#[derive(Clone, Debug)]
pub struct ScenePart {
    /// The index of the mesh.
    pub mesh: usize,
    /// The index of its material; `None` if it has none that exists.
    pub material: Option<usize>,
    /// Its faces.
    pub faces: Vec<SceneFace>,
}

/// A face.
#[derive(Clone, Copy, Debug)]
pub struct SceneFace {
    /// The indices of its corners, counter-clockwise seen from its front.
    pub corners: [u32; 3],
    /// Where it is in the model.
    pub place: Place,
}

impl Scene {
    /// That of a model.
    pub fn of(document: &Document) -> Self {
        let model = &document.model;
        let mut builder = SceneBuilder { document, known: HashMap::new(), scene: Self::default() };
        let mut first = 0;
        for (mesh, shape) in model.shapes().enumerate() {
            let material = model.meshes[mesh].material.and_then(|material| usize::try_from(material).ok());
            let material = material.filter(|material| *material < model.materials.len());
            let mut part = ScenePart { mesh, material, faces: Vec::new() };
            for number in 0..shape.face_count() {
                let face = shape.face(number).and_then(|(row, face)| {
                    let corners = builder.corners(shape.geometry, first, row, face)?;
                    Some(SceneFace { corners, place: Place::row(Record::Face, shape.object, row) })
                });
                match face {
                    Some(face) => part.faces.push(face),
                    None => builder.scene.left_out += 1,
                }
            }
            builder.scene.parts.push(part);
            if model.binary.is_none() {
                first += shape.geometry.vertices.len() as u32;
            }
        }
        let looks = model.materials.iter().map(|material| Look::of(document, material)).collect();
        Self { looks, ..builder.scene }
    }

    /// The corners of all faces in their order, part by part.
    pub fn faces(&self) -> impl Iterator<Item = (&ScenePart, &SceneFace)> {
        self.parts.iter().flat_map(|part| part.faces.iter().map(move |face| (part, face)))
    }
}

struct SceneBuilder<'d> {
    document: &'d Document,
    /// The corners that are there, by their vertex and the bits of their numbers.
    known: HashMap<(u32, [u32; 5]), u32>,
    scene: Scene,
}

impl SceneBuilder<'_> {
    /// The corners of a face of a geometry whose first vertex has this index; `None` if it cannot be drawn.
    fn corners(&mut self, geometry: &Geometry, first: u32, row: usize, face: Face) -> Option<[u32; 3]> {
        let vertices = face.vertices.map(|vertex| geometry.vertices.get(vertex));
        let [a, b, c] = [vertices[0]?, vertices[1]?, vertices[2]?];
        let positions = [a, b, c].map(|vertex| vertex.position);
        if !positions.as_flattened().iter().all(|part| part.is_finite()) {
            return None;
        }
        let flat = cross(difference(positions[1], positions[0]), difference(positions[2], positions[0]));
        let flat = unit(flat).unwrap_or([0.0, 1.0, 0.0]);
        let uvs = self.document.model.binary.as_ref().and_then(|binary| binary.uvs.get(row));
        Some([0, 1, 2].map(|corner| {
            let normal = geometry.normals.get(face.normals[corner]);
            let normal = normal.and_then(|normal| unit(normal.direction.map(f64::from))).unwrap_or(flat);
            let uv = uvs.map_or([a, b, c][corner].uv, |uvs| [uvs[corner], uvs[corner + 3]]);
            let uv = uv.map(|part| if part.is_finite() { part } else { 0.0 });
            let vertex = first + face.vertices[corner] as u32;
            self.corner(SceneCorner { vertex, position: positions[corner], normal, uv })
        }))
    }

    fn corner(&mut self, corner: SceneCorner) -> u32 {
        let ([x, y, z], [u, v]) = (corner.normal, corner.uv);
        let corners = &mut self.scene.corners;
        *self.known.entry((corner.vertex, [x, y, z, u, v].map(f32::to_bits))).or_insert_with(|| {
            corners.push(corner);
            corners.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    fn square(normal: &str, vertex: &str) -> Document {
        let text = format!(
            "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 2\r\n\"a\" 0 -1\r\n0\r\n0\r\n0\r\n\
            \"b\" 0 0\r\n4\r\n0 0.0 0.0 0.0 0.0 0.0 -1\r\n0 1.0 0.0 0.0 1.0 0.0 -1\r\n{vertex}\r\n\
            0 0.0 1.0 0.0 0.0 1.0 -1\r\n1\r\n{normal}\r\n2\r\n0 0 1 2 0 0 0 1\r\n0 0 2 3 0 0 0 1\r\n\
            Materials: 1\r\n\"skin\"\r\n0.0 0.0 0.0 1.0\r\n0.5 2.0 -1.0 1.0\r\n0.0 0.0 0.0 1.0\r\n\
            0.0 0.0 0.0 1.0\r\n0.0\r\n1.0\r\n\".\\skin.png\"\r\n\"\"\r\nBones: 0\r\n"
        );
        read("square.txt", text.into_bytes())
    }

    #[test]
    fn faces_share_corners() {
        let scene = Scene::of(&square("0.0 0.0 2.0", "0 1.0 1.0 0.0 1.0 1.0 -1"));
        assert_eq!((scene.corners.len(), scene.left_out), (4, 0));
        assert!(scene.corners.iter().all(|corner| corner.normal == [0.0, 0.0, 1.0]));
        let faces: Vec<_> = scene.faces().map(|(part, face)| (part.material, face.corners)).collect();
        assert_eq!(faces, [(Some(0), [0, 1, 2]), (Some(0), [0, 2, 3])]);
        assert_eq!(scene.looks[0].diffuse, [0.5, 1.0, 0.0]);
        assert_eq!(scene.looks[0].texture.as_deref(), Some(&b"./skin.png"[..]));
    }

    #[test]
    fn a_corner_without_a_normal_has_that_of_its_face() {
        let scene = Scene::of(&square("0.0 0.0 0.0", "0 1.0 1.0 0.0 1.0 1.0 -1"));
        assert!(scene.corners.iter().all(|corner| corner.normal == [0.0, 0.0, 1.0]));
    }

    #[test]
    fn a_face_with_a_vertex_that_is_nowhere_is_left_out() {
        let scene = Scene::of(&square("0.0 0.0 1.0", "0 nan 1.0 0.0 1.0 1.0 -1"));
        assert_eq!((scene.faces().count(), scene.left_out), (0, 2));
    }
}

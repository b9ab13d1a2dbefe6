//! What is drawn of a model at rest.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::base::display::counted;
use crate::base::display::number;
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;
use crate::report::view::{MOST_FACES, floats, indices};
use crate::scene::{Look, Scene};

/// Models whose faces have more materials are not drawn: browsers draw each of them on its own.
const MOST_MATERIALS: usize = 2_000;

/// The meshes, materials and bones of a model.
#[derive(Serialize)]
pub(super) struct Shape {
    /// Of each corner: where it is, its normal, its texture coordinates, and the index of its vertex.
    positions: String,
    normals: String,
    uvs: String,
    vertices: String,
    /// The corners of all faces, mesh after mesh.
    faces: String,
    /// For each of these faces its number in the file.
    rows: String,
    parts: Vec<ViewPart>,
    pub(super) materials: Vec<ViewMaterial>,
}

/// A mesh.
#[derive(Serialize)]
struct ViewPart {
    /// The mesh in words.
    name: String,
    /// What its faces are called before their number.
    faces_of: String,
    /// What its vertices are called before their number.
    vertices_of: String,
    /// How its first vertex is counted through all meshes.
    first_vertex: usize,
    material: Option<usize>,
    count: usize,
}

/// A material.
#[derive(Serialize)]
pub(super) struct ViewMaterial {
    /// The material in words.
    name: String,
    diffuse: [f32; 3],
    emissive: [f32; 3],
    specular: [f32; 3],
    shininess: f32,
    opacity: f32,
    /// The path of its texture, with `/` between names.
    #[serde(skip)]
    pub(super) path: Option<Vec<u8>>,
    /// The same index as in the list of textures.
    pub(super) texture: Option<usize>,
}

/// What is drawn, and where in the file each face of it is.
#[derive(Default)]
pub(super) struct DrawnFaces {
    pub(super) scene: Scene,
    /// The face that is drawn for a place: its number among all that are drawn.
    pub(super) numbers: HashMap<Place, Vec<u32>>,
}

impl Shape {
    /// That of a model, and its faces. `notes` gets what is not drawn.
    pub(super) fn of(document: &Document, notes: &mut Vec<String>) -> (Self, DrawnFaces) {
        let count: usize = document.model.shapes().map(|mesh| mesh.face_count()).sum();
        let mut scene = Scene::default();
        if count > MOST_FACES {
            let (count, most) = (number(count), number(MOST_FACES));
            notes.push(format!("The model has {count} faces. One with more than {most} is not drawn."));
        } else if let Some(count) = too_many_materials(document) {
            let (count, most) = (number(count), number(MOST_MATERIALS));
            notes.push(format!(
                "The faces have {count} materials. A model with faces of more than {most} is not drawn."
            ));
        } else {
            scene = Scene::of(document);
            if scene.left_out > 0 {
                let faces = counted(scene.left_out, "face");
                notes.push(format!(
                    "Not drawn: {faces}, unreadable, or with a vertex that does not exist or is nowhere."
                ));
            }
        }
        let mut numbers: HashMap<Place, Vec<u32>> = HashMap::new();
        for (index, (_, face)) in scene.faces().enumerate() {
            numbers.entry(face.place).or_default().push(index as u32);
        }
        let shape = Self {
            positions: floats(scene.corners.iter().flat_map(|corner| corner.position)),
            normals: floats(scene.corners.iter().flat_map(|corner| corner.normal)),
            uvs: floats(scene.corners.iter().flat_map(|corner| corner.uv)),
            vertices: indices(scene.corners.iter().map(|corner| corner.vertex)),
            faces: indices(scene.faces().flat_map(|(_, face)| face.corners)),
            rows: indices(scene.faces().map(|(_, face)| face.place.row)),
            parts: parts(document, &scene),
            materials: materials(document, &scene),
        };
        (shape, DrawnFaces { scene, numbers })
    }
}

/// How many materials the faces have, if these are too many.
fn too_many_materials(document: &Document) -> Option<usize> {
    let shapes = document.model.shapes().zip(&document.model.meshes);
    let used = shapes.filter(|(shape, _)| shape.face_count() > 0).filter_map(|(_, mesh)| mesh.material);
    let is_there =
        |material: &i32| usize::try_from(*material).is_ok_and(|at| at < document.model.materials.len());
    let count = used.filter(is_there).collect::<HashSet<_>>().len();
    (count > MOST_MATERIALS).then_some(count)
}

fn parts(document: &Document, scene: &Scene) -> Vec<ViewPart> {
    let mut first = 0;
    let part = |(part, mesh): (&crate::scene::ScenePart, crate::model::VisibleMesh)| {
        let before = |record| {
            let words = describe(document, Place::row(record, mesh.object, 0));
            words.trim_end_matches('0').to_string()
        };
        let first_vertex = first;
        if !document.is_binary() {
            first += mesh.geometry.vertices.len();
        }
        ViewPart {
            name: describe(document, Place::object(Record::Mesh, part.mesh)),
            faces_of: before(Record::Face),
            vertices_of: before(Record::Vertex),
            first_vertex,
            material: part.material,
            count: part.faces.len(),
        }
    };
    scene.parts.iter().zip(document.model.shapes()).map(part).collect()
}

fn materials(document: &Document, scene: &Scene) -> Vec<ViewMaterial> {
    let material = |(index, look): (usize, &Look)| {
        let Look { diffuse, emissive, specular, shininess, opacity, .. } = *look;
        ViewMaterial {
            name: describe(document, Place::object(Record::Material, index)),
            diffuse,
            emissive,
            specular,
            shininess,
            opacity,
            path: look.texture.clone(),
            texture: None,
        }
    };
    scene.looks.iter().enumerate().map(material).collect()
}

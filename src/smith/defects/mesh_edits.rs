//! Edits of meshes that several groups of defects share.

use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::knobs::{Normals, Numbers, Shape};
use crate::smith::model::{Face, Mesh, Model};

/// A mesh is changed. The rule points at this field, or at all of the mesh.
macro_rules! of_mesh {
    ($rule:literal, $what:literal, $formats:ident, $field:literal, |$mesh:ident| $change:expr) => {
        Defect::of_model($rule, $what, $formats, |model, choices| {
            let index = choices.below(model.meshes.len());
            let $mesh = &mut model.meshes[index];
            $change;
            Some(Mark::at(Path::object(Record::Mesh, index).field($field)))
        })
        .needs(a_shaded_mesh)
    };
}
pub(super) use of_mesh;

pub(super) fn a_mesh(config: &mut Config) {
    config.meshes.at_least(1);
}

/// A mesh of at least two faces whose normals look where the faces do, one for each vertex.
pub(super) fn a_shaded_mesh(config: &mut Config) {
    config.meshes.at_least(1);
    config.faces.at_least(2);
    config.shape = Shape::Strip;
    config.normals = Normals::OfVertices;
    config.numbers = Numbers::Small;
}

pub(super) fn some_face(model: &Model, choices: &mut Choices) -> (usize, usize) {
    let index = choices.below(model.meshes.len());
    (index, choices.below(model.meshes[index].faces.len()))
}

/// The corners of a face run the other way around.
pub(super) fn turn(face: &mut Face) {
    face.vertices.swap(1, 2);
    face.normals.swap(1, 2);
}

/// Adds a face after all others, made from the first of them, and returns its row.
pub(super) fn put_in_face(mesh: &mut Mesh, change: impl Fn(&mut Mesh, &mut Face)) -> usize {
    let mut face = mesh.faces[0].clone();
    change(mesh, &mut face);
    mesh.faces.push(face);
    mesh.faces.len() - 1
}

/// Adds a copy of a vertex, with a normal of its own, after all others, and returns its row.
pub(super) fn put_in_copy(mesh: &mut Mesh, of: i32) -> i32 {
    mesh.vertices.push(mesh.vertices[of as usize].clone());
    mesh.normals.push(mesh.normals[of as usize]);
    mesh.vertices.len() as i32 - 1
}

pub(super) fn put_in_vertex_at(mesh: &mut Mesh, at: usize) {
    mesh.vertices.insert(at, mesh.vertices[0].clone());
    let corners = mesh.faces.iter_mut().flat_map(|face| &mut face.vertices);
    corners.filter(|corner| **corner >= at as i32).for_each(|corner| *corner += 1);
}

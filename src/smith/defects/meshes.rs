//! Defects of meshes, their vertices, normals and faces.

use super::super::defect::{ASCII, Defect, MS3D, Mark};
use super::super::piece::{Path, Record};

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_model(
        "vertex-index-out-of-range",
        "a corner is one beyond the last vertex",
        ASCII,
        |model, draw| {
            let index = draw.below(model.meshes.len());
            let mesh = &mut model.meshes[index];
            let row = draw.below(mesh.faces.len());
            mesh.faces[row].vertices[1] = mesh.vertices.len() as i32;
            Some(Mark::at(Path::row(Record::Face, index, row).field("second vertex")))
        },
    )
    .needs(|config| {
        config.meshes.at_least(1);
        config.faces.at_least(1);
    })
    .shadowed_by(&["unused-vertex", "inverted-winding"]),
    Defect::of_model("uv-out-of-range", "a texture coordinate of a vertex is 3.5", ASCII, |model, draw| {
        let index = draw.below(model.meshes.len());
        let row = draw.below(model.meshes[index].vertices.len());
        model.meshes[index].vertices[row].uv[0] = 3.5;
        Some(Mark::at(Path::row(Record::Vertex, index, row).field("u")))
    })
    .needs(|config| config.meshes.at_least(1)),
    Defect::of_bytes("uv-out-of-range", "a texture coordinate of a corner is 3.5", MS3D, |piece, draw| {
        let index = draw.below(piece.model.meshes.len());
        let row = draw.below(piece.model.meshes[index].faces.len());
        let path = Path::row(Record::Face, index, row).field("second u");
        piece.set(path, &3.5f32.to_le_bytes())?;
        Some(Mark::at(path))
    })
    .needs(|config| config.meshes.at_least(1)),
];

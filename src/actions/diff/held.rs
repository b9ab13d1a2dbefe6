//! Digests of what programs hold of a model that they have loaded, in which nothing depends on how the file was written:
//! two files of the same digest are the same to the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::actions::diff::bits;
use crate::document::Document;
use crate::engines::held::{HeldCorner, HeldFace, HeldMesh, HeldModel};
use crate::engines::milkshape_importer::held::ImportedModel;
use crate::engines::scorched3d::held::ScorchedModel;
use crate::engines::stepmania::held::StepManiaModel;
use crate::engines::stepmania::{Branch, Extent};
use crate::engines::{holding, milkshape_importer, scorched3d, stepmania};
use crate::model::Key;

/// How much of what a program holds is in a digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeldParts {
    /// All that is known to be held.
    All,
    /// Meshes and faces, and how many materials, bones and keys there are.
    Faces,
}

/// A digest of what a program holds of a model that it loads; `None` if that is not known.
pub(super) fn held(program: &str, document: &Document) -> Option<(u64, HeldParts)> {
    let mut hasher = DefaultHasher::new();
    if document.is_binary() {
        write_binary(document, &holding::by(program, document)?, &mut hasher);
        return Some((hasher.finish(), HeldParts::Faces));
    }
    match program {
        "stepmania" | "itgmania" => {
            write_stepmania(
                &stepmania::load(document, Branch::StepMania, Extent::Whole, None).0,
                &mut hasher,
            );
        }
        "openitg" => {
            write_stepmania(&stepmania::load(document, Branch::OpenItg, Extent::Whole, None).0, &mut hasher);
        }
        "scorched3d" => write_scorched3d(&scorched3d::load(document, None).0, &mut hasher),
        "milkshape" => write_milkshape(&milkshape_importer::load(document).0, &mut hasher),
        _ => return None,
    }
    Some((hasher.finish(), HeldParts::All))
}

fn write_binary(document: &Document, model: &HeldModel, to: &mut DefaultHasher) {
    let HeldModel { meshes, vertex_count, material_count, bone_count, key_count, .. } = model;
    [vertex_count, material_count, bone_count, key_count].hash(to);
    for HeldMesh { material, name, faces } in meshes {
        (material, name, faces.len()).hash(to);
        for face in faces {
            let corners = match face {
                HeldFace::Listed(face) => listed(document, *face as usize),
                HeldFace::Changed(_, corners) | HeldFace::Other(corners) => Some(*corners),
            };
            corners.is_some().hash(to);
            for HeldCorner { position, normal, uv } in corners.into_iter().flatten() {
                (bits(position), bits(normal), bits(uv)).hash(to);
            }
        }
    }
}

/// The corners of a face as the file has it; `None` if there is none.
fn listed(document: &Document, row: usize) -> Option<[HeldCorner; 3]> {
    let binary = document.model.binary.as_ref()?;
    let face = binary.geometry.faces.rows.get(row)?;
    let uvs = binary.uvs.get(row)?;
    Some([0, 1, 2].map(|corner| {
        let vertex = binary.geometry.vertices.get(face.vertices[corner]);
        let normal = binary.geometry.normals.rows.get(row * 3 + corner);
        HeldCorner {
            position: vertex.map_or([0.0; 3], |vertex| vertex.position),
            normal: normal.map_or([0.0; 3], |normal| normal.direction),
            uv: [uvs[corner], uvs[corner + 3]],
        }
    }))
}

fn write_stepmania(model: &StepManiaModel, to: &mut DefaultHasher) {
    model.frame_count.hash(to);
    for mesh in &model.meshes {
        (mesh.name, mesh.material, mesh.bone, &mesh.faces, mesh.vertices.len()).hash(to);
        for vertex in &mesh.vertices {
            (bits(vertex.position), bits(vertex.uv), vertex.moves_texture).hash(to);
            (vertex.bone, bits(vertex.normal)).hash(to);
        }
    }
    for material in &model.materials {
        (material.name, material.colors.map(bits)).hash(to);
        bits([material.shininess, material.transparency]).hash(to);
        for texture in &material.textures {
            (&texture.path, texture.is_sphere, texture.picture_count).hash(to);
        }
    }
    for bone in &model.bones {
        (bone.name, bone.parent, bone.flags, bits(bone.position), bits(bone.rotation)).hash(to);
        for keys in [&bone.position_keys, &bone.rotation_keys] {
            keys.len().hash(to);
            keys.iter().for_each(|key| bits(*key).hash(to));
        }
    }
}

fn write_scorched3d(model: &ScorchedModel, to: &mut DefaultHasher) {
    (model.frame_count, model.start_frame).hash(to);
    for mesh in &model.meshes {
        let material = &mesh.material;
        (mesh.name, &material.texture, &material.alpha_map, material.colors, material.shininess).hash(to);
        (mesh.vertices.len(), mesh.faces.len()).hash(to);
        mesh.vertices.iter().for_each(|vertex| (vertex.position, vertex.bone).hash(to));
        mesh.faces.iter().for_each(|face| (face.vertices, face.normals, face.uvs).hash(to));
    }
    for bone in &model.bones {
        (bone.name, bone.parent, bone.position, bone.rotation).hash(to);
        (&bone.position_keys, &bone.rotation_keys).hash(to);
    }
}

fn write_milkshape(model: &ImportedModel, to: &mut DefaultHasher) {
    (model.frame_count, model.frame).hash(to);
    for mesh in &model.meshes {
        (&mesh.name, mesh.flags, mesh.material).hash(to);
        (mesh.vertices.len(), mesh.normals.len(), mesh.faces.len()).hash(to);
        for vertex in mesh.vertices.iter() {
            (vertex.flags as u8, bits(vertex.position), bits(vertex.uv), vertex.bone as i8).hash(to);
        }
        mesh.normals.iter().for_each(|normal| bits(normal.direction).hash(to));
        for face in mesh.faces.iter() {
            let indices = [face.vertices, face.normals].map(|three| three.map(|index| index as u16));
            (face.flags as u16, indices, face.smoothing_group as u8).hash(to);
        }
    }
    for material in &model.materials {
        (&material.name, material.colors.map(bits), &material.texture, &material.alpha_map).hash(to);
        bits([material.shininess, material.transparency]).hash(to);
    }
    for bone in &model.bones {
        (&bone.name, &bone.parent, bone.flags, bits(bone.position), bits(bone.rotation)).hash(to);
        let write = |keys: &[Key], to: &mut DefaultHasher| {
            keys.len().hash(to);
            keys.iter().for_each(|key| (bits([key.time]), bits(key.value)).hash(to));
        };
        write(&bone.position_keys, to);
        write(&bone.rotation_keys, to);
    }
    for comment in &model.comments {
        (comment.block, comment.index, &comment.text).hash(to);
    }
}

//! What the program holds of a model once it is read.

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::ascii_holder::{AsciiHolder, key};
use crate::engines::held::{HeldCorner, HeldModel};
use crate::engines::scorched3d::fixed::Fixed;
use crate::model::Key;

/// What the program holds of a model.
#[derive(Debug, Default)]
pub struct ScorchedModel<'d> {
    /// How many frames the file says there are.
    pub frame_count: i32,
    /// The frame that is shown if the model is not animated.
    pub start_frame: i32,
    /// The meshes.
    pub meshes: Vec<ScorchedMesh<'d>>,
    /// The bones.
    pub bones: Vec<ScorchedBone<'d>>,
}

impl<'d> ScorchedModel<'d> {
    /// The same, laid beside the file: y and z are those of the file, and so is the order of corners.
    pub(super) fn beside(self, document: &'d Document) -> HeldModel<'d> {
        let mut holder = AsciiHolder::new(document);
        for (index, mesh) in self.meshes.iter().enumerate() {
            let material = document.model.meshes.get(index).and_then(|mesh| mesh.material).unwrap_or(-1);
            let faces = mesh.faces.iter().map(|face| mesh.corners(face));
            holder.add_mesh(Cow::Borrowed(mesh.name), material.into(), mesh.vertices.len(), faces);
        }
        for bone in &self.bones {
            let keys =
                |keys: &[[Fixed; 4]]| -> Vec<Key> { keys.iter().map(|row| key(row.map(float))).collect() };
            let pose = [bone.position, bone.rotation].map(|part| part.map(float));
            holder.add_bone(pose, keys(&bone.position_keys), keys(&bone.rotation_keys));
        }
        holder.finish(document.model.materials.len())
    }
}

impl ScorchedMesh<'_> {
    /// The corners of a face, as the file has them; `None` if a vertex of it does not exist.
    fn corners(&self, face: &ScorchedFace) -> Option<[HeldCorner; 3]> {
        let corner = |number: usize| {
            let vertex = self.vertices.get(usize::try_from(face.vertices[number]).ok()?)?;
            let in_file = |[x, z, y]: [Fixed; 3]| [x, y, z].map(float);
            let [u, v] = face.uvs[number];
            let uv = [u, 10_000 - v].map(float);
            Some(HeldCorner { position: in_file(vertex.position), normal: in_file(face.normals[number]), uv })
        };
        Some([corner(0)?, corner(2)?, corner(1)?])
    }
}

/// A number of 1/10000.
fn float(value: Fixed) -> f32 {
    (value as f64 / 10_000.0) as f32
}

/// A mesh, with the material that it got.
#[derive(Debug)]
pub struct ScorchedMesh<'d> {
    /// Its name, with its quotes.
    pub name: &'d [u8],
    /// Its material.
    pub material: ScorchedMaterial,
    /// Its vertices.
    pub vertices: Vec<ScorchedVertex>,
    /// The faces.
    pub faces: Vec<ScorchedFace>,
}

/// A vertex.
#[derive(Debug, Clone, Copy)]
pub struct ScorchedVertex {
    /// Offset of its line.
    pub at: u32,
    /// Where it is, with y and z swapped.
    pub position: [Fixed; 3],
    /// The index of its bone, -1 for none.
    pub bone: i32,
}

/// A material, as a mesh has it.
#[derive(Debug, Clone, Default)]
pub struct ScorchedMaterial {
    /// The path of its texture from the folder of the model; empty for none.
    pub texture: Vec<u8>,
    /// The path of its alpha map; empty for none.
    pub alpha_map: Vec<u8>,
    /// Ambient, diffuse, specular and emissive.
    pub colors: [[Fixed; 4]; 4],
    /// How much it shines.
    pub shininess: Fixed,
}

/// A face, whose second and third corners are swapped.
#[derive(Debug, Clone, Copy)]
pub struct ScorchedFace {
    /// The indices of its vertices.
    pub vertices: [i32; 3],
    /// The normals of its corners.
    pub normals: [[Fixed; 3]; 3],
    /// The texture coordinates of its corners; v runs up.
    pub uvs: [[Fixed; 2]; 3],
}

/// A bone.
#[derive(Debug)]
pub struct ScorchedBone<'d> {
    /// Where it starts.
    pub at: u32,
    /// Where the name of its parent is.
    pub parent_at: u32,
    /// Where the numbers of its position keys and of its rotation keys are.
    pub key_counts_at: [u32; 2],
    /// Its name, with its quotes.
    pub name: &'d [u8],
    /// The name of its parent.
    pub parent: &'d [u8],
    /// Its position and its rotation, as they are in the file.
    pub position: [Fixed; 3],
    /// Radians.
    pub rotation: [Fixed; 3],
    /// Times and positions.
    pub position_keys: Vec<[Fixed; 4]>,
    /// Times and rotations.
    pub rotation_keys: Vec<[Fixed; 4]>,
}

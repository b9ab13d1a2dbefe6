//! What a program holds of a model that it has loaded, so that it can be compared with what the file says and with
//! recorded runs.

use std::borrow::Cow;

use crate::document::Document;
use crate::model::Bone;
use crate::pose::convention::Convention;
use crate::pose::{Influences, Rig};

/// What a program holds of a model.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct HeldModel<'d> {
    /// Its meshes, in the order in which it holds them.
    pub meshes: Vec<HeldMesh<'d>>,
    /// How many vertices, as the program counts them.
    pub vertex_count: usize,
    /// How many materials.
    pub material_count: usize,
    /// How many bones.
    pub bone_count: usize,
    /// How many keys, of positions and of rotations.
    pub key_count: usize,
    /// The bones of the file, with the numbers that the program holds of them; empty if these are not known.
    pub bones: Vec<Bone>,
    /// What moves each vertex of the file in the program; empty if that is as its convention says.
    pub influences: Vec<Influences>,
}

impl HeldModel<'_> {
    /// Its bones and vertices, as the program poses them by its convention.
    pub fn rig<'d>(&self, document: &'d Document, convention: &Convention) -> Rig<'d> {
        let bones = if self.bones.is_empty() { &document.model.bones } else { &self.bones };
        Rig::of_held(document, bones, &self.influences, convention)
    }
}

/// A mesh, or what the program makes of meshes.
#[derive(Clone, PartialEq, Debug)]
pub struct HeldMesh<'d> {
    /// Its material, as the program holds it.
    pub material: i64,
    /// Its name; empty if the program does not keep it.
    pub name: Cow<'d, [u8]>,
    /// Its faces.
    pub faces: Vec<HeldFace>,
}

/// A face.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum HeldFace {
    /// The face of this index in the file, or in the mesh of an ASCII model, as it is there: what differs cannot be seen.
    Listed(u32),
    /// That face with other corners.
    Changed(u32, [HeldCorner; 3]),
    /// Other corners than in the file, in the frame of the file: v runs down, and nothing is mirrored or reversed.
    Other([HeldCorner; 3]),
}

/// A corner of a face.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct HeldCorner {
    /// The position of its vertex.
    pub position: [f32; 3],
    /// Its normal.
    pub normal: [f32; 3],
    /// Its texture coordinates.
    pub uv: [f32; 2],
}

/// The corners of a face as the file has them, given the object that its place names; `None` if it cannot be drawn. A
/// normal that does not exist is 0.
pub fn corners_in_file(document: &Document, object: usize, row: usize) -> Option<[HeldCorner; 3]> {
    let geometry = document.model.geometry_of(object)?;
    let face = geometry.faces.get(i32::try_from(row).ok()?)?;
    let uvs = document.model.binary.as_ref().and_then(|binary| binary.uvs.get(row));
    let corner = |number: usize| {
        let vertex = geometry.vertices.get(face.vertices[number])?;
        let normal = geometry.normals.get(face.normals[number]);
        Some(HeldCorner {
            position: vertex.position,
            normal: normal.map_or([0.0; 3], |normal| normal.direction),
            uv: uvs.map_or(vertex.uv, |uvs| [uvs[number], uvs[number + 3]]),
        })
    };
    Some([corner(0)?, corner(1)?, corner(2)?])
}

/// The material of what a program makes of the faces that no mesh lists.
pub const IN_NO_MESH: i64 = -2;

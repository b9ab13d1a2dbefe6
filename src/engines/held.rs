//! What a program holds of a binary model that it has loaded, so that it can be compared with what the file says and
//! with recorded runs.

use std::borrow::Cow;

/// What a program holds of a binary model.
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
    /// The face of this index in the file, as it is there.
    Listed(u16),
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

/// The material of what a program makes of the faces that no mesh lists.
pub const IN_NO_MESH: i64 = -2;

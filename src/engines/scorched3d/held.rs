//! What the program holds of a model once it is read.

use crate::engines::scorched3d::fixed::Fixed;

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

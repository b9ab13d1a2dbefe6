//! A generated model before it is written in either format: meshes, materials, bones and comments.

use std::collections::BTreeSet;

use serde::Serialize;

/// A whole model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// How many frames the animation has.
    pub frames: i32,
    /// The current frame, from 1.
    pub frame: i32,
    /// Frames per second; an ASCII file does not store it.
    pub rate: f32,
    /// The meshes.
    pub meshes: Vec<Mesh>,
    /// The materials.
    pub materials: Vec<Material>,
    /// The bones.
    pub bones: Vec<Bone>,
    /// Comments about meshes, materials and bones.
    pub comments: [Vec<Comment>; 3],
    /// The comment about the model.
    pub comment: Option<Vec<u8>>,
}

/// A mesh with what belongs to it alone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Its name.
    pub name: Vec<u8>,
    /// Bits of the editor.
    pub flags: i32,
    /// The index of its material, -1 for none.
    pub material: i32,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The normals.
    pub normals: Vec<[f32; 3]>,
    /// The triangles.
    pub faces: Vec<Face>,
}

/// A vertex.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vertex {
    /// Bits of the editor.
    pub flags: i32,
    /// x, y, z.
    pub position: [f32; 3],
    /// Texture coordinates. In a binary file each corner of a face has those of its vertex.
    pub uv: [f32; 2],
    /// The index of its bone, -1 for none.
    pub bone: i32,
    /// In a binary file, the second to fourth bone, -1 for none.
    pub more_bones: [i8; 3],
    /// In a binary file, the weights of the first three bones, in percent.
    pub weights: [u8; 3],
}

/// A triangle, counter-clockwise seen from its front.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Face {
    /// Bits of the editor.
    pub flags: i32,
    /// Indices into the vertices of its mesh.
    pub vertices: [i32; 3],
    /// Indices into the normals of its mesh.
    pub normals: [i32; 3],
    /// 1 to 32.
    pub smoothing_group: i32,
}

/// A material.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: Vec<u8>,
    /// Ambient, diffuse, specular and emissive, each red, green, blue, alpha.
    pub colors: [[f32; 4]; 4],
    /// 0 to 128.
    pub shininess: f32,
    /// 0 to 1.
    pub transparency: f32,
    /// In a binary file, how a texture is laid on.
    pub mode: u8,
    /// The path of the texture.
    pub texture: Vec<u8>,
    /// The path of the alpha map.
    pub alpha_map: Vec<u8>,
}

/// A bone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: Vec<u8>,
    /// The name of its parent, empty for a root.
    pub parent: Vec<u8>,
    /// Bits of the editor.
    pub flags: i32,
    /// Its position relative to its parent.
    pub position: [f32; 3],
    /// Its rotation relative to its parent, in radians.
    pub rotation: [f32; 3],
    /// Position keys.
    pub position_keys: Vec<Key>,
    /// Rotation keys.
    pub rotation_keys: Vec<Key>,
    /// In a binary file, the colour that it is drawn in.
    pub color: [f32; 3],
}

/// A key frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Key {
    /// Its frame, from 1. A binary file stores seconds instead.
    pub frame: f32,
    /// x, y, z, or radians around them.
    pub value: [f32; 3],
}

/// A comment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comment {
    /// What it is about.
    pub index: i32,
    /// What it says.
    pub text: Vec<u8>,
}

/// How much there is in a model, by the names of the settings that bound it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Amounts {
    /// Faces of all meshes together.
    pub max_faces: u32,
    /// Vertices of all meshes together.
    pub max_vertices: u32,
    /// Bones.
    pub max_bones: u32,
    /// Materials.
    pub max_materials: u32,
    /// Different textures and alpha maps of all materials together.
    pub max_texture_count: u32,
}

impl Model {
    /// How much there is of all that a budget may bound.
    pub fn amounts(&self) -> Amounts {
        let sum = |count: fn(&Mesh) -> usize| self.meshes.iter().map(count).sum::<usize>() as u32;
        let paths = self.materials.iter().flat_map(|material| [&material.texture, &material.alpha_map]);
        let textures: BTreeSet<_> = paths.filter(|path| !path.is_empty()).collect();
        Amounts {
            max_faces: sum(|mesh| mesh.faces.len()),
            max_vertices: sum(|mesh| mesh.vertices.len()),
            max_bones: self.bones.len() as u32,
            max_materials: self.materials.len() as u32,
            max_texture_count: textures.len() as u32,
        }
    }

    /// How many objects, rows and keys it has: what makes one model larger than another.
    pub fn size(&self) -> usize {
        let meshes =
            self.meshes.iter().map(|mesh| 1 + mesh.vertices.len() + mesh.normals.len() + mesh.faces.len());
        let bones = self.bones.iter().map(|bone| 1 + bone.position_keys.len() + bone.rotation_keys.len());
        let comments =
            self.comments.iter().map(Vec::len).sum::<usize>() + usize::from(self.comment.is_some());
        meshes.sum::<usize>() + bones.sum::<usize>() + self.materials.len() + comments
    }
}

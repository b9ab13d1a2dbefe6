//! What is in the scene after the import.

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::ascii_holder::AsciiHolder;
use crate::engines::held::{HeldCorner, HeldModel};
use crate::layout::BlockKind;
use crate::model::{Face, Key, Normal, Vertex};

/// What is in the scene after the import.
#[derive(Debug, Default)]
pub struct ImportedModel<'d> {
    /// How many frames the animation has.
    pub frame_count: i32,
    /// The frame that is shown.
    pub frame: i32,
    /// The meshes.
    pub meshes: Vec<ImportedMesh<'d>>,
    /// The materials.
    pub materials: Vec<ImportedMaterial<'d>>,
    /// The bones.
    pub bones: Vec<ImportedBone<'d>>,
    /// The comments, in the order of the file.
    pub comments: Vec<ImportedComment<'d>>,
}

impl<'d> ImportedModel<'d> {
    /// The same, laid beside the file.
    pub(super) fn beside(self, document: &'d Document) -> HeldModel<'d> {
        let mut holder = AsciiHolder::new(document);
        for mesh in self.meshes {
            let (vertices, faces) = (mesh.vertices.len(), mesh.faces.iter().map(|face| mesh.corners(face)));
            holder.add_mesh(mesh.name.clone(), mesh.material.into(), vertices, faces);
        }
        for bone in self.bones {
            let keys = [bone.position_keys, bone.rotation_keys].map(Cow::into_owned);
            let [position_keys, rotation_keys] = keys;
            holder.add_bone([bone.position, bone.rotation], position_keys, rotation_keys);
        }
        holder.finish(self.materials.len())
    }
}

impl ImportedMesh<'_> {
    /// The corners of a face; `None` if a vertex of it does not exist.
    fn corners(&self, face: &Face) -> Option<[HeldCorner; 3]> {
        let corner = |number: usize| {
            let vertex = self.vertices.get(usize::from(face.vertices[number] as u16))?;
            let normal = self.normals.get(usize::from(face.normals[number] as u16));
            let normal = normal.map_or([0.0; 3], |normal| normal.direction);
            Some(HeldCorner { position: vertex.position, normal, uv: vertex.uv })
        };
        Some([corner(0)?, corner(1)?, corner(2)?])
    }
}

/// A mesh. Of the indices in its rows the program keeps 16 bits, of flags and bones 8.
#[derive(Debug)]
pub struct ImportedMesh<'d> {
    /// Its name.
    pub name: Cow<'d, [u8]>,
    /// Its flags.
    pub flags: u8,
    /// The index of its material, -1 for none.
    pub material: i8,
    /// Its vertices.
    pub vertices: Cow<'d, [Vertex]>,
    /// Its normals.
    pub normals: Cow<'d, [Normal]>,
    /// Its faces.
    pub faces: Cow<'d, [Face]>,
}

/// A material.
#[derive(Debug, Default)]
pub struct ImportedMaterial<'d> {
    /// Its name.
    pub name: Cow<'d, [u8]>,
    /// Ambient, diffuse, specular and emissive.
    pub colors: [[f32; 4]; 4],
    /// How much it shines.
    pub shininess: f32,
    /// How opaque it is.
    pub transparency: f32,
    /// The path of its texture; empty for none.
    pub texture: Cow<'d, [u8]>,
    /// The path of its alpha map; empty for none.
    pub alpha_map: Cow<'d, [u8]>,
}

/// A bone.
#[derive(Debug, Default)]
pub struct ImportedBone<'d> {
    /// Its name.
    pub name: Cow<'d, [u8]>,
    /// The name of its parent.
    pub parent: Cow<'d, [u8]>,
    /// Its flags.
    pub flags: i32,
    /// Its position.
    pub position: [f32; 3],
    /// Its rotation, in radians.
    pub rotation: [f32; 3],
    /// The keys of its position.
    pub position_keys: Cow<'d, [Key]>,
    /// The keys of its rotation.
    pub rotation_keys: Cow<'d, [Key]>,
}

/// A comment.
#[derive(Debug)]
pub struct ImportedComment<'d> {
    /// The block that it is in.
    pub block: BlockKind,
    /// The index of what it is about; 0 for the model.
    pub index: usize,
    /// What it says.
    pub text: Cow<'d, [u8]>,
}

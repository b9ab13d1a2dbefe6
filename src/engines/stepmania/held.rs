//! What the programs hold of a model once it is read.

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::ascii_holder::{AsciiHolder, key};
use crate::engines::held::{HeldCorner, HeldModel};
use crate::engines::stepmania::Branch;
use crate::engines::stepmania::quaternion::quaternion;
use crate::model::Vertex;

/// What the program holds of a model.
#[derive(Debug, Default)]
pub struct StepManiaModel<'d> {
    /// The meshes.
    pub meshes: Vec<StepManiaMesh<'d>>,
    /// The materials.
    pub materials: Vec<StepManiaMaterial<'d>>,
    /// The bones.
    pub bones: Vec<StepManiaBone<'d>>,
    /// How many frames the animation has: the greatest time of a key, without its fraction.
    pub frame_count: i32,
}

/// A mesh.
#[derive(Debug, Default)]
pub struct StepManiaMesh<'d> {
    /// Offset of its line.
    pub at: u32,
    /// Its name.
    pub name: &'d [u8],
    /// The index of its material, -1 for none.
    pub material: i8,
    /// The bone of all its vertices; -1 if they have none or several.
    pub bone: i8,
    /// Its vertices.
    pub vertices: Vec<StepManiaVertex>,
    /// Of each face the indices of its vertices.
    pub faces: Vec<[u16; 3]>,
}

/// A vertex.
#[derive(Debug, Clone, Copy)]
pub struct StepManiaVertex {
    /// Offset of its line.
    pub at: u32,
    /// Where it is.
    pub position: [f32; 3],
    /// Its texture coordinates.
    pub uv: [f32; 2],
    /// Whether the texture moves with its animation, in u and in v.
    pub moves_texture: [bool; 2],
    /// Its bone; -1 if it has none, or if the mesh has it.
    pub bone: i8,
    /// The normal that the last of its faces gave it; 0 before that.
    pub normal: [f32; 3],
}

/// A material.
#[derive(Debug, Default)]
pub struct StepManiaMaterial<'d> {
    /// Its name.
    pub name: &'d [u8],
    /// Ambient, diffuse, specular and emissive.
    pub colors: [[f32; 4]; 4],
    /// How much it shines.
    pub shininess: f32,
    /// How opaque it is.
    pub transparency: f32,
    /// Its texture and its alpha map.
    pub textures: [StepManiaTexture; 2],
}

/// A texture of a material.
#[derive(Debug, Default)]
pub struct StepManiaTexture {
    /// The path from the folder of the model; `None` if there is no texture.
    pub path: Option<Vec<u8>>,
    /// Whether it shows the surroundings as a mirror does, since its path says `sphere`.
    pub is_sphere: bool,
    /// How many pictures it has. What follows in a second block comes after what the first block had.
    pub picture_count: usize,
}

/// A bone.
#[derive(Debug, Default)]
pub struct StepManiaBone<'d> {
    /// Offset of its line.
    pub at: u32,
    /// Where the numbers of its position keys and of its rotation keys are.
    pub key_counts_at: [u32; 2],
    /// Where its parent is.
    pub parent_at: u32,
    /// Its name.
    pub name: &'d [u8],
    /// The name of its parent.
    pub parent: &'d [u8],
    /// Its flags.
    pub flags: i32,
    /// Its position.
    pub position: [f32; 3],
    /// Its rotation, in radians.
    pub rotation: [f32; 3],
    /// Times and positions.
    pub position_keys: Vec<[f32; 4]>,
    /// Times, and rotations in radians.
    pub rotation_keys: Vec<[f32; 4]>,
}

impl<'d> StepManiaModel<'d> {
    /// The same, laid beside the file.
    pub(super) fn beside(self, document: &'d Document) -> HeldModel<'d> {
        let mut holder = AsciiHolder::new(document);
        for mesh in &self.meshes {
            let faces = mesh.faces.iter().map(|face| mesh.corners(*face));
            holder.add_mesh(Cow::Borrowed(mesh.name), mesh.material.into(), mesh.vertices.len(), faces);
        }
        for bone in &self.bones {
            let [position_keys, rotation_keys] = [&bone.position_keys, &bone.rotation_keys]
                .map(|keys| keys.iter().map(|row| key(*row)).collect());
            holder.add_bone([bone.position, bone.rotation], position_keys, rotation_keys);
        }
        holder.finish(self.materials.len())
    }
}

impl StepManiaBone<'_> {
    /// The rotation of a key as StepMania and ITGmania hold it, a quaternion. OpenITG holds degrees.
    pub fn quaternion([_, x, y, z]: [f32; 4]) -> [f32; 4] {
        quaternion([x, y, z])
    }
}

impl StepManiaVertex {
    #[inline]
    pub(super) fn of(row: &Vertex, branch: Branch) -> Self {
        let has = |bit| row.flags & bit != 0;
        let mut uv = row.uv;
        if has(4) && branch == Branch::StepMania {
            uv = [row.position[0] / uv[0], row.position[1] / uv[1]];
        }
        let moves_texture = [!has(1), !has(2)];
        let (at, position, bone) = (row.at, row.position, row.bone as i8);
        Self { at, position, uv, moves_texture, bone, normal: [0.0; 3] }
    }
}

impl StepManiaMesh<'_> {
    /// The corners of a face; `None` if a vertex of it does not exist.
    fn corners(&self, face: [u16; 3]) -> Option<[HeldCorner; 3]> {
        let corner = |vertex: u16| {
            let StepManiaVertex { position, normal, uv, .. } = *self.vertices.get(usize::from(vertex))?;
            Some(HeldCorner { position, normal, uv })
        };
        let [a, b, c] = face.map(corner);
        Some([a?, b?, c?])
    }

    /// A bone that all vertices have becomes that of the mesh.
    pub(super) fn find_common_bone(&mut self) {
        let Some(first) = self.vertices.first() else { return };
        let bone = first.bone;
        if self.vertices.iter().all(|vertex| vertex.bone == bone) {
            self.bone = bone;
            self.vertices.iter_mut().for_each(|vertex| vertex.bone = -1);
        }
    }
}

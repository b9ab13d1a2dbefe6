//! What programs hold of ASCII models, laid beside what the file says: what nobody can see to differ counts as the same.

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::held::{HeldCorner, HeldFace, HeldMesh, HeldModel, corners_in_file};
use crate::model::vector::unit;
use crate::model::{Bone, Key, Table};

/// Positions are seen to differ from this part of the size of the model on.
const POSITION: f64 = 1e-3;
/// Normals at length 1 from this distance on, which is a degree.
const NORMAL: f32 = 0.02;
/// Texture coordinates from this part of the texture on.
const UV: f32 = 1e-3;

/// Makes what a program holds of an ASCII model, mesh after mesh in the order of the file.
pub(super) struct AsciiHolder<'d> {
    document: &'d Document,
    /// So far apart positions are the same.
    near: f32,
    held: HeldModel<'d>,
}

impl<'d> AsciiHolder<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        let near = (document.model.bounds().diagonal() * POSITION) as f32;
        Self { document, near, held: HeldModel::default() }
    }

    /// Adds a mesh of so many vertices. A face without corners cannot be drawn.
    pub(super) fn add_mesh(
        &mut self,
        name: Cow<'d, [u8]>,
        material: i64,
        vertices: usize,
        faces: impl Iterator<Item = Option<[HeldCorner; 3]>>,
    ) {
        let mesh = self.held.meshes.len();
        let faces = (0..).zip(faces).filter_map(|(row, corners)| Some(self.face(mesh, row, corners?)));
        let faces = faces.collect();
        self.held.meshes.push(HeldMesh { material, name, faces });
        self.held.vertex_count += vertices;
    }

    fn face(&self, mesh: usize, row: u32, mut corners: [HeldCorner; 3]) -> HeldFace {
        let Some(known) = corners_in_file(self.document, mesh, row as usize) else {
            return HeldFace::Other(corners);
        };
        let is_in_place =
            |(own, known): (&HeldCorner, &HeldCorner)| are_near(own.position, known.position, self.near);
        if corners.iter().zip(&known).all(is_in_place) {
            corners.iter_mut().zip(known).for_each(|(own, known)| own.position = known.position);
            if corners.iter().zip(&known).all(|(own, known)| is_alike(*own, *known)) {
                return HeldFace::Listed(row);
            }
        }
        HeldFace::Changed(row, corners)
    }

    /// Adds the next bone: its position, its rotation, and the times and values of its keys. What the file says of it
    /// besides is as it is there.
    pub(super) fn add_bone(&mut self, pose: [[f32; 3]; 2], position_keys: Vec<Key>, rotation_keys: Vec<Key>) {
        self.held.key_count += position_keys.len() + rotation_keys.len();
        self.held.bone_count += 1;
        let Some(bone) = self.document.model.bones.get(self.held.bones.len()) else { return };
        let [position, rotation] = pose;
        let [position_keys, rotation_keys] =
            [position_keys, rotation_keys].map(|rows| Table { rows, ..Table::default() });
        self.held.bones.push(Bone { position, rotation, position_keys, rotation_keys, ..bone.clone() });
    }

    /// All of it, with so many materials.
    pub(super) fn finish(mut self, material_count: usize) -> HeldModel<'d> {
        let known = self.held.bones.len();
        self.held.bones.extend(self.document.model.bones[known..].iter().cloned());
        self.held.material_count = material_count;
        self.held
    }
}

/// A key of a time and a value.
pub(super) fn key([time, x, y, z]: [f32; 4]) -> Key {
    Key { at: 0, time, value: [x, y, z] }
}

/// Whether nobody can see a difference between what is at two corners.
fn is_alike(one: HeldCorner, other: HeldCorner) -> bool {
    let [normal, other_normal] = [one, other].map(|corner| unit(corner.normal.map(f64::from)));
    let is_lit_alike = match (normal, other_normal) {
        (Some(one), Some(other)) => are_near(one, other, NORMAL),
        (one, other) => one == other,
    };
    is_lit_alike && are_near(one.uv, other.uv, UV)
}

/// Whether numbers are the same, or not further apart than this.
fn are_near<const N: usize>(one: [f32; N], other: [f32; N], limit: f32) -> bool {
    let is_near = |(one, other): (f32, f32)| {
        one == other || (one - other).abs() <= limit || !one.is_finite() && !other.is_finite()
    };
    one.into_iter().zip(other).all(is_near)
}

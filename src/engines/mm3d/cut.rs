//! The bones of a file that ends within them. Once anything is missing the program reads nothing more from the disk, so
//! that it takes what it read last for each bone, and has none of their keys.

use std::iter;

use crate::document::Document;
use crate::engines::mm3d::MaverickModel;
use crate::engines::records::{bone_position, bone_rotation};
use crate::model::Bone;

/// Where such a bone is in its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutBone {
    position: [f32; 3],
    rotation: [f32; 3],
}

impl CutBone {
    /// That of a record.
    pub(super) fn new(record: &[u8]) -> Self {
        Self { position: bone_position(record), rotation: bone_rotation(record) }
    }
}

/// The bones that are in the file, as the program holds them; empty if the file does not end within its bones.
pub(super) fn bones(document: &Document, model: &MaverickModel) -> Vec<Bone> {
    let Some(last) = model.cut.last() else { return Vec::new() };
    let held = model.cut.iter().chain(iter::repeat(last));
    let bone = |(bone, held): (&Bone, &CutBone)| {
        let mut bone = Bone { position: held.position, rotation: held.rotation, ..bone.clone() };
        bone.position_keys.rows.clear();
        bone.rotation_keys.rows.clear();
        bone
    };
    document.model.bones.iter().zip(held).map(bone).collect()
}

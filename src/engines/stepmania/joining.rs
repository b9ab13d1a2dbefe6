//! What the programs do with the parts of a model once they are read: the materials and bones that the meshes name may
//! be in other files.

use crate::engines::noticed::NoticedKind;
use crate::engines::scan::scan;
use crate::engines::stepmania::StepManiaLoader;
use crate::engines::stepmania::parts::PartSource;
use crate::engines::wanted::{Wanted, read_as};
use crate::engines::{Failure, FailureKind, Loading};
use crate::layout::BlockKind;

impl StepManiaLoader<'_, '_> {
    /// Looks for the materials of the meshes, if it is known which there are.
    pub(super) fn check_materials(&self) -> Loading {
        let source = &self.sources.materials;
        let Some(count) = source.count(self.held.materials.len()) else { return Ok(()) };
        let mut meshes = self.held.meshes.iter().enumerate();
        match meshes.find(|(_, mesh)| i64::from(mesh.material) >= count as i64) {
            Some((index, mesh)) => {
                let given = scan("\"%[^\"]\" %d %d", self.lines.line_at(mesh.at)).integer(2);
                let material = read_as(given, mesh.material);
                let mut reason = Wanted::object("mesh", index).has("material", material, count);
                if self.noticed.has(NoticedKind::Replaced) {
                    reason += " in the last block Materials";
                }
                let wanted = (BlockKind::Materials, count);
                let cause =
                    self.blamed(wanted.0, source, i64::from(mesh.material), self.material_at(mesh.at));
                source.lacks(FailureKind::Refuses, wanted, cause, reason)
            }
            None => Ok(()),
        }
    }

    /// Poses the meshes with the bones and draws them, as far as it is known which bones there are.
    pub(super) fn join(&self) -> Loading {
        let count = self.sources.bones.count(self.held.bones.len());
        if let Some(count) = count {
            self.bind(count)?;
        }
        // If bones are all that is in a file, they are those of some meshes.
        if self.sources.bones == PartSource::Own || self.held.meshes.is_empty() {
            self.pose()?;
        }
        self.draw(count)
    }

    /// Moves the vertices that have a bone of their own into its space.
    fn bind(&self, count: usize) -> Loading {
        for (object, mesh) in self.held.meshes.iter().enumerate() {
            let mut vertices = mesh.vertices.iter().zip(0..);
            if let Some((vertex, row)) = vertices.find(|(vertex, _)| is_missing(vertex.bone, count)) {
                let wanted = Wanted { object: ("mesh", object), what: "vertex", row: Some(row) };
                let reason = wanted.has("bone", self.bone_of(vertex), count);
                return self.lacks_bone(vertex.bone, count, self.bone_at(vertex.at), reason);
            }
        }
        Ok(())
    }

    /// A failure because a bone, which is named at an offset, is none of so many.
    fn lacks_bone(&self, bone: i8, count: usize, named_at: u32, reason: String) -> Loading {
        let (kind, source) = (BlockKind::Bones, &self.sources.bones);
        let cause = self.blamed(kind, source, i64::from(bone), named_at);
        source.lacks(FailureKind::Crashes, (kind, count), cause, reason)
    }

    /// What is to blame if an object is not held: the last block of its kind, if the file has the object in one of them, or
    /// else what names it, at this offset.
    fn blamed(&self, kind: BlockKind, source: &PartSource, index: i64, named_at: u32) -> u32 {
        let own =
            || self.model.blocks.iter().filter(|block| block.kind == kind && *source == PartSource::Own);
        let is_there = own().any(|block| index >= 0 && i64::from(block.found) > index);
        own().next_back().filter(|_| is_there).map_or(named_at, |block| block.at)
    }

    /// Poses the bones that were read.
    pub(super) fn pose(&self) -> Loading {
        for (index, bone) in self.held.bones.iter().enumerate() {
            let (missing, other, at) = match (bone.position_keys.is_empty(), bone.rotation_keys.is_empty()) {
                (true, false) => ("position", "rotation", bone.key_counts_at[0]),
                (false, true) => ("rotation", "position", bone.key_counts_at[1]),
                _ => continue,
            };
            let reason = format!("bone {index} has {other} keys, but no {missing} keys");
            return Failure::after_reading(FailureKind::Crashes, at, reason);
        }
        Ok(())
    }

    fn draw(&self, bones: Option<usize>) -> Loading {
        for (index, mesh) in self.held.meshes.iter().enumerate() {
            let wanted = Wanted::object("mesh", index);
            if mesh.material < -1 {
                let given = scan("\"%[^\"]\" %d %d", self.lines.line_at(mesh.at)).integer(2);
                let reason = format!("{wanted} has material {}", read_as(given, mesh.material));
                return Failure::after_reading(FailureKind::Crashes, self.material_at(mesh.at), reason);
            }
            if let Some(count) = bones.filter(|count| is_missing(mesh.bone, *count)) {
                let cause = mesh.vertices.first().map_or(mesh.at, |vertex| self.bone_at(vertex.at));
                let bone = mesh.vertices.first().map_or_else(String::new, |vertex| self.bone_of(vertex));
                let wanted = Wanted { object: ("mesh", index), what: "every vertex", row: None };
                let reason = wanted.has("bone", bone, count);
                return self.lacks_bone(mesh.bone, count, cause, reason);
            }
        }
        Ok(())
    }
}

/// Whether a bone is neither none nor one of so many.
fn is_missing(bone: i8, count: usize) -> bool {
    bone != -1 && usize::try_from(bone).map_or(true, |bone| bone >= count)
}

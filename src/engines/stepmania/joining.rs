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
                source.lacks(FailureKind::Refuses, wanted, self.material_at(mesh.at), reason)
            }
            None => Ok(()),
        }
    }

    /// Poses the meshes with the bones and draws them, if it is known which bones there are.
    pub(super) fn join(&self) -> Loading {
        let Some(count) = self.sources.bones.count(self.held.bones.len()) else { return Ok(()) };
        self.bind(count)?;
        if self.sources.bones == PartSource::Own {
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
                let (block, cause) = ((BlockKind::Bones, count), self.bone_at(vertex.at));
                return self.sources.bones.lacks(FailureKind::Crashes, block, cause, reason);
            }
        }
        Ok(())
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

    fn draw(&self, count: usize) -> Loading {
        for (index, mesh) in self.held.meshes.iter().enumerate() {
            let wanted = Wanted::object("mesh", index);
            if mesh.material < -1 {
                let given = scan("\"%[^\"]\" %d %d", self.lines.line_at(mesh.at)).integer(2);
                let reason = format!("{wanted} has material {}", read_as(given, mesh.material));
                return Failure::after_reading(FailureKind::Crashes, self.material_at(mesh.at), reason);
            }
            if is_missing(mesh.bone, count) {
                let cause = mesh.vertices.first().map_or(mesh.at, |vertex| self.bone_at(vertex.at));
                let bone = mesh.vertices.first().map_or_else(String::new, |vertex| self.bone_of(vertex));
                let wanted = Wanted { object: ("mesh", index), what: "every vertex", row: None };
                let reason = wanted.has("bone", bone, count);
                let block = (BlockKind::Bones, count);
                return self.sources.bones.lacks(FailureKind::Crashes, block, cause, reason);
            }
        }
        Ok(())
    }
}

/// Whether a bone is neither none nor one of so many.
fn is_missing(bone: i8, count: usize) -> bool {
    bone != -1 && usize::try_from(bone).map_or(true, |bone| bone >= count)
}

//! Defects of bones.

use super::super::defect::{BOTH, Defect, Mark};
use super::super::piece::{Path, Record};

pub(super) static DEFECTS: &[Defect] =
    &[Defect::of_model("self-parent", "a bone is its own parent", BOTH, |model, draw| {
        let index = draw.below(model.bones.len());
        let bone = &mut model.bones[index];
        bone.parent.clone_from(&bone.name);
        Some(Mark::at(Path::object(Record::Bone, index).field("parent")))
    })
    .needs(|config| {
        config.meshes.at_least(1);
        config.bones.at_least(1);
    })
    // Its repair makes it a root.
    .shadowed_by(&["multiple-roots"])];

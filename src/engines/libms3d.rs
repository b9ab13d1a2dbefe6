//! libms3d, at 9e0b946 (`MS3DFileIO.cpp`, `MS3DFile.cpp`): it reads the records up to the bones as they are, and draws
//! the meshes without the bones. It looks only at the identification and the version.

use crate::diagnostics::effect::EffectCause;
use crate::document::Document;
use crate::engines::faces::{drawn_unchecked, left_out};
use crate::engines::held::HeldModel;
use crate::engines::loose::{LooseReader, check_head, missing_records};
use crate::engines::records::Sections;
use crate::engines::tally::OddityTally;
use crate::engines::weights::shared_vertices;
use crate::engines::{OddityKind, Run};
use crate::layout::binary::{ANIMATION, BONE, MATERIAL, POSITION_KEY, offset, width};
use crate::layout::fields::bone;
use crate::model::Mesh;

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let sections = Sections::of(document);
    if let Err(failure) = check_head(sections.bytes, &[4]) {
        return failure.into();
    }
    let does = "takes what is missing for 0, and a missing count for what is in memory";
    let missing = missing_records(&sections, does);
    let mut oddities: Vec<_> =
        missing.into_iter().chain(drawn_unchecked(document)).chain(left_out(document)).collect();
    let model = &document.model;
    let materials = model.materials.len() as i32;
    let is_wild = |mesh: &&Mesh| mesh.material.is_some_and(|material| material >= materials);
    let wild = OddityTally::of(model.meshes.iter().filter(is_wild).map(|mesh| mesh.lines[0] as usize));
    oddities.extend(wild.oddity(OddityKind::Differs, "mesh", |meshes| {
        format!(
            "draws {meshes} with a material from outside of its memory: it does not check whether it exists"
        )
    }));
    let tables = model.bones.iter().flat_map(|bone| bone.tables());
    let keys = OddityTally::of(tables.flat_map(|(_, keys)| &keys.rows).map(|key| key.at as usize));
    let keys =
        keys.oddity(OddityKind::Differs, "key", |keys| format!("does not move the model, which has {keys}"));
    let mut comments = OddityTally::default();
    comments.add_all(sections.end, model.comments.len());
    let comments =
        comments.oddity(OddityKind::Drops, "comment", |comments| format!("does not read {comments}"));
    let weights = shared_vertices(document)
        .oddity(OddityKind::Drops, "vertex", |vertices| format!("does not read the weights of {vertices}"));
    let unread = [keys, comments, weights].into_iter().flatten();
    oddities.extend(unread.map(|oddity| oddity.about(EffectCause::Program)));
    Run { failure: None, oddities }
}

/// What was in memory where the program looks for a count that the file does not have, in the recorded runs: of meshes,
/// materials and bones, and of bytes that nothing was written to.
const MEMORY: [u16; 3] = [33_504, 20_416, 29_743];
const FRESH_MEMORY: u16 = 0xbebe;

/// What the program holds of a model that it has loaded.
pub fn held(document: &Document) -> HeldModel<'_> {
    let (mut reader, mut held) = LooseReader::geometry(document);
    for _ in 0..reader.u16(MEMORY[0]) {
        held.meshes.push(reader.mesh(0, FRESH_MEMORY));
    }
    held.material_count = reader.u16(MEMORY[1]).into();
    reader.pass(held.material_count * width(MATERIAL) + width(ANIMATION));
    held.bone_count = reader.u16(MEMORY[2]).into();
    for _ in 0..held.bone_count {
        reader.pass(offset(BONE, bone::ROTATION_KEY_COUNT));
        let count = usize::from(reader.u16(0)) + usize::from(reader.u16(0));
        reader.pass(count * width(POSITION_KEY));
        held.key_count += count;
    }
    held
}

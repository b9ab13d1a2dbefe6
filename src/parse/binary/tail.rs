//! The sections at the end of a binary model, which MilkShape 1.7 added to the format, with the content of
//! a model that does not use them.

use crate::layout::BlockKind;

/// The colour of bones: the grey that Blender's exporter writes.
pub(crate) const BONE_COLOR: [f32; 3] = [0.8; 3];
/// The size of drawn bones, as in MilkShape's viewer.
pub(crate) const JOINT_SIZE: f32 = 1.0;
/// The transparency mode of faces, as in MilkShape's viewer: simple.
pub(crate) const TRANSPARENCY_MODE: i32 = 0;
/// The alpha below which pixels are not drawn, as in MilkShape's viewer.
pub(crate) const ALPHA_REFERENCE: f32 = 0.5;

/// The version that is written for a section. Vertex extras of version 1 are read in two ways, and those of
/// version 3 wrongly by many.
pub(crate) fn version(kind: BlockKind) -> i32 {
    if kind == BlockKind::VertexExtras { 2 } else { 1 }
}

/// An empty section of a file with so many vertices and bones.
pub(crate) fn section(kind: BlockKind, vertices: usize, bones: usize) -> Vec<u8> {
    let content = match kind {
        // No comment on any mesh, material or bone, and none on the model.
        BlockKind::Comments => vec![0; 16],
        // No bones, no weights, and no number for programs.
        BlockKind::VertexExtras => [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0].repeat(vertices),
        BlockKind::BoneExtras => BONE_COLOR.map(f32::to_le_bytes).concat().repeat(bones),
        _ => [JOINT_SIZE.to_le_bytes(), TRANSPARENCY_MODE.to_le_bytes(), ALPHA_REFERENCE.to_le_bytes()]
            .concat(),
    };
    [version(kind).to_le_bytes().to_vec(), content].concat()
}

//! The sections at the end of a binary file, which came to the format with MilkShape 1.7, as they are in
//! a model that does not use them.

use crate::layout::BlockKind;

/// The colour of bones: the grey that Blender's exporter takes.
pub const BONE_COLOR: [f32; 3] = [0.8; 3];
/// How large bones are drawn, as MilkShape's viewer has it.
pub const JOINT_SIZE: f32 = 1.0;
/// How see-through faces are drawn, as MilkShape's viewer has it: simply.
pub const TRANSPARENCY_MODE: i32 = 0;
/// Below which alpha pixels are left out, as MilkShape's viewer has it.
pub const ALPHA_REFERENCE: f32 = 0.5;

/// The version that is written of a section. Of what is added to vertices version 1 is read in two ways, and
/// version 3 wrongly by many.
pub fn version(kind: BlockKind) -> i32 {
    if kind == BlockKind::VertexExtras { 2 } else { 1 }
}

/// A section that says nothing, of a file with so many vertices and bones.
pub fn section(kind: BlockKind, vertices: usize, bones: usize) -> Vec<u8> {
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

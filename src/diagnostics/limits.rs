//! The limits that rules measure by and that a configuration may change, such as the tolerance of normals.

/// The limits and ranges that a configuration may move. What a format or a program prescribes is not
/// among them: that is in the rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// How far the length of a normal may be from 1. At least 0.0001: fixes write normals with six
    /// decimals, whose length is no closer to 1.
    pub normal_tolerance: f32,
    /// The least and the greatest texture coordinate, in widths or heights of the texture.
    pub uv: [f32; 2],
    /// By how many turns a bone may be turned in its bind pose. At least 1, as fixes leave up to that.
    pub bone_turns: f32,
    /// How many frames a second has, where times may have been written in seconds. At least 1.
    pub frames_per_second: f32,
    /// How much there may be in the model.
    pub budget: ModelBudget,
}

/// How much there may be in a model, where anybody has said so.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModelBudget {
    /// Faces of all meshes together.
    pub faces: Option<u32>,
    /// Vertices of all meshes together.
    pub vertices: Option<u32>,
    /// Bones.
    pub bones: Option<u32>,
    /// Materials.
    pub materials: Option<u32>,
    /// Different textures and alpha maps of all materials together.
    pub textures: Option<u32>,
}

impl Default for Limits {
    /// The default limits. The pages of the rules say why.
    fn default() -> Self {
        Self {
            normal_tolerance: 0.01,
            uv: [0.0, 1.0],
            bone_turns: 2.0,
            frames_per_second: 30.0,
            budget: ModelBudget::default(),
        }
    }
}

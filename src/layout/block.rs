//! The blocks of ASCII and binary models, which hold their records.

/// A block: the content after `Name: n` at the start of a line, or after a count or a version in a binary
/// file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockKind {
    /// `Frames: n`, the number of frames of the animation.
    Frames,
    /// `Frame: n`, the current frame, from 1.
    Frame,
    /// `Meshes: n`
    Meshes,
    /// `Materials: n`
    Materials,
    /// `Bones: n`
    Bones,
    /// `GroupComments: n`, texts about meshes.
    GroupComments,
    /// `MaterialComments: n`
    MaterialComments,
    /// `BoneComments: n`
    BoneComments,
    /// `ModelComment: n`, at most one text.
    ModelComment,
    /// Any other `Name: n`; no engine knows what follows.
    Unknown,
    /// The vertices of a binary file, which all its meshes share.
    Vertices,
    /// The faces of a binary file, of which each mesh lists its own.
    Faces,
    /// The version of the comments in a binary file, after which their blocks follow.
    Comments,
    /// The version of the vertex extras of a binary file: weights.
    VertexExtras,
    /// The version of the bone extras of a binary file: colours.
    BoneExtras,
    /// The version of the model extra of a binary file.
    ModelExtras,
}

impl BlockKind {
    /// The blocks of an ASCII model in the order in which MilkShape writes them, which Scorched3D demands.
    pub const ALL: [Self; 9] = [
        Self::Frames,
        Self::Frame,
        Self::Meshes,
        Self::Materials,
        Self::Bones,
        Self::GroupComments,
        Self::MaterialComments,
        Self::BoneComments,
        Self::ModelComment,
    ];

    /// Those that every whole model has. The comments are optional: older versions of MilkShape
    /// write none.
    pub const NEEDED: [Self; 5] = [Self::Frames, Self::Frame, Self::Meshes, Self::Materials, Self::Bones];
    /// Those that hold comments, in the order of both formats.
    pub const COMMENTS: [Self; 4] =
        [Self::GroupComments, Self::MaterialComments, Self::BoneComments, Self::ModelComment];

    /// The name as it is in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frames => "Frames",
            Self::Frame => "Frame",
            Self::Meshes => "Meshes",
            Self::Materials => "Materials",
            Self::Bones => "Bones",
            Self::GroupComments => "GroupComments",
            Self::MaterialComments => "MaterialComments",
            Self::BoneComments => "BoneComments",
            Self::ModelComment => "ModelComment",
            Self::Unknown => "unknown block",
            Self::Vertices => "Vertices",
            Self::Faces => "Faces",
            Self::Comments => "Comments",
            Self::VertexExtras => "VertexExtras",
            Self::BoneExtras => "BoneExtras",
            Self::ModelExtras => "ModelExtras",
        }
    }

    /// Whether its number in a binary file is a version, not a count, and decides how to read what follows.
    pub fn has_version(self) -> bool {
        matches!(self, Self::Comments | Self::VertexExtras | Self::BoneExtras | Self::ModelExtras)
    }

    /// What the number of the block counts, in the singular; `None` when it counts nothing.
    pub fn counts(self) -> Option<&'static str> {
        match self {
            Self::Meshes => Some("mesh"),
            Self::Materials => Some("material"),
            Self::Bones => Some("bone"),
            Self::GroupComments | Self::MaterialComments | Self::BoneComments => Some("comment"),
            Self::ModelComment => Some("comment"),
            Self::Vertices => Some("vertex"),
            Self::Faces => Some("face"),
            _ => None,
        }
    }
}

//! What rules are about.

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The file as a file, and its lines.
    File,
    /// The grammar of the text format.
    Syntax,
    /// The spelling of numbers.
    Numbers,
    /// Names of meshes, materials and bones.
    Names,
    /// Vertices, normals and faces.
    Meshes,
    /// Materials and textures.
    Materials,
    /// The skeleton.
    Bones,
    /// Key frames.
    Animation,
    /// Comments that MilkShape keeps with a model.
    Comments,
    /// What only binary files have.
    Binary,
    /// Comments that control this program.
    Suppressions,
}

impl Group {
    /// All of them, in the order of the list of rules.
    pub const ALL: [Self; 11] = [
        Self::File,
        Self::Syntax,
        Self::Numbers,
        Self::Names,
        Self::Meshes,
        Self::Materials,
        Self::Bones,
        Self::Animation,
        Self::Comments,
        Self::Binary,
        Self::Suppressions,
    ];

    /// The word for it, which `--select` and `--ignore` take.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Syntax => "syntax",
            Self::Numbers => "numbers",
            Self::Names => "names",
            Self::Meshes => "meshes",
            Self::Materials => "materials",
            Self::Bones => "bones",
            Self::Animation => "animation",
            Self::Comments => "comments",
            Self::Binary => "binary",
            Self::Suppressions => "suppressions",
        }
    }
}

//! The settings of a configuration, each an enumeration with its plainest value first.

use serde::Serialize;

/// Declares an enumeration of one knob: names for the manifest, and all of its positions.
macro_rules! knob {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $position:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$each])* $position,)* }

        impl $name {
            /// Every position of this knob, the plainest first.
            pub const ALL: &[Self] = &[$(Self::$position),*];
        }
    };
}

knob! {
    /// Which format a model is written in.
    Format {
        /// Text, `.txt`.
        Ascii,
        /// Binary, `.ms3d`.
        Ms3d,
    }
}

knob! {
    /// How well-behaved models are.
    Profile {
        /// No rule reports anything, not even a hint, and every program that reads the format loads them, but for
        /// kinds of models that a program never loads.
        Pristine,
        /// What the format allows: no error, apart from what programs make of it.
        Legal,
        /// What the exporters of the real world write.
        Quirky,
        /// Legal, and hostile: limits that are reached, deep skeletons, long lines.
        Stress,
    }
}

impl Profile {
    /// What it is called in manifests and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pristine => "pristine",
            Self::Legal => "legal",
            Self::Quirky => "quirky",
            Self::Stress => "stress",
        }
    }
}

impl Format {
    /// What it is called in manifests and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Ms3d => "ms3d",
        }
    }
}

knob! {
    /// How faces lie.
    Shape {
        /// A strip of triangles.
        Strip,
        /// Triangles around one vertex.
        Fan,
        /// Triangles that share nothing.
        Soup,
        /// Any three vertices: faces without area, twice the same, vertices that none uses.
        Tangle,
    }
}

knob! {
    /// How many normals there are.
    Normals {
        /// One for each vertex.
        OfVertices,
        /// One for each face.
        OfFaces,
        /// One for all.
        Shared,
    }
}

knob! {
    /// How bones are connected.
    Skeleton {
        /// Each on any earlier one.
        Tree,
        /// Each has the one before it as parent.
        Chain,
        /// All have the first as parent.
        Star,
        /// None has a parent.
        Loose,
        /// Each has the one after it as parent.
        ChildrenFirst,
    }
}

knob! {
    /// When keys are.
    Keys {
        /// All bones have the same ones.
        Aligned,
        /// Each has its own, and as many position keys as rotation keys.
        Ragged,
        /// Any number of position keys, and at most one rotation key.
        Uneven,
        /// Some have position keys alone.
        OneSided,
    }
}

knob! {
    /// Which numbers occur.
    Numbers {
        /// Thousandths of a small number.
        Small,
        /// With negative zeros.
        NegativeZero,
        /// Any finite number.
        Any,
    }
}

knob! {
    /// How numbers are spelled in text.
    Spelling {
        /// With six decimals, as `%f` does.
        SixDecimals,
        /// With as few digits as represent it exactly.
        Shortest,
        /// With an exponent, as `%g` does for small ones.
        Exponent,
    }
}

knob! {
    /// How objects are named.
    Names {
        /// With plain words.
        Plain,
        /// With a space.
        Spaced,
        /// With bytes over 0x7F, in the code page of Windows.
        Latin1,
        /// With characters of several bytes.
        Utf8,
        /// As long as there is room.
        Long,
        /// Alike, but for upper and lower case.
        OtherCase,
        /// All the same; bones differ.
        Same,
        /// Some not at all; bones are.
        Empty,
    }
}

knob! {
    /// Where textures are.
    Paths {
        /// Beside the model.
        Beside,
        /// In a folder.
        Folder,
        /// Beside it, with backslashes.
        Backslash,
        /// One folder up.
        Parent,
        /// Beside it, with a space.
        Spaced,
        /// Nowhere.
        Missing,
        /// Beside it, in upper case.
        OtherCase,
        /// With a word that StepMania reads.
        Keyword,
    }
}

knob! {
    /// How lines end.
    LineEnds {
        /// CR LF.
        CrLf,
        /// LF.
        Lf,
        /// The one or the other.
        Mixed,
    }
}

knob! {
    /// What comes before the first block of an ASCII file.
    Header {
        /// The line of the format.
        Plain,
        /// That and an empty line, and one after each block.
        Aired,
        /// That and a comment by an exporter about itself.
        Stamped,
        /// That and a line of 4,000 characters.
        Long,
        /// Nothing.
        Missing,
    }
}

knob! {
    /// Which blocks an ASCII file has.
    Blocks {
        /// All.
        All,
        /// None of the comments, as older versions of MilkShape write.
        NoComments,
        /// Those of the comments up to that of bones.
        NoModelComment,
        /// All, in another order.
        Shuffled,
        /// Meshes alone, as StepMania has them.
        MeshesAlone,
        /// Materials alone, as StepMania has them.
        MaterialsAlone,
        /// Bones alone, as StepMania has them.
        BonesAlone,
    }
}

impl Blocks {
    /// Parts of a model, each in a file of its own.
    pub(super) const ALONE: &[Self] = &[Self::MeshesAlone, Self::MaterialsAlone, Self::BonesAlone];
}

knob! {
    /// What separates the fields of a line.
    Separators {
        /// One space.
        Blank,
        /// A tab.
        Tab,
        /// Two spaces.
        TwoBlanks,
    }
}

knob! {
    /// Where a binary file ends.
    Tail {
        /// After all sections.
        Whole,
        /// After the bones, as MilkShape 1.4 wrote it.
        None,
        /// After the comments.
        Comments,
        /// After the vertex extras.
        VertexExtras,
        /// After the bone extras.
        BoneExtras,
    }
}

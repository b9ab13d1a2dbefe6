//! What kind of models are made.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::choices::Choices;

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
        /// There is nothing to say about them, not even a hint.
        Pristine,
        /// What the format allows: no error.
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
    /// How bones hang together.
    Skeleton {
        /// Each on any earlier one.
        Tree,
        /// Each on the one before it.
        Chain,
        /// All on the first.
        Star,
        /// None on another.
        Loose,
        /// Each on the one behind it.
        ChildrenFirst,
    }
}

knob! {
    /// When keys are.
    Keys {
        /// All bones have the same ones.
        Aligned,
        /// Each has its own, and as many that move as that turn.
        Ragged,
        /// As many that move as it comes, and as many that turn.
        Uneven,
        /// Some only move.
        OneSided,
    }
}

knob! {
    /// Which numbers occur.
    Numbers {
        /// Thousandths of a small number.
        Small,
        /// With zeros that have a minus.
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
        /// With as few digits as tell it.
        Shortest,
        /// With an exponent, as `%g` does for small ones.
        Exponent,
    }
}

knob! {
    /// What objects are called.
    Names {
        /// By plain words.
        Plain,
        /// With a blank.
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
        /// Beside it, in the words of Windows.
        Backslash,
        /// One folder up.
        Parent,
        /// Beside it, with a blank.
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
    /// What stands in front of the first block of a text file.
    Header {
        /// The line of the format.
        Plain,
        /// That and a blank line, and one behind each block.
        Aired,
        /// That and what an exporter says of itself.
        Stamped,
        /// That and a line of 4,000 characters.
        Long,
        /// Nothing.
        Missing,
    }
}

knob! {
    /// Which blocks a text file has.
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
    /// What stands between the fields of a line.
    Separators {
        /// One blank.
        Blank,
        /// A tab.
        Tab,
        /// Two blanks.
        TwoBlanks,
    }
}

knob! {
    /// Where a binary file ends.
    Tail {
        /// Behind all sections.
        Whole,
        /// Behind the bones, as MilkShape 1.4 wrote it.
        None,
        /// Behind the comments.
        Comments,
        /// Behind the vertex extras.
        VertexExtras,
        /// Behind the bone extras.
        BoneExtras,
    }
}

/// What kind of models are made: one knob each. The same configuration and the same bytes make the same
/// model. [`Config::draw`] turns the knobs at random within a profile, so that many models are unlike each
/// other in more ways than any one configuration makes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Config {
    /// Which format.
    pub format: Format,
    /// How many meshes.
    pub meshes: Sizes,
    /// How many faces each mesh has.
    pub faces: Sizes,
    /// How many materials; no more than meshes where all of them are to be used.
    pub materials: Sizes,
    /// How many bones.
    pub bones: Sizes,
    /// How many keys of each kind a bone has.
    pub keys: Sizes,
    /// How many comments of each kind; of the model, at most one.
    pub comments: Sizes,
    /// How faces lie.
    pub shape: Shape,
    /// How many normals.
    pub normals: Normals,
    /// How bones hang together.
    pub skeleton: Skeleton,
    /// When keys are.
    pub timing: Keys,
    /// Which numbers.
    pub numbers: Numbers,
    /// What objects are called.
    pub names: Names,
    /// Where textures are.
    pub paths: Paths,
    /// Whether some texture coordinates are beyond 1.
    pub tiles: bool,
    /// Whether flags of the editor are set.
    pub flags: bool,
    /// Text: how numbers are spelled.
    pub spelling: Spelling,
    /// Text: how lines end.
    pub line_ends: LineEnds,
    /// Text: whether the last line ends.
    pub final_newline: bool,
    /// Text: what comes first.
    pub header: Header,
    /// Text: which blocks.
    pub blocks: Blocks,
    /// Text: what separates fields.
    pub separators: Separators,
    /// Text: whether no blank stands behind the colon of a block.
    pub tight_colons: bool,
    /// Binary: the version, 3 or 4.
    pub version: i32,
    /// Binary: where it ends.
    pub tail: Tail,
    /// Binary: the version of the vertex extras, 1 to 3.
    pub vertex_extras: i32,
    /// Binary: whether garbage stands behind the NUL of texts.
    pub garbage: bool,
    /// Binary: whether faces stand in another order than the meshes list them.
    pub scattered_faces: bool,
}

/// At the least and at the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// At the least.
    pub least: u32,
    /// At the most.
    pub most: u32,
}

impl Sizes {
    /// Up to so many.
    pub const fn up_to(most: u32) -> Self {
        Self { least: 0, most }
    }

    /// Exactly so many.
    pub const fn just(count: u32) -> Self {
        Self { least: count, most: count }
    }

    /// Raises the least, and the most with it where it is lower.
    pub fn at_least(&mut self, least: u32) {
        self.least = self.least.max(least);
        self.most = self.most.max(self.least);
    }

    /// Lowers the most, and the least with it where it is higher.
    pub fn at_most(&mut self, most: u32) {
        self.most = self.most.min(most);
        self.least = self.least.min(self.most);
    }

    pub(super) fn range(self) -> RangeInclusive<u32> {
        self.least..=self.most
    }
}

impl Config {
    /// The plainest configuration: pristine models, in the spelling of MilkShape 1.8.
    pub fn plain(format: Format) -> Self {
        Self {
            format,
            meshes: Sizes::up_to(3),
            faces: Sizes { least: 1, most: 12 },
            materials: Sizes::up_to(3),
            bones: Sizes::up_to(4),
            keys: Sizes::up_to(3),
            comments: Sizes::up_to(2),
            shape: Shape::Strip,
            normals: Normals::OfVertices,
            skeleton: Skeleton::Tree,
            timing: Keys::Aligned,
            numbers: Numbers::Small,
            names: Names::Plain,
            paths: Paths::Beside,
            tiles: false,
            flags: false,
            spelling: Spelling::SixDecimals,
            line_ends: LineEnds::CrLf,
            final_newline: true,
            header: Header::Plain,
            blocks: Blocks::All,
            separators: Separators::Blank,
            tight_colons: false,
            version: 4,
            tail: Tail::Whole,
            vertex_extras: 2,
            garbage: false,
            scattered_faces: false,
        }
    }

    /// A configuration within a profile.
    pub fn draw(profile: Profile, format: Format, draw: &mut Choices) -> Self {
        let mut config = Self::plain(format);
        config.draw_pristine(draw);
        match profile {
            Profile::Pristine => {}
            Profile::Legal => config.draw_legal(draw),
            Profile::Quirky => config.draw_quirky(draw),
            Profile::Stress => config.draw_stress(draw),
        }
        config
    }

    /// What can differ without a rule having anything to say.
    fn draw_pristine(&mut self, draw: &mut Choices) {
        self.shape = draw.one_of(&[Shape::Strip, Shape::Fan, Shape::Soup]);
        self.skeleton = draw.one_of(&[Skeleton::Tree, Skeleton::Chain, Skeleton::Star]);
        self.timing = draw.one_of(&[Keys::Aligned, Keys::Ragged]);
        self.paths = draw.one_of(&[Paths::Beside, Paths::Folder]);
        self.header = draw.one_of(&[Header::Plain, Header::Aired, Header::Stamped]);
        self.blocks = draw.one_of(&[Blocks::All, Blocks::NoComments, Blocks::NoModelComment]);
        self.spelling = draw.one_of(&[Spelling::SixDecimals, Spelling::Shortest]);
    }

    /// What the format allows.
    fn draw_legal(&mut self, draw: &mut Choices) {
        self.shape = draw.one_of(Shape::ALL);
        self.normals = draw.one_of(Normals::ALL);
        self.skeleton = draw.one_of(Skeleton::ALL);
        self.timing = draw.one_of(Keys::ALL);
        self.numbers = draw.one_of(Numbers::ALL);
        self.names = draw.one_of(Names::ALL);
        self.paths = draw.one_of(Paths::ALL);
        self.tiles = draw.chance(50);
        self.flags = draw.chance(50);
        self.spelling = draw.one_of(Spelling::ALL);
        self.line_ends = draw.one_of(LineEnds::ALL);
        self.final_newline = !draw.chance(25);
        self.header = draw.one_of(Header::ALL);
        self.blocks = draw.one_of(Blocks::ALL);
        self.separators = draw.one_of(Separators::ALL);
        self.tight_colons = draw.chance(25);
        self.version = draw.one_of(&[4, 3]);
        self.tail = draw.one_of(Tail::ALL);
        self.vertex_extras = draw.one_of(&[2, 1, 3]);
        self.garbage = draw.chance(50);
        self.scattered_faces = draw.chance(50);
    }

    /// What one exporter or another of the real world writes; the surveys of real files say so.
    fn draw_quirky(&mut self, draw: &mut Choices) {
        self.numbers = Numbers::NegativeZero;
        self.tiles = draw.chance(50);
        match draw.below(5) {
            // MilkShape before 1.7, edited by hand since.
            0 => {
                self.blocks = Blocks::NoComments;
                self.normals = Normals::OfFaces;
                self.line_ends = draw.one_of(LineEnds::ALL);
                self.paths = Paths::Backslash;
                self.flags = true;
                self.tail = draw.one_of(&[Tail::None, Tail::Comments, Tail::VertexExtras]);
                self.garbage = true;
            }
            // StepMania, which keeps each block in a file.
            1 => {
                self.blocks = draw.one_of(Blocks::ALONE);
                self.header = Header::Missing;
                self.line_ends = LineEnds::Lf;
                self.final_newline = false;
                self.paths = draw.one_of(&[Paths::Folder, Paths::Backslash, Paths::Keyword, Paths::Spaced]);
                self.names = Names::Spaced;
            }
            // jMonkeyEngine and SimPe.
            2 => {
                self.separators = draw.one_of(&[Separators::Tab, Separators::TwoBlanks]);
                self.tight_colons = true;
                self.spelling = Spelling::Shortest;
                self.line_ends = LineEnds::Lf;
                self.skeleton = Skeleton::ChildrenFirst;
                self.scattered_faces = true;
            }
            // The add-on for Blender.
            3 => {
                self.header = Header::Stamped;
                self.spelling = Spelling::Exponent;
                self.line_ends = LineEnds::Lf;
                self.blocks = Blocks::NoComments;
                self.names = draw.one_of(&[Names::Spaced, Names::Utf8]);
                self.vertex_extras = draw.one_of(&[1, 3]);
            }
            // An old converter.
            _ => {
                self.version = 3;
                self.tail = Tail::None;
                self.names = draw.one_of(&[Names::Same, Names::Empty, Names::Latin1]);
                self.shape = Shape::Tangle;
                self.paths = draw.one_of(&[Paths::Missing, Paths::OtherCase]);
                self.timing = Keys::OneSided;
            }
        }
    }

    /// Legal, and as much of it as there may be.
    fn draw_stress(&mut self, draw: &mut Choices) {
        self.draw_legal(draw);
        self.blocks = draw.one_of(&[Blocks::All, Blocks::Shuffled]);
        match draw.below(6) {
            0 => {
                self.bones = Sizes { least: 127, most: 128 };
                self.skeleton = draw.one_of(&[Skeleton::Chain, Skeleton::ChildrenFirst]);
            }
            1 => self.meshes = Sizes::just(255),
            2 => self.materials = Sizes::just(128),
            3 => {
                self.keys = Sizes::just(1000);
                self.bones.at_least(1);
            }
            4 => self.header = Header::Long,
            // As many as there is room for. Few draw this, since such a file takes as long as a thousand others.
            _ => match draw.chance(10) {
                true => {
                    (self.shape, self.faces) = draw.one_of(&[
                        (Shape::Strip, Sizes::just(LARGEST_STRIP)),
                        (Shape::Tangle, Sizes::just(LARGEST)),
                    ]);
                    self.meshes = Sizes::just(1);
                }
                false => self.faces = Sizes::just(1000),
            },
        }
    }
}

/// How many faces, and how many vertices, MilkShape has room for.
pub(super) const LARGEST: u32 = 65_534;
/// How many faces a strip of so many vertices has.
pub(super) const LARGEST_STRIP: u32 = LARGEST - 2;

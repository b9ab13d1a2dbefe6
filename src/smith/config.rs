//! The configuration of a generated model, and how one is drawn at random within a profile.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::choices::Choices;
use super::knobs::{
    Blocks, Format, Header, Keys, LineEnds, Names, Normals, Numbers, Paths, Profile, Separators, Shape,
    Skeleton, Spelling, Tail,
};

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
    /// How bones are connected.
    pub skeleton: Skeleton,
    /// When keys are.
    pub timing: Keys,
    /// Which numbers.
    pub numbers: Numbers,
    /// Whether a model without bones may show another frame than its first.
    pub idle_frames: bool,
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
    /// Text: whether there is no space after the colon of a block.
    pub tight_colons: bool,
    /// Binary: the version, 3 or 4.
    pub version: i32,
    /// Binary: where it ends.
    pub tail: Tail,
    /// Binary: the version of the vertex extras, 1 to 3.
    pub vertex_extras: i32,
    /// Binary: whether there is garbage after the NUL of texts.
    pub garbage: bool,
    /// Binary: whether faces are in another order than the meshes list them.
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
    /// The plainest configuration: models about which no rule says anything, in the spelling of MilkShape 1.8.
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
            idle_frames: false,
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
    pub fn draw(profile: Profile, format: Format, choices: &mut Choices) -> Self {
        let mut config = Self::plain(format);
        config.draw_pristine(choices);
        match profile {
            Profile::Pristine => config.keep_loadable(),
            Profile::Legal => config.draw_legal(choices),
            Profile::Quirky => config.draw_quirky(choices),
            Profile::Stress => config.draw_stress(choices),
        }
        config
    }

    /// What can differ without any rule reporting it.
    fn draw_pristine(&mut self, choices: &mut Choices) {
        self.shape = choices.one_of(&[Shape::Strip, Shape::Fan, Shape::Soup]);
        self.skeleton = choices.one_of(&[Skeleton::Tree, Skeleton::Chain, Skeleton::Star]);
        self.timing = choices.one_of(&[Keys::Aligned, Keys::Ragged]);
        self.paths = choices.one_of(&[Paths::Beside, Paths::Folder]);
        self.header = choices.one_of(&[Header::Plain, Header::Aired, Header::Stamped]);
        self.blocks = choices.one_of(&[Blocks::All, Blocks::NoComments, Blocks::NoModelComment]);
        self.spelling = choices.one_of(&[Spelling::SixDecimals, Spelling::Shortest]);
    }

    /// Leaves out what is sound, and what some program does not load or misreads all the same.
    fn keep_loadable(&mut self) {
        // Scorched3D and assimp load no model without meshes.
        self.meshes.at_least(1);
        if self.format == Format::Ms3d {
            // assimp misreads comments on objects, and Maverick Model 3D and the crate ms3d those on the model.
            self.comments = Sizes::just(0);
            // The validation of assimp takes no bones without keys.
            self.keys.at_least(1);
            // Irrlicht looks for all textures beside the model.
            self.paths = Paths::Beside;
        }
    }

    /// What the format allows.
    fn draw_legal(&mut self, choices: &mut Choices) {
        self.shape = choices.one_of(Shape::ALL);
        self.normals = choices.one_of(Normals::ALL);
        self.skeleton = choices.one_of(Skeleton::ALL);
        self.timing = choices.one_of(Keys::ALL);
        self.numbers = choices.one_of(Numbers::ALL);
        self.idle_frames = true;
        self.names = choices.one_of(Names::ALL);
        self.paths = choices.one_of(Paths::ALL);
        self.tiles = choices.chance(50);
        self.flags = choices.chance(50);
        self.spelling = choices.one_of(Spelling::ALL);
        self.line_ends = choices.one_of(LineEnds::ALL);
        self.final_newline = !choices.chance(25);
        self.header = choices.one_of(Header::ALL);
        self.blocks = choices.one_of(Blocks::ALL);
        self.separators = choices.one_of(Separators::ALL);
        self.tight_colons = choices.chance(25);
        self.version = choices.one_of(&[4, 3]);
        self.tail = choices.one_of(Tail::ALL);
        self.vertex_extras = choices.one_of(&[2, 1, 3]);
        self.garbage = choices.chance(50);
        self.scattered_faces = choices.chance(50);
    }

    /// What one exporter or another of the real world writes; the surveys of real files say so.
    fn draw_quirky(&mut self, choices: &mut Choices) {
        self.numbers = Numbers::NegativeZero;
        self.idle_frames = true;
        self.tiles = choices.chance(50);
        match choices.below(5) {
            // MilkShape before 1.7, edited by hand since.
            0 => {
                self.blocks = Blocks::NoComments;
                self.normals = Normals::OfFaces;
                self.line_ends = choices.one_of(LineEnds::ALL);
                self.paths = Paths::Backslash;
                self.flags = true;
                self.tail = choices.one_of(&[Tail::None, Tail::Comments, Tail::VertexExtras]);
                self.garbage = true;
            }
            // StepMania, which keeps each block in a file.
            1 => {
                self.blocks = choices.one_of(Blocks::ALONE);
                self.header = Header::Missing;
                self.line_ends = LineEnds::Lf;
                self.final_newline = false;
                self.paths =
                    choices.one_of(&[Paths::Folder, Paths::Backslash, Paths::Keyword, Paths::Spaced]);
                self.names = Names::Spaced;
            }
            // jMonkeyEngine and SimPe.
            2 => {
                self.separators = choices.one_of(&[Separators::Tab, Separators::TwoBlanks]);
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
                self.names = choices.one_of(&[Names::Spaced, Names::Utf8]);
                self.vertex_extras = choices.one_of(&[1, 3]);
            }
            // An old converter.
            _ => {
                self.version = 3;
                self.tail = Tail::None;
                self.names = choices.one_of(&[Names::Same, Names::Empty, Names::Latin1]);
                self.shape = Shape::Tangle;
                self.paths = choices.one_of(&[Paths::Missing, Paths::OtherCase]);
                self.timing = Keys::OneSided;
            }
        }
    }

    /// Legal, and as much of it as there may be.
    fn draw_stress(&mut self, choices: &mut Choices) {
        self.draw_legal(choices);
        self.blocks = choices.one_of(&[Blocks::All, Blocks::Shuffled]);
        match choices.below(6) {
            0 => {
                self.bones = Sizes { least: 127, most: 128 };
                self.skeleton = choices.one_of(&[Skeleton::Chain, Skeleton::ChildrenFirst]);
            }
            1 => self.meshes = Sizes::just(255),
            2 => self.materials = Sizes::just(128),
            3 => {
                self.keys = Sizes::just(1000);
                self.bones.at_least(1);
            }
            4 => self.header = Header::Long,
            // As many as there is room for. Few draw this, since such a file takes as long as a thousand others.
            _ => match choices.chance(10) {
                true => {
                    (self.shape, self.faces) = choices.one_of(&[
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

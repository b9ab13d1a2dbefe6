//! Floor 1: the formats as tables. Which records there are, on how many lines of ASCII each stands, and
//! which fields every line has; and in which order and in how many bytes each field stands in a binary
//! file. The readers, the spans of fields, the messages ("expected `flags x y z u v bone`"), the listing
//! of tokens and that of binary files all read these tables.
//!
//! A field has the same number in both formats. Those of ASCII come first, in its order, and those
//! that only binary files have stand behind them.
//!
//! Sources: the reverse-engineered ASCII specification, corrected where MilkShape's own importer
//! (`msASCIIImporter` of its SDK) and real files differ: vertices are `flags x y z u v bone`, and
//! four comment blocks may follow the bones. For binary files the specification of MilkShape 1.8.2
//! (`ms3dspec`), with the third kind of vertex extras as versions 1.8.4 and 1.8.5 write them.

/// A block: what stands behind `Name: n` at the start of a line, or behind a count or a version in a binary
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
    /// Any other `Name: n`; no reader knows what follows.
    Unknown,
    /// The vertices of a binary file, which all its meshes share.
    Vertices,
    /// The faces of a binary file, of which each mesh lists its own.
    Faces,
    /// The version of the comments in a binary file, behind which their blocks stand.
    Comments,
    /// The version of what a binary file adds to its vertices: weights.
    VertexExtras,
    /// The version of what a binary file adds to its bones: colours.
    BoneExtras,
    /// The version of what a binary file adds to the model.
    ModelExtras,
}

impl BlockKind {
    /// The blocks of a text file in the order in which MilkShape writes them, which Scorched3D demands.
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

    /// The name as it stands in the file.
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

    /// Whether its number in a binary file is no count but a version, which tells how to read what follows.
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

/// A kind of record: something with fields that the file holds any number of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Record {
    /// The file as a whole, and the header of a binary one.
    File,
    /// The line `Name: n` that opens a block, or the count or version that does in a binary file.
    Block,
    /// A mesh, which MilkShape calls a group.
    Mesh,
    /// A vertex of a mesh.
    Vertex,
    /// A normal of a mesh.
    Normal,
    /// A triangle of a mesh.
    Face,
    /// A material.
    Material,
    /// A bone, which the binary format calls a joint.
    Bone,
    /// A key frame that moves a bone.
    PositionKey,
    /// A key frame that turns a bone.
    RotationKey,
    /// A comment about a mesh, a material or a bone.
    Comment,
    /// The comment about the whole model.
    ModelComment,
    /// In a binary file, one of the faces that a mesh lists as its own.
    Member,
    /// How a binary file is animated: its rate and its length.
    Animation,
    /// What a binary file adds to a vertex: up to three more bones, and weights.
    VertexExtra,
    /// What a binary file adds to a bone: the colour that it is drawn in.
    BoneExtra,
    /// What a binary file adds to the model.
    ModelExtra,
}

/// What may stand in a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A decimal integer.
    Integer,
    /// A decimal number with or without a fraction.
    Float,
    /// How many rows follow; alone on its line.
    Count,
    /// Text in double quotes, without any escape.
    Text,
    /// The whole line, unquoted.
    FreeText,
}

/// One field of a record.
#[derive(Debug)]
pub struct Field {
    /// What people call it.
    pub name: &'static str,
    /// What may stand in it.
    pub kind: Kind,
}

const fn integer(name: &'static str) -> Field {
    Field { name, kind: Kind::Integer }
}
const fn float(name: &'static str) -> Field {
    Field { name, kind: Kind::Float }
}
const fn count(name: &'static str) -> Field {
    Field { name, kind: Kind::Count }
}
const fn text(name: &'static str) -> Field {
    Field { name, kind: Kind::Text }
}
const fn free_text(name: &'static str) -> Field {
    Field { name, kind: Kind::FreeText }
}

/// The lines of a record, each with its fields.
pub type Lines = &'static [&'static [Field]];

/// The lines of a record in ASCII.
pub fn lines(record: Record) -> Lines {
    match record {
        Record::File => &[],
        Record::Block => BLOCK,
        Record::Mesh => MESH,
        Record::Vertex => VERTEX,
        Record::Normal => NORMAL,
        Record::Face => FACE,
        Record::Material => MATERIAL,
        Record::Bone => BONE,
        Record::PositionKey => POSITION_KEY,
        Record::RotationKey => ROTATION_KEY,
        Record::Comment => COMMENT,
        Record::ModelComment => MODEL_COMMENT,
        Record::Member | Record::Animation | Record::VertexExtra | Record::BoneExtra | Record::ModelExtra => {
            &[]
        }
    }
}

const BLOCK: Lines = &[&[count("count")]];
const MESH: Lines = &[
    &[text("name"), integer("flags"), integer("material")],
    &[count("vertex count")],
    &[count("normal count")],
    &[count("face count")],
];
const VERTEX: Lines =
    &[&[integer("flags"), float("x"), float("y"), float("z"), float("u"), float("v"), integer("bone")]];
const NORMAL: Lines = &[&[float("x"), float("y"), float("z")]];
const FACE: Lines = &[&[
    integer("flags"),
    integer("first vertex"),
    integer("second vertex"),
    integer("third vertex"),
    integer("first normal"),
    integer("second normal"),
    integer("third normal"),
    integer("smoothing group"),
]];
const MATERIAL: Lines = &[
    &[text("name")],
    &[float("ambient red"), float("ambient green"), float("ambient blue"), float("ambient alpha")],
    &[float("diffuse red"), float("diffuse green"), float("diffuse blue"), float("diffuse alpha")],
    &[float("specular red"), float("specular green"), float("specular blue"), float("specular alpha")],
    &[float("emissive red"), float("emissive green"), float("emissive blue"), float("emissive alpha")],
    &[float("shininess")],
    &[float("transparency")],
    &[text("texture")],
    &[text("alpha map")],
];
const BONE: Lines = &[
    &[text("name")],
    &[text("parent")],
    &[
        integer("flags"),
        float("x"),
        float("y"),
        float("z"),
        float("rotation x"),
        float("rotation y"),
        float("rotation z"),
    ],
    &[count("position key count")],
    &[count("rotation key count")],
];
const POSITION_KEY: Lines = &[&[float("time"), float("x"), float("y"), float("z")]];
const ROTATION_KEY: Lines =
    &[&[float("time"), float("rotation x"), float("rotation y"), float("rotation z")]];
const COMMENT: Lines = &[&[integer("index")], &[free_text("text")]];
const MODEL_COMMENT: Lines = &[&[free_text("text")]];

/// The fields of a record that only binary files have. Their numbers follow those of the lines.
fn binary_only(record: Record) -> &'static [Field] {
    match record {
        Record::File => const { &[text("id"), integer("version")] },
        Record::Block => const { &[integer("version")] },
        Record::Vertex => const { &[integer("reference count")] },
        Record::Face => FACE_BINARY,
        Record::Material => const { &[integer("mode")] },
        Record::Comment | Record::ModelComment => const { &[count("length")] },
        Record::Member => const { &[integer("face")] },
        Record::Animation => {
            const { &[float("frames per second"), float("current frame"), integer("frame count")] }
        }
        Record::VertexExtra => VERTEX_EXTRA,
        Record::BoneExtra => const { &[float("red"), float("green"), float("blue")] },
        Record::ModelExtra => {
            const { &[float("joint size"), integer("transparency mode"), float("alpha reference")] }
        }
        Record::Mesh | Record::Normal | Record::Bone | Record::PositionKey | Record::RotationKey => &[],
    }
}

const FACE_BINARY: &[Field] = &[
    float("first normal x"),
    float("first normal y"),
    float("first normal z"),
    float("second normal x"),
    float("second normal y"),
    float("second normal z"),
    float("third normal x"),
    float("third normal y"),
    float("third normal z"),
    float("first u"),
    float("second u"),
    float("third u"),
    float("first v"),
    float("second v"),
    float("third v"),
    integer("group"),
];
const VERTEX_EXTRA: &[Field] = &[
    integer("second bone"),
    integer("third bone"),
    integer("fourth bone"),
    integer("first weight"),
    integer("second weight"),
    integer("third weight"),
    integer("extra"),
    integer("more extra"),
];

/// The field with this number, counted through all lines of the record and then through what only binary
/// files have.
pub fn field(record: Record, number: u8) -> Option<&'static Field> {
    lines(record).iter().copied().flatten().chain(binary_only(record)).nth(number as usize)
}

/// The number of the first field of a line of a record.
pub fn first_field(record: Record, line: usize) -> u8 {
    lines(record)[..line].iter().map(|fields| fields.len() as u8).sum()
}

/// On which line of its record a field stands, and as which field of that line.
pub fn line_and_column(record: Record, number: u8) -> Option<(usize, usize)> {
    let mut rest = number as usize;
    for (line, fields) in lines(record).iter().enumerate() {
        if rest < fields.len() {
            return Some((line, rest));
        }
        rest -= fields.len();
    }
    None
}

/// Numbers of the fields that the code speaks of, as [`field`] counts them.
pub mod fields {
    /// Of the line that opens a block.
    pub mod block {
        /// The number behind the colon, or the count of a binary block.
        pub const COUNT: u8 = 0;
        /// The version of a binary block that has one.
        pub const VERSION: u8 = 1;
    }
    /// Of the header of a binary file.
    pub mod file {
        /// What every binary file begins with.
        pub const ID: u8 = 0;
        /// The version of the format.
        pub const VERSION: u8 = 1;
    }
    /// Of a mesh.
    pub mod mesh {
        /// Its name.
        pub const NAME: u8 = 0;
        /// Bits of the editor.
        pub const FLAGS: u8 = 1;
        /// The index of its material.
        pub const MATERIAL: u8 = 2;
        /// How many vertices follow.
        pub const VERTEX_COUNT: u8 = 3;
        /// How many normals follow.
        pub const NORMAL_COUNT: u8 = 4;
        /// How many faces follow.
        pub const FACE_COUNT: u8 = 5;
    }
    /// Of a vertex.
    pub mod vertex {
        /// Bits of the editor.
        pub const FLAGS: u8 = 0;
        /// The first of its two texture coordinates.
        pub const U: u8 = 4;
        /// The index of its bone.
        pub const BONE: u8 = 6;
        /// How many corners of faces use it; only in binary files.
        pub const REFERENCE_COUNT: u8 = 7;
    }
    /// Of a normal.
    pub mod normal {
        /// The first of its three parts.
        pub const X: u8 = 0;
    }
    /// Of a face.
    pub mod face {
        /// Bits of the editor.
        pub const FLAGS: u8 = 0;
        /// The first of its three vertex indices.
        pub const VERTEX_1: u8 = 1;
        /// The first of its three normal indices.
        pub const NORMAL_1: u8 = 4;
        /// Its smoothing group.
        pub const SMOOTHING_GROUP: u8 = 7;
        /// The first part of the normal of its first corner; from here on only in binary files.
        pub const NORMALS: u8 = 8;
        /// The first texture coordinate of its first corner; those of the others follow.
        pub const U: u8 = 17;
        /// The second texture coordinate of its first corner; those of the others follow.
        pub const V: u8 = 20;
        /// The index of its mesh.
        pub const GROUP: u8 = 23;
    }
    /// Of a material.
    pub mod material {
        /// Its name.
        pub const NAME: u8 = 0;
        /// The first part of the first of its four colours.
        pub const COLORS: u8 = 1;
        /// How small its highlight is.
        pub const SHININESS: u8 = 17;
        /// How opaque it is.
        pub const TRANSPARENCY: u8 = 18;
        /// The path of its texture.
        pub const TEXTURE: u8 = 19;
        /// The path of its alpha map.
        pub const ALPHA_MAP: u8 = 20;
        /// How its texture is put on; only in binary files.
        pub const MODE: u8 = 21;
    }
    /// Of a bone.
    pub mod bone {
        /// Its name.
        pub const NAME: u8 = 0;
        /// The name of its parent.
        pub const PARENT: u8 = 1;
        /// Bits of the editor.
        pub const FLAGS: u8 = 2;
        /// The first of the three angles that it is turned by.
        pub const ROTATION: u8 = 6;
        /// How many position keys follow.
        pub const POSITION_KEY_COUNT: u8 = 9;
        /// How many rotation keys follow.
        pub const ROTATION_KEY_COUNT: u8 = 10;
    }
    /// Of a comment about a mesh, a material or a bone.
    pub mod comment {
        /// The index of what it is about.
        pub const INDEX: u8 = 0;
        /// What it says.
        pub const TEXT: u8 = 1;
        /// How many bytes it says; only in binary files.
        pub const LENGTH: u8 = 2;
    }
    /// Of the comment about the model.
    pub mod model_comment {
        /// What it says.
        pub const TEXT: u8 = 0;
        /// How many bytes it says; only in binary files.
        pub const LENGTH: u8 = 1;
    }
    /// Of a face that a mesh lists.
    pub mod member {
        /// Its index among the faces of the file.
        pub const FACE: u8 = 0;
    }
    /// Of the animation of a binary file.
    pub mod animation {
        /// How many frames a second takes.
        pub const RATE: u8 = 0;
        /// The frame that the editor showed.
        pub const CURRENT_FRAME: u8 = 1;
        /// How many frames there are.
        pub const FRAME_COUNT: u8 = 2;
    }
    /// Of what a binary file adds to a vertex.
    pub mod vertex_extra {
        /// The first of three bones, which come after that of the vertex itself.
        pub const BONES: u8 = 0;
        /// The first of three weights, that of the vertex' own bone.
        pub const WEIGHTS: u8 = 3;
        /// The first of two numbers for programs.
        pub const EXTRA: u8 = 6;
    }
    /// Of what a binary file adds to a bone.
    pub mod bone_extra {
        /// The first part of its colour.
        pub const COLOR: u8 = 0;
    }
    /// Of a key frame.
    pub mod key {
        /// When it holds: in frames from 1, or in seconds in a binary file.
        pub const TIME: u8 = 0;
        /// The first of the three numbers that it moves or turns by.
        pub const VALUE: u8 = 1;
    }
}

pub mod binary;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_numbers_mean_what_their_names_say() {
        let name = |record, number| field(record, number).unwrap().name;
        assert_eq!(name(Record::Block, fields::block::COUNT), "count");
        assert_eq!(name(Record::Mesh, fields::mesh::NAME), "name");
        assert_eq!(name(Record::Mesh, fields::mesh::MATERIAL), "material");
        assert_eq!(name(Record::Mesh, fields::mesh::VERTEX_COUNT), "vertex count");
        assert_eq!(name(Record::Mesh, fields::mesh::NORMAL_COUNT), "normal count");
        assert_eq!(name(Record::Mesh, fields::mesh::FACE_COUNT), "face count");
        assert_eq!(name(Record::Vertex, fields::vertex::BONE), "bone");
        assert_eq!(name(Record::Mesh, fields::mesh::FLAGS), "flags");
        assert_eq!(name(Record::Vertex, fields::vertex::FLAGS), "flags");
        assert_eq!(name(Record::Vertex, fields::vertex::U), "u");
        assert_eq!(name(Record::Normal, fields::normal::X), "x");
        assert_eq!(name(Record::Face, fields::face::FLAGS), "flags");
        assert_eq!(name(Record::Face, fields::face::SMOOTHING_GROUP), "smoothing group");
        assert_eq!(name(Record::Bone, fields::bone::FLAGS), "flags");
        assert_eq!(name(Record::Face, fields::face::VERTEX_1), "first vertex");
        assert_eq!(name(Record::Face, fields::face::NORMAL_1), "first normal");
        assert_eq!(name(Record::Material, fields::material::NAME), "name");
        assert_eq!(name(Record::Material, fields::material::COLORS), "ambient red");
        assert_eq!(name(Record::Material, fields::material::SHININESS), "shininess");
        assert_eq!(name(Record::Material, fields::material::TRANSPARENCY), "transparency");
        assert_eq!(name(Record::Material, fields::material::TEXTURE), "texture");
        assert_eq!(name(Record::Material, fields::material::ALPHA_MAP), "alpha map");
        assert_eq!(name(Record::Bone, fields::bone::NAME), "name");
        assert_eq!(name(Record::Bone, fields::bone::PARENT), "parent");
        assert_eq!(name(Record::Bone, fields::bone::ROTATION), "rotation x");
        assert_eq!(name(Record::Comment, fields::comment::INDEX), "index");
        assert_eq!(name(Record::Comment, fields::comment::TEXT), "text");
        assert_eq!(name(Record::ModelComment, fields::model_comment::TEXT), "text");
        assert_eq!(name(Record::Bone, fields::bone::POSITION_KEY_COUNT), "position key count");
        assert_eq!(name(Record::Bone, fields::bone::ROTATION_KEY_COUNT), "rotation key count");
        assert_eq!(name(Record::PositionKey, fields::key::TIME), "time");
        assert_eq!(name(Record::RotationKey, fields::key::TIME), "time");
        assert_eq!(name(Record::PositionKey, fields::key::VALUE), "x");
        assert_eq!(name(Record::RotationKey, fields::key::VALUE), "rotation x");
        assert_eq!(name(Record::File, fields::file::VERSION), "version");
        assert_eq!(name(Record::Block, fields::block::VERSION), "version");
        assert_eq!(name(Record::Vertex, fields::vertex::REFERENCE_COUNT), "reference count");
        assert_eq!(name(Record::Face, fields::face::NORMALS), "first normal x");
        assert_eq!(name(Record::Face, fields::face::U), "first u");
        assert_eq!(name(Record::Face, fields::face::V), "first v");
        assert_eq!(name(Record::Face, fields::face::GROUP), "group");
        assert_eq!(name(Record::Material, fields::material::MODE), "mode");
        assert_eq!(name(Record::Comment, fields::comment::LENGTH), "length");
        assert_eq!(name(Record::ModelComment, fields::model_comment::LENGTH), "length");
        assert_eq!(name(Record::Member, fields::member::FACE), "face");
        assert_eq!(name(Record::Animation, fields::animation::FRAME_COUNT), "frame count");
        assert_eq!(name(Record::VertexExtra, fields::vertex_extra::WEIGHTS), "first weight");
        assert_eq!(name(Record::VertexExtra, fields::vertex_extra::EXTRA), "extra");
        assert_eq!(name(Record::BoneExtra, fields::bone_extra::COLOR), "red");
    }

    #[test]
    fn a_field_is_found_on_its_line() {
        assert_eq!(line_and_column(Record::Mesh, 2), Some((0, 2)));
        assert_eq!(line_and_column(Record::Mesh, 4), Some((2, 0)));
        assert_eq!(line_and_column(Record::Bone, 10), Some((4, 0)));
        assert_eq!(line_and_column(Record::Bone, 11), None);
        assert_eq!(first_field(Record::Bone, 3), fields::bone::POSITION_KEY_COUNT);
    }
}

//! The model in a file: meshes, materials, bones and comments, of both formats.
//!
//! A row keeps its values and the offset of its line. The span of a field is found from that offset
//! when it is needed ([`Document::locate`](crate::document::Document::locate)).

mod animation;
pub mod bounds;
pub(crate) mod face_directions;
pub mod note;
pub(crate) mod number_table;
pub mod place;
#[doc(hidden)]
pub mod row_stats;
pub(crate) mod skeleton;
pub(crate) mod uses;
#[doc(hidden)]
pub mod vector;
mod visible_mesh;

use crate::base::span::Span;
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
pub use crate::model::vector::Vector;
pub use crate::model::visible_mesh::VisibleMesh;

/// The offset of a line that the file does not have.
pub const ABSENT: u32 = u32::MAX;

/// Text as it is in the file, without its quotes; `None` where it could not be read.
pub type Text = Option<Span>;

/// What a file holds.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Model {
    /// The lines that open blocks, in the order of the file.
    pub blocks: Vec<Block>,
    /// All meshes.
    pub meshes: Vec<Mesh>,
    /// All materials.
    pub materials: Vec<Material>,
    /// All bones.
    pub bones: Vec<Bone>,
    /// Comments about meshes, materials, bones and the model.
    pub comments: Vec<Comment>,
    /// What only binary files hold; `None` for an ASCII file.
    pub binary: Option<Box<Binary>>,
}

impl Model {
    /// All vertices, normals and faces, with the object that their places name: those of each mesh of an
    /// ASCII model, and those that all meshes of a binary model share.
    pub fn geometries(&self) -> impl Iterator<Item = (usize, &Geometry)> {
        let shared = self.binary.iter().map(|binary| (SHARED as usize, &binary.geometry));
        let own = if self.binary.is_none() { &self.meshes[..] } else { &[] };
        shared.chain(own.iter().map(|mesh| &mesh.geometry).enumerate())
    }

    /// The geometry that places with this object are in.
    pub fn geometry_of(&self, object: usize) -> Option<&Geometry> {
        match &self.binary {
            Some(binary) => Some(&binary.geometry),
            None => Some(&self.meshes.get(object)?.geometry),
        }
    }

    /// Whether meshes use what is in a block of this kind. Where there is none, that is in another
    /// file, as StepMania keeps it, and a block that says that there is nothing would be wrong.
    pub fn uses(&self, kind: BlockKind) -> bool {
        match kind {
            BlockKind::Materials => self.meshes.iter().any(|mesh| mesh.material != Some(-1)),
            BlockKind::Bones => {
                self.geometries().any(|(_, geometry)| geometry.vertices.iter().any(|(_, v)| v.bone != -1))
            }
            _ => false,
        }
    }

    /// The number of a block that is missing, which says that there is nothing: 0, but for the frames, which
    /// count from 1 and reach to the last key and the current frame.
    pub fn number_of_missing(&self, kind: BlockKind) -> i32 {
        match kind {
            BlockKind::Frames => self.last_frame(),
            BlockKind::Frame => 1,
            _ => 0,
        }
    }

    /// The first block of a kind, which is the one most engines use.
    pub fn block(&self, kind: BlockKind) -> Option<(usize, &Block)> {
        self.blocks.iter().enumerate().find(|(_, block)| block.kind == kind)
    }
}

/// A line `Name: n`.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Offset of its line.
    pub at: u32,
    /// Which block.
    pub kind: BlockKind,
    /// The number after the colon; `None` where there is no readable one.
    pub number: Option<i32>,
    /// How many objects were read under it.
    pub found: u32,
    /// Whether the file ends before all of them.
    pub cut: bool,
    /// Offset after the block: where one more object would be.
    pub end: u32,
    /// Offset of the first object beyond the declared number.
    pub surplus: Option<u32>,
}

impl Block {
    /// The declared number of objects; `None` if it is not readable as one.
    pub fn declared(&self) -> Option<u32> {
        self.number.and_then(|n| u32::try_from(n).ok())
    }
}

/// A counted list of rows. The count and the rows may disagree.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<T> {
    /// How many rows the file says there are; `None` where it says nothing readable.
    pub declared: Option<u32>,
    /// The rows. One that could not be read keeps its place, so that later indices do not shift.
    pub rows: Vec<T>,
    /// The indices of rows that could not be read, ascending.
    pub broken: Vec<u32>,
    /// Whether the file ends before all of them.
    pub cut: bool,
    /// Offset after the list: where one more row would be.
    pub end: u32,
    /// Offset of the first row, if all rows of an ASCII model are in the usual spelling, on lines that follow each
    /// other: all programs read such rows alike.
    pub usual_from: Option<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { declared: None, rows: Vec::new(), broken: Vec::new(), cut: false, end: 0, usual_from: None }
    }
}

impl<T> Table<T> {
    /// How many rows there are, broken ones included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether there are as many rows as declared, and all of them could be read.
    pub fn is_whole(&self) -> bool {
        self.declared.is_some_and(|declared| declared as usize == self.len()) && self.broken.is_empty()
    }

    /// Whether there are fewer rows than declared.
    pub fn lacks_rows(&self) -> bool {
        self.declared.is_some_and(|declared| self.len() < declared as usize)
    }

    /// The readable rows with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> + Clone {
        self.rows.iter().enumerate().filter(|(index, _)| self.is_readable(*index))
    }

    /// A row by its index in the file; `None` if there is none or it could not be read.
    pub fn get(&self, index: i32) -> Option<&T> {
        // A negative index is larger than any count.
        let index = index as usize;
        self.rows.get(index).filter(|_| self.is_readable(index))
    }

    fn is_readable(&self, index: usize) -> bool {
        self.broken.is_empty() || self.broken.binary_search(&(index as u32)).is_err()
    }
}

/// A mesh, which MilkShape calls a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh {
    /// Offsets of its lines, as in [`layout::lines`](crate::layout::lines), or of its parts, as in
    /// [`layout::binary::parts`](crate::layout::binary::parts).
    pub lines: [u32; 4],
    /// Its name.
    pub name: Text,
    /// Bits of the editor: 1 selected, 2 or 4 hidden.
    pub flags: i32,
    /// The index of its material, -1 for none; `None` where it could not be read.
    pub material: Option<i32>,
    /// Its vertices, normals and faces. In a binary model meshes have none of their own: see
    /// [`Binary::geometry`].
    pub geometry: Geometry,
    /// In a binary model: which of the faces that all meshes share are its own.
    pub members: Table<Member>,
}

impl Mesh {
    /// Whether its flags say that it is hidden. From 128 on they say nothing that is known.
    pub fn is_hidden(&self) -> bool {
        const HIDDEN: i32 = 2;
        (0..=127).contains(&self.flags) && self.flags & HIDDEN != 0
    }
}

/// Vertices, normals, and the faces between them.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Geometry {
    /// The vertices.
    pub vertices: Table<Vertex>,
    /// The normals; real ASCII files have another number of them than of vertices. In a binary model each
    /// corner of a face has its own.
    pub normals: Table<Normal>,
    /// The triangles.
    pub faces: Table<Face>,
}

/// A vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Offset of its line.
    pub at: u32,
    /// Bits of the editor; StepMania reads them as texture tricks.
    pub flags: i32,
    /// x, y, z: right-handed, y up, z towards the viewer.
    pub position: [f32; 3],
    /// Texture coordinates; v runs down from the top of the picture. 0 in a binary model, whose
    /// [faces have them](Binary::uvs).
    pub uv: [f32; 2],
    /// The index of its bone, -1 for none.
    pub bone: i32,
}

/// A normal: a direction, of length 1 if all is well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    /// Offset of its line.
    pub at: u32,
    /// x, y, z.
    pub direction: [f32; 3],
}

/// A triangle, counter-clockwise seen from its front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face {
    /// Offset of its line.
    pub at: u32,
    /// Bits of the editor.
    pub flags: i32,
    /// Indices of the vertices, from 0: in its mesh, or in the whole of a binary model.
    pub vertices: [i32; 3],
    /// Indices of the normals, from 0, as those of the vertices.
    pub normals: [i32; 3],
    /// The smoothing group, 1 to 32; 0 and 255 occur.
    pub smoothing_group: i32,
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Offsets of its lines; the first is that of the whole record in a binary file.
    pub lines: [u32; 9],
    /// Its name.
    pub name: Text,
    /// Ambient, diffuse, specular and emissive, each red, green, blue, alpha, 0 to 1; `None` where
    /// the line could not be read.
    pub colors: [Option<[f32; 4]>; 4],
    /// 0 to 128.
    pub shininess: Option<f32>,
    /// 0 invisible to 1 opaque.
    pub transparency: Option<f32>,
    /// The path of the texture; empty for none.
    pub texture: Text,
    /// The path of the alpha map; empty for none.
    pub alpha_map: Text,
    /// Offset after it, if all its lines in an ASCII model are in the usual spelling, and follow each other: all programs
    /// read such lines alike.
    pub usual_end: Option<u32>,
}

impl Material {
    /// The paths that could be read, of its texture and its alpha map, with their fields. Empty ones
    /// name no file and are left out.
    pub fn paths(&self) -> impl Iterator<Item = (u8, Span)> {
        let paths =
            [(fields::material::TEXTURE, self.texture), (fields::material::ALPHA_MAP, self.alpha_map)];
        paths
            .into_iter()
            .filter_map(|(field, path)| Some((field, path?)))
            .filter(|(_, path)| !path.is_empty())
    }
}

/// A bone.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Offsets of its lines; the first is that of the whole record in a binary file.
    pub lines: [u32; 5],
    /// Its name.
    pub name: Text,
    /// The name of its parent; empty for a root.
    pub parent: Text,
    /// The bone of that name.
    pub parent_bone: Parent,
    /// Bits of the editor.
    pub flags: i32,
    /// Its position relative to its parent.
    pub position: [f32; 3],
    /// Its rotation relative to its parent: radians around x, y, z.
    pub rotation: [f32; 3],
    /// The keys of its position.
    pub position_keys: Table<Key>,
    /// The keys of its rotation.
    pub rotation_keys: Table<Key>,
}

impl Bone {
    /// Its two tables of keys, and what their rows are.
    pub fn tables(&self) -> [(Record, &Table<Key>); 2] {
        [(Record::PositionKey, &self.position_keys), (Record::RotationKey, &self.rotation_keys)]
    }
}

/// What the name of a bone's parent refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parent {
    /// The name is empty: the bone is a root.
    Root,
    /// The first bone of that name, as every engine looks it up.
    Bone(u32),
    /// No bone has that name.
    Missing,
    /// The name could not be read.
    Unknown,
}

/// A key frame: where a bone is, or how it is turned, at a time, relative to its bind pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// Offset of its line.
    pub at: u32,
    /// In an ASCII file the number of the frame, from 1; fractions occur. (The specification says seconds; no
    /// engine does.) In a binary file seconds. [`Model::frame_at`] gives the frame of both.
    pub time: f32,
    /// x, y, z, or radians around them.
    pub value: [f32; 3],
}

/// A comment that MilkShape keeps with a mesh, a material, a bone or the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comment {
    /// The block that it is in, as an index into [`Model::blocks`].
    pub block: u32,
    /// Offset of the line with the index; absent for the comment of the model.
    pub at: u32,
    /// Which mesh, material or bone it is about; `None` if unreadable or about the model.
    pub index: Option<i32>,
    /// What it says: a whole line, or as many bytes as a binary file declares.
    pub text: Text,
}

/// What only binary files hold.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Binary {
    /// The version of the format: 4, or 3 as MilkShape 1.3 wrote it.
    pub version: i32,
    /// The vertices and faces of all meshes. The corners of a face have normals of their own, three for each
    /// face, in the order of the faces.
    pub geometry: Geometry,
    /// For each vertex how many corners of faces are said to use it.
    pub reference_counts: Vec<u8>,
    /// For each face the mesh that it says it belongs to. Meshes list their faces too, and the two may differ.
    pub groups: Vec<u8>,
    /// For each face the texture coordinates of its corners: u of each, then v of each.
    pub uvs: Vec<[f32; 6]>,
    /// For each face the first mesh that lists it, or [`ABSENT`] if none does.
    pub owners: Vec<u32>,
    /// How it is animated; absent where the file ends before that.
    pub animation: Option<Animation>,
    /// The extra bones and weights of the vertices.
    pub vertex_extras: Table<VertexExtra>,
    /// The extras of the bones.
    pub bone_extras: Table<BoneExtra>,
    /// The extra of the model.
    pub model_extra: Option<ModelExtra>,
    /// What is after all that could be read, empty in a file that ends there.
    pub rest: Span,
}

/// A face that a mesh lists as its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Member {
    /// Offset of its index.
    pub at: u32,
    /// Its index among the faces of the file.
    pub face: i32,
}

/// How a binary model is animated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Animation {
    /// Offset.
    pub at: u32,
    /// Frames per second.
    pub rate: f32,
    /// The frame that the editor showed.
    pub current_frame: f32,
    /// How many frames there are.
    pub frame_count: i32,
}

/// What a binary file adds to a vertex: the bones that it is bound to besides its own, and its weights.
///
/// The weights are percentages: of the bone of the vertex, and of the first two of these; the third has what is
/// left to 100. If all are 0 the vertex is bound to its own bone alone. It is disputed whether version 1 has
/// percentages or values up to 255.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VertexExtra {
    /// Offset.
    pub at: u32,
    /// Indices of bones, -1 for none.
    pub bones: [i8; 3],
    /// Weights.
    pub weights: [u8; 3],
}

/// What a binary file adds to a bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoneExtra {
    /// Offset.
    pub at: u32,
    /// The colour that it is drawn in: red, green, blue, 0 to 1.
    pub color: [f32; 3],
}

/// What a binary file adds to the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelExtra {
    /// Offset.
    pub at: u32,
    /// How large bones are drawn.
    pub joint_size: f32,
    /// How see-through faces are drawn: 0 simply, 1 with a depth buffer and the alpha reference, 2 sorted.
    pub transparency_mode: i32,
    /// Pixels below this alpha are left out, 0 to 1.
    pub alpha_reference: f32,
}

/// The name of everything that has one: its place, what it is, and the text.
pub fn named_objects(model: &Model) -> impl Iterator<Item = (Place, &'static str, Text)> {
    let field = |record, index, number| Place::object(record, index).field(number);
    let meshes = model.meshes.iter().enumerate();
    let materials = model.materials.iter().enumerate();
    let bones = model.bones.iter().enumerate();
    let meshes = meshes.map(move |(i, mesh)| (field(Record::Mesh, i, fields::mesh::NAME), "mesh", mesh.name));
    let materials = materials.map(move |(i, material)| {
        (field(Record::Material, i, fields::material::NAME), "material", material.name)
    });
    let bones = bones.map(move |(i, bone)| (field(Record::Bone, i, fields::bone::NAME), "bone", bone.name));
    meshes.chain(materials).chain(bones)
}

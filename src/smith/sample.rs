//! A generated model as a file, with the span of each of its fields.

use std::ops::Range;

use super::config::Config;
use super::knobs::Format;
use super::model::Model;
use crate::base::display::quote;

/// What a part of a file is: a record or a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// The file, and the head of a binary one.
    File,
    /// What opens a block of this name.
    Block(&'static str),
    /// A mesh.
    Mesh,
    /// A vertex.
    Vertex,
    /// A normal.
    Normal,
    /// A face.
    Face,
    /// A face as its mesh lists it.
    Member,
    /// A material.
    Material,
    /// A bone.
    Bone,
    /// A position key.
    PositionKey,
    /// A rotation key.
    RotationKey,
    /// A comment.
    Comment,
    /// The comment of the model.
    ModelComment,
    /// The animation of a binary model.
    Animation,
    /// The extra of a vertex.
    VertexExtra,
    /// The extra of a bone.
    BoneExtra,
    /// The extra of the model.
    ModelExtra,
}

/// A place in a model, in the smith's own terms. [`Sample::words`] says it as a report does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// Of what.
    pub record: Record,
    /// Which mesh, material, bone or comment; 0 where there is but one. Vertices, faces and vertex extras are
    /// those of a mesh here, also in a binary file, where all meshes share them.
    pub object: u32,
    /// Which row of it; 0 for what has none. Of blocks, which one of its name.
    pub row: u32,
    /// Which field; empty for all of it.
    pub field: &'static str,
}

impl Path {
    /// The file.
    pub const FILE: Self = Self { record: Record::File, object: 0, row: 0, field: "" };

    /// An object as a whole.
    pub const fn object(record: Record, object: usize) -> Self {
        Self { record, object: object as u32, row: 0, field: "" }
    }

    /// A row of an object as a whole.
    pub const fn row(record: Record, object: usize, row: usize) -> Self {
        Self { record, object: object as u32, row: row as u32, field: "" }
    }

    /// The head of a block.
    pub const fn block(name: &'static str) -> Self {
        Self::object(Record::Block(name), 0)
    }

    /// A field of it.
    pub const fn field(self, field: &'static str) -> Self {
        Self { field, ..self }
    }
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// What it is.
    pub path: Path,
    /// Its bytes.
    pub span: Range<usize>,
}

/// A model that is written in a format.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// What it was made by.
    pub config: Config,
    /// What was written.
    pub model: Model,
    /// The file.
    pub bytes: Vec<u8>,
    /// All of its fields and rows in the order of their ends.
    pub fields: Vec<Field>,
    /// In a binary file, the indices of the faces of each mesh among all faces.
    pub face_rows: Vec<Vec<usize>>,
}

impl Sample {
    /// The bytes of a place.
    pub fn find(&self, path: Path) -> Option<Range<usize>> {
        self.fields.iter().find(|field| field.path == path).map(|field| field.span.clone())
    }

    /// Replaces some bytes, and moves all fields along. Returns where the new bytes are.
    pub fn replace(&mut self, span: Range<usize>, with: &[u8]) -> Range<usize> {
        self.bytes.splice(span.clone(), with.iter().copied());
        let end = span.start + with.len();
        let moved = |at: usize| if at >= span.end { at - span.end + end } else { at };
        for field in &mut self.fields {
            // What begins where bytes are inserted begins after them; what ends there ends before them.
            let holds = match span.is_empty() {
                true => field.span.start < span.start && span.end < field.span.end,
                false => field.span.start <= span.start && span.end <= field.span.end,
            };
            let begins = if holds { field.span.start } else { moved(field.span.start) };
            let ends =
                if field.span.end == span.end && !holds { field.span.end } else { moved(field.span.end) };
            field.span = begins..ends.max(begins);
        }
        span.start..end
    }

    /// Replaces the bytes of a field, and returns where they are.
    pub fn set(&mut self, path: Path, bytes: &[u8]) -> Option<Range<usize>> {
        let span = self.find(path)?;
        Some(self.replace(span, bytes))
    }

    pub(super) fn note(&mut self, path: Path, start: usize) {
        self.fields.push(Field { path, span: start..self.bytes.len() });
    }

    /// A place as reports show it: `mesh "body", vertex 311, bone`; empty for the file.
    pub fn words(&self, path: Path) -> String {
        self.words_behind(self.object_words(path), path)
    }

    /// A vertex or a face as a row of what all meshes share in a binary file: `vertex 311, bone`.
    pub fn shared_words(&self, path: Path) -> String {
        if self.is_binary() { self.words_behind(String::new(), path) } else { self.words(path) }
    }

    /// A place with the number of its object, the name of which cannot be read: `mesh 2, name`.
    pub fn numbered_words(&self, path: Path) -> String {
        let noun = noun(path.record).unwrap_or("object");
        self.words_behind(format!("{noun} {}", path.object), path)
    }

    fn words_behind(&self, object: String, path: Path) -> String {
        let mut words = object;
        let mut add = |word: &str| {
            words += if words.is_empty() { "" } else { ", " };
            words += word;
        };
        let row = match path.record {
            Record::Vertex => "vertex",
            Record::Normal => "normal",
            Record::Face => "face",
            Record::Member => "member",
            Record::VertexExtra => "vertex extra",
            Record::PositionKey => "position key",
            Record::RotationKey => "rotation key",
            _ => "",
        };
        if !row.is_empty() {
            add(&format!("{row} {}", self.row_in_file(path)));
        }
        if path.record == Record::BoneExtra {
            add("extra");
        }
        match (path.record, path.field) {
            (_, "") => {}
            // That names a frame, and counts nothing.
            (Record::Block("Frame"), "count") => add("number"),
            (_, field) => add(field),
        }
        words
    }

    /// Which row it is in the table that the file has.
    fn row_in_file(&self, path: Path) -> usize {
        let (mesh, row) = (path.object as usize, path.row as usize);
        match path.record {
            Record::Vertex | Record::VertexExtra if self.is_binary() => {
                self.model.meshes.iter().take(mesh).map(|mesh| mesh.vertices.len()).sum::<usize>() + row
            }
            Record::Face if self.is_binary() => {
                self.face_rows.get(mesh).and_then(|rows| rows.get(row)).copied().unwrap_or(row)
            }
            _ => row,
        }
    }

    /// Whether it is a binary file.
    pub fn is_binary(&self) -> bool {
        self.config.format == Format::Ms3d
    }

    fn object_words(&self, path: Path) -> String {
        if let Some(noun) = noun(path.record) {
            return named(&self.names(noun), noun, path.object as usize);
        }
        match path.record {
            Record::Block(name) if path.row > 0 => format!("block {name} no. {}", path.row + 1),
            Record::Block(name) => format!("block {name}"),
            Record::Comment => format!("comment {}", path.object),
            Record::ModelComment => "comment of the model".to_string(),
            Record::Animation => "animation".to_string(),
            Record::ModelExtra => "extra of the model".to_string(),
            _ => String::new(),
        }
    }

    /// The names of all objects of a kind.
    fn names(&self, noun: &str) -> Vec<&Vec<u8>> {
        match noun {
            "mesh" => self.model.meshes.iter().map(|mesh| &mesh.name).collect(),
            "material" => self.model.materials.iter().map(|material| &material.name).collect(),
            _ => self.model.bones.iter().map(|bone| &bone.name).collect(),
        }
    }
}

/// The word for an object that may have a name, and for the rows that belong to it.
fn noun(record: Record) -> Option<&'static str> {
    match record {
        Record::Mesh | Record::Member | Record::Vertex | Record::Normal | Record::Face => Some("mesh"),
        Record::Material => Some("material"),
        Record::Bone | Record::PositionKey | Record::RotationKey | Record::BoneExtra => Some("bone"),
        _ => None,
    }
}

/// An object by its name if it is unique, else with its index before the name.
fn named(names: &[&Vec<u8>], noun: &str, index: usize) -> String {
    let Some(name) = names.get(index) else { return format!("{noun} {index}") };
    let alike = names.iter().filter(|other| *other == name).count();
    if alike == 1 && !name.is_empty() {
        format!("{noun} \"{}\"", quote(name))
    } else {
        format!("{noun} {index} \"{}\"", quote(name))
    }
}

//! The lines and fields of a generated file by what they hold, for the defects that break them.

use std::ops::Range;

use super::choices::Choices;
use super::model::{Bone, Model};
use super::sample::{Field, Path, Record, Sample};

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// An integer that counts nothing.
    Integer,
    /// A number with or without a fraction.
    Float,
    /// How much of something there is.
    Count,
    /// Text in quotes.
    Text,
    /// Text of a comment.
    FreeText,
}

impl Path {
    /// What the field holds; `None` for what is no field.
    pub(super) fn holds(self) -> Option<Holds> {
        let ends_in = |words: &[&str]| words.iter().any(|word| self.field.ends_with(word));
        Some(match self.field {
            "" => return None,
            "id" | "name" | "parent" | "texture" | "alpha map" => Holds::Text,
            "text" => Holds::FreeText,
            "flags" | "material" | "index" | "smoothing group" | "group" | "face" | "length" => {
                Holds::Integer
            }
            _ if ends_in(&["count"]) => Holds::Count,
            _ if ends_in(&["vertex", "normal", "bone", "weight", "mode", "version", "extra"]) => {
                Holds::Integer
            }
            _ => Holds::Float,
        })
    }

    /// All that the field is a part of.
    pub(super) fn whole(self) -> Self {
        self.field("")
    }

    /// Whether it is a row of a table.
    pub(super) fn is_row(self) -> bool {
        use Record::{Face, Normal, PositionKey, RotationKey, Vertex};
        matches!(self.record, Vertex | Normal | Face | PositionKey | RotationKey)
    }

    /// The block that this opens.
    pub(super) fn opens(self) -> Option<&'static str> {
        match self.record {
            Record::Block(name) if self.field.is_empty() => Some(name),
            _ => None,
        }
    }
}

impl Sample {
    /// The line that an offset is in, without its ending.
    pub(super) fn line(&self, at: usize) -> Range<usize> {
        let Range { start, end } = self.whole_line(at);
        let line = &self.bytes[start..end];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        start..start + line.strip_suffix(b"\r").unwrap_or(line).len()
    }

    /// The line that an offset is in, with its ending.
    pub(super) fn whole_line(&self, at: usize) -> Range<usize> {
        let start = self.bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let end = self.bytes[at..].iter().position(|byte| *byte == b'\n').map(|end| at + end + 1);
        start..end.unwrap_or(self.bytes.len())
    }

    /// Whether an offset is in a last line that does not end.
    pub(super) fn is_open(&self, at: usize) -> bool {
        !self.bytes[at..].contains(&b'\n')
    }

    /// Puts a line before the one that begins here, and returns where it is, without its ending. `None` in
    /// a file that does not show how lines end.
    pub(super) fn insert_line(&mut self, at: usize, line: &[u8]) -> Option<Range<usize>> {
        if at > 0 && self.bytes[at - 1] != b'\n' {
            return None;
        }
        let first_end = self.bytes.iter().position(|byte| *byte == b'\n')?;
        let ending: &[u8] = if self.bytes[..first_end].ends_with(b"\r") { b"\r\n" } else { b"\n" };
        self.replace(at..at, &[line, ending].concat());
        Some(at..at + line.len())
    }

    /// Removes some bytes, and all fields in them.
    pub(super) fn remove(&mut self, span: Range<usize>) {
        self.fields.retain(|field| field.span.end <= span.start || span.end <= field.span.start);
        self.replace(span, b"");
    }

    /// Replaces all bytes. The spans of fields no longer apply.
    pub(super) fn rewrite(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
        self.fields.clear();
    }

    /// Ends the file here. Objects without even their name left are removed from the model too.
    pub(super) fn cut(&mut self, at: usize) {
        self.bytes.truncate(at);
        self.fields.retain(|field| field.span.end <= at);
        let left = |record| {
            let objects = self.fields.iter().filter(|field| field.path == field.path.whole());
            objects.filter(|field| field.path.record == record).count()
        };
        let [meshes, materials, bones] = [Record::Mesh, Record::Material, Record::Bone].map(left);
        self.model.meshes.truncate(meshes);
        self.model.materials.truncate(materials);
        self.model.bones.truncate(bones);
    }

    /// The field that declares how many records of this kind there are.
    pub(super) fn count_of(&self, path: Path) -> Path {
        let mesh = Path::object(Record::Mesh, path.object as usize);
        let bone = Path::object(Record::Bone, path.object as usize);
        let count = |block| Path::block(block).field("count");
        match path.record {
            Record::Vertex if self.is_binary() => count("Vertices"),
            Record::Face if self.is_binary() => count("Faces"),
            Record::Vertex => mesh.field("vertex count"),
            Record::Normal => mesh.field("normal count"),
            Record::Face | Record::Member => mesh.field("face count"),
            Record::PositionKey => bone.field("position key count"),
            Record::RotationKey => bone.field("rotation key count"),
            Record::Mesh => count("Meshes"),
            Record::Material => count("Materials"),
            Record::Bone => count("Bones"),
            Record::VertexExtra => Path::block("VertexExtras").field("version"),
            Record::BoneExtra => Path::block("BoneExtras").field("version"),
            _ => Path::FILE,
        }
    }

    /// The blocks of an ASCII file, each with the start of its first line, in the order of the file.
    pub(super) fn blocks(&self) -> Vec<(&'static str, usize)> {
        let fields = self.fields.iter();
        fields.filter_map(|field| Some((field.path.opens()?, field.span.start))).collect()
    }

    /// Any part of this kind.
    pub(super) fn pick(&self, choices: &mut Choices, is_one: impl Fn(&Field) -> bool) -> Option<Field> {
        let fields: Vec<_> = self.fields.iter().filter(|field| is_one(field)).collect();
        fields.get(choices.below(fields.len())).map(|field| (*field).clone())
    }

    /// Whether a part is the first of its line.
    pub(super) fn begins_line(&self, field: &Field) -> bool {
        field.span.start == 0 || self.bytes[field.span.start - 1] == b'\n'
    }
}

impl Model {
    /// A bone without children.
    pub(super) fn childless(&self) -> Option<usize> {
        let is_parent = |bone: &Bone| self.bones.iter().any(|other| other.parent == bone.name);
        self.bones.iter().position(|bone| !is_parent(bone))
    }

    /// The name of an object, or one of the paths of a material.
    pub(super) fn text_mut(&mut self, path: Path) -> Option<&mut Vec<u8>> {
        let index = path.object as usize;
        match (path.record, path.field) {
            (Record::Mesh, "name") => Some(&mut self.meshes.get_mut(index)?.name),
            (Record::Material, "name") => Some(&mut self.materials.get_mut(index)?.name),
            (Record::Material, "texture") => Some(&mut self.materials.get_mut(index)?.texture),
            (Record::Material, "alpha map") => Some(&mut self.materials.get_mut(index)?.alpha_map),
            (Record::Bone, "name") => Some(&mut self.bones.get_mut(index)?.name),
            _ => None,
        }
    }
}

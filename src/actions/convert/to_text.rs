//! Converts binary models to ASCII: builds the same model in its ASCII form, for `fmt::writer` to write.

use std::collections::{HashMap, HashSet};

use crate::actions::convert::loss;
use crate::actions::convert::loss::Losses;
use crate::actions::convert::rename::ConvertedNames;
use crate::actions::convert::text::{in_lines, is_bad_in_quotes, with_ends, without};
use crate::actions::convert::{Converted, DEFAULT_RATE, frame};
use crate::actions::fmt::FmtTrouble;
use crate::actions::fmt::complete::Refusal;
use crate::actions::fmt::writer::write_model;
use crate::base::display::{but_there_are, counted, quote};
use crate::base::span::Span;
use crate::document::Document;
use crate::fix::edits::LONGEST_NAME;
use crate::fix::renumber::{corner_uvs, group_of};
use crate::layout::{BlockKind, Record, fields};
use crate::model::note::NoteKind;
use crate::model::place::{Place, SHARED};
use crate::model::{
    ABSENT, Binary, Block, Bone, Comment, Face, Geometry, Key, Material, Mesh, Model, Normal, Table, Text,
    Vertex,
};

/// Converts a binary model to ASCII, in the canonical spelling.
///
/// # Errors
///
/// A [`FmtTrouble`], if part of the file could not be read, or cannot be written as ASCII.
pub fn to_text(document: &Document) -> Result<Converted, FmtTrouble> {
    let Some(binary) = document.model.binary.as_deref() else {
        let what =
            if document.is_text() { "it is an ASCII model already" } else { "it is not a binary model" };
        return Err(FmtTrouble::Refused(Refusal::new(0, what)));
    };
    readable(document).and_then(|()| ToText::of(document, binary).convert()).map_err(FmtTrouble::Refused)
}

/// Refuses a file that could not be parsed.
fn readable(document: &Document) -> Result<(), Refusal> {
    let unreadable = |what: NoteKind| match what {
        NoteKind::Truncated { .. } => Some("the file ends too early"),
        NoteKind::MalformedCount => Some("the count cannot be read"),
        NoteKind::UnknownVersion | NoteKind::UnknownSection => Some("the version is unknown"),
        _ => None,
    };
    match document.notes.iter().find_map(|note| Some((note, unreadable(note.kind)?))) {
        Some((note, what)) => Err(Refusal::new(note.span.start, what)),
        None => Ok(()),
    }
}

/// A vertex of an ASCII model: a vertex of the file with the texture coordinates of one corner, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Corner {
    vertex: u32,
    uv: [u32; 2],
}

/// The faces that the meshes written so far list.
#[derive(Default)]
struct Listed {
    faces: HashSet<usize>,
    highest: usize,
}

pub(super) struct ToText<'d> {
    pub(super) document: &'d Document,
    pub(super) binary: &'d Binary,
    pub(super) losses: Losses<'d>,
    names: ConvertedNames,
    /// Frames per second.
    pub(super) rate: f32,
    /// For each vertex the first mesh that uses it, or [`ABSENT`].
    pub(super) users: Vec<u32>,
    /// The ASCII model built so far. The offsets in it are those of the binary file.
    model: Model,
    /// The bytes that the text spans of the model refer to.
    texts: Vec<u8>,
}

impl<'d> ToText<'d> {
    fn of(document: &'d Document, binary: &'d Binary) -> Self {
        let better = |name: &[u8]| {
            let has_room = name.len() <= LONGEST_NAME && !name.iter().copied().any(is_bad_in_quotes);
            (!has_room).then(|| without(name, is_bad_in_quotes))
        };
        Self {
            document,
            binary,
            losses: Losses::new(document),
            names: ConvertedNames::of(document, better),
            rate: DEFAULT_RATE,
            users: vec![ABSENT; binary.geometry.vertices.len()],
            model: Model::default(),
            texts: Vec::new(),
        }
    }

    fn convert(mut self) -> Result<Converted, Refusal> {
        self.animation();
        self.meshes()?;
        self.materials();
        self.bones();
        self.comments();
        self.extras();
        self.leftovers();
        let written = write_model(&self.model, &self.texts)?;
        for at in written.rounded {
            if let Some(place) = self.document.place_at(at as usize) {
                self.losses.add(&loss::ROUNDED_NUMBER, place.whole(), || {
                    "a number has more digits than all importers have room for, and is rounded".to_string()
                });
            }
        }
        Ok(Converted { bytes: written.bytes, losses: self.losses.finish() })
    }

    pub(super) fn block(&mut self, kind: BlockKind, at: u32, number: i32) {
        let (number, found) = (Some(number), number.max(0) as u32);
        self.model.blocks.push(Block { at, kind, number, found, cut: false, end: 0, surplus: None });
    }

    /// Opens the block of this kind, with the count of the same block in the binary file.
    fn same_block(&mut self, kind: BlockKind) {
        let (at, found) =
            self.document.model.block(kind).map_or((0, 0), |(_, block)| (block.at, block.found));
        self.block(kind, at, found as i32);
    }

    // Meshes

    fn meshes(&mut self) -> Result<(), Refusal> {
        self.same_block(BlockKind::Meshes);
        let mut listed = Listed::default();
        (0..self.document.model.meshes.len()).try_for_each(|index| self.mesh(index, &mut listed))
    }

    fn mesh(&mut self, index: usize, listed: &mut Listed) -> Result<(), Refusal> {
        let mesh = &self.document.model.meshes[index];
        let faces = self.faces_of(index, listed);
        let corners = self.corners(&faces)?;
        let mut vertices = corners.concat();
        vertices.sort_unstable();
        vertices.dedup();
        self.tell_vertices(index, &vertices);
        let mut normals = Normals::default();
        let rows = faces.iter().zip(&corners).map(|(face, corners)| {
            let row = &self.binary.geometry.faces.rows[*face];
            let vertices = corners.map(|corner| vertices.partition_point(|other| *other < corner) as i32);
            let of_corner =
                |normal: i32| normals.number_of(self.binary.geometry.normals.rows[normal as usize]);
            Face { vertices, normals: row.normals.map(of_corner), ..*row }
        });
        let faces = table(rows.collect());
        let name = self.name(Place::object(Record::Mesh, index).field(fields::mesh::NAME), mesh.name);
        let vertices = vertices.into_iter().map(|corner| Vertex {
            uv: corner.uv.map(f32::from_bits),
            ..self.binary.geometry.vertices.rows[corner.vertex as usize]
        });
        let geometry = Geometry { vertices: table(vertices.collect()), normals: table(normals.rows), faces };
        let (flags, material) = (mesh.flags, mesh.material);
        let lines = [mesh.lines[0]; 4];
        self.model.meshes.push(Mesh { lines, name, flags, material, geometry, members: Table::default() });
        Ok(())
    }

    /// The faces that a mesh lists, without the missing ones.
    fn faces_of(&mut self, index: usize, listed: &mut Listed) -> Vec<usize> {
        let mut faces = Vec::new();
        for (row, member) in self.document.model.meshes[index].members.iter() {
            let place = Place::row(Record::Member, index, row);
            if self.binary.geometry.faces.get(member.face).is_none() {
                self.losses.add(&loss::MISSING_FACE, place, || format!("there is no face {}", member.face));
                continue;
            }
            let face = member.face as usize;
            faces.push(face);
            if !listed.faces.insert(face) {
                self.losses.add(&loss::REPEATED_FACE, place, || {
                    format!("face {face} is listed again, and written again")
                });
                continue;
            }
            if face < listed.highest {
                self.losses.add(&loss::FACE_ORDER, place, || {
                    format!("face {face} is written after face {}", listed.highest)
                });
            }
            listed.highest = listed.highest.max(face);
            let group = group_of(self.document, face).map(usize::from);
            if let Some(group) = group.filter(|group| *group != index) {
                let place = Place::row(Record::Face, SHARED as usize, face).field(fields::face::GROUP);
                self.losses.add(&loss::FACE_GROUP, place, || {
                    format!("the face names mesh {group}, and mesh {index} lists it")
                });
            }
        }
        faces
    }

    /// The corners of faces.
    fn corners(&self, faces: &[usize]) -> Result<Vec<[Corner; 3]>, Refusal> {
        let corners = faces.iter().map(|index| {
            let face = &self.binary.geometry.faces.rows[*index];
            if let Some(vertex) = face.vertices.into_iter().find(|v| *v as usize >= self.users.len()) {
                let there = but_there_are(self.users.len(), "vertex");
                return Err(Refusal::new(face.at, format!("face {index} has vertex {vertex}, {there}")));
            }
            let uvs = corner_uvs(self.document, *index);
            Ok([0, 1, 2].map(|corner| Corner {
                vertex: face.vertices[corner] as u32,
                // Adding zero turns a negative zero into a positive one.
                uv: [uvs[corner], uvs[corner + 3]].map(|part| (part + 0.0).to_bits()),
            }))
        });
        corners.collect()
    }

    /// Reports which vertices of a mesh are split, and which it shares with other meshes.
    fn tell_vertices(&mut self, mesh: usize, vertices: &[Corner]) {
        for several in vertices.chunk_by(|one, other| one.vertex == other.vertex) {
            let vertex = several[0].vertex as usize;
            let place = Place::row(Record::Vertex, SHARED as usize, vertex);
            if several.len() > 1 {
                self.losses.add(&loss::SPLIT_VERTEX, place, || {
                    let pairs = counted(several.len(), "pair");
                    format!("{pairs} of texture coordinates, so it becomes as many vertices")
                });
            }
            if self.users[vertex] == ABSENT {
                self.users[vertex] = mesh as u32;
            } else {
                self.losses.add(&loss::SHARED_VERTEX, place, || {
                    format!("meshes {} and {mesh} use it, so each gets its own", self.users[vertex])
                });
            }
        }
    }

    // Materials and bones

    fn materials(&mut self) {
        self.same_block(BlockKind::Materials);
        for (index, material) in self.document.model.materials.iter().enumerate() {
            let place = Place::object(Record::Material, index);
            let mode = self.unsigned(place.field(fields::material::MODE));
            if mode != 0 {
                self.losses.add(&loss::MATERIAL_MODE, place.field(fields::material::MODE), || {
                    format!("mode {mode} has no place in an ASCII model")
                });
            }
            let lines = [material.lines[0]; 9];
            let name = self.name(place.field(fields::material::NAME), material.name);
            let texture = self.path(place.field(fields::material::TEXTURE), material.texture);
            let alpha_map = self.path(place.field(fields::material::ALPHA_MAP), material.alpha_map);
            self.model.materials.push(Material { lines, name, texture, alpha_map, ..*material });
        }
    }

    fn bones(&mut self) {
        self.same_block(BlockKind::Bones);
        let rate = self.rate;
        let keys = |keys: &Table<Key>| {
            table(keys.rows.iter().map(|key| Key { time: frame(key.time, rate), ..*key }).collect())
        };
        for (index, bone) in self.document.model.bones.iter().enumerate() {
            let place = Place::object(Record::Bone, index);
            let name = self.name(place.field(fields::bone::NAME), bone.name);
            let parent = self.name(place.field(fields::bone::PARENT), bone.parent);
            let (position_keys, rotation_keys) = (keys(&bone.position_keys), keys(&bone.rotation_keys));
            let lines = [bone.lines[0]; 5];
            let bone = Bone { lines, name, parent, position_keys, rotation_keys, ..*bone };
            self.model.bones.push(bone);
        }
    }

    fn comments(&mut self) {
        // MilkShape 1.8 writes all four blocks, even if they are empty.
        BlockKind::COMMENTS.into_iter().for_each(|kind| self.same_block(kind));
        for (number, comment) in self.document.model.comments.iter().enumerate() {
            let kind = self.document.model.blocks[comment.block as usize].kind;
            let Some((block, _)) = self.model.block(kind) else { continue };
            let place = match kind {
                BlockKind::ModelComment => {
                    Place::object(Record::ModelComment, number).field(fields::model_comment::TEXT)
                }
                _ => Place::object(Record::Comment, number).field(fields::comment::TEXT),
            };
            let text = comment.text.and_then(|text| self.comment(place, text));
            self.model.comments.push(Comment { block: block as u32, text, ..*comment });
        }
    }

    /// Writes a comment on one line: `\n` replaces its line endings, as MilkShape writes it.
    fn comment(&mut self, place: Place, text: Span) -> Text {
        let text = self.document.bytes(text);
        let lines = with_ends(text, b"\r\n");
        if lines != text {
            self.losses.add(&loss::NEW_COMMENT, place, || {
                let what = if text.contains(&0) { "a NUL" } else { "a line that ends in CR or LF alone" };
                format!("a comment of an ASCII model has no place for {what}")
            });
        }
        let line = with_ends(text, b"\\n");
        if in_lines(&line) != lines {
            self.losses.add(&loss::BACKSLASH_N, place, || {
                "`\\n` means the end of a line in an ASCII model".to_string()
            });
        }
        self.keep(&line)
    }

    // Texts and numbers

    /// Adds a text to the texts of the new model.
    fn keep(&mut self, text: &[u8]) -> Text {
        let start = self.texts.len();
        self.texts.extend_from_slice(text);
        Some(Span::new(start, self.texts.len()))
    }

    fn name(&mut self, place: Place, name: Text) -> Text {
        let document = self.document;
        let name = document.bytes(name?);
        let new = self.names.get(place.record, name).to_vec();
        if new != name {
            self.losses.add(&loss::NEW_NAME, place, || {
                format!("an ASCII model has no room for this name, which becomes \"{}\"", quote(&new))
            });
        }
        self.keep(&new)
    }

    fn path(&mut self, place: Place, path: Text) -> Text {
        let document = self.document;
        let path = document.bytes(path?);
        // Removing characters could change the path: to one from the root, or to an empty one.
        let new: Vec<_> =
            path.iter().map(|byte| if is_bad_in_quotes(*byte) { b'_' } else { *byte }).collect();
        if new != path {
            self.losses.add(&loss::NEW_PATH, place, || {
                format!("an ASCII model has no room for this path, which becomes \"{}\"", quote(&new))
            });
        }
        self.keep(&new)
    }

    /// The bits of a field; 0 if the file does not have it.
    pub(super) fn unsigned(&self, place: Place) -> u32 {
        let bytes = self.document.locate(place).map_or(&[][..], |span| self.document.bytes(span));
        bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
    }
}

/// The different normals of a mesh, in the order of their first use.
#[derive(Default)]
struct Normals {
    rows: Vec<Normal>,
    numbers: HashMap<[u32; 3], i32>,
}

impl Normals {
    fn number_of(&mut self, normal: Normal) -> i32 {
        let next = self.rows.len() as i32;
        let bits = normal.direction.map(|part| (part + 0.0).to_bits());
        let number = *self.numbers.entry(bits).or_insert(next);
        if number == next {
            self.rows.push(normal);
        }
        number
    }
}

fn table<T>(rows: Vec<T>) -> Table<T> {
    Table { declared: Some(rows.len() as u32), rows, ..Table::default() }
}

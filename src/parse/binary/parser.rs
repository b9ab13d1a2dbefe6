//! Reads binary models: sections of counted records, one after the other, as
//! [`layout::binary`](crate::layout::binary) lists their fields.
//!
//! Where the file ends too early, or a count or version is invalid so that what follows is unknown, reading
//! stops, and the remaining bytes are kept. The work is linear in the file, and nothing is allocated by a
//! declared count.

use crate::base::span::Span;
use crate::layout::binary::{
    ANIMATION, BONE, BONE_EXTRA, FILE, MATERIAL, MESH, MODEL_EXTRA, NAME_WIDTH, PATH_WIDTH, POSITION_KEY,
    Store, block, offset, parts, width,
};
use crate::layout::{BlockKind, Record, fields};
use crate::model::note::{Missing, NoteKind};
use crate::model::place::{Place, SHARED};
use crate::model::{
    ABSENT, Animation, Binary, Block, Bone, BoneExtra, Comment, Geometry, Key, Material, Mesh, ModelExtra,
    Parent, Table,
};
use crate::parse::binary::geometry;
use crate::parse::binary::geometry::{StoredFace, StoredVertex, float, floats, u16_of};
use crate::parse::parsed::ParsedFile;
use crate::parse::sniff::BINARY_MAGIC;

/// Reads a binary model from any bytes.
pub fn read(bytes: &[u8]) -> ParsedFile {
    let mut reader =
        BinaryParser { bytes, at: 0, is_cut: false, read: ParsedFile::default(), binary: Binary::default() };
    let read_whole = reader.file().is_some();
    reader.binary.rest = Span::new(reader.at, bytes.len());
    if read_whole && !reader.binary.rest.is_empty() {
        reader.note(NoteKind::TrailingBytes, reader.binary.rest, Place::FILE);
    }
    let BinaryParser { mut read, binary, .. } = reader;
    read.model.binary = Some(Box::new(binary));
    read.model.resolve_parents(|name| &bytes[name.range()]);
    read
}

pub(super) struct BinaryParser<'a> {
    pub(super) bytes: &'a [u8],
    /// The offset of what is read next.
    pub(super) at: usize,
    /// Whether the file was found to end too early.
    pub(super) is_cut: bool,
    pub(super) read: ParsedFile,
    binary: Binary,
}

/// Methods return `None` where reading cannot go on; the reason has been noted then.
impl<'a> BinaryParser<'a> {
    fn file(&mut self) -> Option<()> {
        let header = self.part(Place::FILE, 0)?;
        let version = header + offset(FILE, fields::file::VERSION);
        self.binary.version = self.i32(version);
        if !matches!(self.binary.version, 3 | 4) {
            self.note_field(NoteKind::UnknownVersion, Place::FILE.field(fields::file::VERSION), version, 4);
            return None;
        }
        self.vertices()?;
        self.faces()?;
        self.objects(BlockKind::Meshes, Self::mesh)?;
        self.objects(BlockKind::Materials, Self::material)?;
        self.animation()?;
        self.objects(BlockKind::Bones, Self::bone)?;
        if self.ends_here() {
            return Some(());
        }
        self.comments()?;
        if self.ends_here() {
            return Some(());
        }
        self.vertex_extras()?;
        if self.ends_here() {
            return Some(());
        }
        self.bone_extras()?;
        if self.ends_here() {
            return Some(());
        }
        self.model_extra()
    }

    // Sections

    fn vertices(&mut self) -> Option<()> {
        let (block, count) = self.counted(BlockKind::Vertices)?;
        let first = Place::object(Record::Vertex, SHARED as usize);
        let mut reference_counts = Vec::new();
        let vertices = self.rows(count_place(block), count, first, |at, row: &StoredVertex| {
            reference_counts.push(geometry::reference_count(row));
            geometry::vertex(at, row)
        });
        self.binary.geometry.vertices = vertices;
        self.binary.reference_counts = reference_counts;
        self.end_of(block, self.binary.geometry.vertices.len() as u32)
    }

    fn faces(&mut self) -> Option<()> {
        let (block, count) = self.counted(BlockKind::Faces)?;
        let first = Place::object(Record::Face, SHARED as usize);
        let (mut normals, mut uvs, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        let faces = self.rows(count_place(block), count, first, |at, row: &StoredFace| {
            let face = geometry::face(at, row, groups.len());
            normals.extend((0..3).map(|corner| geometry::normal(at, row, corner)));
            uvs.push(geometry::uvs(row));
            groups.push(geometry::group(row));
            face
        });
        let declared = Some(normals.len() as u32);
        let normals = Table { declared, rows: normals, end: faces.end, ..Table::default() };
        self.binary.owners = vec![ABSENT; faces.len()];
        (self.binary.uvs, self.binary.groups) = (uvs, groups);
        let geometry = &mut self.binary.geometry;
        (geometry.normals, geometry.faces) = (normals, faces);
        self.end_of(block, self.binary.geometry.faces.len() as u32)
    }

    /// Reads a block of records that are not all of one size.
    fn objects(&mut self, kind: BlockKind, read: fn(&mut Self, usize) -> Option<()>) -> Option<()> {
        let (block, count) = self.counted(kind)?;
        for index in 0..count {
            if self.is_at_end() {
                self.cut(count_place(block), Missing::Rows { found: index, declared: count });
                return None;
            }
            let went = read(self, index as usize);
            self.read.model.blocks[block].found = index + 1;
            went?;
        }
        self.end_of(block, count)
    }

    fn mesh(&mut self, index: usize) -> Option<()> {
        let place = Place::object(Record::Mesh, index);
        let at = self.part(place, 0)?;
        let of = |field| at + offset(MESH, field);
        let name = self.text(place.field(fields::mesh::NAME), of(fields::mesh::NAME), NAME_WIDTH);
        let flags = i32::from(self.bytes[of(fields::mesh::FLAGS)]);
        let count = u32::from(u16_of(self.bytes, of(fields::mesh::FACE_COUNT)));
        let first = Place::object(Record::Member, index);
        let members = self.rows(place.field(fields::mesh::FACE_COUNT), count, first, geometry::member);
        for member in &members.rows {
            let owner = self.binary.owners.get_mut(member.face as usize);
            // A face belongs to the first mesh that lists it.
            owner.filter(|owner| **owner == ABSENT).into_iter().for_each(|owner| *owner = index as u32);
        }
        let lines = [at as u32, ABSENT, ABSENT, ABSENT];
        let geometry = Geometry::default();
        self.read.model.meshes.push(Mesh { lines, name, flags, material: None, geometry, members });
        let at = if self.is_cut { None } else { self.part(place, 1) }?;
        let mesh = &mut self.read.model.meshes[index];
        mesh.lines[1] = at as u32;
        mesh.material = Some(i32::from(self.bytes[at] as i8));
        Some(())
    }

    fn material(&mut self, index: usize) -> Option<()> {
        let place = Place::object(Record::Material, index);
        let at = self.part(place, 0)?;
        let mut lines = [ABSENT; 9];
        lines[0] = at as u32;
        use fields::material::{ALPHA_MAP, COLORS, NAME, SHININESS, TEXTURE, TRANSPARENCY};
        let of = |field| at + offset(MATERIAL, field);
        let material = Material {
            lines,
            name: self.text(place.field(NAME), of(NAME), NAME_WIDTH),
            colors: COLORS.map(|[red, ..]| Some(floats(self.bytes, of(red)))),
            shininess: Some(self.f32(of(SHININESS))),
            transparency: Some(self.f32(of(TRANSPARENCY))),
            texture: self.text(place.field(TEXTURE), of(TEXTURE), PATH_WIDTH),
            alpha_map: self.text(place.field(ALPHA_MAP), of(ALPHA_MAP), PATH_WIDTH),
            usual_end: None,
        };
        self.odd_floats(place, at, parts(Record::Material)[0]);
        self.read.model.materials.push(material);
        Some(())
    }

    fn animation(&mut self) -> Option<()> {
        let place = Place::object(Record::Animation, 0);
        let at = self.part(place, 0)?;
        let of = |field| at + offset(ANIMATION, field);
        let rate = self.f32(of(fields::animation::RATE));
        let current_frame = self.f32(of(fields::animation::CURRENT_FRAME));
        let frame_count = self.i32(of(fields::animation::FRAME_COUNT));
        self.binary.animation = Some(Animation { at: at as u32, rate, current_frame, frame_count });
        self.odd_floats(place, at, parts(Record::Animation)[0]);
        Some(())
    }

    fn bone(&mut self, index: usize) -> Option<()> {
        let place = Place::object(Record::Bone, index);
        let at = self.part(place, 0)?;
        use fields::bone::{FLAGS, NAME, PARENT, POSITION, POSITION_KEY_COUNT, ROTATION, ROTATION_KEY_COUNT};
        let of = |field| at + offset(BONE, field);
        let mut bone = Bone {
            lines: [at as u32, ABSENT, ABSENT, ABSENT, ABSENT],
            name: self.text(place.field(NAME), of(NAME), NAME_WIDTH),
            parent: self.text(place.field(PARENT), of(PARENT), NAME_WIDTH),
            parent_bone: Parent::Unknown,
            flags: i32::from(self.bytes[of(FLAGS)]),
            rotation: floats(self.bytes, of(ROTATION[0])),
            position: floats(self.bytes, of(POSITION[0])),
            position_keys: Table::default(),
            rotation_keys: Table::default(),
        };
        self.odd_floats(place, at, parts(Record::Bone)[0]);
        let [rotations, positions] =
            [ROTATION_KEY_COUNT, POSITION_KEY_COUNT].map(|count| u32::from(u16_of(self.bytes, of(count))));
        const TIME: usize = offset(POSITION_KEY, fields::key::TIME);
        const VALUE: usize = offset(POSITION_KEY, fields::key::VALUE[0]);
        let key = |at, row: &[u8; width(POSITION_KEY)]| Key {
            at,
            time: float(row, TIME),
            value: floats(row, VALUE),
        };
        let first = |record| Place::object(record, index);
        let count = place.field(ROTATION_KEY_COUNT);
        bone.rotation_keys = self.rows(count, rotations, first(Record::RotationKey), key);
        if !self.is_cut {
            let count = place.field(POSITION_KEY_COUNT);
            bone.position_keys = self.rows(count, positions, first(Record::PositionKey), key);
        }
        self.read.model.bones.push(bone);
        (!self.is_cut).then_some(())
    }

    fn comments(&mut self) -> Option<()> {
        self.versioned(BlockKind::Comments, |version| version == 1)?;
        self.objects(BlockKind::GroupComments, Self::comment)?;
        self.objects(BlockKind::MaterialComments, Self::comment)?;
        self.objects(BlockKind::BoneComments, Self::comment)?;
        self.objects(BlockKind::ModelComment, Self::comment)
    }

    /// Reads a comment: the index of its object unless it is about the model, its length, and its text.
    fn comment(&mut self, _: usize) -> Option<()> {
        let block = self.read.model.blocks.len() - 1;
        let number = self.read.model.comments.len();
        let (record, length_field) = match self.read.model.blocks[block].kind {
            BlockKind::ModelComment => (Record::ModelComment, fields::model_comment::LENGTH),
            _ => (Record::Comment, fields::comment::LENGTH),
        };
        let place = Place::object(record, number);
        let at = self.part(place, 0)?;
        let length_at = self.at - 4;
        let index = (length_at > at).then(|| self.i32(at));
        let mut comment = Comment { block: block as u32, at: at as u32, index, text: None };
        let length = self.i32(length_at);
        let Ok(length) = usize::try_from(length) else {
            self.read.model.comments.push(comment);
            self.note_field(NoteKind::MalformedCount, place.field(length_field), length_at, 4);
            return None;
        };
        let there = self.bytes.len() - self.at;
        if there < length {
            // What is there may be the beginning of the text, or anything else if the length is wrong.
            self.read.model.comments.push(comment);
            let missing = Missing::Rows { found: there as u32, declared: length as u32 };
            self.cut(place.field(length_field), missing);
            return None;
        }
        let text = Span::new(self.at, self.at + length);
        comment.text = Some(text);
        self.read.model.comments.push(comment);
        self.at += length;
        self.control_characters(text, place, |byte| matches!(byte, b'\t' | b'\r' | b'\n'));
        Some(())
    }

    fn vertex_extras(&mut self) -> Option<()> {
        let version = self.versioned(BlockKind::VertexExtras, |version| matches!(version, 1..=3))?;
        let block = self.read.model.blocks.len() - 1;
        let count = self.binary.geometry.vertices.len() as u32;
        let declared_at = version_place(block);
        let first = Place::object(Record::VertexExtra, 0);
        self.binary.vertex_extras = match version {
            1 => self.rows(declared_at, count, first, geometry::vertex_extra::<6>),
            2 => self.rows(declared_at, count, first, geometry::vertex_extra::<10>),
            _ => self.rows(declared_at, count, first, geometry::vertex_extra::<14>),
        };
        self.end_of(block, self.binary.vertex_extras.len() as u32)
    }

    fn bone_extras(&mut self) -> Option<()> {
        self.versioned(BlockKind::BoneExtras, |version| version == 1)?;
        let block = self.read.model.blocks.len() - 1;
        let count = self.read.model.bones.len() as u32;
        let first = Place::object(Record::BoneExtra, 0);
        let extra = |at, row: &[u8; width(BONE_EXTRA)]| BoneExtra { at, color: floats(row, 0) };
        let extras = self.rows(version_place(block), count, first, extra);
        self.binary.bone_extras = extras;
        self.end_of(block, self.binary.bone_extras.len() as u32)
    }

    fn model_extra(&mut self) -> Option<()> {
        self.versioned(BlockKind::ModelExtras, |version| version == 1)?;
        let place = Place::object(Record::ModelExtra, 0);
        let at = self.part(place, 0)?;
        let of = |field| at + offset(MODEL_EXTRA, field);
        let joint_size = self.f32(of(fields::model_extra::JOINT_SIZE));
        let transparency_mode = self.i32(of(fields::model_extra::TRANSPARENCY_MODE));
        let alpha_reference = self.f32(of(fields::model_extra::ALPHA_REFERENCE));
        let extra = ModelExtra { at: at as u32, joint_size, transparency_mode, alpha_reference };
        self.binary.model_extra = Some(extra);
        self.odd_floats(place, at, parts(Record::ModelExtra)[0]);
        Some(())
    }

    // Blocks

    fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Whether the model ends between two sections: the file does, or what follows is no section. It is text, or another
    /// model, if it does not begin with a number that can be a version.
    fn ends_here(&self) -> bool {
        let rest = &self.bytes[self.at..];
        let is_text = || memchr::memchr(0, rest).is_none();
        let begins_with_none = rest.len() >= 4 && !rest[..4].contains(&0);
        rest.is_empty() || begins_with_none && (rest.starts_with(BINARY_MAGIC) || is_text())
    }

    /// Opens a block: its index, and its number.
    fn open(&mut self, kind: BlockKind) -> Option<(usize, i32)> {
        let slots = block(kind);
        let Some(at) = self.take(width(slots)) else {
            self.cut(Place::FILE, Missing::Block(kind));
            return None;
        };
        let number = match slots[0].store {
            Store::U16 => i32::from(u16_of(self.bytes, at)),
            _ => self.i32(at),
        };
        let at = at as u32;
        let end = self.at as u32;
        let number = Some(number);
        self.read.model.blocks.push(Block { at, kind, number, found: 0, cut: false, end, surplus: None });
        Some((self.read.model.blocks.len() - 1, number?))
    }

    /// Opens a block that has a count.
    fn counted(&mut self, kind: BlockKind) -> Option<(usize, u32)> {
        let (block, number) = self.open(kind)?;
        // There is no more than one comment on the model.
        let most = if kind == BlockKind::ModelComment { 1 } else { i32::MAX };
        match u32::try_from(number) {
            Ok(count) if number <= most => Some((block, count)),
            _ => {
                self.note_field(NoteKind::MalformedCount, count_place(block), self.at - 4, 4);
                None
            }
        }
    }

    /// Opens a block that has a version.
    fn versioned(&mut self, kind: BlockKind, is_known: impl Fn(i32) -> bool) -> Option<i32> {
        let (block, version) = self.open(kind)?;
        if !is_known(version) {
            self.note_field(NoteKind::UnknownSection, version_place(block), self.at - 4, 4);
            return None;
        }
        Some(version)
    }

    /// Closes a block in which so many were found.
    fn end_of(&mut self, block: usize, found: u32) -> Option<()> {
        let end = self.at as u32;
        let block = &mut self.read.model.blocks[block];
        (block.found, block.end) = (found, end);
        block.cut = self.is_cut;
        (!self.is_cut).then_some(())
    }
}

fn count_place(block: usize) -> Place {
    Place::object(Record::Block, block).field(fields::block::COUNT)
}

fn version_place(block: usize) -> Place {
    Place::object(Record::Block, block).field(fields::block::VERSION)
}

//! The records of a binary model, as programs read them: by the counts that it declares, as far as the bytes are
//! there.

use std::ops::Range;

use crate::document::Document;
use crate::layout::binary::{
    ANIMATION, BONE, FACE, FILE, MATERIAL, MESH, POSITION_KEY, Slot, Store, VERTEX, offset, range, width,
};
use crate::layout::fields::{bone, face, file, key, mesh, vertex};

/// Reads bytes one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'d> {
    pub(super) bytes: &'d [u8],
    /// Where the next byte is that is read.
    pub(super) at: usize,
}

impl<'d> ByteReader<'d> {
    /// So many bytes; `None`, and nothing is read, if they are not there.
    pub(super) fn take(&mut self, count: usize) -> Option<&'d [u8]> {
        let taken = self.bytes.get(self.at..)?.get(..count)?;
        self.at += count;
        Some(taken)
    }

    /// So many bytes, of which the number is known.
    pub(super) fn array<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        self.take(COUNT)?.try_into().ok()
    }

    /// One byte.
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// An integer of 16 bits.
    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// An integer of 32 bits.
    pub(super) fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }
}

/// Records of one size that follow each other.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct RawTable {
    /// Where its first record starts.
    pub(super) at: usize,
    /// How many there are.
    pub(super) count: usize,
}

/// A mesh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RawMesh<'d> {
    /// Where it starts.
    pub(super) at: usize,
    /// Its flags, its name and the number of faces that it lists.
    pub(super) head: &'d [u8],
    /// The indices of these faces, two bytes each.
    pub(super) members: &'d [u8],
    /// Its material.
    pub(super) material: i8,
}

impl<'d> RawMesh<'d> {
    /// Its name up to the first NUL.
    pub(super) fn name(&self) -> &'d [u8] {
        text(&self.head[const { range(MESH, mesh::NAME, mesh::NAME) }])
    }

    /// The indices of the faces that it lists.
    pub(super) fn faces(&self) -> impl ExactSizeIterator<Item = u16> + Clone + use<'d> {
        self.members.as_chunks().0.iter().map(|index| u16::from_le_bytes(*index))
    }
}

/// A bone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RawBone<'d> {
    /// Where it starts.
    pub(super) at: usize,
    /// Its fields, of the width of [`BONE`].
    pub(super) head: &'d [u8],
    /// Its keys, of the width of [`POSITION_KEY`].
    pub(super) rotation_keys: RawTable,
    pub(super) position_keys: RawTable,
}

impl<'d> RawBone<'d> {
    /// Its name, up to the first NUL.
    pub(super) fn name(&self) -> &'d [u8] {
        text(&self.head[const { range(BONE, bone::NAME, bone::NAME) }])
    }

    /// The name of its parent, up to the first NUL.
    pub(super) fn parent(&self) -> &'d [u8] {
        text(&self.head[const { range(BONE, bone::PARENT, bone::PARENT) }])
    }
}

/// The sections of a file up to its bones, as far as they are there whole.
#[derive(Clone, Default, Debug)]
pub(super) struct Sections<'d> {
    pub(super) bytes: &'d [u8],
    /// The version, if the file has the identification of a binary model.
    pub(super) version: Option<i32>,
    pub(super) vertices: Option<RawTable>,
    pub(super) faces: Option<RawTable>,
    pub(super) meshes: Option<Vec<RawMesh<'d>>>,
    pub(super) materials: Option<RawTable>,
    /// Where the record about the animation starts.
    pub(super) animation: Option<usize>,
    pub(super) bones: Option<Vec<RawBone<'d>>>,
    /// Where the last section ends that is there whole.
    pub(super) end: usize,
}

impl<'d> Sections<'d> {
    /// Those of a document.
    pub(super) fn of(document: &'d Document) -> Self {
        let bytes = document.source.bytes();
        let mut sections = Self { bytes, ..Self::default() };
        let _ = sections.read();
        sections
    }

    /// Reads on until a section is not there whole.
    fn read(&mut self) -> Option<()> {
        let mut reader = ByteReader { bytes: self.bytes, at: 0 };
        let head = reader.take(width(FILE))?;
        if head.starts_with(b"MS3D000000") {
            self.version = i32_of(head, FILE, file::VERSION);
        }
        self.version?;
        self.end = reader.at;
        self.vertices = Some(table(&mut reader, width(VERTEX))?);
        self.end = reader.at;
        self.faces = Some(table(&mut reader, width(FACE))?);
        self.end = reader.at;
        self.meshes = Some(listed(&mut reader, raw_mesh)?);
        self.end = reader.at;
        self.materials = Some(table(&mut reader, width(MATERIAL))?);
        self.end = reader.at;
        self.animation = Some(reader.at);
        if reader.take(width(ANIMATION)).is_none() {
            self.animation = None;
            return None;
        }
        self.end = reader.at;
        self.bones = Some(listed(&mut reader, raw_bone)?);
        self.end = reader.at;
        Some(())
    }

    /// A record of a table; it must be there.
    pub(super) fn record(&self, table: RawTable, slots: &[Slot], index: usize) -> &'d [u8] {
        &self.bytes[table.at + index * width(slots)..][..width(slots)]
    }
}

/// A count and so many records of one size.
fn table(reader: &mut ByteReader, width: usize) -> Option<RawTable> {
    let count = usize::from(reader.u16()?);
    let at = reader.at;
    reader.take(count * width)?;
    Some(RawTable { at, count })
}

/// A count and so many objects.
fn listed<'d, T>(
    reader: &mut ByteReader<'d>,
    object: fn(&mut ByteReader<'d>) -> Option<T>,
) -> Option<Vec<T>> {
    let count = reader.u16()?;
    let mut objects = Vec::new();
    for _ in 0..count {
        objects.push(object(reader)?);
    }
    Some(objects)
}

fn raw_mesh<'d>(reader: &mut ByteReader<'d>) -> Option<RawMesh<'d>> {
    let at = reader.at;
    let head = reader.take(width(MESH))?;
    let count = u16_of(head, MESH, mesh::FACE_COUNT);
    let members = reader.take(usize::from(count) * 2)?;
    Some(RawMesh { at, head, members, material: reader.u8()? as i8 })
}

fn raw_bone<'d>(reader: &mut ByteReader<'d>) -> Option<RawBone<'d>> {
    let at = reader.at;
    let head = reader.take(width(BONE))?;
    let mut keys = |field| {
        let table = RawTable { at: reader.at, count: usize::from(u16_of(head, BONE, field)) };
        reader.take(table.count * width(POSITION_KEY)).map(|_| table)
    };
    let rotation_keys = keys(bone::ROTATION_KEY_COUNT)?;
    let position_keys = keys(bone::POSITION_KEY_COUNT)?;
    Some(RawBone { at, head, rotation_keys, position_keys })
}

/// Text up to its first NUL.
pub(super) fn text(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr::memchr(0, bytes).unwrap_or(bytes.len())]
}

/// A field of a record that is stored in two bytes.
pub(super) fn u16_of(record: &[u8], slots: &[Slot], field: u8) -> u16 {
    let at = offset(slots, field);
    u16::from_le_bytes([record[at], record[at + 1]])
}

/// A float of a record.
pub(super) fn f32_of(record: &[u8], slots: &[Slot], field: u8) -> f32 {
    let [float] = floats(record, offset(slots, field));
    float
}

/// Floats that follow each other.
fn floats<const COUNT: usize>(record: &[u8], at: usize) -> [f32; COUNT] {
    let floats: &[[u8; 4]] = record[at..][..COUNT * size_of::<f32>()].as_chunks().0;
    std::array::from_fn(|number| f32::from_le_bytes(floats[number]))
}

// A model has many of the following records, so where their fields are is not looked up for each.

/// The position of a vertex.
pub(super) fn vertex_position(record: &[u8]) -> [f32; 3] {
    floats(record, const { range(VERTEX, vertex::POSITION[0], vertex::POSITION[2]).start })
}

/// The vertices of a face.
pub(super) fn face_vertices(record: &[u8]) -> [usize; 3] {
    const VERTICES: Range<usize> = range(FACE, face::VERTICES[0], face::VERTICES[2]);
    let vertices = record[VERTICES].as_chunks().0;
    [0, 1, 2].map(|corner| usize::from(u16::from_le_bytes(vertices[corner])))
}

/// The normal of a corner of a face.
pub(super) fn face_normal(record: &[u8], corner: usize) -> [f32; 3] {
    const NORMALS: Range<usize> = range(FACE, face::NORMALS[0][0], face::NORMALS[2][2]);
    floats(&record[NORMALS], corner * size_of::<[f32; 3]>())
}

/// The texture coordinates of a corner of a face.
pub(super) fn face_uv(record: &[u8], corner: usize) -> [f32; 2] {
    const U: Range<usize> = range(FACE, face::U[0], face::U[2]);
    const V: Range<usize> = range(FACE, face::V[0], face::V[2]);
    [U, V].map(|all| {
        let [float] = floats(&record[all], corner * size_of::<f32>());
        float
    })
}

/// The position of a bone.
pub(super) fn bone_position(record: &[u8]) -> [f32; 3] {
    floats(record, const { range(BONE, bone::POSITION[0], bone::POSITION[2]).start })
}

/// The rotation of a bone, as angles around x, y and z.
pub(super) fn bone_rotation(record: &[u8]) -> [f32; 3] {
    floats(record, const { range(BONE, bone::ROTATION[0], bone::ROTATION[2]).start })
}

/// The time of a key, and its value.
pub(super) fn key_values(record: &[u8]) -> (f32, [f32; 3]) {
    let [time, value @ ..]: [f32; 4] = floats(record, const { offset(POSITION_KEY, key::TIME) });
    (time, value)
}

/// A field of a record that is stored as a signed integer of four bytes.
pub(super) fn i32_of(record: &[u8], slots: &[Slot], field: u8) -> Option<i32> {
    debug_assert!(slots.iter().any(|slot| slot.field == field && slot.store == Store::I32));
    Some(i32::from_le_bytes(record.get(offset(slots, field)..)?.get(..4)?.try_into().ok()?))
}

impl Sections<'_> {
    /// Where the first record is, up to the bones, that is not there whole, and what it is; `None` if all are there.
    pub(super) fn cut(&self) -> Option<(usize, &'static str)> {
        let from_end = ByteReader { bytes: self.bytes, at: self.end };
        let row = |slots| {
            let mut reader = from_end;
            let _ = reader.u16();
            let rest = self.bytes.len() - reader.at;
            reader.at + rest / width(slots) * width(slots)
        };
        if self.version.is_none() {
            return Some((0, "the head of the file"));
        } else if self.vertices.is_none() {
            return Some((row(VERTEX), "the vertices"));
        } else if self.faces.is_none() {
            return Some((row(FACE), "the faces"));
        } else if self.meshes.is_none() {
            return Some((first_cut(from_end, raw_mesh), "the meshes"));
        } else if self.materials.is_none() {
            return Some((row(MATERIAL), "the materials"));
        } else if self.animation.is_none() {
            return Some((self.end, "the length of the animation"));
        }
        self.bones.is_none().then(|| (first_cut(from_end, raw_bone), "the bones"))
    }
}

/// Where the first object is, behind their number, that is not there whole.
fn first_cut<'d, T>(mut reader: ByteReader<'d>, object: fn(&mut ByteReader<'d>) -> Option<T>) -> usize {
    let _ = reader.u16();
    let mut at = reader.at;
    while object(&mut reader).is_some() {
        at = reader.at;
    }
    at
}

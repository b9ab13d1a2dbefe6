//! How the program reads a file. It moves over a section and only then looks whether that was there, and it reads most
//! counts without a look.

use std::collections::HashMap;
use std::fmt::Display;

use crate::base::display::but_there_are;
use crate::engines::records::{RawBone, RawMesh, RawTable, f32_of, face_vertices, u16_of};
use crate::engines::{Failure, FailureKind, Loading, crash, refuse};
use crate::layout::binary::{
    ANIMATION, BONE, BONE_EXTRA, FACE, FILE, MATERIAL, MESH, POSITION_KEY, VERTEX, offset, vertex_extra,
    width,
};
use crate::layout::fields::{animation, bone, face, file, material, mesh, vertex};

/// What the program reads of a file.
#[derive(Debug)]
pub(super) struct IrrlichtFile<'d> {
    pub(super) bytes: &'d [u8],
    pub(super) vertices: RawTable,
    pub(super) faces: RawTable,
    pub(super) meshes: Vec<RawMesh<'d>>,
    pub(super) materials: RawTable,
    /// Where the record about the animation is.
    pub(super) animation: usize,
    pub(super) bones: Vec<RawBone<'d>>,
    pub(super) extras: Option<IrrlichtExtras>,
}

/// The extras of vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct IrrlichtExtras {
    /// The version that the file says it has.
    pub(super) version: i32,
    /// Where the first is.
    pub(super) at: usize,
    /// How far the program goes from one to the next.
    pub(super) stride: usize,
}

impl IrrlichtExtras {
    /// That of a vertex, if they are so far from each other.
    pub(super) fn record<'d>(
        &self,
        file: &IrrlichtFile<'d>,
        index: usize,
        stride: usize,
    ) -> Option<&'d [u8]> {
        file.bytes.get(self.at + index * stride..)?.get(..self.stride)
    }

    /// How much a weight of 1 is, in percent.
    pub(super) fn scale(&self) -> f32 {
        if self.version == 1 { 100.0 / 255.0 } else { 1.0 }
    }
}

impl<'d> IrrlichtFile<'d> {
    /// Reads a file.
    pub(super) fn read(bytes: &'d [u8]) -> Loading<Self> {
        let mut reader = Reader { bytes, at: 0, last_nul: memchr::memrchr(0, bytes) };
        let version = reader.head()?;
        let vertices = reader.table("vertices", width(VERTEX))?;
        let faces = reader.table("faces", width(FACE))?;
        let mesh_count = reader.count("meshes")?;
        let mut meshes = Vec::new();
        for _ in 0..mesh_count {
            meshes.push(reader.mesh()?);
        }
        let materials = reader.materials()?;
        let animation = reader.at;
        reader.number(animation as i64, "the frame rate")?;
        reader.at += width(ANIMATION);
        let bone_count = reader.count("bones")?;
        let mut bones = Vec::new();
        for _ in 0..bone_count {
            bones.push(reader.bone()?);
        }
        let has_more = bone_count > 0 && version == 4 && reader.at < bytes.len();
        let extras = if has_more { reader.rest(vertices.count, bone_count)? } else { None };
        Ok(Self { bytes, vertices, faces, meshes, materials, animation, bones, extras })
    }

    /// The record of a face.
    pub(super) fn face(&self, index: usize) -> &'d [u8] {
        &self.bytes[self.faces.at + index * width(FACE)..][..width(FACE)]
    }

    /// The records of all faces.
    pub(super) fn face_records(&self) -> impl ExactSizeIterator<Item = &'d [u8]> + use<'d> {
        self.bytes[self.faces.at..][..self.faces.count * width(FACE)].chunks_exact(width(FACE))
    }

    /// The record of a vertex, which must be there.
    pub(super) fn vertex(&self, index: usize) -> &'d [u8] {
        &self.bytes[self.vertices.at + index * width(VERTEX)..][..width(VERTEX)]
    }

    /// The records of all vertices.
    pub(super) fn vertex_records(&self) -> impl ExactSizeIterator<Item = &'d [u8]> + use<'d> {
        self.bytes[self.vertices.at..][..self.vertices.count * width(VERTEX)].chunks_exact(width(VERTEX))
    }

    /// The record of a material.
    pub(super) fn material(&self, index: usize) -> &'d [u8] {
        &self.bytes[self.materials.at + index * width(MATERIAL)..][..width(MATERIAL)]
    }

    /// The frame rate.
    pub(super) fn rate(&self) -> f32 {
        let rate = f32_of(&self.bytes[self.animation..], ANIMATION, animation::RATE);
        if rate < 1.0 { 1.0 } else { rate }
    }

    /// How many buffers there are: one for each material, and at least one.
    pub(super) fn buffer_count(&self) -> usize {
        self.materials.count.max(1)
    }

    /// The buffer of a mesh; there need not be one of that number.
    pub(super) fn buffer_of(&self, mesh: &RawMesh) -> usize {
        // Without a material it gets the first one.
        if mesh.material == -1 { 0 } else { usize::from(mesh.material as u8) }
    }

    /// Where the name of a face's mesh and the indices of its vertices lead outside of memory.
    pub(super) fn check_faces(&self) -> Loading {
        for (index, record) in self.face_records().enumerate() {
            let at = self.faces.at + index * width(FACE);
            let group = usize::from(record[offset(FACE, face::GROUP)]);
            let Some(mesh) = self.meshes.get(group) else {
                let but = but_there_are(self.meshes.len(), "mesh");
                let at = at + offset(FACE, face::GROUP);
                return crash(at, format!("face {index} names mesh {group}, {but}"));
            };
            if self.buffer_of(mesh) >= self.buffer_count() {
                let material = self.buffer_of(mesh);
                let but = but_there_are(self.materials.count, "material");
                let reason = format!("mesh {group} has material {material}, {but}");
                let cause = mesh.at + mesh.head.len() + mesh.members.len();
                return Err(Failure {
                    cause: Some(cause as u32),
                    ..Failure::new(FailureKind::Crashes, at, reason)
                });
            }
            // It begins with the last corner.
            for vertex in
                face_vertices(record).into_iter().rev().filter(|vertex| *vertex >= self.vertices.count)
            {
                let end = self.vertices.at + vertex * width(VERTEX) + offset(VERTEX, vertex::REFERENCE_COUNT);
                if end > self.bytes.len() || self.extras.is_some_and(|_| self.vertices.count > 0) {
                    let but = but_there_are(self.vertices.count, "vertex");
                    let at = at + offset(FACE, face::VERTICES[0]);
                    return crash(at, format!("face {index} has vertex {vertex}, {but}"));
                }
            }
        }
        self.check_lists()
    }

    /// Whether meshes list so many faces that the program looks for them behind the end of its own list, where it
    /// still has room to grow.
    fn check_lists(&self) -> Loading {
        let pushed = self.faces.count * 3;
        let mut room = 0;
        while room < pushed {
            // Only a full list grows.
            room += 1 + if room >= 500 { room / 4 } else { room.max(5) };
        }
        let mut taken = 0;
        for (index, mesh) in self.meshes.iter().enumerate() {
            taken += mesh.faces().len();
            if taken * 3 > room {
                let count = self.faces.count;
                let reason =
                    format!("the meshes up to mesh {index} list {taken} faces, but there are only {count}");
                let cause = mesh.at + offset(MESH, mesh::FACE_COUNT);
                let failure = Failure::new(FailureKind::Crashes, mesh.at, reason);
                return Err(Failure { at: None, cause: Some(cause as u32), ..failure });
            }
        }
        Ok(())
    }
}

/// Where the program is in the file.
struct Reader<'d> {
    bytes: &'d [u8],
    at: usize,
    /// The last NUL of the file: the program reads a text up to the next one, whatever is in between.
    last_nul: Option<usize>,
}

impl<'d> Reader<'d> {
    /// The version.
    fn head(&mut self) -> Loading<i32> {
        let id = &b"MS3D000000"[..];
        let is_cut = self.bytes.len() < id.len() && !self.bytes.is_empty() && id.starts_with(self.bytes);
        if is_cut {
            return crash(0, "the file ends within its first ten bytes, and it reads on");
        }
        if !self.bytes.starts_with(id) {
            return refuse(0, "the file does not begin with MS3D000000");
        }
        let at = offset(FILE, file::VERSION);
        let version = self.number(at as i64, "the version")?;
        if !(3..=4).contains(&version) {
            return refuse(at, format!("the file has version {version}, and it reads only 3 and 4"));
        }
        self.at = width(FILE);
        Ok(version)
    }

    /// A count, which the program reads without a look at the end of the file.
    fn count(&mut self, what: &str) -> Loading<usize> {
        let at = self.at;
        let Some(count) = self.bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
            let reason = format!("the file ends before the number of {what}, and it reads on");
            return crash(at.min(self.bytes.len()), reason);
        };
        self.at += 2;
        Ok(usize::from(u16::from_le_bytes(*count)))
    }

    /// An integer of 32 bits at any place, read without a look.
    fn number(&self, at: i64, what: impl Display) -> Loading<i32> {
        let place = usize::try_from(at).ok();
        let bytes = place.and_then(|place| self.bytes.get(place..)?.first_chunk());
        match bytes {
            Some(bytes) => Ok(i32::from_le_bytes(*bytes)),
            None => {
                let at = place.unwrap_or(self.at).min(self.bytes.len());
                crash(at, format!("it looks for {what} outside of the file"))
            }
        }
    }

    /// Goes on by so many bytes, and looks whether they were there.
    fn skip(&mut self, count: usize, what: &str) -> Loading {
        let start = self.at;
        self.at += count;
        if self.at > self.bytes.len() {
            return refuse(start, format!("the file ends within its {what}"));
        }
        Ok(())
    }

    fn table(&mut self, what: &str, width: usize) -> Loading<RawTable> {
        let count = self.count(what)?;
        let at = self.at;
        self.skip(count * width, what)?;
        Ok(RawTable { at, count })
    }

    /// A text, which must end before the file does.
    fn text(&self, at: usize, what: &str) -> Loading {
        if self.last_nul.is_none_or(|last| last < at) {
            return crash(at, format!("no NUL ends {what}, and it reads on after the end of the file"));
        }
        Ok(())
    }

    fn mesh(&mut self) -> Loading<RawMesh<'d>> {
        let at = self.at;
        let bytes = self.bytes;
        self.text(at + offset(MESH, mesh::NAME), "the name of a mesh")?;
        self.at += offset(MESH, mesh::FACE_COUNT);
        let count = self.count("faces of a mesh")?;
        let parts = || {
            let head = bytes.get(at..)?.get(..width(MESH))?;
            let members = bytes.get(at + width(MESH)..)?.get(..count * 2)?;
            let material = *bytes.get(at + width(MESH) + count * 2)? as i8;
            Some(RawMesh { at, head, members, material })
        };
        let Some(mesh) = parts() else {
            return crash(at, "the file ends within a mesh, and it reads on");
        };
        self.at = at + width(MESH) + count * 2 + 1;
        Ok(mesh)
    }

    fn materials(&mut self) -> Loading<RawTable> {
        let count = self.count("materials")?;
        let start = self.at;
        for _ in 0..count {
            let at = self.at;
            self.skip(width(MATERIAL), "materials")?;
            self.text(at + offset(MATERIAL, material::TEXTURE), "the path of a texture")?;
            self.text(at + offset(MATERIAL, material::ALPHA_MAP), "the path of an alpha map")?;
        }
        Ok(RawTable { at: start, count })
    }

    fn bone(&mut self) -> Loading<RawBone<'d>> {
        let at = self.at;
        self.skip(width(BONE), "bones")?;
        let head = &self.bytes[at..][..width(BONE)];
        self.text(at + offset(BONE, bone::NAME), "the name of a bone")?;
        self.text(at + offset(BONE, bone::PARENT), "the name of a bone's parent")?;
        let mut keys = |field| {
            let table = RawTable { at: self.at, count: usize::from(u16_of(head, BONE, field)) };
            self.skip(table.count * width(POSITION_KEY), "keys").map(|()| table)
        };
        let rotation_keys = keys(bone::ROTATION_KEY_COUNT)?;
        let position_keys = keys(bone::POSITION_KEY_COUNT)?;
        Ok(RawBone { at, head, rotation_keys, position_keys })
    }

    /// The sections behind the bones.
    fn rest(&mut self, vertex_count: usize, bone_count: usize) -> Loading<Option<IrrlichtExtras>> {
        self.at = self.comments()?;
        if self.at >= self.bytes.len() {
            return Ok(None);
        }
        let version = self.number(self.at as i64, "the version of the vertex extras")?;
        self.at += 4;
        // Version 3 takes 14 bytes, which the program does not know.
        let of_version = if version == 1 { vertex_extra(1) } else { vertex_extra(2) };
        let stride = of_version.map_or(0, width);
        let extras = IrrlichtExtras { version, at: self.at, stride };
        if let Some(others) = vertex_count.checked_sub(1) {
            let end = self.at + others * stride + IrrlichtExtras::READ;
            if end > self.bytes.len() {
                return crash(self.at, "the file ends within its vertex extras, and it reads on");
            }
        }
        self.skip(vertex_count * stride, "vertex extras")?;
        if self.at < self.bytes.len() {
            self.skip(4 + bone_count * width(BONE_EXTRA), "bone extras")?;
        }
        Ok((vertex_count > 0).then_some(extras))
    }

    /// Goes over the comments, and gives the place behind them. A negative length leads back, even out of the file.
    fn comments(&self) -> Loading<usize> {
        const KINDS: [&str; 4] = ["meshes", "materials", "bones", "the model"];
        let mut at = self.at as i64 + 4;
        for (kind, what) in KINDS.into_iter().enumerate() {
            let mut left = self.number(at, format_args!("the number of comments on {what}"))? as u32;
            at += 4;
            let mut visited = HashMap::new();
            let mut went_back = false;
            while left > 0 {
                left -= 1;
                // The comment on the model has no index.
                at += if kind == 3 { 0 } else { 4 };
                let length = self.number(at, format_args!("a comment on {what}"))?;
                at += 4 + i64::from(length);
                went_back |= length < 0;
                // Once it comes to a place again, only the last round of all that follow counts.
                if went_back && let Some(before) = visited.insert(at, left) {
                    left %= before - left;
                }
            }
            if at > self.bytes.len() as i64 {
                return refuse(self.at, format!("the file ends within the comments on {what}"));
            }
        }
        match usize::try_from(at) {
            Ok(at) => Ok(at),
            Err(_) => crash(self.at, "the comments lead to before the file"),
        }
    }
}

impl IrrlichtExtras {
    /// How much the program reads of each.
    const READ: usize = 6;
}

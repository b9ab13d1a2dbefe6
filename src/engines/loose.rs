//! What programs share that hardly check what they read: behind the end of the file nothing is read, and values stay as
//! they were.

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::held::{HeldFace, HeldMesh, HeldModel};
use crate::engines::records::{Sections, text};
use crate::engines::{Loading, Oddity, OddityKind, refuse};
use crate::layout::binary::{FACE, FILE, MESH, NAME_WIDTH, VERTEX, offset, width};
use crate::layout::fields::{file, mesh};

/// Reads as `fread` does: as many bytes as are there.
#[derive(Clone, Copy, Debug)]
pub(super) struct LooseReader<'d> {
    pub(super) bytes: &'d [u8],
    /// Where the next byte is that is read.
    pub(super) at: usize,
}

impl<'d> LooseReader<'d> {
    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Whether no byte is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.remaining() == 0
    }

    fn take(&mut self, count: usize) -> &'d [u8] {
        let taken = &self.bytes[self.bytes.len() - self.remaining()..][..count.min(self.remaining())];
        self.at += taken.len();
        taken
    }

    /// Passes over so many bytes.
    pub(super) fn pass(&mut self, count: usize) {
        self.take(count);
    }

    fn over<const COUNT: usize>(&mut self, mut value: [u8; COUNT]) -> [u8; COUNT] {
        let taken = self.take(COUNT);
        value[..taken.len()].copy_from_slice(taken);
        value
    }

    /// One byte.
    pub(super) fn u8(&mut self, was: u8) -> u8 {
        u8::from_le_bytes(self.over(was.to_le_bytes()))
    }

    /// An integer of 16 bits.
    pub(super) fn u16(&mut self, was: u16) -> u16 {
        u16::from_le_bytes(self.over(was.to_le_bytes()))
    }

    /// An integer of 32 bits.
    pub(super) fn i32(&mut self, was: i32) -> i32 {
        i32::from_le_bytes(self.over(was.to_le_bytes()))
    }

    /// The vertices and faces at the start of a file, of which only the numbers are kept.
    pub(super) fn geometry(document: &'d Document) -> (Self, HeldModel<'d>) {
        let mut reader = Self { bytes: document.source.bytes(), at: width(FILE) };
        let vertex_count = reader.u16(0).into();
        reader.pass(vertex_count * width(VERTEX));
        let face_count = usize::from(reader.u16(0));
        reader.pass(face_count * width(FACE));
        (reader, HeldModel { vertex_count, ..HeldModel::default() })
    }

    /// A mesh, given what its number of faces and these faces were before.
    pub(super) fn mesh(&mut self, member_count: u16, member: u16) -> HeldMesh<'d> {
        self.pass(offset(MESH, mesh::NAME));
        let name = self.name();
        let faces = (0..self.u16(member_count)).map(|_| HeldFace::Listed(self.u16(member).into())).collect();
        HeldMesh { name, faces, material: i64::from(self.u8(0) as i8) }
    }

    /// A name, up to its first NUL.
    fn name(&mut self) -> Cow<'d, [u8]> {
        Cow::Borrowed(text(self.take(NAME_WIDTH)))
    }
}

/// Refuses a file that has another identification, or none of these versions.
pub(super) fn check_head(bytes: &[u8], versions: &[i32]) -> Loading {
    if !bytes.starts_with(b"MS3D000000") {
        return refuse(0, "it does not start with MS3D000000");
    }
    let at = offset(FILE, file::VERSION);
    let version = LooseReader { bytes, at }.i32(0);
    match versions.contains(&version) {
        true => Ok(()),
        false => refuse(at, format!("it has version {version}, not 4")),
    }
}

/// What a program does with a file that ends before its bones do.
pub(super) fn missing_records(sections: &Sections, does: &str) -> Option<Oddity> {
    let section = match sections {
        Sections { vertices: None, .. } => "vertices",
        Sections { faces: None, .. } => "faces",
        Sections { meshes: None, .. } => "meshes",
        Sections { materials: None, .. } => "materials",
        Sections { animation: None, .. } => "times",
        Sections { bones: None, .. } => "bones",
        _ => return None,
    };
    let says = format!("{does}: the file ends within the {section}");
    Some(Oddity::new(OddityKind::Misreads, sections.end as u32, says))
}

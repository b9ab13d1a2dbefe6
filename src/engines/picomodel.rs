//! PicoModel, which the Radiant editors and q3map2 load models with (NetRadiant-custom 10165e8, GtkRadiant 0eea1a9; no
//! difference in this): `pm_ms3d.c` reads the file up to its materials, `picomodel.c` holds what is in it.
//!
//! It never looks where the file ends, takes counts for signed numbers, and keeps one normal and one pair of texture
//! coordinates for each vertex of a mesh.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::base::display::but_there_are;
use crate::diagnostics::effect::EffectCause;
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::engines::faces::left_out;
use crate::engines::held::{HeldCorner, HeldFace, HeldMesh, HeldModel};
use crate::engines::records::{
    Sections, face_normal, face_uv, face_vertices, i32_of, text, u16_of, vertex_position,
};
use crate::engines::tally::OddityTally;
use crate::engines::{Loading, Oddity, OddityKind, Run, crash, refuse};
use crate::layout::binary::{FACE, FILE, MATERIAL, MESH, NAME_WIDTH, VERTEX, offset, offsets, width};
use crate::layout::fields::{face, file, mesh, vertex};

/// So many meshes are read.
const MOST_MESHES: usize = 128;
/// What is read of a vertex and of a face: not the last two fields.
const READ_OF_VERTEX: usize = offset(VERTEX, vertex::BONE);
const READ_OF_FACE: usize = offset(FACE, face::SMOOTHING_GROUP);

/// Normals and texture coordinates that differ by less look the same.
const VISIBLE: f32 = 1e-4;

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    match PicoFile::read(document.source.bytes()) {
        Ok(file) => Run { failure: None, oddities: file.oddities(document) },
        Err(failure) => failure.into(),
    }
}

/// What the program holds of a model that it has loaded.
pub fn held(document: &Document) -> HeldModel<'_> {
    let Ok(file) = PicoFile::read(document.source.bytes()) else { return HeldModel::default() };
    let mut model = HeldModel { material_count: file.material_count, ..HeldModel::default() };
    for (number, mesh) in file.surfaces().enumerate() {
        let last = file.last_corners(mesh);
        let corner = |corner: (usize, HeldCorner)| last.get(&corner.0).copied().unwrap_or(corner.1);
        let faces = mesh.faces().map(|face| HeldFace::Other(file.corners(face).map(corner)));
        model.meshes.push(HeldMesh {
            material: file.shader(number).map_or(-1, |shader| shader as i64),
            name: Cow::Borrowed(mesh.name),
            faces: faces.collect(),
        });
        model.vertex_count += last.keys().max().map_or(0, |vertex| vertex + 1);
    }
    model
}

/// What the program reads of a file.
#[derive(Debug)]
struct PicoFile<'d> {
    bytes: &'d [u8],
    /// Where the first vertex and the first face are.
    vertices: usize,
    faces: usize,
    /// How many faces it has seen.
    face_count: usize,
    /// How many meshes there are, and those that are read.
    mesh_count: usize,
    meshes: Vec<PicoMesh<'d>>,
    material_count: usize,
}

/// A mesh.
#[derive(Debug)]
struct PicoMesh<'d> {
    at: usize,
    is_hidden: bool,
    name: &'d [u8],
    /// The indices of its faces, two bytes each.
    members: &'d [u8],
    /// Its material; `None` in a hidden mesh, where it is not read.
    material: Option<u8>,
}

impl PicoMesh<'_> {
    /// The faces that it lists.
    fn faces(&self) -> impl ExactSizeIterator<Item = usize> {
        self.members.as_chunks().0.iter().map(|index| usize::from(u16::from_le_bytes(*index)))
    }
}

impl<'d> PicoFile<'d> {
    /// Reads a file.
    fn read(bytes: &'d [u8]) -> Loading<Self> {
        check_head(bytes)?;
        let mut at = width(FILE);
        let declared = count(bytes, &mut at, "vertices")?;
        let vertices = at;
        at += usize::try_from(declared).unwrap_or(0) * width(VERTEX);
        let face_count = usize::try_from(count(bytes, &mut at, "faces")?).unwrap_or(0);
        let faces = at;
        for index in 0..face_count {
            check_face(bytes, faces, index, declared)?;
        }
        at += face_count * width(FACE);
        let mesh_count = usize::try_from(count(bytes, &mut at, "meshes")?).unwrap_or(0);
        let mut read =
            Self { bytes, vertices, faces, face_count, mesh_count, meshes: Vec::new(), material_count: 0 };
        for index in 0..mesh_count.min(MOST_MESHES) {
            let mesh = mesh(bytes, &mut at)?;
            if !mesh.is_hidden {
                read.check_members(index, &mesh)?;
            }
            read.meshes.push(mesh);
        }
        read.material_count = usize::try_from(count(bytes, &mut at, "materials")?).unwrap_or(0);
        if at + read.material_count * width(MATERIAL) > bytes.len() {
            let number = (bytes.len() - at) / width(MATERIAL);
            let at = at + number * width(MATERIAL);
            return crash(
                at,
                format!("the file ends before material {number} does, and it reads and writes on"),
            );
        }
        Ok(read)
    }

    /// The record of a face that a mesh lists, as far as it is read. There need not be such a face.
    fn face(&self, index: usize) -> Option<&'d [u8; READ_OF_FACE]> {
        self.bytes.get(self.faces + index * const { width(FACE) }..)?.first_chunk()
    }

    /// The record of a vertex, as far as it is read. There need not be such a vertex.
    fn vertex(&self, index: usize) -> Option<&'d [u8; READ_OF_VERTEX]> {
        self.bytes.get(self.vertices + index * const { width(VERTEX) }..)?.first_chunk()
    }

    /// Whether the faces of a mesh lead outside of memory.
    fn check_members(&self, number: usize, mesh: &PicoMesh) -> Loading {
        for (place, index) in mesh.faces().enumerate().filter(|(_, index)| *index >= self.face_count) {
            let at = mesh.at + width(MESH) + place * 2;
            let is_inside = || {
                let record = self.face(index).filter(|_| i16::try_from(index).is_ok())?;
                face_vertices(record).into_iter().all(|vertex| self.vertex(vertex).is_some()).then_some(())
            };
            if is_inside().is_none() {
                let but = but_there_are(self.face_count, "face");
                return crash(at, format!("mesh {number} lists face {index}, {but}"));
            }
        }
        Ok(())
    }

    /// The corners of a face with the numbers of their vertices.
    fn corners(&self, face: usize) -> [(usize, HeldCorner); 3] {
        let Some(record) = self.face(face) else { return Default::default() };
        let vertices = face_vertices(record);
        [0, 1, 2].map(|number| {
            let vertex = self.vertex(vertices[number]);
            let position = vertex.map(|record| vertex_position(record)).unwrap_or_default();
            let (normal, uv) = (face_normal(record, number), face_uv(record, number));
            (vertices[number], HeldCorner { position, normal, uv })
        })
    }

    /// For each vertex of a mesh the last corner that uses it, which is what the program keeps.
    fn last_corners(&self, mesh: &PicoMesh) -> HashMap<usize, HeldCorner> {
        mesh.faces().flat_map(|face| self.corners(face)).collect()
    }

    /// The meshes that are not hidden.
    fn surfaces(&self) -> impl Iterator<Item = &PicoMesh<'d>> {
        self.meshes.iter().filter(|mesh| !mesh.is_hidden)
    }

    /// The material that a mesh gets, by its number among those that are not hidden. The program takes that of the mesh
    /// which has this number among all of them.
    fn shader(&self, number: usize) -> Option<usize> {
        // That of a hidden mesh was never set: it is what was there in memory, which mostly is 0.
        let material = usize::from(self.meshes.get(number)?.material.unwrap_or(0));
        Some(material).filter(|material| *material < MOST_MESHES.min(self.material_count))
    }

    /// What the program takes otherwise.
    fn oddities(&self, document: &Document) -> Vec<Oddity> {
        let [mut hidden, mut materials, mut unread, mut other, mut normals, mut uvs, mut bones]: [OddityTally;
            7] = Default::default();
        let mut last = Vec::new();
        self.meshes.iter().filter(|mesh| mesh.is_hidden).for_each(|mesh| hidden.add(mesh.at));
        for (number, mesh) in self.surfaces().enumerate() {
            let own = mesh.material.map(usize::from).filter(|material| *material < self.material_count);
            if own.filter(|material| *material < MOST_MESHES) != self.shader(number) {
                materials.add(mesh.at + width(MESH) + mesh.members.len());
            }
            for (place, _) in mesh.faces().enumerate().filter(|(_, index)| *index >= self.face_count) {
                other.add(mesh.at + width(MESH) + place * 2);
            }
            self.add_corners(mesh, &mut last, [&mut normals, &mut uvs]);
        }
        let mesh_count_at = self.meshes.first().map_or(self.faces, |mesh| mesh.at.saturating_sub(2));
        unread.add_all(mesh_count_at, self.mesh_count.saturating_sub(self.meshes.len()));
        let sections = Sections::of(document);
        // It does not read their number, which is before the first of them.
        let read = sections.bones.as_deref().unwrap_or_default();
        bones.add_all(read.first().map_or(0, |bone| bone.at - 2), read.len());
        use OddityKind::{Drops, Misreads};
        let mut found: Vec<Oddity> = [
            hidden
                .oddity(Drops, "mesh", |meshes| format!("leaves out what is hidden: {meshes}"))
                .map(|hidden| hidden.about(EffectCause::Group(Group::Meshes))),
            materials.oddity(Misreads, "mesh", |meshes| {
                format!("draws {meshes} after a hidden one with another material")
            }),
            unread.oddity(Misreads, "mesh", |meshes| {
                format!("takes {meshes} for materials, as it reads only the first {MOST_MESHES}")
            }),
            other.oddity(Misreads, "face", |faces| {
                format!("takes other bytes of the file for {faces} that meshes list, but which do not exist")
            }),
            normals.oddity(Misreads, "corner", |corners| {
                format!("gives {corners} the normal of another one, as it has one for each vertex")
            }),
            uvs.oddity(Misreads, "corner", |corners| {
                format!("gives {corners} the texture coordinates of another one, as it has one pair for each vertex")
            }),
            bones
                .oddity(Drops, "bone", |bones| format!("does not read {bones}, and nothing moves"))
                .map(|bones| bones.about(EffectCause::Program)),
        ]
        .into_iter()
        .chain([left_out(document)])
        .flatten()
        .collect();
        found.sort_by_key(|oddity| oddity.at);
        found
    }

    /// Adds the corners of a mesh that are held with another normal or other texture coordinates. The list has room for
    /// the last corner of each vertex; what other meshes left there is never looked at.
    fn add_corners(&self, mesh: &PicoMesh, last: &mut Vec<PicoCorner>, tallies: [&mut OddityTally; 2]) {
        let faces = || mesh.faces().filter_map(|face| Some((face, self.face(face)?)));
        for (face, record) in faces() {
            for (number, vertex) in face_vertices(record).into_iter().enumerate() {
                if last.len() <= vertex {
                    last.resize(vertex + 1, PicoCorner::default());
                }
                last[vertex] = PicoCorner { face, number };
            }
        }
        let [normals, uvs] = tallies;
        for (face, record) in faces() {
            let at = self.faces + face * const { width(FACE) };
            for (number, vertex) in face_vertices(record).into_iter().enumerate() {
                let kept = last[vertex];
                let Some(other) = self.face(kept.face).filter(|_| kept != PicoCorner { face, number }) else {
                    continue;
                };
                let differs = |(own, kept): (f32, f32)| (own - kept).abs() > VISIBLE;
                let both = face_normal(record, number).into_iter().zip(face_normal(other, kept.number));
                if both.into_iter().any(differs) {
                    normals.add(at + offset(FACE, face::NORMALS[number][0]));
                }
                let both = face_uv(record, number).into_iter().zip(face_uv(other, kept.number));
                if both.into_iter().any(differs) {
                    uvs.add(at + offset(FACE, face::U[number]));
                }
            }
        }
    }
}

/// A corner of a face.
#[derive(Clone, Copy, Default, PartialEq)]
struct PicoCorner {
    face: usize,
    number: usize,
}

/// What the program looks at before it reads the file.
fn check_head(bytes: &[u8]) -> Loading {
    let Some(head) = bytes.get(..width(FILE)) else {
        return refuse(0, format!("the file has only {} bytes", bytes.len()));
    };
    if !head.starts_with(b"MS3D000000") {
        return refuse(0, "the file does not begin with MS3D000000");
    }
    match i32_of(head, FILE, file::VERSION) {
        Some(3 | 4) | None => Ok(()),
        Some(version) => {
            let at = offset(FILE, file::VERSION);
            refuse(at, format!("the file has version {version}, and it reads only 3 and 4"))
        }
    }
}

/// A count, which the program takes for a signed number.
fn count(bytes: &[u8], at: &mut usize, what: &str) -> Loading<i16> {
    let Some(count) = bytes.get(*at..).and_then(|rest| rest.first_chunk()) else {
        let at = (*at).min(bytes.len());
        return crash(at, format!("the file ends before the number of {what}, and it reads on"));
    };
    *at += 2;
    Ok(i16::from_le_bytes(*count))
}

/// Looks whether a face has vertices that exist, corner by corner.
fn check_face(bytes: &[u8], faces: usize, index: usize, declared: i16) -> Loading {
    let at = faces + index * const { width(FACE) };
    let record = bytes.get(at..).unwrap_or_default();
    let exists = |vertex: usize| (vertex as i32) < i32::from(declared);
    let whole: Option<&[u8; READ_OF_FACE]> = record.first_chunk();
    if whole.is_some_and(|record| face_vertices(record).into_iter().all(exists)) {
        return Ok(());
    }
    const READ: [usize; 3] = offsets(FACE, face::V);
    for (number, v) in READ.into_iter().enumerate() {
        if record.len() < v + size_of::<f32>() {
            return crash(at, format!("the file ends before face {index} does, and it reads on"));
        }
        let vertex = face_vertices(record)[number];
        if !exists(vertex) {
            let at = at + offset(FACE, face::VERTICES[number]);
            return refuse(
                at,
                match usize::try_from(declared) {
                    Ok(count) => {
                        format!("face {index} has vertex {vertex}, {}", but_there_are(count, "vertex"))
                    }
                    Err(_) => format!("it takes {} vertices for a negative number", declared as u16),
                },
            );
        }
    }
    Ok(())
}

/// Reads a mesh.
fn mesh<'d>(bytes: &'d [u8], at: &mut usize) -> Loading<PicoMesh<'d>> {
    let start = *at;
    let ends = || crash(start, "the file ends before a mesh does, and it reads on");
    let Some(head) = bytes.get(start..).and_then(|rest| rest.get(..width(MESH))) else { return ends() };
    let length = usize::from(u16_of(head, MESH, mesh::FACE_COUNT)) * 2;
    *at = start + width(MESH) + length + 1;
    let is_hidden = head[offset(MESH, mesh::FLAGS)] & 2 != 0;
    // The last byte of the name is made a NUL.
    let name = text(&head[offset(MESH, mesh::NAME)..][..NAME_WIDTH - 1]);
    let mut found = PicoMesh { at: start, is_hidden, name, members: &[], material: None };
    if !is_hidden {
        let Some((material, members)) =
            bytes.get(start + width(MESH)..*at).and_then(|members| members.split_last())
        else {
            return ends();
        };
        found.members = members;
        found.material = Some(*material);
    }
    Ok(found)
}

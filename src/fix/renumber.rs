//! Keeps indices and counts of a binary file correct when vertices, faces, meshes or bones are removed or get
//! another order.

use crate::document::Document;
use crate::fix::Fix;
use crate::fix::fields::set_field;
use crate::layout::{Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{ABSENT, Binary, Face};

/// Removes the extras of removed vertices.
pub(super) fn remove_extras(fix: Fix, document: &Document, vertices: &[u32]) -> Fix {
    let extra = |row: &u32| document.locate(Place::row(Record::VertexExtra, 0, *row as usize));
    vertices.iter().filter_map(extra).fold(fix, Fix::remove)
}

/// Removes faces from the lists of meshes. Faces after them are listed by their new indices, and the
/// reference counts of the vertices of removed faces are lowered.
pub(super) fn unlist_faces(fix: Fix, document: &Document, faces: &[u32]) -> Fix {
    let mut fix = fix;
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let mut left = mesh.members.len();
        for (row, member) in mesh.members.iter() {
            let place = Place::row(Record::Member, index, row);
            match faces.binary_search(&(member.face as u32)) {
                Ok(_) => {
                    left -= 1;
                    fix = document.locate(place).into_iter().fold(fix, Fix::remove);
                }
                Err(0) => {}
                Err(before) => {
                    let face = (member.face - before as i32).to_string();
                    fix = set_field(fix, document, place.field(fields::member::FACE), face);
                }
            }
        }
        if left < mesh.members.len() {
            let count = Place::object(Record::Mesh, index).field(fields::mesh::FACE_COUNT);
            fix = set_field(fix, document, count, left.to_string());
        }
    }
    use_less(fix, document, faces)
}

/// Lowers the reference counts of vertices by the corners of removed faces. Many programs leave
/// that number at 0.
fn use_less(fix: Fix, document: &Document, faces: &[u32]) -> Fix {
    let Some(binary) = &document.model.binary else { return fix };
    let gone = faces.iter().filter_map(|row| binary.geometry.faces.get(*row as i32));
    let gone = corners(gone, binary.reference_counts.len());
    let all = corners(&binary.geometry.faces.rows, binary.reference_counts.len());
    let counts = binary.reference_counts.iter().zip(all.into_iter().zip(gone)).enumerate();
    // What does not fit a byte begins again at 0; and what was wrong stays so.
    let changed = counts.filter(|(_, (count, (all, gone)))| *gone > 0 && **count == *all as u8);
    changed.fold(fix, |fix, (vertex, (_, (all, gone)))| {
        let place = Place::row(Record::Vertex, SHARED as usize, vertex);
        let place = place.field(fields::vertex::REFERENCE_COUNT);
        set_field(fix, document, place, ((all - gone) as u8).to_string())
    })
}

/// How many corners of faces use each of so many vertices.
fn corners<'m>(faces: impl IntoIterator<Item = &'m Face>, vertices: usize) -> Vec<usize> {
    let mut corners = vec![0; vertices];
    for vertex in faces.into_iter().flat_map(|face| face.vertices) {
        if let Some(corners) = corners.get_mut(vertex as usize) {
            *corners += 1;
        }
    }
    corners
}

/// The mesh that a face of a binary file names as its own.
pub fn group_of(document: &Document, face: usize) -> Option<u8> {
    document.model.binary.as_ref()?.groups.get(face).copied()
}

/// Whether each face of a binary file is in the list of exactly one mesh.
pub fn lists_each_face_once(document: &Document) -> bool {
    let Some(binary) = &document.model.binary else { return false };
    let listed: usize = document.model.meshes.iter().map(|mesh| mesh.members.len()).sum();
    listed == binary.owners.len() && !binary.owners.contains(&ABSENT)
}

/// The meshes that the faces of a binary file name.
pub fn named_groups(document: &Document) -> [bool; 256] {
    let faces = document.model.binary.as_ref().map_or(0, |binary| binary.geometry.faces.len());
    let mut named = [false; 256];
    (0..faces).filter_map(|face| group_of(document, face)).for_each(|group| named[usize::from(group)] = true);
    named
}

/// Updates the mesh indices of faces when some meshes are removed. An index of a missing mesh stays as it is.
pub fn renumber_groups(fix: Fix, document: &Document, gone: &[u32]) -> Fix {
    let Some(binary) = &document.model.binary else { return fix };
    let is_there = |group: &u8| usize::from(*group) < document.model.meshes.len();
    (0..binary.geometry.faces.len()).fold(fix, |fix, face| {
        let Some(group) = group_of(document, face).filter(is_there) else { return fix };
        match gone.partition_point(|mesh| *mesh < u32::from(group)) {
            0 => fix,
            before => {
                let place = Place::row(Record::Face, SHARED as usize, face).field(fields::face::GROUP);
                set_field(fix, document, place, (usize::from(group) - before).to_string())
            }
        }
    })
}

/// The texture coordinates of the corners of a face of a binary file, in the order of their fields: u of each
/// corner, then v.
pub fn corner_uvs(document: &Document, face: usize) -> [f32; 6] {
    let uvs = |binary: &Binary| binary.uvs.get(face).copied();
    document.model.binary.as_deref().and_then(uvs).unwrap_or_default()
}

/// Moves the extras of vertices and bones along when bones get another order. `new_index` gives the new index
/// of each bone.
pub fn move_bone_extras(fix: Fix, document: &Document, new_index: &[usize]) -> Fix {
    let Some(binary) = &document.model.binary else { return fix };
    let mut fix = fix;
    for (row, extra) in binary.vertex_extras.iter() {
        for (bone, field) in extra.bones.into_iter().zip(fields::vertex_extra::BONES) {
            if let Some(new) = new_index.get(bone as usize).filter(|new| **new != bone as usize) {
                let place = Place::row(Record::VertexExtra, 0, row).field(field);
                fix = set_field(fix, document, place, new.to_string());
            }
        }
    }
    let span = |bone: usize| document.locate(Place::object(Record::BoneExtra, bone));
    for (old, new) in new_index.iter().enumerate().filter(|(old, new)| old != *new) {
        if let (Some(from), Some(to)) = (span(old), span(*new)) {
            fix = fix.replace(to, document.bytes(from));
        }
    }
    fix
}

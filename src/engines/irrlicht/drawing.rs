//! What the program draws otherwise: faces, meshes and materials.

use super::buffers::Buffers;
use super::reading::IrrlichtFile;
use crate::diagnostics::effect::EffectCause;
use crate::diagnostics::group::Group;
use crate::engines::records::{RawMesh, f32_of, face_vertices, text};
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{FACE, MATERIAL, MESH, PATH_WIDTH, offset, width};
use crate::layout::fields::{face, material, mesh};

/// What the program draws otherwise than the file says.
pub(super) fn oddities(file: &IrrlichtFile) -> Vec<Oddity> {
    let mut found = Vec::new();
    found.extend(wrong_vertices(file));
    found.extend(full_buffers(file));
    if !is_in_order(file) {
        faces(file, &mut found);
    }
    meshes(file, &mut found);
    materials(file, &mut found);
    found
}

/// Where the record of a face is.
fn place(file: &IrrlichtFile, face: usize) -> usize {
    file.faces.at + face * width(FACE)
}

/// Faces with vertices that do not exist, whose bytes are something else in the file.
fn wrong_vertices(file: &IrrlichtFile) -> Option<Oddity> {
    let mut tally = OddityTally::default();
    for (index, record) in file.face_records().enumerate() {
        if face_vertices(record).iter().any(|vertex| *vertex >= file.vertices.count) {
            tally.add(place(file, index) + offset(FACE, face::VERTICES[0]));
        }
    }
    tally.oddity(OddityKind::Misreads, "face", |faces| {
        format!("takes other bytes of the file for vertices of {faces}, which do not exist")
    })
}

/// Faces that use a vertex whose number in its buffer does not fit into 16 bits.
fn full_buffers(file: &IrrlichtFile) -> Option<Oddity> {
    const ROOM: usize = 1 << 16;
    if file.faces.count * 3 <= ROOM {
        return None;
    }
    let buffers = Buffers::of(file);
    let mut tally = OddityTally::default();
    for (index, places) in buffers.places.iter().enumerate() {
        if places.iter().any(|place| *place >= ROOM) {
            tally.add(place(file, index));
        }
    }
    tally.oddity(OddityKind::Misreads, "face", |faces| {
        format!(
            "draws {faces} with wrong vertices, as a material has more than the 65,536 that it can tell apart"
        )
    })
}

/// Whether the faces are in the order in which the meshes list them, each once, and name that mesh: then nothing is
/// wrong with them.
fn is_in_order(file: &IrrlichtFile) -> bool {
    let mut next = 0;
    for (number, mesh) in file.meshes.iter().enumerate() {
        for index in mesh.faces() {
            if usize::from(index) != next || next >= file.faces.count {
                return false;
            }
            if usize::from(file.face(next)[offset(FACE, face::GROUP)]) != number {
                return false;
            }
            next += 1;
        }
    }
    next == file.faces.count
}

/// The buffer that gets the faces of a mesh: the first one if there is none of that number.
fn drawn_with(file: &IrrlichtFile, mesh: &RawMesh) -> usize {
    Some(file.buffer_of(mesh)).filter(|buffer| *buffer < file.buffer_count()).unwrap_or(0)
}

/// The faces that come after faces of a later mesh.
fn misplaced(file: &IrrlichtFile) -> Vec<usize> {
    let mut owners = vec![None; file.faces.count];
    for (number, mesh) in file.meshes.iter().enumerate() {
        for index in mesh.faces() {
            if let Some(owner) = owners.get_mut(usize::from(index)) {
                owner.get_or_insert(number);
            }
        }
    }
    let mut last = 0;
    let is_behind = |(_, owner): &(usize, Option<usize>)| {
        let is_behind = owner.is_some_and(|owner| owner < last);
        last = last.max(owner.unwrap_or(0));
        is_behind
    };
    owners.into_iter().enumerate().filter(is_behind).map(|(index, _)| index).collect()
}

/// Faces that come elsewhere, are lost, or are drawn although no mesh lists them.
fn faces(file: &IrrlichtFile, found: &mut Vec<Oddity>) {
    // The buffer of the first mesh that lists a face.
    let mut listed = vec![None; file.faces.count];
    for mesh in &file.meshes {
        for index in mesh.faces() {
            if let Some(listed) = listed.get_mut(usize::from(index)) {
                listed.get_or_insert(drawn_with(file, mesh));
            }
        }
    }
    let mut taking = file.meshes.iter().flat_map(|mesh| mesh.faces().map(|_| drawn_with(file, mesh)));
    let mut tallies: [OddityTally; 5] = Default::default();
    for (index, listed) in listed.into_iter().enumerate() {
        let group = usize::from(file.face(index)[offset(FACE, face::GROUP)]);
        let own = file.meshes.get(group).map(|mesh| file.buffer_of(mesh));
        let at = place(file, index);
        match (taking.next(), listed) {
            (taken @ Some(_), _) if own != taken && listed == taken => {
                tallies[0].add(at + offset(FACE, face::GROUP));
            }
            (taken @ Some(_), _) if own != taken => tallies[1].add(at),
            (Some(taken), Some(listed)) if taken != listed => tallies[2].add(at),
            (None, _) => tallies[3].add(at),
            (Some(_), None) => tallies[4].add(at),
            _ => {}
        }
    }
    let mut behind = OddityTally::default();
    let last = file.meshes.iter().rfind(|mesh| mesh.faces().len() > 0);
    taking.for_each(|_| behind.add(last.map_or(0, |mesh| mesh.at + offset(MESH, mesh::FACE_COUNT))));
    let misplaced: Vec<_> = misplaced(file).into_iter().map(|index| place(file, index)).collect();
    if !misplaced.is_empty() {
        tallies[1..=2].iter_mut().for_each(|tally| tally.start_at(&misplaced));
    }
    let [misnamed, broken, other, lost, surplus] = tallies;
    use OddityKind::{Drops, Misreads};
    let mut add = |tally: OddityTally, kind, what: &str, says: &str| {
        found.extend(tally.oddity(kind, "face", |faces| format!("{what} {faces} {says}")));
    };
    let order = "as faces are not in the order of the meshes";
    add(misnamed, Misreads, "draws", "with vertices of another material, as they name another mesh");
    add(broken, Misreads, "draws", &format!("with vertices of another material, {order}"));
    add(other, Misreads, "draws", &format!("with another material, {order}"));
    add(lost, Drops, "does not draw", "after the first ones, as meshes list fewer than there are");
    add(surplus, Misreads, "draws", "that no mesh lists");
    add(behind, Misreads, "draws", "of random vertices, as meshes list more than there are");
}

/// Meshes that become one, and those without a material.
fn meshes(file: &IrrlichtFile, found: &mut Vec<Oddity>) {
    let mut is_used = vec![false; file.buffer_count()];
    let (mut drawn, mut buffers, mut joined) = (0, 0, None);
    let mut bare = OddityTally::default();
    for mesh in file.meshes.iter().filter(|mesh| mesh.faces().len() > 0) {
        drawn += 1;
        let is_used = &mut is_used[drawn_with(file, mesh)];
        if std::mem::replace(is_used, true) {
            // Its material, which is at its end, is why.
            joined.get_or_insert(mesh.at + mesh.head.len() + mesh.members.len());
        } else {
            buffers += 1;
        }
        if file.materials.count > 0 && mesh.material == -1 {
            bare.add(mesh.at + mesh.head.len() + mesh.members.len());
        }
    }
    if let Some(at) = joined {
        let says = format!("joins {drawn} meshes to {buffers}, one for each material");
        found.push(Oddity::new(OddityKind::Drops, at as u32, says));
    }
    found.extend(bare.oddity(OddityKind::Misreads, "mesh", |meshes| {
        format!("draws {meshes} without a material with the first one")
    }));
}

/// Materials that are drawn otherwise.
fn materials(file: &IrrlichtFile, found: &mut Vec<Oddity>) {
    let mut is_used = vec![false; file.materials.count];
    for mesh in file.meshes.iter().filter(|mesh| mesh.faces().len() > 0) {
        if let Some(is_used) = is_used.get_mut(drawn_with(file, mesh)) {
            *is_used = true;
        }
    }
    let (mut opaque, mut moved) = (OddityTally::default(), OddityTally::default());
    for index in (0..file.materials.count).filter(|index| is_used[*index]) {
        let record = file.material(index);
        let path = |field| text(&record[offset(MATERIAL, field)..][..PATH_WIDTH]);
        let at = |field| file.materials.at + index * width(MATERIAL) + offset(MATERIAL, field);
        if f32_of(record, MATERIAL, material::TRANSPARENCY) < 1.0 {
            opaque.add(at(material::TRANSPARENCY));
        } else if !path(material::ALPHA_MAP).trim_ascii().is_empty() {
            opaque.add(at(material::ALPHA_MAP));
        }
        for field in [material::TEXTURE, material::ALPHA_MAP] {
            let path = path(field);
            let folders = path.strip_prefix(b"./").or(path.strip_prefix(b".\\")).unwrap_or(path);
            if memchr::memchr2(b'/', b'\\', folders).is_some() {
                moved.add(at(field));
            }
        }
    }
    let opaque =
        opaque.oddity(OddityKind::Drops, "material", |materials| format!("draws {materials} opaque"));
    let moved = moved.oddity(OddityKind::Misreads, "texture", |textures| {
        format!("looks for {textures} beside the model, not in the folder of the path")
    });
    found.extend(
        [opaque, moved]
            .into_iter()
            .flatten()
            .map(|oddity| oddity.about(EffectCause::Group(Group::Materials))),
    );
}

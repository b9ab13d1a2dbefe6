//! A face of a binary file that no mesh lists, that several list, or that names another mesh than lists it.

use crate::diagnostics::prelude::*;
use crate::document::describe::describe;
use crate::fix::renumber::group_of;
use crate::model::place::SHARED;
use crate::model::{ABSENT, Binary};

pub(super) static RULE: Rule = Rule {
    name: "group-membership",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix where only the mesh that the face names is wrong", &[Aspect::FaceGroups]),
    summary: "A face that is in no mesh or in several, or that names another mesh than lists it",
    page: page!("group-membership"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(binary) = document.model.binary.as_ref().filter(|_| !document.is_truncated()) else { return };
    if is_sound(document, binary) {
        return;
    }
    let is_repeated = lists(document, binary, findings);
    for (index, owner) in binary.owners.iter().enumerate() {
        let place = Place::row(Record::Face, SHARED as usize, index);
        if *owner == ABSENT {
            findings.add(place, || {
                Draft::new("no mesh lists this face")
                    .label("in no mesh")
                    .help("list it in a mesh, or delete it")
            });
        } else if !is_repeated[index] {
            copy(document, findings, place.field(fields::face::GROUP), *owner);
        }
    }
}

/// Whether each face is listed once, by the mesh that it names.
fn is_sound(document: &Document, binary: &Binary) -> bool {
    let listed: usize = document.model.meshes.iter().map(|mesh| mesh.members.len()).sum();
    let is_named = |(owner, group): (&u32, &u8)| *owner == u32::from(*group);
    // As many are listed as there are, and none is missing: so none is listed twice.
    listed == binary.owners.len() && binary.owners.iter().zip(&binary.groups).all(is_named)
}

/// Checks the lists of the meshes. Returns which faces are listed more than once.
fn lists(document: &Document, binary: &Binary, findings: &mut Sink) -> Vec<bool> {
    let count = binary.owners.len();
    let (mut is_listed, mut is_repeated) = (vec![false; count], vec![false; count]);
    for (mesh, members) in document.model.meshes.iter().map(|mesh| &mesh.members).enumerate() {
        for (row, member) in members.iter() {
            let place = Place::row(Record::Member, mesh, row).field(fields::member::FACE);
            let face = member.face as usize;
            if face >= count {
                findings.add(place, || {
                    let (faces, range) = (counted(count, "face"), index_range(count));
                    Draft::new(format!("no face {face}: the file has {faces}{range}"))
                        .label("no such face")
                        .help("list a face of this file, or one face less")
                });
            } else if std::mem::replace(&mut is_listed[face], true) {
                is_repeated[face] = true;
                let owner = binary.owners[face] as usize;
                findings.add(place, || {
                    let first = describe(document, Place::object(Record::Mesh, owner));
                    let message = match owner == mesh {
                        true => format!("face {face} is in this mesh twice"),
                        false => format!("face {face} is in this mesh too, besides {first}"),
                    };
                    Draft::new(message).label("listed again").help("list each face once")
                });
            }
        }
    }
    is_repeated
}

/// Compares the mesh that a face names with the one that lists it.
fn copy(document: &Document, findings: &mut Sink, place: Place, owner: u32) {
    let Some(group) = group_of(document, place.row as usize) else { return };
    // Beyond 255 meshes no byte can name them.
    if u32::from(group) == owner || owner > u32::from(u8::MAX) {
        return;
    }
    findings.add(place, || {
        let lists = describe(document, Place::object(Record::Mesh, owner as usize));
        let fix = Fix::safe(format!("write {owner}, the index of that mesh"));
        Draft::new(format!("the face says that it is in mesh {group}, but {lists} lists it"))
            .label("another mesh")
            .fix(set_field(fix, document, place, owner.to_string()))
    });
}

//! Faces of a binary file that are not in the order of their meshes.

use crate::diagnostics::prelude::*;
use crate::document::describe::describe;
use crate::fix::renumber::lists_each_face_once;
use crate::model::Binary;
use crate::model::place::SHARED;

pub(super) static RULE: Rule = Rule {
    name: "triangles-out-of-group-order",
    group: Group::Binary,
    severity: Severity::Info,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Safe(&[Aspect::FaceOrder]),
    summary: "Faces that are not in the order of their meshes",
    page: page!("triangles-out-of-group-order"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(binary) = &document.model.binary else { return };
    // That a face is in no mesh or in several is worse.
    if binary.owners.is_sorted() || !lists_each_face_once(document) {
        return;
    }
    let table_edits = findings.table_edits();
    let behind = faces_behind(&binary.owners);
    let mut fix = Shared::new(|| Some(sort(document, binary, table_edits).of_places(behind.len())));
    for (face, last) in &behind {
        findings.add(Place::row(Record::Face, SHARED as usize, *face), || {
            let last = describe(document, Place::object(Record::Mesh, *last as usize));
            Draft::new(format!("the face comes after faces of {last}, a later mesh"))
                .label("not with its mesh")
                .fix(fix.share())
        });
    }
}

/// The faces that come after one of a later mesh, each with the last mesh before it.
fn faces_behind(owners: &[u32]) -> Vec<(usize, u32)> {
    let mut last = 0;
    let mut behind = Vec::new();
    for (face, owner) in owners.iter().enumerate() {
        last = last.max(*owner);
        if *owner < last {
            behind.push((face, last));
        }
    }
    behind
}

/// Sorts the faces by their meshes; those of one mesh keep their order. The lists of the meshes name them by
/// their new indices.
fn sort(document: &Document, binary: &Binary, table_edits: bool) -> Fix {
    let fix = Fix::safe("sort the faces by their meshes, and list them by their new indices");
    if !table_edits {
        return fix;
    }
    let mut order: Vec<usize> = (0..binary.owners.len()).collect();
    order.sort_by_key(|face| binary.owners[*face]);
    let mut new_index = vec![0u16; order.len()];
    for (new, old) in order.iter().enumerate() {
        new_index[*old] = new as u16;
    }
    let row = |face: usize| document.locate(Place::row(Record::Face, SHARED as usize, face));
    let rows = order.iter().filter_map(|face| row(*face)).flat_map(|span| document.bytes(span).to_vec());
    let faces = &binary.geometry.faces;
    let start = faces.rows.first().map_or(faces.end, |face| face.at);
    let fix = fix.replace(Span { start, end: faces.end }, rows.collect::<Vec<u8>>());
    let lists = document.model.meshes.iter().map(|mesh| &mesh.members);
    lists.filter(|members| !members.is_empty()).fold(fix, |fix, members| {
        let start = members.rows[0].at;
        let new = members.rows.iter().flat_map(|member| new_index[member.face as usize].to_le_bytes());
        fix.replace(Span { start, end: members.end }, new.collect::<Vec<u8>>())
    })
}

//! A mesh with faces and without normals.

use crate::diagnostics::prelude::*;
use crate::model::Mesh;
use crate::model::face_directions::vertex_areas;
use crate::model::vector::unit;
use crate::parse::ascii::number_format::rounded;

pub(super) static RULE: Rule = Rule {
    name: "missing-normals",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Normals, Aspect::Counts]),
    summary: "A mesh with faces and without any normal",
    page: page!("missing-normals"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        // Where rows are lost or too many, that is what is wrong.
        let is_whole = mesh.geometry.vertices.is_whole()
            && mesh.geometry.normals.is_whole()
            && mesh.geometry.faces.is_whole();
        let lacks_normals = mesh.geometry.normals.is_empty()
            && !mesh.geometry.faces.is_empty()
            && !mesh.geometry.vertices.is_empty();
        if !is_whole || !lacks_normals {
            continue;
        }
        let place = Place::object(Record::Mesh, index).field(fields::mesh::NORMAL_COUNT);
        findings.add(place, || {
            let faces = counted(mesh.geometry.faces.len(), "face");
            Draft::new(format!("{faces}, but no normal for them")).label("no normals").fix(computed(
                document,
                index,
                mesh,
                table_edits,
            ))
        });
    }
}

/// One normal for each vertex, and the corners of the faces that use it.
fn computed(document: &Document, index: usize, mesh: &Mesh, table_edits: bool) -> Fix {
    let fix = Fix::unsafe_fix("compute a smooth normal for each vertex");
    if !table_edits {
        return fix;
    }
    let place = Place::object(Record::Mesh, index);
    let count = mesh.geometry.vertices.len();
    let mut fix = set_field(fix, document, place.field(fields::mesh::NORMAL_COUNT), count.to_string());
    let mut rows = Vec::new();
    for area in vertex_areas(&mesh.geometry) {
        let parts = unit(area).unwrap_or([0.0, 1.0, 0.0]).map(rounded);
        rows.extend_from_slice(parts.join(" ").as_bytes());
        rows.extend_from_slice(document.line_ending());
    }
    fix = fix.insert(mesh.geometry.normals.end, rows);
    for (row, face) in mesh.geometry.faces.iter() {
        for (vertex, number) in face.vertices.into_iter().zip(fields::face::NORMAL_INDICES) {
            // What is no vertex has no normal of its own.
            let normal = if (vertex as usize) < count { vertex } else { 0 };
            let place = Place::row(Record::Face, index, row).field(number);
            fix = set_field(fix, document, place, normal.to_string());
        }
    }
    fix
}

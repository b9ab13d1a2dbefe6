//! A vertex that no face uses.

use crate::diagnostics::prelude::*;
use crate::document::describe::whole;
use crate::fix::edits::remove_rows;
use crate::model::Geometry;

pub(super) static RULE: Rule = Rule {
    name: "unused-vertex",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Vertices, Aspect::Counts]),
    summary: "A vertex that no face uses",
    page: page!("unused-vertex"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    for (mesh_index, geometry, row_stats) in document.geometries() {
        // A face that is missing, unreadable or wrong may mean any vertex; and a mesh without faces is empty.
        let is_right = (row_stats.vertex as usize) < geometry.vertices.len();
        if geometry.faces.is_empty()
            || !row_stats.uses.contains(&0)
            || !geometry.faces.is_whole()
            || !geometry.vertices.is_whole()
            || !is_right
        {
            continue;
        }
        let uses = row_stats.uses.iter().enumerate();
        let unused: Vec<u32> =
            uses.filter(|(_, uses)| **uses == 0).map(|(vertex, _)| vertex as u32).collect();
        for (number, vertex) in unused.iter().enumerate() {
            findings.add(Place::row(Record::Vertex, mesh_index, *vertex as usize), || {
                Draft::new("no face uses the vertex: it is stored and sent to the graphics card for nothing")
                    .label("unused")
                    .help("delete it, and reduce the indices of later vertices in the faces by one")
                    .fix((number == 0).then(|| deleted(document, mesh_index, geometry, &unused, table_edits)))
            });
        }
    }
}

/// Removes these vertices, and renumbers the later ones in the faces.
fn deleted(
    document: &Document,
    mesh_index: usize,
    geometry: &Geometry,
    unused: &[u32],
    table_edits: bool,
) -> Fix {
    let what = match unused.len() {
        1 => "it".to_string(),
        _ => format!("all unused vertices of this {}", whole(document)),
    };
    let title = format!("delete {what}, and renumber the vertices in the faces");
    let fix = Fix::unsafe_fix(title).of_places(unused.len());
    if !table_edits {
        return fix;
    }
    let table = Place::object(Record::Vertex, mesh_index);
    let mut fix = remove_rows(fix, document, table, unused, geometry.vertices.len());
    for (row, face) in geometry.faces.iter() {
        for (vertex, number) in face.vertices.into_iter().zip(fields::face::VERTICES) {
            let gone = unused.partition_point(|unused| (*unused as i32) < vertex);
            if gone > 0 {
                let place = Place::row(Record::Face, mesh_index, row).field(number);
                fix = set_field(fix, document, place, (vertex - gone as i32).to_string());
            }
        }
    }
    fix
}

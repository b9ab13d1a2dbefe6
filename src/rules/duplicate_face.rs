//! A face with the corners of an earlier face of its mesh.

use crate::diagnostics::prelude::*;
use crate::document::describe::whole;
use crate::fix::edits::remove_rows;
use crate::model::Geometry;
use crate::model::number_table::{NumberTable, mixed, odd_number};
use crate::model::row_stats::from_least;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-face",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Topics(&[Topic::RepeatedVertices]),
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Counts]),
    summary: "A face that is in its mesh twice",
    page: page!("duplicate-face"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    for (object, geometry, row_stats) in document.geometries() {
        // Where rows are lost or too many, that is what is wrong.
        if !geometry.faces.is_whole() || row_stats.are_distinct {
            continue;
        }
        let copies = copies(geometry, |face| mesh_of(document, face));
        let deleted = || {
            let rows: Vec<u32> = copies.iter().map(|(copy, _)| *copy as u32).collect();
            let title = match rows.len() {
                1 => "delete it".to_string(),
                _ => format!("delete all copies in this {}", whole(document)),
            };
            let table = Place::object(Record::Face, object);
            let fix = Fix::unsafe_fix(title).of_places(rows.len());
            if table_edits { remove_rows(fix, document, table, &rows, geometry.faces.len()) } else { fix }
        };
        for (number, (copy, original)) in copies.iter().enumerate() {
            let place = Place::row(Record::Face, object, *copy);
            findings.add(place, || {
                let first = Place::row(Record::Face, object, *original);
                Draft::new(format!("the same face as face {original}: it is drawn twice"))
                    .label("the same again")
                    .also(document.locate(first), "first here")
                    .help("delete it")
                    .fix((number == 0).then(deleted))
            });
        }
    }
}

/// The mesh of a face that meshes share; 0 in a text file, where only the faces of one mesh are compared.
fn mesh_of(document: &Document, face: usize) -> u32 {
    document.model.binary.as_ref().map_or(0, |binary| binary.owners[face])
}

/// The faces with the corners of an earlier face of their mesh, in the same order round; each with the first such.
fn copies(geometry: &Geometry, mesh_of: impl Fn(usize) -> u32) -> Vec<(usize, usize)> {
    let face_at = |index: u32| (mesh_of(index as usize), from_least(geometry.faces.rows[index as usize].vertices));
    let (mut known, odd) = (NumberTable::new(geometry.faces.len()), odd_number());
    let mut copies = Vec::new();
    for (index, _) in geometry.faces.iter() {
        let (mesh, corners) = face_at(index as u32);
        let [a, b, c] = corners;
        // A face that names a vertex twice is not drawn, so it does not matter how often it is there.
        if a == b || b == c || c == a {
            continue;
        }
        let mixed = mixed(odd, [a as u32, b as u32, c as u32, mesh]);
        let same = known.find_or_add(mixed, index as u32, |earlier| face_at(earlier) == (mesh, corners));
        copies.extend(same.map(|original| (index, original as usize)));
    }
    copies
}

//! A face without area: a repeated corner, two corners at one point, or all three on one line.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::diagnostics::prelude::*;
use crate::document::describe::whole;
use crate::fix::edits::remove_rows;
use crate::model::vector::is_flat;
use crate::model::{Face, Geometry, VisibleMesh};

pub(super) static RULE: Rule = Rule {
    name: "degenerate-face",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Topics(&[Topic::RepeatedVertices]),
    fix: FixKind::Depends("unsafe fix where the counts are right", &[Aspect::Faces, Aspect::Counts]),
    summary: "A face without area",
    page: page!("degenerate-face"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    // Where all faces of a mesh are without area, `undrawn-mesh` says so.
    let of_flat_meshes = LazyCell::new(|| faces_of_flat_meshes(document));
    for (object, geometry, row_stats) in document.geometries() {
        if row_stats.have_areas {
            continue;
        }
        let flat =
            geometry.faces.iter().filter_map(|(index, face)| Some((index, degenerate(geometry, face)?)));
        let flat = flat.filter(|(index, _)| !of_flat_meshes.contains(&(object, *index)));
        let flat: Vec<(usize, Why)> = flat.collect();
        let deleted = || {
            let rows: Vec<u32> = flat.iter().map(|(index, _)| *index as u32).collect();
            let title = match rows.len() {
                1 => "delete it, unless its corners hang on different bones".to_string(),
                _ => format!(
                    "delete all such faces of this {}, unless their corners hang on different bones",
                    whole(document)
                ),
            };
            let table = Place::object(Record::Face, object);
            let fix = Fix::unsafe_fix(title).of_places(rows.len());
            // With a wrong number of vertices, the faces may be meant to have others.
            let is_counted = geometry.faces.declared == Some(geometry.faces.len() as u32)
                && geometry.vertices.declared == Some(geometry.vertices.len() as u32);
            let edits = || remove_rows(fix.clone(), document, table, &rows, geometry.faces.len());
            is_counted.then(|| if table_edits { edits() } else { fix.clone() })
        };
        let mut fix = Shared::new(deleted);
        for (index, why) in &flat {
            findings.add(Place::row(Record::Face, object, *index), || {
                let message = match why {
                    Why::Repeated(vertex) => format!("the face has no area: it uses vertex {vertex} twice"),
                    Why::Coincident(a, b) => {
                        format!("the face has no area: its vertices {a} and {b} are at the same point")
                    }
                    Why::Collinear => "the face has no area: its corners lie on one line".to_string(),
                };
                Draft::new(message)
                    .label("no area")
                    .help("delete the face, unless its corners hang on different bones")
                    .fix(fix.share())
            });
        }
    }
}

/// The faces of meshes of which no face has an area, each by the object that has it and its row.
fn faces_of_flat_meshes(document: &Document) -> BTreeSet<(usize, usize)> {
    let flat = document.model.shapes().filter(VisibleMesh::is_flat);
    let rows = flat.flat_map(|shape| {
        let rows: Vec<usize> = shape.faces().map(|(row, _)| row).collect();
        rows.into_iter().map(move |row| (shape.object, row))
    });
    rows.collect()
}

/// Why a face has no area.
enum Why {
    Repeated(i32),
    Coincident(i32, i32),
    Collinear,
}

fn degenerate(geometry: &Geometry, face: &Face) -> Option<Why> {
    let [a, b, c] = face.vertices;
    // A negative index is larger than any count.
    let corner = |index: i32| geometry.vertices.rows.get(index as usize).map(|vertex| vertex.position);
    let (p, q, r) = (corner(a)?, corner(b)?, corner(c)?);
    let are_readable = || face.vertices.into_iter().all(|index| geometry.vertices.get(index).is_some());
    if !is_flat(p, q, r) || !are_readable() {
        return None;
    }
    let why = if a == b || a == c {
        Why::Repeated(a)
    } else if b == c {
        Why::Repeated(b)
    } else if p == q {
        Why::Coincident(a, b)
    } else if q == r {
        Why::Coincident(b, c)
    } else if p == r {
        Why::Coincident(a, c)
    } else {
        Why::Collinear
    };
    Some(why)
}

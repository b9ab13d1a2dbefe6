//! A mesh whose faces are wound against their normals.

use std::collections::BTreeSet;

use crate::base::display::number;
use crate::diagnostics::prelude::*;
use crate::fix::edits::turn_face;
use crate::model::face_directions::along_normals;
use crate::model::{Face, Geometry, VisibleMesh};

pub(super) static RULE: Rule = Rule {
    name: "inverted-winding",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Vertices, Aspect::Normals]),
    summary: "A mesh whose faces run against their normals",
    page: page!("inverted-winding"),
    check,
};

/// Of so many faces, spread over the mesh, at least half run against their normals before all are
/// looked at.
const SAMPLE: usize = 16;

fn check(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    for (index, shape) in document.model.shapes().enumerate() {
        let step = (shape.face_count() / SAMPLE).max(1);
        let spread = (0..shape.face_count()).step_by(step);
        let sample = count(shape.geometry, spread.filter_map(|number| shape.face(number)));
        if sample.against < sample.along {
            continue;
        }
        let all = count(shape.geometry, shape.faces());
        if all.against < LEAST_FACES || all.against < 9 * all.along {
            continue;
        }
        findings.add(Place::object(Record::Mesh, index), || {
            let (against, judged) = (number(all.against), counted(all.against + all.along, "face"));
            Draft::new(format!("{against} of {judged} look the other way than their normals: where only the front of faces is drawn, the inside is seen"))
                .label("inside out, or lit from behind")
                .fix(turned(document, &shape, table_edits))
        });
    }
}

/// Fewer faces than this may be drawn so on purpose.
const LEAST_FACES: usize = 2;

/// How many faces run along their normals, and how many against them.
#[derive(Default)]
struct Count {
    along: usize,
    against: usize,
}

fn count(geometry: &Geometry, faces: impl Iterator<Item = (usize, Face)>) -> Count {
    let mut count = Count::default();
    for along in faces.filter_map(|(_, face)| along_normals(geometry, &face)) {
        if along > 0.0 { count.along += 1 } else { count.against += 1 }
    }
    count
}

/// The second and the third corner change places, in every face that runs against its normals.
fn turned(document: &Document, shape: &VisibleMesh, table_edits: bool) -> Fix {
    let fix = Fix::unsafe_fix("swap two corners of each of these faces");
    let is_wrong = |(_, face): &(usize, Face)| along_normals(shape.geometry, face).is_some_and(|along| along < 0.0);
    // A mesh of a binary file may list a face twice.
    let rows: BTreeSet<usize> =
        shape.faces().filter(|_| table_edits).filter(is_wrong).map(|(row, _)| row).collect();
    let turn = |fix, row| turn_face(fix, document, Place::row(Record::Face, shape.object, row));
    rows.into_iter().fold(fix, turn)
}

//! A vertex of a binary file with a wrong count of the face corners that use it.

use crate::diagnostics::prelude::*;
use crate::model::place::SHARED;

pub(super) static RULE: Rule = Rule {
    name: "reference-count-wrong",
    group: Group::Binary,
    severity: Severity::Hint,
    formats: Formats::Binary,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "A vertex that does not say how many corners of faces use it",
    page: page!("reference-count-wrong"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(binary) = &document.model.binary else { return };
    let Some((_, geometry, row_stats)) = document.geometries().next() else { return };
    if !(geometry.vertices.is_whole() && geometry.faces.is_whole()) {
        return;
    }
    let uses = row_stats.uses.iter().copied();
    for (index, (corners, found)) in uses.zip(binary.reference_counts.iter().copied()).enumerate() {
        // What does not fit a byte begins again at 0.
        let expected = corners as u8;
        if found == expected {
            continue;
        }
        let vertex = Place::row(Record::Vertex, SHARED as usize, index);
        let place = vertex.field(fields::vertex::REFERENCE_COUNT);
        findings.add(place, || {
            let fix = Fix::safe(format!("write {expected}"));
            Draft::new(format!(
                "{} of faces use the vertex, which says {found}",
                counted(corners as usize, "corner")
            ))
            .label("another count")
            .fix(set_field(fix, document, place, expected.to_string()))
        });
    }
}

//! A texture coordinate outside 0 to 1.

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::model::place::SHARED;

pub(super) static RULE: Rule = Rule {
    name: "uv-out-of-range",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A texture coordinate outside 0 to 1",
    page: page!("uv-out-of-range"),
    check,
};

/// Exporters round, and a texture has no pixel as small as this.
const TOLERANCE: f32 = 0.001;

fn check(document: &Document, findings: &mut Sink) {
    let [least, greatest] = findings.limits().uv;
    let is_outside = |part: f32| part < least - TOLERANCE || part > greatest + TOLERANCE;
    let outside = || format!("outside {} to {}", float(least), float(greatest));
    let mut look = |place: Place, part: f32| {
        if part.is_finite() && is_outside(part) {
            findings.add(place, || {
                Draft::new(format!(
                    "the texture coordinate {} is {}: the texture is repeated, or its edge pixels are",
                    float(part),
                    outside()
                ))
                .label(outside())
                .help("leave it if the texture is meant to be repeated")
            });
        }
    };
    // In a binary file they belong to the corners of faces.
    if let Some(binary) = &document.model.binary {
        for (row, uvs) in binary.uvs.iter().enumerate() {
            let place = Place::row(Record::Face, SHARED as usize, row);
            let fields = [fields::face::U, fields::face::V].into_iter().flatten();
            fields.zip(*uvs).for_each(|(field, part)| look(place.field(field), part));
        }
        return;
    }
    for (object, geometry, row_stats) in document.geometries() {
        if row_stats.uv.into_iter().any(is_outside) {
            for (index, vertex) in geometry.vertices.iter() {
                let place = Place::row(Record::Vertex, object, index);
                let fields = [fields::vertex::U, fields::vertex::V];
                fields.into_iter().zip(vertex.uv).for_each(|(field, part)| look(place.field(field), part));
            }
        }
    }
}

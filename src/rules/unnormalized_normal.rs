//! A normal whose length is not 1.

use crate::diagnostics::prelude::*;
use crate::fix::fields::set_normal;
use crate::model::vector::{dot, square, unit};

pub(super) static RULE: Rule = Rule {
    name: "unnormalized-normal",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Normals]),
    summary: "A normal whose length is not 1",
    page: page!("unnormalized-normal"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let tolerance = findings.limits().normal_tolerance;
    let is_fine = |square: f32| (square.sqrt() - 1.0).abs() <= tolerance;
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.normals.into_iter().all(is_fine) {
            continue;
        }
        for (index, normal) in geometry.normals.iter() {
            let direction = normal.direction.map(f64::from);
            // A normal without direction is reported by another rule.
            let Some(better) = unit(direction).filter(|_| !is_fine(square(normal.direction))) else {
                continue;
            };
            let place = Place::row(Record::Normal, mesh_index, index);
            let length = dot(direction, direction).sqrt();
            let length_text = || match length {
                0.001..1e6 => format!("{length:.3}"),
                _ => format!("{length:.2e}"),
            };
            findings.add_identified_by(place, None, length_text, || {
                Draft::new(format!(
                    "the normal has length {}, and not 1: the corner may be shaded too {}",
                    length_text(),
                    if length < 1.0 { "dark" } else { "bright" }
                ))
                .label("length is not 1")
                .fix(set_normal(
                    Fix::unsafe_fix("bring it to length 1"),
                    document,
                    place,
                    better,
                ))
            });
        }
    }
}

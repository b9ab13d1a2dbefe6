//! Beyond its edge a texture is repeated.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "uv-out-of-range",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A texture coordinate outside 0 to 1",
    page: include_str!("../../rules/uv-out-of-range.md"),
    check,
};

/// Exporters round, and a texture has no pixel as small as this.
const TOLERANCE: f32 = 0.001;

fn check(document: &Document, findings: &mut Findings) {
    let is_outside = |part: f32| (part - 0.5).abs() > 0.5 + TOLERANCE;
    for (mesh_index, geometry, extremes) in document.geometries() {
        if !extremes.uv.into_iter().any(is_outside) || geometry.vertices.is_empty() {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter() {
            for (part, number) in
                vertex.uv.into_iter().zip(fields::vertex::U..).filter(|(part, _)| is_outside(*part))
            {
                findings.add(Place::row(Record::Vertex, mesh_index, index).field(number), || {
                    Draft::new(format!("the texture coordinate {part} is outside 0 to 1: the texture is repeated, or its edge is"))
                        .label("outside 0 to 1")
                        .help("leave it if the texture is meant to be repeated")
                });
            }
        }
    }
}

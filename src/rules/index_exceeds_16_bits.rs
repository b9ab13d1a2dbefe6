//! Readers keep indices in 16 bits.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "index-exceeds-16-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A face that uses a vertex or a normal beyond 65,535",
    page: include_str!("../../rules/index-exceeds-16-bits.md"),
    check,
};

/// The greatest index that 16 bits hold.
const GREATEST: i32 = 0xFFFF;

fn check(document: &Document, findings: &mut Findings) {
    for (mesh_index, geometry, extremes) in document.geometries() {
        if extremes.vertex.max(extremes.normal) <= GREATEST as u32 {
            continue;
        }
        // What does not exist is another rule's business.
        let exceeds = |index: i32, count: usize| index > GREATEST && (index as usize) < count;
        for (index, face) in geometry.faces.iter() {
            let vertex =
                face.vertices.into_iter().position(|vertex| exceeds(vertex, geometry.vertices.len()));
            let normal = face.normals.into_iter().position(|normal| exceeds(normal, geometry.normals.len()));
            let (noun, target, number) = match (vertex, normal) {
                (Some(corner), _) => ("vertex", face.vertices[corner], fields::face::VERTICES[corner]),
                (None, Some(corner)) => {
                    ("normal", face.normals[corner], fields::face::NORMAL_INDICES[corner])
                }
                (None, None) => continue,
            };
            findings.add(Place::row(Record::Face, mesh_index, index).field(number), || {
                let instead = target & GREATEST;
                Draft::new(format!("{noun} {target}: MilkShape and StepMania keep an index in 16 bits, and take {noun} {instead} instead"))
                    .label("beyond 65535")
                    .help("split the mesh into smaller ones")
            });
        }
    }
}

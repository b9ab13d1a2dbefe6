//! Indices of vertices count from 0 in the vertices of the same mesh.

use crate::document::describe::whole;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::count_place;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::{counted, index_range};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "vertex-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A face that uses a vertex that its mesh does not have",
    page: include_str!("../../rules/vertex-index-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (mesh_index, geometry, extremes) in document.geometries() {
        let count = geometry.vertices.len().saturating_sub(usize::from(cfg!(canary = "smith_is_silent")));
        // As an unsigned number a negative index is larger than any count.
        let exists = |index: i32| (index as u32 as usize) < count;
        // Nearly always all do, which the largest alone tells.
        if (extremes.vertex as usize) < count || geometry.faces.is_empty() {
            continue;
        }
        let (has, range) = (counted(count, "vertex"), index_range(count));
        let whole = whole(document);
        let declared = count_place(document, Place::object(Record::Vertex, mesh_index));
        let declared = declared.and_then(|place| document.locate(place));
        for (index, face) in geometry.faces.iter() {
            for (corner, target) in face.vertices.into_iter().enumerate() {
                if exists(target) {
                    continue;
                }
                let place =
                    Place::row(Record::Face, mesh_index, index).field(fields::face::VERTICES[corner]);
                findings.add(place, || {
                    Draft::new(format!("no vertex {target}: the {whole} has {has}{range}"))
                        .label("no such vertex")
                        .also(declared, format!("{has} here"))
                        .help(format!("use a vertex of this {whole}, or delete the face"))
                });
            }
        }
    }
}

//! Indices of normals count from 0 in the normals of the same mesh.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::count_place;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::{counted, index_range};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "normal-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A face that uses a normal that its mesh does not have",
    page: include_str!("../../rules/normal-index-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (mesh_index, geometry, extremes) in document.geometries() {
        let count = geometry.normals.len();
        // As an unsigned number a negative index is larger than any count.
        let exists = |index: i32| (index as u32 as usize) < count;
        // Nearly always all do, which the largest alone tells.
        let all_exist = (extremes.normal as usize) < count || geometry.faces.is_empty();
        // Where there is no normal at all, that is what is wrong.
        if all_exist || geometry.normals.declared == Some(0) && geometry.normals.is_empty() {
            continue;
        }
        let (has, range) = (counted(count, "normal"), index_range(count));
        let declared = count_place(document, Place::object(Record::Normal, mesh_index));
        let declared = declared.and_then(|place| document.locate(place));
        for (index, face) in geometry.faces.iter() {
            for (corner, target) in face.normals.into_iter().enumerate() {
                if exists(target) {
                    continue;
                }
                let place =
                    Place::row(Record::Face, mesh_index, index).field(fields::face::NORMAL_INDICES[corner]);
                findings.add(place, || {
                    Draft::new(format!("no normal {target}: the mesh has {has}{range}"))
                        .label("no such normal")
                        .also(declared, format!("{has} here"))
                        .help("use a normal of this mesh, or add the missing ones")
                });
            }
        }
    }
}

//! Readers keep the bone of a vertex in 8 bits with a sign.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "bone-index-exceeds-8-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A vertex that hangs on a bone beyond 127",
    page: include_str!("../../rules/bone-index-exceeds-8-bits.md"),
    check,
};

/// The greatest index that 8 bits with a sign hold.
const GREATEST: i32 = 127;

fn check(document: &Document, findings: &mut Findings) {
    // Which bones there are may be told in another file.
    let count = document.model.block(BlockKind::Bones).map(|_| document.model.bones.len());
    for (mesh_index, geometry, extremes) in document.geometries() {
        if extremes.bones[1] <= GREATEST || count.is_some_and(|count| count <= GREATEST as usize) {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter() {
            let bone = vertex.bone;
            // What does not exist is another rule's business. As long as nobody knows, 255 may well be
            // meant for -1, which it becomes.
            let exists = count.map_or(bone != 255, |count| (bone as usize) < count);
            if bone <= GREATEST || !exists {
                continue;
            }
            findings.add(Place::row(Record::Vertex, mesh_index, index).field(fields::vertex::BONE), || {
                let instead = bone as i8;
                Draft::new(format!("bone {bone}: MilkShape and StepMania keep it in 8 bits with a sign, and take {instead} instead"))
                    .label("beyond 127")
                    .help("use at most 128 bones, of which the last is 127")
            });
        }
    }
}

//! -1 means no bone; every other index must exist.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell;
use crate::fix::{Aspect, Fix};
use crate::layout::{BlockKind, Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::{counted, index_range};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "bone-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::VertexBones]),
    summary: "A vertex that hangs on a bone that the model does not have",
    page: include_str!("../../rules/bone-index-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    if document.is_truncated() {
        return;
    }
    // StepMania keeps bones in a file of their own; what is not there cannot be checked.
    let block = document.model.block(BlockKind::Bones);
    let count = document.model.bones.len();
    let is_wrong = |bone: i32| bone < -1 || (block.is_some() && bone >= count as i32);
    for (mesh_index, geometry, extremes) in document.geometries() {
        if !extremes.bones.into_iter().any(is_wrong) {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter() {
            let bone = vertex.bone;
            if !is_wrong(bone) {
                continue;
            }
            let place = Place::row(Record::Vertex, mesh_index, index).field(fields::vertex::BONE);
            findings.add(place, || {
                let fix = respell(Fix::consented("write -1, for no bone"), document, place, "-1");
                let Some((block, _)) = block else {
                    return Draft::new(format!("no bone {bone}: indices start at 0, and -1 is none"))
                        .label("no such bone")
                        .help("write the index of a bone, or -1 for none")
                        .fix(fix);
                };
                let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
                let range = index_range(count);
                Draft::new(format!("no bone {bone}: the model has {}{range}", counted(count, "bone")))
                    .label("no such bone")
                    .also(document.locate(declared), format!("{} here", counted(count, "bone")))
                    .help("use a bone of this model, or -1 for none")
                    .fix(fix)
            });
        }
    }
}

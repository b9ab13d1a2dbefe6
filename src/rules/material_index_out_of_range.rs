//! -1 means no material; every other index must exist.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::{counted, index_range};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "material-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A mesh that uses a material that the model does not have",
    page: include_str!("../../rules/material-index-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    if document.is_truncated() {
        return;
    }
    // StepMania keeps materials in a file of their own; what is not there cannot be checked.
    let count = document.model.materials.len();
    let known = document.model.block(BlockKind::Materials).filter(|_| count > 0 || document.is_binary());
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(material) = mesh.material else { continue };
        if material >= -1 && (known.is_none() || material < count as i32) {
            continue;
        }
        findings.add(Place::object(Record::Mesh, index).field(fields::mesh::MATERIAL), || {
            let Some((block, _)) = known else {
                return Draft::new(format!("no material {material}: indices start at 0, and -1 is none"))
                    .label("no such material")
                    .help("write the index of a material, or -1 for none");
            };
            let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
            let range = index_range(count);
            Draft::new(format!("no material {material}: the model has {}{range}", counted(count, "material")))
                .label("no such material")
                .also(document.locate(declared), format!("{} here", counted(count, "material")))
                .help("use a material of this model, or -1 for none")
        });
    }
}

//! Readers keep the material of a mesh in 8 bits with a sign.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "material-index-exceeds-8-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A mesh that uses a material beyond 127",
    page: include_str!("../../rules/material-index-exceeds-8-bits.md"),
    check,
};

/// The greatest index that 8 bits with a sign hold.
const GREATEST: i32 = 127;

fn check(document: &Document, findings: &mut Findings) {
    // Which materials there are may be told in another file. As long as nobody knows, 255 may well be
    // meant for -1, which it becomes.
    let count = document.model.materials.len();
    let exists = |material: i32| if count == 0 { material != 255 } else { (material as usize) < count };
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(material) = mesh.material.filter(|material| *material > GREATEST && exists(*material))
        else {
            continue;
        };
        findings.add(Place::object(Record::Mesh, index).field(fields::mesh::MATERIAL), || {
            let instead = material as i8;
            Draft::new(format!("material {material}: MilkShape and StepMania keep it in 8 bits with a sign, and take {instead} instead"))
                .label("beyond 127")
                .help("use at most 128 materials, of which the last is 127")
        });
    }
}

//! A direction that points nowhere.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::Record;
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "zero-normal",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A normal of length 0",
    page: include_str!("../../rules/zero-normal.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (mesh_index, mesh) in document.model.meshes.iter().enumerate() {
        for (index, normal) in mesh.normals.iter() {
            if normal.direction == [0.0; 3] {
                findings.add(Place::row(Record::Normal, mesh_index, index), || {
                    Draft::new("the normal has length 0: StepMania divides by it, and shades with the result")
                        .label("points nowhere")
                        .help("let the editor compute the normals again")
                });
            }
        }
    }
}

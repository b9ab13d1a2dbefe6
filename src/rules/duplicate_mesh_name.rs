//! StepMania joins such meshes.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::layout::{Record, fields};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-mesh-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Two meshes of the same name",
    page: include_str!("../../rules/duplicate-mesh-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(name) = mesh.name.filter(|name| !name.is_empty()) else { continue };
        let Some(first) = document.earlier_of_its_name(Record::Mesh, index as u32) else { continue };
        findings.add(Place::object(Record::Mesh, index).field(fields::mesh::NAME), || {
            let earlier = Place::object(Record::Mesh, first as usize).field(fields::mesh::NAME);
            Draft::new(format!("another mesh is called \"{}\" too: StepMania may join the two", show(document, name)))
                .label("the same name again")
                .also(document.locate(earlier), "first here")
                .help("give each mesh a name of its own")
        });
    }
}

//! StepMania joins such meshes.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::fix::rename::{Fault, NewNames};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-mesh-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two meshes of the same name",
    page: include_str!("../../rules/duplicate-mesh-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(name) = mesh.name.filter(|name| !name.is_empty()) else { continue };
        let Some(first) = document.earlier_of_its_name(Record::Mesh, index as u32) else { continue };
        let place = Place::object(Record::Mesh, index).field(fields::mesh::NAME);
        findings.add(place, || {
            let earlier = Place::object(Record::Mesh, first as usize).field(fields::mesh::NAME);
            let who = match document.is_binary() {
                false => "StepMania may join the two",
                true => "who looks it up by name gets the first one",
            };
            Draft::new(format!("another mesh is called \"{}\" too: {who}", show(document, name)))
                .label("the same name again")
                .also(document.locate(earlier), "first here")
                .fix(new.rename(Fault::Duplicate, place))
        });
    }
}

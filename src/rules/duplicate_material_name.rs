//! Meshes name materials by index, so readers do not mind.

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
    name: "duplicate-material-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two materials of the same name",
    page: include_str!("../../rules/duplicate-material-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (index, material) in document.model.materials.iter().enumerate() {
        let Some(name) = material.name.filter(|name| !name.is_empty()) else { continue };
        let Some(first) = document.earlier_of_its_name(Record::Material, index as u32) else { continue };
        let place = Place::object(Record::Material, index).field(fields::material::NAME);
        findings.add(place, || {
            let earlier = Place::object(Record::Material, first as usize).field(fields::material::NAME);
            Draft::new(format!("another material is called \"{}\" too", show(document, name)))
                .label("the same name again")
                .also(document.locate(earlier), "first here")
                .fix(new.rename(Fault::Duplicate, place))
        });
    }
}

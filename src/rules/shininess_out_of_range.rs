//! OpenGL takes 0 to 128.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{Record, fields};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "shininess-out-of-range",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A shininess outside 0 to 128",
    page: include_str!("../../rules/shininess-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let Some(value) = material.shininess.filter(|value| !(0.0..=128.0).contains(value)) else { continue };
        findings.add(Place::object(Record::Material, index).field(fields::material::SHININESS), || {
            Draft::new(format!("the shininess is {value}, outside 0 to 128: OpenGL refuses such a value"))
                .label("outside 0 to 128")
                .help("write a number from 0 to 128")
        });
    }
}

//! OpenGL takes 0 to 128.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell;
use crate::fix::{Aspect, Fix};
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::float;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "shininess-out-of-range",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A shininess outside 0 to 128",
    page: include_str!("../../rules/shininess-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let is_outside = |value: &f32| value.is_finite() && !(0.0..=128.0).contains(value);
        let Some(value) = material.shininess.filter(is_outside) else { continue };
        let place = Place::object(Record::Material, index).field(fields::material::SHININESS);
        findings.add(place, || {
            let nearest = if value < 0.0 { "0.000000" } else { "128.000000" };
            let fix = Fix::consented("write the nearest number from 0 to 128");
            Draft::new(format!(
                "the shininess is {}, outside 0 to 128: OpenGL refuses such a value",
                float(value)
            ))
            .label("outside 0 to 128")
            .fix(respell(fix, document, place, nearest))
        });
    }
}

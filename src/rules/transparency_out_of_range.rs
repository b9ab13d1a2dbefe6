//! 0 is invisible, 1 is opaque.

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
    name: "transparency-out-of-range",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A transparency outside 0 to 1",
    page: include_str!("../../rules/transparency-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let is_outside = |value: &f32| value.is_finite() && !(0.0..=1.0).contains(value);
        let Some(value) = material.transparency.filter(is_outside) else { continue };
        let place = Place::object(Record::Material, index).field(fields::material::TRANSPARENCY);
        findings.add(place, || {
            let nearest = if value < 0.0 { "0.000000" } else { "1.000000" };
            let fix = Fix::consented("write the nearest number from 0 to 1");
            Draft::new(format!("the transparency is {}, outside 0 to 1: 1 is opaque already", float(value)))
                .label("outside 0 to 1")
                .help("write a number from 0, invisible, to 1, opaque")
                .fix(respell(fix, document, place, nearest))
        });
    }
}

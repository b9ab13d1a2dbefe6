//! Colours go from 0 to 1.

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
    name: "color-out-of-range",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A colour with a part outside 0 to 1",
    page: include_str!("../../rules/color-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let colors = material.colors.iter().zip(fields::material::COLORS);
        let parts = colors.flat_map(|(color, numbers)| numbers.into_iter().zip(color.iter().flatten().copied()));
        for (field, value) in parts.filter(|(_, value)| value.is_finite() && !(0.0..=1.0).contains(value)) {
            let place = Place::object(Record::Material, index).field(field);
            findings.add(place, || {
                let nearest = if value < 0.0 { "0.000000" } else { "1.000000" };
                let fix = Fix::consented("write the nearest number from 0 to 1");
                Draft::new(format!("a part of a colour is {}: colours go from 0 to 1", float(value)))
                    .label("outside 0 to 1")
                    .help("write a number from 0 to 1; 255 is written as 1")
                    .fix(respell(fix, document, place, nearest))
            });
        }
    }
}

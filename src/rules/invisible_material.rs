//! A material of transparency 0, which makes it invisible.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "invisible-material",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A material of transparency 0, which makes it invisible",
    page: page!("invisible-material"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, material) in document.model.materials.iter().enumerate() {
        if material.transparency != Some(0.0) {
            continue;
        }
        let place = Place::object(Record::Material, index).field(fields::material::TRANSPARENCY);
        findings.add(place, || {
            let fix = Fix::unsafe_fix("write 1.000000, for an opaque material");
            Draft::new("a transparency of 0 makes the material invisible")
                .label("invisible")
                .help("write 1.000000 if it should be opaque")
                .fix(set_field(fix, document, place, "1.000000"))
        });
    }
}

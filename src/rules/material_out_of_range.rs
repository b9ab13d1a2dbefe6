//! A colour, a shininess or a transparency of a material outside its range.

use crate::base::display::float;
use crate::diagnostics::prelude::*;

pub(super) static COLOR_OUT_OF_RANGE: Rule = Rule {
    name: "color-out-of-range",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A colour with a part outside 0 to 1",
    page: page!("color-out-of-range"),
    check: colors,
};

fn colors(document: &Document, findings: &mut Sink) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (color, parts) in fields::material::COLORS.into_iter().zip(&material.colors) {
            for (field, value) in color.into_iter().zip(parts.iter().flatten()) {
                let place = Place::object(Record::Material, index).field(field);
                check(document, findings, place, *value, 1, |value| {
                    Draft::new(format!("a part of a colour is {value}: colours go from 0 to 1"))
                        .help("write a number from 0 to 1; 255 is written as 1")
                });
            }
        }
    }
}

pub(super) static SHININESS_OUT_OF_RANGE: Rule = Rule {
    name: "shininess-out-of-range",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A shininess outside 0 to 128",
    page: page!("shininess-out-of-range"),
    check: shininess,
};

fn shininess(document: &Document, findings: &mut Sink) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let Some(value) = material.shininess else { continue };
        let place = Place::object(Record::Material, index).field(fields::material::SHININESS);
        check(document, findings, place, value, 128, |value| {
            Draft::new(format!("the shininess is {value}, outside 0 to 128: OpenGL refuses such a value"))
        });
    }
}

pub(super) static TRANSPARENCY_OUT_OF_RANGE: Rule = Rule {
    name: "transparency-out-of-range",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Colors]),
    summary: "A transparency outside 0 to 1",
    page: page!("transparency-out-of-range"),
    check: transparency,
};

fn transparency(document: &Document, findings: &mut Sink) {
    for (index, material) in document.model.materials.iter().enumerate() {
        let Some(value) = material.transparency else { continue };
        let place = Place::object(Record::Material, index).field(fields::material::TRANSPARENCY);
        check(document, findings, place, value, 1, |value| {
            Draft::new(format!("the transparency is {value}, outside 0 to 1: 1 is opaque already"))
                .help("write a number from 0, invisible, to 1, opaque")
        });
    }
}

/// Reports a value that is not from 0 to `most`.
fn check(
    document: &Document,
    findings: &mut Sink,
    place: Place,
    value: f32,
    most: u8,
    draft: impl Fn(String) -> Draft,
) {
    if !value.is_finite() || (0.0..=f32::from(most)).contains(&value) {
        return;
    }
    findings.add(place, || {
        let nearest = if value < 0.0 { 0 } else { most };
        let fix = Fix::unsafe_fix(format!("write the nearest number from 0 to {most}"));
        draft(float(value)).label(format!("outside 0 to {most}")).fix(set_field(
            fix,
            document,
            place,
            format!("{nearest}.000000"),
        ))
    });
}

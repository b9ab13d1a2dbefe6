//! Angles are in radians.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{Record, fields};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "rotation-in-degrees",
    group: Group::Bones,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A bone that is turned by far more than a turn",
    page: include_str!("../../rules/rotation-in-degrees.md"),
    check,
};

/// Two turns, in radians.
const TOO_FAR: f32 = 2.0 * std::f32::consts::TAU;

fn check(document: &Document, findings: &mut Findings) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (axis, angle) in bone.rotation.into_iter().enumerate().filter(|(_, angle)| angle.abs() > TOO_FAR) {
            findings.add(Place::object(Record::Bone, index).field(fields::bone::ROTATION + axis as u8), || {
                let turns = angle.abs() / std::f32::consts::TAU;
                Draft::new(format!("the bone is turned by {angle} radians, which is {turns:.1} turns: probably meant as degrees"))
                    .label("radians, not degrees")
                    .help(format!("write {:.6}, which is {angle} degrees", angle.to_radians()))
            });
        }
    }
}

//! A bone that is rotated by many turns: degrees where radians belong.

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::model::Bone;
use crate::parse::ascii::number_format::six_decimals;

pub(super) static RULE: Rule = Rule {
    name: "rotation-in-degrees",
    group: Group::Bones,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::BonePoses]),
    summary: "A bone that is turned by far more than a turn",
    page: page!("rotation-in-degrees"),
    check,
};

/// What spins by more than this in one key is no animation.
const MOST_DEGREES: f32 = 1e6;

fn check(document: &Document, findings: &mut Sink) {
    let too_far = findings.limits().bone_turns * std::f32::consts::TAU;
    for (index, bone) in document.model.bones.iter().enumerate() {
        let is_too_far = |angle: &f32| angle.is_finite() && angle.abs() > too_far;
        let count = bone.rotation.iter().filter(|angle| is_too_far(angle)).count();
        let angles = bone.rotation.into_iter().enumerate().filter(|(_, angle)| is_too_far(angle));
        let mut fix = Shared::new(|| Some(repair(document, index, bone, too_far).of_places(count)));
        for (axis, angle) in angles {
            findings.add(Place::object(Record::Bone, index).field(fields::bone::ROTATION[axis]), || {
                let turns = angle.abs() / std::f32::consts::TAU;
                let (angle_text, turns) = (float(angle), float((turns * 10.0).round() / 10.0));
                Draft::new(format!(
                    "the bone is turned by {angle_text} radians, which is {turns} turns: probably meant as degrees"
                ))
                    .label("radians, not degrees")
                    .help(format!("write {:.6}, which is {angle_text} degrees", angle.to_radians()))
                    .fix(fix.share())
            });
        }
    }
}

/// Turns all angles of a bone into radians: those of its keys as well, if there are any among them that
/// are too large as well.
fn repair(document: &Document, index: usize, bone: &Bone, too_far: f32) -> Fix {
    let mut fix = Fix::unsafe_fix("write the angles of the bone in radians");
    let place = Place::object(Record::Bone, index);
    for (axis, angle) in bone.rotation.into_iter().enumerate().filter(|(_, angle)| *angle != 0.0) {
        // Whole turns change no pose, and without them no angle is too large afterwards.
        let radians = six_decimals((angle % 360.0).to_radians());
        fix = set_field(fix, document, place.field(fields::bone::ROTATION[axis]), radians);
    }
    let keys = &bone.rotation_keys;
    let largest = keys.iter().flat_map(|(_, key)| key.value).map(f32::abs).fold(0.0, f32::max);
    if largest <= too_far || largest > MOST_DEGREES {
        return fix;
    }
    for (row, key) in keys.iter() {
        for (axis, angle) in key.value.into_iter().enumerate().filter(|(_, angle)| *angle != 0.0) {
            let place = Place::row(Record::RotationKey, index, row).field(fields::key::VALUE[axis]);
            fix = set_field(fix, document, place, six_decimals(angle.to_radians()));
        }
    }
    fix
}

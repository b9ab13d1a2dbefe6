//! A bone that is rotated by many turns: degrees where radians belong.

use std::f32::consts::{FRAC_PI_2, TAU};

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::model::{Bone, Key};
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

/// By so much of a quarter an angle of several quarters may be off.
const ROUNDING: f32 = 2e-3;

fn check(document: &Document, findings: &mut Sink) {
    let too_far = findings.limits().bone_turns * TAU;
    for (index, bone) in document.model.bones.iter().enumerate() {
        let is_too_far = |angle: &f32| angle.is_finite() && angle.abs() > too_far;
        let count = bone.rotation.iter().filter(|angle| is_too_far(angle)).count();
        let angles = bone.rotation.into_iter().enumerate().filter(|(_, angle)| is_too_far(angle));
        let mut fix = Shared::new(|| Some(repair(document, index, bone, too_far).of_places(count)));
        for (axis, angle) in angles {
            findings.add(Place::object(Record::Bone, index).field(fields::bone::ROTATION[axis]), || {
                draft("the bone is turned", angle)
                    .help(format!("write {:.6}, which is {} degrees", angle.to_radians(), float(angle)))
                    .fix(fix.share())
            });
        }
        if count == 0
            && let Some((row, axis, angle)) = furthest_key(bone, too_far)
        {
            let place = Place::row(Record::RotationKey, index, row).field(fields::key::VALUE[axis]);
            findings.add(place, || {
                let help = format!(
                    "write all rotation keys of the bone in radians: here {:.6}, which is {} degrees",
                    angle.to_radians(),
                    float(angle)
                );
                let fix = Fix::unsafe_fix("write the rotation keys of the bone in radians");
                draft("the key turns the bone", angle).help(help).fix(Some(with_keys_in_radians(fix, document, index, bone)))
            });
        }
    }
}

fn draft(what: &str, angle: f32) -> Draft {
    let turns = float((angle.abs() / TAU * 10.0).round() / 10.0);
    Draft::new(format!(
        "{what} by {} radians, which is {turns} turns: probably meant as degrees",
        float(angle)
    ))
    .label("radians, not degrees")
}

/// The largest angle of the keys of a bone, with its row and axis, if it is too far and can hardly be what was meant: what
/// spins in radians needs several keys for each turn to be seen, or turns by a number of quarters.
fn furthest_key(bone: &Bone, too_far: f32) -> Option<(usize, usize, f32)> {
    let keys = bone.rotation_keys.rising().filter(|_| are_degrees(bone, too_far))?;
    let furthest = (0..3).filter_map(|axis| furthest_on(keys, axis, too_far).map(|(row, angle)| (row, axis, angle)));
    furthest.max_by(|(.., one), (.., other)| one.abs().total_cmp(&other.abs()))
}

fn furthest_on(keys: &[Key], axis: usize, too_far: f32) -> Option<(usize, f32)> {
    let spins = keys.len() > 1 && keys.windows(2).all(|pair| (pair[1].value[axis] - pair[0].value[axis]).abs() <= TAU);
    let angles = keys.iter().map(|key| key.value[axis]).enumerate();
    let (row, angle) = angles.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()))?;
    let quarters = angle / FRAC_PI_2;
    let is_of_quarters = (quarters - quarters.round()).abs() < ROUNDING;
    (angle.abs() > too_far && !spins && !is_of_quarters).then_some((row, angle))
}

/// Whether some key of a bone is turned too far, and none is by so many degrees.
fn are_degrees(bone: &Bone, too_far: f32) -> bool {
    let angles = bone.rotation_keys.iter().flat_map(|(_, key)| key.value);
    let largest = angles.map(f32::abs).fold(0.0, f32::max);
    largest > too_far && largest.to_radians() < too_far
}

/// Turns all angles of a bone into radians: those of its keys as well, if these seem to be degrees too.
fn repair(document: &Document, index: usize, bone: &Bone, too_far: f32) -> Fix {
    let mut fix = Fix::unsafe_fix("write the angles of the bone in radians");
    let place = Place::object(Record::Bone, index);
    for (axis, angle) in bone.rotation.into_iter().enumerate().filter(|(_, angle)| *angle != 0.0) {
        // Whole turns change no pose, and without them no angle is too large afterwards.
        let radians = six_decimals((angle % 360.0).to_radians());
        fix = set_field(fix, document, place.field(fields::bone::ROTATION[axis]), radians);
    }
    if are_degrees(bone, too_far) { with_keys_in_radians(fix, document, index, bone) } else { fix }
}

fn with_keys_in_radians(mut fix: Fix, document: &Document, index: usize, bone: &Bone) -> Fix {
    for (row, key) in bone.rotation_keys.iter() {
        for (axis, angle) in key.value.into_iter().enumerate().filter(|(_, angle)| *angle != 0.0) {
            let place = Place::row(Record::RotationKey, index, row).field(fields::key::VALUE[axis]);
            fix = set_field(fix, document, place, six_decimals(angle.to_radians()));
        }
    }
    fix
}

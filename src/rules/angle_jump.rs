//! An angle that changes by more than half a turn from key to key.

use std::f64::consts::{PI, TAU};

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::model::Key;
use crate::parse::ascii::number_format::rounded;

pub(super) static RULE: Rule = Rule {
    name: "angle-jump",
    group: Group::Animation,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::BonePoses]),
    summary: "An angle that changes by more than half a turn from key to key",
    page: page!("angle-jump"),
    check,
};

/// Half a turn, and what rounding adds.
const MOST: f64 = PI + 0.01;
/// A turn by less than this is none.
const LEAST: f64 = 0.01;

fn check(document: &Document, findings: &mut Sink) {
    let most_radians = findings.limits().bone_turns * std::f32::consts::TAU;
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(keys) = bone.rotation_keys.rising() else { continue };
        // Such angles are probably degrees, of which nothing here is true.
        let are_radians = |angles: [f32; 3]| angles.iter().all(|angle| angle.abs() <= most_radians);
        let jumps: Vec<(usize, usize)> = jumps(keys).collect();
        if jumps.is_empty() || !are_radians(bone.rotation) || !keys.iter().all(|key| are_radians(key.value)) {
            continue;
        }
        let mut fix = Shared::new(|| Some(unwound(document, index, keys).of_places(jumps.len())));
        for (row, axis) in &jumps {
            let place = Place::row(Record::RotationKey, index, *row).field(fields::key::VALUE[*axis]);
            findings.add(place, || {
                let change = change(&keys[row - 1], &keys[*row], *axis);
                let rest = change - TAU * (change / TAU).round();
                let shorter = match rest.abs() < LEAST {
                    true => "a whole turn, and the shorter way is none at all".to_string(),
                    false => format!("more than half a turn, and the shorter way is {}", shown(rest)),
                };
                let before = Place::row(Record::RotationKey, index, row - 1).field(fields::key::VALUE[*axis]);
                Draft::new(format!("the angle changes by {} radians: {shorter}", shown(change)))
                    .label("jumps")
                    .also(document.locate(before), "from here")
                    .help("if the bone should turn the longer way, add a key between these two")
                    .fix(fix.share())
            });
        }
    }
}

/// The keys before which an angle jumps, each with the axis.
fn jumps(keys: &[Key]) -> impl Iterator<Item = (usize, usize)> {
    keys.windows(2).enumerate().flat_map(|(row, pair)| {
        let jumps = move |axis: &usize| change(&pair[0], &pair[1], *axis).abs() > MOST;
        (0..3).filter(jumps).map(move |axis| (row + 1, axis))
    })
}

/// By how much an angle changes.
fn change(from: &Key, to: &Key, axis: usize) -> f64 {
    f64::from(to.value[axis]) - f64::from(from.value[axis])
}

fn shown(radians: f64) -> String {
    float(((radians * 1000.0).round() / 1000.0) as f32)
}

/// Adds so many whole turns to all angles after a jump that it is none.
fn unwound(document: &Document, bone: usize, keys: &[Key]) -> Fix {
    let mut fix = Fix::unsafe_fix("write angles of the same directions that do not jump");
    for axis in 0..3 {
        let mut turns = 0.0;
        for (row, pair) in keys.windows(2).enumerate() {
            let change = change(&pair[0], &pair[1], axis);
            if change.abs() > MOST {
                turns -= (change / TAU).round();
            }
            if turns != 0.0 {
                let place = Place::row(Record::RotationKey, bone, row + 1).field(fields::key::VALUE[axis]);
                let angle = f64::from(pair[1].value[axis]) + turns * TAU;
                fix = set_field(fix, document, place, rounded(angle as f32));
            }
        }
    }
    fix
}

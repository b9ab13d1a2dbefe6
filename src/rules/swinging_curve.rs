//! A curve between two position keys that leads far away from both.

use std::cell::LazyCell;

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::model::Key;
use crate::pose::{Rig, convention};

pub(super) static RULE: Rule = Rule {
    name: "swinging-curve",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Topics(&[Topic::Curve]),
    fix: FixKind::None,
    summary: "Times of keys between which the bone swings far out",
    page: include_str!("../../rules/swinging-curve.md"),
    check,
};

/// So many times the size of the model is far.
const FAR: f64 = 2.0;
/// This share of the time is most of it.
const MOST: f64 = 0.6;

fn check(document: &Document, findings: &mut Sink) {
    let size = LazyCell::new(|| document.model.bounds().diagonal());
    let rig = LazyCell::new(|| Rig::new(document, &convention::MILKSHAPE));
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(keys) = bone.position_keys.rising() else { continue };
        for row in long_ends(keys).into_iter().flatten() {
            // Where there is no vertex, nobody knows what is far.
            if *size == 0.0 {
                return;
            }
            let mut curves = rig.position_keys(index).skip(row);
            let swing = curves.next().zip(curves.next()).map_or(0.0, |(key, next)| key.swing(&next));
            if swing.is_nan() || swing <= FAR * *size {
                continue;
            }
            findings.add(Place::row(Record::PositionKey, index, row), || {
                let times = float((swing / *size).round() as f32);
                let next = document.locate(Place::row(Record::PositionKey, index, row + 1));
                Draft::new(format!(
                    "between this key and the next one the curve swings {times} times the size of the model off the \
                     straight way: most of the animation is between these two"
                ))
                .label("the curve leaves here")
                .also(next, "and arrives here")
                .help("add a key half way between the two")
            });
        }
    }
}

/// The first key and the one before the last, if most of the time of all keys is after them. Elsewhere tangents are
/// hardly longer than the way from the key before to the key after, so that curves stay near their keys.
fn long_ends(keys: &[Key]) -> [Option<usize>; 2] {
    let (count, time) = (keys.len(), |row: usize| f64::from(keys[row].time));
    if count < 3 {
        return [None; 2];
    }
    let most = MOST * (time(count - 1) - time(0));
    let is_long = |row: &usize| time(row + 1) - time(*row) > most;
    [0, count - 2].map(|row| Some(row).filter(is_long))
}

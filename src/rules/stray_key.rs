//! A position key that is far away from all others of its bone.

use std::cell::LazyCell;

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::model::Key;
use crate::model::bounds::Bounds;

pub(super) static RULE: Rule = Rule {
    name: "stray-key",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A position key far away from all others of its bone",
    page: include_str!("../../rules/stray-key.md"),
    check,
};

/// So many times the size of the model, and the room between all other keys, is far.
const FAR: f64 = 4.0;

fn check(document: &Document, findings: &mut Sink) {
    let size = LazyCell::new(|| document.model.bounds().diagonal());
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(keys) = bone.position_keys.rising().filter(|keys| keys.len() > 2) else { continue };
        let room = Bounds::of(keys.iter().map(|key| key.value)).diagonal();
        // Where there is no vertex, nobody knows what is far.
        if room == 0.0 || *size == 0.0 || room <= FAR * *size {
            continue;
        }
        for (row, distance) in strays(keys, *size) {
            findings.add(Place::row(Record::PositionKey, index, row), || {
                let times = float((distance / *size).round() as f32);
                let time = moment(document, keys[row].time);
                Draft::new(format!(
                    "at {time} the bone is {times} times the size of the model away from where all other keys have it"
                ))
                .label("far from all other keys")
                .help("write where the bone belongs, or delete the key")
            });
        }
    }
}

/// The keys that are far from all others, and how far.
fn strays(keys: &[Key], size: f64) -> Vec<(usize, f64)> {
    let mut after = vec![Bounds::NONE; keys.len() + 1];
    for (row, key) in keys.iter().enumerate().rev() {
        after[row] = after[row + 1].with(key.value);
    }
    let mut before = Bounds::NONE;
    let mut strays = Vec::new();
    for (row, key) in keys.iter().enumerate() {
        let others = before.and(after[row + 1]);
        let distance = others.distance(key.value);
        if distance > FAR * size.max(others.diagonal()) {
            strays.push((row, distance));
        }
        before = before.with(key.value);
    }
    strays
}

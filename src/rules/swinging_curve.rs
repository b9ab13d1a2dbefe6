//! A curve between two position keys that leads far away from both.

use std::cell::LazyCell;

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::pose::excursion::{long_ends, swings};
use crate::pose::{Rig, convention};

pub(super) static RULE: Rule = Rule {
    name: "swinging-curve",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Topics(&[Topic::Curve]),
    fix: FixKind::None,
    summary: "Times of keys between which the bone swings far out",
    page: page!("swinging-curve"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let size = LazyCell::new(|| document.model.bounds().diagonal());
    let rig = LazyCell::new(|| Rig::new(document, &convention::MILKSHAPE));
    for (index, bone) in document.model.bones.iter().enumerate() {
        let keys = bone.position_keys.rising().filter(|keys| long_ends(keys) != [None; 2]);
        let Some(keys) = keys else { continue };
        for (row, swing) in swings(&rig, index, keys, *size) {
            findings.add(Place::row(Record::PositionKey, index, row), || {
                let times = float((swing / *size).round() as f32);
                let next = document.locate(Place::row(Record::PositionKey, index, row + 1));
                Draft::new(format!(
                    "between this key and the next one the curve moves {times} times the size of the model away \
                     from the straight line: most of the animation is between these two"
                ))
                .label("the curve leaves here")
                .also(next, "and arrives here")
                .help("add a key half way between the two")
            });
        }
    }
}

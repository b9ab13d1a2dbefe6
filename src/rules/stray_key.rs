//! A position key that is far away from all others of its bone.

use std::cell::LazyCell;

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::pose::excursion::strays;

pub(super) static RULE: Rule = Rule {
    name: "stray-key",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A position key far away from all others of its bone",
    page: page!("stray-key"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let size = LazyCell::new(|| document.model.bounds().diagonal());
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(keys) = bone.position_keys.rising().filter(|keys| keys.len() > 2) else { continue };
        for (row, distance) in strays(keys, *size) {
            findings.add(Place::row(Record::PositionKey, index, row), || {
                let times = float((distance / *size).round() as f32);
                let time = moment(document, keys[row].time);
                Draft::new(format!(
                    "at {time} the bone jumps away from where its other keys put it, by {times} times the size of the model"
                ))
                .label("far from all other keys")
                .help("write where the bone belongs, or delete the key")
            });
        }
    }
}

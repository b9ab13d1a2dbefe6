//! A bone with position keys but no rotation keys, or the reverse.

use crate::diagnostics::prelude::*;
use crate::fix::edits::{add_neutral_key, neutral_key};
use crate::model::{Key, Table};

pub(super) static RULE: Rule = Rule {
    name: "one-sided-keys",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Safe(&[Aspect::NeutralKeys]),
    summary: "A bone with position keys but no rotation keys, or the reverse",
    page: page!("one-sided-keys"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    use fields::bone::{POSITION_KEY_COUNT, ROTATION_KEY_COUNT};
    for (index, bone) in document.model.bones.iter().enumerate() {
        let (position, rotation) = (&bone.position_keys, &bone.rotation_keys);
        // Only a declared 0 is meant; anything else that is empty is broken in another way.
        let (empty, full, lacking) = match (position.declared, rotation.declared) {
            (Some(0), _) if position.is_empty() && !rotation.is_empty() => {
                (POSITION_KEY_COUNT, ROTATION_KEY_COUNT, "position")
            }
            (_, Some(0)) if rotation.is_empty() && !position.is_empty() => {
                (ROTATION_KEY_COUNT, POSITION_KEY_COUNT, "rotation")
            }
            _ => continue,
        };
        let place = Place::object(Record::Bone, index);
        findings.add(place.field(empty), || {
            let (table, keys, other) = match empty {
                POSITION_KEY_COUNT => (position, rotation, "rotation key"),
                _ => (rotation, position, "position key"),
            };
            let others = counted(keys.len(), other);
            let time = first_time(keys).unwrap_or(document.model.beginning());
            let help = match document.is_binary() {
                false => format!("write 1 there, and the {lacking} key `{}` after it", neutral_key(time)),
                true => format!("add a {lacking} key at {time} s that changes nothing"),
            };
            let fix = Fix::safe("add a key that changes nothing");
            Draft::new(format!("{others} but no {lacking} key"))
                .label(format!("no {lacking} key"))
                .also(document.locate(place.field(full)), others)
                .help(help)
                .fix(add_neutral_key(fix, document, table, place.field(empty), time))
        });
    }
}

/// The time of the earliest key, unless that is negative or infinite.
fn first_time(keys: &Table<Key>) -> Option<f32> {
    keys.iter().map(|(_, key)| key.time).reduce(f32::min).filter(|time| *time >= 0.0 && time.is_finite())
}

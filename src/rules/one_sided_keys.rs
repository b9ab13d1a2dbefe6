//! A bone that only moves or only turns.

use crate::ascii::spelling::usual;
use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::edits::{insert_line, respell};
use crate::fix::{Aspect, Fix};
use crate::layout::{Record, fields};
use crate::model::{Key, Place, Table};
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::text::counted;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "one-sided-keys",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[Aspect::NeutralKeys]),
    summary: "A bone with position keys but no rotation keys, or the reverse",
    page: include_str!("../../rules/one-sided-keys.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
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
            let (keys, other) = match empty {
                POSITION_KEY_COUNT => (rotation, "rotation key"),
                _ => (position, "position key"),
            };
            let others = counted(keys.len(), other);
            let first = first_time(keys).and_then(usual);
            let key = format!("{} 0.000000 0.000000 0.000000", first.as_deref().unwrap_or("1.000000"));
            Draft::new(format!("{others} but no {lacking} key: StepMania crashes on such a bone"))
                .label(format!("no {lacking} key"))
                .also(document.locate(place.field(full)), others)
                .help(format!("write 1 there, and the {lacking} key `{key}` behind it"))
                .fix(add_key(document, place.field(empty), &key))
        });
    }
}

/// A key that moves and turns nothing, for the table of which this is the count.
fn add_key(document: &Document, count: Place, key: &str) -> Fix {
    let fix = respell(Fix::safe("add a key that changes nothing"), document, count, "1");
    match document.locate(count) {
        Some(span) => insert_line(fix, document, span.start, key),
        None => fix,
    }
}

/// The time of the earliest key, unless that is in front of all frames.
fn first_time(keys: &Table<Key>) -> Option<f32> {
    keys.iter().map(|(_, key)| key.time).reduce(f32::min).filter(|time| *time >= 0.0)
}

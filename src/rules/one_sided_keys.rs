//! A bone that only moves or only turns.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::text::counted;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "one-sided-keys",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
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
            let (count, other) = match empty {
                POSITION_KEY_COUNT => (rotation.len(), "rotation key"),
                _ => (position.len(), "position key"),
            };
            let others = counted(count, other);
            Draft::new(format!("{others} but no {lacking} key: StepMania crashes on such a bone"))
                .label(format!("no {lacking} key"))
                .also(document.locate(place.field(full)), others)
                .help(format!("write 1 there, and the {lacking} key `1.000000 0.000000 0.000000 0.000000` behind it"))
        });
    }
}

//! A bone with different numbers of position keys and rotation keys.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "key-count-differs",
    group: Group::Animation,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A bone with more keys of one kind than of the other",
    page: page!("key-count-differs"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        let (position, rotation) = (bone.position_keys.len(), bone.rotation_keys.len());
        // A count that is not there is another rule's business, and so are keys of one kind alone.
        let counted_both = bone.position_keys.declared.is_some() && bone.rotation_keys.declared.is_some();
        if position == rotation || position == 0 || rotation == 0 || !counted_both || document.is_truncated()
        {
            continue;
        }
        let place = Place::object(Record::Bone, index);
        findings.add(place.field(fields::bone::ROTATION_KEY_COUNT), || {
            let positions = counted(position, "position key");
            Draft::new(format!("{positions} but {}", counted(rotation, "rotation key")))
                .label("another number")
                .also(document.locate(place.field(fields::bone::POSITION_KEY_COUNT)), positions)
                .help("leave it, unless an importer of yours takes the keys in pairs")
        });
    }
}

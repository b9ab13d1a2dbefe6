//! A bone that is its own parent.

use crate::diagnostics::prelude::*;
use crate::model::Parent;

pub(super) static RULE: Rule = Rule {
    name: "self-parent",
    group: Group::Bones,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::BoneParents]),
    summary: "A bone that is its own parent",
    page: page!("self-parent"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(name) = bone.parent.filter(|_| bone.parent_bone == Parent::Bone(index as u32)) else {
            continue;
        };
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            Draft::new("the bone is its own parent")
                .label("its own name")
                .help("name another bone, or leave the name empty for a root")
                .fix(set_text(Fix::unsafe_fix("make the bone a root"), document, name, ""))
        });
    }
}

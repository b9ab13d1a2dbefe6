//! A cycle of one.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::retext;
use crate::fix::{Aspect, Fix};
use crate::layout::{Record, fields};
use crate::model::{Parent, Place};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "self-parent",
    group: Group::Bones,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::BoneParents]),
    summary: "A bone that is its own parent",
    page: include_str!("../../rules/self-parent.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(name) = bone.parent.filter(|_| bone.parent_bone == Parent::Bone(index as u32)) else {
            continue;
        };
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            Draft::new("the bone is its own parent")
                .label("its own name")
                .help("name another bone, or leave the name empty for a root")
                .fix(retext(Fix::consented("make the bone a root"), document, name, ""))
        });
    }
}

//! A forward reference.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::layout::{Record, fields};
use crate::model::{Parent, Place, parent_cycles};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "parent-after-child",
    group: Group::Bones,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A bone whose parent stands behind it in the file",
    page: include_str!("../../rules/parent-after-child.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let mut in_cycle: Vec<u32> = parent_cycles(&document.model).into_iter().flatten().collect();
    in_cycle.sort_unstable();
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Parent::Bone(parent) = bone.parent_bone else { continue };
        // In a cycle some parent always stands behind its child; that is not what is wrong with it.
        if parent as usize <= index || in_cycle.binary_search(&(index as u32)).is_ok() {
            continue;
        }
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            let name = Place::object(Record::Bone, parent as usize).field(fields::bone::NAME);
            let text = bone.parent.map_or_else(String::new, |span| show(document, span));
            Draft::new(format!("the parent \"{text}\" stands behind this bone: StepMania and Scorched3D pose it wrongly"))
                .label("not known yet")
                .also(document.locate(name), "the parent")
                .help("put parents in front of their children")
        });
    }
}

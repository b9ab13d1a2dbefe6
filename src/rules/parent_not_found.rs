//! Parents are named, and the name must be that of a bone.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::layout::{Record, fields};
use crate::model::{Parent, Place};
use crate::text::{nearest, visible};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "parent-not-found",
    group: Group::Bones,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A bone whose parent does not exist",
    page: include_str!("../../rules/parent-not-found.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // The parent may be the bone whose name could not be read, or one that is cut off.
    if document.is_truncated() || document.model.bones.iter().any(|bone| bone.name.is_none()) {
        return;
    }
    for (index, bone) in document.model.bones.iter().enumerate() {
        let (Parent::Missing, Some(parent)) = (bone.parent_bone, bone.parent) else { continue };
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            let names = document.model.bones.iter().filter_map(|bone| bone.name);
            let names: Vec<_> = names.map(|name| visible(document.bytes(name))).collect();
            let wanted = visible(document.bytes(parent));
            let help = match nearest(&wanted, names.iter().map(String::as_str)) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None => "name a bone of this model, or leave the name empty for a root".to_string(),
            };
            Draft::new(format!("no bone is called \"{}\"", show(document, parent))).label("no such bone").help(help)
        });
    }
}

//! Parents are named, and the name must be that of a bone.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::layout::{Record, fields};
use crate::model::{Parent, Place};
use crate::span::Span;
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

/// A guess compares a name with all others, so in a larger skeleton than any engine takes, or among
/// longer names, there is none.
const MOST_BONES: usize = 256;
const LONGEST_NAME: usize = 64;

fn check(document: &Document, findings: &mut Findings) {
    let bones = &document.model.bones;
    // The parent may be the bone whose name could not be read, or one that is cut off.
    if document.is_truncated() || bones.iter().any(|bone| bone.name.is_none()) {
        return;
    }
    for (index, bone) in bones.iter().enumerate() {
        let (Parent::Missing, Some(parent)) = (bone.parent_bone, bone.parent) else { continue };
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            let help = match guess(document, parent) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None => "name a bone of this model, or leave the name empty for a root".to_string(),
            };
            Draft::new(format!("no bone is called \"{}\"", show(document, parent))).label("no such bone").help(help)
        });
    }
}

/// The name of a bone that is nearly this one.
fn guess(document: &Document, parent: Span) -> Option<String> {
    let bones = &document.model.bones;
    if bones.len() > MOST_BONES || parent.len() > LONGEST_NAME {
        return None;
    }
    let names = bones.iter().filter_map(|bone| bone.name).filter(|name| name.len() <= LONGEST_NAME);
    let names: Vec<_> = names.map(|name| visible(document.bytes(name))).collect();
    nearest(&visible(document.bytes(parent)), names.iter().map(String::as_str)).map(str::to_string)
}

//! A bone whose parent is no bone of the model.

use std::cell::LazyCell;

use crate::base::display::visible;
use crate::base::suggest::nearest;
use crate::diagnostics::prelude::*;
use crate::model::{Bone, Parent};

pub(super) static RULE: Rule = Rule {
    name: "parent-not-found",
    group: Group::Bones,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::BoneParents]),
    summary: "A bone whose parent does not exist",
    page: page!("parent-not-found"),
    check,
};

/// A guess compares a name with all others, so in a larger skeleton than any engine takes, or among
/// longer names, there is none.
const MOST_BONES: usize = 256;
const LONGEST_GUESSED: usize = 64;

fn check(document: &Document, findings: &mut Sink) {
    let bones = &document.model.bones;
    // The parent may be the bone whose name could not be read, or one that is cut off.
    if document.is_truncated() || bones.iter().any(|bone| bone.name.is_none()) {
        return;
    }
    let guesses = LazyCell::new(|| guesses(document));
    for (index, bone) in bones.iter().enumerate() {
        let (Parent::Missing, Some(parent)) = (bone.parent_bone, bone.parent) else { continue };
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            let draft =
                Draft::new(format!("no bone is called \"{}\"", show(document, parent))).label("no such bone");
            match guesses.get(index).copied().flatten() {
                Some(name) => {
                    draft.help(format!("did you mean \"{}\"?", show(document, name))).fix(set_text(
                        Fix::unsafe_fix("name the bone that is called nearly so"),
                        document,
                        parent,
                        document.bytes(name),
                    ))
                }
                None => draft
                    .help("name a bone of this model, or leave the name empty for a root")
                    .fix(set_text(Fix::unsafe_fix("make the bone a root"), document, parent, "")),
            }
        });
    }
}

/// For every bone whose parent is missing the name of the bone that is probably meant. With all of
/// these as parents there is no cycle that was not there.
fn guesses(document: &Document) -> Vec<Option<Span>> {
    let bones = &document.model.bones;
    if bones.len() > MOST_BONES {
        return Vec::new();
    }
    let names: Vec<_> = bones
        .iter()
        .map(|bone| bone.name.filter(|name| (1..=LONGEST_GUESSED).contains(&name.len())))
        .collect();
    let shown: Vec<_> = names.iter().map(|name| name.map(|name| visible(document.bytes(name)))).collect();
    let mut parents: Vec<Parent> = bones.iter().map(|bone| bone.parent_bone).collect();
    let guess = |(index, bone): (usize, &Bone)| {
        let parent = bone.parent.filter(|_| bone.parent_bone == Parent::Missing)?;
        let wanted = visible(document.bytes(parent));
        let others =
            shown.iter().enumerate().filter(|(other, _)| *other != index && parent.len() <= LONGEST_GUESSED);
        let found = nearest(&wanted, others.filter_map(|(_, name)| name.as_deref()))?;
        let meant = shown.iter().position(|name| name.as_deref() == Some(found))?;
        if hangs_on(&parents, meant, index) {
            return None;
        }
        parents[index] = Parent::Bone(meant as u32);
        names[meant]
    };
    bones.iter().enumerate().map(guess).collect()
}

/// Whether a bone is another one, or its parents lead to that, or round in a cycle.
fn hangs_on(parents: &[Parent], bone: usize, other: usize) -> bool {
    let mut at = bone;
    for _ in parents {
        match parents[at] {
            _ if at == other => return true,
            Parent::Bone(parent) => at = parent as usize,
            _ => return false,
        }
    }
    true
}

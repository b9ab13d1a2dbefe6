//! Bones that are their own ancestors.

use crate::diagnostics::prelude::*;
use crate::model::skeleton::parent_cycles;

pub(super) static RULE: Rule = Rule {
    name: "parent-cycle",
    group: Group::Bones,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "Bones that are their own ancestors",
    page: page!("parent-cycle"),
    check,
};

/// The most bones of a cycle that are shown.
const MOST_SHOWN: usize = 6;

fn check(document: &Document, findings: &mut Sink) {
    let parent_of = |bone: u32| Place::object(Record::Bone, bone as usize).field(fields::bone::PARENT);
    for cycle in parent_cycles(&document.model).into_iter().filter(|cycle| cycle.len() > 1) {
        findings.add(parent_of(cycle[0]), || {
            let name = |bone: &u32| {
                let name = document.model.bones[*bone as usize].name;
                format!("\"{}\"", name.map_or_else(String::new, |name| show(document, name)))
            };
            let mut chain: Vec<_> = cycle.iter().take(MOST_SHOWN).map(name).collect();
            if cycle.len() > MOST_SHOWN {
                chain.push("...".to_string());
            }
            chain.push(name(&cycle[0]));
            let message = format!("the bone is its own ancestor: {}", chain.join(" -> "));
            let mut draft = Draft::new(message).label(format!("the parent of {}", name(&cycle[0])));
            for bone in cycle.iter().take(MOST_SHOWN).skip(1) {
                draft =
                    draft.also(document.locate(parent_of(*bone)), format!("the parent of {}", name(bone)));
            }
            draft.help("make one of these bones a root: leave the name of its parent empty")
        });
    }
}

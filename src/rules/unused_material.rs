//! A material that no mesh uses.

use std::collections::HashSet;

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "unused-material",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A material that no mesh uses",
    page: page!("unused-material"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let model = &document.model;
    // The meshes of a split model are in another file; what is not there cannot be checked.
    if model.block(BlockKind::Meshes).is_none() || document.is_truncated() {
        return;
    }
    // The material that could not be read may be any of them.
    if model.meshes.iter().any(|mesh| mesh.material.is_none()) {
        return;
    }
    let used: HashSet<i32> = model.meshes.iter().filter_map(|mesh| mesh.material).collect();
    for index in (0..model.materials.len()).filter(|index| !used.contains(&(*index as i32))) {
        findings.add(Place::object(Record::Material, index).field(fields::material::NAME), || {
            Draft::new("no mesh uses the material")
                .label("unused")
                .help("delete it, if no other program needs it")
        });
    }
}

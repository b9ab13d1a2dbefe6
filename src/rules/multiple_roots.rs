//! A skeleton with more than one root.

use crate::diagnostics::prelude::*;
use crate::model::Parent;

pub(super) static RULE: Rule = Rule {
    name: "multiple-roots",
    group: Group::Bones,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A skeleton with more than one root",
    page: page!("multiple-roots"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let bones = document.model.bones.iter().enumerate();
    let mut roots = bones.filter(|(_, bone)| bone.parent_bone == Parent::Root).map(|(index, _)| index);
    let Some(first) = roots.next() else { return };
    let others: Vec<_> = roots.collect();
    let Some(second) = others.first() else { return };
    findings.add(Place::object(Record::Bone, *second).field(fields::bone::PARENT), || {
        let earlier = Place::object(Record::Bone, first).field(fields::bone::PARENT);
        let more = match others.len() {
            1 => "one more bone without a parent: moving the first root does not move it".to_string(),
            count => format!("{count} more bones without a parent: moving the first root does not move them"),
        };
        Draft::new(more)
            .label("another root")
            .also(document.locate(earlier), "first root")
            .help("name the parent that it should have, if it should have one")
    });
}

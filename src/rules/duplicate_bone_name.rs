//! Parents are found by name.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::fix::rename::{Fault, NewNames};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-bone-name",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two bones of the same name",
    page: include_str!("../../rules/duplicate-bone-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (index, bone) in document.model.bones.iter().enumerate() {
        let Some(name) = bone.name.filter(|name| !name.is_empty()) else { continue };
        let Some(first) = document.earlier_of_its_name(Record::Bone, index as u32) else { continue };
        let place = Place::object(Record::Bone, index).field(fields::bone::NAME);
        findings.add(place, || {
            let earlier = Place::object(Record::Bone, first as usize).field(fields::bone::NAME);
            Draft::new(format!(
                "another bone is called \"{}\" too: a bone that names it as its parent gets the first one",
                show(document, name)
            ))
            .label("the same name again")
            .also(document.locate(earlier), "first here")
            .fix(new.rename(Fault::Duplicate, place))
        });
    }
}

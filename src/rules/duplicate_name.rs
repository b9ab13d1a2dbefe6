//! Two bones, two meshes or two materials of the same name.

use std::cell::LazyCell;

use crate::diagnostics::prelude::*;
use crate::fix::rename::{Fault, RenamePlan};
use crate::model::named_objects;

pub(super) static DUPLICATE_BONE_NAME: Rule = Rule {
    name: "duplicate-bone-name",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Below,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two bones of the same name",
    page: page!("duplicate-bone-name"),
    check: bones,
};

fn bones(document: &Document, findings: &mut Sink) {
    check(document, findings, Record::Bone, ": a bone that names it as its parent gets the first one");
}

pub(super) static DUPLICATE_MESH_NAME: Rule = Rule {
    name: "duplicate-mesh-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two meshes of the same name",
    page: page!("duplicate-mesh-name"),
    check: meshes,
};

fn meshes(document: &Document, findings: &mut Sink) {
    check(document, findings, Record::Mesh, "");
}

pub(super) static DUPLICATE_MATERIAL_NAME: Rule = Rule {
    name: "duplicate-material-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "Two materials of the same name",
    page: page!("duplicate-material-name"),
    check: materials,
};

fn materials(document: &Document, findings: &mut Sink) {
    check(document, findings, Record::Material, "");
}

fn check(document: &Document, findings: &mut Sink, record: Record, consequence: &str) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    for (place, noun, name) in named_objects(&document.model).filter(|(place, ..)| place.record == record) {
        let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
        let Some(first) = document.earlier_of_its_name(record, place.object) else { continue };
        findings.add(place, || {
            let name = show(document, name);
            Draft::new(format!("another {noun} is called \"{name}\" too{consequence}"))
                .label("the same name again")
                .also(document.locate(Place { object: first, ..place }), "first here")
                .fix(new.rename(Fault::Duplicate, place))
        });
    }
}

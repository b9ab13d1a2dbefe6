//! What lies outside is not there when the model is given away.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-path-leaves-tree",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A texture path that leads out of the checked folder",
    page: include_str!("../../rules/texture-path-leaves-tree.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let Some(surroundings) = &document.surroundings else { return findings.could_not_look() };
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let is_outside = surroundings.is_outside(document.bytes(path));
            if is_outside.is_none() {
                findings.could_not_look();
            }
            if is_outside != Some(true) {
                continue;
            }
            findings.add_at(Place::object(Record::Material, index).field(field), Some(path), || {
                Draft::new("the path leads out of the checked folder, to a file that others may not have")
                    .label("goes up too far")
                    .help("put the file into the folder, or name one that holds both with --root")
            });
        }
    }
}

//! A backslash separates folders on Windows alone.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::Record;
use crate::model::Place;
use crate::surroundings::absolute;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-path-backslash",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A backslash in the path of a texture",
    page: include_str!("../../rules/texture-path-backslash.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let text = document.bytes(path);
            // An absolute path is wrong as a whole, and its own rule says so.
            if !text.contains(&b'\\') || absolute(text).is_some() {
                continue;
            }
            findings.add_at(Place::object(Record::Material, index).field(field), Some(path), || {
                Draft::new("a backslash in the path: only Windows takes it for the end of a folder's name")
                    .label("backslash")
                    .help("write `/`, which works everywhere, or leave `.\\` out")
            });
        }
    }
}

//! The binary format has room for 127.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-path-too-long",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "The path of a texture of more than 127 bytes",
    page: include_str!("../../rules/texture-path-too-long.md"),
    check,
};

/// The longest path that fits the 128 bytes of the binary format with a 0 behind it.
const LONGEST_PATH: usize = 127;

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let text = document.bytes(path);
            if text.len() <= LONGEST_PATH {
                continue;
            }
            let surplus = Span::new(path.start as usize + LONGEST_PATH, path.end as usize);
            findings.add_at(Place::object(Record::Material, index).field(field), Some(surplus), || {
                Draft::new(format!(
                    "the path has {} bytes: the binary format has room for {LONGEST_PATH}",
                    text.len()
                ))
                .label("beyond the room")
                .help("move the file to a folder with a shorter path, or rename it")
            });
        }
    }
}

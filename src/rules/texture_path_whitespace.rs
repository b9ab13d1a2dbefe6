//! Scorched3D reads a path up to its first blank.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::quote;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-path-whitespace",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A blank in the path of a texture",
    page: include_str!("../../rules/texture-path-whitespace.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let text = document.bytes(path);
            let Some(blank) = text.iter().position(|b| matches!(b, b' ' | b'\t')) else { continue };
            findings.add_at(Place::object(Record::Material, index).field(field), Some(path), || {
                // What stands before the blank loses its last character, as if that were the quote.
                let looked_for = match &text[..blank] {
                    [name @ .., _] if !name.is_empty() => format!("\"{}\"", quote(name)),
                    _ => "another file".to_string(),
                };
                Draft::new(format!(
                    "a blank in the path: Scorched3D looks for {looked_for}, and ends if that is not there"
                ))
                .label("a blank in it")
                .help("rename the file, and write the new name here")
            });
        }
    }
}

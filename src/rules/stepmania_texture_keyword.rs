//! StepMania looks for these words in paths.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "stepmania-texture-keyword",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "`sphere` or `add` in the path of a texture",
    page: include_str!("../../rules/stepmania-texture-keyword.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let text = document.bytes(path);
            for (word, effect) in
                [("sphere", "maps the texture like a reflection"), ("add", "adds it to what is behind")]
            {
                let Some(at) = memchr::memmem::find(text, word.as_bytes()) else { continue };
                let start = path.start as usize + at;
                findings.add_at(
                    Place::object(Record::Material, index).field(field),
                    Some(Span::new(start, start + word.len())),
                    || {
                        Draft::new(format!("`{word}` in the path: StepMania {effect}"))
                            .label("changes the rendering")
                            .help("leave it if that is meant; otherwise rename the file or its folder")
                    },
                );
            }
        }
    }
}

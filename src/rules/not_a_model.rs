//! Files that cannot be checked must not pass in silence.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::ascii::sniff::Content;
use crate::layout::BlockKind;
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "not-a-model",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A file that should be a model, or half looks like one, and is none",
    page: include_str!("../../rules/not-a-model.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    match document.content {
        Content::Other { half: Some(line) } => findings.add(Place::FILE, || {
            Draft::new("this line is one of a MilkShape model, but the rest of the file is none")
                .at(line)
                .label("begins like a model")
                .help("restore the file if it should be a model, or exclude it if it should not")
        }),
        Content::Other { half: None } if document.expected && document.too_large.is_none() => {
            findings.add(Place::FILE, || {
                let message = match document.source.bytes.len() {
                    0 => "the file is empty",
                    _ => "this is no MilkShape model",
                };
                Draft::new(message)
                    .label("neither `// MilkShape 3D ASCII` nor `MS3D000000`")
                    .help("name only models, or let a folder be searched for them")
            });
        }
        Content::Text if !has_objects(document) => findings.add(Place::FILE, || {
            Draft::new("the file begins like a model, but has no meshes, materials or bones")
                .label("a model without content")
                .help("export the model again")
        }),
        _ => {}
    }
}

fn has_objects(document: &Document) -> bool {
    let kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
    kinds.into_iter().any(|kind| document.model.block(kind).is_some())
}

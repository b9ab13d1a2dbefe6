//! A texture path without a file.

use super::texture_path::texture_paths;
use crate::base::file_tree::{Resolution, SuggestionBudget, file_name};
use crate::diagnostics::context::Context;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "texture-not-found",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A texture whose file is not there",
    page: include_str!("../../rules/texture-not-found.md"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let context = findings.context();
    let mut patience = SuggestionBudget::default();
    for (place, path) in texture_paths(document) {
        let found = findings.find(path);
        if !matches!(found, Resolution::Nothing(_) | Resolution::Folder { .. }) {
            continue;
        }
        findings.add_at(place, Some(path), || {
            let (message, label) = match &found {
                Resolution::Folder { .. } => ("leads to a folder", "a folder"),
                Resolution::Nothing(missing) if missing.is_folder() => {
                    ("leads through a folder that is not there", "no such folder")
                }
                _ => ("leads to no file", "no such file"),
            };
            let draft = Draft::new(format!("the path \"{}\" {message}", show(document, path))).label(label);
            match meant(document, context, path, &found, &mut patience) {
                Some(meant) => draft.help(format!("did you mean \"{}\"?", quote(&meant))),
                None => draft
                    .help("put the file there, or write the path of one that is, from the model's folder"),
            }
        });
    }
}

/// A path that leads to a file and may be the one that was meant.
fn meant(
    document: &Document,
    context: &Context,
    path: Span,
    found: &Resolution,
    patience: &mut SuggestionBudget,
) -> Option<Vec<u8>> {
    let Resolution::Nothing(missing) = found else { return None };
    missing.nearest(patience).or_else(|| {
        // Some engines look for the name beside the model, whatever the path.
        let name = file_name(document.bytes(path));
        match context.file_tree.as_ref()?.find(name) {
            Resolution::File => Some(name.to_vec()),
            Resolution::OtherCase(name) => Some(name),
            _ => None,
        }
    })
}

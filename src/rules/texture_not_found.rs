//! A texture path without a file.

use super::texture_path::texture_paths;
use crate::base::display::quote_path;
use crate::base::file_tree::{Resolution, file_name};
use crate::base::folder::SuggestionBudget;
use crate::diagnostics::context::Context;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "texture-not-found",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Meaning,
    fix: FixKind::Depends("unsafe fix where only one file can be meant", &[Aspect::Paths]),
    summary: "A texture whose file does not exist",
    page: page!("texture-not-found"),
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
                Resolution::Folder { .. } => ("is a folder".to_string(), "a folder"),
                Resolution::Nothing(missing) if missing.is_folder() => {
                    let folder = quote(missing.name());
                    (format!("is not found: there is no folder \"{folder}\""), "no such folder")
                }
                _ => ("is not found".to_string(), "no such file"),
            };
            let draft = Draft::new(format!("\"{}\" {message}", quote_path(document.bytes(path)))).label(label);
            let Some((meant, is_only)) = meant(document, context, path, &found, &mut patience) else {
                return draft.help("add the file, or correct the path, which begins at the model's folder");
            };
            let name = quote_path(&meant);
            let is_file = || context.file_tree.as_ref().is_some_and(|files| matches!(files.find(&meant), Resolution::File));
            let fix = (is_only && is_file()).then(|| {
                set_text(Fix::unsafe_fix(format!("write \"{name}\"")), document, path, &meant[..])
            });
            draft.help(format!("did you mean \"{name}\"?")).fix(fix)
        });
    }
}

/// A path that may be the one that was meant, and whether it alone may be.
fn meant(
    document: &Document,
    context: &Context,
    path: Span,
    found: &Resolution,
    patience: &mut SuggestionBudget,
) -> Option<(Vec<u8>, bool)> {
    let Resolution::Nothing(missing) = found else { return None };
    let (name, files) = (file_name(document.bytes(path)), context.file_tree.as_ref()?);
    // Some engines look for the name beside the model, whatever the path.
    let beside = match files.find(name) {
        Resolution::File => Some(name.to_vec()),
        Resolution::OtherCase(name) => Some(name),
        _ => None,
    };
    let only = |found: Vec<u8>| (found, true);
    let here = beside.or_else(|| files.below(name)).map(only);
    here.or_else(|| missing.nearest(&**files, patience)).or_else(|| files.above(name).map(only))
}

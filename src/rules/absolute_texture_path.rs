//! A texture path that starts at a drive, at the root, at a network share or in a home folder.

use super::texture_path::texture_paths;
use crate::base::file_tree::{Resolution, absolute, file_name};
use crate::diagnostics::context::Context;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "absolute-texture-path",
    group: Group::Materials,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Spelling,
    fix: FixKind::Depends(
        "safe fix where the file lies beside the model, otherwise unsafe",
        &[Aspect::Paths],
    ),
    summary: "A texture path that starts at a drive, at the root, at a network share or in a home folder",
    page: page!("absolute-texture-path"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let context = findings.context();
    for (place, path) in texture_paths(document) {
        let Some(start) = absolute(document.bytes(path)) else { continue };
        findings.add_at(place, Some(path), || {
            Draft::new(format!("the path \"{}\" leads to a file on one machine only", show(document, path)))
                .label(start)
                .help(help(document, context, path))
                .fix(repair(document, context, path))
        });
    }
}

/// The name of the file alone: safely if there is such a file beside the model.
fn repair(document: &Document, context: &Context, path: Span) -> Option<Fix> {
    let name = name_span(document, path);
    let title = "write the name of the file alone";
    match context.find(document, name) {
        Resolution::File => Some(set_text(Fix::safe(title), document, path, document.bytes(name))),
        Resolution::OtherCase(name) => Some(set_text(Fix::safe(title), document, path, name)),
        _ => {
            let name = document.bytes(name);
            let is_name = !matches!(name, b"" | b"." | b"..");
            is_name.then(|| set_text(Fix::unsafe_fix(title), document, path, name))
        }
    }
}

/// What to write instead, and whether the file is there already.
fn help(document: &Document, context: &Context, path: Span) -> String {
    let name = name_span(document, path);
    let written = |name: &[u8]| format!("write \"{}\", the file beside the model", quote(name));
    match context.find(document, name) {
        Resolution::File => written(document.bytes(name)),
        Resolution::OtherCase(name) => written(&name),
        _ if name.is_empty() => "put the file beside the model and write its name".to_string(),
        _ => format!("put the file beside the model and write \"{}\"", show(document, name)),
    }
}

/// The file's name in its path.
fn name_span(document: &Document, path: Span) -> Span {
    Span::new(path.end as usize - file_name(document.bytes(path)).len(), path.end as usize)
}

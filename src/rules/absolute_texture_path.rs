//! A texture path that starts at a drive, at the root, at a network share or in a home folder.

use super::texture_path::texture_paths;
use crate::base::display::quote_path;
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
        "safe fix where the file lies beside the model, unsafe where it is near or nobody knows",
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
            Draft::new(format!("the path \"{}\" exists only on one computer", quote_path(document.bytes(path))))
                .label(start)
                .help(help(document, context, path))
                .fix(repair(document, context, path))
        });
    }
}

/// The name of the file alone: safely if there is such a file beside the model. If it is known that there is none, the
/// path to the only file of that name nearby.
fn repair(document: &Document, context: &Context, path: Span) -> Option<Fix> {
    let name = name_span(document, path);
    let title = "write the name of the file alone";
    match context.find(document, name) {
        Resolution::File => Some(set_text(Fix::safe(title), document, path, document.bytes(name))),
        Resolution::OtherCase(name) => Some(set_text(Fix::safe(title), document, path, name)),
        Resolution::Nothing(_) => {
            let near = near(document, context, path)?;
            let title = format!("write \"{}\"", quote_path(&near));
            Some(set_text(Fix::unsafe_fix(title), document, path, near))
        }
        _ => {
            let name = document.bytes(name);
            let is_name = !matches!(name, b"" | b"." | b"..");
            is_name.then(|| set_text(Fix::unsafe_fix(title), document, path, name))
        }
    }
}

/// The path to the file that may be meant, from the folder of the model: the longest end of the path that leads to a
/// file, or else the only file of its name nearby.
fn near(document: &Document, context: &Context, path: Span) -> Option<Vec<u8>> {
    let (bytes, files) = (document.bytes(path), context.file_tree.as_ref()?);
    let separators = bytes.iter().enumerate().filter(|(_, byte)| matches!(byte, b'/' | b'\\'));
    let end = |(at, _): (usize, &u8)| match files.find(&bytes[at + 1..]) {
        Resolution::File => Some(bytes[at + 1..].to_vec()),
        Resolution::OtherCase(path) => Some(path),
        _ => None,
    };
    let name = file_name(bytes);
    separators.take(MOST_ENDS).find_map(end).or_else(|| files.below(name)).or_else(|| files.above(name))
}

/// A path with more folders is looked at in part.
const MOST_ENDS: usize = 32;

/// What to write instead, and whether the file is there already.
fn help(document: &Document, context: &Context, path: Span) -> String {
    let name = name_span(document, path);
    let written = |name: &[u8]| format!("write \"{}\", the file beside the model", quote(name));
    match context.find(document, name) {
        Resolution::File => written(document.bytes(name)),
        Resolution::OtherCase(name) => written(&name),
        _ => match near(document, context, path) {
            Some(near) => format!("did you mean \"{}\"?", quote_path(&near)),
            None if name.is_empty() => "put the file beside the model and write its name".to_string(),
            None => format!("put the file beside the model and write \"{}\"", show(document, name)),
        },
    }
}

/// The file's name in its path.
fn name_span(document: &Document, path: Span) -> Span {
    Span::new(path.end as usize - file_name(document.bytes(path)).len(), path.end as usize)
}

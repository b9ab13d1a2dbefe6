//! Paths that exist on the machine of the author alone.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix};
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::text::quote;
use crate::layout::Record;
use crate::model::Place;
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "absolute-texture-path",
    group: Group::Materials,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends(&[Aspect::Paths]),
    summary: "A texture path that starts at a drive, at the root, at a network share or in a home folder",
    page: include_str!("../../rules/absolute-texture-path.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let Some(start) = absolute(document.bytes(path)) else { continue };
            let place = Place::object(Record::Material, index).field(field);
            findings.add_at(place, Some(path), || {
                let name = match file_name(document.bytes(path)) {
                    [] => "its name".to_string(),
                    name => format!("\"{}\"", quote(name)),
                };
                Draft::new(format!("the path {} leads to a file on one machine only", show(document, path)))
                    .label(start)
                    .help(format!("put the file beside the model and write {name}"))
                    .fix(repair(document, path))
            });
        }
    }
}

/// The file's name alone. Nobody knows whether the file lies beside the model.
fn repair(document: &Document, path: Span) -> Option<Fix> {
    let name = file_name(document.bytes(path));
    let is_name = !matches!(name, b"" | b"." | b"..");
    is_name.then(|| Fix::consented("write the name of the file alone").replace(path, name))
}

/// What makes a path absolute.
fn absolute(path: &[u8]) -> Option<&'static str> {
    match path {
        [drive, b':', ..] if drive.is_ascii_alphabetic() => Some("begins with a drive letter"),
        [b'\\', b'\\', ..] | [b'/', b'/', ..] => Some("begins with a network share"),
        [b'/' | b'\\', ..] => Some("begins at the root"),
        [b'~', b'/' | b'\\', ..] => Some("begins in a home folder"),
        _ if path.len() > 5 && path[..5].eq_ignore_ascii_case(b"file:") => Some("is an address"),
        _ => None,
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|b| matches!(b, b'/' | b'\\' | b':')).next().unwrap_or(path)
}

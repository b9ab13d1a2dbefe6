//! A backslash separates folders on Windows alone.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::retext;
use crate::fix::{Aspect, Fix};
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;
use crate::base::file_tree::absolute;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-path-backslash",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Both,
    fix: FixKind::Depends("safe fix, unsafe where the path begins with `.\\`", &[Aspect::Paths]),
    summary: "A backslash in the path of a texture",
    page: include_str!("../../rules/texture-path-backslash.md"),
    check,
};

/// Some readers look for `.\` at the beginning, and for nothing else, to tell that a path is relative.
const RELATIVE: &[u8] = b".\\";

fn repair(document: &Document, path: Span) -> Fix {
    let text = document.bytes(path);
    let title = "write `/`, which all systems know";
    // In some code pages the second byte of a letter is a backslash.
    let is_plain = std::str::from_utf8(text).is_ok() && !text.starts_with(RELATIVE);
    let fix = if is_plain { Fix::safe(title) } else { Fix::consented(title) };
    let slashed: Vec<u8> = text.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect();
    retext(fix, document, path, slashed)
}

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
                    .fix(repair(document, path))
            });
        }
    }
}

//! SimPe takes them for a comment, even in quotes.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::model::named_objects;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "double-slash-in-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Two slashes in a name",
    page: include_str!("../../rules/double-slash-in-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name else { continue };
        let Some(at) = memchr::memmem::find(document.bytes(name), b"//") else { continue };
        let start = name.start as usize + at;
        findings.add_at(place, Some(Span::new(start, start + 2)), || {
            Draft::new(format!("`//` in the name of the {noun}: SimPe cuts the line there"))
                .label("taken for a comment")
                .help("rename it, wherever the name is used")
        });
    }
}

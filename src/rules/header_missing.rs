//! The first line, by which some readers know the format.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "header-missing",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A whole model that does not begin with `// MilkShape 3D ASCII`",
    page: include_str!("../../rules/header-missing.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    if document.header.is_none() && document.is_whole() {
        findings.add(Place::FILE, || {
            Draft::new("the file does not begin with `// MilkShape 3D ASCII`")
                .label("the first line")
                .help("put the line `// MilkShape 3D ASCII` in front of it")
        });
    }
}

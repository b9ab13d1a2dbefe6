//! Readers for version 4 refuse what came before it.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::fields;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "old-version",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    fix: FixKind::None,
    summary: "A binary file of version 3, as MilkShape 1.3 wrote it",
    page: include_str!("../../rules/old-version.md"),
    check,
};

/// The version that MilkShape wrote before the present one.
const OLD: i32 = 3;

fn check(document: &Document, findings: &mut Findings) {
    if document.model.binary.as_ref().is_some_and(|binary| binary.version == OLD) {
        findings.add(Place::FILE.field(fields::file::VERSION), || {
            Draft::new("version 3 of the format: assimp, Blender and others read version 4 alone")
                .label("version 3")
                .help("open the model in MilkShape 1.4 or later and save it again")
        });
    }
}

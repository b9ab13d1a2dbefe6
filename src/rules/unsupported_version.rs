//! Versions 3 and 4 are known.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unsupported-version",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    fix: FixKind::None,
    summary: "A binary file of a version that nobody knows",
    page: include_str!("../../rules/unsupported-version.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnknownVersion) {
        let version = document.model.binary.as_ref().map_or(0, |binary| binary.version);
        findings.add_note(note, || {
            Draft::new(format!("version {version} is unknown, so nothing behind the header was read"))
                .label("neither 3 nor 4")
                .help("export the model again, or get the whole file again if this one is damaged")
        });
    }
}

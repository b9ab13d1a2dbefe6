//! The sections at the end have versions of their own.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::BlockKind;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unsupported-subversion",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    fix: FixKind::None,
    summary: "A section at the end of a binary file of a version that nobody knows",
    page: include_str!("../../rules/unsupported-subversion.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnknownSection) {
        let Some(block) = document.model.blocks.get(note.place.object as usize) else { continue };
        let version = block.number.unwrap_or_default();
        findings.add_note(note, || {
            let known = match block.kind {
                BlockKind::VertexExtras => "not 1 to 3",
                _ => "not 1",
            };
            Draft::new(format!("version {version} is unknown, so nothing from here on was read"))
                .label(known)
                .help("export the model again, or end the file in front of this section")
        });
    }
}

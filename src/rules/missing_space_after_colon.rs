//! Two readers look for the name and the blank together.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "missing-space-after-colon",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "No blank between the colon and the number: `Meshes:3`",
    page: include_str!("../../rules/missing-space-after-colon.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::NoSpaceAfterColon) {
        let behind = note.span.end - u32::from(cfg!(canary = "fixes_repair_their_findings"));
        findings.add_note(note, || {
            Draft::new("no blank behind the colon: jMonkeyEngine and SimPe do not see the block")
                .label("a blank is missing")
                .fix(Fix::safe("put a blank behind the colon").insert(behind, " "))
        });
    }
}

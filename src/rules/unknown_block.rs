//! What no reader knows is skipped, or read as something else.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unknown-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A line `Name: n` that opens no block of the format",
    page: include_str!("../../rules/unknown-block.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnknownBlock) {
        findings.add_note(note, || {
            let written = show(document, note.span);
            Draft::new(format!("`{written}` is no block of the format; what follows it was not checked"))
                .label("unknown block")
                .help("delete the block if no reader of yours needs it")
        });
    }
}

//! Readers skip a block that they do not know, in silence.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::What;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "misspelled-block",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "The name of a block, misspelled",
    page: include_str!("../../rules/misspelled-block.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| matches!(what, What::MisspelledBlock { .. })) {
        let What::MisspelledBlock { meant, .. } = note.what else { continue };
        findings.add_note(note, || {
            let meant = meant.name();
            let written = show(document, note.span);
            let draft = if written.is_empty() {
                Draft::new(format!("the colon behind `{meant}` is missing: most readers skip the block in silence"))
                    .label("no colon")
            } else if written.trim().is_empty() {
                Draft::new("a blank in front of the colon: most readers skip the block in silence")
                    .label("no blank belongs here")
            } else {
                Draft::new(format!("`{written}` is not the name of a block: most readers skip it in silence"))
                    .label("misspelled")
            };
            draft.help(format!("write `{meant}:`"))
        });
    }
}

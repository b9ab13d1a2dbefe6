//! The results of a division by zero somewhere in an exporter.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "non-finite-number",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A number that is none: nan, inf, -1.#IND",
    page: include_str!("../../rules/non-finite-number.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::NonFinite)) {
        findings.add_note(note, || {
            // A binary file has no spelling for it.
            let stored = document.bytes(note.span).try_into().map(f32::from_le_bytes);
            let shown = match stored.ok().filter(|_| document.is_binary()) {
                Some(stored) => stored.to_string().to_lowercase(),
                None => show(document, note.span),
            };
            Draft::new(format!("{shown} is no finite number"))
                .label("not finite")
                .help("export the model again, or put the right number there")
        });
    }
}

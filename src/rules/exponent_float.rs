//! Scorched3D takes `4e-05` for -4.0 and does not say so.

use crate::parse::ascii::number;
use crate::parse::ascii::number::LONGEST_TOKEN;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell_float;
use crate::fix::Aspect;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "exponent-float",
    group: Group::Numbers,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where the value stays the same, otherwise unsafe", &[Aspect::Precision]),
    summary: "A number with an exponent, `4e-05`",
    page: include_str!("../../rules/exponent-float.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::Exponent)) {
        findings.add_note(note, || {
            let text = show(document, note.span);
            let draft = Draft::new(format!(
                "the number {text} has an exponent, which Scorched3D misreads in silence"
            ))
            .label("exponent");
            let value = number::float(document.bytes(note.span)).value;
            let draft = draft.fix(value.and_then(|value| respell_float(note.span, value)));
            match value {
                Some(value) if value.to_string().len() <= LONGEST_TOKEN => {
                    draft.help(format!("write it as {value}"))
                }
                Some(value) if value.abs() < 1.0 => {
                    draft.help("write 0.000000, if so little is meant as nothing")
                }
                _ => draft.help("write it without an exponent"),
            }
        });
    }
}

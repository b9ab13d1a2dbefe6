//! Integers are 32 bits wide, and so are floats.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{self, Kind};
use crate::model::Place;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "number-out-of-range",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A number that does not fit 32 bits",
    page: include_str!("../../rules/number-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::OutOfRange)) {
        findings.add_note(note, || {
            let (size, range) = match kind(note.place) {
                Some(Kind::Float) => ("float", "3.4e38"),
                _ if document.bytes(note.span).starts_with(b"-") => ("integer", "-2,147,483,648"),
                _ => ("integer", "2,147,483,647"),
            };
            Draft::new(format!("the number {} does not fit a 32-bit {size}", show(document, note.span)))
                .label(format!("beyond {range}"))
                .help("put the right number there")
        });
    }
}

fn kind(place: Place) -> Option<Kind> {
    layout::field(place.record, place.field?).map(|field| field.kind)
}

//! The format has no escape: the second quote of a line closes its string.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::Record;
use crate::model::Place;
use crate::fix::rename::{Fault, NewNames};
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::base::display::quote;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "quote-in-name",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::Names, Aspect::Flags, Aspect::Reading]),
    summary: "A quote inside the name of a mesh, a material or a bone",
    page: include_str!("../../rules/quote-in-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for note in notes(document, |what| what == What::QuoteInName) {
        findings.add_note(note, || {
            let message = match note.place.record {
                Record::Mesh => {
                    "a quote in the name: it ends there for every reader, and the line cannot be read"
                        .to_string()
                }
                _ => format!(
                    "a quote in the name: it ends there for every reader, who sees \"{}\"",
                    read_name(document, note.place)
                ),
            };
            Draft::new(message).label("a quote inside").fix(new.rename(Fault::Quote, note.place))
        });
    }
}

/// The name up to its quote.
fn read_name(document: &Document, place: Place) -> String {
    quote(document.name_of(place.record, place.object).unwrap_or_default())
}

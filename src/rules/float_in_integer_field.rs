//! `%d` stops at the point, and the rest of the row is misread.

use crate::parse::ascii::number;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::layout::{self, Kind};
use crate::model::Place;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "float-in-integer-field",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where the number is whole, unsafe where it has an exponent", &[]),
    summary: "A number with a point or an exponent where an index, a flag or a count stands",
    page: include_str!("../../rules/float-in-integer-field.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::FloatInInteger)) {
        findings.add_note(note, || {
            let text = show(document, note.span);
            let consequence = match is_last(note.place) {
                true => "and readers that look at all of it refuse the line",
                false => "so readers stop in its middle and lose the rest of the line",
            };
            let draft = Draft::new(format!("{text} stands where an integer belongs, {consequence}"))
                .label("not an integer");
            match number::integer(document.bytes(note.span)).value {
                // A count may have been meant as something else.
                Some(value) if value < 0 && is_count(note.place) => draft.help("put the right number there"),
                // Readers stop at the exponent, so that nobody has read this value yet.
                Some(value) if document.bytes(note.span).iter().any(u8::is_ascii_alphabetic) => {
                    draft.fix(Fix::consented(format!("write {value}")).replace(note.span, value.to_string()))
                }
                Some(value) => {
                    draft.fix(Fix::safe(format!("write {value}")).replace(note.span, value.to_string()))
                }
                None => draft.help("put the right integer there"),
            }
        });
    }
}

/// Whether no other field stands behind this one on its line.
fn is_last(place: Place) -> bool {
    let position = place.field.and_then(|field| layout::line_and_column(place.record, field));
    position.is_some_and(|(line, column)| column + 1 == layout::lines(place.record)[line].len())
}

fn is_count(place: Place) -> bool {
    let field = place.field.and_then(|field| layout::field(place.record, field));
    field.is_some_and(|field| field.kind == Kind::Count)
}

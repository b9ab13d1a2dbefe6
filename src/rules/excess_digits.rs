//! Scorched3D copies numbers into buffers of 20 and 15 bytes, unchecked.

use crate::parse::ascii::number;
use crate::parse::ascii::number::{LONGEST_FRACTION, LONGEST_TOKEN, LONGEST_WHOLE};
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell_float;
use crate::fix::Aspect;
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::base::display::counted;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "excess-digits",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where the value stays the same, otherwise unsafe", &[Aspect::Precision]),
    summary: "A number of 20 characters or more, with over 14 digits before its point or over 15 behind",
    page: include_str!("../../rules/excess-digits.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::ExcessDigits)) {
        findings.add_note(note, || {
            let token = document.bytes(note.span);
            let whole = token.iter().take_while(|b| **b != b'.').filter(|b| b.is_ascii_digit()).count();
            let decimals = token.iter().rev().take_while(|b| **b != b'.').count();
            let (what, room) = match token.len() {
                length if length > LONGEST_TOKEN => (counted(length, "character"), LONGEST_TOKEN),
                _ if whole > LONGEST_WHOLE => (counted(whole, "digit") + " before any point", LONGEST_WHOLE),
                _ => (counted(decimals, "decimal"), LONGEST_FRACTION),
            };
            let text = show(document, note.span);
            Draft::new(format!("the number {text} has {what}, but Scorched3D has room for {room}"))
                .label("too many digits")
                .fix(number::float(token).value.and_then(|value| respell_float(note.span, value)))
                .help("9 significant digits keep the value of any number here")
        });
    }
}

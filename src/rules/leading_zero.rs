//! Scorched3D reads such integers as octal or hexadecimal numbers.

use crate::parse::ascii::number;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix};
use crate::model::note::{Quirk, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "leading-zero",
    group: Group::Numbers,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix, unsafe where the number is hexadecimal", &[Aspect::Reading]),
    summary: "A leading zero or `0x` in an integer",
    page: include_str!("../../rules/leading-zero.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Number(Quirk::LeadingZero)) {
        findings.add_note(note, || {
            let token = document.bytes(note.span);
            let text = show(document, note.span);
            match number::integer(token).value {
                Some(value) => {
                    Draft::new(format!("the integer {text} begins with a zero: Scorched3D reads it as octal"))
                        .label("leading zero")
                        .fix(Fix::safe(format!("write {value}")).replace(note.span, value.to_string()))
                }
                None => {
                    let digits = String::from_utf8_lossy(token).to_ascii_lowercase().replace("0x", "");
                    let fix = i32::from_str_radix(&digits, 16).ok().map(|value| {
                        Fix::consented(format!("write {value}")).replace(note.span, value.to_string())
                    });
                    let help = match &fix {
                        Some(fix) => fix.title.clone(),
                        None => "write it as a decimal number".into(),
                    };
                    Draft::new(format!("the integer {text} is hexadecimal: only Scorched3D reads it so"))
                        .label("hexadecimal")
                        .fix(fix)
                        .help(help)
                }
            }
        });
    }
}

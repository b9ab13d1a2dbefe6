//! The buffers of MilkShape and StepMania hold 31 bytes and a NUL.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::Record;
use crate::model::named_objects;
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "name-too-long",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A name of more than 31 bytes",
    page: include_str!("../../rules/name-too-long.md"),
    check,
};

/// `char[32]`, less the NUL.
const LONGEST_NAME: usize = 31;

fn check(document: &Document, findings: &mut Findings) {
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name.filter(|name| name.len() > LONGEST_NAME) else { continue };
        // Names of materials are read into larger buffers; only the binary format cuts them.
        if place.record == Record::Material {
            continue;
        }
        findings.add(place, || {
            let start = name.start as usize;
            let message = format!(
                "the name of the {noun} has {} bytes: over {LONGEST_NAME} it overflows MilkShape's buffer and stops StepMania",
                name.len()
            );
            Draft::new(message)
                .at(Span::new(start + LONGEST_NAME, name.end as usize))
                .label("beyond the buffer")
                .help("shorten the name, wherever it is used")
        });
    }
}

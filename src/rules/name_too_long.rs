//! The buffers of MilkShape and StepMania hold 31 bytes and a NUL.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::LONGEST_NAME;
use crate::fix::Aspect;
use crate::layout::Record;
use crate::model::named_objects;
use crate::fix::rename::{Fault, NewNames};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "name-too-long",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A name of more than 31 bytes",
    page: include_str!("../../rules/name-too-long.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name.filter(|name| name.len() > LONGEST_NAME) else { continue };
        // Names of materials are read into larger buffers; only the binary format cuts them.
        if place.record == Record::Material {
            continue;
        }
        let surplus = Span::new(name.start as usize + LONGEST_NAME, name.end as usize);
        findings.add_at(place, Some(surplus), || {
            let length = name.len();
            Draft::new(format!(
                "the name of the {noun} has {length} bytes: over {LONGEST_NAME} it overflows MilkShape's buffer and stops StepMania"
            ))
            .label("beyond the buffer")
            .fix(new.rename(Fault::TooLong, place))
        });
    }
}

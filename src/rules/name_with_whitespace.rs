//! Scorched3D reads a name up to its first blank.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::Record;
use crate::model::named_objects;
use crate::fix::rename::{Fault, NewNames, ends_at_quote};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::quote;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "name-with-whitespace",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A name with a blank in it",
    page: include_str!("../../rules/name-with-whitespace.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name else { continue };
        let text = document.bytes(name);
        let Some(blank) = text.iter().position(|b| matches!(b, b' ' | b'\t')) else { continue };
        if ends_at_quote(document, place) {
            continue;
        }
        findings.add_at(place, Some(name), || {
            let message = match place.record {
                Record::Mesh => {
                    "the name of the mesh has a blank: Scorched3D cannot load such a model".to_string()
                }
                _ => format!(
                    "the name of the {noun} has a blank: Scorched3D reads it as \"{}\"",
                    quote(&text[..blank])
                ),
            };
            Draft::new(message).label("a blank in it").fix(new.rename(Fault::Blank, place))
        });
    }
}

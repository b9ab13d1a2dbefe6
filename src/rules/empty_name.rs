//! `""` where a name belongs.

use std::cell::LazyCell;

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Aspect;
use crate::model::named_objects;
use crate::fix::rename::{Fault, NewNames, ends_at_quote};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "empty-name",
    group: Group::Names,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A mesh, a material or a bone without a name",
    page: include_str!("../../rules/empty-name.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let new = LazyCell::new(|| NewNames::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        if name.is_some_and(|name| name.is_empty()) && !ends_at_quote(document, place) {
            findings.add(place, || {
                let who = match document.is_binary() {
                    false => "MilkShape and StepMania refuse the file here",
                    true => "as text, MilkShape and StepMania would refuse the file",
                };
                Draft::new(format!("the {noun} has no name: {who}"))
                    .label("empty name")
                    .fix(new.rename(Fault::Empty, place))
            });
        }
    }
}

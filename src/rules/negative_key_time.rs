//! Frames count from 1.

use crate::document::describe::moment;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::fields;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "negative-key-time",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A key in front of the beginning",
    page: include_str!("../../rules/negative-key-time.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, table) in bone.tables() {
            for (row, key) in table.iter().filter(|(_, key)| key.time.is_finite() && key.time < 0.0) {
                findings.add(Place::row(record, index, row).field(fields::key::TIME), || {
                    let beginning = match document.is_binary() {
                        false => "frames count from 1, and animations begin there",
                        true => "animations begin at 0 s",
                    };
                    Draft::new(format!("a key at {}: {beginning}", moment(document, key.time)))
                        .label("in front of the beginning")
                        .help("move the keys so that the first is at the beginning")
                });
            }
        }
    }
}

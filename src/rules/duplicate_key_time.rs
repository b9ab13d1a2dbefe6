//! Readers search for the keys around a time.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::fields;
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-key-time",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Two keys of a bone at the same time",
    page: include_str!("../../rules/duplicate-key-time.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, table) in bone.tables() {
            let mut last: Option<(usize, f32)> = None;
            for (row, key) in table.iter() {
                if let Some((earlier, _)) = last.filter(|(_, time)| *time == key.time) {
                    findings.add(Place::row(record, index, row).field(fields::key::TIME), || {
                        let place = Place::row(record, index, earlier).field(fields::key::TIME);
                        Draft::new(format!("another key at frame {}: StepMania and Scorched3D show a wrong pose", key.time))
                            .label("the same time again")
                            .also(document.locate(place), "first here")
                            .help("delete one of the two keys")
                    });
                }
                last = Some((row, key.time));
            }
        }
    }
}

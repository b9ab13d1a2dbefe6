//! Frames says how long the animation is.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{Record, fields};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-past-last-frame",
    group: Group::Animation,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A key behind the last frame",
    page: include_str!("../../rules/key-past-last-frame.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // No frames at all are another rule's business.
    let Some((block, frames)) = document.model.frames().filter(|(_, frames)| *frames > 0) else { return };
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, table) in bone.tables() {
            for (row, key) in table.iter().filter(|(_, key)| f64::from(key.time) > f64::from(frames)) {
                findings.add(Place::row(record, index, row).field(fields::key::TIME), || {
                    let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
                    Draft::new(format!("a key at frame {}, but the animation ends at frame {frames}: Scorched3D never comes to it", key.time))
                        .label("behind the last frame")
                        .also(document.locate(declared), "the last frame")
                        .help("write the time of the last key behind `Frames:`")
                });
            }
        }
    }
}

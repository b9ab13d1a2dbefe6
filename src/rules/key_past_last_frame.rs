//! Frames says how long the animation is.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::edits::respell;
use crate::fix::{Aspect, Fix, Shared};
use crate::layout::{Record, fields};
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-past-last-frame",
    group: Group::Animation,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where the number of frames fits", &[Aspect::Frames]),
    summary: "A key behind the last frame",
    page: include_str!("../../rules/key-past-last-frame.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // No frames at all are another rule's business.
    let Some((block, frames)) = document.model.frames().filter(|(_, frames)| *frames > 0) else { return };
    let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
    let tables = document
        .model
        .bones
        .iter()
        .enumerate()
        .flat_map(|(index, bone)| bone.tables().map(|table| (index, table)));
    let keys = tables.flat_map(|(index, (record, table))| {
        table.iter().map(move |(row, key)| (Place::row(record, index, row), key.time))
    });
    let late = keys.filter(|(_, time)| f64::from(*time) > f64::from(frames));
    let mut fix = Shared::new(|| {
        let last = document.model.last_key_frame()?;
        let fix = Fix::safe(format!("write {last}, the frame of the last key, behind `Frames:`"));
        Some(respell(fix, document, declared, last.to_string()).of_places(late.clone().count()))
    });
    for (place, time) in late.clone() {
        findings.add(place.field(fields::key::TIME), || {
            Draft::new(format!("a key at frame {time}, but the animation ends at frame {frames}: Scorched3D never comes to it"))
                .label("behind the last frame")
                .also(document.locate(declared), "the last frame")
                .help("write the time of the last key behind `Frames:`")
                .fix(fix.share())
        });
    }
}

//! Frames says how long the animation is.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell;
use crate::fix::{Aspect, Fix, Shared};
use crate::layout::fields;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-past-last-frame",
    group: Group::Animation,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::Depends("safe fix where the number of frames fits", &[Aspect::Frames]),
    summary: "A key behind the last frame",
    page: include_str!("../../rules/key-past-last-frame.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // No frames at all are another rule's business.
    let Some((declared, frames)) = document.model.frames().filter(|(_, frames)| *frames > 0) else { return };
    let tables = document
        .model
        .bones
        .iter()
        .enumerate()
        .flat_map(|(index, bone)| bone.tables().map(|table| (index, table)));
    let keys = tables.flat_map(|(index, (record, table))| {
        table.iter().map(move |(row, key)| (Place::row(record, index, row), key.time))
    });
    let late = keys.filter(|(_, time)| {
        let frame = document.model.frame_at(*time);
        frame.is_finite() && frame > f64::from(frames)
    });
    let (where_to, who) = match document.is_binary() {
        false => ("behind `Frames:`", "Scorched3D never comes to it"),
        true => ("as the number of frames", "an animation of that length never comes to it"),
    };
    let mut fix = Shared::new(|| {
        let last = document.model.last_key_frame()?;
        let fix = Fix::safe(format!("write {last}, the frame of the last key, {where_to}"));
        Some(respell(fix, document, declared, last.to_string()).of_places(late.clone().count()))
    });
    for (place, time) in late.clone() {
        findings.add(place.field(fields::key::TIME), || {
            let frame = document.model.frame_at(time);
            Draft::new(format!("a key at frame {frame}, but the animation ends at frame {frames}: {who}"))
                .label("behind the last frame")
                .also(document.locate(declared), "the last frame")
                .help(format!("write the frame of the last key {where_to}"))
                .fix(fix.share())
        });
    }
}

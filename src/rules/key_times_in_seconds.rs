//! Times are frame numbers in ASCII.

use crate::parse::ascii::number_format::rounded;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::respell;
use crate::fix::{Aspect, Fix};
use crate::layout::fields;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-times-in-seconds",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::KeyTimes]),
    summary: "Keys whose times look like seconds",
    page: include_str!("../../rules/key-times-in-seconds.md"),
    check,
};

/// Of fewer frames, all may well be in front of the second.
const LEAST_FRAMES: i32 = 10;
/// An animation of so many seconds could be one of as many frames.
const LONGEST: f32 = 2.0;

fn check(document: &Document, findings: &mut Findings) {
    let table_edits = findings.table_edits();
    let rate = findings.limits().frames_per_second;
    let Some((_, frames)) = document.model.frames().filter(|(_, frames)| *frames >= LEAST_FRAMES) else {
        return;
    };
    let keys = || keys(document);
    // A single key at frame 1 is what a bone has that does not move.
    let Some((place, time)) = keys().find(|(_, time)| time.fract() != 0.0) else { return };
    let last = keys().map(|(_, time)| time.abs()).fold(0.0, f32::max);
    if !(LONGEST / rate..LONGEST).contains(&last) {
        return;
    }
    findings.add(place, || {
        let fix = Fix::consented(format!("multiply all times by {rate}, the frames of a second"));
        let fix = keys().filter(|_| table_edits).fold(fix, |fix, (place, time)| respell(fix, document, place, rounded(frame(time, rate))));
        Draft::new(format!("all keys are in front of frame 2 of {frames}: the times look like seconds, but are taken for frames"))
            .label(format!("frame {time}, not second {time}"))
            .help("multiply all times by the number of frames in a second")
            .fix(fix)
    });
}

/// The frame of a time. What was a whole one before it was written with few decimals is one again.
fn frame(time: f32, rate: f32) -> f32 {
    let frame = time * rate;
    if (frame - frame.round()).abs() < 0.001 { frame.round() } else { frame }
}

/// The times of all keys that have one.
fn keys(document: &Document) -> impl Iterator<Item = (Place, f32)> {
    let bones = document.model.bones.iter().enumerate();
    let tables = bones.flat_map(|(index, bone)| bone.tables().map(|(record, table)| (index, record, table)));
    tables.flat_map(|(index, record, table)| {
        table
            .iter()
            .filter(|(_, key)| key.time.is_finite())
            .map(move |(row, key)| (Place::row(record, index, row).field(fields::key::TIME), key.time))
    })
}

//! Times are frame numbers in ASCII.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::fields;
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-times-in-seconds",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Keys whose times look like seconds",
    page: include_str!("../../rules/key-times-in-seconds.md"),
    check,
};

/// Of fewer frames, all may well be in front of the second.
const LEAST_FRAMES: i32 = 10;
/// An animation of so many seconds could be one of as many frames.
const LONGEST: f32 = 2.0;

fn check(document: &Document, findings: &mut Findings) {
    let Some((_, frames)) = document.model.frames().filter(|(_, frames)| *frames >= LEAST_FRAMES) else { return };
    let bones = document.model.bones.iter().enumerate();
    let tables = bones.flat_map(|(index, bone)| bone.tables().map(|(record, table)| (index, record, table)));
    let mut keys = tables.flat_map(|(index, record, table)| {
        table.iter().map(move |(row, key)| (Place::row(record, index, row).field(fields::key::TIME), key.time))
    });
    // A single key at frame 1 is what a bone has that does not move.
    let Some((place, time)) = keys.clone().find(|(_, time)| time.fract() != 0.0) else { return };
    if keys.any(|(_, time)| time >= LONGEST) {
        return;
    }
    findings.add(place, || {
        Draft::new(format!("all keys are in front of frame 2 of {frames}: the times look like seconds, but are taken for frames"))
            .label(format!("frame {time}, not second {time}"))
            .help("multiply all times by the number of frames in a second")
    });
}

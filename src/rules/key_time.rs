//! A key at a time that is before the first frame, after the last one, or in seconds where frames belong.

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::parse::ascii::number_format::rounded;

pub(super) static NEGATIVE_KEY_TIME: Rule = Rule {
    name: "negative-key-time",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A key before the beginning",
    page: page!("negative-key-time"),
    check: negative,
};

fn negative(document: &Document, findings: &mut Sink) {
    for (place, time) in keys(document).filter(|(_, time)| *time < 0.0) {
        findings.add(place, || {
            let beginning = match document.is_binary() {
                false => "frames count from 1, and animations begin there",
                true => "animations begin at 0 s",
            };
            Draft::new(format!("a key at {}: {beginning}", moment(document, time)))
                .label("before the beginning")
                .help("move the keys so that the first is at the beginning")
        });
    }
}

pub(super) static KEY_PAST_LAST_FRAME: Rule = Rule {
    name: "key-past-last-frame",
    group: Group::Animation,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Topics(&[Topic::Length]),
    fix: FixKind::Depends("safe fix where the number of frames fits", &[Aspect::Frames]),
    summary: "A key after the last frame",
    page: page!("key-past-last-frame"),
    check: past_last_frame,
};

/// An animation of so many frames takes nine hours: a key after that is at a wrong time.
const MOST_FRAMES: i32 = 1_000_000;

fn past_last_frame(document: &Document, findings: &mut Sink) {
    // No frames at all are another rule's business.
    let Some((declared, frames)) = document.model.frames().filter(|(_, frames)| *frames > 0) else { return };
    let late = keys(document).filter(|(_, time)| {
        let frame = document.model.frame_at(*time);
        frame.is_finite() && frame > f64::from(frames)
    });
    let where_to = match document.is_binary() {
        false => "after `Frames:`",
        true => "as the number of frames",
    };
    let mut fix = Shared::new(|| {
        let last = document.model.last_key_frame().filter(|last| *last <= MOST_FRAMES)?;
        let fix = Fix::safe(format!("write {last}, the frame of the last key, {where_to}"));
        Some(set_field(fix, document, declared, last.to_string()).of_places(late.clone().count()))
    });
    for (place, time) in late.clone() {
        findings.add(place, || {
            let frame = document.model.frame_at(time);
            Draft::new(format!(
                "the key is at frame {}, but the animation has {}",
                float(frame as f32),
                counted(frames as usize, "frame")
            ))
            .label("after the last frame")
            .also(document.locate(declared), "the last frame")
            .help(match frame > f64::from(MOST_FRAMES) {
                true => "correct the time of the key".to_string(),
                false => format!("write the frame of the last key {where_to}"),
            })
            .fix(fix.share())
        });
    }
}

pub(super) static KEY_TIMES_IN_SECONDS: Rule = Rule {
    name: "key-times-in-seconds",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::KeyTimes]),
    summary: "Keys whose times look like seconds",
    page: page!("key-times-in-seconds"),
    check: in_seconds,
};

/// With fewer frames, all times may well be this small.
const LEAST_FRAMES: i32 = 10;
/// An animation of so many seconds could be one of as many frames.
const LONGEST: f32 = 2.0;

fn in_seconds(document: &Document, findings: &mut Sink) {
    let table_edits = findings.table_edits();
    let rate = findings.limits().frames_per_second;
    let Some((_, frames)) = document.model.frames().filter(|(_, frames)| *frames >= LEAST_FRAMES) else {
        return;
    };
    let keys = || keys(document);
    // A bone that does not move has a single key at frame 1.
    let Some((place, time)) = keys().find(|(_, time)| time.fract() != 0.0) else { return };
    let last = keys().map(|(_, time)| time.abs()).fold(0.0, f32::max);
    if !(LONGEST / rate..LONGEST).contains(&last) {
        return;
    }
    findings.add(place, || {
        let fix = Fix::unsafe_fix(format!("multiply all times by {rate}, the frames of a second"));
        let fix = keys()
            .filter(|_| table_edits)
            .fold(fix, |fix, (place, time)| set_field(fix, document, place, rounded(frame(time, rate))));
        Draft::new(format!(
            "all keys are before frame 2 of {frames}: the times look like seconds, but are taken for frames"
        ))
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

/// The times of all keys whose time is a finite number.
fn keys(document: &Document) -> impl Iterator<Item = (Place, f32)> + Clone {
    let bones = document.model.bones.iter().enumerate();
    let tables = bones.flat_map(|(index, bone)| bone.tables().map(|(record, table)| (index, record, table)));
    tables.flat_map(|(index, record, table)| {
        table
            .iter()
            .filter(|(_, key)| key.time.is_finite())
            .map(move |(row, key)| (Place::row(record, index, row).field(fields::key::TIME), key.time))
    })
}

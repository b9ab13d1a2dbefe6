//! A current frame that the animation does not have.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "start-frame-out-of-range",
    group: Group::Animation,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Frames]),
    summary: "A current frame that the animation does not have",
    page: page!("start-frame-out-of-range"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some((declared, frames)) = document.model.frames().filter(|(_, frames)| *frames > 0) else {
        return;
    };
    let Some((block, number)) =
        document.model.block(BlockKind::Frame).and_then(|(i, b)| Some((i, b.number?)))
    else {
        return;
    };
    if (1..=frames).contains(&number) {
        return;
    }
    let place = Place::object(Record::Block, block).field(fields::block::COUNT);
    findings.add(place, || {
        let nearest = number.clamp(1, frames);
        let fix = Fix::unsafe_fix(format!("write {nearest}, the nearest frame of the animation"));
        let has = if frames == 1 { "only frame 1".to_string() } else { format!("frames 1 to {frames}") };
        Draft::new(format!("the current frame is {number}, but the animation has {has}"))
            .label("no such frame")
            .also(document.locate(declared), "so many frames")
            .fix(set_field(fix, document, place, nearest.to_string()))
    });
}

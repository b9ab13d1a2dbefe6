//! An animation with keys, but without frames.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "no-frames",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Blocks,
    fix: FixKind::Depends("unsafe fix where the number of frames fits", &[Aspect::Frames]),
    summary: "Keys, but no frame for them",
    page: include_str!("../../rules/no-frames.md"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some((place, frames)) = document.model.frames().filter(|(_, frames)| *frames <= 0) else { return };
    let bones = document.model.bones.iter().enumerate();
    let mut keys = bones.flat_map(|(index, bone)| {
        bone.tables()
            .into_iter()
            .filter(|(_, table)| !table.is_empty())
            .map(move |(record, _)| (index, record))
    });
    let Some((index, record)) = keys.next() else { return };
    findings.add(place, || {
        let model = &document.model;
        let fix = model.last_key_frame().map(|key| {
            let last = model.last_frame();
            let what = if last > key { "the current frame" } else { "the frame of the last key" };
            let fix = Fix::unsafe_fix(format!("write {last}, {what}"));
            set_field(fix, document, place, last.to_string())
        });
        Draft::new(format!("the animation has {frames} frames, but bones have keys"))
            .label("no frame")
            .also(document.locate(Place::row(record, index, 0)), "the first key")
            .help("write the time of the last key after `Frames:`")
            .fix(fix)
    });
}

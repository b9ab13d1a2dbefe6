//! An animation with keys, but without frames, or with less than none.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "no-frames",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where the number of frames fits", &[Aspect::Frames]),
    summary: "Keys without frames, or a negative number of frames",
    page: page!("no-frames"),
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
    let first_key = keys.next();
    // A model that does not move can do without frames.
    if first_key.is_none() && frames == 0 {
        return;
    }
    findings.add(place, || {
        let model = &document.model;
        let (key, last) = (model.last_key_frame(), model.last_frame());
        let fix = (key.is_some() || first_key.is_none()).then(|| {
            let what = match key {
                Some(key) if last <= key => "the frame of the last key",
                None if last == 1 => "the frame of a model that does not move",
                _ => "the current frame",
            };
            set_field(Fix::unsafe_fix(format!("write {last}, {what}")), document, place, last.to_string())
        });
        let first_key = first_key.and_then(|(index, record)| document.locate(Place::row(record, index, 0)));
        let (but, help) = match first_key {
            Some(_) => (", but bones have keys", "write the frame of the last key there"),
            None => ("", "write 1 there, as the model does not move"),
        };
        Draft::new(format!("the animation has {frames} frames{but}"))
            .label("no frame")
            .also(first_key, "the first key")
            .help(help)
            .fix(fix)
    });
}

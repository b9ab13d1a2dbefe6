//! A binary file with a rate of less than one frame per second.

use crate::base::display::float;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "invalid-frame-rate",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::FrameRate]),
    summary: "A rate of less than one frame in a second",
    page: page!("invalid-frame-rate"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(animation) = document.model.binary.as_ref().and_then(|binary| binary.animation) else { return };
    // What is no number at all is another rule's.
    if !(animation.rate.is_finite() && animation.rate < 1.0) {
        return;
    }
    let place = Place::object(Record::Animation, 0).field(fields::animation::RATE);
    findings.add(place, || {
        let fix = Fix::unsafe_fix("write 24, the usual rate");
        Draft::new(format!("the rate is {} frames per second, but it must be at least 1", float(animation.rate)))
            .label("less than 1")
            .help("write the rate that the model was animated with")
            .fix(set_field(fix, document, place, "24"))
    });
}

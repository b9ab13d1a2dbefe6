//! A weight on a bone that the model does not have, or on no bone.

use crate::diagnostics::prelude::*;
use crate::fix::fields::set_field;
use crate::fix::weights::{Scale, percentages, scale, set_weights, to_percent, weighted};
use crate::model::VertexExtra;

pub(super) static RULE: Rule = Rule {
    name: "weight-bone-out-of-range",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where the weights are percentages", &[Aspect::Weights]),
    summary: "A weight on a bone that the model does not have, or on none",
    page: page!("weight-bone-out-of-range"),
    check,
};

/// What rounding three weights may leave for a fourth that is not there, in percent.
const ROUNDED: u32 = 2;

fn check(document: &Document, findings: &mut Sink) {
    if document.is_truncated() {
        return;
    }
    let scale = scale(document);
    let count = document.model.bones.len();
    let is_there = |bone: i8| usize::try_from(bone).is_ok_and(|bone| bone < count);
    for (index, extra) in weighted(document) {
        let percent = percentages(extra, scale);
        let is_lost = |slot: &usize| match (extra.bones[*slot], percent[slot + 1]) {
            (-1, weight) if *slot == 2 => weight > ROUNDED,
            (bone, weight) => weight > 0 && !is_there(bone),
        };
        let Some(slot) = (0..3).find(is_lost) else { continue };
        let place = Place::row(Record::VertexExtra, 0, index);
        findings.add(place.field(fields::vertex_extra::BONES[slot]), || {
            let (bone, weight) = (extra.bones[slot], percent[slot + 1]);
            let fix = (scale == Scale::Percent).then(|| share_out(document, index, extra, percent, is_there));
            let message = match bone {
                -1 => format!("the vertex hangs by {weight} percent on no bone"),
                _ => {
                    let (bones, range) = (counted(count, "bone"), index_range(count));
                    format!(
                        "the vertex hangs by {weight} percent on bone {bone}: the model has {bones}{range}"
                    )
                }
            };
            Draft::new(message).label("no such bone").help("put the index of a bone there").fix(fix)
        });
    }
}

/// Gives the weight of bones that are not there to those that are, which move together to the front.
fn share_out(
    document: &Document,
    vertex: usize,
    extra: &VertexExtra,
    percent: [u32; 4],
    is_there: impl Fn(i8) -> bool,
) -> Fix {
    let hung = (0..3).filter(|slot| percent[slot + 1] > 0 && is_there(extra.bones[*slot]));
    let (mut bones, mut parts) = ([-1; 3], [percent[0], 0, 0, 0]);
    for (new, old) in hung.enumerate() {
        (bones[new], parts[new + 1]) = (extra.bones[old], percent[old + 1]);
    }
    let place = Place::row(Record::VertexExtra, 0, vertex);
    let fix = bones.iter().zip(fields::vertex_extra::BONES).fold(
        Fix::unsafe_fix("share the weight out among the bones that are there"),
        |fix, (bone, number)| set_field(fix, document, place.field(number), bone.to_string()),
    );
    set_weights(fix, document, vertex, to_percent(parts))
}

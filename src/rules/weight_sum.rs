//! Weights of a vertex that sum to more than 100 percent.

use crate::diagnostics::prelude::*;
use crate::fix::weights::{Scale, scale, set_weights, sum, to_percent, weighted};

pub(super) static RULE: Rule = Rule {
    name: "weight-sum",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Weights]),
    summary: "Weights of a vertex that sum to more than 100 percent",
    page: page!("weight-sum"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if scale(document) != Scale::Percent {
        return;
    }
    for (index, extra) in weighted(document).filter(|(_, extra)| sum(extra) > 100) {
        let place = Place::row(Record::VertexExtra, 0, index).field(fields::vertex_extra::WEIGHTS[0]);
        findings.add(place, || {
            let [first, second, third] = extra.weights.map(u32::from);
            let fix = Fix::unsafe_fix("scale the weights down to 100 percent");
            Draft::new(format!(
                "weights of {first}, {second} and {third} percent sum to {}, which leaves less than nothing for \
                 the fourth bone",
                sum(extra)
            ))
            .label("over 100 percent")
            .fix(set_weights(fix, document, index, to_percent([first, second, third, 0])))
        });
    }
}

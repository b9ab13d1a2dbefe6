//! Weights from 0 to 255 where percentages belong.

use crate::diagnostics::prelude::*;
use crate::fix::weights::{Scale, percentages, scale, set_weights, version, weighted};

pub(super) static RULE: Rule = Rule {
    name: "weight-scale",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Weights,
    fix: FixKind::Unsafe(&[Aspect::Weights]),
    summary: "Weights up to 255 where importers take percentages",
    page: page!("weight-scale"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    // In version 1 they may be meant so.
    let Some((place, version @ 2..)) = version(document) else { return };
    if scale(document) != Scale::Byte {
        return;
    }
    let table_edits = findings.table_edits();
    findings.add(place, || {
        let fix = weighted(document)
            .filter(|_| table_edits)
            .fold(Fix::unsafe_fix("write all weights as percentages"), |fix, (index, extra)| {
                set_weights(fix, document, index, percentages(extra, Scale::Byte))
            });
        Draft::new(format!(
            "the weights of most vertices sum to 255, but in version {version} they are percentages"
        ))
        .label("weights are percentages here")
        .fix(fix)
    });
}

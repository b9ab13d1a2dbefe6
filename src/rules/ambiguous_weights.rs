//! Weights in vertex extras of version 1, where engines disagree about the scale.

use crate::diagnostics::prelude::*;
use crate::fix::weights::{Scale, percentages, scale, to_version_2, version, weighted};

pub(super) static RULE: Rule = Rule {
    name: "ambiguous-weights",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Weights,
    fix: FixKind::Unsafe(&[Aspect::ExtraVersion, Aspect::Weights]),
    summary: "Weights in vertex extras of version 1, which some importers take for percentages and others for bytes",
    page: page!("ambiguous-weights"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some((place, 1)) = version(document) else { return };
    if weighted(document).next().is_none() {
        return;
    }
    let table_edits = findings.table_edits();
    findings.add(place, || {
        let scale = scale(document);
        let fix = Fix::unsafe_fix(match scale {
            Scale::Percent => "write version 2, with the weights as percentages, as they are",
            Scale::Byte => "write version 2, with the weights as percentages: most sum to 255 now",
        });
        let weights = |extra: &_| {
            let [first, second, third, _] = percentages(extra, scale).map(|percent| percent as u8);
            [first, second, third]
        };
        let fix = if table_edits { to_version_2(fix, document, weights) } else { fix };
        Draft::new("vertex extras of version 1, whose weights may be percentages or values up to 255")
            .label("of disputed scale")
            .fix(fix)
    });
}

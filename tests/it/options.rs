//! The options of rules: how severe their findings are, and the limits that they measure by.

use std::collections::HashMap;

use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair;
use ms3dlint::actions::repair::repair;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::diagnostics::limits::Limits;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;
use ms3dlint::report::summary::Summary;
use ms3dlint::rules;

/// A model with a short normal, a texture that is repeated, a bone that is turned by a turn and a half, and keys
/// at times of up to a second.
const MODEL: &str = "// MilkShape 3D ASCII\r\nFrames: 30\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n3\r\n\
    0 0.0 0.0 0.0 0.0 1.0 -1\r\n0 1.0 0.0 0.0 2.5 1.0 -1\r\n0 0.0 1.0 0.0 0.0 0.0 -1\r\n\
    1\r\n0.0 0.0 0.95\r\n1\r\n0 0 1 2 0 0 0 1\r\nMaterials: 0\r\nBones: 1\r\n\"root\"\r\n\"\"\r\n\
    0 0.0 0.0 0.0 9.4 0.0 0.0\r\n1\r\n0.5 0.0 0.0 0.0\r\n1\r\n1.0 0.0 0.0 0.0\r\n";

/// How often each of these rules fires.
fn counts(names: [&str; 4], limits: Limits) -> [usize; 4] {
    let report = lint(
        &read("model.txt", MODEL.into()),
        &Context::default(),
        &Options { limits, ..Options::default() },
    );
    names.map(|name| {
        report.tallies.iter().find(|tally| tally.rule.name == name).map_or(0, |tally| tally.count)
    })
}

#[test]
fn rules_measure_by_what_they_are_told() {
    let names = ["unnormalized-normal", "uv-out-of-range", "rotation-in-degrees", "key-times-in-seconds"];
    assert_eq!(counts(names, Limits::default()), [1, 1, 0, 1]);
    let limits = Limits { normal_tolerance: 0.1, ..Limits::default() };
    assert_eq!(counts(names, limits), [0, 1, 0, 1]);
    let limits = Limits { uv: [-3.0, 3.0], ..Limits::default() };
    assert_eq!(counts(names, limits), [1, 0, 0, 1]);
    let limits = Limits { uv: [0.25, 0.75], ..Limits::default() };
    assert_eq!(counts(names, limits), [1, 6, 0, 1]);
    let limits = Limits { bone_turns: 1.0, ..Limits::default() };
    assert_eq!(counts(names, limits), [1, 1, 1, 1]);
    // At one frame in a second the keys are at frames.
    let limits = Limits { frames_per_second: 1.0, ..Limits::default() };
    assert_eq!(counts(names, limits), [1, 1, 0, 0]);
}

#[test]
fn fixes_measure_by_the_strictest_limits_and_come_to_an_end() {
    let limits = Limits { normal_tolerance: 0.0001, bone_turns: 1.0, ..Limits::default() };
    let names = ["unnormalized-normal", "rotation-in-degrees", "key-times-in-seconds"];
    let only = names.into_iter().filter_map(rules::find).collect();
    let linting = Options { limits: Limits { frames_per_second: 25.0, ..limits }, ..Options::default() };
    let options = repair::RepairOptions { lint: linting, least: Applicability::Unsafe, only };
    let repaired = repair(read("model.txt", MODEL.into()), &Context::default(), &options)
        .unwrap_or_else(|defect| panic!("{defect:?}"));
    let text = String::from_utf8_lossy(repaired.document.source.bytes()).into_owned();
    for line in ["0.000000 0.000000 1.000000", "12.500000 0.0 0.0 0.0", "25.000000 0.0 0.0 0.0"] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert_eq!(repaired.fixed.len(), 3);
}

#[test]
fn findings_counts_and_the_summary_are_as_bad_as_they_are_said_to_be() {
    let document = read("model.txt", MODEL.into());
    let rules: Vec<_> = rules::find("uv-out-of-range").into_iter().collect();
    let severities = HashMap::from([("uv-out-of-range", Severity::Error)]);
    let options = Options { rules, severities, level: Severity::Error, ..Options::default() };
    let report = lint(&document, &Context::default(), &options);
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].severity, Severity::Error);
    assert_eq!(report.count(Severity::Error), 1);
    assert_eq!(report.count(Severity::Hint), 0);
    let mut summary = Summary::default();
    summary.add(&report, Severity::Error);
    assert_eq!(summary.counts, [1, 0, 0, 0]);
}

#[test]
fn what_is_not_bad_enough_is_not_repaired() {
    let fixed = |severity| {
        let severities = HashMap::from([("unnormalized-normal", severity)]);
        let rules: Vec<_> = rules::find("unnormalized-normal").into_iter().collect();
        let lint = Options { rules, severities, repaired_from: Severity::Warning, ..Options::default() };
        let options = repair::RepairOptions { lint, least: Applicability::Unsafe, only: Vec::new() };
        repair(read("model.txt", MODEL.into()), &Context::default(), &options)
            .map(|repaired| repaired.fixed.len())
    };
    assert_eq!(fixed(Severity::Info), Ok(0));
    assert_eq!(fixed(Severity::Warning), Ok(1));
}

//! Properties of checks: what options, configurations and comments in the file change.

use std::collections::HashSet;
use std::path::Path;

use super::{Violation, document, ensure};
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::base::span::Span;
use ms3dlint::config::file::RuleOrGroup;
use ms3dlint::config::{Config, ConfigProblem, Layer};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::{Finding, Group, Severity};
use ms3dlint::diagnostics::limits::Limits;
use ms3dlint::diagnostics::rule::Rule;
use ms3dlint::diagnostics::rule::sink::Tally;
use ms3dlint::rules;

/// Folding and limits change what is kept, never how much is counted.
pub fn folding_keeps_counts(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let folded = lint(&document, &Context::default(), &Options::default());
    let expanded = lint(&document, &Context::default(), &Options { expand: true, ..Options::default() });
    let limited = lint(&document, &Context::default(), &Options { most_per_rule: 1, ..Options::default() });
    let kept: usize = folded.findings.iter().map(|finding| finding.count).sum();
    let same = counts(&folded.tallies) == counts(&expanded.tallies)
        && counts(&folded.tallies) == counts(&limited.tallies)
        && kept == expanded.findings.len();
    ensure(same, "folding_keeps_counts", || {
        format!("{:?} and {:?}", counts(&folded.tallies), counts(&expanded.tallies))
    })
}

/// What a file's own comments silence is counted, and changes nothing else.
pub fn suppressions_only_silence(bytes: &[u8]) -> Result<(), Violation> {
    let mut document = document(bytes);
    if document.directives.is_empty() {
        return Ok(());
    }
    let mut options = Options::default();
    options.rules.retain(|rule| rule.group != Group::Suppressions);
    let silenced = lint(&document, &Context::default(), &options);
    document.directives.clear();
    let all = lint(&document, &Context::default(), &options);
    let total = |report: &Report| report.tallies.iter().map(|tally| tally.count).sum::<usize>();
    let known = counts(&all.tallies);
    let adds_nothing = counts(&silenced.tallies)
        .iter()
        .all(|(rule, count)| known.iter().any(|(r, c)| r == rule && count <= c));
    ensure(
        adds_nothing && total(&silenced) + silenced.suppressed == total(&all),
        "suppressions_only_silence",
        || format!("{:?} and {} suppressed, of {known:?}", counts(&silenced.tallies), silenced.suppressed),
    )
}

/// All suppressions that are reported as unused can be deleted at once.
pub fn unused_suppressions_can_go(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "unused_suppressions_can_go";
    const RULE: &str = "unused-suppression";
    let mut document = document(bytes);
    let before = lint(&document, &Context::default(), &Options::default());
    let unused = |report: &Report| -> HashSet<Span> {
        report.findings.iter().filter(|finding| finding.rule == RULE).map(Finding::span).collect()
    };
    let gone = unused(&before);
    if gone.is_empty() {
        return Ok(());
    }
    for allow in document.directives.iter_mut().filter_map(|directive| directive.says.as_mut().ok()) {
        allow.rules.retain(|rule| !gone.contains(rule));
    }
    let after = lint(&document, &Context::default(), &Options::default());
    let mut expected = counts(&before.tallies);
    expected.retain(|(rule, _)| *rule != RULE);
    let same = counts(&after.tallies) == expected && after.suppressed == before.suppressed;
    ensure(same, PROPERTY, || {
        format!(
            "without {gone:?}: {:?} and not {expected:?}, {} suppressed",
            counts(&after.tallies),
            after.suppressed
        )
    })
}

/// What each rule has found.
fn counts(tallies: &[Tally]) -> Vec<(&'static str, usize)> {
    tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
}

/// What a rule finds does not depend on which others run: alone, in one half of them or among all it is the same.
pub fn rules_stand_alone(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "rules_stand_alone";
    let document = document(bytes);
    // What the rules about suppressions find is what others did.
    let mut rules = Options::default().rules;
    rules.retain(|rule| rule.group != Group::Suppressions);
    let run = |rules: Vec<&'static Rule>| {
        let report =
            lint(&document, &Context::default(), &Options { rules, most_per_rule: 3, ..Options::default() });
        let mut found: Vec<_> = report.findings.iter().map(|finding| format!("{finding:?}")).collect();
        found.sort_unstable();
        found
    };
    let all = run(rules.clone());
    let same = |found: &[String], what: &str| {
        ensure(found == all, PROPERTY, || {
            let differs = found.iter().find(|one| !all.contains(one));
            let differs = differs.or_else(|| all.iter().find(|one| !found.contains(one)));
            format!("{differs:?} differs {what}")
        })
    };
    // Which halves changes from file to file, so that sooner or later each rule runs without each other.
    let bit = 1 << (bytes.len() % 7);
    let [odd, even] = [bit, 0].map(|half| {
        let numbered = rules.iter().enumerate().filter(|(number, _)| number & bit == half);
        run(numbered.map(|(_, rule)| *rule).collect())
    });
    let mut both = [odd, even].concat();
    both.sort_unstable();
    same(&both, "in halves")?;
    let mut found =
        lint(&document, &Context::default(), &Options { most_per_rule: 0, ..Options::default() }).tallies;
    found.retain(|tally| tally.rule.group != Group::Suppressions);
    let mut alone: Vec<_> = found.iter().flat_map(|tally| run(vec![tally.rule])).collect();
    alone.sort_unstable();
    same(&alone, "alone")
}

/// The severity of a finding changes nothing else of it, and a level leaves out what is less severe.
pub fn severities_change_nothing_else(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "severities_change_nothing_else";
    let document = document(bytes);
    let usual = Options { most_per_rule: 3, ..Options::default() };
    let plain = lint(&document, &Context::default(), &usual);
    let level = Severity::Warning;
    let leveled = lint(&document, &Context::default(), &Options { level, ..usual.clone() });
    let show = |findings: &[Finding]| findings.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>();
    let bad: Vec<_> = plain.findings.iter().filter(|finding| finding.severity >= level).cloned().collect();
    let is_left = show(&leveled.findings) == show(&bad) && counts(&leveled.tallies) == counts(&plain.tallies);
    ensure(is_left, PROPERTY, || format!("{:?} from {} on", counts(&leveled.tallies), level.name()))?;
    for severity in [Severity::Error, Severity::Hint] {
        let severities = rules::ALL.iter().map(|rule| (rule.name, severity)).collect();
        let other = lint(&document, &Context::default(), &Options { severities, ..usual.clone() });
        let mut expected = plain.findings.clone();
        expected.iter_mut().for_each(|finding| finding.severity = severity);
        let same =
            show(&other.findings) == show(&expected) && counts(&other.tallies) == counts(&plain.tallies);
        ensure(same, PROPERTY, || format!("{:?} when all are {}", counts(&other.tallies), severity.name()))?;
        let total: usize = plain.tallies.iter().map(|tally| tally.count).sum();
        ensure(other.count(severity) == total, PROPERTY, || format!("{} of {total}", other.count(severity)))?;
    }
    Ok(())
}

/// Any bytes are a configuration file, or the error says where they are none.
pub fn configurations_are_judged(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "configurations_are_judged";
    let problems = match Layer::read("/ms3dlint.toml".into(), bytes) {
        Ok(layer) => return settings_make_sense(&Config::new(vec![layer]), PROPERTY),
        Err(problems) => problems,
    };
    ensure(!problems.is_empty(), PROPERTY, || "nothing is wrong, and it is refused".to_string())?;
    for ConfigProblem { span, message, .. } in problems {
        let inside = span.start <= span.end && span.end as usize <= bytes.len();
        ensure(inside && !message.is_empty(), PROPERTY, || {
            format!("{span:?} of {}: {message}", bytes.len())
        })?;
    }
    Ok(())
}

/// What holds for a file is within the ranges that rules count on, and of the rules those run that are not off.
fn settings_make_sense(config: &Config, property: &'static str) -> Result<(), Violation> {
    let settings = config.settings(&config.matching(Path::new("/models/crate.txt")));
    let Limits { normal_tolerance, uv: [least, most], bone_turns, frames_per_second, .. } = settings.limits;
    let are_right =
        normal_tolerance >= 0.0001 && least <= most && bone_turns >= 1.0 && frames_per_second >= 1.0;
    ensure(are_right, property, || format!("{:?}", settings.limits))?;
    let options = settings.apply(&Options::default(), false);
    let is_right = |rule: &&'static Rule| {
        let names_it = |words: &[RuleOrGroup]| words.iter().any(|word| rule.is_meant_by(&word.0));
        let is_left_out = settings.select.as_ref().is_some_and(|said| !names_it(&said.value))
            || settings.ignore.iter().any(|said| names_it(&said.value));
        let runs = options.rules.iter().any(|other| other.name == rule.name);
        let level = settings.levels.get(rule.name).map(|said| said.value.severity());
        runs == (!is_left_out && level.is_none_or(|level| level.is_some()))
            && level.flatten().is_none_or(|level| options.severities.get(rule.name) == Some(&level))
    };
    let wrong = Options::default().rules.into_iter().find(|rule| !is_right(rule));
    ensure(wrong.is_none(), property, || format!("{:?}", wrong.map(|rule| rule.name)))
}

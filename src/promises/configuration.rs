//! What is promised of how a check can be asked for: by options, and by comments in the file.

use std::collections::HashSet;

use super::{Violation, document, ensure};
use crate::diagnostic::{Finding, Group};
use crate::lint::{Options, Report, lint};
use crate::rule::Tally;
use crate::span::Span;

/// Folding and limits change what is kept, never how much is counted.
pub fn folding_keeps_counts(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let folded = lint(&document, &Options::default());
    let expanded = lint(&document, &Options { expand: true, ..Options::default() });
    let limited = lint(&document, &Options { most_per_rule: 1, ..Options::default() });
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
    let silenced = lint(&document, &options);
    document.directives.clear();
    let all = lint(&document, &options);
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

/// All suppressions that are said to silence nothing can be deleted at once.
pub fn unused_suppressions_can_go(bytes: &[u8]) -> Result<(), Violation> {
    const RULE: &str = "unused-suppression";
    let mut document = document(bytes);
    let before = lint(&document, &Options::default());
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
    let after = lint(&document, &Options::default());
    let mut expected = counts(&before.tallies);
    expected.retain(|(rule, _)| *rule != RULE);
    let same = counts(&after.tallies) == expected && after.suppressed == before.suppressed;
    ensure(same, RULE, || {
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

//! Runs the rules over a document.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::diagnostics::baseline::Entries;
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::{Finding, Severity, Status};
use crate::diagnostics::limits::Limits;
pub use crate::diagnostics::rule::Options;
use crate::diagnostics::rule::Rule;
use crate::diagnostics::rule::sink::{Silenced, Sink, Tally};
use crate::document::Document;
use crate::rules;

impl Default for Options {
    /// All rules, all as bad as they say, folded, none left out.
    fn default() -> Self {
        Self {
            rules: rules::ALL.to_vec(),
            severities: HashMap::new(),
            limits: Limits::default(),
            level: Severity::Hint,
            kept: None,
            expand: false,
            most_per_rule: usize::MAX,
            whole_fixes: false,
            table_edits: true,
            shown_edits: false,
            empty_fixes: false,
            heeds_suppressions: true,
            known: None,
            keeps_hidden: false,
            marks: false,
            timed: false,
        }
    }
}

/// What was found in a file.
#[derive(Default)]
pub struct Report {
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// Findings that do not count, in the order of the file, if they are kept. The limits are the same.
    pub hidden: Vec<Finding>,
    /// How much each rule found, of those that found something. Neither folding nor limits touch
    /// these counts, so that they never change the verdict.
    pub tallies: Vec<Tally>,
    /// In how many places something was found that a comment of the file silences. It is neither among
    /// the findings nor in the tallies.
    pub suppressed: usize,
    /// In how many places something was found that a baseline knows. It is not in the tallies either.
    pub known: usize,
    /// What a baseline holds that knows all that was found; empty if none was asked.
    pub entries: Entries,
    /// How long each rule took, if that was measured.
    pub times: Vec<(&'static str, Duration)>,
}

impl Report {
    /// In how many places something was found that is at least so bad.
    pub fn count_from(&self, least: Severity) -> usize {
        Severity::ALL
            .into_iter()
            .filter(|severity| *severity >= least)
            .map(|severity| self.count(severity))
            .sum()
    }

    /// The findings where no more than `most` of each rule are shown, in the order of the file. More than were kept
    /// there cannot be.
    pub fn first_of_rules(&self, most: usize) -> impl Iterator<Item = &Finding> + Clone {
        self.findings.iter().filter(move |finding| finding.number < most)
    }

    /// How many findings are not shown where no more than `most` of each rule are.
    pub fn dropped_beyond(&self, most: usize) -> usize {
        let dropped: usize = self.tallies.iter().map(|tally| tally.dropped).sum();
        dropped + self.findings.len() - self.first_of_rules(most).count()
    }

    /// In how many places something of this severity was found.
    pub fn count(&self, severity: Severity) -> usize {
        let same = self.tallies.iter().filter(|tally| tally.severity == severity);
        same.map(|tally| tally.count).sum()
    }
}

/// Runs rules over a document.
pub fn lint(document: &Document, context: &Context, options: &Options) -> Report {
    let Some(first) = options.rules.first() else { return Report::default() };
    let mut findings = Sink::new(document, context, first, options);
    let mut times = Vec::new();
    for rule in &options.rules {
        let is_kept = |kept: &Vec<&Rule>| kept.iter().any(|kept| kept.name == rule.name);
        let severity = options.severity(rule);
        let keeps = severity >= options.level && options.kept.as_ref().is_none_or(is_kept);
        findings.start(rule, severity, keeps);
        // A rule about the other format has nothing to say, and neither has a suppression of it.
        if rule.formats.include(document) {
            let started = options.timed.then(Instant::now);
            (rule.check)(document, &mut findings);
            times.extend(started.map(|started| (rule.name, started.elapsed())));
        }
    }
    let (mut findings, tallies, silenced) = findings.finish();
    let Silenced { suppressed, known, entries } = silenced;
    // The sort is stable: at one place the findings stay in the order of the rules.
    findings.sort_by_key(|finding| finding.span().start);
    let (findings, hidden) = match options.keeps_hidden {
        true => findings.into_iter().partition(|finding| finding.status == Status::Open),
        false => (findings, Vec::new()),
    };
    Report { findings, hidden, tallies, suppressed, known, entries, times }
}

//! Statistics of rules: how many findings each has, and how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::actions::lint::Report;
use crate::diagnostics::finding::Severity;

/// The statistics of each rule.
#[derive(Debug, Default, Clone)]
pub struct RuleStatistics(BTreeMap<&'static str, RuleCounts>);

/// The findings of a rule.
#[derive(Debug, Default, Clone, Copy)]
pub struct RuleCounts {
    /// The number of places.
    pub findings: usize,
    /// The number of files.
    pub files: usize,
    /// The number of places with a fix that is applied whatever the rule: safe ones, and unsafe ones.
    pub fixable: [usize; 2],
    /// The same of hints, whose fixes are applied only if the rule is named.
    pub fixable_hints: [usize; 2],
}

impl RuleStatistics {
    /// The statistics of a file.
    pub fn of(report: &Report) -> Self {
        let mut all = Self::default();
        for tally in &report.tallies {
            let counts = RuleCounts { findings: tally.count, ..RuleCounts::default() };
            all.add(
                tally.rule.name,
                match tally.severity {
                    Severity::Hint => RuleCounts { fixable_hints: tally.fixable, ..counts },
                    _ => RuleCounts { fixable: tally.fixable, ..counts },
                },
            );
        }
        all.0.values_mut().for_each(|counts| counts.files = 1);
        all
    }

    /// Adds the statistics of other files.
    pub fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(rule, more)| self.add(rule, *more));
    }

    /// Adds the counts of a rule.
    pub fn add(&mut self, rule: &'static str, more: RuleCounts) {
        let counts = self.0.entry(rule).or_default();
        counts.findings += more.findings;
        counts.files += more.files;
        for (counts, more) in
            [(&mut counts.fixable, more.fixable), (&mut counts.fixable_hints, more.fixable_hints)]
        {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    /// The rules with the most findings first.
    pub fn most_first(&self) -> impl Iterator<Item = (&'static str, RuleCounts)> {
        let mut rules: Vec<_> = self.0.iter().map(|(rule, counts)| (*rule, *counts)).collect();
        rules.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.findings));
        rules.into_iter()
    }
}

/// The times of a run, added up over all threads.
#[derive(Debug, Default, Clone)]
pub struct Timing {
    /// Reading and parsing files.
    pub reading: Duration,
    /// The time of each rule.
    pub rules: BTreeMap<&'static str, Duration>,
}

impl Timing {
    /// Adds the times of other files.
    pub fn join(&mut self, other: &Self) {
        self.reading += other.reading;
        for (rule, time) in &other.rules {
            *self.rules.entry(rule).or_default() += *time;
        }
    }

    /// The slowest rules first.
    pub fn longest_first(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        let mut rules: Vec<_> = self.rules.iter().map(|(rule, time)| (*rule, *time)).collect();
        rules.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        rules.into_iter()
    }
}

//! How much each rule found, and how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::actions::lint::Report;

/// How much each rule found.
#[derive(Debug, Default, Clone)]
pub struct RuleStatistics(BTreeMap<&'static str, RuleCounts>);

/// How much a rule found.
#[derive(Debug, Default, Clone, Copy)]
pub struct RuleCounts {
    /// In how many places.
    pub findings: usize,
    /// In how many files.
    pub files: usize,
    /// How many of the places have a fix: a safe one, and one that needs consent. What is below the level that is
    /// shown is left out, as no fix is applied there.
    pub fixable: [usize; 2],
}

impl RuleStatistics {
    /// Those of a file.
    pub fn of(report: &Report) -> Self {
        let tallies = report.tallies.iter();
        Self(
            tallies
                .map(|tally| {
                    (tally.rule.name, RuleCounts { findings: tally.count, files: 1, fixable: tally.fixable })
                })
                .collect(),
        )
    }

    /// Adds those of other files.
    pub fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(rule, more)| self.add(rule, *more));
    }

    /// Adds those of a rule.
    pub fn add(&mut self, rule: &'static str, more: RuleCounts) {
        let counts = self.0.entry(rule).or_default();
        counts.findings += more.findings;
        counts.files += more.files;
        counts.fixable = [0, 1].map(|kind| counts.fixable[kind] + more.fixable[kind]);
    }

    /// The rules that found most first.
    pub fn most_first(&self) -> impl Iterator<Item = (&'static str, RuleCounts)> {
        let mut rules: Vec<_> = self.0.iter().map(|(rule, counts)| (*rule, *counts)).collect();
        rules.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.findings));
        rules.into_iter()
    }
}

/// How long a run took, added up over all threads.
#[derive(Debug, Default, Clone)]
pub struct Timing {
    /// Reading files into memory, and making models of them.
    pub reading: Duration,
    /// Each rule.
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

    /// The rules that took longest first.
    pub fn longest_first(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        let mut rules: Vec<_> = self.rules.iter().map(|(rule, time)| (*rule, *time)).collect();
        rules.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        rules.into_iter()
    }
}

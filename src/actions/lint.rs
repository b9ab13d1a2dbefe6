//! Runs the rules over a document.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::diagnostics::baseline::Entries;
use crate::diagnostics::baseline::matcher::BaselineMatcher;
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::{Finding, Severity, Status};
use crate::diagnostics::limits::Limits;
use crate::diagnostics::rule::{Rule, Sink, SinkSettings, Tally};
use crate::document::Document;
use crate::rules;

/// What is looked for, and how much of it is kept.
#[derive(Clone)]
pub struct Options {
    /// The rules that are run.
    pub rules: Vec<&'static Rule>,
    /// How bad what rules find is, by their names, where that is not what they say themselves.
    pub severities: HashMap<&'static str, Severity>,
    /// What rules measure by.
    pub limits: Limits,
    /// What rules below this find is counted, but not kept.
    pub level: Severity,
    /// The rules whose findings are kept; `None` for all. What others find is only counted.
    pub kept: Option<Vec<&'static Rule>>,
    /// Whether each place gets its finding, instead of one for all places of an object.
    pub expand: bool,
    /// How many findings of one rule are kept. Beyond that they are only counted.
    pub most_per_rule: usize,
    /// Whether the fix of a folded finding repairs all of its places, instead of the first.
    pub whole_fixes: bool,
    /// Whether fixes that edit whole tables have their edits, or only say what they would do: where
    /// nobody asks for the edits, a finding should cost no more than its words.
    pub table_edits: bool,
    /// Whether fixes without edits are kept, which say what would be done, or that the fix of an earlier finding does it.
    pub empty_fixes: bool,
    /// Whether comments in the file may silence findings.
    pub heeds_suppressions: bool,
    /// What is known to be wrong with the file, and does not count; `None` if no baseline is asked.
    pub known: Option<Arc<Entries>>,
    /// Whether findings that do not count are kept too, for reports that tell of them.
    pub keeps_hidden: bool,
    /// Whether findings are told apart by [marks](Finding::mark), for reports with fingerprints.
    pub marks: bool,
    /// Whether it is measured how long each rule takes.
    pub timed: bool,
}

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
            empty_fixes: false,
            heeds_suppressions: true,
            known: None,
            keeps_hidden: false,
            marks: false,
            timed: false,
        }
    }
}

impl Options {
    /// How bad what a rule finds is.
    pub fn severity(&self, rule: &Rule) -> Severity {
        self.severities.get(rule.name).copied().unwrap_or(rule.severity)
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

    /// In how many places something of this severity was found.
    pub fn count(&self, severity: Severity) -> usize {
        let same = self.tallies.iter().filter(|tally| tally.severity == severity);
        same.map(|tally| tally.count).sum()
    }
}

/// Runs rules over a document.
pub fn lint(document: &Document, context: &Context, options: &Options) -> Report {
    let Some(first) = options.rules.first() else { return Report::default() };
    let settings = SinkSettings {
        expand: options.expand,
        most_per_rule: options.most_per_rule,
        whole_fixes: options.whole_fixes,
        table_edits: options.table_edits,
        empty_fixes: options.empty_fixes,
        heeds_suppressions: options.heeds_suppressions,
        keeps_hidden: options.keeps_hidden,
        marks: options.marks,
        limits: options.limits,
        known: options.known.clone(),
    };
    let mut findings = Sink::new(document, context, first, settings);
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
    let suppressed = findings.suppressed();
    let (known, entries) = findings.take_matcher().map(BaselineMatcher::finish).unwrap_or_default();
    let (mut findings, tallies) = findings.finish();
    // The sort is stable: at one place the findings stay in the order of the rules.
    findings.sort_by_key(|finding| finding.span().start);
    let (findings, hidden) = match options.keeps_hidden {
        true => findings.into_iter().partition(|finding| finding.status == Status::Open),
        false => (findings, Vec::new()),
    };
    Report { findings, hidden, tallies, suppressed, known, entries, times }
}

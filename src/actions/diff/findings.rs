//! Compares findings: which rules find something new, and of which something is gone.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::actions::lint::{Options, Report, lint};
use crate::diagnostics::baseline::Entries;
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Severity;
use crate::document::Document;

/// A rule that finds something in one file that it does not find in the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingChange {
    /// The name of the rule.
    pub rule: &'static str,
    /// How severe its findings are.
    pub severity: Severity,
    /// In how many places there is a new one.
    pub new: usize,
    /// In how many places one is gone.
    pub gone: usize,
}

/// The rules whose findings differ, the worst first. Findings are recognized as baselines do it: by their object and what
/// they are about, and not by their line.
pub(super) fn compare(old: &Document, new: &Document) -> Vec<FindingChange> {
    let beyond = |document: &Document, known: Arc<Entries>| -> Report {
        let options =
            Options { level: Severity::Error, most_per_rule: 1, table_edits: false, ..Options::default() };
        lint(document, &Context::default(), &Options { known: Some(known), ..options })
    };
    let entries = [old, new].map(|document| Arc::new(beyond(document, Arc::default()).entries));
    let [of_old, of_new] = entries;
    let mut rules: BTreeMap<(Reverse<Severity>, &'static str), [usize; 2]> = BTreeMap::new();
    for (side, report) in [beyond(new, of_old), beyond(old, of_new)].into_iter().enumerate() {
        for tally in report.tallies.iter().filter(|tally| tally.count > 0) {
            rules.entry((Reverse(tally.severity), tally.rule.name)).or_default()[side] += tally.count;
        }
    }
    let rules = rules.into_iter();
    rules
        .map(|((severity, rule), [new, gone])| FindingChange { rule, severity: severity.0, new, gone })
        .collect()
}

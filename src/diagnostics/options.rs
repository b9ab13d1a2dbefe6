//! What is looked for in a file, and how much of it is kept.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::baseline::Entries;
use crate::diagnostics::finding::Severity;
use crate::diagnostics::limits::Limits;
use crate::diagnostics::rule::Rule;

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
    /// Whether findings also keep which edits [people are shown](crate::diagnostics::finding::Finding::shown_edits),
    /// for reports to people beside those with whole fixes and the edits of tables.
    pub shown_edits: bool,
    /// Whether fixes without edits are kept, which say what would be done, or that the fix of an earlier finding does it.
    pub empty_fixes: bool,
    /// Whether comments in the file may silence findings.
    pub heeds_suppressions: bool,
    /// What is known to be wrong with the file, and does not count; `None` if no baseline is asked.
    pub known: Option<Arc<Entries>>,
    /// Whether findings that do not count are kept too, for reports that tell of them.
    pub keeps_hidden: bool,
    /// Whether findings are told apart by [marks](crate::diagnostics::finding::Finding::mark), for reports with
    /// fingerprints.
    pub marks: bool,
    /// Whether it is measured how long each rule takes.
    pub timed: bool,
}

impl Options {
    /// How bad what a rule finds is.
    pub fn severity(&self, rule: &Rule) -> Severity {
        let said =
            self.severities.get(rule.name).filter(|_| !cfg!(canary = "severities_change_nothing_else"));
        said.copied().unwrap_or(rule.severity)
    }
}

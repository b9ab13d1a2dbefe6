//! How much a rule found in a file.

use crate::diagnostics::finding::Severity;
use crate::diagnostics::rule::Rule;

/// How much a rule found.
#[derive(Clone, Copy)]
pub struct Tally {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad that is.
    pub severity: Severity,
    /// How many places.
    pub count: usize,
    /// How many of these can be repaired: safely, and with consent. Places that are only counted are
    /// left out.
    pub fixable: [usize; 2],
    /// How many findings were counted and not kept, because of the limit on one rule.
    pub dropped: usize,
}

impl Tally {
    pub(super) fn of(rule: &'static Rule, severity: Severity) -> Self {
        Self { rule, severity, count: 0, fixable: [0; 2], dropped: 0 }
    }
}

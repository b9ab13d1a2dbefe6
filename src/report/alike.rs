//! Findings of one rule that say the same: people are shown one of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::diagnostics::finding::{Finding, OTHERS_KEPT};

/// The findings, those that say the same as one before them, and have the same fix, as more places of it.
pub(crate) fn joined<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Finding> {
    let mut known = HashMap::new();
    let mut all: Vec<Finding> = Vec::new();
    for finding in findings {
        let fix = finding.fix.as_ref().map(|fix| (fix.applicability, &fix.title));
        let effects: Vec<_> = finding.effects.iter().map(|effect| (effect.title, &effect.says)).collect();
        let says = (finding.rule, finding.severity, &finding.message, &finding.help, fix, effects);
        match known.entry(says) {
            Entry::Vacant(new) => {
                new.insert(all.len());
                all.push(finding.clone());
            }
            Entry::Occupied(first) => {
                let first = &mut all[*first.get()];
                first.count += finding.count;
                let places = [finding.span()].into_iter().chain(finding.others.iter().copied());
                let room = OTHERS_KEPT.saturating_sub(first.others.len());
                first.others.extend(places.take(room));
            }
        }
    }
    all
}

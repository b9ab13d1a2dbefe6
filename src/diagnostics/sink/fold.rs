//! What is kept of the findings of a rule and what is only counted: findings in one object are folded into the first,
//! and of the rest only so many are kept.

use std::collections::HashMap;

use crate::diagnostics::finding::{Severity, Status};
use crate::diagnostics::rule::Rule;
use crate::fix::Applicability;
use crate::model::Object;

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

/// What is folded together: what one rule finds in one object, as far as the same may be done about it and it
/// counts alike.
pub(super) type FoldKey = (Object, Option<Applicability>, Status);

/// Where a finding goes.
pub(super) enum Room {
    /// It is kept, and so many of its rule that count alike were kept before it.
    Kept(usize),
    /// It is folded into the finding at this index.
    Folded(usize),
    /// It is only counted.
    Dropped,
}

/// Decides which findings of the current rule are kept, and counts all.
pub(super) struct Folds {
    /// How much the current rule found.
    pub(super) tally: Tally,
    tallies: Vec<Tally>,
    /// How many findings of the current rule are kept: those that count, and those that do not.
    kept_of_rule: [usize; 2],
    /// Where the finding of the current rule in each object is; `None` if it was dropped.
    of_object: HashMap<FoldKey, Option<usize>>,
    /// The finding that came last, which the next one is most often folded into.
    last: Option<(FoldKey, Option<usize>)>,
}

impl Tally {
    fn of(rule: &'static Rule, severity: Severity) -> Self {
        Self { rule, severity, count: 0, fixable: [0; 2], dropped: 0 }
    }
}

impl Folds {
    pub(super) fn new(rule: &'static Rule) -> Self {
        Self {
            tally: Tally::of(rule, rule.severity),
            tallies: Vec::new(),
            kept_of_rule: [0; 2],
            of_object: HashMap::new(),
            last: None,
        }
    }

    /// What comes next is found by `rule`, and is so bad.
    pub(super) fn start(&mut self, rule: &'static Rule, severity: Severity) {
        self.finish_rule();
        self.tally = Tally::of(rule, severity);
        self.kept_of_rule = [0; 2];
        self.of_object.retain(|_, _| cfg!(canary = "rules_stand_alone"));
        self.last = None;
    }

    /// Where a finding goes, if it is folded with those of the same key; otherwise it stands alone. Of the current
    /// rule no more than `most` are kept. The next that is kept gets the index `next`.
    pub(super) fn room(&mut self, key: FoldKey, folds: bool, most: usize, next: usize) -> Room {
        if folds {
            let known = match self.last {
                Some((last, index)) if last == key => Some(index),
                _ => self.of_object.get(&key).copied(),
            };
            if let Some(index) = known {
                self.last = Some((key, index));
                return index.map_or(Room::Dropped, Room::Folded);
            }
        }
        let is_open = key.2 == Status::Open;
        let kept_of_rule = &mut self.kept_of_rule[usize::from(!is_open)];
        let number = *kept_of_rule;
        let is_kept = number < most;
        if is_kept {
            *kept_of_rule += 1;
        } else {
            self.tally.dropped += usize::from(is_open);
        }
        if folds {
            let index = is_kept.then_some(next);
            self.of_object.insert(key, index);
            self.last = Some((key, index));
        }
        if is_kept { Room::Kept(number) } else { Room::Dropped }
    }

    /// How much each rule found that found something.
    pub(super) fn finish(mut self) -> Vec<Tally> {
        self.finish_rule();
        self.tallies
    }

    fn finish_rule(&mut self) {
        if self.tally.count > 0 {
            self.tallies.push(self.tally);
        }
    }
}

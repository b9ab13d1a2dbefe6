//! Which findings of a rule are kept and which only counted: findings in one object are folded into the first,
//! and of the rest only a limited number is kept.

use std::collections::HashMap;

use crate::diagnostics::finding::{Severity, Status};
use crate::fix::Applicability;
use crate::model::place::Object;

/// What is folded together: what one rule finds in one object, as far as the same may be done about it, it counts
/// alike and is as bad.
pub(super) type FoldKey = (Object, Option<Applicability>, Status, Severity);

/// Where a finding goes.
pub(super) enum Room {
    /// It is kept, and so many of its rule that count alike were kept before it.
    Kept(usize),
    /// It is folded into the finding at this index; into none if that was dropped.
    Folded(Option<usize>),
    /// It is beyond the limit, and only counted.
    Dropped,
}

/// Decides which findings of the current rule are kept.
#[derive(Default)]
pub(super) struct Folds {
    /// How many findings of the current rule are kept: those that count, and those that do not.
    kept_of_rule: [usize; 2],
    /// Where the finding of the current rule in each object is; `None` if it was dropped.
    of_object: HashMap<FoldKey, Option<usize>>,
    /// The finding that came last, which the next one is most often folded into.
    last: Option<(FoldKey, Option<usize>)>,
}

impl Folds {
    /// What comes next is found by another rule.
    pub(super) fn start(&mut self) {
        self.kept_of_rule = [0; 2];
        self.of_object.clear();
        self.last = None;
    }

    /// Where a finding goes, if it is folded with those of the same key; otherwise it is single. Of the current
    /// rule no more than `most` are kept. The next that is kept gets the index `next`.
    pub(super) fn room(&mut self, key: FoldKey, folds: bool, most: usize, next: usize) -> Room {
        if folds {
            let known = match self.last {
                Some((last, index)) if last == key => Some(index),
                _ => self.of_object.get(&key).copied(),
            };
            if let Some(index) = known {
                self.last = Some((key, index));
                return Room::Folded(index);
            }
        }
        let kept_of_rule = &mut self.kept_of_rule[usize::from(key.2 != Status::Open)];
        let number = *kept_of_rule;
        let is_kept = number < most;
        *kept_of_rule += usize::from(is_kept);
        if folds {
            let index = is_kept.then_some(next);
            self.of_object.insert(key, index);
            self.last = Some((key, index));
        }
        if is_kept { Room::Kept(number) } else { Room::Dropped }
    }
}

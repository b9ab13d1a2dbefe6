//! Things of one kind that a program takes otherwise than the file says.

use crate::engines::{Oddity, OddityKind};

/// How many there are, and where the first of them is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct OddityTally {
    count: usize,
    first: usize,
}

impl OddityTally {
    /// One more, at this offset.
    pub(super) fn add(&mut self, at: usize) {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
    }

    /// What the program does, if there are any, given how many of what: one of it is called in one way, and more in
    /// another.
    pub(super) fn oddity(
        self,
        kind: OddityKind,
        names: [&str; 2],
        says: impl FnOnce(&str) -> String,
    ) -> Option<Oddity> {
        (self.count > 0).then(|| {
            let counted = format!("{} {}", self.count, names[usize::from(self.count > 1)]);
            Oddity { kind, at: Some(self.first as u32), says: says(&counted) }
        })
    }
}

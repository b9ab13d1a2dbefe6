//! Things of one kind that a program takes otherwise than the file says.

use crate::base::display::counted;
use crate::engines::{Oddity, OddityKind};

/// How many there are, and where.
#[derive(Clone, Default, Debug)]
pub(super) struct OddityTally {
    /// The offset of the first.
    first: Option<usize>,
    /// The offsets of the others, as far as they are known.
    others: Vec<u32>,
    count: usize,
}

impl OddityTally {
    /// Those at these offsets.
    pub(super) fn of(offsets: impl IntoIterator<Item = usize>) -> Self {
        let mut tally = Self::default();
        offsets.into_iter().for_each(|at| tally.add(at));
        tally
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more, at this offset.
    pub(super) fn add(&mut self, at: usize) {
        self.add_all(at, 1);
    }

    /// So many more, of which the first is at this offset.
    pub(super) fn add_all(&mut self, at: usize, count: usize) {
        if count > 0 {
            match self.first {
                None => self.first = Some(at),
                Some(_) => self.others.push(at as u32),
            }
            self.count += count;
        }
    }

    /// So many more, for which what is at these offsets is to blame.
    pub(super) fn add_blamed(&mut self, count: usize, places: &[usize]) {
        let known = self.count;
        places.iter().for_each(|at| self.add(*at));
        self.count = known + count;
    }

    /// Blames what is at these offsets for them.
    pub(super) fn start_at(&mut self, places: &[usize]) {
        self.first = self.first.and(places.first().copied());
        self.others = places.iter().skip(1).map(|at| *at as u32).collect();
    }

    /// What the program does with them, if there are any; they are counted by this noun.
    pub(super) fn oddity(
        self,
        kind: OddityKind,
        noun: &str,
        says: impl FnOnce(&str) -> String,
    ) -> Option<Oddity> {
        let oddity = Oddity::new(kind, self.first? as u32, says(&counted(self.count, noun)));
        Some(oddity.also_at(self.others))
    }
}

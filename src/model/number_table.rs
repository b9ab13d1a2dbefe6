//! A table of numbers by what they stand for, such as faces by their corners.

use std::hash::{BuildHasher, RandomState};

/// A random odd number. What is multiplied by it looks random, whatever is in a file.
pub(crate) fn odd_number() -> u64 {
    RandomState::new().hash_one(()) | 1
}

/// One number of several: it looks drawn by chance, and is the same for the same.
pub(crate) fn mixed<const N: usize>(odd: u64, parts: [u32; N]) -> u64 {
    parts.into_iter().fold(0, |mixed: u64, part| {
        let mixed = (mixed ^ u64::from(part)).wrapping_mul(odd);
        mixed ^ mixed >> 29
    })
}

/// Numbers, each in the first free place after its own.
pub(crate) struct NumberTable {
    /// Each number plus one; 0 where there is none.
    places: Vec<u32>,
}

impl NumberTable {
    /// A table that is never more than half full, of at most so many numbers.
    pub(crate) fn new(most: usize) -> Self {
        Self { places: vec![0; (2 * most).next_power_of_two()] }
    }

    /// The number that is known of something; `number` from now on, if there is none. `mixed` looks drawn by chance and is
    /// the same for the same thing.
    pub(crate) fn find_or_add(
        &mut self,
        mixed: u64,
        number: u32,
        is_same: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let last = self.places.len() - 1;
        let mut place = (mixed >> 32) as usize & last;
        loop {
            match self.places[place] {
                0 => {
                    self.places[place] = number + 1;
                    return None;
                }
                known if is_same(known - 1) => return Some(known - 1),
                _ => place = (place + 1) & last,
            }
        }
    }
}

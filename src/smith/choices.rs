//! Choices drawn from bytes: every free decision in a generated model is read from them.

use std::ops::RangeInclusive;

use arbitrary::Unstructured;

/// Bytes that decide. When they have run out, everything that is drawn is the least or the first of what
/// is possible, so a model made of no bytes is the smallest one.
pub struct Choices<'b>(Unstructured<'b>);

impl<'b> Choices<'b> {
    /// Draws from these bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.0.len()
    }

    /// A number within the range; its start when there are no more bytes.
    pub fn within(&mut self, range: RangeInclusive<i32>) -> i32 {
        let start = *range.start();
        self.0.int_in_range(range).unwrap_or(start)
    }

    /// An index below the length, 0 for a length of 0.
    pub fn below(&mut self, len: usize) -> usize {
        self.0.int_in_range(0..=len.saturating_sub(1)).unwrap_or(0)
    }

    /// Whether something happens that does in so many of a hundred cases; never when there are no more bytes.
    pub fn chance(&mut self, percent: u8) -> bool {
        99 - self.0.int_in_range(0..=99u8).unwrap_or(0) < percent
    }

    /// One of these; the first when there are no more bytes.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// How many of something there are: within the range, and no more than the remaining bytes can tell
    /// apart, so that longer inputs make larger models.
    pub fn count(&mut self, range: RangeInclusive<u32>) -> usize {
        /// What one more object takes at the least.
        const BYTES: usize = 4;
        let (least, most) = (*range.start() as usize, *range.end() as usize);
        least + self.below(most.saturating_sub(least).min(self.left() / BYTES) + 1)
    }

    /// Thousandths within the range.
    pub fn thousandths(&mut self, range: RangeInclusive<i32>) -> f32 {
        self.within(range) as f32 / 1000.0
    }
}

/// So many bytes that follow from a seed, the same ones on every machine (SplitMix64).
pub fn bytes_of_seed(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    let mut bytes: Vec<u8> = (0..len.div_ceil(8)).flat_map(|_| next().to_le_bytes()).collect();
    bytes.truncate(len);
    bytes
}

//! A range of bytes in a file: where a finding, a label or an edit is.

use std::ops::Range;

/// A half-open range of bytes of a file: `start` is in it, `end` is not.
///
/// Offsets fit 32 bits because files over [`MAX_BYTES`](crate::base::source::MAX_BYTES) are not read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `start..end`. Offsets come from files below 4 GiB, so the casts lose nothing.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Self { start: start as u32, end: end as u32 }
    }

    /// The empty span before `offset`.
    pub fn empty(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same as a range, to slice with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

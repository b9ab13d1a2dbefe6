//! By how many bits a file, or a part of it, is more like a model than any bytes are.

use std::ops::Range;

use super::structure::Knot;
use crate::parse::text_damage::grammar::{HEADER, State};
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// By how many bits a whole file is believable. What is in `unknown` does not count.
pub(super) fn believability(bytes: &[u8], unknown: Range<usize>) -> i64 {
    let is_known =
        |part: &ReadPart| unknown.is_empty() || part.end() <= unknown.start || part.start >= unknown.end;
    ReadParts { bytes, state: Some(State::START), start: HEADER }
        .filter(is_known)
        .map(|part| part.gain())
        .sum()
}

/// By how many bits all is believable that is in front of each of these.
pub(super) fn gained_before(bytes: &[u8], knots: &[Knot]) -> Vec<i64> {
    let mut parts = ReadParts { bytes, state: Some(State::START), start: HEADER }.peekable();
    let mut sum = 0;
    let before = |knot: &Knot| {
        while let Some(part) = parts.next_if(|part| part.start < knot.start) {
            sum += part.gain();
        }
        sum
    };
    knots.iter().map(before).collect()
}

/// A part as it is read.
pub(super) struct ReadPart<'a> {
    pub(super) state: State,
    pub(super) start: usize,
    pub(super) bytes: &'a [u8],
}

impl ReadPart<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.bytes.len()
    }

    pub(super) fn gain(&self) -> i64 {
        gain(&self.state, self.bytes, &Learned::default()).into()
    }
}

/// The parts of a file from one on, as far as it can be read.
pub(super) struct ReadParts<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) state: Option<State>,
    pub(super) start: usize,
}

impl<'a> Iterator for ReadParts<'a> {
    type Item = ReadPart<'a>;

    fn next(&mut self) -> Option<ReadPart<'a>> {
        let (state, start) = (self.state?, self.start);
        let bytes = self.bytes.get(start..start + state.width()).filter(|part| !part.is_empty())?;
        (self.state, self.start) = (state.next(bytes), start + bytes.len());
        Some(ReadPart { state, start, bytes })
    }
}

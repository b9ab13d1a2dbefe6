//! Finds the place in a binary model where bytes were lost, or where bytes were added that belong to nothing.
//! Everything behind it is read from the wrong place. Only the bytes are used.
//!
//! Up to the damage the file is read as it should be. So the first count behind it is so many bytes from where it is
//! looked for, and from there the file reads to its end: `structure` finds that. What lies between this count and the
//! last one before the damage is then read both ways, and is believable in one way up to the place, and in the other
//! from there on (`explanation`). A wrong count must not explain the file as well (`counts`). Where no change explains
//! it, a count may have been lost too (`gap`).

mod counts;
mod explanation;
mod gap;
mod structure;

use crate::parse::text_damage::grammar::HEADER;
use counts::best_with_another_count;
use explanation::Explanation;
use structure::{knots, resumptions};

/// The most bytes that are looked for.
const MOST: usize = 64;
/// How many steps may be made for each byte of the file, and beside them.
const STEPS: usize = 4;
const LEAST_STEPS: usize = 40_000_000;

/// What happened to the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteChange {
    /// So many were taken away.
    Lost(u32),
    /// So many were put in.
    Added(u32),
}

impl ByteChange {
    /// How far what follows has moved.
    fn distance(self) -> isize {
        match self {
            Self::Lost(count) => -(count as isize),
            Self::Added(count) => count as isize,
        }
    }

    /// By how many bits the file must be more believable with it.
    fn enough(self) -> i64 {
        if self.distance().unsigned_abs() <= FEW { ENOUGH_FOR_FEW } else { ENOUGH }
    }

    /// How many bytes are missing.
    fn missing(self) -> usize {
        match self {
            Self::Lost(count) => count as usize,
            Self::Added(_) => 0,
        }
    }
}

/// Where bytes were lost or added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// What happened. `None` if it is not certain, as where a count was hit as well: then bytes may also have been
    /// overwritten.
    pub change: Option<ByteChange>,
    /// The offset of the first byte that is not where it belongs.
    pub offset: u32,
    /// The first and the last offset where it may have happened.
    pub stretch: (u32, u32),
    /// The offset of the first record behind it that is whole. From there on the file makes sense to its end. If what
    /// happened is not certain, that of the record or the end that the file can be read from.
    pub resumed: u32,
    /// Whether these may be whole keys: then their count may as well be wrong.
    pub may_be_count: bool,
}

/// By how many bits the file must be more believable with the change: 100 and some more, as it is one of so many.
const ENOUGH: i64 = 150;
/// The same for a change of a few bytes: there are not so many of these, and what is at the end of files is short.
const ENOUGH_FOR_FEW: i64 = 70;
const FEW: usize = 5;
/// In how many counts before the place another number is tried. Behind a wrong one, few more can be read.
const RECOUNTED: usize = 32;
/// By how many bits it must be ahead of a wrong count.
const CLEAR: i64 = 24;
/// By how many bits one explanation must be ahead of the next one to be the only one.
const DECISIVE: i64 = 14;

/// Where bytes were lost or added in a model that does not read to its end. `None` where that is not certain.
pub fn find(bytes: &[u8]) -> Option<Shift> {
    let is_model = bytes.starts_with(b"MS3D000000") && u32::try_from(bytes.len()).is_ok();
    if !is_model || bytes.len() < HEADER {
        return None;
    }
    let knots = knots(bytes);
    let mut steps = STEPS * bytes.len() + LEAST_STEPS;
    let found = resumptions(bytes, &knots, &mut steps).into_iter().filter_map(|(number, change)| {
        let ends = [knots[number - 1], knots[number]];
        let explanation = Explanation::of(bytes, ends, change)?;
        (explanation.evidence >= change.enough()).then_some((number, explanation))
    });
    let mut found: Vec<(usize, Explanation)> = found.collect();
    found.sort_by_key(|(_, found)| -found.likelihood);
    let Some((number, best)) = found.first() else {
        return gap::find(bytes, &knots, &mut steps);
    };
    let mut recounted = knots[number.saturating_sub(RECOUNTED)..=*number].to_vec();
    if best.shift.may_be_count {
        // The count of these keys explains it as well, of course.
        recounted.retain(|knot| knot.start != knots[number - 1].start);
    }
    let with_another_count = best_with_another_count(bytes, &recounted, &mut steps);
    let is_wrong_count = with_another_count.is_some_and(|other| other >= best.believability - CLEAR);
    let is_only = found.get(1).is_none_or(|(_, next)| next.likelihood < best.likelihood - DECISIVE);
    let shift = Shift { change: best.shift.change.filter(|_| is_only), ..best.shift };
    (!is_wrong_count && steps > 0).then_some(shift)
}

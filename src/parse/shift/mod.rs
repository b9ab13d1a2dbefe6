//! Finds the place in a binary model where bytes were lost, or where bytes were added that belong to nothing.
//! Everything behind it is read from the wrong place. Only the bytes are used.
//!
//! Up to the damage the file is read as it should be. So the first count behind it is so many bytes from where it is
//! looked for, and from there the file reads to its end: `ahead` finds that. What lies between this count and the
//! last one before the damage is then read both ways, and is believable in one way up to the place, and in the other
//! from there on (`explanation`), and nothing of it may be more believable elsewhere (`elsewhere`). A wrong count must not
//! explain the file as well (`counts`). Where no change explains it, a count may have been lost too (`gap`), or more
//! than one place is damaged (`moved`).
//!
//! How long this takes is bounded by the length of the file: whatever is tried takes from the same steps.

mod ahead;
mod believability;
mod counts;
mod elsewhere;
mod explanation;
mod gap;
mod moved;
mod structure;

use std::borrow::Cow;
use std::cell::Cell;

use crate::layout::BlockKind;
use crate::parse::text_damage::grammar::{HEADER, LARGEST};
use ahead::Ahead;
use believability::believability;
pub use counts::Recount;
use counts::Recounts;
use elsewhere::moved_otherwise;
use explanation::{Explanation, repaired};
use moved::{Moved, Sense};
use structure::{Knot, knots};

/// The most bytes that are looked for.
const MOST: usize = 64;
/// How many steps may be made for each byte of the file, and beside them.
const STEPS: usize = 6;
const LEAST_STEPS: usize = 1_500_000;

/// How many steps may still be made, whatever is looked for in a file.
struct Steps(Cell<usize>);

impl Steps {
    fn for_file(bytes: &[u8]) -> Self {
        Self(Cell::new(STEPS * bytes.len() + LEAST_STEPS))
    }

    /// Makes so many. Whether there were some left.
    fn take(&self, count: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(count));
        left > 0
    }

    fn are_spent(&self) -> bool {
        self.0.get() == 0
    }
}

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

/// By how many bits another change may explain a part of what follows without making a count doubtful.
const DOUBT: i64 = 75;
/// Two places that are not so far from each other make each other doubtful.
const APART: u32 = 2048;
/// How many damaged places are looked for.
const MOST_PLACES: usize = 8;

/// How a file that does not read to its end can be explained.
enum Single {
    Change(Explanation),
    Gap(Shift),
    WrongCount,
    /// By nothing that happened at one place.
    Nothing,
}

/// Why what follows in a model is not where it belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Displacement {
    /// Bytes were lost or added at these places, in the order of the file. Up to the first of them it is read as it should
    /// be.
    Bytes(Vec<Shift>),
    /// A count is wrong. Up to the rows that it counts the file is read as it should be.
    Count(Recount),
}

/// Why a model does not read to its end. `None` where nothing is certain.
pub fn find(bytes: &[u8]) -> Option<Displacement> {
    let is_model = bytes.starts_with(b"MS3D000000") && bytes.len() <= LARGEST;
    if !is_model || bytes.len() < HEADER {
        return None;
    }
    let steps = Steps::for_file(bytes);
    let mut places = Places::default();
    let mut whole = Cow::Borrowed(bytes);
    while places.found.len() < MOST_PLACES {
        match places.next(&whole, &steps) {
            Some((change, place)) => whole = Cow::Owned(repaired(&whole, change, place)),
            None => break,
        }
    }
    match places.found {
        found if found.is_empty() => places.recount.map(Displacement::Count),
        found => Some(Displacement::Bytes(found)),
    }
}

/// What was found, and how far what follows has moved.
#[derive(Default)]
struct Places {
    found: Vec<Shift>,
    /// The wrong count that explains a file without such places.
    recount: Option<Recount>,
    moved: isize,
    /// The last place in the repaired file.
    last: Option<usize>,
    /// Where a table begins in which the count of lost or added bytes is not known before its end.
    doubtful: Option<usize>,
}

impl Places {
    /// Finds the next place in a file that is repaired up to there. `None` if it is the last.
    fn next(&mut self, whole: &[u8], steps: &Steps) -> Option<(ByteChange, usize)> {
        let knots = knots(whole);
        let ahead = Ahead::of(whole, self.last.unwrap_or(0), steps);
        let recounts = Recounts::new(&ahead, &knots);
        let next = self.next_of(&ahead, &knots, &recounts);
        if next.is_none() && self.found.is_empty() {
            self.recount = recounts.wrong_count();
        }
        next
    }

    fn next_of(&mut self, ahead: &Ahead, knots: &[Knot], recounts: &Recounts) -> Option<(ByteChange, usize)> {
        let (whole, steps) = (ahead.bytes, ahead.steps);
        let mut rejected = None;
        match single(ahead, knots, recounts) {
            Single::Change(mut best) => {
                let table = best.ends[0].start;
                let repaired = repaired(whole, best.change, best.shift.offset as usize);
                let (evidence, more) = moved_otherwise(&repaired, best.ends, &best.unknown, steps);
                if evidence >= ENOUGH {
                    self.tell(best.of_several(more), table);
                    return None;
                }
                best.shift.change = best.shift.change.filter(|_| evidence < DOUBT);
                if Sense::of(&repaired).resumed(&repaired, steps).is_none() {
                    self.tell(best.shift, table);
                    return None;
                }
                rejected = Some((Shift { change: None, ..best.shift }, table));
            }
            Single::Gap(shift) => {
                self.tell(shift, usize::MAX);
                return None;
            }
            Single::WrongCount => return None,
            Single::Nothing => {}
        }
        let sense = Sense::of(whole);
        // Whether a wrong count explains all better than so many bits.
        let explains = |least: i64| recounts.best_of(knots).is_some_and(|other| other >= least);
        let moved = sense.resumed(whole, steps);
        let is_again = |moved: &Moved| self.last.is_some_and(|last| moved.place() < last + 2 * MOST);
        if moved.as_ref().is_some_and(is_again) {
            // What was found there explains little.
            self.found.iter_mut().last()?.change = None;
            return None;
        }
        let is_count = |moved: &Moved| {
            let (place, missing) = (moved.place(), moved.change.missing());
            let repaired = repaired(whole, moved.change, place);
            (moved.may_be_count || self.found.is_empty())
                && explains(believability(&repaired, place..place + missing))
        };
        if let Some(moved) = moved.filter(|moved| !is_count(moved)) {
            self.last = Some(moved.place() + moved.change.missing());
            self.tell(moved.shift, moved.table);
            if moved.shift.change.is_none() {
                self.doubtful = Some(moved.table);
            }
            self.moved += moved.change.distance();
            return Some((moved.change, moved.place()));
        }
        let sound = sound_end(whole, knots);
        if let Some((shift, table)) = rejected.filter(|(shift, _)| shift.offset as usize >= sound) {
            self.tell(shift, table);
        } else if let Some(at) =
            sense.collapse().filter(|at| *at >= sound && !explains(believability(whole, 0..0) + ENOUGH))
        {
            let at = at as u32;
            let shift = Shift { change: None, offset: at, stretch: (at, at), resumed: at };
            self.tell(shift, usize::MAX);
        }
        None
    }

    /// Adds what was found in the repaired file.
    fn tell(&mut self, shift: Shift, table: usize) {
        let least = self.found.last().map_or(0, |last| last.offset);
        let place = |at: u32| at.wrapping_add_signed(self.moved as i32).max(least);
        let last = self.found.last_mut().filter(|last| place(shift.offset) < last.offset + APART);
        let is_near = last.is_some();
        last.into_iter().for_each(|last| last.change = None);
        self.found.push(Shift {
            change: shift.change.filter(|_| self.doubtful != Some(table) && !is_near),
            offset: place(shift.offset),
            stretch: (place(shift.stretch.0), place(shift.stretch.1)),
            resumed: place(shift.resumed),
        });
    }
}

/// Up to where a file is sound since it reads to the version of its comments, which is 1: nothing else comes there by
/// chance. At its beginning, if it does not.
fn sound_end(bytes: &[u8], knots: &[Knot]) -> usize {
    let first = knots.iter().find(|knot| knot.state.block() == BlockKind::COMMENTS[0]);
    let version = first.map(|knot| knot.start - size_of::<u32>());
    version.filter(|at| bytes.get(*at..at + 4) == Some(&1_u32.to_le_bytes())).unwrap_or(0)
}

/// How what happened at one place explains a file.
fn single(ahead: &Ahead, knots: &[Knot], recounts: &Recounts) -> Single {
    let found = ahead.resumptions(knots).into_iter().filter_map(|(number, change)| {
        let ends = [knots[number - 1], knots[number]];
        let explanation = Explanation::of(ahead.bytes, ends, change)?;
        (explanation.evidence >= change.enough()).then_some((number, explanation))
    });
    let mut found: Vec<(usize, Explanation)> = found.collect();
    found.sort_by_key(|(_, found)| -found.likelihood);
    let is_only = match &found[..] {
        [(_, best), (_, next), ..] => next.likelihood < best.likelihood - DECISIVE,
        _ => true,
    };
    let Some((number, mut best)) = found.into_iter().next() else {
        return gap::find(ahead, knots, recounts);
    };
    let with_another_count = recounts.best_of(&knots[number.saturating_sub(RECOUNTED)..=number]);
    if with_another_count.is_some_and(|other| other >= best.believability - CLEAR) {
        return Single::WrongCount;
    }
    if ahead.steps.are_spent() {
        return Single::Nothing;
    }
    best.shift.change = best.shift.change.filter(|_| is_only);
    Single::Change(best)
}

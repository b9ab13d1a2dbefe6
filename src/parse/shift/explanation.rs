//! Where between two counts bytes were lost or added: in front of the place all is believable where it is, and behind
//! it where it was.

use std::ops::Range;

use super::believability::believability;
use super::structure::{Knot, WIDEST, count_in};
use super::{ByteChange, MOST, Shift};
use crate::layout::Record;
use crate::layout::binary::{MEMBER, parts, width};
use crate::model::ABSENT;
use crate::parse::binary::read;
use crate::parse::text_damage::grammar::{State, Step};
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// By how many bits another place may be worse than the best one and still be the place.
const NEAR: i64 = 8;
/// How many bytes from the best part a place may be, and by how many bits that is worse.
const FARTHEST: usize = 4096;
const DOUBT: i64 = 60;
/// So many zeros at the end of a file may have been added there.
const PADDING: usize = 64;
/// By how many bits all must be more believable with the change, if nothing is odd without it.
const PLENTY: i64 = 600;
/// One of so many parts may be odd where a file makes sense.
const SANE: usize = 10;
/// One of so many, if at least twice as many are odd without the change, or hardly anything is read without it: some files
/// have many numbers that are rare in others.
const SANER: usize = 5;

/// A change at a place, and what speaks for it.
pub(super) struct Explanation {
    pub(super) shift: Shift,
    /// The change, be it certain or not.
    pub(super) change: ByteChange,
    /// The counts in front of the place and behind it.
    pub(super) ends: [Knot; 2],
    /// Where in the repaired file is what is not known.
    pub(super) unknown: Range<usize>,
    /// By how many bits all that follows is more believable with the change.
    pub(super) evidence: i64,
    /// By how many bits the whole file is believable with the change. What was lost does not count.
    pub(super) believability: i64,
    /// The same, with what may have been there. So several changes can be compared.
    pub(super) likelihood: i64,
}

/// A part as it is read where it is, with what it gains there and where it was.
#[derive(Clone, Copy)]
struct BothWays {
    state: State,
    start: usize,
    still: i32,
    moved: i32,
}

/// What lies between a count and another part, mostly the next count, that part included.
struct Between<'a> {
    bytes: &'a [u8],
    change: ByteChange,
    learned: Learned,
    parts: Vec<BothWays>,
    /// For each part, what all before it gain where they are, and it and all behind where they were.
    sums: Vec<i64>,
}

/// The best place for a change.
pub(super) struct Placed<'a> {
    /// Weighed by what models hold.
    rough: Between<'a>,
    /// Weighed by what else is in the file.
    between: Between<'a>,
    offset: usize,
    /// The first and the last place that are as good.
    near: (usize, usize),
}

impl<'a> Placed<'a> {
    pub(super) fn new(bytes: &'a [u8], ends: [Knot; 2], change: ByteChange) -> Option<Self> {
        let rough = Between::new(bytes, ends, change, Learned::default())?;
        let turn = rough.parts[rough.turn()].start;
        let learned = Learned::from(&rough.repaired(turn), &[turn, turn + change.missing()]);
        let between = Between::new(bytes, ends, change, learned)?;
        let places = between.places();
        let best = places.iter().map(|(_, sum)| *sum).max()?;
        // Of several, the last: up to there all makes sense.
        let at = places.iter().rposition(|(_, sum)| *sum == best)?;
        let is_near = |(_, sum): &&(usize, i64)| *sum > best - NEAR;
        let &(low, _) = places[..=at].iter().rev().take_while(is_near).last()?;
        let &(high, _) = places[at..].iter().take_while(is_near).last()?;
        let (offset, _) = places[at];
        Some(Self { rough, between, offset, near: (low, high) })
    }

    /// Where what lies between the two parts begins.
    pub(super) fn table(&self) -> usize {
        self.between.parts[0].start
    }

    /// Where in the repaired file is what is not known.
    pub(super) fn unknown(&self) -> Range<usize> {
        self.near.0..self.near.1 + self.between.change.missing()
    }

    /// The whole file if it happened there.
    pub(super) fn repaired(&self) -> Vec<u8> {
        self.between.repaired(self.offset)
    }

    /// What the place is in.
    fn state(&self) -> State {
        self.between.parts[self.between.number_at(self.offset)].state
    }

    /// Whether whole rows were lost or added. They may be missing anywhere, and their count may as well be wrong.
    pub(super) fn is_of_rows(&self) -> bool {
        let rows = period(&self.state());
        rows > 0 && self.between.change.distance().unsigned_abs().is_multiple_of(rows)
    }

    /// Whether it is certain how many bytes it were: only between the two counts can this have happened, no part of it
    /// as whole rows elsewhere, and not in text, where nothing shows how much of it there was.
    pub(super) fn is_counted(&self) -> bool {
        let step = self.state().step;
        let rows = period(&self.state());
        let count = self.between.change.distance().unsigned_abs();
        self.near.0 > self.table()
            && (rows == 0 || count <= rows || step == Step::Member)
            && !matches!(step, Step::MaterialName | Step::MaterialPaths)
    }

    /// What is reported of it. The next record is whole; if that is not certain, what follows the next count.
    pub(super) fn shift(&self, is_certain: bool, is_whole_next: bool) -> Shift {
        let Self { between, offset, near, .. } = self;
        let change = between.change;
        // Whole rows may be missing anywhere, unless they are numbered.
        let state = self.state();
        let is_anywhere = change.missing() > 0 && self.is_of_rows() && state.step != Step::Member;
        let stretch = if is_anywhere { (self.table(), between.limit()) } else { *near };
        let is_whole =
            |part: &&BothWays| part.start >= stretch.1 + change.missing() && part.state.is_at_record();
        let end = between.parts.last().map_or(*offset, |part| part.start);
        let next = between.parts.iter().find(is_whole).filter(|_| is_whole_next);
        let next = next.map_or(end, |part| part.start);
        Shift {
            change: Some(change).filter(|_| is_certain),
            offset: *offset as u32,
            stretch: (stretch.0 as u32, stretch.1 as u32),
            resumed: next.wrapping_add_signed(change.distance()).max(*offset) as u32,
        }
    }
}

impl Explanation {
    /// What is reported if more happened between the two counts: where it begins, and the next count, which is whole.
    pub(super) fn of_several(self, others: Range<usize>) -> Shift {
        let Self { shift, ends: [_, knot], change, .. } = self;
        let first = shift.offset.min(others.start as u32);
        let resumed = knot.start.wrapping_add_signed(change.distance()) as u32;
        let stretch = (first, shift.stretch.1.max(others.end as u32).min(resumed));
        Shift { change: None, offset: first, stretch, resumed }
    }

    /// The best place for a change between two counts. `None` if the file would not make sense with it.
    pub(super) fn of(bytes: &[u8], ends: [Knot; 2], change: ByteChange) -> Option<Self> {
        let placed = Placed::new(bytes, ends, change)?;
        let Placed { rough, between, offset, .. } = &placed;
        // What was learned is from the file as this change would have it, so it does not speak for it.
        let (moved, still) = (rough.behind(*offset), rough.at_rest(*offset));
        let whole = repaired(bytes, change, *offset);
        let (unlisted, faces) = unlisted_faces(&whole)?;
        let few = change.distance().unsigned_abs() / width(MEMBER) + 1;
        let makes_no_sense = still.odd > usize::from(ends_in_zeros(bytes))
            || still.parts < moved.parts
            || moved.gain - still.gain >= PLENTY;
        // A reading that soon comes to an end has met little that could be odd.
        let ends_soon = 2 * still.parts <= moved.parts && moved.gain - still.gain >= PLENTY;
        let is_saner = moved.is_rather_sane() && (2 * moved.odd <= still.odd || ends_soon);
        let is_sane = (moved.is_sane() || is_saner)
            && makes_no_sense
            && unlisted <= (few + faces / SANE).min(faces / 2);
        let is_listed = unlisted == 0 || (unlisted <= few && placed.state().step == Step::Member);
        let is_certain = placed.is_counted() && is_listed;
        let without_missing = believability(&whole, *offset..offset + change.missing());
        let likelihood = believability(&between.filled(whole, *offset), 0..0);
        is_sane.then(|| Self {
            shift: placed.shift(is_certain, is_certain),
            change,
            ends,
            unknown: placed.unknown(),
            evidence: moved.gain - still.gain,
            believability: without_missing,
            likelihood,
        })
    }
}

/// Whether a file may have been filled up with zeros: they are believable as anything.
fn ends_in_zeros(bytes: &[u8]) -> bool {
    bytes.iter().rev().take(PADDING).all(|byte| *byte == 0)
}

/// What some parts gain.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) gain: i64,
    pub(super) parts: usize,
    /// How many of them are hardly what they are read as.
    pub(super) odd: usize,
    /// Whether those are left out that are zeros: they are believable as anything.
    pub(super) skips_zeros: bool,
}

impl Sum {
    fn add(&mut self, gain: i32) {
        self.gain += i64::from(gain);
        self.parts += 1;
        self.odd += usize::from(gain < 0);
    }

    /// Whether they make sense.
    pub(super) fn is_sane(&self) -> bool {
        self.odd * SANE <= self.parts
    }

    /// Whether they make sense, if there are rare values among them.
    pub(super) fn is_rather_sane(&self) -> bool {
        self.odd * SANER <= self.parts
    }

    /// Adds what a file gains from here on.
    pub(super) fn add_rest(&mut self, bytes: &[u8], mut state: State, mut start: usize) {
        let nothing = Learned::default();
        while let Some(part) = bytes.get(start..start + state.width()).filter(|part| !part.is_empty()) {
            let Some(next) = state.next(part) else { return };
            if !self.skips_zeros || part.iter().any(|byte| *byte != 0) {
                self.add(gain(&state, part, &nothing));
            }
            (state, start) = (next, start + part.len());
        }
    }
}

/// How many faces of a repaired file no mesh lists, and how many faces there are.
fn unlisted_faces(repaired: &[u8]) -> Option<(usize, usize)> {
    let binary = read(repaired).model.binary?;
    Some((binary.owners.iter().filter(|owner| **owner == ABSENT).count(), binary.owners.len()))
}

impl<'a> Between<'a> {
    fn new(bytes: &'a [u8], [last, knot]: [Knot; 2], change: ByteChange, learned: Learned) -> Option<Self> {
        let mut start = last.start + last.state.width();
        let mut still = last.state.next(bytes.get(last.start..start)?)?;
        let mut moved = still;
        let mut parts = Vec::new();
        while start <= knot.start {
            let width = still.width();
            let ways = [(&mut still, start), (&mut moved, start.wrapping_add_signed(change.distance()))];
            let state = *ways[0].0;
            let gains = ways.map(|(state, from)| {
                let part = from.checked_add(width).and_then(|end| bytes.get(from..end));
                let gain = part.map_or(0, |part| gain(state, part, &learned));
                *state = state.next(part.unwrap_or(&[0; WIDEST][..width])).unwrap_or(*state);
                gain
            });
            parts.push(BothWays { state, start, still: gains[0], moved: gains[1] });
            // The end has no width.
            start += width.max(1);
        }
        let mut sum: i64 = parts.iter().map(|part| i64::from(part.moved)).sum();
        let sums = parts.iter().map(|part| {
            let before = sum;
            sum += i64::from(part.still) - i64::from(part.moved);
            before
        });
        let sums = sums.collect();
        Some(Self { bytes, change, learned, parts, sums })
    }

    /// The number of the part that a place is in.
    fn number_at(&self, place: usize) -> usize {
        self.parts.partition_point(|part| part.start <= place).saturating_sub(1)
    }

    /// What all that is whole behind a place gains, to the end of the file, if it happened there.
    fn behind(&self, place: usize) -> Sum {
        let from = self.parts.partition_point(|part| part.start < place + self.change.missing());
        let mut sum = Sum::default();
        self.parts[from..].iter().for_each(|part| sum.add(part.moved));
        self.add_rest(sum, self.change.distance())
    }

    /// What all from a place on gains where it is.
    fn at_rest(&self, place: usize) -> Sum {
        let from = self.number_at(place);
        let mut sum = Sum::default();
        self.parts[from..].iter().for_each(|part| sum.add(part.still));
        self.add_rest(sum, 0)
    }

    /// Adds what follows the count behind all parts.
    fn add_rest(&self, mut sum: Sum, distance: isize) -> Sum {
        let Some(knot) = self.parts.last() else { return sum };
        let start = knot.start.wrapping_add_signed(distance);
        let end = start + knot.state.width();
        let next = self.bytes.get(start..end).and_then(|part| knot.state.next(part));
        next.into_iter().for_each(|next| sum.add_rest(self.bytes, next, end));
        sum
    }

    /// The part before which all is most believable where it is, and from which on where it was.
    fn turn(&self) -> usize {
        (0..self.sums.len()).rev().max_by_key(|number| self.sums[*number]).unwrap_or(0)
    }

    /// The last place where it can have happened: the next count is whole.
    fn limit(&self) -> usize {
        self.parts.last().map_or(0, |knot| {
            (knot.start + count_in(&knot.state).unwrap_or(0)).saturating_sub(self.change.missing())
        })
    }

    /// Each place near the turn, and what all gains if it happened there.
    fn places(&self) -> Vec<(usize, i64)> {
        let turn = self.turn();
        let near = |number: usize| {
            let distance = self.parts[number].start.abs_diff(self.parts[turn].start);
            let is_as_good = distance <= FARTHEST && self.sums[number] + DOUBT >= self.sums[turn];
            number.abs_diff(turn) <= 3 || distance <= 2 * MOST || is_as_good
        };
        let first = (0..=turn).rev().take_while(|number| near(*number)).last().unwrap_or(turn);
        let last = (turn..self.parts.len()).take_while(|number| near(*number)).last().unwrap_or(turn);
        let (start, end) = (self.parts[first].start, self.parts[last].start + self.parts[last].state.width());
        (start..end.min(self.limit() + 1)).map(|place| (place, self.sum(place))).collect()
    }

    /// What all gains if it happened here.
    fn sum(&self, place: usize) -> i64 {
        let own = self.number_at(place);
        let resumed = place + self.change.missing();
        let mut state = self.parts[own].state;
        let mut sum = self.sums[own];
        let mut number = own;
        // One part more, as it is compared with the one before.
        let mut is_over = false;
        while number < self.parts.len() && !is_over {
            let part = self.parts[number];
            is_over = part.start >= resumed && number > own;
            let mut buffer = [0; WIDEST];
            let mixed = &mut buffer[..part.state.width()];
            for (at, byte) in (part.start..).zip(mixed.iter_mut()) {
                *byte = self.byte(at, place);
            }
            sum += i64::from(gain(&state, mixed, &self.learned)) - i64::from(part.moved);
            state = state.next(mixed).unwrap_or(state);
            number += 1;
        }
        sum
    }

    /// A byte of the repaired file if it happened here.
    fn byte(&self, at: usize, place: usize) -> u8 {
        let missing = place..place + self.change.missing();
        if missing.contains(&at) {
            return self.missing_byte(at, place);
        }
        let at = if at < place { at } else { at.wrapping_add_signed(self.change.distance()) };
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// What may have been there: the byte of the row before, or text that goes on.
    fn missing_byte(&self, at: usize, place: usize) -> u8 {
        let BothWays { state, start, .. } = self.parts[self.number_at(at)];
        let there = |at: usize| self.bytes.get(at).copied().unwrap_or(0);
        if matches!(state.step, Step::MaterialName | Step::MaterialPaths) {
            return there(place);
        }
        let period = period(&state);
        let rows = (at - place) / period.max(1) + 1;
        let before = |at: usize| at.checked_sub(rows * period).filter(|at| *at >= self.parts[0].start);
        match before(start) {
            _ if period == 0 => 0,
            // Faces are mostly listed in their order.
            Some(row) if state.step == Step::Member => {
                let face = u16::from_le_bytes([there(row), there(row + 1)]).wrapping_add(rows as u16);
                face.to_le_bytes()[at - start]
            }
            _ => before(at).map_or(0, there),
        }
    }

    /// The repaired file with what may have been there.
    fn filled(&self, mut repaired: Vec<u8>, place: usize) -> Vec<u8> {
        for at in place..(place + self.change.missing()).min(repaired.len()) {
            repaired[at] = self.missing_byte(at, place);
        }
        repaired
    }

    /// The whole file if it happened here.
    fn repaired(&self, place: usize) -> Vec<u8> {
        repaired(self.bytes, self.change, place)
    }
}

/// A file without a change that happened at a place. What was lost is zeros.
pub(super) fn repaired(bytes: &[u8], change: ByteChange, place: usize) -> Vec<u8> {
    let place = place.min(bytes.len());
    let mut whole = bytes[..place].to_vec();
    whole.resize(place + change.missing(), 0);
    let from = place + change.distance().max(0) as usize;
    whole.extend_from_slice(bytes.get(from..).unwrap_or_default());
    whole
}

/// How far it is from row to row; 0 for what are no rows of one size.
pub(super) fn period(state: &State) -> usize {
    match state.step {
        Step::MeshEnd | Step::Mesh | Step::Bone | Step::Block | Step::Animation => 0,
        _ if state.record() == Record::Material => 0,
        Step::VertexExtra => state.width(),
        _ => parts(state.record()).iter().map(|part| width(part)).sum(),
    }
}

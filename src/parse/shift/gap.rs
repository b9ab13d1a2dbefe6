//! Where bytes were lost together with a count: what follows it is looked for, whatever the count was.
//!
//! This shows from where on a file makes sense again, but not how many bytes are missing. They may as well have been
//! overwritten.

use std::cell::LazyCell;
use std::ops::Range;

use super::ahead::Ahead;
use super::counts::{Recounts, leaves_faces};
use super::explanation::Sum;
use super::structure::Knot;
use super::{ENOUGH, MOST, Shift, Single};
use crate::layout::BlockKind;
use crate::layout::binary::{FACE, MEMBER, POSITION_KEY, VERTEX, width};
use crate::parse::text_damage::grammar::{HEADER, State, Step, WIDEST};
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// The counts of blocks that are tried.
const MOST_OBJECTS: u16 = 255;
/// How many keys a bone may have.
const MOST_KEYS: usize = 4096;
/// How many bytes around a count of vertices or faces are looked at: for each, many counts must be tried.
const NARROW: usize = 8;
/// How many parts must make sense at least.
const LEAST_PARTS: usize = 10;
/// What a count that is not known costs, in bits.
const UNKNOWN: i64 = 30;

/// From where on a file makes sense again, whatever the count in front of that is.
struct Gap {
    number: usize,
    resumed: usize,
    evidence: i64,
}

/// Where bytes were lost together with a count.
pub(super) fn find(ahead: &Ahead, knots: &[Knot], recounts: &Recounts) -> Single {
    let from = knots.partition_point(|knot| knot.start < ahead.from);
    if from > 0 {
        return find_behind(ahead, knots, from..knots.len(), recounts);
    }
    // Behind the first count, if that was hit, is nothing but what looks like counts, and that takes all steps.
    let at_first = find_behind(ahead, &knots[..1], 0..1, recounts);
    match at_first {
        Single::Gap(_) => at_first,
        _ => find_behind(ahead, knots, 1..knots.len(), recounts),
    }
}

/// The same, if it is one of these counts.
fn find_behind(ahead: &Ahead, knots: &[Knot], numbers: Range<usize>, recounts: &Recounts) -> Single {
    let bytes = ahead.bytes;
    let mut gaps = numbers.filter_map(|number| Gap::behind(ahead, knots, number));
    if recounts.best_of(knots).is_some() {
        return if gaps.next().is_some() { Single::WrongCount } else { Single::Nothing };
    }
    let Some(Gap { number, resumed, .. }) = gaps.max_by_key(|gap| gap.evidence) else {
        return Single::Nothing;
    };
    // A vertex that would begin in the header is not whole.
    let resumed = if resumed < HEADER { resumed + width(VERTEX) } else { resumed };
    let (last, knot) = (knots[number.saturating_sub(1)], knots[number]);
    let start = turn(bytes, last, knot.start) as u32;
    let end = (knot.start + knot.state.width()).min(resumed) as u32;
    let (offset, stretch) = (start.min(end), (start.min(end), end));
    if ahead.steps.are_spent() {
        return Single::Nothing;
    }
    Single::Gap(Shift { change: None, offset, stretch, resumed: resumed as u32 })
}

impl Gap {
    /// The most believable of all places from which a file may make sense again behind a count.
    fn behind(ahead: &Ahead, knots: &[Knot], number: usize) -> Option<Self> {
        let (bytes, steps) = (ahead.bytes, ahead.steps);
        let (last, knot) = (knots[number.saturating_sub(1)], knots[number]);
        let end = knot.start + knot.state.width();
        // A part of the first vertex may be lost with the first count.
        let least = if number == 0 { 0 } else { last.start + last.state.width() };
        let states = states(&knot.state, bytes.len().saturating_sub(knot.start));
        if states.is_empty() || steps.are_spent() {
            return None;
        }
        let still = LazyCell::new(|| {
            let mut still = Sum::default();
            still.add_rest(bytes, knot.state, knot.start);
            steps.take(still.parts);
            still
        });
        let (row, most) = rows(&knot.state);
        let gains = gains(bytes, last, knot.start);
        // What is believable before the count and would no longer be read as that.
        let spoiled =
            |start| gains.iter().rev().take_while(|(end, _)| *end > start).map(|(_, gain)| gain).sum();
        let before = if is_large(&knot.state) { NARROW } else { MOST };
        let mut best: Option<Self> = None;
        let (first, last) = (end.saturating_sub(before).max(least), (end + most).min(bytes.len()));
        let starts: Vec<usize> = match ahead.row_ends(&knot, first..last + 1) {
            Some(ends) => ends.collect(),
            None => (first..=last).collect(),
        };
        for state in states {
            for start in starts.iter().copied() {
                if !ahead.reads_on(state, start) {
                    continue;
                }
                if still.is_sane() {
                    return None;
                }
                // All that belongs there is there, so only the count is wrong.
                let is_whole = start >= end
                    && (start - end).is_multiple_of(row)
                    && !leaves_faces(bytes, knots, &knot, ((start - end) / row) as u16);
                if is_whole {
                    continue;
                }
                let mut again = Sum { skips_zeros: true, ..Sum::default() };
                again.add_rest(bytes, state, start);
                steps.take(again.parts);
                let spoiled: i64 = spoiled(start);
                let evidence = again.gain - still.gain - spoiled.max(0) - UNKNOWN;
                if evidence >= ENOUGH
                    && again.parts >= LEAST_PARTS
                    && again.is_sane()
                    && best.as_ref().is_none_or(|best| best.evidence < evidence)
                {
                    best = Some(Self { number, resumed: start, evidence });
                }
            }
        }
        best
    }
}

/// The states that may be behind a count that is not known, and behind the rows that it counts, if they are short.
fn states(state: &State, left: usize) -> Vec<State> {
    let mut buffer = [0; WIDEST];
    let part = &mut buffer[..state.width()];
    let counts = match (state.step, state.block()) {
        (Step::Block, BlockKind::Meshes | BlockKind::Materials | BlockKind::Bones) => 0..=MOST_OBJECTS,
        (Step::Block, BlockKind::Vertices) => 0..=(left / width(VERTEX)).min(u16::MAX.into()) as u16,
        (Step::Block, BlockKind::Faces) => 0..=(left / width(FACE)).min(u16::MAX.into()) as u16,
        (Step::Mesh | Step::Bone, _) => 0..=0,
        _ => return Vec::new(),
    };
    let with = |count: u16| {
        if state.step == Step::Block {
            part[..2].copy_from_slice(&count.to_le_bytes());
        }
        state.next(part)
    };
    counts.filter_map(with).collect()
}

/// Whether what a part counts may be so many that it is only looked for nearby.
fn is_large(state: &State) -> bool {
    state.step == Step::Block && matches!(state.block(), BlockKind::Vertices | BlockKind::Faces)
}

/// How wide the rows are that a part counts, and how far they may reach.
fn rows(state: &State) -> (usize, usize) {
    match state.step {
        Step::Mesh => (width(MEMBER), state.faces as usize * width(MEMBER) + MOST),
        Step::Bone => (width(POSITION_KEY), MOST_KEYS * width(POSITION_KEY)),
        _ if is_large(state) => (usize::MAX, NARROW),
        _ => (usize::MAX, MOST),
    }
}

/// Where the parts from a count up to a place end, and what they gain.
fn gains(bytes: &[u8], knot: Knot, end: usize) -> Vec<(usize, i64)> {
    let (mut state, mut start, mut gains) = (knot.state, knot.start, Vec::new());
    while let Some(part) = bytes.get(start..start + state.width()).filter(|_| start < end) {
        start += part.len();
        gains.push((start, gain(&state, part, &Learned::default()).into()));
        let Some(next) = state.next(part) else { break };
        state = next;
    }
    gains
}

/// Where a count and what follows it stop to be believable: what is before that place gains the most.
fn turn(bytes: &[u8], knot: Knot, end: usize) -> usize {
    let (mut sum, mut best, mut turn) = (0, 0, knot.start);
    for (end, gain) in gains(bytes, knot, end) {
        sum += gain;
        if sum >= best {
            (best, turn) = (sum, end);
        }
    }
    turn
}

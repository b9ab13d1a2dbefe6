//! Whether what lies between two counts makes more sense if it is read elsewhere: then more happened there than was
//! repaired.

use std::ops::Range;

use super::explanation::period;
use super::structure::{Knot, WIDEST};
use super::{ByteChange, MOST, Steps};
use crate::layout::BlockKind;
use crate::parse::text_damage::grammar::State;
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// By how many bits one part can be more believable elsewhere: one alone shows nothing.
const MOST_BETTER: i64 = 20;
/// So many parts around one that is odd are read elsewhere.
const AROUND: usize = 8;

/// A part as it is read where it is, and what it gains there.
struct StillPart {
    state: State,
    start: usize,
    gain: i32,
}

impl StillPart {
    fn is_known(&self, unknown: &Range<usize>) -> bool {
        self.start >= unknown.end || self.start + self.state.width() <= unknown.start
    }
}

/// Where between two counts of a repaired file the parts are that make more sense if they are read elsewhere, and by how
/// many bits.
pub(super) fn moved_otherwise(
    whole: &[u8],
    ends: [Knot; 2],
    unknown: &Range<usize>,
    steps: &Steps,
) -> (i64, Range<usize>) {
    let parts = parts_between(whole, ends);
    let runs = odd_runs(&parts, unknown);
    let mut best = (0, 0, 0);
    for run in runs {
        let parts = &parts[run];
        // Behind a whole row all is as it is behind none.
        let most = match period(&parts[0].state) {
            0 => MOST,
            row => (row / 2).min(MOST),
        };
        for change in (1..=most as u32).flat_map(|count| [ByteChange::Lost(count), ByteChange::Added(count)])
        {
            if steps.take(parts.len()) {
                best = best.max(best_elsewhere(whole, parts, change, unknown));
            }
        }
    }
    let (gain, start, end) = best;
    (gain, start..end)
}

/// What a part gains. What is not there is zeros, and gains nothing.
fn read(bytes: &[u8], state: &mut State, start: usize, nothing: &Learned) -> i32 {
    let width = state.width();
    let part = start.checked_add(width).and_then(|end| bytes.get(start..end));
    let gain = part.map_or(0, |part| gain(state, part, nothing));
    *state = state.next(part.unwrap_or(&[0; WIDEST][..width])).unwrap_or(*state);
    gain
}

/// What follows the first of these counts, up to the second and with it.
fn parts_between(bytes: &[u8], [last, knot]: [Knot; 2]) -> Vec<StillPart> {
    let (mut start, nothing) = (last.start + last.state.width(), Learned::default());
    let first = bytes.get(last.start..start).and_then(|part| last.state.next(part));
    let Some(mut next) = first else { return Vec::new() };
    let mut parts = Vec::new();
    while start <= knot.start {
        let state = next;
        parts.push(StillPart { state, start, gain: read(bytes, &mut next, start, &nothing) });
        // The end has no width.
        start += state.width().max(1);
    }
    parts
}

/// The parts that may be read from the wrong place, with those around them. Vertices and faces are odd then; all else may
/// look right.
fn odd_runs(parts: &[StillPart], unknown: &Range<usize>) -> Vec<Range<usize>> {
    let is_clear = |part: &StillPart| matches!(part.state.block(), BlockKind::Vertices | BlockKind::Faces);
    let is_odd = |part: &StillPart| (part.gain < 0 || !is_clear(part)) && part.is_known(unknown);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for number in (0..parts.len()).filter(|number| is_odd(&parts[*number])) {
        let end = (number + AROUND).min(parts.len());
        match runs.last_mut().filter(|run| run.end + AROUND >= number) {
            Some(run) => run.end = end,
            None => runs.push(number.saturating_sub(AROUND)..end),
        }
    }
    runs
}

/// By how many bits some of these parts make more sense elsewhere, and the first and the last of them.
fn best_elsewhere(
    bytes: &[u8],
    parts: &[StillPart],
    change: ByteChange,
    unknown: &Range<usize>,
) -> (i64, usize, usize) {
    let Some(first) = parts.first() else { return (0, 0, 0) };
    let (mut state, nothing) = (first.state, Learned::default());
    let (mut sum, mut start, mut best) = (0, 0, (0, 0, 0));
    for part in parts {
        if sum <= 0 {
            (sum, start) = (0, part.start);
        }
        let width = part.state.width();
        let moved = read(bytes, &mut state, part.start.wrapping_add_signed(change.distance()), &nothing);
        let most = MOST_BETTER * (width / 16).clamp(1, 5) as i64;
        sum += if part.is_known(unknown) { i64::from(moved - part.gain).min(most) } else { 0 };
        best = best.max((sum, start, part.start));
    }
    best
}

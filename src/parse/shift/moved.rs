//! Where a file stops to make sense, and how far what follows has moved, whether or not more is damaged behind that.

use super::elsewhere::moved_otherwise;
use super::explanation::Placed;
use super::structure::{Knot, count_in};
use super::{ByteChange, DECISIVE, DOUBT, ENOUGH, MOST, Shift, Steps};
use crate::layout::BlockKind;
use crate::parse::text_damage::grammar::{HEADER, State, Step};
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// What a part can gain or lose at most. One alone shows nothing, and a third of all may not be odd: what has moved by the
/// width of a few floats is nonsense only there.
const MOST_GAINED: i64 = 8;
const MOST_LOST: i64 = 20;
/// By how many bits the sum of all parts must fall where they make no sense.
const FALL: i64 = 120;
/// So many bits behind a count show that it was found again.
const FOUND: i64 = 200;
/// So many such falls, one behind the other, are a collapse.
const MOST_TURNS: usize = 6;
/// How many bits a row or two more can gain.
const ROW: i64 = 60;
/// How many parts around the place are tried.
const AROUND: usize = 3;

/// A part of a file, and what all before it gain.
#[derive(Clone, Copy)]
struct Part {
    knot: Knot,
    before: i64,
}

/// A file as it is read from its beginning, and where it stops to make sense.
pub(super) struct Sense {
    parts: Vec<Part>,
    /// The parts from which on nothing makes sense for a while.
    turns: Vec<usize>,
}

/// How far a file makes sense again behind a change.
struct Again {
    change: ByteChange,
    /// The number of the part from which on it was read where it was.
    from: usize,
    /// What is believable, all in front of it included.
    gain: i64,
    /// The same from the first count on.
    behind_count: i64,
    /// That count, or the part behind the last that makes sense, as if nothing had happened.
    end: Knot,
    /// Where it stops to make sense.
    stop: usize,
}

/// A change behind which a file makes sense again.
pub(super) struct Moved {
    pub(super) shift: Shift,
    pub(super) change: ByteChange,
    /// Where the count in front of the place is.
    pub(super) table: usize,
    /// Whether it may as well be a wrong count.
    pub(super) may_be_count: bool,
}

impl Moved {
    pub(super) fn place(&self) -> usize {
        self.shift.offset as usize
    }
}

fn weigh(state: &State, part: &[u8]) -> i64 {
    i64::from(gain(state, part, &Learned::default())).clamp(-MOST_LOST, MOST_GAINED)
}

impl Sense {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let (mut state, mut start) = (State::START, HEADER);
        let (mut parts, mut turns) = (Vec::new(), Vec::new());
        let (mut sum, mut best, mut turn) = (0, 0, 0);
        loop {
            parts.push(Part { knot: Knot { state, start }, before: sum });
            if sum >= best {
                (best, turn) = (sum, parts.len() - 1);
            }
            if best - sum >= FALL {
                turns.push(turn);
                best = sum;
            }
            let part = bytes.get(start..start + state.width()).filter(|part| !part.is_empty());
            let Some(part) = part.filter(|_| turns.len() < MOST_TURNS) else { break };
            sum += weigh(&state, part);
            let Some(next) = state.next(part) else { break };
            (state, start) = (next, start + part.len());
        }
        Self { parts, turns }
    }

    /// The place from which on nothing makes sense up to the end. Little follows comments, and their lengths may be wrong.
    pub(super) fn collapse(&self) -> Option<usize> {
        let first = self.parts[*self.turns.first()?].knot;
        let is_all = self.turns.len() == MOST_TURNS;
        let block = first.state.block();
        let is_late = block.has_version() || BlockKind::COMMENTS.contains(&block);
        let is_early = !is_late && first.state.step < Step::Comment;
        (is_all && is_early).then_some(first.start)
    }

    /// What all up to a place gain where they are.
    fn still(&self, place: usize) -> i64 {
        let number = self.parts.partition_point(|part| part.knot.start < place);
        self.parts[number.min(self.parts.len() - 1)].before
    }

    fn count_before(&self, number: usize) -> Option<Knot> {
        let before = self.parts[..number].iter().rev();
        before.map(|part| part.knot).find(|knot| count_in(&knot.state).is_some())
    }

    /// The parts from which on what follows may be read where it was.
    fn starts(&self, turn: usize) -> Vec<usize> {
        let last = (turn + 1).min(self.parts.len() - 1);
        let mut starts: Vec<usize> = (turn.saturating_sub(AROUND)..=last).collect();
        let counts = (0..=turn).rev().filter(|number| count_in(&self.parts[*number].knot.state).is_some());
        starts.extend(counts.take(2));
        starts
    }

    /// The change behind which the file makes sense again.
    pub(super) fn resumed(&self, bytes: &[u8], steps: &Steps) -> Option<Moved> {
        self.turns.iter().find_map(|turn| self.resumed_behind(*turn, bytes, steps))
    }

    fn resumed_behind(&self, turn: usize, bytes: &[u8], steps: &Steps) -> Option<Moved> {
        let changes = (1..=MOST as u32).flat_map(|count| [ByteChange::Lost(count), ByteChange::Added(count)]);
        let best = |change| {
            let all = self.starts(turn).into_iter().filter_map(|from| self.again(bytes, from, change, steps));
            all.max_by_key(|again| (again.behind_count.max(FOUND), again.gain))
        };
        let found: Vec<Again> = changes.filter_map(best).collect();
        let most_behind = found.iter().map(|again| again.behind_count).max()?;
        let is_only = found.iter().filter(|again| again.behind_count > most_behind - DECISIVE).count() == 1;
        let is_found = most_behind >= FOUND;
        let best = if is_found {
            found.iter().find(|again| again.behind_count == most_behind)?
        } else {
            // How many rows are missing is not known before their count, so as few as can be.
            let most = found.iter().map(|again| again.gain).max()?;
            found.iter().find(|again| again.gain >= most - ROW)?
        };
        let last = self.count_before(best.from)?;
        let placed = Placed::new(&bytes[..best.stop], [last, best.end], best.change)?;
        let is_certain = is_found
            && is_only
            && !placed.is_of_rows()
            && placed.is_counted()
            && moved_otherwise(&placed.repaired(), [last, best.end], &placed.unknown(), steps).0 < DOUBT;
        Some(Moved {
            shift: placed.shift(is_certain, true),
            change: best.change,
            table: last.start,
            may_be_count: placed.is_of_rows(),
        })
    }

    /// How far the file makes sense if all from a part on is read where it was.
    fn again(&self, bytes: &[u8], from: usize, change: ByteChange, steps: &Steps) -> Option<Again> {
        let Part { knot: first, before } = self.parts[from];
        let mut state = first.state;
        let mut start = first.start.checked_add_signed(change.distance())?;
        let (mut sum, mut best, mut stop) = (0, 0, start);
        let (mut end, mut count) = (first, None);
        while best - sum < FALL && steps.take(1) {
            let part = bytes.get(start..start + state.width()).filter(|part| !part.is_empty());
            let Some(part) = part else { break };
            let was = |start: usize| start.wrapping_add_signed(-change.distance());
            if count.is_none() && count_in(&state).is_some() {
                count = Some((sum, Knot { state, start: was(start) }));
            }
            // What was lost is not there.
            sum += if start >= first.start || change.missing() == 0 { weigh(&state, part) } else { 0 };
            let Some(next) = state.next(part) else { break };
            (state, start) = (next, start + part.len());
            if sum >= best {
                (best, stop) = (sum, start);
                end = Knot { state, start: was(start) };
            }
        }
        let mut behind_count = 0;
        if let Some((before, knot)) = count.filter(|(_, knot)| knot.start < end.start) {
            (behind_count, end) = (best - before, knot);
        }
        let evidence = before + best - self.still(stop);
        (best >= ENOUGH && evidence >= ENOUGH).then_some(Again {
            change,
            from,
            gain: before + best,
            behind_count,
            end,
            stop,
        })
    }
}

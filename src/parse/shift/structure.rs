//! The counts of a model, and where reading goes on to the end of the file from one of them.

use super::{ByteChange, MOST};
use crate::layout::BlockKind;
use crate::layout::binary::width;
pub(super) use crate::parse::text_damage::grammar::WIDEST;
use crate::parse::text_damage::grammar::{HEADER, State, Step, at, u32_at};

/// Where more changes than this let a file be read to its end, none of them is to be believed.
const MOST_FOUND: usize = 12;

/// A part of the file that holds a count, and so determines what follows.
#[derive(Clone, Copy)]
pub(super) struct Knot {
    pub(super) state: State,
    pub(super) start: usize,
}

/// Where in a part the counts are that determine what follows. `None` if what follows is known.
pub(super) fn count_in(state: &State) -> Option<usize> {
    match state.step {
        Step::Block => Some(0),
        // Its length is the last of its fields.
        Step::Comment => Some(state.width() - 4),
        Step::Mesh => Some(at::FACE_COUNT),
        Step::Bone => Some(at::ROTATION_KEYS),
        _ => None,
    }
}

/// The counts of a file and its end, as far as it can be read.
pub(super) fn knots(bytes: &[u8]) -> Vec<Knot> {
    let (mut knots, mut state, mut start) = (Vec::new(), State::START, HEADER);
    loop {
        let (last, rows) = state.last_row();
        // A text may be as long as addresses go on machines of 32 bits, and no file is longer than half of that.
        (state, start) = (last, start.saturating_add(rows).min(isize::MAX as usize));
        let counts = count_in(&state).is_some();
        if counts || state.step == Step::End {
            knots.push(Knot { state, start });
        }
        if state.step == Step::End {
            return knots;
        }
        let end = start + state.width();
        // What holds no count is as wide as it is, even where it is not there.
        let part = match bytes.get(start..end) {
            Some(part) => part,
            None if counts || start > bytes.len() + MOST => return knots,
            None => &[0; WIDEST][..state.width()],
        };
        let Some(next) = state.next(part) else { return knots };
        (state, start) = (next, end);
    }
}

/// From which count on, and after which change in front of it, a file reads to its end.
pub(super) fn resumptions(bytes: &[u8], knots: &[Knot], steps: &mut usize) -> Vec<(usize, ByteChange)> {
    let mut found = Vec::new();
    for (number, pair) in knots.windows(2).enumerate() {
        let [last, knot] = [pair[0], pair[1]];
        let least = last.start + width(last.state.slots());
        for count in 1..=MOST as u32 {
            for change in [ByteChange::Lost(count), ByteChange::Added(count)] {
                let start = knot.start.wrapping_add_signed(change.distance());
                // What is in front of the count in its record may be hit.
                let count = start.saturating_add(count_in(&knot.state).unwrap_or(0));
                let is_between = start <= bytes.len() && count >= least;
                if is_between && reads_on(bytes, knot.state, start, steps) {
                    found.push((number + 1, change));
                }
                if found.len() > MOST_FOUND {
                    return Vec::new();
                }
            }
        }
    }
    found
}

/// Whether a file reads to its end from here on, with nothing left and nothing missing.
pub(super) fn reads_on(bytes: &[u8], mut state: State, mut start: usize, steps: &mut usize) -> bool {
    while start < bytes.len() {
        if state.needed() > bytes.len() - start || *steps == 0 {
            return false;
        }
        *steps -= 1;
        let (last, rows) = state.last_row();
        (state, start) = (last, start + rows);
        let Some(part) = bytes.get(start..start + state.width()).filter(|part| !part.is_empty()) else {
            return false;
        };
        let is_version = state.step == Step::Block && state.block().has_version();
        if is_version && state.block() != BlockKind::VertexExtras && u32_at(part, 0) != 1 {
            return false;
        }
        let Some(next) = state.next(part) else { return false };
        (state, start) = (next, start + part.len());
    }
    state.may_end()
}

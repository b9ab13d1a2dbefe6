//! The counts of a model.

use super::MOST;
pub(super) use crate::parse::text_damage::grammar::WIDEST;
use crate::parse::text_damage::grammar::{HEADER, State, Step, at};

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

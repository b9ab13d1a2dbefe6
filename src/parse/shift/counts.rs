//! Whether a wrong count explains a file as well: then nothing was lost or added.

use std::ops::Range;

use super::structure::{Knot, WIDEST, count_in, reads_on};
use crate::parse::binary::read;
use crate::parse::text_damage::grammar::{HEADER, State, Step, at};
use crate::parse::text_damage::learned::Learned;
use crate::parse::text_damage::score::gain;

/// How many other counts are weighed at most.
const MOST_WEIGHED: usize = 16;

/// By how many bits a file is believable, if the best of all other counts up to the last of these is put in the
/// place of one. `None` if it does not read to its end with any.
pub(super) fn best_with_another_count(bytes: &[u8], knots: &[Knot], steps: &mut usize) -> Option<i64> {
    let mut best = None;
    let mut weighed = 0;
    for knot in knots.iter().rev() {
        for field in fields(&knot.state) {
            for count in 0..=u16::MAX {
                let Some((state, end)) = with(bytes, knot, field, count) else { continue };
                if state.needed() > bytes.len().saturating_sub(end) || weighed == MOST_WEIGHED || *steps == 0
                {
                    break;
                }
                if reads_on(bytes, state, end, steps) {
                    weighed += 1;
                    if leaves_faces(bytes, knot, count) {
                        continue;
                    }
                    best = best.max(Some(believability(bytes, Some((knot.start, state)), 0..0)));
                }
            }
        }
    }
    best
}

/// Whether the meshes list fewer faces than there are if one has so many of them. They do if it lost some, and do not if
/// only its count is wrong.
pub(super) fn leaves_faces(bytes: &[u8], knot: &Knot, count: u16) -> bool {
    if knot.state.step != Step::Mesh {
        return false;
    }
    let mut other = bytes.to_vec();
    let field = knot.start + at::FACE_COUNT;
    other[field..field + 2].copy_from_slice(&count.to_le_bytes());
    let listed: usize = read(&other).model.meshes.iter().map(|mesh| mesh.members.len()).sum();
    listed < knot.state.faces.into()
}

/// Where the counts are in a part.
fn fields(state: &State) -> impl Iterator<Item = usize> {
    let second = (state.step == Step::Bone).then_some(at::POSITION_KEYS);
    count_in(state).into_iter().chain(second)
}

/// The state behind a part with another count, and where that is.
fn with(bytes: &[u8], knot: &Knot, field: usize, count: u16) -> Option<(State, usize)> {
    let width = knot.state.width();
    let end = knot.start + width;
    let mut buffer = [0; WIDEST];
    buffer[..width].copy_from_slice(bytes.get(knot.start..end)?);
    buffer[field..field + 2].copy_from_slice(&count.to_le_bytes());
    Some((knot.state.next(&buffer[..width])?, end))
}

/// By how many bits a whole file is believable, with this state behind the part at that offset. What is in `unknown`
/// does not count.
pub(super) fn believability(bytes: &[u8], other: Option<(usize, State)>, unknown: Range<usize>) -> i64 {
    let nothing = Learned::default();
    let (mut sum, mut state, mut start) = (0, State::START, HEADER);
    while let Some(part) = bytes.get(start..start + state.width()).filter(|part| !part.is_empty()) {
        let end = start + part.len();
        if unknown.is_empty() || end <= unknown.start || start >= unknown.end {
            sum += i64::from(gain(&state, part, &nothing));
        }
        let next = match other {
            Some((at, behind)) if at == start => Some(behind),
            _ => state.next(part),
        };
        let Some(next) = next else { break };
        (state, start) = (next, end);
    }
    sum
}

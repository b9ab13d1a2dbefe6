//! Checks whether a lost byte of any other value, at another place, explains the damage as well. A file that
//! lost such a byte can often be made to read to its end by a carriage return nearby, but the few values
//! between the two places, all read from the wrong place, reveal that.

use super::grammar::{HEADER, State, WIDEST};
use super::learned::Learned;
use super::score::gain;

/// How many parts to either side of a byte put back are looked at.
const PARTS: usize = 6;
/// How many bits better another place must be. One byte of any value can make 8 of them look right.
const BETTER: i32 = 16;
/// More than a part with a byte of the best value can gain over one that was read from the wrong place.
const MOST: i32 = 160;

/// Parts up to this width are tried with every byte, wider ones only with those that they hold.
const NARROW: usize = 16;

/// A part of the repaired file.
#[derive(Clone, Copy)]
struct Piece {
    state: State,
    start: usize,
}

impl Piece {
    fn end(&self) -> usize {
        self.start + self.state.width()
    }
}

/// Looks at a repaired file.
struct RepairedFileCheck<'a> {
    bytes: &'a [u8],
    learned: &'a Learned,
}

/// Whether a byte was more likely lost elsewhere than at one of the places where a carriage return was put back.
/// The places are those in the repaired file, ascending.
pub(super) fn is_better_elsewhere(bytes: &[u8], places: &[usize], learned: &Learned) -> bool {
    let check = RepairedFileCheck { bytes, learned };
    let mut near: Vec<Piece> = Vec::new();
    let mut places = places.iter().copied().peekable();
    let mut piece = Piece { state: State::START, start: HEADER };
    loop {
        near.push(piece);
        while let Some(place) = places.peek().copied() {
            let last = piece.end() >= bytes.len();
            let own = near.partition_point(|piece| piece.end() <= place);
            if !last && near.len() <= own + PARTS {
                break;
            }
            if check.better(&near, own, place) {
                return true;
            }
            places.next();
        }
        if places.peek().is_none() {
            return false;
        }
        let Some(part) = bytes.get(piece.start..piece.end()).filter(|part| !part.is_empty()) else {
            return false;
        };
        let Some(state) = piece.state.next(part) else { return false };
        piece = Piece { state, start: piece.end() };
        let unneeded =
            near.partition_point(|piece| piece.end() <= places.peek().copied().unwrap_or(piece.start));
        if unneeded > 64 {
            near.drain(..unneeded - PARTS);
        }
    }
}

impl RepairedFileCheck<'_> {
    /// Whether the byte put back at this place, in the part with this number, would do better elsewhere.
    fn better(&self, pieces: &[Piece], own: usize, place: usize) -> bool {
        let Some(piece) = pieces.get(own) else { return false };
        let here = self.best(piece, place, place);
        // A file that was cut off in its last part reads to its end with anything put into that. That happens more
        // often than that a tool takes away one byte there.
        let last = piece.end() - 1;
        if last + 1 == self.bytes.len() && self.best(piece, place, last) >= here {
            return true;
        }
        if self.best_in(piece, place) > here + BETTER {
            return true;
        }
        let before = pieces[..own].iter().rev().take(PARTS);
        let behind = pieces[own + 1..].iter().take(PARTS);
        self.walk(before, piece, place, here) || self.walk(behind, piece, place, here)
    }

    /// Whether it would do better in one of these parts, which lie ever farther to one side of it.
    fn walk<'p>(&self, parts: impl Iterator<Item = &'p Piece>, own: &Piece, place: usize, here: i32) -> bool {
        let (mut other, mut base) = (None, here);
        for piece in parts {
            // The parts between the two places move by one byte, with what is left of its own part.
            let far = if piece.start > place { piece.start } else { piece.end() - 1 };
            let moved = *other.get_or_insert_with(|| self.gain(own, place, far, None));
            base += self.gain(piece, place, place, None);
            if moved + MOST < base {
                return false;
            }
            if moved + self.best_in(piece, place) > base + BETTER {
                return true;
            }
            let past = if piece.start > place { piece.end() } else { piece.start };
            other = Some(moved + self.gain(piece, place, past, None));
        }
        false
    }

    /// The best gain of a part with a byte put into it instead of the one at `place`.
    fn best_in(&self, piece: &Piece, place: usize) -> i32 {
        (piece.start..piece.end()).map(|at| self.best(piece, place, at)).max().unwrap_or(0)
    }

    fn best(&self, piece: &Piece, place: usize, at: usize) -> i32 {
        let gain = |value| self.gain(piece, place, at, Some(value));
        if piece.state.width() <= NARROW {
            return (0..=255).map(gain).max().unwrap_or(0);
        }
        let mut values = self.bytes[piece.start..piece.end().min(self.bytes.len())].to_vec();
        values.sort_unstable();
        values.dedup();
        values.into_iter().map(gain).max().unwrap_or(0)
    }

    /// What a part gains when the byte at `place` is taken away and one is put in at `at` instead.
    fn gain(&self, piece: &Piece, place: usize, at: usize, value: Option<u8>) -> i32 {
        let mut part = [0; WIDEST];
        let part = &mut part[..piece.state.width()];
        for (index, byte) in (piece.start..).zip(part.iter_mut()) {
            let from = if at < index && index <= place {
                index - 1
            } else if place <= index && index < at {
                index + 1
            } else {
                index
            };
            *byte = self.bytes.get(from).copied().unwrap_or(0);
            if let Some(value) = value
                && index == at
            {
                *byte = value;
            }
        }
        gain(&piece.state, part, self.learned)
    }
}

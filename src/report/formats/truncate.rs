//! Keeps the worst findings where a format has room for only so many.

use crate::diagnostics::finding::Severity;

/// Pieces of a report within some room. What is milder makes place for what is worse.
pub(in crate::report) struct Worst {
    /// What may be used of the room, and how much of it each piece takes.
    room: usize,
    size: fn(&str) -> usize,
    used: usize,
    /// As in [`Severity::ALL`].
    pieces: [Vec<String>; 4],
    left_out: usize,
}

impl Worst {
    /// With room for so much, of which each piece takes as much as `size` tells.
    pub(in crate::report) fn within(room: usize, size: fn(&str) -> usize) -> Self {
        Self { room, size, used: 0, pieces: Default::default(), left_out: 0 }
    }

    /// Adds a piece about something so bad.
    pub(in crate::report) fn add(&mut self, severity: Severity, piece: String) {
        self.used += (self.size)(&piece);
        let place = Severity::ALL.iter().position(|other| *other == severity).unwrap_or(0);
        self.pieces[place].push(piece);
        while self.used > self.room {
            let Some(mildest) = self.pieces.iter_mut().rev().find_map(Vec::pop) else { break };
            self.used -= (self.size)(&mildest);
            self.left_out += 1;
        }
    }

    /// What there was room for, the worst first, and otherwise as it came.
    pub(in crate::report) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().flatten().map(String::as_str)
    }

    /// How many pieces there was no room for.
    pub(in crate::report) fn left_out(&self) -> usize {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_milder_makes_place() {
        let mut worst = Worst::within(5, str::len);
        for (severity, piece) in [
            (Severity::Hint, "h1"),
            (Severity::Warning, "w1"),
            (Severity::Error, "e1"),
            (Severity::Warning, "w2"),
            (Severity::Error, "e2"),
            (Severity::Error, "large one"),
        ] {
            worst.add(severity, piece.to_string());
        }
        assert_eq!(worst.pieces().collect::<Vec<_>>(), ["e1", "e2"]);
        assert_eq!(worst.left_out(), 4);
    }
}

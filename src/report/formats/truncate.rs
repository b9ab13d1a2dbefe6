//! Keeps the worst findings in formats with a size limit.

use crate::diagnostics::finding::Severity;

/// The pieces of a report of limited size. Milder findings are dropped first.
pub(in crate::report) struct Worst {
    /// The size limit, and the size of each piece.
    room: usize,
    size: fn(&str) -> usize,
    used: usize,
    /// As in [`Severity::ALL`].
    pieces: [Vec<String>; 4],
    left_out: usize,
}

impl Worst {
    /// With this limit, where each piece takes `size`.
    pub(in crate::report) fn within(room: usize, size: fn(&str) -> usize) -> Self {
        Self { room, size, used: 0, pieces: Default::default(), left_out: 0 }
    }

    /// Adds a piece about a finding of this severity.
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

    /// The pieces that were kept, the worst first, and otherwise in the order of the run.
    pub(in crate::report) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().flatten().map(String::as_str)
    }

    /// How many pieces were dropped.
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

//! The text of an open file, and its positions: lines, and characters as the protocol counts them.

use gen_lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

/// What characters of a position are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Units {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, as every editor can.
    Utf16,
    /// Characters.
    Utf32,
}

impl Units {
    /// The best of those that an editor offers.
    pub(crate) fn best(offered: &[PositionEncodingKind]) -> Self {
        let has = |kind| offered.contains(&kind);
        match () {
            () if has(PositionEncodingKind::UTF8) => Self::Utf8,
            () if has(PositionEncodingKind::UTF32) && !has(PositionEncodingKind::UTF16) => Self::Utf32,
            () => Self::Utf16,
        }
    }

    /// Its name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// How many of them a text has.
    pub(crate) fn count(self, text: &str) -> usize {
        match self {
            _ if text.is_ascii() => text.len(),
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Utf32 => text.chars().count(),
        }
    }

    /// How many bytes of a text are before a character; all if it is shorter. A character that is cut is left out.
    fn bytes_before(self, text: &str, character: usize) -> usize {
        let mut counted = 0;
        let width = |c: char| match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        };
        let end = text.char_indices().find(|(_, c)| {
            counted += width(*c);
            counted > character
        });
        end.map_or(text.len(), |(at, _)| at)
    }
}

/// A text, and where its lines start.
#[derive(Clone, Debug)]
pub(crate) struct EditorText {
    text: String,
    starts: Vec<usize>,
    units: Units,
}

impl EditorText {
    pub(crate) fn new(text: String, units: Units) -> Self {
        let starts = [0].into_iter().chain(starts_between(&text, 0, text.len() + 1)).collect();
        Self { text, starts, units }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The offsets at which lines start, the first of which is 0.
    pub(crate) fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Changes the text as the editor did.
    pub(crate) fn apply(&mut self, change: TextDocumentContentChangeEvent) {
        match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                let [start, end] = [change.range.start, change.range.end].map(|at| self.offset(at));
                self.replace(start.min(end), end, &change.text);
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                *self = Self::new(change.text, self.units);
            }
        }
    }

    /// Replaces a part of the text. An editor sends a fix of many places as so many changes, so only the lines around
    /// each are looked at.
    fn replace(&mut self, start: usize, end: usize, new: &str) {
        // An LF may come right after the CR of the line before.
        let first = self.line_of(start).saturating_sub(1);
        let next = self.starts.partition_point(|start| *start <= end);
        self.text.replace_range(start..end, new);
        let moved = |at: usize| at - end + start + new.len();
        let to = self.starts.get(next).map_or(self.text.len() + 1, |at| moved(*at));
        let between: Vec<_> = starts_between(&self.text, self.starts[first], to).collect();
        let after = first + 1 + between.len();
        self.starts.splice(first + 1..next, between);
        self.starts[after..].iter_mut().for_each(|at| *at = moved(*at));
    }

    /// Where a line starts, and where its ending does.
    fn line(&self, number: usize) -> Option<(usize, usize)> {
        let start = *self.starts.get(number)?;
        let next = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        let line = &self.text[start..next];
        Some((start, start + line.trim_end_matches(['\r', '\n']).len()))
    }

    /// The offset of a position. One after the end of its line is there, and one after all lines at the end.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let Some((start, end)) = self.line(position.line as usize) else { return self.text.len() };
        start + self.units.bytes_before(&self.text[start..end], position.character as usize)
    }

    /// The line that an offset is in.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The position of an offset, which is between two characters.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let line = self.line_of(offset);
        let (start, end) = self.line(line).unwrap_or_default();
        let character = self.units.count(&self.text[start..offset.clamp(start, end)]);
        Position { line: line as u32, character: character as u32 }
    }

    /// The range between two offsets.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range {
        Range { start: self.position(start), end: self.position(end) }
    }
}

/// The last offset up to this one that is between two characters.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The offsets between two others at which lines start: after CR LF, LF or CR.
fn starts_between(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', &bytes[from..to.min(bytes.len())]).map(move |at| from + at);
    let ends = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(*at + 1) != Some(&b'\n'));
    ends.map(|at| at + 1).filter(move |start| *start < to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = EditorText::new("a\r\nb\rc\n".to_string(), Units::Utf16);
        assert_eq!(text.starts(), [0, 3, 5, 7]);
        assert_eq!(text.offset(at(0, 9)), 1);
        assert_eq!(text.offset(at(3, 0)), 7);
        assert_eq!(text.offset(at(99, 9)), 7);
    }

    #[test]
    fn characters_are_counted_as_agreed() {
        for (units, after) in [(Units::Utf8, 6), (Units::Utf16, 3), (Units::Utf32, 2)] {
            let text = EditorText::new("ü𝄞x".to_string(), units);
            assert_eq!(text.offset(at(0, after)), 6, "{units:?}");
            assert_eq!(text.position(6), at(0, after), "{units:?}");
            // In the middle of a character is before it.
            assert_eq!(text.offset(at(0, after - 1)), 2);
        }
    }
}

//! Lines of a file and how they end: in LF, CR LF, CR or CR CR LF.

use crate::base::span::Span;

/// A line of a file: its content, and where the next one starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the content, where the line ending starts.
    pub end: usize,
    /// Offset of the next line, after the line ending.
    pub next: usize,
}

impl Line {
    /// The content, without the line ending.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// Whether the line has no line ending, which only the last line of a file can lack.
    pub fn is_open(&self) -> bool {
        self.end == self.next
    }
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`
    Cr,
    /// `\r\r\n`, what a converter makes of `\r\n`.
    CrCrLf,
}

impl Ending {
    /// The ending that starts at `at`, or `None` where no line ends.
    pub fn at(bytes: &[u8], at: usize) -> Option<Self> {
        match bytes.get(at..)? {
            [b'\n', ..] => Some(Self::Lf),
            [b'\r', b'\n', ..] => Some(Self::CrLf),
            [b'\r', b'\r', b'\n', ..] => Some(Self::CrCrLf),
            [b'\r', ..] => Some(Self::Cr),
            _ => None,
        }
    }

    /// How many bytes it takes.
    pub fn width(self) -> usize {
        match self {
            Self::Lf | Self::Cr => 1,
            Self::CrLf => 2,
            Self::CrCrLf => 3,
        }
    }
}

/// The line that starts at `start`.
pub fn line_from(bytes: &[u8], start: usize) -> Line {
    let end = memchr::memchr2(b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |n| start + n);
    let ending = Ending::at(bytes, end).map_or(0, Ending::width);
    Line { start, end, next: end + ending }
}

/// The line that holds the byte at `offset`, its line ending included.
pub fn line_around(bytes: &[u8], offset: usize) -> Line {
    let mut offset = offset.min(bytes.len());
    // Step back out of a line ending, of which the offset may be any byte.
    for back in [2, 1] {
        let inside = |at: usize| Ending::at(bytes, at).is_some_and(|e| at + e.width() > offset);
        if let Some(at) = offset.checked_sub(back).filter(|at| inside(*at)) {
            offset = at;
            break;
        }
    }
    let start = memchr::memrchr2(b'\n', b'\r', &bytes[..offset]).map_or(0, |n| n + 1);
    line_from(bytes, start)
}

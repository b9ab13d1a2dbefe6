//! Floor 0: the bytes of one file, and where its lines are.

use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::base::span::Span;

/// Files larger than this are not read: offsets are kept in 32 bits, and one value is kept free.
pub const MAX_BYTES: u64 = u32::MAX as u64 - 1;

/// One file: what it is called and what is in it.
#[derive(Debug)]
pub struct Source {
    /// What reports call the file: its path as the user wrote it.
    pub name: String,
    /// How many bytes the file has.
    len: usize,
    /// The file, or the part of it that was kept. The rows of a binary model are made of it when somebody looks.
    kept: Arc<Vec<u8>>,
    /// Where bytes were left out; nowhere if the whole file was kept.
    gaps: Gaps,
    /// The whole file, once somebody asked for what was not kept.
    again: Option<Again>,
}

/// Why a file that was read in passing may not be had whole.
pub const CHANGED: &str = "it was changed while it was being checked";

/// How the whole of a file is got that was read in passing.
pub type ReadAgain = Box<dyn Fn() -> io::Result<Vec<u8>> + Send + Sync>;

struct Again {
    read: ReadAgain,
    bytes: OnceLock<Vec<u8>>,
    trouble: OnceLock<io::Error>,
}

impl fmt::Debug for Again {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Again").field("trouble", &self.trouble).finish_non_exhaustive()
    }
}

impl Source {
    /// A file that is kept whole.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self {
            name: name.into(),
            len: bytes.len(),
            kept: Arc::new(bytes),
            gaps: Gaps::default(),
            again: None,
        }
    }

    /// A file of `len` bytes of which a part was kept. `read` gets the whole, should somebody ask.
    pub fn in_part(name: impl Into<String>, len: usize, kept: Vec<u8>, gaps: Gaps, read: ReadAgain) -> Self {
        let again = Again { read, bytes: OnceLock::new(), trouble: OnceLock::new() };
        Self { name: name.into(), len, kept: Arc::new(kept), gaps, again: Some(again) }
    }

    /// How many bytes the file has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the file has no byte.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The whole file, unchanged. It is read again if it was not kept; see [`trouble`](Self::trouble).
    pub fn bytes(&self) -> &[u8] {
        let Some(again) = &self.again else { return &self.kept };
        again.bytes.get_or_init(|| {
            let read = (again.read)().and_then(|bytes| match bytes.len() == self.len {
                true => Ok(bytes),
                false => Err(io::Error::other(CHANGED)),
            });
            read.unwrap_or_else(|error| {
                again.trouble.get_or_init(|| error);
                vec![b'\n'; self.len]
            })
        })
    }

    /// The lines at the beginning of the file up to the first that were not kept, and at least one.
    pub fn beginning(&self) -> &[u8] {
        &self.kept[..self.gaps.first().unwrap_or(self.kept.len())]
    }

    /// A stretch of whole lines that holds an offset, and where in the file it starts: what was kept around
    /// it, or else the whole file.
    pub fn stretch(&self, offset: usize) -> (&[u8], usize) {
        self.kept_stretch(offset).unwrap_or_else(|| (self.bytes(), 0))
    }

    /// A stretch of whole lines that holds the line of an offset and those beside it, and where in the file
    /// it starts.
    pub fn stretch_with_neighbours(&self, offset: usize) -> (&[u8], usize) {
        let holds_them = |(bytes, start): &(&[u8], usize)| {
            let line = line_around(bytes, offset - start);
            let is_first = line.start == 0 && *start > 0;
            let is_last = line.next == bytes.len() && start + line.next < self.len;
            !is_first && !is_last
        };
        self.kept_stretch(offset).filter(holds_them).unwrap_or_else(|| (self.bytes(), 0))
    }

    /// What was kept around an offset, and where in the file that starts; `None` if it was not kept.
    fn kept_stretch(&self, offset: usize) -> Option<(&[u8], usize)> {
        let (range, start) = self.gaps.stretch(offset)?;
        let end = range.end.min(self.kept.len());
        Some((&self.kept[range.start..end], start))
    }

    /// A locator for the file. `plain` says that no line ends in CR alone or CR CR LF.
    pub fn locator(&self, plain: bool) -> Locator<'_> {
        match self.again {
            // Lines that were left out are counted.
            Some(_) if plain => Locator { source: Some(self), ..Locator::new(&[], plain) },
            _ => Locator::new(self.bytes(), plain),
        }
    }

    /// Some bytes of the file.
    pub fn piece(&self, span: Span) -> &[u8] {
        self.gaps.kept(span).map_or_else(|| &self.bytes()[span.range()], |range| &self.kept[range])
    }

    /// Why the file could not be read again, if somebody asked for what was not kept and did not get
    /// it. Nothing that is said about such a file can be trusted. That a file has changed is seen by its
    /// length, and by what else whoever reads it again looks at.
    pub fn trouble(&self) -> Option<&io::Error> {
        self.again.as_ref()?.trouble.get()
    }

    /// What was kept, to be shared with a model.
    pub fn kept(&self) -> &Arc<Vec<u8>> {
        &self.kept
    }

    /// The memory that holds the bytes; a copy if a model shares it.
    pub fn into_buffer(self) -> Vec<u8> {
        Arc::try_unwrap(self.kept).unwrap_or_else(|shared| shared.to_vec())
    }
}

/// Where bytes were left out of a file that was read in passing, in its order.
///
/// What is left out are whole lines, and so are the stretches that are kept.
#[derive(Debug, Clone, Default)]
pub struct Gaps(Vec<Gap>);

#[derive(Debug, Clone, Copy)]
struct Gap {
    /// Where it is in what was kept.
    kept_at: usize,
    /// Where in the file it ends.
    end: usize,
    /// How many lines were left out up to here.
    lines: usize,
}

impl Gaps {
    /// Leaves out so many lines behind `kept_at` kept bytes, up to the offset `end` in the file.
    pub fn add(&mut self, kept_at: usize, end: usize, lines: usize) {
        let before = self.0.last().map_or(0, |gap| gap.lines);
        self.0.push(Gap { kept_at, end, lines: before + lines });
    }

    /// The stretch that was kept around an offset, in what was kept and where in the file it starts; `None`
    /// if the offset was left out. The last one has no end.
    fn stretch(&self, offset: usize) -> Option<(Range<usize>, usize)> {
        let in_front = self.0.partition_point(|gap| gap.end <= offset);
        let (kept_at, start) = self.0[..in_front].last().map_or((0, 0), |gap| (gap.kept_at, gap.end));
        let end = self.0.get(in_front).map_or(usize::MAX, |gap| gap.kept_at);
        (offset - start < end - kept_at).then_some((kept_at..end, start))
    }

    /// How many lines were left out in front of a kept offset.
    fn lines_before(&self, offset: usize) -> usize {
        let in_front = self.0.partition_point(|gap| gap.end <= offset);
        self.0[..in_front].last().map_or(0, |gap| gap.lines)
    }

    /// How many bytes were left out in front of a kept offset.
    fn bytes_before(&self, offset: usize) -> usize {
        let in_front = self.0.partition_point(|gap| gap.end <= offset);
        self.0[..in_front].last().map_or(0, |gap| gap.end - gap.kept_at)
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many bytes were kept in front of the first gap.
    fn first(&self) -> Option<usize> {
        self.0.first().map(|gap| gap.kept_at)
    }

    /// Where in the file a byte is that was kept. At a gap this is behind it.
    pub fn offset(&self, kept_at: usize) -> usize {
        let in_front = self.0.partition_point(|gap| gap.kept_at <= kept_at);
        self.0[..in_front].last().map_or(kept_at, |gap| gap.end + (kept_at - gap.kept_at))
    }

    /// Where a span of the file is in what was kept; `None` if some of it was left out.
    pub fn kept(&self, span: Span) -> Option<Range<usize>> {
        let in_front = self.0.partition_point(|gap| gap.end <= span.start as usize);
        let (start, moved) = match self.0[..in_front].last() {
            Some(gap) => (gap.kept_at, gap.end - gap.kept_at),
            None => (0, 0),
        };
        let range = span.start as usize - moved..span.end as usize - moved;
        let end = self.0.get(in_front).map_or(usize::MAX, |gap| gap.kept_at);
        (start <= range.start && range.end <= end).then_some(range)
    }
}

/// A line of a file: its content, and where the next one starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the content, where the line ending starts.
    pub end: usize,
    /// Offset of the next line, behind the line ending.
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

/// A place as editors show it, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1. A byte that belongs to no UTF-8 character counts as one; all bytes of a character
    /// have its column.
    pub column: usize,
    /// The same column in bytes, from 1.
    pub byte: usize,
}

/// Turns offsets into lines and columns. Offsets that come in ascending order cost one pass over
/// the file together, however many there are and however long its lines.
#[derive(Debug)]
pub struct Locator<'a> {
    /// The file, if only a part of it was kept; otherwise `bytes` is all of it.
    source: Option<&'a Source>,
    /// How many kept bytes the stretches before this one have, and how many lines.
    kept_before: (usize, usize),
    /// Where in the file the bytes start.
    start: usize,
    bytes: &'a [u8],
    /// Whether every line ends in LF or CRLF, so that counting LF is enough.
    plain: bool,
    line: usize,
    /// Where the current line starts.
    line_start: usize,
    /// How far the characters of the current line were counted.
    counted: usize,
    column: usize,
}

impl<'a> Locator<'a> {
    /// A locator for a file. `plain` says that no line ends in CR alone or CR CR LF.
    pub fn new(bytes: &'a [u8], plain: bool) -> Self {
        let (source, kept_before) = (None, (0, 0));
        Self { source, kept_before, start: 0, bytes, plain, line: 1, line_start: 0, counted: 0, column: 1 }
    }

    /// Goes to what was kept around an offset, or to the whole file if that was left out.
    fn enter_stretch(&mut self, source: &'a Source, offset: usize) {
        let Some((bytes, start)) = source.kept_stretch(offset) else {
            *self = Self::new(source.bytes(), self.plain);
            return;
        };
        if self.start == start && !self.bytes.is_empty() {
            return;
        }
        let kept = start - source.gaps.bytes_before(start);
        let (from, lines) = if kept < self.kept_before.0 { (0, 0) } else { self.kept_before };
        let lines = lines + memchr::memchr_iter(b'\n', &source.kept[from..kept]).count();
        let line = 1 + lines + source.gaps.lines_before(start);
        let (source, kept_before) = (Some(source), (kept, lines));
        *self = Self { source, kept_before, start, line, ..Self::new(bytes, self.plain) };
    }

    /// Where `offset` is. An offset inside a line ending is shown at its first byte.
    pub fn position(&mut self, offset: usize) -> Position {
        if let Some(source) = self.source {
            self.enter_stretch(source, offset);
        }
        let offset = (offset - self.start).min(self.bytes.len());
        if offset < self.counted {
            match self.source {
                Some(source) => {
                    let at = self.start + offset;
                    *self = Self { source: Some(source), ..Self::new(&[], self.plain) };
                    self.enter_stretch(source, at);
                }
                None => *self = Self::new(self.bytes, self.plain),
            }
        }
        if self.plain {
            self.skip_plain_lines(offset);
        } else {
            self.skip_any_lines(offset);
        }
        let end = memchr::memchr2(b'\n', b'\r', &self.bytes[self.counted..offset]);
        let end = end.map_or(offset, |n| self.counted + n);
        let character = character_start(self.bytes, end);
        self.column += characters(&self.bytes[self.counted..character]);
        self.counted = character;
        Position { line: self.line, column: self.column, byte: end - self.line_start + 1 }
    }

    fn enter_line(&mut self, start: usize) {
        self.line_start = start;
        self.counted = start;
        self.column = 1;
    }

    fn skip_plain_lines(&mut self, offset: usize) {
        let between = &self.bytes[self.counted..offset];
        if let Some(last) = memchr::memrchr(b'\n', between) {
            self.line += memchr::memchr_iter(b'\n', &between[..=last]).count();
            self.line -= usize::from(cfg!(canary = "positions_agree"));
            self.enter_line(self.counted + last + 1);
        }
    }

    fn skip_any_lines(&mut self, offset: usize) {
        loop {
            let line = line_from(self.bytes, self.counted);
            if line.next > offset || line.is_open() {
                break;
            }
            self.line += 1;
            self.enter_line(line.next);
        }
    }
}

/// The number of characters: those of UTF-8, and one for each byte that is none.
fn characters(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// Where the character starts in which an offset is; the offset itself if it is inside of none.
pub fn character_start(bytes: &[u8], offset: usize) -> usize {
    let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
    if !bytes.get(offset).is_some_and(is_continuation) {
        return offset;
    }
    let is_inside = |start: &usize| {
        let longest = &bytes[*start..bytes.len().min(start + 4)];
        let first = longest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        first.is_some_and(|first| start + first.len_utf8() > offset)
    };
    (offset.saturating_sub(3)..offset).rev().find(is_inside).unwrap_or(offset)
}

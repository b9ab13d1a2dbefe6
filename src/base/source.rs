//! The bytes of one file, and the line and column of an offset in them.

use crate::base::lines::line_from;

/// Files larger than this are not read: offsets are kept in 32 bits, and one value is kept free.
pub const MAX_BYTES: u64 = u32::MAX as u64 - 1;

/// One file: what it is called and what is in it.
#[derive(Debug)]
pub struct Source {
    /// What reports call the file: its path as the user wrote it.
    pub name: String,
    /// Its bytes.
    bytes: Vec<u8>,
}

impl Source {
    /// A file that was read.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }

    /// How many bytes the file has.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the file has no byte.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The whole file, unchanged.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The memory that holds the bytes.
    pub fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }
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
        Self { bytes, plain, line: 1, line_start: 0, counted: 0, column: 1 }
    }

    /// Where `offset` is. An offset inside a line ending is shown at its first byte.
    pub fn position(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        if offset < self.counted {
            *self = Self::new(self.bytes, self.plain);
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

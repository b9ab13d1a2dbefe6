//! Detects from its content whether a file is a model, since most `.txt` files are none.

use crate::base::lines::{Line, line_from};
use crate::base::span::Span;
use crate::base::utf16::Utf16;
use crate::layout::BlockKind;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::{Opens, Pieces};
use crate::parse::ascii::number;
use crate::parse::ascii::parser::{BYTE_ORDER_MARK, MAGIC};

/// The first bytes of a binary model.
pub const BINARY_MAGIC: &[u8] = b"MS3D000000";
/// The first bytes of the pointer file that Git LFS leaves in place of a file that was not checked out.
pub(crate) const LFS_MAGIC: &[u8] = b"version https://git-lfs.github.com/spec/";
/// The first bytes of a ZIP archive. A model in it that is not compressed is not the file.
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";
/// How much of a file in UTF-16 is looked at.
const UTF16_SAMPLE: usize = 4096;

/// What a file is, by its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// An ASCII model, or a part of one.
    Text,
    /// An ASCII model in UTF-16.
    Utf16,
    /// A binary model.
    Binary,
    /// A Git LFS pointer.
    LfsPointer,
    /// Unknown: the file is too large to be read.
    TooLarge {
        /// How many bytes it has.
        size: u64,
    },
    /// Something else.
    Other {
        /// A line that looks like one of a model, although the rest does not.
        half: Option<Span>,
    },
}

impl Content {
    /// Whether nothing in it is like a model.
    pub fn is_unlike_model(self) -> bool {
        matches!(self, Self::Other { half: None })
    }
}

/// What a file is, by its content.
pub fn sniff(bytes: &[u8]) -> Content {
    if bytes.starts_with(BINARY_MAGIC) {
        return Content::Binary;
    }
    if bytes.starts_with(LFS_MAGIC) {
        return Content::LfsPointer;
    }
    if bytes.starts_with(ZIP_MAGIC) {
        return Content::Other { half: None };
    }
    if is_marked_binary(bytes) {
        return Content::Other { half: Some(Span::new(0, BYTE_ORDER_MARK.len() + BINARY_MAGIC.len())) };
    }
    if is_nearly_binary(bytes) {
        return Content::Other { half: Some(Span::new(0, BINARY_MAGIC.len())) };
    }
    if let Some(text) = utf16_sample(bytes) {
        let is_unlike_model = sniff_text(text.as_bytes()).is_unlike_model();
        return if is_unlike_model { Content::Other { half: None } } else { Content::Utf16 };
    }
    sniff_text(bytes)
}

/// Whether a file begins like a binary model behind a UTF-8 byte order mark.
pub fn is_marked_binary(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).is_some_and(|rest| rest.starts_with(BINARY_MAGIC))
}

/// Whether a file begins like a binary model, except for a few bytes.
pub fn is_nearly_binary(bytes: &[u8]) -> bool {
    const MOST_WRONG: usize = 3;
    let differ = |(one, other): &(&u8, &u8)| !one.eq_ignore_ascii_case(other);
    bytes.len() >= BINARY_MAGIC.len() && bytes.iter().zip(BINARY_MAGIC).filter(differ).count() <= MOST_WRONG
}

/// The start of a file in UTF-16 as UTF-8; `None` if it is not in UTF-16.
fn utf16_sample(bytes: &[u8]) -> Option<String> {
    let order = Utf16::of_marked(bytes).or(match bytes {
        // Without a mark: the first four characters are ASCII.
        [a, 0, b, 0, c, 0, d, 0, ..] if [a, b, c, d].into_iter().all(|x| *x != 0) => Some(Utf16::Le),
        [0, a, 0, b, 0, c, 0, d, ..] if [a, b, c, d].into_iter().all(|x| *x != 0) => Some(Utf16::Be),
        _ => None,
    })?;
    let sample = &bytes[..bytes.len().min(UTF16_SAMPLE)];
    Some(order.text(sample.strip_prefix(order.mark()).unwrap_or(sample)).0)
}

/// Whether a file begins like a complete ASCII model.
pub fn begins_as_model(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).starts_with(MAGIC)
}

fn sniff_text(bytes: &[u8]) -> Content {
    if begins_as_model(bytes) {
        return Content::Text;
    }
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut half = damaged_magic(bytes, start);
    let mut is_first = true;
    let mut lines = Significant { bytes, at: start };
    while let Some(line) = lines.next() {
        if let Some((kind, count)) = opens(bytes, line) {
            if has_the_rest(bytes, kind, count, lines.clone().next()) {
                return Content::Text;
            }
            let telling = matches!(kind, BlockKind::Meshes | BlockKind::Bones) || is_first;
            if telling && count.is_some() {
                half = half.or(Some(line.span()));
            }
        }
        is_first = false;
    }
    Content::Other { half }
}

/// The first line, if it is nearly the one that a model begins with: cut off, or a few letters off.
fn damaged_magic(bytes: &[u8], start: usize) -> Option<Span> {
    /// How many letters may be wrong, missing or too many.
    const MOST_WRONG: usize = 4;
    /// Less of the line than this says nothing.
    const LEAST_KNOWN: usize = b"// Milk".len();
    let line = line_from(bytes, start);
    let content = &bytes[line.start..line.end];
    let cut_off = content.len() >= LEAST_KNOWN && MAGIC.starts_with(content);
    let close = content.len().abs_diff(MAGIC.len()) <= MOST_WRONG && {
        let lower = |text: &[u8]| String::from_utf8_lossy(text).to_lowercase();
        strsim::damerau_levenshtein(&lower(content), &lower(MAGIC)) <= MOST_WRONG
    };
    (cut_off || close).then(|| line.span())
}

/// Which block of the format a line opens, and its number if that can be read.
fn opens(bytes: &[u8], line: Line) -> Option<(BlockKind, Option<i32>)> {
    let header = lexer::header(bytes, line)?;
    let (Opens::Exactly(kind) | Opens::Nearly(kind)) = header.opens else { return None };
    let number = Pieces::new(bytes, header.behind, line.end).next();
    Some((kind, number.and_then(|piece| number::integer(&bytes[piece.range()]).value)))
}

/// Whether the lines after the line of a block are what such a block holds.
fn has_the_rest(bytes: &[u8], kind: BlockKind, count: Option<i32>, next: Option<Line>) -> bool {
    let next_opens = next.and_then(|line| opens(bytes, line));
    if count == Some(0) && kind.counts().is_some() && (next.is_none() || next_opens.is_some()) {
        return true;
    }
    let Some(next) = next else { return false };
    let content = &bytes[lexer::first_nonblank(bytes, next)..next.end];
    let quoted = content.starts_with(b"\"");
    match kind {
        BlockKind::Frames => next_opens.is_some_and(|(kind, _)| kind == BlockKind::Frame),
        // Words, not pieces: a quote within the name may have swallowed the numbers after it.
        BlockKind::Meshes => quoted && content.split(u8::is_ascii_whitespace).count() >= 3,
        BlockKind::Materials | BlockKind::Bones => quoted,
        _ => false,
    }
}

/// The lines of a file that are neither blank nor comments.
#[derive(Clone)]
struct Significant<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Significant<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        while self.at < self.bytes.len() {
            let line = line_from(self.bytes, self.at);
            self.at = line.next;
            let blank = lexer::first_nonblank(self.bytes, line) == line.end;
            if !blank && !lexer::is_comment(self.bytes, line) {
                return Some(line);
            }
        }
        None
    }
}

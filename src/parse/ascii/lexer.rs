//! Splits lines of ASCII models into fields. The parser and the tokens both use it, so they cannot disagree.

use crate::base::lines::Line;
use crate::base::span::Span;
use crate::layout::BlockKind;

/// Whether engines that use `sscanf` skip the byte between fields. Line endings are never passed in.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// The offset of the first byte that is not whitespace; the end of the line if there is none.
pub fn first_nonblank(bytes: &[u8], line: Line) -> usize {
    let content = &bytes[line.start..line.end];
    content.iter().position(|b| !is_blank(*b)).map_or(line.end, |n| line.start + n)
}

/// The pieces of a line between its whitespace: words, and quoted strings with their quotes. A string
/// without a closing quote runs to the end of the line.
#[derive(Debug, Clone)]
pub struct Pieces<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Pieces<'a> {
    /// The pieces from `start` up to `end`, which are in one line.
    pub fn new(bytes: &'a [u8], start: usize, end: usize) -> Self {
        Self { bytes, at: start, end }
    }

    /// The pieces of a whole line.
    pub fn of_line(bytes: &'a [u8], line: Line) -> Self {
        Self::new(bytes, line.start, line.end)
    }
}

impl Iterator for Pieces<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let rest = &self.bytes[self.at..self.end];
        let start = self.at + rest.iter().position(|b| !is_blank(*b))?;
        let rest = &self.bytes[start..self.end];
        let length = if rest[0] == b'"' {
            memchr::memchr(b'"', &rest[1..]).map_or(rest.len(), |n| n + 2)
        } else {
            rest.iter().position(|b| is_blank(*b)).unwrap_or(rest.len())
        };
        self.at = start + length;
        Some(Span::new(start, self.at))
    }
}

/// A string of one piece, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quoted {
    /// The text between the quotes.
    pub text: Span,
    /// Whether the closing quote is there.
    pub closed: bool,
}

/// The text of a piece that starts with a quote; `None` if it does not.
pub fn quoted(bytes: &[u8], piece: Span) -> Option<Quoted> {
    let Span { start, end } = piece;
    let inside = match bytes[piece.range()] {
        [b'"', .., b'"'] => Quoted { text: Span { start: start + 1, end: end - 1 }, closed: true },
        [b'"', ..] => Quoted { text: Span { start: start + 1, end }, closed: false },
        _ => return None,
    };
    Some(inside)
}

/// The text between the first and the last quote of a line, if the line starts with a quote, has others
/// between these two, and as many pieces after them as there must be, none of which has a quote.
pub fn quote_inside(bytes: &[u8], line: Line, behind: usize) -> Option<Span> {
    let start = line.start + 1;
    if bytes.get(line.start) != Some(&b'"') || start >= line.end {
        return None;
    }
    let mut quotes = memchr::memrchr_iter(b'"', &bytes[start..line.end]);
    let end = start + quotes.next()?;
    quotes.next()?;
    (Pieces::new(bytes, end + 1, line.end).count() == behind).then(|| Span::new(start, end))
}

/// A line that opens a block, taken apart: `Name: n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name.
    pub name: Span,
    /// Offset of the colon; `None` where it is missing.
    pub colon: Option<usize>,
    /// Offset after the colon, or after the name where it is missing.
    pub behind: usize,
    /// Which block the name means.
    pub opens: Opens,
}

/// Which block a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opens {
    /// It is the name of this block.
    Exactly(BlockKind),
    /// It is nearly the name of this block.
    Nearly(BlockKind),
    /// It is like no block of the format.
    Unknown,
}

/// The longest word that is looked at as the name of a block.
const LONGEST_NAME: usize = 32;

/// Letters and a colon at the start of a line, which is how a line that opens a block begins.
fn name_and_colon(bytes: &[u8], line: Line) -> Option<(Span, usize)> {
    let start = first_nonblank(bytes, line);
    let rest = &bytes[start..line.end];
    let length = rest.iter().take(LONGEST_NAME + 1).take_while(|b| b.is_ascii_alphabetic()).count();
    if length == 0 || length > LONGEST_NAME {
        return None;
    }
    let blanks = rest[length..].iter().take_while(|b| is_blank(**b)).count();
    let colon = length + blanks;
    (rest.get(colon) == Some(&b':')).then(|| (Span::new(start, start + length), start + colon))
}

/// The line as one that opens a block; `None` if it does not.
///
/// A word that is not exactly the name of a block needs a number or nothing after its colon, so
/// that `C:\textures\a.png` opens no block.
pub fn header(bytes: &[u8], line: Line) -> Option<Header> {
    let Some((name, colon)) = name_and_colon(bytes, line) else { return name_alone(bytes, line) };
    let behind = colon + 1;
    let word = std::str::from_utf8(&bytes[name.range()]).ok()?;
    if let Some(kind) = BlockKind::ALL.into_iter().find(|kind| kind.name() == word) {
        let opens = if name.end as usize == colon { Opens::Exactly(kind) } else { Opens::Nearly(kind) };
        return Some(Header { name, colon: Some(colon), behind, opens });
    }
    let rest = Pieces::new(bytes, behind, line.end).next();
    let is_number = |piece: Span| super::number::integer(&bytes[piece.range()]).value.is_some();
    if rest.is_some_and(|piece| !is_number(piece)) {
        return None;
    }
    let opens = match near(word) {
        Some(kind) => Opens::Nearly(kind),
        None if rest.is_some() && word.starts_with(|c: char| c.is_ascii_uppercase()) => Opens::Unknown,
        None => return None,
    };
    Some(Header { name, colon: Some(colon), behind, opens })
}

/// A line that opens a block, but for its colon: the very name of one, and a number or nothing.
fn name_alone(bytes: &[u8], line: Line) -> Option<Header> {
    // At the end of a file that is cut off, the colon may have been there.
    if line.is_open() {
        return None;
    }
    let mut pieces = Pieces::of_line(bytes, line);
    let name = pieces.next()?;
    let kind = BlockKind::ALL.into_iter().find(|kind| kind.name().as_bytes() == &bytes[name.range()])?;
    let number = pieces.next();
    let is_number = number.is_none_or(|piece| super::number::integer(&bytes[piece.range()]).value.is_some());
    let opens = Opens::Nearly(kind);
    (is_number && pieces.next().is_none()).then_some(Header {
        name,
        colon: None,
        behind: name.end as usize,
        opens,
    })
}

/// The block whose name is most like a word: the same but for case, or at most two letters off.
fn near(word: &str) -> Option<BlockKind> {
    let allowed = if word.len() < 4 { 0 } else { 2 };
    let word = word.to_ascii_lowercase();
    let close = |kind: &BlockKind| kind.name().len().abs_diff(word.len()) <= allowed;
    let distance =
        |kind: BlockKind| (strsim::damerau_levenshtein(&word, &kind.name().to_ascii_lowercase()), kind);
    let kinds = BlockKind::ALL.into_iter().filter(close).map(distance);
    kinds
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= allowed)
        .map(|(_, kind)| kind)
}

/// Whether a line is a comment: `//` after any whitespace.
pub fn is_comment(bytes: &[u8], line: Line) -> bool {
    bytes[first_nonblank(bytes, line)..line.end].starts_with(b"//")
}

/// What a token is. Tokens tile a file: each byte belongs to exactly one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TokenKind {
    /// A byte order mark at the start of the file.
    ByteOrderMark,
    /// From `//` at the start of a line to its end.
    Comment,
    /// The letters before a colon at the start of a line.
    BlockName,
    /// The colon after them.
    Colon,
    /// A quoted string, quotes included.
    Text,
    /// A word that starts like a number.
    Number,
    /// Any other word.
    Word,
    /// A line of the text of a comment block.
    FreeText,
    /// Whitespace between the others.
    Blank,
    /// A line ending.
    LineEnd,
    /// Bytes that are not read as text: all of a file in UTF-16, or of one that is not an ASCII model.
    Unread,
}

/// Cuts a line into tokens that tile it, and gives them to `out` in order.
pub fn tokens_of_line(bytes: &[u8], line: Line, free_text: bool, out: &mut impl FnMut(TokenKind, Span)) {
    let mut at = line.start;
    let mut put = |kind, end: usize| {
        if end > at {
            out(kind, Span::new(at, end));
            at = end;
        }
    };
    if free_text {
        put(TokenKind::FreeText, line.end);
        put(TokenKind::LineEnd, line.next);
        return;
    }
    if is_comment(bytes, line) {
        put(TokenKind::Blank, first_nonblank(bytes, line));
        put(TokenKind::Comment, line.end);
        put(TokenKind::LineEnd, line.next);
        return;
    }
    let mut from = line.start;
    if let Some(Header { name, colon, behind, .. }) = header(bytes, line) {
        put(TokenKind::Blank, name.start as usize);
        put(TokenKind::BlockName, name.end as usize);
        if let Some(colon) = colon {
            put(TokenKind::Blank, colon);
            put(TokenKind::Colon, behind);
        }
        from = behind;
    }
    for piece in Pieces::new(bytes, from, line.end) {
        put(TokenKind::Blank, piece.start as usize);
        let kind = match bytes[piece.start as usize] {
            b'"' => TokenKind::Text,
            b'0'..=b'9' | b'-' | b'+' | b'.' => TokenKind::Number,
            _ => TokenKind::Word,
        };
        put(kind, piece.end as usize);
    }
    put(TokenKind::Blank, line.end);
    put(TokenKind::LineEnd, line.next);
}

//! Parses ASCII models. The shape of a line decides what it is, not the declared count.
//!
//! The shape is one of: `Name: n`, a quoted string, or a number of fields. Rows are read while the
//! shape fits, and the declared count is only stored with them: a wrong count is then a finding, and
//! what follows is still read. A line that fits nothing while rows are missing is taken as one broken
//! row, and at the next `Name: n` the parser continues with that block. Only the text of comment
//! blocks is free, and is counted in lines.
//! The work is linear in the file, nothing is allocated by a declared count, and nothing recurses.

mod blocks;
mod extra_line;
mod fields;
mod objects;
mod tables;

use fearless_simd::Level;

use crate::base::lines::{Ending, Line, line_from};
use crate::base::span::Span;
use crate::layout::{self, BlockKind, Record};
use crate::model::note::{Missing, Note, NoteKind};
use crate::model::place::Place;
use crate::parse::ascii::directive;
use crate::parse::ascii::fast_path::Windows;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::{Opens, Pieces};
use crate::parse::parsed::ParsedFile;

/// The first line of a model, or the start of it.
pub const MAGIC: &[u8] = b"// MilkShape 3D ASCII";
/// The UTF-8 byte order mark.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// MilkShape and Scorched3D read lines with `fgets(line, 256, file)`: 254 bytes and a line feed.
pub const LONGEST_LINE: usize = 254;

/// Reads an ASCII model from any bytes.
pub fn read(bytes: &[u8]) -> ParsedFile {
    read_at(Some(Level::new()), bytes)
}

/// Reads an ASCII model with a fast path for such a processor, or without one; all must give the
/// same result.
#[doc(hidden)]
pub fn read_at(level: Option<Level>, bytes: &[u8]) -> ParsedFile {
    let mut reader = AsciiParser::new(bytes, level);
    reader.file();
    reader.read.model.resolve_parents(|name| &bytes[name.range()]);
    reader.read
}

struct AsciiParser<'a> {
    bytes: &'a [u8],
    /// Where the line is that comes next.
    at: usize,
    /// What the processor can do at once for lines in the usual spelling; `None` if all lines are to
    /// take the slow path.
    level: Option<Level>,
    /// The bytes for the fast path.
    windows: Windows<'a>,
    /// Whether the file was found to end too early, which is noted once.
    truncated: bool,
    /// Whether the line that was read last is the last of the file, and cut off in its middle.
    cut_off: bool,
    read: ParsedFile,
}

/// What a line can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineShape {
    /// It opens a block.
    Header,
    /// It starts with a quote.
    Quoted,
    /// So many fields, no more than [`MOST_FIELDS`] of them counted.
    Fields(usize),
}

/// More fields than any row has.
const MOST_FIELDS: usize = 10;

impl<'a> AsciiParser<'a> {
    fn new(bytes: &'a [u8], level: Option<Level>) -> Self {
        Self {
            bytes,
            at: 0,
            level,
            windows: Windows::new(bytes),
            truncated: false,
            cut_off: false,
            read: ParsedFile::default(),
        }
    }
}

impl AsciiParser<'_> {
    fn file(&mut self) {
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
            self.note(NoteKind::ByteOrderMark, Span::new(0, self.at), Place::FILE);
        }
        if self.bytes[self.at..].starts_with(MAGIC) {
            self.read.header = Some(line_from(self.bytes, self.at).span());
        }
        let mut in_unknown_block = false;
        while let Some(line) = self.peek(None) {
            match lexer::header(self.bytes, line) {
                Some(header) => {
                    in_unknown_block = header.opens == Opens::Unknown;
                    self.block(line, header);
                }
                None if in_unknown_block => self.take(line, Place::FILE),
                None => self.unexpected(line),
            }
        }
    }

    /// Whether a line is the beginning of the name of a block.
    fn begins_a_name(&self, line: Line) -> bool {
        let content = &self.bytes[line.start..line.end];
        BlockKind::ALL.into_iter().any(|kind| kind.name().as_bytes().starts_with(content))
    }

    // Lines

    fn note(&mut self, what: NoteKind, span: Span, place: Place) {
        self.read.notes.push(Note { span, place, kind: what });
    }

    /// The next line that is neither blank nor a comment, not yet taken. Such lines on the way are
    /// taken, and noted if `inside` says what they interrupt, and what they interrupt goes on.
    fn peek(&mut self, inside: Option<Place>) -> Option<Line> {
        let mut interruptions = Vec::new();
        while self.at < self.bytes.len() {
            let line = self.line(self.at);
            let Some(what) = self.skipped(line) else {
                if !interruptions.is_empty() && lexer::header(self.bytes, line).is_none() {
                    self.read.notes.append(&mut interruptions);
                }
                return Some(line);
            };
            if what == NoteKind::CommentInBlock {
                self.comment_line(line);
            }
            let is_noted = what != NoteKind::ControlCharacters;
            let span = line.span();
            interruptions.extend(inside.filter(|_| is_noted).map(|place| Note { span, place, kind: what }));
            self.take(line, inside.unwrap_or(Place::FILE));
        }
        None
    }

    fn comment_line(&mut self, line: Line) {
        let start = lexer::first_nonblank(self.bytes, line);
        let in_front = self.read.model.blocks.is_empty();
        self.read.directives.extend(directive::read(&self.bytes[start..line.end], start, in_front));
    }

    fn line(&mut self, start: usize) -> Line {
        let line = line_from(self.bytes, start);
        self.read.steps += (line.next - line.start) as u64;
        line
    }

    /// What a line that holds nothing for a model would be inside a block: a blank one, a comment,
    /// or one of control characters alone. `None` for any other line.
    fn skipped(&self, line: Line) -> Option<NoteKind> {
        let content = &self.bytes[lexer::first_nonblank(self.bytes, line)..line.end];
        match content {
            [] => Some(NoteKind::BlankInBlock),
            [b'/', b'/', ..] => Some(NoteKind::CommentInBlock),
            [first, rest @ ..] if first.is_ascii_control() => {
                rest.iter().all(u8::is_ascii_control).then_some(NoteKind::ControlCharacters)
            }
            _ => None,
        }
    }

    /// The next line after `line` that is neither blank nor a comment.
    fn following(&mut self, line: Line) -> Option<Line> {
        let mut at = line.next;
        while at < self.bytes.len() {
            let line = self.line(at);
            if self.skipped(line).is_none() {
                return Some(line);
            }
            at = line.next;
        }
        None
    }

    fn following_shape(&mut self, line: Line) -> Option<LineShape> {
        self.following(line).map(|line| self.shape(line))
    }

    fn shape(&self, line: Line) -> LineShape {
        if self.bytes[lexer::first_nonblank(self.bytes, line)..].starts_with(b"\"") {
            LineShape::Quoted
        } else if lexer::header(self.bytes, line).is_some() {
            LineShape::Header
        } else {
            LineShape::Fields(Pieces::of_line(self.bytes, line).take(MOST_FIELDS).count())
        }
    }

    /// Goes on after a line, and notes what is odd about it as a line.
    fn take(&mut self, line: Line, place: Place) {
        self.take_raw(line, place);
        let content = &self.bytes[line.start..line.end];
        let blanks = content.iter().rev().take_while(|b| lexer::is_blank(**b)).count();
        // A file cut off at a space had more after it. A line of whitespace alone is a blank line.
        // In a string without its closing quote they are a part of the text, which programs keep.
        let is_text = || content.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        if !line.is_open() && 0 < blanks && blanks < content.len() && !is_text() {
            self.note(NoteKind::TrailingWhitespace, Span::new(line.end - blanks, line.end), place);
        }
    }

    /// Goes on after a line of free text, in which whitespace is part of the text.
    fn take_raw(&mut self, line: Line, place: Place) {
        if let Some(ending) = Ending::at(self.bytes, line.end) {
            self.read.endings.count(ending);
        }
        self.at = line.next;
        let content = &self.bytes[line.start..line.end];
        if content.len() > LONGEST_LINE {
            self.note(NoteKind::LongLine, line.span(), place);
        }
        let is_control = |b: &u8| b.is_ascii_control() && *b != b'\t';
        let mut at = line.start;
        while let Some(gap) = self.bytes[at..line.end].iter().position(is_control) {
            let start = at + gap;
            let run = self.bytes[start..line.end].iter().take_while(|b| is_control(b)).count();
            at = start + run;
            self.note(NoteKind::ControlCharacters, Span::new(start, at), place);
        }
    }

    fn unexpected(&mut self, line: Line) {
        if line.is_open() && self.begins_a_name(line) {
            self.cut(Place::FILE, Missing::Line);
        } else {
            self.note(NoteKind::UnexpectedLine, line.span(), Place::FILE);
        }
        self.take(line, Place::FILE);
    }

    /// Notes, once, that the file ends too early.
    fn cut(&mut self, place: Place, missing: Missing) {
        if !self.truncated {
            self.truncated = true;
            self.note(NoteKind::Truncated { missing }, Span::empty(self.bytes.len()), place);
        }
    }
}

/// The number of fields of a line of a record.
fn width(record: Record, line: usize) -> usize {
    layout::lines(record)[line].len()
}

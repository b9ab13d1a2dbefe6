//! Reads ASCII models, tolerantly: shape before count.
//!
//! The shape of a line says what it can be (`Name: n`, a quoted string, so many fields). Rows are
//! read while the shape fits, and the declared count is only remembered beside them: a wrong count
//! is then an ordinary finding and never derails what follows. A line that fits nothing while rows
//! are still owed is taken as one broken row, and the next `Name: n` always puts the reader back on
//! its feet. Only the text of comment blocks is free, and is counted in lines.
//!
//! The work is linear in the file, nothing is allocated by a declared count, and nothing recurses.

use std::collections::HashMap;

use crate::ascii::fast::{FastRow, Usual};
use crate::ascii::lexer::{self, Header, Opens, Pieces};
use crate::ascii::number;
use crate::layout::{self, BlockKind, Field, Kind, Record};
use crate::model::{
    ABSENT, Block, Bone, Comment, Face, Key, Material, Mesh, Model, Normal, Parent, Place, Table, Vertex,
};
use crate::note::{Missing, Note, Quirk, What};
use crate::source::{Ending, Line, line_from};
use crate::span::Span;

/// The first line of a model, or the start of it.
pub const MAGIC: &[u8] = b"// MilkShape 3D ASCII";
/// The UTF-8 byte order mark.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// MilkShape and Scorched3D read lines with `fgets(line, 256, file)`: 254 bytes and a line feed.
pub const LONGEST_LINE: usize = 254;

/// What a text model holds.
#[derive(Debug, Default)]
pub struct Read {
    /// The model.
    pub model: Model,
    /// What the reader stumbled over, by and large in the order of the file.
    pub notes: Vec<Note>,
    /// The first line, where it is `// MilkShape 3D ASCII`.
    pub header: Option<Span>,
    /// How many lines end in which way.
    pub endings: Endings,
    /// A measure of the work done: bytes looked at by the slow path, and rows read by the fast one.
    pub steps: u64,
}

/// How many lines end in which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Endings {
    /// `\n`
    pub lf: usize,
    /// `\r\n`
    pub crlf: usize,
    /// `\r` alone.
    pub cr: usize,
    /// `\r\r\n`
    pub cr_cr_lf: usize,
}

impl Endings {
    fn count(&mut self, ending: Ending) {
        match ending {
            Ending::Lf => self.lf += 1,
            Ending::CrLf => self.crlf += 1,
            Ending::Cr => self.cr += 1,
            Ending::CrCrLf => self.cr_cr_lf += 1,
        }
    }

    /// Whether counting LF counts the lines.
    pub fn are_plain(&self) -> bool {
        self.cr == 0 && self.cr_cr_lf == 0
    }
}

/// Reads a text model from any bytes.
pub fn read(bytes: &[u8]) -> Read {
    read_with(bytes, true)
}

/// Reads a text model without the fast path, which must come to the same.
pub fn read_slowly(bytes: &[u8]) -> Read {
    read_with(bytes, false)
}

fn read_with(bytes: &[u8], fast: bool) -> Read {
    let mut reader = Reader { bytes, at: 0, fast, truncated: false, cut_off: false, read: Read::default() };
    reader.file();
    reader.resolve_parents();
    reader.read
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// Offset of the line that comes next.
    at: usize,
    /// Whether lines in the usual spelling take the fast path.
    fast: bool,
    /// Whether the file was found to end too early, which is said once.
    truncated: bool,
    /// Whether the line that was read last is the last of the file, and cut off in its middle.
    cut_off: bool,
    read: Read,
}

/// What a line can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// It opens a block.
    Header,
    /// It starts with a quote.
    Quoted,
    /// So many fields, no more than [`MOST_FIELDS`] of them counted.
    Fields(usize),
}

/// Room for so many rows is made before the first is read, whatever the count says, and what is not
/// needed is given back. Small tables then never grow, and larger ones grow from a block of this
/// thread: a smaller one may come from what another thread has freed, and growing it would make
/// both wait for each other.
const FIRST_ROWS: usize = 64;

/// More fields than any row has.
const MOST_FIELDS: usize = 10;

/// The value of one field; which part is filled depends on its kind.
#[derive(Clone, Copy, Default)]
struct Value {
    integer: i32,
    float: f32,
    text: Option<Span>,
}

type Values = [Value; 8];

fn set_floats<const COUNT: usize>(values: &mut [Value], floats: [f32; COUNT]) {
    for (value, float) in values.iter_mut().zip(floats) {
        value.float = float;
    }
}

/// A row of a table.
trait Row: FastRow {
    fn new(at: u32, values: &Values) -> Self;
}

impl Row for Vertex {
    fn new(at: u32, v: &Values) -> Self {
        let position = [v[1].float, v[2].float, v[3].float];
        Self { at, flags: v[0].integer, position, uv: [v[4].float, v[5].float], bone: v[6].integer }
    }
}

impl Row for Normal {
    fn new(at: u32, v: &Values) -> Self {
        Self { at, direction: [v[0].float, v[1].float, v[2].float] }
    }
}

impl Row for Face {
    fn new(at: u32, v: &Values) -> Self {
        let [flags, v1, v2, v3, n1, n2, n3, smoothing_group] = v.map(|value| value.integer);
        Self { at, flags, vertices: [v1, v2, v3], normals: [n1, n2, n3], smoothing_group }
    }
}

/// A key that moves, and one that turns, differ only in what they are called.
impl Row for Key {
    fn new(at: u32, v: &Values) -> Self {
        Self { at, time: v[0].float, value: [v[1].float, v[2].float, v[3].float] }
    }
}

fn width(record: Record, line: usize) -> usize {
    layout::lines(record)[line].len()
}

impl Reader<'_> {
    fn file(&mut self) {
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
            self.note(What::ByteOrderMark, Span::new(0, self.at), Place::FILE);
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
                None if line.is_open() && self.begins_a_name(line) => {
                    self.take(line, Place::FILE);
                    self.cut(Place::FILE, Missing::Line);
                }
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

    fn note(&mut self, what: What, span: Span, place: Place) {
        self.read.notes.push(Note { span, place, what });
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
            let is_noted = what != What::ControlCharacters;
            interruptions.extend(inside.filter(|_| is_noted).map(|place| Note {
                span: line.span(),
                place,
                what,
            }));
            self.take(line, inside.unwrap_or(Place::FILE));
        }
        None
    }

    fn line(&mut self, start: usize) -> Line {
        let line = line_from(self.bytes, start);
        self.read.steps += (line.next - line.start) as u64;
        line
    }

    /// What a line that holds nothing for a model would be inside a block: a blank one, a comment,
    /// or one of control characters alone. `None` for any other line.
    fn skipped(&self, line: Line) -> Option<What> {
        let content = &self.bytes[lexer::first_nonblank(self.bytes, line)..line.end];
        match content {
            [] => Some(What::BlankInBlock),
            [b'/', b'/', ..] => Some(What::CommentInBlock),
            [first, rest @ ..] if first.is_ascii_control() => {
                rest.iter().all(u8::is_ascii_control).then_some(What::ControlCharacters)
            }
            _ => None,
        }
    }

    /// The next line behind `line` that is neither blank nor a comment.
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

    fn following_shape(&mut self, line: Line) -> Option<Shape> {
        self.following(line).map(|line| self.shape(line))
    }

    fn shape(&self, line: Line) -> Shape {
        if self.bytes[lexer::first_nonblank(self.bytes, line)..].starts_with(b"\"") {
            Shape::Quoted
        } else if lexer::header(self.bytes, line).is_some() {
            Shape::Header
        } else {
            Shape::Fields(Pieces::of_line(self.bytes, line).take(MOST_FIELDS).count())
        }
    }

    /// Goes on behind a line, and notes what is odd about it as a line.
    fn take(&mut self, line: Line, place: Place) {
        self.take_raw(line, place);
        let content = &self.bytes[line.start..line.end];
        if content.last().is_some_and(|b| lexer::is_blank(*b)) {
            let blanks = content.iter().rev().take_while(|b| lexer::is_blank(**b)).count();
            self.note(What::TrailingWhitespace, Span::new(line.end - blanks, line.end), place);
        }
    }

    /// Goes on behind a line of free text, in which blanks mean what they are.
    fn take_raw(&mut self, line: Line, place: Place) {
        if let Some(ending) = Ending::at(self.bytes, line.end) {
            self.read.endings.count(ending);
        }
        self.at = line.next;
        let content = &self.bytes[line.start..line.end];
        if content.len() > LONGEST_LINE {
            self.note(What::LongLine, line.span(), place);
        }
        let is_control = |b: &u8| b.is_ascii_control() && *b != b'\t';
        let mut at = line.start;
        while let Some(gap) = self.bytes[at..line.end].iter().position(is_control) {
            let start = at + gap;
            let run = self.bytes[start..line.end].iter().take_while(|b| is_control(b)).count();
            at = start + run;
            self.note(What::ControlCharacters, Span::new(start, at), place);
        }
    }

    fn unexpected(&mut self, line: Line) {
        self.note(What::UnexpectedLine, line.span(), Place::FILE);
        self.take(line, Place::FILE);
    }

    /// Notes, once, that the file ends too early.
    fn cut(&mut self, place: Place, missing: Missing) {
        if !self.truncated {
            self.truncated = true;
            self.note(What::Truncated { missing }, Span::empty(self.bytes.len()), place);
        }
    }

    // Fields

    /// Takes a line of a record and reads its fields. `None` if one of them is unreadable.
    fn values(&mut self, line: Line, number: usize, place: Place) -> Option<Values> {
        let values = self.row_values(line, number, place);
        if self.cut_off {
            self.cut(place.field(layout::first_field(place.record, number)), Missing::Line);
        }
        values
    }

    /// The same for a row of a table, which knows better what the file lacks if it ends here.
    fn row_values(&mut self, line: Line, number: usize, place: Place) -> Option<Values> {
        let fields = layout::lines(place.record)[number];
        let first = layout::first_field(place.record, number);
        self.take(line, place);
        let mut pieces = [Span::default(); MOST_FIELDS];
        let mut found = 0;
        let mut last = Span::empty(line.start);
        let string_alone = fields.len() == 1 && fields[0].kind == Kind::Text;
        for piece in Pieces::of_line(self.bytes, line) {
            if !(string_alone && found > 0) {
                self.separator(line, last, piece, place);
            }
            if let Some(slot) = pieces.get_mut(found) {
                *slot = piece;
            }
            last = piece;
            found += 1;
        }
        if found < fields.len() {
            self.short(line, found, last, place.field(first));
            return None;
        }
        let mut values = Values::default();
        let mut readable = true;
        for (column, field) in fields.iter().enumerate() {
            let place = place.field(first + column as u8);
            match self.value(field.kind, pieces[column], place, readable) {
                Some(value) => values[column] = value,
                None => readable = false,
            }
        }
        if found > fields.len() {
            let surplus = Span { start: pieces[fields.len()].start, end: last.end };
            let found = found.min(u8::MAX as usize) as u8;
            let what = if string_alone { What::TextAfterString } else { What::ExtraFields { found } };
            self.note(what, surplus, place.field(first));
        }
        readable.then_some(values)
    }

    /// Notes what stands between two pieces of a line, if it is not one blank. Once per line.
    fn separator(&mut self, line: Line, before: Span, piece: Span, place: Place) {
        let gap = Span { start: before.end, end: piece.start };
        let is_first = before.end as usize == line.start;
        let usual: &[u8] = if is_first { b"" } else { b" " };
        if &self.bytes[gap.range()] == usual {
            return;
        }
        let what = if is_first && self.bytes[piece.start as usize] == b'"' {
            What::Indented
        } else {
            What::IrregularSeparator
        };
        let said = self.read.notes.last().is_some_and(|note| {
            note.what == What::IrregularSeparator && note.span.start as usize >= line.start
        });
        if !said {
            self.note(what, gap, place);
        }
    }

    /// Notes a line with too few fields.
    fn short(&mut self, line: Line, found: usize, last: Span, place: Place) {
        let open_string = lexer::quoted(self.bytes, last).filter(|quoted| !quoted.closed);
        if line.is_open() {
            self.cut_off = true;
        } else if open_string.is_some() {
            self.note(What::UnterminatedString, last, place);
        } else {
            self.note(What::ShortRow { found: found as u8 }, line.span(), place);
        }
    }

    fn value(&mut self, kind: Kind, piece: Span, place: Place, say_wrong: bool) -> Option<Value> {
        let token = &self.bytes[piece.range()];
        let mut value = Value::default();
        let (readable, quirks) = match kind {
            Kind::Integer => {
                let parsed = number::integer(token);
                value.integer = parsed.value.unwrap_or_default();
                (parsed.value.is_some(), parsed.quirks)
            }
            Kind::Float => {
                let parsed = number::float(token);
                value.float = parsed.value.unwrap_or_default();
                (parsed.value.is_some(), parsed.quirks)
            }
            Kind::Count => {
                value.integer = self.count_value(piece, place, 0)?;
                return Some(value);
            }
            Kind::Text | Kind::FreeText => {
                value.text = self.text(piece, place);
                (value.text.is_some(), Default::default())
            }
        };
        for quirk in quirks.iter() {
            self.note(What::Number(quirk), piece, place);
        }
        if !readable && quirks.is_empty() && say_wrong {
            if self.is_cut_off(piece) {
                self.cut_off = true;
            } else {
                self.note(What::WrongField, piece, place);
            }
        }
        readable.then_some(value)
    }

    /// Whether the file ends with a piece, so that there may have been more of it.
    fn is_cut_off(&self, piece: Span) -> bool {
        piece.end as usize == self.bytes.len()
    }

    /// Reads the number of a count, which is at least `least`.
    fn count_value(&mut self, piece: Span, place: Place, least: i32) -> Option<i32> {
        let parsed = number::integer(&self.bytes[piece.range()]);
        let value = parsed.value.filter(|n| *n >= least);
        for quirk in parsed.quirks.iter() {
            // What is wrong with a count that cannot be used is said in one place.
            if value.is_some() || quirk == Quirk::FloatInInteger {
                self.note(What::Number(quirk), piece, place);
            }
        }
        if value.is_none() && !parsed.quirks.iter().any(|q| q == Quirk::FloatInInteger) {
            self.note(What::MalformedCount, piece, place);
        }
        value
    }

    /// Reads a quoted string.
    fn text(&mut self, piece: Span, place: Place) -> Option<Span> {
        let quoted = lexer::quoted(self.bytes, piece)?;
        if !quoted.closed && self.is_cut_off(piece) {
            self.cut_off = true;
        } else if !quoted.closed {
            self.note(What::UnterminatedString, piece, place);
        }
        if !self.bytes[quoted.text.range()].is_ascii() {
            self.note(What::NonAscii, quoted.text, place);
        }
        let content = &self.bytes[quoted.text.range()];
        let blanks = content.iter().rev().take_while(|b| !quoted.closed && lexer::is_blank(**b)).count();
        Some(Span { end: quoted.text.end - blanks as u32, ..quoted.text })
    }

    // Blocks

    fn block(&mut self, line: Line, header: Header) {
        let index = self.read.model.blocks.len();
        let place = Place::object(Record::Block, index);
        let kind = match header.opens {
            Opens::Exactly(kind) => kind,
            Opens::Nearly(meant) => {
                let name = &self.bytes[header.name.range()];
                let case_only = name.eq_ignore_ascii_case(meant.name().as_bytes());
                let gap = Span { start: header.name.end, end: header.colon as u32 };
                let span = if name == meant.name().as_bytes() { gap } else { header.name };
                self.note(What::MisspelledBlock { meant, case_only }, span, place);
                meant
            }
            Opens::Unknown => {
                self.note(What::UnknownBlock, header.name, place);
                BlockKind::Unknown
            }
        };
        let indent = Span { start: line.start as u32, end: header.name.start };
        if !indent.is_empty() {
            self.note(What::Indented, indent, place);
        }
        let number = self.header_number(line, header, kind, place);
        self.take(line, place);
        let at = line.start as u32;
        self.read.model.blocks.push(Block { at, kind, number, found: 0, cut: false, end: 0, surplus: None });
        match kind {
            BlockKind::Meshes => self.objects(index, Self::begins_mesh, Self::mesh),
            BlockKind::Materials => self.objects(index, Self::begins_material, Self::material),
            BlockKind::Bones => self.objects(index, Self::begins_bone, Self::bone),
            BlockKind::GroupComments | BlockKind::MaterialComments | BlockKind::BoneComments => {
                self.comments(index, Record::Comment);
            }
            BlockKind::ModelComment => self.comments(index, Record::ModelComment),
            BlockKind::Frames | BlockKind::Frame | BlockKind::Unknown => {}
        }
    }

    fn header_number(&mut self, line: Line, header: Header, kind: BlockKind, place: Place) -> Option<i32> {
        let behind_colon = header.colon + 1;
        let mut pieces = Pieces::new(self.bytes, behind_colon, line.end);
        let place = place.field(layout::fields::block::COUNT);
        let Some(piece) = pieces.next() else {
            if line.is_open() {
                self.cut(place, Missing::Line);
            } else {
                self.note(What::MalformedCount, Span::empty(behind_colon), place);
            }
            return None;
        };
        match &self.bytes[behind_colon..piece.start as usize] {
            b" " => {}
            b"" => self.note(What::NoSpaceAfterColon, Span::new(header.colon, behind_colon), place),
            _ => {
                let gap = Span::new(behind_colon, piece.start as usize);
                self.note(What::IrregularSeparator, gap, place);
            }
        }
        if let Some(first) = pieces.next() {
            let (found, last) = pieces.fold((2, first), |(found, _), piece| (found + 1, piece));
            let found = found.min(u8::MAX as usize) as u8;
            let surplus = Span { start: first.start, end: last.end };
            self.note(What::ExtraFields { found }, surplus, place.whole());
        }
        // The numbers of frames count nothing that follows; rules judge their range.
        let least = if kind.counts().is_some() { 0 } else { i32::MIN };
        self.count_value(piece, place, least)
    }

    /// Reads the objects of a block, by their shape.
    fn objects(
        &mut self,
        block: usize,
        begins: fn(&mut Self, Line, bool) -> bool,
        read: fn(&mut Self, Line, bool),
    ) {
        let place = Place::object(Record::Block, block);
        let declared = self.read.model.blocks[block].declared();
        let mut found = 0;
        loop {
            let owed = declared.is_some_and(|declared| found < declared);
            self.read.model.blocks[block].end = self.at as u32;
            let Some(line) = self.peek(owed.then_some(place)) else {
                if let Some(declared) = declared.filter(|_| owed) {
                    let place = place.field(layout::fields::block::COUNT);
                    self.cut(place, Missing::Rows { found, declared });
                    self.read.model.blocks[block].cut = true;
                }
                break;
            };
            if self.shape(line) == Shape::Header {
                break;
            }
            if !begins(self, line, owed) {
                self.unexpected(line);
                continue;
            }
            if declared == Some(found) {
                self.read.model.blocks[block].surplus = Some(line.start as u32);
            }
            found += 1;
            read(self, line, declared.is_some_and(|declared| found < declared));
        }
        self.read.model.blocks[block].found = found;
    }

    // Meshes

    fn begins_mesh(&mut self, line: Line, owed: bool) -> bool {
        let fields = Pieces::of_line(self.bytes, line).take(MOST_FIELDS).count();
        let whole = fields >= width(Record::Mesh, 0);
        match self.shape(line) {
            Shape::Quoted => owed || whole || self.following_shape(line) == Some(Shape::Fields(1)),
            // The line with the name is missing.
            Shape::Fields(1) => owed && self.following_shape(line) == Some(Shape::Fields(7)),
            _ => owed && whole && self.following_shape(line) == Some(Shape::Fields(1)),
        }
    }

    fn mesh(&mut self, line: Line, more: bool) {
        let index = self.read.model.meshes.len();
        let place = Place::object(Record::Mesh, index);
        let is_missing = self.shape(line) == Shape::Fields(1);
        let values = if is_missing {
            self.note(What::MissingLine, Span::empty(line.start), place.field(layout::fields::mesh::NAME));
            None
        } else {
            self.values(line, 0, place)
        };
        let header = if is_missing { ABSENT } else { line.start as u32 };
        let mut mesh = Mesh {
            lines: [header, ABSENT, ABSENT, ABSENT],
            name: self.name_of(line),
            flags: values.map_or(0, |v| v[1].integer),
            material: values.map(|v| v[2].integer),
            vertices: Table::default(),
            normals: Table::default(),
            faces: Table::default(),
        };
        self.tables_of_mesh(place, &mut mesh, more);
        self.read.model.meshes.push(mesh);
    }

    /// Reads the three tables of a mesh; `None` when it ends before them.
    fn tables_of_mesh(&mut self, place: Place, mesh: &mut Mesh, more: bool) -> Option<()> {
        let (vertex, normal, face) = (Record::Vertex, Record::Normal, Record::Face);
        mesh.vertices = self.table(vertex, Some(normal), place, 1, &mut mesh.lines, true)?;
        mesh.normals = self.table(normal, Some(face), place, 2, &mut mesh.lines, true)?;
        mesh.faces = self.table(face, None, place, 3, &mut mesh.lines, more)?;
        Some(())
    }

    /// The text of a line that starts with a closed string, whatever follows it.
    fn name_of(&self, line: Line) -> Option<Span> {
        let piece = Pieces::of_line(self.bytes, line).next()?;
        lexer::quoted(self.bytes, piece).filter(|quoted| quoted.closed).map(|quoted| quoted.text)
    }

    // Tables

    /// Reads a count and the rows behind it. `None` when the object ends before the count.
    fn table<T: Row>(
        &mut self,
        record: Record,
        next: Option<Record>,
        owner: Place,
        number: usize,
        lines: &mut [u32],
        more: bool,
    ) -> Option<Table<T>> {
        let place = owner.field(layout::first_field(owner.record, number));
        let declared = self.count_line(record, owner, number, lines)?;
        let mut table = Table { declared, rows: Vec::with_capacity(FIRST_ROWS), ..Table::default() };
        let row_width = width(record, 0);
        let next_width = next.map(|record| width(record, 0));
        loop {
            while let Some(usual) = self.usual::<T>() {
                let place = Place { record, row: table.rows.len() as u32, ..owner };
                table.rows.push(self.take_usual(usual, place));
            }
            let found = table.rows.len() as u32;
            let owed = table.declared.map_or(0, |declared| declared.saturating_sub(found));
            table.end = self.at as u32;
            if owed == 0 && self.starts_something_else() {
                break;
            }
            let Some(line) = self.peek((owed > 0 || more).then_some(owner)) else {
                if let Some(declared) = table.declared.filter(|_| owed > 0) {
                    self.cut(place, Missing::Rows { found, declared });
                    table.cut = true;
                }
                break;
            };
            let Shape::Fields(fields) = self.shape(line) else { break };
            match self.fits(line, fields, owed, row_width, next_width) {
                Fit::Ends => break,
                Fit::Unexpected if more && next.is_none() && self.begins_mesh(line, more) => break,
                Fit::Unexpected => self.unexpected(line),
                Fit::Row => {
                    let row = Place { record, row: found, ..owner };
                    let values = self.row_values(line, 0, row);
                    // The last line of the file, cut off in its middle, is no row.
                    if self.cut_off {
                        let declared = table.declared.unwrap_or(found + 1);
                        self.cut(place, Missing::Rows { found, declared });
                        table.cut = true;
                        break;
                    }
                    if values.is_none() {
                        table.broken.push(found);
                    }
                    table.rows.push(T::new(line.start as u32, &values.unwrap_or_default()));
                }
            }
        }
        if table.rows.len() < FIRST_ROWS / 4 {
            table.rows.shrink_to_fit();
        }
        Some(table)
    }

    /// Whether the next line is plainly no row: a string, or a single integer.
    fn starts_something_else(&self) -> bool {
        self.bytes.get(self.at) == Some(&b'"') || self.usual::<[i32; 1]>().is_some()
    }

    /// The next line, if it is such a row in the usual spelling.
    #[inline(always)]
    fn usual<T: FastRow>(&self) -> Option<Usual<T>> {
        if self.fast { T::read(self.bytes, self.at) } else { None }
    }

    /// Goes on behind a line in the usual spelling, whose first field is that of the place.
    fn take_usual<T>(&mut self, usual: Usual<T>, place: Place) -> T {
        if usual.negative_zero {
            self.negative_zeros(usual.next, place);
        }
        self.read.endings.count(usual.ending);
        self.read.steps += 1;
        self.at = usual.next;
        usual.row
    }

    /// Notes the negative zeros of the line in the usual spelling that ends at `end`.
    #[cold]
    fn negative_zeros(&mut self, end: usize, place: Place) {
        let mut field = place.field.unwrap_or(0);
        for at in self.at..end {
            match self.bytes[at] {
                b' ' => field += 1,
                b'-' => {
                    let zeros = self.bytes[at + 1..end].iter().take_while(|b| matches!(b, b'0' | b'.'));
                    let token_end = at + 1 + zeros.count();
                    if !self.bytes[token_end].is_ascii_digit() {
                        let span = Span::new(at, token_end);
                        self.note(What::Number(Quirk::NegativeZero), span, place.field(field));
                    }
                }
                _ => {}
            }
        }
        self.read.steps += (end - self.at) as u64;
    }

    /// What a line that is no usual row means in a table.
    fn fits(
        &mut self,
        line: Line,
        fields: usize,
        owed: u32,
        row_width: usize,
        next_width: Option<usize>,
    ) -> Fit {
        if fields == row_width {
            return Fit::Row;
        }
        if fields == 1 {
            return if self.is_count(line, owed, row_width, next_width) { Fit::Ends } else { Fit::Row };
        }
        // The rows of the next table, if its count is missing.
        if next_width == Some(fields)
            && (owed == 0 || self.following_shape(line) == Some(Shape::Fields(fields)))
        {
            return Fit::Ends;
        }
        if owed > 0 { Fit::Row } else { Fit::Unexpected }
    }

    /// Whether a line of one field is the count of the next table, rather than a broken row.
    fn is_count(&mut self, line: Line, owed: u32, row_width: usize, next_width: Option<usize>) -> bool {
        if owed == 0 || line.is_open() {
            return owed == 0;
        }
        let row = Some(Shape::Fields(row_width));
        let following = self.following(line);
        let shape = following.map(|line| self.shape(line));
        if next_width == Some(row_width) {
            // The rows of both tables look alike: only the number itself tells.
            let piece = Pieces::of_line(self.bytes, line).next().unwrap_or_default();
            return number::integer(&self.bytes[piece.range()]).value.is_some() || shape != row;
        }
        let last_row_broken = owed == 1
            && shape == Some(Shape::Fields(1))
            && next_width.is_some()
            && following.and_then(|line| self.following_shape(line)) == next_width.map(Shape::Fields);
        shape != row && !last_row_broken
    }

    /// Reads the line with the count of a table: `Some(None)` if it is unreadable or not there,
    /// `None` if the object ends here.
    fn count_line(
        &mut self,
        rows: Record,
        owner: Place,
        number: usize,
        lines: &mut [u32],
    ) -> Option<Option<u32>> {
        let place = owner.field(layout::first_field(owner.record, number));
        if let Some(usual) = self.usual::<[i32; 1]>() {
            lines[number] = self.at as u32;
            let [count] = self.take_usual(usual, place);
            return Some(Some(count as u32));
        }
        let Some(line) = self.peek(Some(owner)) else {
            self.cut(place, Missing::Line);
            return None;
        };
        match self.shape(line) {
            Shape::Header | Shape::Quoted => {
                self.note(What::MissingLine, Span::empty(line.start), place);
                None
            }
            Shape::Fields(fields) if fields == width(rows, 0) => {
                self.note(What::MissingLine, Span::empty(line.start), place);
                Some(None)
            }
            Shape::Fields(_) => {
                lines[number] = line.start as u32;
                let values = self.values(line, number, owner);
                Some(values.and_then(|values| u32::try_from(values[0].integer).ok()))
            }
        }
    }

    // Materials and bones

    fn begins_material(&mut self, line: Line, owed: bool) -> bool {
        let quoted = self.shape(line) == Shape::Quoted;
        (quoted && owed) || ((quoted || owed) && self.following_shape(line) == Some(Shape::Fields(4)))
    }

    fn material(&mut self, line: Line, _more: bool) {
        let index = self.read.model.materials.len();
        let place = Place::object(Record::Material, index);
        let mut lines = [ABSENT; 9];
        let mut values = [None; 9];
        self.record_lines(line, place, &mut lines, &mut values);
        let [name, a, d, s, e, shininess, transparency, texture, alpha_map] = values;
        let color = |values: Option<Values>| values.map(|v| [v[0].float, v[1].float, v[2].float, v[3].float]);
        self.read.model.materials.push(Material {
            lines,
            name: name.and_then(|v| v[0].text),
            colors: [color(a), color(d), color(s), color(e)],
            shininess: shininess.map(|v| v[0].float),
            transparency: transparency.map(|v| v[0].float),
            texture: texture.and_then(|v| v[0].text),
            alpha_map: alpha_map.and_then(|v| v[0].text),
        });
    }

    fn begins_bone(&mut self, line: Line, owed: bool) -> bool {
        let quoted = self.shape(line) == Shape::Quoted;
        (quoted && owed) || ((quoted || owed) && self.following_shape(line) == Some(Shape::Quoted))
    }

    fn bone(&mut self, line: Line, more: bool) {
        let index = self.read.model.bones.len();
        let place = Place::object(Record::Bone, index);
        let mut lines = [ABSENT; 5];
        let mut values = [None; 3];
        let whole = self.record_lines(line, place, &mut lines, &mut values);
        let [name, parent, pose] = values;
        // Of two strings one is there: nobody knows whether it is the name or the parent.
        let name = name.filter(|_| lines[1] != ABSENT || !whole);
        let pose = pose.unwrap_or_default();
        let mut bone = Bone {
            lines,
            name: name.and_then(|v| v[0].text),
            parent: parent.and_then(|v| v[0].text),
            parent_bone: Parent::Unknown,
            flags: pose[0].integer,
            position: [pose[1].float, pose[2].float, pose[3].float],
            rotation: [pose[4].float, pose[5].float, pose[6].float],
            position_keys: Table::default(),
            rotation_keys: Table::default(),
        };
        if whole {
            self.tables_of_bone(place, &mut bone, more);
        }
        self.read.model.bones.push(bone);
    }

    fn tables_of_bone(&mut self, place: Place, bone: &mut Bone, more: bool) -> Option<()> {
        let (position, rotation) = (Record::PositionKey, Record::RotationKey);
        bone.position_keys = self.table(position, Some(rotation), place, 3, &mut bone.lines, true)?;
        if let Some(rotation_keys) = self.uncounted_keys(place, &mut bone.position_keys) {
            bone.rotation_keys = rotation_keys;
            return Some(());
        }
        bone.rotation_keys = self.table(rotation, None, place, 4, &mut bone.lines, more)?;
        Some(())
    }

    /// The rotation keys, if they stand behind the position keys without their count: more rows
    /// than declared, and no count behind them. Both kinds of rows look alike.
    fn uncounted_keys(&mut self, owner: Place, positions: &mut Table<Key>) -> Option<Table<Key>> {
        let declared = positions.declared? as usize;
        let first = positions.rows.get(declared)?.at;
        let next = self.peek(None).map(|line| self.shape(line));
        if matches!(next, Some(Shape::Fields(_))) {
            return None;
        }
        let place = owner.field(layout::fields::bone::ROTATION_KEY_COUNT);
        self.note(What::MissingLine, Span::empty(first as usize), place);
        let behind = positions.broken.partition_point(|row| (*row as usize) < declared);
        let broken =
            positions.broken.split_off(behind).into_iter().map(|row| row - declared as u32).collect();
        let rows = positions.rows.split_off(declared);
        for note in self.read.notes.iter_mut().rev().take_while(|note| note.span.start >= first) {
            if note.place.record == Record::PositionKey {
                note.place.record = Record::RotationKey;
                note.place.row -= declared as u32;
            }
        }
        Some(Table { declared: None, rows, broken, cut: false, end: positions.end })
    }

    /// Reads the lines of a record that stand once each, the first of which is `line`. Returns
    /// whether the record goes on behind them.
    fn record_lines(
        &mut self,
        line: Line,
        place: Place,
        lines: &mut [u32],
        values: &mut [Option<Values>],
    ) -> bool {
        lines[0] = line.start as u32;
        values[0] = self.values(line, 0, place);
        for number in 1..values.len() {
            let field = place.field(layout::first_field(place.record, number));
            let start = self.at as u32;
            let usual = self.usual_text(place.record, number).or_else(|| self.usual_numbers(number, field));
            if let Some(usual) = usual {
                lines[number] = start;
                values[number] = Some(usual);
                continue;
            }
            let Some(line) = self.peek(Some(place)) else {
                self.cut(field, Missing::Line);
                return false;
            };
            if self.shape(line) == Shape::Header {
                self.note(What::MissingLine, Span::empty(line.start), field);
                return false;
            }
            if self.is_missing(line, place.record, number) {
                self.note(What::MissingLine, Span::empty(line.start), field);
                continue;
            }
            lines[number] = line.start as u32;
            values[number] = self.values(line, number, place);
        }
        true
    }

    /// Reads and takes a line of a record if it holds its text in the usual spelling: quotes around
    /// printable ASCII, and nothing else.
    fn usual_text(&mut self, record: Record, number: usize) -> Option<Values> {
        let is_text = matches!(layout::lines(record)[number], [Field { kind: Kind::Text, .. }]);
        if !is_text || !self.fast || self.bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        let is_inside = |b: &u8| matches!(b, b' ' | b'!' | b'#'..=b'~');
        let length = self.bytes[start..].iter().take(LONGEST_LINE - 2).take_while(|b| is_inside(b)).count();
        let end = start + length;
        let ending = match self.bytes.get(end..)? {
            [b'"', b'\n', ..] => Ending::Lf,
            [b'"', b'\r', b'\n', ..] => Ending::CrLf,
            _ => return None,
        };
        let next = end + 1 + ending.width();
        // Two strings end a material and one begins it: what follows must be another string.
        if record == Record::Material && self.bytes.get(next) != Some(&b'"') {
            return None;
        }
        self.read.endings.count(ending);
        self.read.steps += length as u64;
        self.at = next;
        let mut values = Values::default();
        values[0].text = Some(Span::new(start, end));
        Some(values)
    }

    /// Reads and takes a line of a record if it holds its numbers in the usual spelling.
    fn usual_numbers(&mut self, number: usize, place: Place) -> Option<Values> {
        let fields = layout::lines(place.record)[number];
        let mut values = Values::default();
        match fields {
            [Field { kind: Kind::Float, .. }] => {
                let usual = self.usual::<[f32; 1]>()?;
                let floats = self.take_usual(usual, place);
                set_floats(&mut values, floats);
            }
            [Field { kind: Kind::Float, .. }, _, _, _] => {
                let usual = self.usual::<[f32; 4]>()?;
                let floats = self.take_usual(usual, place);
                set_floats(&mut values, floats);
            }
            [Field { kind: Kind::Integer, .. }, rest @ ..] if rest.len() == 6 => {
                let usual = self.usual::<(i32, [f32; 6])>()?;
                let (integer, floats) = self.take_usual(usual, place);
                values[0].integer = integer;
                set_floats(&mut values[1..], floats);
            }
            _ => return None,
        }
        Some(values)
    }

    /// Whether a line of a record is left out, so that `line` is already one behind it.
    fn is_missing(&mut self, line: Line, record: Record, number: usize) -> bool {
        let shape = self.shape(line);
        let expected = |number: usize| match layout::lines(record).get(number).copied() {
            Some([field, ..]) if field.kind == Kind::Text => Some(Shape::Quoted),
            Some(fields) => Some(Shape::Fields(fields.len())),
            None => None,
        };
        if record == Record::Material && shape == Shape::Quoted && expected(number) == Some(shape) {
            // Two strings end a material and one begins it: only the line behind tells them apart.
            return self.following_shape(line) == expected(1);
        }
        Some(shape) != expected(number) && Some(shape) == expected(number + 1)
    }

    // Comment blocks

    fn comments(&mut self, block: usize, record: Record) {
        let place = Place::object(Record::Block, block);
        let declared = self.read.model.blocks[block].declared().unwrap_or(0);
        let mut found = 0;
        loop {
            self.read.model.blocks[block].end = self.at as u32;
            if found >= declared && !(record == Record::Comment && self.is_surplus_comment()) {
                break;
            }
            if found == declared {
                self.read.model.blocks[block].surplus = Some(self.at as u32);
            }
            match self.comment(block, record) {
                Commented::Whole => found += 1,
                Commented::BlockEnds => break,
                Commented::FileEnds => {
                    let place = place.field(layout::fields::block::COUNT);
                    self.read.model.blocks[block].cut = true;
                    self.cut(place, Missing::Rows { found, declared });
                    break;
                }
            }
        }
        self.read.model.blocks[block].found = found;
    }

    /// Whether a comment follows that was not counted: an index, and a line that opens no block.
    fn is_surplus_comment(&mut self) -> bool {
        let Some(line) = self.peek(None) else { return false };
        let piece = Pieces::of_line(self.bytes, line).next().unwrap_or_default();
        let is_index = number::integer(&self.bytes[piece.range()]).value.is_some();
        is_index
            && self.shape(line) == Shape::Fields(1)
            && self.following_shape(line).is_some_and(|shape| shape != Shape::Header)
    }

    /// Reads a comment: the line with its index, which that of the model has not, and its text.
    fn comment(&mut self, block: usize, record: Record) -> Commented {
        let place = Place::object(record, self.read.model.comments.len());
        let mut comment = Comment { block: block as u32, at: ABSENT, index: None, text_at: ABSENT };
        if record == Record::Comment {
            let Some(line) = self.peek(Some(Place::object(Record::Block, block))) else {
                return Commented::FileEnds;
            };
            if self.shape(line) == Shape::Header {
                return Commented::BlockEnds;
            }
            comment.at = line.start as u32;
            comment.index = self.values(line, 0, place).map(|values| values[0].integer);
        }
        if self.at == self.bytes.len() {
            self.read.model.comments.push(comment);
            return Commented::FileEnds;
        }
        let line = self.line(self.at);
        comment.text_at = line.start as u32;
        self.take_raw(line, place);
        self.read.model.comments.push(comment);
        Commented::Whole
    }

    /// Looks parents up by name, as every reader does: the first bone of that name.
    fn resolve_parents(&mut self) {
        let bytes = self.bytes;
        let bones = &mut self.read.model.bones;
        let mut by_name = HashMap::with_capacity(bones.len());
        for (index, bone) in bones.iter().enumerate() {
            if let Some(name) = bone.name {
                by_name.entry(&bytes[name.range()]).or_insert(index as u32);
            }
        }
        for bone in bones {
            bone.parent_bone = match bone.parent {
                None => Parent::Unknown,
                Some(name) if name.is_empty() => Parent::Root,
                Some(name) => {
                    by_name.get(&bytes[name.range()]).map_or(Parent::Missing, |index| Parent::Bone(*index))
                }
            };
        }
    }
}

/// What a line means in a table.
enum Fit {
    /// It is a row, perhaps a broken one.
    Row,
    /// The table is over.
    Ends,
    /// It fits nothing.
    Unexpected,
}

/// What reading a comment came to.
enum Commented {
    /// It is there.
    Whole,
    /// A block opens in its place.
    BlockEnds,
    /// The file ends before it, or in it.
    FileEnds,
}

//! Parses the tables of ASCII models: a count, and the rows after it, which are recognised by their shape.

use fearless_simd::dispatch;
use fearless_simd::prelude::*;

use crate::base::lines::Line;
use crate::base::span::Span;
use crate::layout::{self, Record};
use crate::model::note::{Missing, Note, NoteKind, Quirk};
use crate::model::place::Place;
use crate::model::{Face, Key, Normal, Table, Vertex};
use crate::parse::ascii::fast_path::{FastRow, Usual};
use crate::parse::ascii::lexer::Pieces;
use crate::parse::ascii::number;
use crate::parse::ascii::parser::fields::Values;
use crate::parse::ascii::parser::{AsciiParser, LineShape, width};

/// Room for so many rows is made before the first is read, whatever the count says, and what is not
/// needed is given back. Small tables then never grow, and larger ones grow from a block of this
/// thread: a smaller one may come from what another thread has freed, and growing it would make
/// both wait for each other.
const FIRST_ROWS: usize = 64;

/// A row of a table.
pub(super) trait TableRow: FastRow {
    fn new(at: u32, values: &Values) -> Self;
}

impl TableRow for Vertex {
    fn new(at: u32, v: &Values) -> Self {
        let position = [v[1].float, v[2].float, v[3].float];
        Self { at, flags: v[0].integer, position, uv: [v[4].float, v[5].float], bone: v[6].integer }
    }
}

impl TableRow for Normal {
    fn new(at: u32, v: &Values) -> Self {
        Self { at, direction: [v[0].float, v[1].float, v[2].float] }
    }
}

impl TableRow for Face {
    fn new(at: u32, v: &Values) -> Self {
        let [flags, v1, v2, v3, n1, n2, n3, smoothing_group] = v.map(|value| value.integer);
        Self { at, flags, vertices: [v1, v2, v3], normals: [n1, n2, n3], smoothing_group }
    }
}

/// A position key and a rotation key differ only in their names.
impl TableRow for Key {
    fn new(at: u32, v: &Values) -> Self {
        Self { at, time: v[0].float, value: [v[1].float, v[2].float, v[3].float] }
    }
}

impl AsciiParser<'_> {
    /// Reads a count and the rows after it. `None` when the object ends before the count.
    pub(super) fn table<T: TableRow>(
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
        let mut table = Table { declared, ..Table::default() };
        let mut rows = Vec::with_capacity(FIRST_ROWS);
        let row_width = width(record, 0);
        let next_width = next.map(|record| width(record, 0));
        table.usual_from = Some(self.at as u32);
        loop {
            if let Some(level) = self.level {
                dispatch!(level, simd => self.usual_rows(simd, Place { record, ..owner }, &mut rows));
            }
            let found = rows.len() as u32;
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
            let LineShape::Fields(fields) = self.shape(line) else { break };
            let count = rows.is_empty().then_some(lines[number]);
            match self.fits(line, fields, (owed, count), row_width, next_width) {
                Fit::Ends => break,
                // The next mesh, whose name lacks its quotes.
                Fit::Unexpected if record == Record::Face && more && self.begins_mesh(line, more) => break,
                Fit::Unexpected => {
                    table.usual_from = None;
                    self.unexpected(line);
                }
                Fit::Row => {
                    table.usual_from = None;
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
                    rows.push(T::new(line.start as u32, &values.unwrap_or_default()));
                }
            }
        }
        if rows.len() < FIRST_ROWS / 4 {
            rows.shrink_to_fit();
        }
        Some(Table { rows, ..table })
    }

    /// Whether the next line is plainly no row: a string, or a single integer.
    fn starts_something_else(&self) -> bool {
        self.bytes.get(self.at) == Some(&b'"') || self.usual::<i32>().is_some()
    }

    /// The next line, if it is such a row in the usual spelling.
    pub(super) fn usual<T: FastRow>(&self) -> Option<Usual<T>> {
        self.level.and_then(|level| dispatch!(level, simd => T::read(simd, &self.windows, self.at)))
    }

    /// Reads and takes the rows in the usual spelling that come next, of a table whose rows are like
    /// `place`.
    #[inline(always)]
    fn usual_rows<S: Simd, T: FastRow>(&mut self, simd: S, place: Place, rows: &mut Vec<T>) {
        while let Some(usual) = T::read(simd, &self.windows, self.at) {
            let place = Place { row: rows.len() as u32, ..place };
            rows.push(self.take_usual(usual, place));
        }
    }

    /// Goes on after a line in the usual spelling, whose first field is that of the place.
    #[inline(always)]
    pub(super) fn take_usual<T>(&mut self, usual: Usual<T>, place: Place) -> T {
        if usual.negative_zeros != 0 {
            let first = place.field.unwrap_or(0);
            let notes = &mut self.read.notes;
            usual.negative_zeros(self.at as u32, |field, span| {
                let (place, what) = (place.field(first + field), NoteKind::Number(Quirk::NegativeZero));
                notes.push(Note { span, place, kind: what });
            });
        }
        self.read.endings.count(usual.end.ending);
        self.read.steps += 1;
        self.at = usual.end.next;
        usual.row
    }

    /// What a line that is no usual row means in a table in which so many rows are owed, directly behind its count if
    /// that is given.
    fn fits(
        &mut self,
        line: Line,
        fields: usize,
        (owed, count): (u32, Option<u32>),
        row_width: usize,
        next_width: Option<usize>,
    ) -> Fit {
        if fields == row_width {
            return Fit::Row;
        }
        if fields == 1 && owed > 0 && count.is_some_and(|count| self.is_count_again(line, count, row_width)) {
            return Fit::Unexpected;
        }
        if fields == 1 {
            return if self.is_count(line, owed, row_width, next_width) { Fit::Ends } else { Fit::Row };
        }
        // The rows of the next table, if its count is missing.
        if next_width == Some(fields)
            && (owed == 0 || self.following_shape(line) == Some(LineShape::Fields(fields)))
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
        let row = Some(LineShape::Fields(row_width));
        let following = self.following(line);
        let shape = following.map(|line| self.shape(line));
        if next_width == Some(row_width) {
            // The rows of both tables look alike: only the number itself shows which it is.
            let piece = Pieces::of_line(self.bytes, line).next().unwrap_or_default();
            return number::integer(&self.bytes[piece.range()]).value.is_some() || shape != row;
        }
        let last_row_broken = owed == 1
            && shape == Some(LineShape::Fields(1))
            && next_width.is_some()
            && following.and_then(|line| self.following_shape(line)) == next_width.map(LineShape::Fields);
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
        if let Some(usual) = self.usual::<i32>() {
            lines[number] = self.at as u32;
            let count = self.take_usual(usual, place);
            return Some(Some(count as u32));
        }
        let Some(line) = self.peek(Some(owner)) else {
            self.cut(place, Missing::Line);
            return None;
        };
        match self.shape(line) {
            LineShape::Header | LineShape::Quoted => {
                self.note(NoteKind::MissingLine, Span::empty(line.start), place);
                None
            }
            LineShape::Fields(fields) if fields == width(rows, 0) => {
                self.note(NoteKind::MissingLine, Span::empty(line.start), place);
                Some(None)
            }
            LineShape::Fields(_) => {
                lines[number] = line.start as u32;
                let values = self.values(line, number, owner);
                Some(values.and_then(|values| u32::try_from(values[0].integer).ok()))
            }
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

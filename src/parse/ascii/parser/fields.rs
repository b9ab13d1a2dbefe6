//! Reads the fields of a line of an ASCII model: their values, and what is odd about their spelling.

use crate::base::lines::{Ending, Line, line_from};
use crate::base::span::Span;
use crate::layout::{self, Field, FieldKind, Record};
use crate::model::note::{Missing, NoteKind, Quirk};
use crate::model::place::Place;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::Pieces;
use crate::parse::ascii::number;
use crate::parse::ascii::parser::{AsciiParser, LONGEST_LINE, MOST_FIELDS};

/// The value of one field; which part is filled depends on its kind.
#[derive(Clone, Copy, Default)]
pub(super) struct FieldValue {
    pub(super) integer: i32,
    pub(super) float: f32,
    pub(super) text: Option<Span>,
}

pub(super) type Values = [FieldValue; 8];

fn set_floats<const COUNT: usize>(values: &mut [FieldValue], floats: [f32; COUNT]) {
    for (value, float) in values.iter_mut().zip(floats) {
        value.float = float;
    }
}

impl AsciiParser<'_> {
    /// Takes a line of a record and reads its fields. `None` if one of them is unreadable.
    pub(super) fn values(&mut self, line: Line, number: usize, place: Place) -> Option<Values> {
        let values = self.row_values(line, number, place);
        if self.cut_off {
            self.cut(place.field(layout::first_field(place.record, number)), Missing::Line);
        }
        values
    }

    /// The same for a row of a table, which knows better what the file lacks if it ends here.
    pub(super) fn row_values(&mut self, line: Line, number: usize, place: Place) -> Option<Values> {
        let fields = layout::lines(place.record)[number];
        let first = layout::first_field(place.record, number);
        self.take(line, place);
        if number == 0
            && let Some(name) = lexer::quote_inside(self.bytes, line, fields.len() - 1)
        {
            let readable = Pieces::of_line(self.bytes, line).next().filter(|_| fields.len() == 1);
            self.note(NoteKind::QuoteInName, name, place.field(first));
            let text = readable.and_then(|piece| self.text(piece, place.field(first)));
            return text.map(|text| {
                let mut values = Values::default();
                values[0].text = Some(text);
                values
            });
        }
        let mut pieces = [Span::default(); MOST_FIELDS];
        let mut found = 0;
        let mut last = Span::empty(line.start);
        let string_alone = fields.len() == 1 && fields[0].kind == FieldKind::Text;
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
            let what = if string_alone { NoteKind::TextAfterString } else { NoteKind::ExtraFields { found } };
            self.note(what, surplus, place.field(first));
        }
        readable.then_some(values)
    }

    /// Notes what is between two pieces of a line, if it is not one space. Once per line.
    fn separator(&mut self, line: Line, before: Span, piece: Span, place: Place) {
        let gap = Span { start: before.end, end: piece.start };
        let is_first = before.end as usize == line.start;
        let usual: &[u8] = if is_first { b"" } else { b" " };
        if &self.bytes[gap.range()] == usual {
            return;
        }
        let what = if is_first && self.bytes[piece.start as usize] == b'"' {
            NoteKind::Indented
        } else {
            NoteKind::IrregularSeparator
        };
        let said = self.read.notes.last().is_some_and(|note| {
            note.kind == NoteKind::IrregularSeparator && note.span.start >= line.start as u32
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
            self.note(NoteKind::UnterminatedString, last, place);
        } else {
            self.note(NoteKind::ShortRow { found: found as u8 }, line.span(), place);
        }
    }

    pub(super) fn value(
        &mut self,
        kind: FieldKind,
        piece: Span,
        place: Place,
        say_wrong: bool,
    ) -> Option<FieldValue> {
        let token = &self.bytes[piece.range()];
        let mut value = FieldValue::default();
        let (readable, quirks) = match kind {
            FieldKind::Integer => {
                let parsed = number::integer(token);
                value.integer = parsed.value.unwrap_or_default();
                (parsed.value.is_some(), parsed.quirks)
            }
            FieldKind::Float => {
                let parsed = number::float(token);
                value.float = parsed.value.unwrap_or_default();
                (parsed.value.is_some(), parsed.quirks)
            }
            FieldKind::Count => {
                value.integer = self.count_value(piece, place, 0)?;
                return Some(value);
            }
            FieldKind::Text | FieldKind::FreeText => {
                value.text = self.text(piece, place);
                (value.text.is_some(), Default::default())
            }
        };
        for quirk in quirks.iter() {
            // A number that is cut off after its point is not spelled so.
            if quirk != Quirk::BareDecimalPoint || !self.is_cut_off(piece) {
                self.note(NoteKind::Number(quirk), piece, place);
            }
        }
        // An unclosed quote was noted already.
        let is_said = !quirks.is_empty() || (kind == FieldKind::Text && token.starts_with(b"\""));
        if !readable && !is_said && say_wrong {
            if self.is_cut_off(piece) {
                self.cut_off = true;
            } else {
                self.note(NoteKind::WrongField, piece, place);
            }
        }
        readable.then_some(value)
    }

    /// Whether the file ends with a piece, so that there may have been more of it.
    fn is_cut_off(&self, piece: Span) -> bool {
        piece.end as usize == self.bytes.len()
    }

    /// Reads the number of a count, which is at least `least`.
    pub(super) fn count_value(&mut self, piece: Span, place: Place, least: i32) -> Option<i32> {
        let parsed = number::integer(&self.bytes[piece.range()]);
        let value = parsed.value.filter(|n| *n >= least);
        for quirk in parsed.quirks.iter() {
            // A count that cannot be used is noted in one place.
            if value.is_some() || quirk == Quirk::FloatInInteger {
                self.note(NoteKind::Number(quirk), piece, place);
            }
        }
        if value.is_none() && !parsed.quirks.iter().any(|q| q == Quirk::FloatInInteger) {
            self.note(NoteKind::MalformedCount, piece, place);
        }
        value
    }

    /// Reads a quoted string.
    pub(super) fn text(&mut self, piece: Span, place: Place) -> Option<Span> {
        let quoted = lexer::quoted(self.bytes, piece)?;
        if !quoted.closed && self.is_cut_off(piece) {
            self.cut_off = true;
        } else if !quoted.closed {
            self.note(NoteKind::UnterminatedString, piece, place);
        }
        if !self.bytes[quoted.text.range()].is_ascii() {
            self.note(NoteKind::NonAscii, quoted.text, place);
        }
        let content = &self.bytes[quoted.text.range()];
        let blanks = content.iter().rev().take_while(|b| !quoted.closed && lexer::is_blank(**b)).count();
        let text = Span { end: quoted.text.end - blanks as u32, ..quoted.text };
        // A quote alone is no empty name.
        (quoted.closed || !text.is_empty()).then_some(text)
    }

    /// Reads and takes a line of a record if it holds its text in the usual spelling: quotes around
    /// printable ASCII, and nothing else.
    pub(super) fn usual_text(&mut self, record: Record, number: usize) -> Option<Values> {
        let is_text = matches!(layout::lines(record)[number], [Field { kind: FieldKind::Text, .. }]);
        if !is_text || self.level.is_none() || self.bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        let is_inside = |b: &u8| matches!(b, b' ' | b'!' | b'#'..=b'~');
        let length = self.bytes[start..].iter().take(LONGEST_LINE - 2).take_while(|b| is_inside(b)).count();
        let end = start + length;
        let ending = match self.bytes.get(end..)? {
            [b'"', b'\n', ..] => Some(Ending::Lf),
            [b'"', b'\r', b'\n', ..] => Some(Ending::CrLf),
            [b'"'] => None,
            _ => return None,
        };
        let next = end + 1 + ending.map_or(0, Ending::width);
        // Two strings end a material and one begins it: what follows shows which this is.
        if record == Record::Material && number > 0 && self.bytes.get(next) != Some(&b'"') {
            let is_last = number + 1 == layout::lines(record).len();
            if !is_last || !self.ends_materials(next) {
                return None;
            }
        }
        ending.into_iter().for_each(|ending| self.read.endings.count(ending));
        self.read.steps += length as u64;
        self.at = next;
        let mut values = Values::default();
        values[0].text = Some(Span::new(start, end));
        Some(values)
    }

    /// Whether a block or the end of the file comes next, after blank lines.
    fn ends_materials(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        match rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n')) {
            Some(blank) => lexer::header(self.bytes, line_from(self.bytes, at + blank)).is_some(),
            None => true,
        }
    }

    /// Reads and takes a line of a record if it holds its numbers in the usual spelling.
    pub(super) fn usual_numbers(&mut self, number: usize, place: Place) -> Option<Values> {
        let fields = layout::lines(place.record)[number];
        let mut values = Values::default();
        match fields {
            [Field { kind: FieldKind::Float, .. }] => {
                let usual = self.usual::<[f32; 1]>()?;
                let floats = self.take_usual(usual, place);
                set_floats(&mut values, floats);
            }
            [Field { kind: FieldKind::Float, .. }, _, _, _] => {
                let usual = self.usual::<[f32; 4]>()?;
                let floats = self.take_usual(usual, place);
                set_floats(&mut values, floats);
            }
            [Field { kind: FieldKind::Integer, .. }, rest @ ..] if rest.len() == 6 => {
                let usual = self.usual::<(i32, [f32; 6])>()?;
                let (integer, floats) = self.take_usual(usual, place);
                values[0].integer = integer;
                set_floats(&mut values[1..], floats);
            }
            _ => return None,
        }
        Some(values)
    }
}

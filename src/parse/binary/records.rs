//! Reads the records of a binary model as far as the file has them, and notes odd texts and numbers in them.

use std::ops::Range;

use crate::base::span::Span;
use crate::layout::Record;
use crate::layout::binary::{Slot, Store, parts, width};
use crate::model::note::{Missing, Note, NoteKind, Quirk};
use crate::model::place::Place;
use crate::model::{Table, Text};
use crate::parse::binary::geometry::float;
use crate::parse::binary::parser::BinaryParser;

impl<'a> BinaryParser<'a> {
    /// Goes on after so many bytes; where they start, or `None` if they are not there.
    pub(super) fn take(&mut self, width: usize) -> Option<usize> {
        let at = self.at;
        let end = at.checked_add(width).filter(|end| *end <= self.bytes.len())?;
        self.at = end;
        self.read.steps += width as u64;
        Some(at)
    }

    /// Goes on after a part of a record; where it starts, or `None`, noted, if it is not there whole.
    pub(super) fn part(&mut self, place: Place, number: usize) -> Option<usize> {
        let slots = parts(place.record)[number];
        let at = self.take(width(slots));
        if at.is_none() {
            self.cut(place.field(slots[0].field), Missing::Line);
        }
        at
    }

    /// Goes on after records of one size, as many as are there.
    fn records<const WIDTH: usize>(&mut self, count: u32) -> &'a [[u8; WIDTH]] {
        let (there, _) = self.bytes[self.at..].as_chunks::<WIDTH>();
        let records = &there[..there.len().min(count as usize)];
        self.at += records.len() * WIDTH;
        self.read.steps += (records.len() * WIDTH) as u64;
        records
    }

    /// Reads a table of records of one size, as many as are there.
    pub(super) fn rows<T, const WIDTH: usize>(
        &mut self,
        declared_at: Place,
        count: u32,
        first: Place,
        mut row: impl FnMut(u32, &[u8; WIDTH]) -> T,
    ) -> Table<T> {
        let start = self.at;
        let records = self.records::<WIDTH>(count);
        let mut at = start as u32;
        let next = |record: &[u8; WIDTH]| {
            let row = row(at, record);
            at += WIDTH as u32;
            row
        };
        let rows: Vec<T> = records.iter().map(next).collect();
        self.odd_rows(first, start, records);
        let cut = rows.len() < count as usize;
        if cut {
            self.cut(declared_at, Missing::Rows { found: rows.len() as u32, declared: count });
        }
        Table { declared: Some(count), rows, broken: Vec::new(), cut, end: self.at as u32, usual_from: None }
    }

    /// Notes the floats of a table that are NaN or infinite.
    fn odd_rows<const WIDTH: usize>(&mut self, first: Place, start: usize, records: &[[u8; WIDTH]]) {
        let slots = parts(first.record)[0];
        let floats = floats_of(slots);
        if floats.is_empty() {
            return;
        }
        for (index, record) in records.iter().enumerate() {
            if has_odd_floats(&record[floats.clone()]) {
                let place = match first.record {
                    Record::BoneExtra => Place { object: index as u32, ..first },
                    _ => Place { row: index as u32, ..first },
                };
                self.odd_floats(place, start + index * WIDTH, slots);
            }
        }
    }

    /// Notes that the file ends too early.
    pub(super) fn cut(&mut self, place: Place, missing: Missing) {
        self.is_cut = true;
        self.note(NoteKind::Truncated { missing }, Span::empty(self.bytes.len()), place);
    }

    /// Reads text that ends at the first NUL, or with its field.
    pub(super) fn text(&mut self, place: Place, at: usize, width: usize) -> Text {
        let field = &self.bytes[at..at + width];
        let length = memchr::memchr(0, field).unwrap_or(width);
        let behind = Span::new((at + length + 1).min(at + width), at + width);
        let text = Span::new(at, at + length);
        if length == width {
            self.note(NoteKind::UnterminatedText, text, place);
        }
        if self.bytes[behind.range()].iter().any(|byte| *byte != 0) {
            self.note(NoteKind::TextGarbage, behind, place);
        }
        if !self.bytes[text.range()].is_ascii() {
            self.note(NoteKind::NonAscii, text, place);
        }
        self.control_characters(text, place, |byte| byte == b'\t');
        Some(text)
    }

    /// Notes runs of control characters in a text, but for those that may be there.
    pub(super) fn control_characters(&mut self, text: Span, place: Place, may_be: impl Fn(u8) -> bool) {
        let is_control = |byte: &u8| byte.is_ascii_control() && !may_be(*byte);
        let mut at = text.start as usize;
        let end = text.end as usize;
        while let Some(gap) = self.bytes[at..end].iter().position(is_control) {
            let start = at + gap;
            let run = self.bytes[start..end].iter().take_while(|byte| is_control(byte)).count();
            at = start + run;
            self.note(NoteKind::ControlCharacters, Span::new(start, at), place);
        }
    }

    /// Notes the floats of a record that are NaN or infinite.
    pub(super) fn odd_floats(&mut self, place: Place, at: usize, slots: &[Slot]) {
        let mut at = at;
        for slot in slots {
            if slot.store == Store::F32 && !self.f32(at).is_finite() {
                self.note_field(NoteKind::Number(Quirk::NonFinite), place.field(slot.field), at, 4);
            }
            at += slot.store.width().unwrap_or(0);
        }
    }

    // Notes

    pub(super) fn note(&mut self, what: NoteKind, span: Span, place: Place) {
        self.read.notes.push(Note { span, place, kind: what });
    }

    pub(super) fn note_field(&mut self, what: NoteKind, place: Place, at: usize, width: usize) {
        self.note(what, Span::new(at, at + width), place);
    }

    // Numbers

    pub(super) fn i32(&self, at: usize) -> i32 {
        i32::from_le_bytes([0, 1, 2, 3].map(|number| self.bytes[at + number]))
    }

    pub(super) fn f32(&self, at: usize) -> f32 {
        float(self.bytes, at)
    }
}

/// Where the floats of a record of one size are: in all of those they follow each other.
fn floats_of(slots: &[Slot]) -> Range<usize> {
    let in_front = slots.iter().take_while(|slot| slot.store != Store::F32).count();
    let floats = slots[in_front..].iter().take_while(|slot| slot.store == Store::F32).count();
    let start = width(&slots[..in_front]);
    start..start + 4 * floats
}

/// Whether one of these floats is NaN or infinite: all bits of its exponent are set then.
fn has_odd_floats(bytes: &[u8]) -> bool {
    const EXPONENT: u32 = 0x7F80_0000;
    let floats =
        bytes.chunks_exact(4).map(|float| u32::from_le_bytes([float[0], float[1], float[2], float[3]]));
    floats.fold(false, |odd, float| odd | (float & EXPONENT == EXPONENT))
}

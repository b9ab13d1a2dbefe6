//! Converts a place in the model to its bytes, and back: `Document::locate` and `Document::place_at`.

use crate::base::lines::{Line, line_around, line_from};
use crate::base::span::Span;
use crate::document::Document;
use crate::document::outline::{Role, start_of};
use crate::layout::{self, Record};
use crate::model::place::Place;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::Pieces;
use crate::parse::ascii::parser;
use crate::parse::shift::Shift;

impl Document {
    /// The span of a place: of a field its token, of a record its line, of a record with many lines
    /// the first of them. `None` for what the file does not have.
    pub fn locate(&self, place: Place) -> Option<Span> {
        if self.is_binary() {
            return self.locate_binary_place(place);
        }
        if place.record == Record::File {
            return Some(line_from(self.source.bytes(), 0).span());
        }
        let Some(number) = place.field else {
            // The first of its lines may be missing.
            let mut lines = 0..layout::lines(place.record).len();
            return lines.find_map(|number| self.line_of(place, number)).map(|line| line.span());
        };
        let (line_number, column) = layout::line_and_column(place.record, number)?;
        let line = self.line_of(place, line_number)?;
        if (Role { place, number: line_number }).is_free_text() {
            return Some(line.span());
        }
        let bytes = self.source.bytes();
        let from = match place.record {
            Record::Block => lexer::header(bytes, line)?.behind,
            _ => line.start,
        };
        Pieces::new(bytes, from, line.end).nth(column)
    }

    fn line_of(&self, place: Place, number: usize) -> Option<Line> {
        let at = start_of(&self.model, place, number)? as usize;
        Some(line_from(self.source.bytes(), at))
    }

    /// From where on a binary model may not say what it was made to say, if bytes were lost or added at an offset: from the
    /// record that the byte before is in, or from the start of the block where it is not certain what happened.
    pub(crate) fn damaged_from(&self, offset: u32) -> u32 {
        let before = self.place_at((offset as usize).saturating_sub(1));
        let record = before.and_then(|place| self.locate(place.whole()));
        let start = record.map_or(offset, |record| record.start);
        let is_vague = |shift: &Shift| shift.offset == offset && shift.change.is_none();
        if !self.shifts().iter().any(is_vague) {
            return start;
        }
        let blocks = self.model.blocks.iter().map(|block| block.at);
        blocks.filter(|at| *at <= start).max().unwrap_or(start)
    }

    /// What the byte at an offset belongs to: a field where it is one, else the record of its line,
    /// else nothing.
    pub fn place_at(&self, offset: usize) -> Option<Place> {
        if self.is_binary() {
            let slice = self.record_slice_at(offset)?;
            let field = slice.fields().find(|(_, span)| span.range().contains(&offset));
            return Some(field.map_or(slice.place, |(slot, _)| slice.place.field(slot.field)));
        }
        let line = self.line_with(offset);
        let role = self.role_of(line.start)?;
        let mut field = None;
        self.tokens_of(line, Some(role), &mut |token| {
            if token.span.range().contains(&offset) {
                field = token.field;
            }
        });
        Some(field.unwrap_or(role.place))
    }

    /// The record that the byte at an offset belongs to, without the field.
    pub(crate) fn record_at(&self, offset: usize) -> Option<Place> {
        if self.is_binary() {
            return Some(self.record_slice_at(offset)?.place);
        }
        Some(self.role_of(self.line_with(offset).start)?.place)
    }

    /// The line of an ASCII file that an offset is in, without a mark of byte order.
    fn line_with(&self, offset: usize) -> Line {
        let bytes = self.source.bytes();
        let mut line = line_around(bytes, offset);
        if line.start == 0 && bytes.starts_with(parser::BYTE_ORDER_MARK) {
            line.start = parser::BYTE_ORDER_MARK.len();
        }
        line
    }
}

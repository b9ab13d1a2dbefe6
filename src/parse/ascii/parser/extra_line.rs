//! A line too many among those that a material or a bone has once each, or between a count and its rows: mostly one
//! that is there twice.

use crate::base::lines::{Line, line_from};
use crate::layout;
use crate::layout::{FieldKind, Record};
use crate::model::ABSENT;
use crate::model::note::NoteKind;
use crate::model::place::Place;
use crate::parse::ascii::parser::fields::Values;
use crate::parse::ascii::parser::{AsciiParser, LineShape};

/// The shape of a line of a record. `None` behind its last.
pub(super) fn expected(record: Record, number: usize) -> Option<LineShape> {
    match layout::lines(record).get(number).copied()? {
        [field, ..] if field.kind == FieldKind::Text => Some(LineShape::Quoted),
        fields => Some(LineShape::Fields(fields.len())),
    }
}

/// The lines of a record that were read so far, and what they say.
pub(super) struct LinesSoFar<'l> {
    pub(super) lines: &'l mut [u32],
    pub(super) values: &'l mut [Option<Values>],
    /// How many notes there were before.
    pub(super) notes: usize,
}

impl AsciiParser<'_> {
    /// Whether the line behind a record is worth a look.
    pub(super) fn may_be_extra(&self, record: Record) -> bool {
        match self.bytes.get(self.at) {
            Some(first) if record == Record::Material => *first == b'"',
            Some(_) => self.usual::<i32>().is_none(),
            None => false,
        }
    }

    /// Whether a line of a record is one too many: it is like the one before, and behind it the record goes on to its
    /// end. So many lines has it once each; `more` says whether another record should follow.
    pub(super) fn is_extra(
        &mut self,
        line: Line,
        record: Record,
        number: usize,
        count: usize,
        more: bool,
    ) -> bool {
        let shape = Some(self.shape(line));
        if expected(record, number - 1) != shape || number < count && expected(record, number) == shape {
            return false;
        }
        let mut last = line;
        for number in number..count {
            match self.following(last) {
                Some(next) if Some(self.shape(next)) == expected(record, number) => last = next,
                _ => return false,
            }
        }
        let Some(next) = self.following(last) else { return number < count || !more };
        match self.shape(next) {
            shape if record == Record::Bone => Some(shape) == expected(record, count),
            LineShape::Header => number < count || !more,
            // A name that is there twice belongs to the next material.
            LineShape::Quoted if number == count && self.are_alike(line, next) => false,
            LineShape::Quoted => self.following_shape(next) == expected(record, 1),
            LineShape::Fields(_) => false,
        }
    }

    /// Passes over the line too many that a line shows: one that is there twice, or else the line itself. What follows the
    /// former moves up.
    pub(super) fn pass_extra(&mut self, line: Line, number: usize, place: Place, read: &mut LinesSoFar) {
        let shape = self.shape(line);
        let is_alike = |earlier: &usize| expected(place.record, *earlier) == Some(shape);
        let first = (0..number).rev().take_while(is_alike).last().unwrap_or(number);
        let at = |number: usize| match read.lines.get(number) {
            Some(start) if *start != ABSENT => line_from(self.bytes, *start as usize),
            _ => line,
        };
        let is_again = |later: &usize| self.are_alike(at(*later), at(later - 1));
        let extra = (first + 1..number).rev().find(is_again);
        let is_moved = self.are_alike(line, at(number - 1)) || self.read.notes.len() > read.notes;
        let Some(extra) = extra.filter(|_| !is_moved) else { return self.unexpected(line) };
        self.note(NoteKind::UnexpectedLine, at(extra).span(), Place::FILE);
        read.lines.copy_within(extra + 1..number, extra);
        read.values.copy_within(extra + 1..number, extra);
        read.lines[number - 1] = line.start as u32;
        read.values[number - 1] = self.values(line, number - 1, place);
    }

    /// Whether a line between a count and its rows, which have so many fields, is the count once more.
    pub(super) fn is_count_again(&mut self, line: Line, count: u32, row_width: usize) -> bool {
        count != ABSENT
            && self.are_alike(line, line_from(self.bytes, count as usize))
            && self.following_shape(line) == Some(LineShape::Fields(row_width))
    }

    fn are_alike(&self, line: Line, other: Line) -> bool {
        self.bytes[line.start..line.end] == self.bytes[other.start..other.end]
    }
}

//! Converts places to bytes and bytes to places in a binary file.

use crate::base::span::Span;
use crate::document::Document;
use crate::document::outline::{Stretch, start_of};
use crate::document::tokens::Token;
use crate::layout::binary::{Slot, Store, block, parts, vertex_extra, width};
use crate::layout::{BlockKind, Record, fields};
use crate::model::ABSENT;
use crate::model::place::{Place, SHARED};
use crate::parse::ascii::lexer::TokenKind;

/// A part of a record in a binary file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordSlice {
    /// The record, or the row.
    pub place: Place,
    /// Which part of it this is, as [`parts`] counts.
    pub part: usize,
    /// Its bytes.
    pub span: Span,
    /// Its fields, one after the other.
    pub slots: &'static [Slot],
}

impl RecordSlice {
    /// Its fields with their bytes.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (Slot, Span)> {
        let mut at = self.span.start as usize;
        let end = self.span.end as usize;
        self.slots.iter().map(move |slot| {
            let start = at;
            at = slot.store.width().map_or(end, |width| start + width);
            (*slot, Span::new(start, at))
        })
    }
}

impl Document {
    /// A place as reports show it: a face of a binary file with the mesh that lists it, and a normal as
    /// the part of a face that it is there.
    pub fn shown_as(&self, place: Place) -> Place {
        let Some(binary) = &self.model.binary else { return place };
        let of_face = |face: u32| {
            let owner = binary.owners.get(face as usize).filter(|owner| **owner != ABSENT);
            Place { record: Record::Face, object: owner.copied().unwrap_or(SHARED), row: face, field: None }
        };
        match place.record {
            Record::Face => Place { field: place.field, ..of_face(place.row) },
            Record::Normal => {
                let corner = place.row as usize % 3;
                let part = place.field.map(|part| fields::face::NORMALS[corner][usize::from(part)]);
                of_face(place.row / 3).field(part.unwrap_or(fields::face::NORMAL_INDICES[corner]))
            }
            _ => place,
        }
    }

    /// The same place as the tables of the model have it: in a binary model, faces, vertices and normals belong to no mesh.
    pub fn stored_as(&self, place: Place) -> Place {
        match place.record {
            Record::Face | Record::Vertex | Record::Normal if self.model.binary.is_some() => {
                Place { object: SHARED, ..place }
            }
            _ => place,
        }
    }

    /// The fields of a part of a record in this binary file.
    fn slots(&self, place: Place, part: usize) -> Option<&'static [Slot]> {
        match place.record {
            Record::Block => Some(block(self.model.blocks.get(place.object as usize)?.kind)),
            Record::VertexExtra => {
                let (_, extras) = self.model.block(BlockKind::VertexExtras)?;
                vertex_extra(extras.number?)
            }
            record => parts(record).get(part).copied(),
        }
    }

    /// A part of a record in a binary file; `None` if the file does not have it, or is no binary one.
    pub(crate) fn record_slice(&self, place: Place, part: usize) -> Option<RecordSlice> {
        self.model.binary.as_ref()?;
        let start = start_of(&self.model, place, part)?;
        let slots = self.slots(place, part)?;
        let text = match slots {
            [Slot { store: Store::Sized, .. }] => self.model.comments.get(place.object as usize)?.text?.len(),
            _ => 0,
        };
        let end = start as usize + width(slots) + text;
        (end <= self.source.len()).then(|| RecordSlice {
            place: self.shown_as(place.whole()),
            part,
            span: Span::new(start as usize, end),
            slots,
        })
    }

    pub(super) fn locate_binary_place(&self, place: Place) -> Option<Span> {
        let Some(field) = place.field else {
            let whole_file = Span::new(0, self.source.len());
            return self
                .record_slice(place, 0)
                .map_or((place == Place::FILE).then_some(whole_file), |slice| Some(slice.span));
        };
        self.binary_field(place.field(field)).map(|(_, span)| span)
    }

    /// A field of a binary file, and its bytes.
    pub(crate) fn binary_field(&self, place: Place) -> Option<(Slot, Span)> {
        let in_part = |part| {
            let slice = self.record_slice(place, part)?;
            slice.fields().find(|(slot, _)| Some(slot.field) == place.field)
        };
        in_part(0).or_else(|| in_part(1))
    }

    /// The part of a record that a byte of this binary file belongs to; `None` for one that no record was
    /// read from.
    pub(crate) fn record_slice_at(&self, offset: usize) -> Option<RecordSlice> {
        let (at, stretch) = self.outline().up_to(offset)?;
        let slice = match stretch {
            Stretch::Line(place, part) => self.record_slice(place, part)?,
            Stretch::Rows(first) => {
                let row_width = width(self.slots(first, 0)?);
                let row = (offset - at) / row_width;
                let place = match first.record {
                    Record::BoneExtra => Place { object: row as u32, ..first },
                    _ => Place { row: row as u32, ..first },
                };
                self.record_slice(place, 0)?
            }
        };
        slice.span.range().contains(&offset).then_some(slice)
    }

    /// Where the next record that was read begins after an offset of this binary file, or else the file ends.
    pub(crate) fn next_record_slice(&self, offset: usize) -> usize {
        self.outline().next_after(offset).unwrap_or(self.source.len())
    }

    /// Collects the tokens of the part of a record that starts at `at`, or what no record was read from, and
    /// returns where the next one starts.
    pub(super) fn binary_tokens_from(&self, at: usize, tokens: &mut Vec<Token>) -> usize {
        let Some(slice) = self.record_slice_at(at) else {
            let next = self.next_record_slice(at);
            tokens.push(Token { kind: TokenKind::Unread, span: Span::new(at, next), field: None });
            return next;
        };
        tokens.extend(slice.fields().map(|(slot, span)| {
            let kind = match slot.store {
                Store::Text(_) => TokenKind::Text,
                Store::Sized => TokenKind::FreeText,
                _ => TokenKind::Number,
            };
            Token { kind, span, field: Some(slice.place.field(slot.field)) }
        }));
        slice.span.end as usize
    }
}

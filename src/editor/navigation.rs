//! Where something is that a position refers to, and all places that refer to it.

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position};

use crate::base::span::Span;
use crate::document::Document;
use crate::document::references::{referred, referring};
use crate::editor::open_file::OpenFile;
use crate::editor::renaming::named_at;
use crate::layout::Record;
use crate::model::place::Place;

/// What the cursor is at: the field after it, or the one that it is at the end of, or else a record.
pub(crate) fn place_at_cursor(document: &Document, offset: usize) -> Option<Place> {
    let after = document.place_at(offset);
    let is_in_field = |place: &Option<Place>| place.is_some_and(|place| place.field.is_some());
    let before = || document.place_at(offset.checked_sub(1)?);
    if is_in_field(&after) { after } else { Some(before()).filter(is_in_field).unwrap_or(after) }
}

/// What a position is about: what its index or name refers to, or else the row or object that it is in.
fn subject(document: &Document, offset: usize) -> Option<Place> {
    if let Some((place, _)) = named_at(document, offset) {
        return Some(place.whole());
    }
    let place = place_at_cursor(document, offset)?;
    Some(referred(document, place).unwrap_or(place.whole()))
}

/// Where the row or object is that a position refers to; its own record if it refers to no other.
pub(crate) fn definition(file: &OpenFile, position: Position) -> Option<Location> {
    let document = file.document();
    let span = document.locate(subject(document, file.offset(position))?)?;
    Some(Location { uri: file.uri.clone(), range: file.range(span) })
}

/// The spans that refer to what a position is about, and its own if that is asked for.
fn spans(document: &Document, offset: usize, with_own: bool) -> Vec<Span> {
    let Some(place) = subject(document, offset) else { return Vec::new() };
    let own = document.locate(place).filter(|_| with_own);
    let fields = referring(document, place).into_iter().filter_map(|field| document.locate(field));
    let has_name = matches!(place.record, Record::Mesh | Record::Material | Record::Bone);
    let names =
        has_name.then(|| document.references(place.record, place.object)).into_iter().flatten().copied();
    let mut spans: Vec<_> = own.into_iter().chain(fields).chain(names).collect();
    // The name of a parent is among both. One has its quotes with it.
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup_by(|next, span| next.start < span.end && span.start < next.end);
    spans
}

/// All that refers to what a position is about.
pub(crate) fn references(file: &OpenFile, position: Position, with_own: bool) -> Vec<Location> {
    let spans = spans(file.document(), file.offset(position), with_own);
    let location = |span| Location { uri: file.uri.clone(), range: file.range(span) };
    spans.into_iter().map(location).collect()
}

/// The same, for an editor that marks them while the cursor is there.
pub(crate) fn highlights(file: &OpenFile, position: Position) -> Vec<DocumentHighlight> {
    let spans = spans(file.document(), file.offset(position), true);
    let mark = |span| DocumentHighlight { range: file.range(span), kind: Some(DocumentHighlightKind::Read) };
    spans.into_iter().map(mark).collect()
}

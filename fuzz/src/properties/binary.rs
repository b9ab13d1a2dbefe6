//! Properties of binary models: their listings, their floats, and where they are cut off.

use std::collections::HashSet;

use super::{Violation, document, ensure};
use ms3dlint::base::span::Span;
use ms3dlint::document::Document;
use ms3dlint::document::listing;
use ms3dlint::layout::Record;
use ms3dlint::model::note::{Note, NoteKind, Quirk};
use ms3dlint::model::{Bone, Geometry};
use ms3dlint::parse::sniff::BINARY_MAGIC;

/// The lines of the listing of a binary file tile it, each is found from any of its bytes, the values in it are
/// those of the bytes that it says, and the file comes back from it.
pub fn listing_comes_back(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "listing_comes_back";
    let document = document(bytes);
    if !document.is_binary() {
        return Ok(());
    }
    let mut text = String::new();
    let mut at = 0;
    for line in listing::lines(&document, 0) {
        let span = line.span;
        ensure(span.start == at && !span.is_empty(), PROPERTY, || format!("{line:?} behind offset {at}"))?;
        let values = || line.values.iter().map(|(span, text)| (span.end, text.end));
        let is_inside = |(end, text_end)| end <= span.end && text_end <= line.text.len();
        ensure(values().all(is_inside) && values().is_sorted(), PROPERTY, || format!("{line:?}"))?;
        let last = listing::line_at(&document, span.end as usize - 1);
        ensure(last.as_ref() == Some(&line), PROPERTY, || format!("{last:?} is not {line:?}"))?;
        at = span.end;
        text += &line.text;
        text.push('\n');
    }
    ensure(at as usize == bytes.len(), PROPERTY, || format!("the lines end at {at} of {}", bytes.len()))?;
    let back = listing::assemble(&text);
    ensure(back.as_deref() == Ok(bytes), PROPERTY, || format!("{back:?} comes back"))
}

/// Each float of the vertices and faces of a binary model that is no number or infinite is noted.
pub fn odd_floats_are_noted(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let Some(binary) = &document.model.binary else { return Ok(()) };
    let Geometry { vertices, normals, .. } = &binary.geometry;
    let uvs = binary.uvs.iter().flatten().copied();
    let positions = vertices.rows.iter().flat_map(|row| row.position);
    let directions = normals.rows.iter().flat_map(|row| row.direction);
    let odd = positions.chain(directions).chain(uvs).filter(|value| !value.is_finite()).count();
    let is_odd = |note: &&Note| {
        note.kind == NoteKind::Number(Quirk::NonFinite)
            && matches!(note.place.record, Record::Vertex | Record::Face)
    };
    let noted = document.notes.iter().filter(is_odd).count();
    ensure(odd == noted, "odd_floats_are_noted", || format!("{odd} odd floats, and {noted} noted"))
}

/// Wherever a binary model is cut off, that is noted at its end, unless it is cut between two of its parts; and
/// what was read of it is what the whole holds there.
pub fn prefixes_are_cut_off(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "prefixes_are_cut_off";
    let whole = document(bytes);
    if !whole.is_binary() || !whole.is_certain() {
        return Ok(());
    }
    let parts: HashSet<usize> = whole.model.blocks.iter().map(|block| block.at as usize).collect();
    let surplus = whole.notes.iter().find(|note| note.kind == NoteKind::TrailingBytes);
    let end = surplus.map_or(bytes.len(), |note| note.span.start as usize);
    let expected = rows(&whole);
    // Every prefix of a short file, some of a long one.
    for length in (BINARY_MAGIC.len()..end).step_by(end / 64 + 1) {
        let cut = document(&bytes[..length]);
        let told = cut.notes.iter().find(|note| matches!(note.kind, NoteKind::Truncated { .. }));
        let is_told = match told {
            Some(note) => note.span == Span::empty(length),
            None => parts.contains(&length),
        };
        ensure(is_told, PROPERTY, || format!("{told:?} of {length} bytes"))?;
        let cut = rows(&cut);
        let agree = cut.iter().zip(&expected).all(|(cut, whole)| whole.starts_with(cut));
        ensure(agree, PROPERTY, || format!("{cut:?} of {length} bytes, and not {expected:?}"))?;
    }
    Ok(())
}

/// The rows of a binary model in the order of the file, as they print, so that odd floats equal themselves.
fn rows(document: &Document) -> [Vec<String>; 3] {
    let Some(binary) = &document.model.binary else { return Default::default() };
    let Geometry { vertices, faces, .. } = &binary.geometry;
    let tables = document.model.bones.iter().flat_map(Bone::tables);
    let mut keys: Vec<_> = tables.flat_map(|(_, table)| table.rows.iter()).collect();
    keys.sort_by_key(|key| key.at);
    [
        vertices.rows.iter().map(|row| format!("{row:?}")).collect(),
        faces.rows.iter().map(|row| format!("{row:?}")).collect(),
        keys.into_iter().map(|row| format!("{row:?}")).collect(),
    ]
}

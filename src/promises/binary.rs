//! What is promised of binary models.

use super::{Violation, document, ensure};
use crate::binary::listing;
use crate::edits::shared::corner_uvs;
use crate::extremes::{Extremes, widened};
use crate::layout::Record;
use crate::model::Geometry;
use crate::note::{Note, Quirk, What};

/// The lines of the listing of a binary file tile it, each is found from any of its bytes, the values in it are
/// those of the bytes that it says, and the file comes back from it.
pub fn listing_comes_back(bytes: &[u8]) -> Result<(), Violation> {
    const PROMISE: &str = "listing_comes_back";
    let document = document(bytes);
    if !document.is_binary() {
        return Ok(());
    }
    let mut text = String::new();
    let mut at = 0;
    for line in listing::lines(&document, 0) {
        let span = line.span;
        ensure(span.start == at && !span.is_empty(), PROMISE, || format!("{line:?} behind offset {at}"))?;
        let values = || line.values.iter().map(|(span, text)| (span.end, text.end));
        let is_inside = |(end, text_end)| end <= span.end && text_end <= line.text.len();
        ensure(values().all(is_inside) && values().is_sorted(), PROMISE, || format!("{line:?}"))?;
        let last = listing::line_at(&document, span.end as usize - 1);
        ensure(last.as_ref() == Some(&line), PROMISE, || format!("{last:?} is not {line:?}"))?;
        at = span.end;
        text += &line.text;
        text.push('\n');
    }
    ensure(at as usize == bytes.len(), PROMISE, || format!("the lines end at {at} of {}", bytes.len()))?;
    let back = listing::assemble(&text);
    ensure(back.as_deref() == Ok(bytes), PROMISE, || format!("{back:?} comes back"))
}

/// Each float of the vertices and faces of a binary model that is no number or infinite is noted, and the texture
/// coordinates of corners lie between those that are the least and the greatest.
pub fn odd_floats_are_noted(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let Some(binary) = &document.model.binary else { return Ok(()) };
    let Geometry { vertices, normals, faces } = &binary.geometry;
    let uvs: Vec<f32> = (0..faces.len()).flat_map(|face| corner_uvs(&document, face)).collect();
    let positions = vertices.rows.iter().flat_map(|row| row.position);
    let directions = normals.rows.iter().flat_map(|row| row.direction);
    let odd =
        positions.chain(directions).chain(uvs.iter().copied()).filter(|value| !value.is_finite()).count();
    let is_odd = |note: &&Note| {
        note.what == What::Number(Quirk::NonFinite)
            && matches!(note.place.record, Record::Vertex | Record::Face)
    };
    let noted = document.notes.iter().filter(is_odd).count();
    ensure(odd == noted, "odd_floats_are_noted", || format!("{odd} odd floats, and {noted} noted"))?;
    let extremes = uvs.into_iter().fold(Extremes::default().uv, widened);
    ensure(extremes == binary.extremes.uv, "odd_floats_are_noted", || {
        format!("texture coordinates from {extremes:?}, and not {:?}", binary.extremes.uv)
    })
}

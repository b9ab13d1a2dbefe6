//! What must hold of a repaired file for the repair to be proven. A file that lost other bytes than carriage
//! returns can often be made to read to its end too, but then some record holds what no model should.

use std::ops::Range;

use super::grammar::{HEADER, State, u32_at};
use crate::document::read;
use crate::layout::binary::Store;
use crate::model::{ABSENT, Binary, Extremes, Model, Parent, VertexExtra};
use crate::note::What;

/// Floats other than 0 that models hold: from a hair's breadth of rounding to the size of a world.
const USUAL: Range<f32> = 1e-20..1e9;

/// Whether a repaired file is read to its end without doubt, everything in it that points to something else
/// finds it, and the floats are usual in the records that a byte was put into or taken out of. `places` are
/// those of the bytes, ascending.
pub(super) fn is_sound(bytes: &[u8], places: &[usize]) -> bool {
    let document = read("", bytes.to_vec());
    let model = &document.model;
    let Some(binary) = &model.binary else { return false };
    document.is_certain()
        && !document.noticed.contains(&What::TrailingBytes)
        && vertices_exist(binary)
        && materials_exist(model)
        && bones_exist(model, binary)
        && faces_are_listed_once(model, binary)
        && binary.vertex_extras.rows.iter().all(weights_fit)
        && floats_are_usual(bytes, places)
}

fn vertices_exist(binary: &Binary) -> bool {
    let geometry = &binary.geometry;
    geometry.faces.is_empty() || (Extremes::of(geometry).vertex as usize) < geometry.vertices.len()
}

/// Whether an index is -1, for none, or below a count.
fn is_index(index: i32, count: usize) -> bool {
    index == -1 || usize::try_from(index).is_ok_and(|index| index < count)
}

fn materials_exist(model: &Model) -> bool {
    let count = model.materials.len();
    model.meshes.iter().all(|mesh| mesh.material.is_some_and(|material| is_index(material, count)))
}

/// Those of vertices, of what is added to these, and the parents of others.
fn bones_exist(model: &Model, binary: &Binary) -> bool {
    let count = model.bones.len();
    let added = binary.vertex_extras.rows.iter().flat_map(|extra| extra.bones);
    let is_found = |parent| matches!(parent, Parent::Root | Parent::Bone(_));
    binary.geometry.vertices.rows.iter().all(|vertex| is_index(vertex.bone, count))
        && added.into_iter().all(|bone| is_index(bone.into(), count))
        && model.bones.iter().all(|bone| is_found(bone.parent_bone))
}

/// Whether each face is listed by one mesh, once, and by the one that it names.
fn faces_are_listed_once(model: &Model, binary: &Binary) -> bool {
    let listed: usize = model.meshes.iter().map(|mesh| mesh.members.len()).sum();
    let is_named = |(owner, group): (&u32, &u8)| *owner == u32::from(*group);
    // As many are listed as there are, and each is: so none is listed twice, and none that does not exist.
    listed == binary.owners.len()
        && !binary.owners.contains(&ABSENT)
        && binary.owners.iter().zip(&binary.groups).all(is_named)
}

fn weights_fit(extra: &VertexExtra) -> bool {
    extra.weights.into_iter().map(u32::from).sum::<u32>() <= 100
}

/// Whether the floats of the records with these places are usual.
fn floats_are_usual(bytes: &[u8], places: &[usize]) -> bool {
    let (mut at, mut state) = (HEADER, State::START);
    // Of the record that the walk is in: where it begins, and whether all its floats are usual so far.
    let (mut start, mut is_usual) = (at, true);
    while let Some(part) = bytes.get(at..at + state.width()).filter(|part| !part.is_empty()) {
        let Some(next) = state.next(part) else { return false };
        is_usual &= floats(state, part).all(|float| float == 0.0 || USUAL.contains(&float.abs()));
        at += part.len();
        if (next.part.record(), next.row) != (state.part.record(), state.row) {
            let first = places.partition_point(|place| *place < start);
            if !is_usual && places.get(first).is_some_and(|place| *place < at) {
                return false;
            }
            (start, is_usual) = (at, true);
        }
        state = next;
    }
    true
}

/// The floats of a part.
fn floats(state: State, part: &[u8]) -> impl Iterator<Item = f32> {
    let mut at = 0;
    let slots = state.part.slots().iter().map(move |slot| {
        let start = at;
        at += slot.store.width().unwrap_or(0);
        (slot, start)
    });
    let floats = slots.filter(|(slot, _)| slot.store == Store::F32);
    floats.map(|(_, start)| f32::from_bits(u32_at(part, start)))
}

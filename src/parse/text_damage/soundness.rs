//! Checks that a repaired model is sound, as a proven repair requires. A file that lost other bytes than
//! carriage returns can often be made to read to its end too, but then a record holds what no model should.

use super::grammar::{HEADER, State, u32_at};
use crate::layout::Record;
use crate::layout::binary::Store;
use crate::model::note::NoteKind;
use crate::model::{ABSENT, Binary, Model, Parent, VertexExtra};
use crate::parse::binary::read;
use crate::parse::parsed::ParsedFile;

/// No float of a model is so large.
const ABSURD: f32 = 1e9;
/// Vertices and faces hold no float but 0 that is so small. Rounding leaves smaller ones in keys, and some
/// exporters whatever lay in memory in materials.
const LEAST: f32 = 1e-20;

/// Whether a repaired file is read to its end without doubt, everything in it that points to something else
/// finds it, and the floats are usual in the records that a byte was put into or taken out of. `places` are
/// those of the bytes, ascending.
pub(super) fn is_sound(bytes: &[u8], places: &[usize]) -> bool {
    let ParsedFile { model, notes, .. } = read(bytes);
    let Some(binary) = &model.binary else { return false };
    !notes.iter().any(|note| note.kind.leaves_doubt() || note.kind == NoteKind::TrailingBytes)
        && vertices_exist(binary)
        && materials_exist(&model)
        && bones_exist(&model, binary)
        && faces_are_listed_once(&model, binary)
        && binary.vertex_extras.rows.iter().all(weights_fit)
        && floats_are_usual(bytes, places)
}

fn vertices_exist(binary: &Binary) -> bool {
    let count = binary.geometry.vertices.len();
    let mut corners = binary.geometry.faces.rows.iter().flat_map(|face| face.vertices);
    corners.all(|vertex| (vertex as usize) < count)
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
        is_usual &= floats(state, part).all(|float| is_float_usual(state.record(), float));
        at += part.len();
        if (next.record(), next.row) != (state.record(), state.row) {
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

fn is_float_usual(record: Record, float: f32) -> bool {
    let least = if matches!(record, Record::Vertex | Record::Face) { LEAST } else { 0.0 };
    float == 0.0 || (least..ABSURD).contains(&float.abs())
}

/// The floats of a part.
fn floats(state: State, part: &[u8]) -> impl Iterator<Item = f32> {
    let mut at = 0;
    let slots = state.slots().iter().map(move |slot| {
        let start = at;
        at += slot.store.width().unwrap_or(0);
        (slot, start)
    });
    let floats = slots.filter(|(slot, _)| slot.store == Store::F32);
    floats.map(|(_, start)| f32::from_bits(u32_at(part, start)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::listing::assemble;

    const SOUND: &str = r#"header: id="MS3D000000" version=4
vertices: count=3
vertex 0: flags=0 position=0.5,0.0,0.0 bone=0 reference-count=2
vertex 1: flags=0 position=1.0,0.0,0.0 bone=-1 reference-count=2
vertex 2: flags=0 position=0.0,1.0,0.0 bone=-1 reference-count=2
faces: count=2
face 0: flags=0 vertices=0,1,2 normals=0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0 u=0.25,1.0,0.0 v=1.0,1.0,0.0 smoothing-group=1 group=0
face 1: flags=0 vertices=2,1,0 normals=0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0 u=0.0,1.0,0.0 v=1.0,1.0,0.0 smoothing-group=1 group=0
meshes: count=1
mesh 0: flags=0 name="body" face-count=2
members 0: faces=0,1
end of mesh 0: material=-1
materials: count=0
animation: frames-per-second=24.0 current-frame=1.0 frame-count=30
bones: count=2
bone 0: flags=0 name="root" parent="" rotation=0.0,0.0,0.0 position=0.0,0.0,0.0 rotation-key-count=0 position-key-count=0
bone 1: flags=0 name="tip" parent="root" rotation=0.0,0.0,0.0 position=0.0,0.0,0.0 rotation-key-count=0 position-key-count=0
comments: version=1
mesh comments: count=0
material comments: count=0
bone comments: count=0
model comments: count=0
vertex extras: version=2
vertex extra 0: bones=1,-1,-1 weights=60,0,0 extra=0
vertex extra 1: bones=-1,-1,-1 weights=0,0,0 extra=0
vertex extra 2: bones=-1,-1,-1 weights=0,0,0 extra=0
"#;

    /// Where vertex 0 and face 0 begin.
    const PLACES: [usize; 2] = [16, 63];

    /// Whether the model is sound with something else in the place of what it holds.
    fn is_sound_with(old: &str, new: &str) -> bool {
        assert!(SOUND.contains(old), "{old}");
        is_sound(&assemble(&SOUND.replacen(old, new, 1)).unwrap(), &PLACES)
    }

    #[test]
    fn a_sound_model_is_sound() {
        assert!(is_sound_with("", ""));
    }

    #[test]
    fn a_sound_model_is_read_to_its_end_without_doubt() {
        assert!(!is_sound_with("extra=0\n", "extra=0\nbytes: 00\n"), "a byte too many in the middle");
        assert!(!is_sound(&assemble(&format!("{SOUND}bytes: 00\n")).unwrap(), &PLACES), "one behind the end");
        assert!(!is_sound_with("vertex extra 2: bones=-1,-1,-1 weights=0,0,0 extra=0\n", ""), "cut off");
        assert!(!is_sound_with("vertex extras: version=2", "vertex extras: version=9"));
    }

    #[test]
    fn all_that_is_pointed_at_exists() {
        let wrong = [
            ("vertices=0,1,2", "vertices=0,3329,2"),
            ("material=-1", "material=0"),
            ("bone=0", "bone=64"),
            ("bone=0", "bone=-2"),
            ("bones=1,-1,-1", "bones=1,13,-1"),
            ("parent=\"root\"", "parent=\"roo\""),
        ];
        for (old, new) in wrong {
            assert!(!is_sound_with(old, new), "{new}");
        }
    }

    #[test]
    fn each_face_is_listed_once_by_its_own_mesh() {
        let wrong = [
            ("faces=0,1", "faces=0,0"),
            ("faces=0,1", "faces=0,13"),
            ("face-count=2\nmembers 0: faces=0,1", "face-count=1\nmembers 0: faces=0"),
            ("face-count=2\nmembers 0: faces=0,1", "face-count=3\nmembers 0: faces=0,1,1"),
            ("group=0", "group=13"),
        ];
        for (old, new) in wrong {
            assert!(!is_sound_with(old, new), "{new}");
        }
    }

    #[test]
    fn weights_are_at_most_100_percent() {
        assert!(is_sound_with("weights=60,0,0", "weights=60,40,0"));
        assert!(!is_sound_with("weights=60,0,0", "weights=60,41,0"));
    }

    #[test]
    fn floats_of_repaired_records_are_usual() {
        for value in ["nan", "inf", "-inf", "1e20", "-1e20", "1e-30"] {
            assert!(!is_sound_with("0.5,0.0,0.0", &format!("{value},0.0,0.0")), "vertex 0: {value}");
            assert!(!is_sound_with("u=0.25", &format!("u={value}")), "face 0: {value}");
            assert!(is_sound_with("0.0,1.0,0.0 bone", &format!("0.0,{value},0.0 bone")), "vertex 2: {value}");
        }
    }
}

//! Defects of names: missing, too long, duplicate, or with spaces, quotes or slashes.

use crate::smith::config::Config;
use crate::smith::defect::{ASCII, BOTH, Defect, Mark};
use crate::smith::model::Model;
use crate::smith::sample::{Path, Record};

/// An object has no name.
macro_rules! empty {
    ($what:literal, $record:ident) => {
        Defect::of_model("empty-name", $what, BOTH, |model, choices| {
            let index = choices.below(count(model, Record::$record));
            if Record::$record == Record::Bone && is_parent(model, index) {
                return None;
            }
            name(model, Record::$record, index).clear();
            Some(Mark::at(place(Record::$record, index)))
        })
        .needs(one_of_each)
    };
}

/// How many bytes engines have room for.
const LONGEST: usize = 31;

/// The name of an object is filled up to a length.
macro_rules! long {
    ($what:literal, $record:ident, $length:literal) => {
        Defect::of_model("name-too-long", $what, ASCII, |model, choices| {
            let index = choices.below(count(model, Record::$record));
            let mut long = name(model, Record::$record, index).clone();
            long.resize($length, b'_');
            rename(model, Record::$record, index, long);
            Some(Mark::in_text(place(Record::$record, index), LONGEST..$length))
        })
        .needs(one_of_each)
    };
}

/// Positions in a name where something is inserted: before it, inside it, and after it.
const IN_FRONT: fn(usize) -> usize = |_| 0;
const WITHIN: fn(usize) -> usize = |length| length / 2;
const BEHIND: fn(usize) -> usize = |length| length;

/// A space is put into the name of an object.
macro_rules! blank {
    ($what:literal, $record:ident, $at:ident, $blank:literal) => {
        Defect::of_model("name-with-whitespace", $what, ASCII, |model, choices| {
            let index = choices.below(count(model, Record::$record));
            let mut torn = name(model, Record::$record, index).clone();
            torn.insert($at(torn.len()), $blank);
            let length = torn.len();
            rename(model, Record::$record, index, torn);
            (length <= LONGEST).then(|| Mark::in_text(place(Record::$record, index), 0..length))
        })
        .needs(one_of_each)
    };
}

/// A quote is put into the name of an object; importers end the name there.
macro_rules! quote {
    ($what:literal, $record:ident, $at:ident) => {
        Defect::of_bytes("quote-in-name", concat!("a quote ", $what), ASCII, |sample, choices| {
            let index = choices.below(count(&sample.model, Record::$record));
            if Record::$record == Record::Bone && is_parent(&sample.model, index) {
                return None;
            }
            let name = name(&mut sample.model, Record::$record, index);
            let mut quoted = name.clone();
            quoted.insert($at(name.len()), b'"');
            name.truncate($at(name.len()));
            let path = place(Record::$record, index);
            sample.set(path, &[b"\"", &quoted[..], b"\""].concat())?;
            Some(Mark::in_text(path, 0..quoted.len()))
        })
        .needs(one_of_each)
    };
}

/// Two slashes are put into the name of an object.
macro_rules! slashes {
    ($what:literal, $record:ident, $at:ident) => {
        Defect::of_model("double-slash-in-name", concat!("two slashes ", $what), ASCII, |model, choices| {
            let index = choices.below(count(model, Record::$record));
            let mut slashed = name(model, Record::$record, index).clone();
            let at = $at(slashed.len());
            slashed.splice(at..at, *b"//");
            let length = slashed.len();
            rename(model, Record::$record, index, slashed);
            (length <= LONGEST).then(|| Mark::in_text(place(Record::$record, index), at..at + 2))
        })
        .needs(one_of_each)
    };
}

/// An object has the name of an earlier one.
macro_rules! duplicate {
    ($rule:literal, $what:literal, $record:ident) => {
        Defect::of_model($rule, $what, BOTH, |model, choices| {
            let later = 1 + choices.below(count(model, Record::$record) - 1);
            let earlier = choices.below(later);
            if Record::$record == Record::Bone && is_parent(model, later) {
                return None;
            }
            let alike = name(model, Record::$record, earlier).clone();
            name(model, Record::$record, later).clone_from(&alike);
            (!alike.is_empty()).then(|| Mark::at(place(Record::$record, later)))
        })
        .needs(two_of_each)
    };
}

/// An object has the name of an earlier one, but for the case.
macro_rules! other_case {
    ($what:literal, $record:ident) => {
        Defect::of_model("names-differ-by-case", $what, BOTH, |model, choices| {
            let later = 1 + choices.below(count(model, Record::$record) - 1);
            let earlier = choices.below(later);
            let capitals = name(model, Record::$record, earlier).to_ascii_uppercase();
            let differs = *name(model, Record::$record, earlier) != capitals;
            rename(model, Record::$record, later, capitals);
            differs.then(|| Mark::at(place(Record::$record, later)))
        })
        .needs(two_of_each)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    empty!("a mesh has no name", Mesh),
    empty!("a material has no name", Material),
    empty!("a bone has no name", Bone),
    long!("the name of a mesh has 32 bytes", Mesh, 32),
    long!("the name of a mesh has 200 bytes", Mesh, 200),
    long!("the name of a bone has 32 bytes", Bone, 32),
    long!("the name of a bone has 200 bytes", Bone, 200),
    blank!("a space within the name of a mesh", Mesh, WITHIN, b' '),
    blank!("a space before the name of a mesh", Mesh, IN_FRONT, b' '),
    blank!("a space after the name of a mesh", Mesh, BEHIND, b' '),
    blank!("a tab within the name of a mesh", Mesh, WITHIN, b'\t'),
    blank!("a space within the name of a material", Material, WITHIN, b' '),
    blank!("a space before the name of a material", Material, IN_FRONT, b' '),
    blank!("a space after the name of a material", Material, BEHIND, b' '),
    blank!("a space within the name of a bone", Bone, WITHIN, b' '),
    blank!("a space before the name of a bone", Bone, IN_FRONT, b' '),
    blank!("a space after the name of a bone", Bone, BEHIND, b' '),
    quote!("within the name of a mesh", Mesh, WITHIN),
    quote!("in front of the name of a mesh", Mesh, IN_FRONT),
    quote!("behind the name of a mesh", Mesh, BEHIND),
    quote!("within the name of a material", Material, WITHIN),
    quote!("in front of the name of a material", Material, IN_FRONT),
    quote!("behind the name of a material", Material, BEHIND),
    quote!("within the name of a bone", Bone, WITHIN),
    slashes!("within the name of a mesh", Mesh, WITHIN),
    slashes!("in front of the name of a mesh", Mesh, IN_FRONT),
    slashes!("behind the name of a mesh", Mesh, BEHIND),
    slashes!("within the name of a material", Material, WITHIN),
    slashes!("within the name of a bone", Bone, WITHIN),
    duplicate!("duplicate-mesh-name", "a mesh has the name of an earlier one", Mesh),
    duplicate!("duplicate-material-name", "a material has the name of an earlier one", Material),
    duplicate!("duplicate-bone-name", "a bone has the name of an earlier one", Bone),
    other_case!("a mesh has the name of an earlier one, in capitals", Mesh),
    other_case!("a bone has the name of an earlier one, in capitals", Bone),
];

fn one_of_each(config: &mut Config) {
    config.meshes.at_least(1);
    config.materials.at_least(1);
    config.bones.at_least(1);
}

fn two_of_each(config: &mut Config) {
    config.meshes.at_least(2);
    config.materials.at_least(2);
    config.bones.at_least(2);
}

fn place(record: Record, index: usize) -> Path {
    Path::object(record, index).field("name")
}

fn count(model: &Model, record: Record) -> usize {
    match record {
        Record::Mesh => model.meshes.len(),
        Record::Material => model.materials.len(),
        _ => model.bones.len(),
    }
}

fn name(model: &mut Model, record: Record, index: usize) -> &mut Vec<u8> {
    match record {
        Record::Mesh => &mut model.meshes[index].name,
        Record::Material => &mut model.materials[index].name,
        _ => &mut model.bones[index].name,
    }
}

fn is_parent(model: &Model, bone: usize) -> bool {
    model.bones.iter().any(|child| child.parent == model.bones[bone].name)
}

/// Gives an object another name, which the children of a bone call it by as well.
fn rename(model: &mut Model, record: Record, index: usize, new: Vec<u8>) {
    let old = std::mem::replace(name(model, record, index), new.clone());
    if record == Record::Bone {
        let children = model.bones.iter_mut().filter(|child| child.parent == old);
        children.for_each(|child| child.parent.clone_from(&new));
    }
}

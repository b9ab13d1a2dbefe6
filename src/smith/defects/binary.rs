//! Defects that only binary files have: versions, sections, weights, face lists, padding.

use super::file::KNOWN_LESS;
use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{Defect, MS3D, Mark};
use crate::smith::model::{Model, Vertex};
use crate::smith::sample::{Path, Record, Sample};

/// The file has an unknown version.
macro_rules! unknown_version {
    ($what:literal, $version:expr) => {
        Defect::of_bytes("unsupported-version", $what, MS3D, |sample, _| {
            write(sample, VERSION, &i32::to_le_bytes($version))
        })
    };
}

/// A section at the end of the file has an unknown version.
macro_rules! unknown_section {
    ($what:literal, $block:literal, $version:literal) => {
        Defect::of_bytes("unsupported-subversion", $what, MS3D, |sample, _| {
            write(sample, Path::block($block).field("version"), &i32::to_le_bytes($version))
        })
        .needs(preconditions::whole_tail)
    };
}

/// There are bytes after the last section.
macro_rules! appended {
    ($what:literal, $bytes:literal) => {
        Defect::of_bytes("trailing-bytes", $what, MS3D, |sample, _| {
            let end = sample.bytes.len();
            Some(Mark::bytes(Path::FILE, sample.replace(end..end, $bytes)))
        })
        .needs(preconditions::whole_tail)
    };
}

/// The file ends before a section.
macro_rules! cut_off {
    ($what:literal, $block:literal) => {
        Defect::of_bytes("missing-tail", $what, MS3D, |sample, _| {
            let end = sample.find(Path::block($block))?.start;
            sample.bytes.truncate(end);
            Some(Mark::bytes(Path::FILE, end..end))
        })
        .needs(|config| {
            preconditions::whole_tail(config);
            config.version = 4;
        })
    };
}

/// A vertex has weights that sum to too much.
macro_rules! overweight {
    ($what:literal, $bones:expr, $weights:expr) => {
        Defect::of_model("weight-sum", $what, MS3D, |model, choices| {
            Some(Mark::at(weigh(model, choices, $bones, $weights)?.field("first weight")))
        })
        .needs(weighted)
    };
}

/// One of the extra bones of a vertex does not exist. `weights` must leave some percent for it.
macro_rules! lost_bone {
    ($what:literal, $field:literal, $weights:expr, $bones:expr) => {
        Defect::of_model("weight-bone-out-of-range", $what, MS3D, |model, choices| {
            let bones: fn(i8) -> [i8; 3] = $bones;
            let bones = bones(i8::try_from(model.bones.len()).ok()?);
            Some(Mark::at(weigh(model, choices, bones, $weights)?.field($field)))
        })
        .needs(weighted)
    };
}

/// The face names another mesh than the one that lists it.
macro_rules! wrong_group {
    ($what:literal, $group:expr) => {
        Defect::of_bytes("group-membership", $what, MS3D, |sample, choices| {
            let (mesh, face) = any_face(sample, choices);
            let group: fn(usize, usize) -> usize = $group;
            let group = u8::try_from(group(mesh, sample.model.meshes.len())).ok()?;
            let place = Path::row(Record::Face, mesh, face).field("group");
            (usize::from(group) != mesh).then(|| write(sample, place, &[group]))?
        })
        .needs(preconditions::meshes)
    };
}

/// A mesh lists one more face. `$list` chooses mesh and face, given any face and its mesh.
macro_rules! listed {
    ($what:literal, $list:expr) => {
        Defect::of_bytes("group-membership", $what, MS3D, |sample, choices| {
            let (mesh, face) = any_face(sample, choices);
            let in_list: fn(&Sample, usize, usize) -> (usize, usize) = $list;
            let (mesh, face) = in_list(sample, mesh, face);
            list(sample, mesh, face)
        })
        .needs(preconditions::meshes)
        .shadowed_by(KNOWN_LESS)
    };
}

/// A text of any of these objects fills its field, so that no NUL ends it.
macro_rules! unterminated {
    ($what:literal, $objects:ident, $record:ident, $text:ident, $field:literal, $room:expr) => {
        Defect::of_model("unterminated-text", $what, MS3D, |model, choices| {
            let index = choices.below(model.$objects.len());
            model.$objects[index].$text = vec![b'x'; $room];
            Some(Mark::at(Path::object(Record::$record, index).field($field)))
        })
        .needs(named)
    };
}

/// Bytes are left after the NUL that ends a text.
macro_rules! garbage {
    ($what:literal, $record:expr, $field:literal) => {
        Defect::of_bytes("text-field-garbage", $what, MS3D, |sample, choices| {
            litter(sample, choices, $record, $field)
        })
        .needs(|config| {
            named(config);
            config.garbage = false;
        })
    };
}

/// The animation has this many frames per second.
macro_rules! rate {
    ($what:literal, $rate:literal) => {
        Defect::of_bytes("invalid-frame-rate", $what, MS3D, |sample, _| {
            let rate = Path::object(Record::Animation, 0).field("frames per second");
            write(sample, rate, &f32::to_le_bytes($rate))
        })
    };
}

const VERSION: Path = Path::FILE.field("version");
const VERTEX_EXTRAS: Path = Path::block("VertexExtras").field("version");
/// The size of a name field.
const NAME: usize = 32;
/// The size of the field for a texture path.
const PATH: usize = 128;

pub(super) static DEFECTS: &[Defect] = &[
    unknown_version!("version 5", 5),
    unknown_version!("version 2", 2),
    unknown_version!("version 4 with its bytes in reverse", i32::swap_bytes(4)),
    Defect::of_writing("old-version", "version 3", MS3D, |config, _, _| {
        config.version = 3;
        Some(Mark::at(VERSION))
    })
    .needs(|config| config.version = 4),
    unknown_section!("comments of version 2", "Comments", 2),
    unknown_section!("comments of version 0", "Comments", 0),
    unknown_section!("vertex extras of version 4", "VertexExtras", 4),
    unknown_section!("vertex extras of version 0", "VertexExtras", 0),
    unknown_section!("bone extras of version 2", "BoneExtras", 2),
    unknown_section!("bone extras of version -1", "BoneExtras", -1),
    unknown_section!("extras of the model of version 2", "ModelExtras", 2),
    unknown_section!("extras of the model of version 256", "ModelExtras", 256),
    appended!("one byte after the end", b"\0"),
    appended!("text after the end", b"end of file"),
    appended!("the beginning of another file after the end", b"MS3D000000\x04\0\0\0\0\0"),
    cut_off!("no section after the bones", "Comments"),
    cut_off!("no section after the comments", "VertexExtras"),
    cut_off!("no section after the vertex extras", "BoneExtras"),
    cut_off!("no section after the bone extras", "ModelExtras"),
    overweight!("two weights of 60 percent", [0, -1, -1], [60, 60, 0]),
    overweight!("three weights of 34 percent", [0, 0, -1], [34, 34, 34]),
    overweight!("three weights of 255 percent", [0, 0, -1], [255; 3]),
    Defect::of_model("weight-scale", "all weights reach to 255", MS3D, |model, choices| {
        to_bytes(model, choices)?;
        Some(Mark::at(VERTEX_EXTRAS))
    })
    .needs(weighted),
    lost_bone!("the second bone is one beyond the last", "second bone", [60, 40, 0], |count| [count, -1, -1]),
    lost_bone!("the second bone is none", "second bone", [60, 40, 0], |_| [-1; 3]),
    lost_bone!("the second bone is -2", "second bone", [60, 40, 0], |_| [-2, -1, -1]),
    lost_bone!("the third bone is one beyond the last", "third bone", [40, 30, 30], |count| [0, count, -1]),
    lost_bone!("the third bone is none", "third bone", [40, 30, 30], |_| [0, -1, -1]),
    lost_bone!("the fourth bone is one beyond the last", "fourth bone", [30, 30, 30], |count| [0, 0, count]),
    lost_bone!("the fourth bone is none", "fourth bone", [30, 30, 30], |_| [0, 0, -1]),
    Defect::of_writing("ambiguous-weights", "percentages in version 1", MS3D, |config, model, choices| {
        config.vertex_extras = 1;
        weigh(model, choices, [0, -1, -1], [60, 40, 0])?;
        Some(Mark::at(VERTEX_EXTRAS))
    })
    .needs(weighted),
    Defect::of_writing(
        "ambiguous-weights",
        "weights up to 255 in version 1",
        MS3D,
        |config, model, choices| {
            config.vertex_extras = 1;
            to_bytes(model, choices)?;
            Some(Mark::at(VERTEX_EXTRAS))
        },
    )
    .needs(weighted),
    Defect::of_writing("misread-weights", "version 3", MS3D, |config, _, _| {
        config.vertex_extras = 3;
        Some(Mark::at(VERTEX_EXTRAS))
    })
    .needs(version_2),
    Defect::of_bytes("misread-weights", "version 3 with numbers of its own", MS3D, |sample, choices| {
        let section =
            sample.find(Path::block("VertexExtras"))?.start..sample.find(Path::block("BoneExtras"))?.start;
        let number = choices.within(1..=9).to_le_bytes();
        let (_, rows) = sample.bytes[section.clone()].split_at(4);
        let rows = rows.chunks(10).flat_map(|row| row.iter().chain(&number).copied());
        let new: Vec<u8> = 3i32.to_le_bytes().into_iter().chain(rows).collect();
        let new = sample.replace(section, &new);
        Some(Mark::bytes(VERTEX_EXTRAS, new.start..new.start + 4))
    })
    .needs(version_2),
    wrong_group!("a face names another mesh", |mesh, meshes| (mesh + 1) % meshes),
    wrong_group!("a face names the mesh beyond the last", |_, meshes| meshes),
    wrong_group!("a face names mesh 255", |_, _| 255),
    Defect::of_bytes("group-membership", "a face is in no mesh", MS3D, |sample, choices| {
        let (mesh, _) = any_face(sample, choices);
        let last = sample.model.meshes[mesh].faces.len() - 1;
        // A mesh without any is another defect.
        let fewer = (last > 0).then(|| (last as u16).to_le_bytes())?;
        sample.set(Path::object(Record::Mesh, mesh).field("face count"), &fewer)?;
        sample.set(Path::row(Record::Member, mesh, last), &[])?;
        Some(Mark::at(Path::row(Record::Face, mesh, last)).shared())
    })
    .shadowed_by(KNOWN_LESS)
    .needs(preconditions::meshes),
    listed!("a mesh lists one of its faces twice", |sample, mesh, face| (mesh, sample.face_rows[mesh][face])),
    listed!("a mesh lists a face of an earlier one too", |sample, mesh, face| {
        (mesh + 1, sample.face_rows[mesh][face])
    }),
    listed!("a mesh lists the face beyond the last", |sample, mesh, _| {
        (mesh, sample.face_rows.iter().map(Vec::len).sum())
    }),
    listed!("a mesh lists face 65535", |_, mesh, _| (mesh, 65_535)),
    Defect::of_bytes(
        "triangles-out-of-group-order",
        "a face is after one of the next mesh",
        MS3D,
        |sample, choices| {
            let mesh = choices.below(sample.model.meshes.len() - 1);
            change_places(sample, mesh)
        },
    )
    .needs(|config| {
        preconditions::meshes(config);
        config.scattered_faces = false;
    }),
    unterminated!("the name of a mesh of 32 bytes", meshes, Mesh, name, "name", NAME),
    unterminated!("the name of a material of 32 bytes", materials, Material, name, "name", NAME),
    Defect::of_model("unterminated-text", "the name of a bone of 32 bytes", MS3D, |model, choices| {
        let index = choices.below(model.bones.len());
        let old = std::mem::replace(&mut model.bones[index].name, vec![b'x'; NAME]);
        let children = model.bones.iter_mut().filter(|bone| bone.parent == old);
        children.for_each(|child| child.parent = vec![b'x'; NAME]);
        Some(Mark::at(Path::object(Record::Bone, index).field("name")))
    })
    .needs(named),
    unterminated!("the name of an unknown parent of 32 bytes", bones, Bone, parent, "parent", NAME)
        .shadowed_by(&["parent-not-found", "multiple-roots"]),
    unterminated!("the path of a texture of 128 bytes", materials, Material, texture, "texture", PATH)
        .shadowed_by(&["texture-not-found"]),
    unterminated!("the path of an alpha map of 128 bytes", materials, Material, alpha_map, "alpha map", PATH)
        .shadowed_by(&["texture-not-found"]),
    garbage!("garbage after the name of a mesh", Record::Mesh, "name"),
    garbage!("garbage after the name of a material", Record::Material, "name"),
    garbage!("garbage after the path of a texture", Record::Material, "texture"),
    garbage!("garbage after the path of an alpha map", Record::Material, "alpha map"),
    garbage!("garbage after the name of a bone", Record::Bone, "name"),
    garbage!("garbage after the name of a parent", Record::Bone, "parent"),
    Defect::of_bytes("reference-count-wrong", "a reference count of 0", MS3D, |sample, choices| {
        count_uses(sample, choices, |_| 0)
    })
    .needs(preconditions::meshes),
    Defect::of_bytes("reference-count-wrong", "a reference count one too high", MS3D, |sample, choices| {
        count_uses(sample, choices, |count| count.wrapping_add(1))
    })
    .needs(preconditions::meshes),
    rate!("no frames in a second", 0.0),
    rate!("half a frame in a second", 0.5),
    rate!("-24 frames in a second", -24.0),
];

/// There are objects of all kinds that have names.
fn named(config: &mut Config) {
    preconditions::bones(config);
    config.materials.at_least(1);
}

/// There are vertices that weights can be given to, in a version that is not disputed.
fn weighted(config: &mut Config) {
    preconditions::whole_tail(config);
    preconditions::bones(config);
    config.vertex_extras = 2;
}

fn version_2(config: &mut Config) {
    preconditions::whole_tail(config);
    preconditions::meshes(config);
    config.vertex_extras = 2;
}

/// Writes other bytes into a field.
fn write(sample: &mut Sample, field: Path, bytes: &[u8]) -> Option<Mark> {
    sample.set(field, bytes)?;
    Some(Mark::at(field))
}

/// Binds a vertex to these bones besides the first bone, and returns it; `None` if there is no vertex.
fn weigh(model: &mut Model, choices: &mut Choices, more_bones: [i8; 3], weights: [u8; 3]) -> Option<Path> {
    let mesh = choices.below(model.meshes.len());
    let row = choices.below(model.meshes[mesh].vertices.len());
    let vertex = model.meshes[mesh].vertices.get_mut(row)?;
    *vertex = Vertex { bone: 0, more_bones, weights, ..vertex.clone() };
    Some(Path::row(Record::VertexExtra, mesh, row))
}

/// Changes all weights, of which there is at least one, from percent to parts of 255.
fn to_bytes(model: &mut Model, choices: &mut Choices) -> Option<()> {
    weigh(model, choices, [0, -1, -1], [60, 40, 0])?;
    let vertices = model.meshes.iter_mut().flat_map(|mesh| &mut mesh.vertices);
    for vertex in vertices.filter(|vertex| vertex.weights != [0; 3]) {
        let first = (f32::from(vertex.weights[0]) * 2.55).round() as u8;
        vertex.weights = [first, 255 - first, 0];
    }
    Some(())
}

/// Any face, as its mesh and its number there. There is another mesh after that one.
fn any_face(sample: &Sample, choices: &mut Choices) -> (usize, usize) {
    let mesh = choices.below(sample.model.meshes.len() - 1);
    (mesh, choices.below(sample.model.meshes[mesh].faces.len()))
}

/// Makes a mesh list one more face.
fn list(sample: &mut Sample, mesh: usize, face: usize) -> Option<Mark> {
    let count = sample.model.meshes[mesh].faces.len();
    let more = u16::try_from(count + 1).ok()?.to_le_bytes();
    sample.set(Path::object(Record::Mesh, mesh).field("face count"), &more)?;
    let end = sample.find(Path::row(Record::Member, mesh, count - 1))?.end;
    let span = sample.replace(end..end, &u16::try_from(face).ok()?.to_le_bytes());
    Some(Mark::bytes(Path::row(Record::Member, mesh, count).field("face"), span))
}

/// Swaps the last face of a mesh and the first one of the next mesh in the file. Each mesh lists its own as
/// before.
fn change_places(sample: &mut Sample, mesh: usize) -> Option<Mark> {
    let last = sample.model.meshes[mesh].faces.len() - 1;
    for record in [Record::Face, Record::Member] {
        let [one, other] =
            [sample.find(Path::row(record, mesh, last))?, sample.find(Path::row(record, mesh + 1, 0))?];
        let [of_one, of_other] = [one.clone(), other.clone()].map(|span| sample.bytes[span].to_vec());
        sample.replace(one, &of_other);
        sample.replace(other, &of_one);
    }
    let rows = &mut sample.face_rows;
    (rows[mesh][last], rows[mesh + 1][0]) = (rows[mesh + 1][0], rows[mesh][last]);
    let at = sample.find(Path::row(Record::Face, mesh + 1, 0))?;
    Some(Mark::bytes(Path::row(Record::Face, mesh, last), at))
}

/// Leaves bytes after the NUL that ends a text of any mesh, material or bone.
fn litter(sample: &mut Sample, choices: &mut Choices, record: Record, field: &'static str) -> Option<Mark> {
    let objects = match record {
        Record::Mesh => sample.model.meshes.len(),
        Record::Material => sample.model.materials.len(),
        _ => sample.model.bones.len(),
    };
    let field = Path::object(record, choices.below(objects)).field(field);
    let span = sample.find(field)?;
    let text = sample.bytes[span.clone()].iter().position(|byte| *byte == 0)?;
    let start = span.start + text + 1;
    let start = start + choices.below(span.end.checked_sub(start)?);
    let end = span.end - choices.below(span.end.checked_sub(start)?);
    let garbage = sample.bytes.get_mut(start..end).filter(|garbage| !garbage.is_empty())?;
    garbage.fill(0xcc);
    Some(Mark::bytes(field, start..end))
}

/// Lets a vertex count the corners that use it in another way.
fn count_uses(sample: &mut Sample, choices: &mut Choices, count: fn(u8) -> u8) -> Option<Mark> {
    let mesh = choices.below(sample.model.meshes.len());
    let row = choices.below(sample.model.meshes[mesh].vertices.len());
    let field = Path::row(Record::Vertex, mesh, row).field("reference count");
    let old = sample.bytes[sample.find(field)?.start];
    (count(old) != old).then(|| write(sample, field, &[count(old)]))?.map(Mark::shared)
}

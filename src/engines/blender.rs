//! Blender's add-on `io_scene_ms3d`: `ms3d_spec.py` reads the records as they are. Up to the animation all must be
//! there; what it cannot read behind that it leaves out. `ms3d_import.py` makes Blender's objects of what was read.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use crate::base::display::{counted, number};
use crate::diagnostics::effect::{EffectCause, Topic};
use crate::document::Document;
use crate::engines::faces::binary_geometry;
use crate::engines::held::{HeldFace, HeldMesh, HeldModel};
use crate::engines::loose::check_head;
use crate::engines::records::{ByteReader, RawBone, Sections};
use crate::engines::tally::OddityTally;
use crate::engines::weights::{BoneShares, RawShares, otherwise_bound, shared_vertices};
use crate::engines::{Loading, Oddity, OddityKind, Run, refuse};
use crate::layout::binary::{ANIMATION, FACE, VERSION_WIDTH, vertex_extra, width};
use crate::model::Vertex;

/// The most vertices, faces, meshes, materials and bones.
const MOST: [(&str, usize); 5] =
    [("vertex", 65_534), ("face", 65_534), ("mesh", 255), ("material", 128), ("bone", 128)];

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let sections = Sections::of(document);
    if let Err(failure) = check(&sections) {
        return failure.into();
    }
    let mut oddities = other_faces(document);
    oddities.extend(other_meshes(document));
    oddities.extend(other_names(&sections));
    match &sections.bones {
        Some(bones) => {
            oddities.extend(unreached_bones(bones));
            oddities.extend(missing_bone(document).or_else(|| other_weights(document, &sections)));
        }
        None => {
            let says = "leaves out all bones: the file ends within them";
            oddities.push(Oddity::new(OddityKind::Drops, sections.end as u32, says));
        }
    }
    Run { failure: None, oddities }
}

/// Refuses a file that is not there as far as it must be, or has too much of something.
fn check(sections: &Sections) -> Loading {
    check_head(sections.bytes, &[4])?;
    let (Some(vertices), Some(faces), Some(meshes), Some(materials), Some(animation)) =
        (sections.vertices, sections.faces, &sections.meshes, sections.materials, sections.animation)
    else {
        return refuse(sections.end, "the file ends before its bones");
    };
    // Each count takes the two bytes before what it counts.
    const COUNT_WIDTH: usize = size_of::<u16>();
    let bones = sections.bones.as_ref().map_or(0, Vec::len);
    let found = [
        (vertices.at - COUNT_WIDTH, vertices.count),
        (faces.at - COUNT_WIDTH, faces.count),
        (faces.at + faces.count * width(FACE), meshes.len()),
        (materials.at - COUNT_WIDTH, materials.count),
        (animation + width(ANIMATION), bones),
    ];
    for ((at, count), (noun, most)) in found.into_iter().zip(MOST) {
        if count > most {
            return refuse(at, format!("it has {}, more than {}", counted(count, noun), number(most)));
        }
    }
    Ok(())
}

/// Faces that are left out: Blender has no two with the same vertices, and none with a vertex twice.
fn other_faces(document: &Document) -> Vec<Oddity> {
    let Some((geometry, row_stats)) = binary_geometry(document) else { return Vec::new() };
    let vertex_count = geometry.vertices.len() as i32;
    let mut dangling = OddityTally::default();
    let mut left_out = Vec::new();
    let mut known = Vec::new();
    for (index, face) in geometry.faces.iter() {
        let mut vertices = face.vertices;
        vertices.sort_unstable();
        let [a, b, c] = vertices;
        if c >= vertex_count {
            dangling.add(face.at as usize);
        } else if a == b || b == c {
            left_out.push(index);
        } else if !row_stats.are_one_sided {
            known.push((vertices, index));
        }
    }
    known.sort_unstable();
    let same = known.iter().zip(known.iter().skip(1)).filter(|(first, second)| first.0 == second.0);
    left_out.extend(same.map(|(_, second)| second.1));
    left_out.sort_unstable();
    let starts = left_out.into_iter().filter_map(|index| Some(geometry.faces.rows.get(index)?.at as usize));
    let repeated = OddityTally::of(starts).oddity(OddityKind::Drops, "face", |faces| {
        format!("leaves out {faces} with a vertex twice, or with the same three as another")
    });
    let dangling = dangling.oddity(OddityKind::Drops, "face", |faces| {
        format!("leaves out {faces} with a vertex that does not exist")
    });
    let repeated = repeated.map(|oddity| oddity.about(EffectCause::Topic(Topic::RepeatedVertices)));
    dangling.into_iter().chain(repeated).collect()
}

/// Faces that are in the mesh that they name, and not in the one that lists them.
fn other_meshes(document: &Document) -> Option<Oddity> {
    let binary = document.model.binary.as_ref()?;
    let faces = binary.geometry.faces.iter();
    let other = faces.filter(|(index, _)| match (binary.groups.get(*index), binary.owners.get(*index)) {
        (Some(group), Some(owner)) => u32::from(*group) != *owner,
        _ => false,
    });
    OddityTally::of(other.map(|(_, face)| face.at as usize)).oddity(OddityKind::Differs, "face", |faces| {
        format!("puts {faces} where the faces themselves say, and not into the meshes that list them")
    })
}

/// A name, in which an underscore stands for what is not ASCII.
fn ascii(name: &[u8]) -> Cow<'_, [u8]> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.iter().map(|byte| if byte.is_ascii() { *byte } else { b'_' }).collect())
}

fn other_names(sections: &Sections) -> Option<Oddity> {
    let meshes = sections.meshes.iter().flatten().map(|mesh| (mesh.at, mesh.name()));
    let bones = sections.bones.iter().flatten().map(|bone| (bone.at, bone.name()));
    let other = meshes.chain(bones).filter(|(_, name)| !name.is_ascii());
    OddityTally::of(other.map(|(at, _)| at)).oddity(OddityKind::Misreads, "name", |names| {
        format!("reads {names} with an underscore for each byte that is not ASCII")
    })
}

/// Where the extras of the vertices are, and their version. `None` if the program does not come to them.
fn extras<'d>(sections: &Sections<'d>) -> Result<(i32, ByteReader<'d>), usize> {
    let mut reader = ByteReader { bytes: sections.bytes, at: sections.end };
    let mut last = reader.at;
    let mut read = || {
        let _version = reader.i32()?;
        for _ in ["mesh", "material", "bone"] {
            for _ in 0..reader.i32()? as u32 {
                last = reader.at;
                let _index = reader.i32()?;
                comment(&mut reader)?;
            }
        }
        last = reader.at;
        if reader.i32()? != 0 {
            comment(&mut reader)?;
        }
        last = reader.at;
        reader.i32()
    };
    let version = read();
    version.map(|version| (version, reader)).ok_or(last)
}

/// Passes over a comment. One without text is taken for the end of the file.
fn comment(reader: &mut ByteReader) -> Option<()> {
    let length = reader.i32()? as u32 as usize;
    let rest = reader.bytes.len() - reader.at;
    reader.take(length.min(rest)).filter(|text| !text.is_empty()).map(|_| ())
}

/// What becomes of the weights.
fn other_weights(document: &Document, sections: &Sections) -> Option<Oddity> {
    let bone_count = document.model.bones.len() as i32;
    let (version, reader) = match extras(sections) {
        Ok(extras) => extras,
        Err(at) => {
            let mut lost = shared_vertices(document);
            lost.start_at(&[at]);
            return lost.oddity(OddityKind::Drops, "vertex", |vertices| {
                format!("does not read the weights of {vertices}: it stops at an empty comment, or where the file ends")
            });
        }
    };
    // Extras of version 3 are read as if they were of version 2.
    let slots = vertex_extra(version.min(2));
    let (has_large, has_negative) = (Cell::new(false), Cell::new(false));
    let stride = slots.map(width);
    let read = |index: usize| ByteReader { at: reader.at + index * stride?, ..reader }.array();
    let taken = |bone, extra: Option<RawShares>| {
        let Some([a, b, c, x, y, z]) = extra else { return BoneShares::single(bone) };
        let bones = [a, b, c].map(|bone| bone as i8);
        has_large.set(has_large.get() || [x, y, z].iter().any(|weight| *weight > 100));
        has_negative.set(has_negative.get() || bones.iter().any(|bone| *bone < -1));
        shares(bone, bones, [x, y, z], bone_count)
    };
    let mut other = otherwise_bound(document, read, taken);
    if version == 3 {
        other.start_at(&[reader.at - VERSION_WIDTH]);
    }
    other.oddity(OddityKind::Misreads, "vertex", |vertices| match version {
        3 => format!("reads the weights of {vertices} from the wrong bytes"),
        _ => {
            let why = match (has_large.get(), has_negative.get()) {
                (true, true) => "101 is 0 to it, and bone -2 the last but one",
                (true, false) => "101 is 0 to it",
                (false, true) => "bone -2 is the last but one to it",
                (false, false) => "the fourth bone has what the others leave of 100",
            };
            format!("gives {vertices} other weights: {why}")
        }
    })
}

/// How bones move a vertex. Weights start again from 0 behind 100, and negative bones are counted from the last.
fn shares(bone: i32, bones: [i8; 3], weights: [u8; 3], bone_count: i32) -> BoneShares {
    if bones == [-1; 3] {
        return BoneShares::single(bone);
    }
    let [a, b, c] = weights.map(|weight| f32::from(weight % 101));
    let [second, third, fourth] = bones.map(|bone| match i32::from(bone) {
        bone if bone < -1 => bone + bone_count,
        bone => bone,
    });
    let mut shares =
        BoneShares { bones: [bone, second, third, fourth], percent: [a, b, c, 100.0 - a - b - c] };
    shares.keep(|bone, percent| bone != -1 && percent > 0.0);
    shares
}

/// Bones that are left out, because no way leads from a root to them.
fn unreached_bones(bones: &[RawBone]) -> Option<Oddity> {
    let mut children: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (index, bone) in bones.iter().enumerate() {
        children.entry(bone.parent()).or_default().push(index);
    }
    let mut is_reached = vec![false; bones.len()];
    let mut names = vec![&b""[..]];
    while let Some(name) = names.pop() {
        for index in children.remove(name).unwrap_or_default() {
            is_reached[index] = true;
            names.push(bones[index].name());
        }
    }
    let unreached = bones.iter().zip(is_reached).filter(|(_, is_reached)| !is_reached);
    OddityTally::of(unreached.map(|(bone, _)| bone.at)).oddity(OddityKind::Drops, "bone", |bones| {
        format!("leaves out {bones}: a parent does not exist, or hangs on its own child")
    })
}

/// The vertex where the program stops before it makes bones, because one of the vertex does not exist.
fn missing_bone(document: &Document) -> Option<Oddity> {
    let bone_count = document.model.bones.len() as i32;
    let binary = document.model.binary.as_ref().filter(|_| bone_count > 0)?;
    let is_there = |bone: i32| bone == -1 || (-bone_count..bone_count).contains(&bone);
    let stops = |(index, vertex): &(usize, &Vertex)| {
        let extra = binary.vertex_extras.rows.get(*index);
        let mut others = extra.into_iter().flat_map(|extra| extra.bones.map(i32::from));
        vertex.bone != -1 && !(is_there(vertex.bone) && others.all(is_there))
    };
    let (index, vertex) = binary.geometry.vertices.iter().find(stops)?;
    let says = format!("makes no bones: vertex {index} has one that does not exist");
    Some(Oddity::new(OddityKind::Drops, vertex.at, says))
}

/// What the program holds of a model that it has loaded.
pub fn held(document: &Document) -> HeldModel<'_> {
    let sections = Sections::of(document);
    let keys = |bone: &RawBone| bone.rotation_keys.count + bone.position_keys.count;
    let meshes = sections.meshes.iter().flatten().map(|mesh| HeldMesh {
        material: mesh.material.into(),
        name: ascii(mesh.name()),
        faces: mesh.faces().map(|face| HeldFace::Listed(face.into())).collect(),
    });
    HeldModel {
        meshes: meshes.collect(),
        vertex_count: sections.vertices.map_or(0, |vertices| vertices.count),
        material_count: sections.materials.map_or(0, |materials| materials.count),
        bone_count: sections.bones.as_ref().map_or(0, Vec::len),
        key_count: sections.bones.iter().flatten().map(keys).sum(),
        ..HeldModel::default()
    }
}

//! What assimp takes otherwise than a binary model says. What only an editor uses, such as flags, smoothing groups and
//! the colors of bones, is left out here.

use std::collections::{HashMap, HashSet};

use super::{AssimpScene, key_count};
use crate::base::display::{but_there_are, counted};
use crate::diagnostics::effect::EffectCause;
use crate::document::Document;
use crate::engines::faces::left_out;
use crate::engines::records::{RawBone, RawTable, bone_rotation, f32_of, key_values};
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{ANIMATION, MESH, POSITION_KEY, offset, width};
use crate::layout::fields::{animation, mesh};
use crate::model::vector::{difference, dot};
use crate::model::{ABSENT, Binary, VertexExtra};

/// All, in the order of the file.
pub(super) fn of(document: &Document, scene: &AssimpScene) -> Vec<Oddity> {
    let Some(binary) = &document.model.binary else { return Vec::new() };
    let found = [
        left_out(document),
        mesh_names(scene),
        materials(scene),
        rate(scene),
        bones_without_root(scene),
        shared_names(scene),
        position_keys(scene, binary),
        comments(document),
        weights(scene, binary),
        transparency(binary),
    ];
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    found.sort_by_key(|oddity| oddity.at);
    found
}

fn mesh_names(scene: &AssimpScene) -> Option<Oddity> {
    let named = scene.meshes.iter().filter(|mesh| !mesh.name().is_empty());
    let says = |meshes: &str| format!("does not keep the names of {meshes}");
    OddityTally::of(named.map(|named| named.at + offset(MESH, mesh::NAME)))
        .oddity(OddityKind::Drops, "mesh", says)
        .map(|lost| lost.about(EffectCause::Usual))
}

/// An index that is too high by one is refused by the validation alone.
fn materials(scene: &AssimpScene) -> Option<Oddity> {
    let count = scene.material_count();
    let wrong = scene.meshes.iter().filter(|mesh| scene.material_of(mesh) as usize == count);
    OddityTally::of(wrong.map(|mesh| mesh.at)).oddity(OddityKind::Differs, "mesh", |meshes| {
        let but = but_there_are(scene.materials, "material");
        format!("keeps material {count} of {meshes}, {but}")
    })
}

/// Times are multiplied by the rate.
fn rate(scene: &AssimpScene) -> Option<Oddity> {
    let at = scene.sections.animation?;
    let rate = f32_of(scene.sections.bytes.get(at..)?, ANIMATION, animation::RATE);
    let tables = || scene.bones.iter().flat_map(|bone| [bone.rotation_keys, bone.position_keys]);
    let has_time = |table: RawTable| rows(scene, table).any(|row| key_values(row).0 != 0.0);
    if rate != 0.0 || !tables().any(has_time) {
        return None;
    }
    let count = tables().map(|table| table.count).sum();
    let says = format!("puts {} at time 0, because the frame rate is 0", counted(count, "key"));
    Some(Oddity::new(OddityKind::Misreads, at as u32, says))
}

fn rows<'d>(scene: &AssimpScene<'d>, table: RawTable) -> impl Iterator<Item = &'d [u8]> {
    (0..table.count).map(move |index| scene.sections.record(table, POSITION_KEY, index))
}

fn bones_without_root(scene: &AssimpScene) -> Option<Oddity> {
    let lost = scene.bones.iter().zip(&scene.tree.reached).filter(|(_, is_reached)| !**is_reached);
    OddityTally::of(lost.map(|(bone, _)| bone.at)).oddity(OddityKind::Drops, "bone", |bones| {
        format!("leaves out {bones}, from which no chain of parents leads to a root")
    })
}

/// Keys, weights and parents name a bone.
fn shared_names(scene: &AssimpScene) -> Option<Oddity> {
    let mut by_name: HashMap<&[u8], usize> = HashMap::with_capacity(scene.bones.len());
    let same = scene.bones.iter().enumerate();
    let same = same.filter_map(|(index, bone)| Some((by_name.insert(bone.name(), index)?, index)));
    let same: Vec<(usize, usize)> = same.collect();
    let first = scene.bones.get(same.first()?.1)?;
    let mut is_bound = vec![false; scene.bones.len()];
    for vertex in scene.meshes.iter().flat_map(|mesh| scene.corners_of(mesh)) {
        for bone in scene.bones_of(vertex).into_iter().filter_map(|bone| usize::try_from(bone).ok()) {
            is_bound[bone] = true;
        }
    }
    let parents: HashSet<_> = scene.bones.iter().map(RawBone::parent).collect();
    let is_parent = |name: &[u8]| !name.is_empty() && parents.contains(name);
    let is_used = |index: usize| {
        let bone = &scene.bones[index];
        is_bound[index] || key_count(bone) != [0; 2] || is_parent(bone.name())
    };
    if !same.iter().any(|(one, other)| is_used(*one) || is_used(*other)) {
        return None;
    }
    let bones = counted(same.len(), "bone");
    let says = format!("cannot tell {bones} from another of the same name, as it finds bones by name");
    Some(Oddity::new(OddityKind::Differs, first.at as u32, says).misplacing_bones())
}

/// The values of position keys are added to the position of the bone. They are in the space of the bone, which its
/// rotation turns.
fn position_keys(scene: &AssimpScene, binary: &Binary) -> Option<Oddity> {
    /// Of the size of the model. Positions have seven significant digits.
    const VISIBLE: f64 = 1e-4;
    let positions = binary.geometry.vertices.iter().flat_map(|(_, vertex)| vertex.position);
    let size = positions.fold(0.0, |size: f32, coordinate| size.max(coordinate.abs()));
    let least = VISIBLE * f64::from(size);
    let reached = scene.bones.iter().zip(&scene.tree.reached).filter(|(_, is_reached)| **is_reached);
    let turned = reached.filter_map(|(bone, _)| turned_key(scene, bone, least));
    let turned = OddityTally::of(turned).oddity(OddityKind::Differs, "bone", |bones| {
        format!("moves {bones} in other directions: it does not turn position keys with their bone")
    });
    turned.map(|oddity| oddity.about(EffectCause::Program))
}

/// The first position key of a bone that the rotation of the bone moves by more than this.
fn turned_key(scene: &AssimpScene, bone: &RawBone, least: f64) -> Option<usize> {
    /// How exact the sine of an angle is.
    const EXACT: f64 = 1e-6;
    let angles = bone_rotation(bone.head);
    if angles == [0.0; 3] {
        return None;
    }
    let turns = angles.map(f32::sin_cos);
    let is_turned = |row: &[u8]| {
        let value = key_values(row).1;
        let (way, whole) = (difference(rotated(value, turns), value), difference(value, [0.0; 3]));
        dot(way, way).sqrt() > least.max(EXACT * dot(whole, whole).sqrt())
    };
    let row = rows(scene, bone.position_keys).position(is_turned)?;
    Some(bone.position_keys.at + row * width(POSITION_KEY))
}

/// Turned around x, then y, then z, by angles of which these are the sine and the cosine.
fn rotated([x, y, z]: [f32; 3], [turn_x, turn_y, turn_z]: [(f32, f32); 3]) -> [f32; 3] {
    let turn = |a: f32, b: f32, (sine, cosine): (f32, f32)| (a * cosine - b * sine, a * sine + b * cosine);
    let (y, z) = turn(y, z, turn_x);
    let (z, x) = turn(z, x, turn_y);
    let (x, y) = turn(x, y, turn_z);
    [x, y, z]
}

fn comments(document: &Document) -> Option<Oddity> {
    let starts = document.model.comments.iter().filter_map(|comment| {
        let text = comment.text.filter(|text| !text.is_empty())?;
        Some(if comment.at == ABSENT { text.start } else { comment.at })
    });
    let (count, first) = starts.clone().fold((0, ABSENT), |(count, first), at| (count + 1, first.min(at)));
    if count == 0 {
        return None;
    }
    let says = format!("does not keep {}", counted(count, "comment"));
    Some(Oddity::new(OddityKind::Drops, first, says).about(EffectCause::Program))
}

fn weights(scene: &AssimpScene, binary: &Binary) -> Option<Oddity> {
    if let Some(extras) = scene.extras {
        let vertices = counted(scene.vertices.count, "vertex");
        let says = format!("takes what is here for bones and weights of {vertices}, in parts of 255");
        return Some(Oddity::new(OddityKind::Misreads, extras.at as u32, says));
    }
    let has_others = |vertex: usize, extra: &VertexExtra| {
        let first = u16::try_from(vertex).map_or(-1, |vertex| scene.bones_of(vertex)[0]);
        let is_other =
            |bone: i8| bone != first && usize::try_from(bone).is_ok_and(|bone| bone < scene.bones.len());
        let [first, second, third] = extra.weights.map(i32::from);
        let weights = [second, third, 100 - first - second - third];
        extra.weights != [0; 3]
            && extra.bones.iter().zip(weights).any(|(bone, weight)| weight > 0 && is_other(*bone))
    };
    let rows = binary.vertex_extras.iter().take(scene.vertices.count);
    let mut shared = rows.filter(|(vertex, extra)| has_others(*vertex, extra)).peekable();
    shared.peek()?;
    let mut is_used = vec![false; scene.vertices.count];
    for vertex in scene.meshes.iter().flat_map(|mesh| scene.corners_of(mesh)) {
        is_used[usize::from(vertex)] = true;
    }
    let dropped = shared.filter(|(vertex, _)| is_used[*vertex]);
    let dropped = OddityTally::of(dropped.map(|(_, extra)| extra.at as usize));
    let dropped = dropped
        .oddity(OddityKind::Drops, "vertex", |vertices| format!("takes only the first bone of {vertices}"));
    dropped.map(|dropped| dropped.about(EffectCause::Program))
}

fn transparency(binary: &Binary) -> Option<Oddity> {
    let extra = binary.model_extra.filter(|extra| extra.transparency_mode != 0)?;
    let says =
        format!("does not read the transparency mode of the model, which is {}", extra.transparency_mode);
    Some(Oddity::new(OddityKind::Drops, extra.at, says).about(EffectCause::Program))
}

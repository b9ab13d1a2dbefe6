//! Which bones the program binds a vertex to.

use std::collections::HashMap;

use super::reading::{IrrlichtExtras, IrrlichtFile};
use crate::document::Document;
use crate::engines::records::{face_normal, face_uv, face_vertices, vertex_position};
use crate::engines::tally::OddityTally;
use crate::engines::weights::{BoneShares, SameAsLast, shared_vertices};
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{
    FACE, VERSION_WIDTH, VERTEX, VERTEX_EXTRA, offset, offsets, vertex_extra, width,
};
use crate::layout::fields::{face, vertex, vertex_extra as extra};
use crate::model::number_table::{NumberTable, mixed, odd_number};
use crate::pose::Influences;

/// What a vertex and its extra say: the own bone, and if there is an extra, three others and the weights of the first three.
#[derive(Clone, Copy, PartialEq)]
struct ListedBones {
    own: i8,
    extra: Option<([i8; 3], [u8; 3])>,
}

impl ListedBones {
    fn of(file: &IrrlichtFile, index: usize, extra: Option<&[u8]>) -> Self {
        const OWN: usize = offset(VERTEX, vertex::BONE);
        const OTHERS: [usize; 3] = offsets(VERTEX_EXTRA, extra::BONES);
        const WEIGHTS: [usize; 3] = offsets(VERTEX_EXTRA, extra::WEIGHTS);
        let own = file.vertex(index)[OWN] as i8;
        let extra = extra.map(|extra| (OTHERS.map(|at| extra[at] as i8), WEIGHTS.map(|at| extra[at])));
        Self { own, extra }
    }

    /// The weights, which are 0 without an extra.
    fn weights(&self) -> [u8; 3] {
        self.extra.map(|(_, weights)| weights).unwrap_or_default()
    }

    /// How the program binds the vertex to some of so many bones, given how much a weight of 1 is in percent.
    fn taken(&self, bone_count: usize, scale: f32) -> BoneShares {
        let exists = |bone: i32| usize::try_from(bone).is_ok_and(|bone| bone < bone_count);
        let mut shares = BoneShares::single(self.own.into());
        if let Some((others, weights)) = self.extra {
            shares.bones[1..].copy_from_slice(&others.map(i32::from));
            let mut rest = 100.0;
            for (number, weight) in weights.into_iter().enumerate() {
                let is_bound = exists(shares.bones[number]) && weight != 0;
                shares.percent[number] = if is_bound { f32::from(weight) * scale } else { 0.0 };
                rest -= shares.percent[number];
            }
            shares.percent[3] = rest;
            if rest == 100.0 {
                // Nothing was bound yet: all goes to the bone of the vertex, and all to the last one of its extra.
                shares.percent[0] = 100.0;
            }
        }
        shares.keep(|bone, percent| exists(bone) && percent > 0.0);
        shares.scaled()
    }

    /// How the file says that the vertex is bound, given what weights sum up to.
    fn meant(&self, bone_count: usize, whole: f32) -> BoneShares {
        let (others, weights) = self.extra.unwrap_or(([-1; 3], [0; 3]));
        let percent = weights.map(|weight| f32::from(weight) * 100.0 / whole);
        BoneShares::listed(self.own.into(), others, percent, bone_count as i32)
    }
}

/// Whether a vertex moves in the same way.
fn is_alike(one: &BoneShares, other: &BoneShares) -> bool {
    !one.differ_from(other)
}

/// What the program makes otherwise of bones and weights of vertices that faces use, and which bones these are bound to.
pub(super) fn oddities(file: &IrrlichtFile) -> (Vec<Oddity>, Vec<bool>) {
    let mut is_used = vec![false; file.vertices.count];
    for record in file.face_records() {
        for vertex in face_vertices(record) {
            if let Some(is_used) = is_used.get_mut(vertex) {
                *is_used = true;
            }
        }
    }
    let mut found = Vec::new();
    let bindings = bindings(file, &is_used, &mut found);
    found.extend(merged(file, &bindings));
    let mut is_bound = vec![false; file.bones.len()];
    for (binding, _) in bindings.iter().zip(is_used).filter(|(_, is_used)| *is_used) {
        for (bone, _) in binding.bones.iter().zip(binding.percent).filter(|(_, percent)| *percent > 0.0) {
            is_bound[*bone as usize] = true;
        }
    }
    (found, is_bound)
}

/// What moves each vertex.
pub(super) fn influences(file: &IrrlichtFile) -> Vec<Influences> {
    let taken = |index| {
        let extras = file.extras.as_ref();
        let extra = extras.and_then(|extras| extras.record(file, index, extras.stride));
        let scale = extras.map_or(1.0, IrrlichtExtras::scale);
        ListedBones::of(file, index, extra).taken(file.bones.len(), scale).influences()
    };
    (0..file.vertices.count).map(taken).collect()
}

/// How the program binds each vertex, and where that is not what the file says.
fn bindings(file: &IrrlichtFile, is_used: &[bool], found: &mut Vec<Oddity>) -> Vec<BoneShares> {
    let bone_count = file.bones.len();
    let Some(extras) = file.extras else {
        let own = |index| ListedBones::of(file, index, None).taken(bone_count, 0.0);
        return (0..file.vertices.count).map(own).collect();
    };
    let scale = extras.scale();
    let stride = vertex_extra(extras.version).map_or(extras.stride, width);
    let listed =
        |index: usize, stride: usize| ListedBones::of(file, index, extras.record(file, index, stride));
    // Version 1 has percentages or bytes, which only shows where they are more than 100.
    let is_byte = |index: &usize| {
        let weights = listed(*index, stride).weights();
        is_used[*index] && weights.into_iter().map(u16::from).sum::<u16>() > 100
    };
    let has_bytes = extras.version == 1 && (0..file.vertices.count).any(|index| is_byte(&index));
    let whole = if has_bytes { 255.0 } else { 100.0 };
    // How a vertex is bound, and which cause of the list below that has if the file says something else.
    let judged = |read: ListedBones, right: ListedBones| {
        let binding = read.taken(bone_count, scale);
        let cause = if right.extra.is_none() || is_alike(&binding, &right.meant(bone_count, whole)) {
            None
        } else if stride != extras.stride && !is_alike(&binding, &right.taken(bone_count, scale)) {
            Some(0)
        } else if right.weights() == [0; 3] {
            Some(1)
        } else if extras.version == 1
            && is_alike(&right.taken(bone_count, 1.0), &right.meant(bone_count, whole))
        {
            Some(2)
        } else {
            Some(3)
        };
        (binding, cause)
    };
    let mut causes: [OddityTally; 4] = Default::default();
    let mut last = SameAsLast::new();
    let bindings = (0..file.vertices.count).map(|index| {
        let now = [extras.stride, stride].map(|stride| listed(index, stride));
        let (binding, cause) = last.of(now, || judged(now[0], now[1]));
        if let Some(cause) = cause.filter(|_| is_used[index]) {
            let tally: &mut OddityTally = &mut causes[cause];
            tally.add(extras.at + index * stride);
        }
        binding
    });
    let bindings = bindings.collect();
    let [mut wrong, doubled, bytes, scaled] = causes;
    wrong.start_at(&[extras.at - VERSION_WIDTH]);
    let mut add = |kind, tally: OddityTally, says: &dyn Fn(&str) -> String| {
        found.extend(tally.oddity(kind, "vertex", says));
    };
    add(OddityKind::Misreads, wrong, &|vertices| {
        let version = extras.version;
        format!("reads the weights of {vertices} from the wrong bytes, as it does not know version {version}")
    });
    add(OddityKind::Misreads, doubled, &|vertices| {
        format!("binds {vertices} without weights to the third extra bone too")
    });
    add(OddityKind::Misreads, bytes, &|vertices| {
        format!("takes the weights of {vertices} for parts of 255, not for percentages")
    });
    add(OddityKind::Differs, scaled, &|vertices| {
        format!("scales the weights of {vertices} until those of bones that exist sum up to 100 percent")
    });
    bindings
}

/// Weights in a file of version 3, which has none to the program.
pub(super) fn unread(document: &Document, file: &IrrlichtFile) -> Option<Oddity> {
    if file.extras.is_some() {
        return None;
    }
    let lost = shared_vertices(document);
    lost.oddity(OddityKind::Drops, "vertex", |vertices| {
        format!("does not read the weights of {vertices}, as the file has version 3")
    })
}

/// What tells a vertex from others in the program: position, normal and texture coordinates of a corner.
type CornerKey = [u32; 8];

/// Vertices that the program takes for others: where corners are the same it keeps the bones of the first one.
fn merged(file: &IrrlichtFile, bindings: &[BoneShares]) -> Option<Oddity> {
    if bindings.iter().all(|binding| is_alike(binding, &bindings[0])) {
        return None;
    }
    // Adding 0 makes +0 of -0.
    let bits = |value: f32| (value + 0.0).to_bits();
    let positions: Vec<[u32; 3]> =
        file.vertex_records().map(|record| vertex_position(record).map(bits)).collect();
    let (mut first, odd) = (NumberTable::new(positions.len()), odd_number());
    let mut is_shared = vec![false; positions.len()];
    let mut differs = false;
    for (index, position) in positions.iter().enumerate() {
        let is_same = |other: u32| positions[other as usize] == *position;
        let Some(other) = first.find_or_add(mixed(odd, *position), index as u32, is_same) else { continue };
        is_shared[other as usize] = true;
        is_shared[index] = true;
        differs |= !is_alike(&bindings[other as usize], &bindings[index]);
    }
    if !differs {
        return None;
    }
    let mut places: HashMap<(usize, CornerKey), usize> = HashMap::new();
    let mut lost = vec![false; positions.len()];
    for record in file.face_records() {
        let mesh = file.meshes.get(usize::from(record[offset(FACE, face::GROUP)]));
        let buffer = mesh.map_or(0, |mesh| file.buffer_of(mesh));
        for (number, vertex) in face_vertices(record).into_iter().enumerate().rev() {
            if !is_shared.get(vertex).is_some_and(|is_shared| *is_shared) {
                continue;
            }
            let [x, y, z] = positions[vertex];
            let [a, b, c] = face_normal(record, number).map(bits);
            let [u, v] = face_uv(record, number).map(bits);
            let kept = *places.entry((buffer, [x, y, z, a, b, c, u, v])).or_insert(vertex);
            lost[vertex] |= !is_alike(&bindings[kept], &bindings[vertex]);
        }
    }
    let mut tally = OddityTally::default();
    for (index, _) in lost.iter().enumerate().filter(|(_, lost)| **lost) {
        tally.add(file.vertices.at + index * width(VERTEX) + offset(VERTEX, vertex::BONE));
    }
    tally
        .oddity(OddityKind::Differs, "vertex", |vertices| {
            format!("moves {vertices} with the bones of others that look the same")
        })
        .map(Oddity::misplacing_bones)
}

//! How far from the origin vertices come at most, and how fast they are: what the keys of the file say, without `src/pose/`
//! having looked at them.

use super::poses::{distance, is_finite, small};
use super::{Violation, document, ensure};
use ms3dlint::document::Document;
use ms3dlint::model::{Bone, Key, Model, Table};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::{ASSIMP, BetweenPositions, Convention, MILKSHAPE, STEPMANIA, WithoutKeys};

/// Those of programs that have each bone at its first key before that, and compute as usual.
const CONVENTIONS: [&Convention; 3] = [&MILKSHAPE, &ASSIMP, &STEPMANIA];

/// In a small step of time no vertex moves farther than the speeds of the keys take it.
pub fn poses_are_continuous(bytes: &[u8]) -> Result<(), Violation> {
    each_bounded(&document(bytes), |rig, bounds| {
        // A part of a frame, and far less than the way between most keys.
        let step = 1.0 / (256.0 * rig.rate());
        times(rig).into_iter().try_for_each(|time| {
            let (before, after) = ((time - step).max(0.0), time + step);
            let passed = (after - before) + 1e-12 * (1.0 + after);
            let poses = [before, after].map(|time| rig.pose(time).positions());
            bounds.iter().enumerate().try_for_each(|(vertex, bound)| {
                let moved = distance(poses[0][vertex], poses[1][vertex]);
                let most = bound.speed * passed * (1.0 + 1e-6) + small(bound.reach);
                ensure(!most.is_finite() || moved <= most, "poses_are_continuous", || {
                    format!("around {time} vertex {vertex} moves by {moved}, and at most {most} is possible")
                })
            })
        })
    })
}

/// No vertex is farther away than all its bones can reach, one stretched out after the other.
pub fn vertices_stay_in_reach(bytes: &[u8]) -> Result<(), Violation> {
    each_bounded(&document(bytes), |rig, bounds| {
        times(rig).into_iter().try_for_each(|time| {
            let positions = rig.pose(time).positions();
            bounds.iter().zip(positions).enumerate().try_for_each(|(vertex, (bound, position))| {
                let (far, most) = (distance(position, [0.0; 3]), bound.reach + small(bound.reach));
                ensure(!most.is_finite() || far <= most, "vertices_stay_in_reach", || {
                    format!("at {time} vertex {vertex} is {far} away, and at most {most} is possible")
                })
            })
        })
    })
}

/// What is possible of each vertex, as some programs pose it.
fn each_bounded(
    document: &Document,
    holds: impl Fn(&Rig, &[Bound]) -> Result<(), Violation>,
) -> Result<(), Violation> {
    // Between keys that are not in order some programs go on beyond both.
    if !is_finite(&document.model) || !has_keys_in_order(&document.model) {
        return Ok(());
    }
    CONVENTIONS.into_iter().try_for_each(|convention| {
        let rig = Rig::new(document, convention);
        if rig.rate() > 0.0 { holds(&rig, &of_vertices(document, &rig, convention)) } else { Ok(()) }
    })
}

/// Whether no key of a bone is before the one before it.
fn has_keys_in_order(model: &Model) -> bool {
    let mut tables = model.bones.iter().flat_map(Bone::tables);
    tables.all(|(_, table)| table.iter().map(|(_, key)| key.time).is_sorted())
}

/// Times at which keys are, and between these: not all of those of a large model.
fn times(rig: &Rig) -> Vec<f64> {
    let most = (100_000 / rig.vertex_count().max(1)).clamp(2, 10);
    let keys = (0..rig.bone_count()).flat_map(|bone| {
        let turns = rig.rotation_keys(bone).map(|(time, _)| time);
        rig.position_keys(bone).map(|key| key.seconds).chain(turns).collect::<Vec<_>>()
    });
    let mut keys: Vec<f64> = keys.filter(|time| *time >= 0.0).chain([rig.end()]).collect();
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let chosen: Vec<f64> = (0..most).map(|at| keys[at * (keys.len() - 1) / (most - 1)]).collect();
    let between = chosen.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect::<Vec<_>>();
    chosen.into_iter().chain(between).collect()
}

/// What something can do at most: how far from the origin it comes, its speed, and how fast it turns; all in a second.
#[derive(Clone, Copy, Default)]
struct Bound {
    reach: f64,
    speed: f64,
    turn: f64,
}

fn of_vertices(document: &Document, rig: &Rig, convention: &Convention) -> Vec<Bound> {
    let bones = of_bones(document, rig, convention);
    let bind: Vec<_> = rig.bind().map(|bone| bone.translation).collect();
    let of_vertex = |vertex: usize| {
        let at_rest = rig.at_rest(vertex).unwrap_or_default();
        let mut sum = Bound::default();
        let mut weights =
            rig.influences(vertex).into_iter().flat_map(|influences| influences.iter()).peekable();
        if weights.peek().is_none() {
            sum.reach = distance(at_rest, [0.0; 3]);
        }
        for (bone, weight) in weights {
            let off = distance(at_rest, bind[bone]);
            sum.reach += weight * (bones[bone].reach + off);
            sum.speed += weight * (bones[bone].speed + bones[bone].turn * off);
        }
        sum
    };
    (0..rig.vertex_count()).map(of_vertex).collect()
}

/// Each bone is on a stick to its parent, which may turn anywhere.
fn of_bones(document: &Document, rig: &Rig, convention: &Convention) -> Vec<Bound> {
    let key_rate = if document.is_binary() { 1.0 } else { rig.rate() };
    let is_curved = convention.between_positions == BetweenPositions::Hermite;
    let bones = &document.model.bones;
    let mut bounds = vec![Bound::default(); bones.len()];
    // Of bones that stay where they are, how far away that is.
    let mut at_rest = vec![0.0; bones.len()];
    for bone in rig.parents_first().iter().copied() {
        let stick = distance(bones[bone].position.map(f64::from), [0.0; 3]);
        let (parent, rest) =
            rig.parent(bone).map_or((Bound::default(), 0.0), |parent| (bounds[parent], at_rest[parent]));
        at_rest[bone] = rest + stick;
        if convention.without_keys == WithoutKeys::Stays && !has_keys(&bones[bone]) {
            bounds[bone].reach = at_rest[bone];
            continue;
        }
        let own = of_positions(&bones[bone].position_keys, key_rate, is_curved);
        let longest = stick + own.reach;
        bounds[bone] = Bound {
            reach: parent.reach + longest,
            speed: parent.speed + parent.turn * longest + own.speed,
            turn: parent.turn + of_rotations(&bones[bone].rotation_keys, key_rate),
        };
    }
    bounds
}

fn has_keys(bone: &Bone) -> bool {
    bone.tables().into_iter().any(|(_, table)| readable(table).next().is_some())
}

/// The keys but for those that could not be read.
fn readable(table: &Table<Key>) -> impl Iterator<Item = &Key> {
    table.iter().map(|(_, key)| key)
}

/// What keys of a position do. A smooth curve is at most 1.5 times as fast as the straight way, and each of its tangents adds
/// its length to that, and 4/27 of it to how far it comes.
fn of_positions(table: &Table<Key>, key_rate: f64, is_curved: bool) -> Bound {
    let keys: Vec<([f64; 3], f64)> =
        readable(table).map(|key| (key.value.map(f64::from), f64::from(key.time) / key_rate)).collect();
    let count = keys.len();
    let tangents = |index: usize| {
        let ((before, from), (_, at), (after, to)) =
            (keys[(index + count - 1) % count], keys[index], keys[(index + 1) % count]);
        let way = distance(before, after) / (to - from).abs();
        if count > 2 && is_curved && to != from {
            [way * (at - from).abs(), way * (to - at).abs()]
        } else {
            [0.0; 2]
        }
    };
    let mut bound = Bound::default();
    for (value, _) in &keys {
        bound.reach = bound.reach.max(distance(*value, [0.0; 3]));
    }
    let nearest = bound.reach;
    for index in 1..count {
        let both = tangents(index - 1)[1] + tangents(index)[0];
        let passed = keys[index].1 - keys[index - 1].1;
        let speed = (1.5 * distance(keys[index].0, keys[index - 1].0) + both) / passed;
        bound.speed = bound.speed.max(if passed > 0.0 { speed } else { f64::INFINITY });
        bound.reach = bound.reach.max(nearest + both * 4.0 / 27.0);
    }
    bound
}

/// How fast keys of a rotation turn: no arc between two is longer than to turn by the difference of each angle.
fn of_rotations(table: &Table<Key>, key_rate: f64) -> f64 {
    let speed = |keys: &[&Key]| {
        let passed = (f64::from(keys[1].time) - f64::from(keys[0].time)) / key_rate;
        let angle = |axis: usize| (f64::from(keys[1].value[axis]) - f64::from(keys[0].value[axis])).abs();
        let turned = (angle(0) + angle(1) + angle(2)).min(std::f64::consts::PI);
        if passed > 0.0 { turned / passed } else { f64::INFINITY }
    };
    readable(table).collect::<Vec<_>>().windows(2).map(speed).fold(0.0, f64::max)
}

//! Compares where bones and vertices are in the animation.

use std::collections::BTreeMap;

use crate::actions::diff::meshes::MeshMatch;
use crate::actions::diff::pairs::Pairs;
use crate::actions::diff::{ChangedAspect, DiffBuilder, short};
use crate::base::display::counted;
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::vector::Vector;
use crate::pose::Rig;
use crate::pose::convention::MILKSHAPE;

/// A bone that is elsewhere at some time, or moves a vertex elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct BoneMotion {
    /// The bone in words: `bone "tail"`.
    pub bone: String,
    /// Its indices in the old model, if it is not new, and in the new one, if it is not gone.
    pub bones: [Option<usize>; 2],
    /// When it is farthest, in seconds.
    pub time: f64,
    /// How far the bone, or a vertex that it moves the most, is then from where it was.
    pub distance: f64,
}

/// Evenly so many times are compared, beside those of keys that differ.
const EVEN_TIMES: usize = 33;

/// At most so many positions are computed, for a model with very many vertices.
const MOST_POSITIONS: usize = 1 << 24;

/// Of the size of the model, what is too small to be seen; and so between formats, where times are rounded.
const UNSEEN: f64 = 1e-5;
const UNSEEN_BETWEEN_FORMATS: f64 = 1e-3;

/// A time of a key in frames and the same in seconds differ by less than this part of it, or of a second.
const ROUNDING: f64 = 1e-6;

/// The origin of a bone, or a vertex, which are followed through the animation.
struct TracedPlace {
    /// The bone that moves it, by its index in the old model and in the new one.
    bones: [Option<usize>; 2],
    /// When it is farthest from where it was, in seconds.
    time: f64,
    /// How far it is then.
    far: f64,
    /// How far it is at rest.
    at_rest: f64,
    /// The greatest coordinate that it ever has.
    reach: f64,
}

impl TracedPlace {
    fn new(bones: [Option<usize>; 2]) -> Self {
        Self { bones, time: 0.0, far: 0.0, at_rest: 0.0, reach: 0.0 }
    }

    /// Notes where it was and is at a time. Before time 0 all is at rest.
    fn note(&mut self, time: f64, from: Vector, to: Vector) {
        let apart = distance(from, to);
        let parts = from.into_iter().chain(to).filter(|part| part.is_finite());
        self.reach = parts.fold(self.reach, |reach, part| reach.max(part.abs()));
        if time < 0.0 {
            self.at_rest = self.at_rest.max(apart);
        } else if apart > self.far {
            (self.time, self.far) = (time, apart);
        }
    }

    /// Whether it is farther than at rest, by what can be seen in a model of this size.
    fn is_elsewhere(&self, size: f64, unseen: f64) -> bool {
        let least = unseen * size;
        self.far > least.max(unseen * self.reach) && self.far > self.at_rest + least
    }
}

impl DiffBuilder<'_> {
    /// Compares the poses, if something that moves them changed.
    pub(super) fn motion(&mut self, meshes: &MeshMatch, bones: &Pairs) {
        use ChangedAspect::{BindPose, Frames, Keys, Parent, Presence, Weights};
        let has = |aspects: &[ChangedAspect]| {
            self.diff.changes.iter().any(|change| aspects.contains(&change.aspect))
        };
        let is_one_format = self.old.is_binary() == self.new.is_binary();
        // Keys that are the same move what hangs elsewhere now.
        let hangs_elsewhere = has(&[BindPose, Parent, Presence, Weights]);
        let is_alike = !hangs_elsewhere && !has(&[Frames, Keys]);
        if (is_alike && is_one_format) || bones.old_of.len() + bones.new_of.len() == 0 {
            return;
        }
        let rigs = [self.old, self.new].map(|document| Rig::new(document, &MILKSHAPE));
        // Between formats frames are compared, whatever their rates.
        let scale = if is_one_format { 1.0 } else { rigs[0].rate() / rigs[1].rate() };
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
        let end = rigs[0].end().max(rigs[1].end() / scale);
        if !end.is_finite() || end < 0.0 {
            return;
        }
        let cost = meshes.vertices.len() + bones.new_of.len() + bones.old_of.len();
        // Frames and seconds are rounded: just after a key, it is reached in both.
        let after = if is_one_format { 0.0 } else { ROUNDING };
        let has_all = hangs_elsewhere || !is_one_format;
        let times = times((&rigs, scale), bones, end, MOST_POSITIONS / cost.max(1), has_all);
        let times = times.into_iter().map(|time| time + time.max(1.0) * after);
        let of_bones = bones.pairs().map(|(old, new)| TracedPlace::new([Some(old), Some(new)]));
        let mut origins: Vec<_> = of_bones.collect();
        let mut vertices: Vec<_> =
            meshes.vertices.iter().map(|pair| TracedPlace::new(movers(&rigs, bones, *pair))).collect();
        for time in std::iter::once(-1.0).chain(times) {
            let poses = [rigs[0].pose(time), rigs[1].pose(time * scale)];
            for ((old, new), place) in bones.pairs().zip(&mut origins) {
                place.note(time, poses[0].bones[old].translation, poses[1].bones[new].translation);
            }
            for ([old, new], place) in meshes.vertices.iter().zip(&mut vertices) {
                let places = (poses[0].position(*old as usize), poses[1].position(*new as usize));
                if let (Some(from), Some(to)) = places {
                    place.note(time, from, to);
                }
            }
        }
        let rest = rigs[1].pose(-1.0);
        let positions = meshes.vertices.iter().filter_map(|[_, new]| rest.position(*new as usize));
        let size = usual_size(positions.chain(rest.bones.iter().map(|bone| bone.translation)));
        let unseen = if is_one_format { UNSEEN } else { UNSEEN_BETWEEN_FORMATS };
        let is_elsewhere = |place: &TracedPlace| place.is_elsewhere(size, unseen);
        let swung = meshes.vertices.iter().zip(&vertices).filter(|(_, place)| is_elsewhere(place));
        self.diff.swung = swung.map(|(vertices, _)| *vertices).collect();
        self.report_motion(origins.iter().chain(&vertices).filter(|place| is_elsewhere(place)));
    }

    /// Reports the bones of places that are elsewhere.
    fn report_motion<'p>(&mut self, places: impl Iterator<Item = &'p TracedPlace>) {
        let mut farthest: BTreeMap<[Option<usize>; 2], (f64, f64)> = BTreeMap::new();
        for place in places.filter(|place| place.bones != [None; 2]) {
            let known = farthest.entry(place.bones).or_default();
            if place.far > known.1 {
                *known = (place.time, place.far);
            }
        }
        let documents = [self.old, self.new];
        let motion = farthest.into_iter().map(|(bones, (time, distance))| {
            let side = usize::from(bones[1].is_some());
            let index = bones[side].unwrap_or_default();
            let bone = describe(documents[side], Place::object(Record::Bone, index));
            BoneMotion { bone, bones, time, distance }
        });
        let mut motion: Vec<_> = motion.collect();
        motion.sort_by(|one, other| {
            other.distance.total_cmp(&one.distance).then(one.bones[1].cmp(&other.bones[1]))
        });
        if let Some(most) = motion.first() {
            let others = match motion.len() - 1 {
                0 => String::new(),
                others => format!(", and {} less far", counted(others, "other bone")),
            };
            let says = format!(
                "in the animation {} or what it moves is up to {} from where it was, at {} s{others}",
                most.bone,
                short(most.distance),
                short(most.time)
            );
            let places = most.bones.map(|bone| bone.map(|bone| Place::object(Record::Bone, bone)));
            self.add_at(ChangedAspect::Motion, says, motion.len(), Some(most.distance), places);
        }
        self.diff.motion = motion;
    }
}

/// When poses are compared, by the time of the old model: evenly to the end, and at each key that only one of the models
/// has, or at all keys. These are fewer, if all together are more than so many. The new model is so many times as fast.
fn times((rigs, scale): (&[Rig; 2], f64), bones: &Pairs, end: f64, most: usize, has_all: bool) -> Vec<f64> {
    let mut keys: Vec<f64> = Vec::new();
    let of_bone = |rig: &Rig, bone: usize| {
        let positions = rig.position_keys(bone).map(|key| key.seconds);
        positions.chain(rig.rotation_keys(bone).map(|(time, _)| time)).collect::<Vec<_>>()
    };
    for (old, new) in bones.pairs() {
        if has_all {
            keys.extend(of_bone(&rigs[0], old));
            keys.extend(of_bone(&rigs[1], new).into_iter().map(|time| time / scale));
            continue;
        }
        let positions = [rigs[0].position_keys(old), rigs[1].position_keys(new)]
            .map(|keys| keys.map(|key| (key.seconds, key)).collect::<Vec<_>>());
        let rotations =
            [rigs[0].rotation_keys(old), rigs[1].rotation_keys(new)].map(Iterator::collect::<Vec<_>>);
        keys.extend(unshared(&positions).chain(unshared(&rotations)));
    }
    for ((rig, of), scale) in rigs.iter().zip([&bones.new_of, &bones.old_of]).zip([1.0, scale]) {
        let alone = of.iter().enumerate().filter(|(_, other)| other.is_none());
        keys.extend(alone.flat_map(|(bone, _)| of_bone(rig, bone)).map(|time| time / scale));
    }
    keys.retain(|time| (0.0..=end).contains(time));
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let steps = most.clamp(2, EVEN_TIMES) - 1;
    let room = most.saturating_sub(EVEN_TIMES).max(1);
    let thinned = keys.iter().copied().step_by(keys.len().div_ceil(room).max(1));
    (0..=steps).map(|step| end * step as f64 / steps as f64).chain(thinned).collect()
}

/// The times of the keys that are in one of two lists alone, or have another place in the other.
fn unshared<K: PartialEq>(keys: &[Vec<(f64, K)>; 2]) -> impl Iterator<Item = f64> {
    let [old, new] = keys;
    let is_same = |(one, other): &(&(f64, K), &(f64, K))| one == other;
    let before = old.iter().zip(new).take_while(is_same).count();
    let after = old[before..].iter().rev().zip(new[before..].iter().rev()).take_while(is_same).count();
    let changed = keys.each_ref().map(|keys| &keys[before..keys.len() - after]);
    changed.into_iter().flatten().map(|(time, _)| *time)
}

/// The farthest coordinate that half of these places are beyond: those that stray far off do not count, nor do those at
/// the origin.
fn usual_size(places: impl Iterator<Item = Vector>) -> f64 {
    let sizes = places.map(|place| place.iter().fold(0.0, |size: f64, part| size.max(part.abs())));
    let mut sizes: Vec<f64> = sizes.filter(|size| size.is_finite() && *size > 0.0).collect();
    if sizes.is_empty() {
        return 0.0;
    }
    let middle = sizes.len() / 2;
    *sizes.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The bone that moves a vertex the most in the new model, or did so in the old one; in both models.
fn movers(rigs: &[Rig; 2], bones: &Pairs, [old, new]: [u32; 2]) -> [Option<usize>; 2] {
    match (main_bone(&rigs[1], new), main_bone(&rigs[0], old)) {
        (Some(new), _) => [bones.old_of[new], Some(new)],
        (None, Some(old)) => [Some(old), bones.new_of[old]],
        (None, None) => [None; 2],
    }
}

/// The bone that moves a vertex the most.
fn main_bone(rig: &Rig, vertex: u32) -> Option<usize> {
    let influences = rig.influences(vertex as usize)?.iter();
    influences.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(bone, _)| bone)
}

fn distance(from: Vector, to: Vector) -> f64 {
    let apart = [0, 1, 2].map(|axis| from[axis] - to[axis]);
    crate::model::vector::dot(apart, apart).sqrt()
}

//! Compares where bones and vertices are in the animation.

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
    /// Its indices in the old model, if it is not new, and in the new one.
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
const UNSEEN_BETWEEN_FORMATS: f64 = 1e-4;

/// A time of a key in frames and the same in seconds differ by less than this part of it, or of a second.
const ROUNDING: f64 = 1e-6;

/// A bone of which is known how far it, or a vertex that it moves, is from where it was: its indices in the old model and
/// in the new one, when it is farthest, how far then, and how far at rest.
struct TracedBone {
    bones: [Option<usize>; 2],
    time: f64,
    far: f64,
    at_rest: f64,
}

/// The bones that are followed, and their indices among these by those in the old model and in the new one.
struct Traced {
    bones: Vec<TracedBone>,
    places: [Vec<usize>; 2],
}

impl Traced {
    fn new(pairs: &Pairs) -> Self {
        let known = pairs.old_of.iter().enumerate().map(|(new, old)| [*old, Some(new)]);
        let gone = pairs.new_of.iter().enumerate().filter(|(_, new)| new.is_none());
        let bones = known.chain(gone.map(|(old, _)| [Some(old), None]));
        let bones = bones.map(|bones| TracedBone { bones, time: 0.0, far: 0.0, at_rest: 0.0 });
        let bones: Vec<_> = bones.collect();
        let mut places = [vec![0; pairs.new_of.len()], vec![0; pairs.old_of.len()]];
        for (place, bone) in bones.iter().enumerate() {
            for (places, index) in places.iter_mut().zip(bone.bones) {
                index.into_iter().for_each(|index| places[index] = place);
            }
        }
        Self { bones, places }
    }

    /// Notes how far one of them, or what it moves, is at a time.
    fn note(&mut self, place: usize, time: f64, apart: f64) {
        let bone = &mut self.bones[place];
        if time < 0.0 {
            bone.at_rest = bone.at_rest.max(apart);
        } else if apart > bone.far {
            (bone.time, bone.far) = (time, apart);
        }
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
        let mut traced = Traced::new(bones);
        let mover = |[old, new]: &[u32; 2]| {
            let new = main_bone(&rigs[1], *new).map(|bone| traced.places[1][bone]);
            new.or_else(|| main_bone(&rigs[0], *old).map(|bone| traced.places[0][bone]))
        };
        let movers: Vec<_> = meshes.vertices.iter().map(mover).collect();
        // How far each vertex is at most, and how far at rest.
        let mut vertices = vec![(0.0_f64, 0.0_f64); meshes.vertices.len()];
        let mut least = 0.0;
        // Before time 0 all is at rest.
        for time in std::iter::once(-1.0).chain(times) {
            let poses = [rigs[0].pose(time), rigs[1].pose(time * scale)];
            if time < 0.0 {
                let positions =
                    meshes.vertices.iter().filter_map(|[_, new]| poses[1].position(*new as usize));
                let bones = poses[1].bones.iter().map(|bone| bone.translation);
                let unseen = if is_one_format { UNSEEN } else { UNSEEN_BETWEEN_FORMATS };
                least = unseen * usual_size(positions.chain(bones));
            }
            for (old, new) in bones.pairs() {
                let (from, to) = (poses[0].bones[old].translation, poses[1].bones[new].translation);
                traced.note(traced.places[1][new], time, seen_distance(from, to));
            }
            for (([old, new], mover), (far, at_rest)) in
                meshes.vertices.iter().zip(&movers).zip(&mut vertices)
            {
                let places = (poses[0].position(*old as usize), poses[1].position(*new as usize));
                if let (Some(from), Some(to)) = places {
                    let apart = seen_distance(from, to);
                    let farther = if time < 0.0 { at_rest } else { far };
                    *farther = farther.max(apart);
                    mover.iter().for_each(|mover| traced.note(*mover, time, apart));
                }
            }
        }
        let is_elsewhere = |(far, at_rest): &(f64, f64)| *far > least && *far > at_rest + least;
        let swung = meshes.vertices.iter().zip(&vertices).filter(|(_, far)| is_elsewhere(far));
        self.diff.swung = swung.map(|(vertices, _)| *vertices).collect();
        self.report_motion(&traced, least);
    }

    /// Reports the bones that are farther than this, and farther than at rest.
    fn report_motion(&mut self, traced: &Traced, least: f64) {
        let is_far = |bone: &&TracedBone| bone.far > least && bone.far > bone.at_rest + least;
        let documents = [self.old, self.new];
        let motion = traced.bones.iter().filter(is_far).map(|bone| {
            let side = usize::from(bone.bones[1].is_some());
            let index = bone.bones[side].unwrap_or_default();
            let name = describe(documents[side], Place::object(Record::Bone, index));
            BoneMotion { bone: name, bones: bone.bones, time: bone.time, distance: bone.far }
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

/// The farthest coordinate that a quarter of these places is beyond: a few that stray far off do not count, nor do those
/// at the origin.
fn usual_size(places: impl Iterator<Item = Vector>) -> f64 {
    let sizes = places.map(|place| farthest_part(&place));
    let mut sizes: Vec<f64> = sizes.filter(|size| size.is_finite() && *size > 0.0).collect();
    if sizes.is_empty() {
        return 0.0;
    }
    let at = sizes.len() * 3 / 4;
    *sizes.select_nth_unstable_by(at, f64::total_cmp).1
}

fn farthest_part(place: &Vector) -> f64 {
    place.iter().fold(0.0, |farthest: f64, part| farthest.max(part.abs()))
}

/// How far two places are from each other; 0 if that is too little to be seen so far off.
fn seen_distance(from: Vector, to: Vector) -> f64 {
    let apart = distance(from, to);
    if !apart.is_finite() || apart > UNSEEN * farthest_part(&from).max(farthest_part(&to)) {
        apart
    } else {
        0.0
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

//! Compares where bones and vertices are in the animation.

use std::collections::HashMap;

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

/// Of the size of the model, what is too small to be seen.
const UNSEEN: f64 = 1e-5;

/// A time of a key in frames and the same in seconds differ by less than this part of it, or of a second.
const ROUNDING: f64 = 1e-6;

/// For each bone of the new model that of the old one, when it was farthest and how far, and how far it is at rest.
type Farthest = HashMap<usize, (Option<usize>, f64, f64, f64)>;

impl DiffBuilder<'_> {
    /// Compares the poses, if something that moves them changed.
    pub(super) fn motion(&mut self, meshes: &MeshMatch, bones: &Pairs) {
        let moves = |aspect: ChangedAspect| {
            use ChangedAspect::{BindPose, Frames, Keys, Parent, Weights};
            matches!(aspect, BindPose | Frames | Keys | Parent | Weights)
        };
        let is_alike = !self.diff.changes.iter().any(|change| moves(change.aspect));
        let is_one_format = self.old.is_binary() == self.new.is_binary();
        if (is_alike && is_one_format) || bones.old_of.is_empty() {
            return;
        }
        let rigs = [self.old, self.new].map(|document| Rig::new(document, &MILKSHAPE));
        let end = rigs[0].end().max(rigs[1].end());
        if !end.is_finite() || end < 0.0 {
            return;
        }
        let cost = meshes.vertices.len() + bones.new_of.len() + bones.old_of.len();
        // Frames and seconds are rounded: just after a key, it is reached in both.
        let after = if is_one_format { 0.0 } else { ROUNDING };
        let times = times(&rigs, bones, end, MOST_POSITIONS / cost.max(1));
        let times = times.into_iter().map(|time| time + time.max(1.0) * after);
        let main: Vec<Option<usize>> =
            meshes.vertices.iter().map(|[_, new]| main_bone(&rigs[1], *new)).collect();
        let known = bones.old_of.iter().enumerate();
        let mut farthest: Farthest = known.map(|(new, old)| (new, (*old, 0.0, 0.0, 0.0))).collect();
        // How far each vertex is at most, and how far at rest.
        let mut vertices = vec![(0.0_f64, 0.0_f64); meshes.vertices.len()];
        let mut size: f64 = 0.0;
        // Before time 0 all is at rest.
        for time in std::iter::once(-1.0).chain(times) {
            let poses = [rigs[0].pose(time), rigs[1].pose(time)];
            let mut note = |new: usize, from: Vector, to: Vector| {
                let apart = distance(from, to);
                size = to
                    .into_iter()
                    .filter(|part| part.is_finite())
                    .fold(size, |size, part| size.max(part.abs()));
                let Some((_, when, far, at_rest)) = farthest.get_mut(&new) else { return };
                if time < 0.0 {
                    *at_rest = at_rest.max(apart);
                } else if apart > *far {
                    (*when, *far) = (time, apart);
                }
            };
            for (old, new) in bones.pairs() {
                note(new, poses[0].bones[old].translation, poses[1].bones[new].translation);
            }
            for (([old, new], bone), (far, at_rest)) in meshes.vertices.iter().zip(&main).zip(&mut vertices) {
                let places = (poses[0].position(*old as usize), poses[1].position(*new as usize));
                if let (Some(from), Some(to)) = places {
                    let farther = if time < 0.0 { at_rest } else { far };
                    *farther = farther.max(distance(from, to));
                    bone.iter().for_each(|bone| note(*bone, from, to));
                }
            }
        }
        let least = size * UNSEEN;
        let is_elsewhere = |(far, at_rest): &(f64, f64)| *far > least && *far > at_rest + least;
        let swung = meshes.vertices.iter().zip(&vertices).filter(|(_, far)| is_elsewhere(far));
        self.diff.swung = swung.map(|(vertices, _)| *vertices).collect();
        self.report_motion(&farthest, least);
    }

    /// Reports the bones that are farther than this, and farther than at rest.
    fn report_motion(&mut self, farthest: &Farthest, least: f64) {
        let far = farthest.iter().filter(|(_, (_, _, far, at_rest))| *far > least && *far > at_rest + least);
        let motion = far.map(|(new, (old, time, distance, _))| BoneMotion {
            bone: describe(self.new, Place::object(Record::Bone, *new)),
            bones: [*old, Some(*new)],
            time: *time,
            distance: *distance,
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

/// When poses are compared: evenly to the end, and at each key that only one of the models has. These are fewer, if all
/// together are more than so many.
fn times(rigs: &[Rig; 2], bones: &Pairs, end: f64, most: usize) -> Vec<f64> {
    let mut keys: Vec<f64> = Vec::new();
    for (old, new) in bones.pairs() {
        let positions = [rigs[0].position_keys(old), rigs[1].position_keys(new)]
            .map(|keys| keys.map(|key| (key.seconds, key)).collect::<Vec<_>>());
        let rotations =
            [rigs[0].rotation_keys(old), rigs[1].rotation_keys(new)].map(Iterator::collect::<Vec<_>>);
        keys.extend(unshared(&positions).chain(unshared(&rotations)));
    }
    for (new, _) in bones.old_of.iter().enumerate().filter(|(_, old)| old.is_none()) {
        keys.extend(rigs[1].position_keys(new).map(|key| key.seconds));
        keys.extend(rigs[1].rotation_keys(new).map(|(time, _)| time));
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

/// The bone that moves a vertex the most.
fn main_bone(rig: &Rig, vertex: u32) -> Option<usize> {
    let influences = rig.influences(vertex as usize)?.iter();
    influences.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(bone, _)| bone)
}

fn distance(from: Vector, to: Vector) -> f64 {
    let apart = [0, 1, 2].map(|axis| from[axis] - to[axis]);
    crate::model::vector::dot(apart, apart).sqrt()
}

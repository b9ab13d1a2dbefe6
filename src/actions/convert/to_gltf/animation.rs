//! The keys of bones as one animation.

use gltf_json::Index;
use gltf_json::animation::{Animation, Channel, Interpolation, Property, Sampler, Target};
use gltf_json::validation::Checked::Valid;

use crate::actions::convert::loss;
use crate::actions::convert::to_gltf::skeleton::Joints;
use crate::actions::convert::to_gltf::{ToGltf, single};
use crate::base::display::counted;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::vector::{Vector, add};
use crate::model::{Key, Table};
use crate::pose::PositionKey;
use crate::pose::quaternion::Quaternion;

/// Key times in seconds, each with a value.
type Keys<V> = Vec<(f64, V)>;

impl ToGltf<'_> {
    /// The animation, if there is a key.
    pub(super) fn animation(&mut self, joints: &Joints) {
        let mut animation = Animation {
            channels: Vec::new(),
            samplers: Vec::new(),
            name: None,
            extensions: None,
            extras: Default::default(),
        };
        for (bone, source) in self.document.model.bones.iter().enumerate() {
            let (rotation, position) = joints.rest[bone];
            let keys = self.rig.position_keys(bone).map(|key| (key.seconds, key)).collect();
            let keys = self.rising(Place::object(Record::PositionKey, bone), &source.position_keys, keys);
            if !keys.is_empty() {
                let sampler = self.positions(&keys, rotation, position);
                add_channel(&mut animation, bone, Property::Translation, sampler);
            }
            let keys = self.rig.rotation_keys(bone).collect();
            let keys = self.rising(Place::object(Record::RotationKey, bone), &source.rotation_keys, keys);
            if !keys.is_empty() {
                let sampler = self.rotations(&keys, rotation);
                add_channel(&mut animation, bone, Property::Rotation, sampler);
            }
        }
        if !animation.channels.is_empty() {
            self.glb.root.push(animation);
        }
    }

    /// The keys that glTF can hold: their times rise, from 0 on. What is before gives way to a key at 0. `place` is that of
    /// the first key of the table.
    fn rising<V: OfKey>(&mut self, place: Place, table: &Table<Key>, keys: Keys<V>) -> Keys<V> {
        let mut rising: Keys<V> = Vec::new();
        let mut early: Option<(f64, V)> = None;
        let mut is_sorted = true;
        for ((row, key), (seconds, value)) in table.iter().zip(keys) {
            let place = Place { row: row as u32, ..place };
            let is_finite = seconds.is_finite() && key.value.iter().all(|number| number.is_finite());
            if !is_finite || seconds < 0.0 {
                self.losses.add(&loss::LEFT_OUT_KEY, place, || match is_finite {
                    true => format!("the key is at {seconds} seconds, and an animation begins at 0"),
                    false => "the key has a number that is not finite".to_string(),
                });
                // Behind a later key it is not on the way to that.
                let leads = rising.is_empty() && early.as_ref().is_none_or(|(last, _)| seconds >= *last);
                if is_finite && leads {
                    early = Some((seconds, value));
                }
                continue;
            }
            // As exact as it is written; adding zero turns a negative zero into a positive one.
            let seconds = f64::from(seconds as f32 + 0.0);
            if rising.last().is_some_and(|(last, _)| seconds < *last) {
                is_sorted = false;
                self.losses.add(&loss::SORTED_KEYS, place, || {
                    "the key is earlier than the one before it, and is put before that".to_string()
                });
            }
            rising.push((seconds, value));
        }
        if !is_sorted {
            rising.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        }
        if let Some(early) = early {
            begin_at_zero(early, &mut rising);
        }
        let mut jumps = 0;
        rising.dedup_by(|(time, later), (other, kept)| {
            let is_double = time == other;
            if is_double {
                jumps += usize::from(kept.take(later));
            }
            is_double
        });
        if jumps > 0 {
            self.losses.add(&loss::MERGED_KEYS, place, || {
                format!(
                    "the bone jumps {}, from a key to another one at the same time",
                    counted(jumps, "time")
                )
            });
        }
        rising
    }

    /// Curves of positions within the parent, whose tangents glTF has per second.
    fn positions(&mut self, keys: &Keys<PositionKey>, rotation: Quaternion, position: Vector) -> Sampler {
        let rows = rotation.rows();
        let turned = |vector: Vector| rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>());
        let input = self.times(keys);
        let mut output = Vec::new();
        for (index, (time, key)) in keys.iter().enumerate() {
            let mut moved = turned(key.position);
            add(&mut moved, position);
            if keys.len() == 1 {
                output.push(single(moved));
                continue;
            }
            let before = index.checked_sub(1).map(|before| time - keys[before].0);
            let after = keys.get(index + 1).map(|after| after.0 - time);
            let [into, out] = key.tangents.map(turned);
            let per_second = |tangent: Vector, time: Option<f64>| {
                let tangent = time.map_or([0.0; 3], |time| tangent.map(|part| part / time));
                single(tangent.map(|part| if part.is_finite() { part } else { 0.0 }))
            };
            output.extend([per_second(into, before), single(moved), per_second(out, after)]);
        }
        // A curve needs two keys.
        let way = if keys.len() == 1 { Interpolation::Linear } else { Interpolation::CubicSpline };
        let output = self.glb.floats(&output, None);
        sampler(input, way, output)
    }

    /// Arcs between rotations within the parent.
    fn rotations(&mut self, keys: &Keys<Quaternion>, rotation: Quaternion) -> Sampler {
        let input = self.times(keys);
        let mut last = rotation;
        let output = keys.iter().map(|(_, key)| {
            // Programs that do not take the shorter arc by themselves are led along it.
            last = rotation.then(*key).normalized().nearest_to(last);
            single(last.0)
        });
        let output: Vec<[f32; 4]> = output.collect();
        let output = self.glb.floats(&output, None);
        sampler(input, Interpolation::Linear, output)
    }

    fn times<V>(&mut self, keys: &Keys<V>) -> Index<gltf_json::Accessor> {
        let times: Vec<_> = keys.iter().map(|(time, _)| single([*time])).collect();
        self.glb.floats_in_bounds(&times, None)
    }
}

/// Puts a key at 0, if there is none, on the way from a key before to the first of these.
fn begin_at_zero<V: OfKey>((before, early): (f64, V), rising: &mut Keys<V>) {
    let key = match rising.first_mut() {
        Some((0.0, _)) => return,
        Some((after, first)) => early.cut_before(first, -before / (*after - before)),
        None => early,
    };
    rising.insert(0, (0.0, key));
}

fn sampler(
    input: Index<gltf_json::Accessor>,
    interpolation: Interpolation,
    output: Index<gltf_json::Accessor>,
) -> Sampler {
    let interpolation = Valid(interpolation);
    Sampler { input, interpolation, output, extensions: None, extras: Default::default() }
}

fn add_channel(animation: &mut Animation, bone: usize, path: Property, sampler: Sampler) {
    let target = Target {
        node: Index::new(bone as u32),
        path: Valid(path),
        extensions: None,
        extras: Default::default(),
    };
    let sampler = Index::push(&mut animation.samplers, sampler);
    animation.channels.push(Channel { sampler, target, extensions: None, extras: Default::default() });
}

/// What a key has.
trait OfKey {
    /// Takes the place of this by what a later key at the same time has, and returns whether that differs.
    fn take(&mut self, later: &Self) -> bool;

    /// What is at a share of the way to the next key, which is fitted to the rest of the way.
    fn cut_before(&self, next: &mut Self, share: f64) -> Self;
}

impl OfKey for PositionKey {
    fn take(&mut self, later: &Self) -> bool {
        let jumps = self.position != later.position;
        *self = Self { tangents: [self.tangents[0], later.tangents[1]], ..*later };
        jumps
    }

    fn cut_before(&self, next: &mut Self, share: f64) -> Self {
        self.cut(next, share)
    }
}

impl OfKey for Quaternion {
    fn take(&mut self, later: &Self) -> bool {
        let jumps = self != later;
        *self = *later;
        jumps
    }

    fn cut_before(&self, next: &mut Self, share: f64) -> Self {
        self.slerp(*next, share)
    }
}

//! The poses of a model at many moments, for a page that draws what is between them.

use serde::Serialize;

use crate::base::display::{counted, is_or_are, number};
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;
use crate::pose::Rig;
use crate::report::view::{floats, packed};

/// The most moments of an animation.
const MOST_MOMENTS: usize = 2400;
/// The most bytes of matrices.
const MOST_BYTES: usize = 6 << 20;
/// The most keys that are looked at for all moments together.
const MOST_WORK: usize = 200_000_000;
/// Moments are at least so close: this many in a second.
const LEAST_RATE: f64 = 24.0;

/// A matrix of 3 rows and 4 columns.
const MATRIX_BYTES: usize = 12 * 4;

/// How a model moves in the convention of a program.
#[derive(Serialize, PartialEq, Default)]
pub(super) struct Motion {
    /// Frames per second.
    rate: f64,
    /// When the last key is reached, in seconds.
    end: f64,
    /// How many moments there are from 0 to the end.
    count: usize,
    /// When they are, in seconds; empty if they are equally far apart.
    times: String,
    /// For each moment and each bone what takes a point from where it is at rest to where it is then: 3 rows of 4 numbers.
    moves: String,
    /// The index of the weights of its vertices.
    weights: usize,
}

impl Motion {
    /// The same with these weights.
    pub(super) fn with_weights(self, weights: usize) -> Self {
        Self { weights, ..self }
    }
}

/// What moves each vertex.
#[derive(Serialize, PartialEq)]
pub(super) struct ViewWeights {
    /// Four bones for each vertex; 65535 for none.
    bones: String,
    /// Their weights.
    weights: String,
}

/// The bones of a model.
#[derive(Serialize)]
pub(super) struct ViewBones {
    /// Where each is at rest.
    positions: String,
    parents: Vec<Option<usize>>,
}

impl ViewBones {
    pub(super) fn of(rig: &Rig) -> Self {
        Self {
            positions: floats(rig.bind().flat_map(|bone| bone.translation).map(|part| part as f32)),
            parents: (0..rig.bone_count()).map(|bone| rig.parent(bone)).collect(),
        }
    }
}

/// More bones are not animated: a page finds a bone by 16 bits.
const MOST_BONES: usize = 10_000;

/// The poses of a model, and its weights. The words are what is left out.
pub(super) fn baked(document: &Document, rig: &Rig) -> (Motion, ViewWeights, Vec<String>) {
    let bones = rig.bone_count();
    if bones == 0 || bones > MOST_BONES {
        let note = (bones > 0).then(|| {
            format!(
                "The model has {} bones. One with more than {} is not animated.",
                number(bones),
                number(MOST_BONES)
            )
        });
        let (bones, weights) = (String::new(), String::new());
        let motion = Motion { rate: rig.rate(), ..Motion::default() };
        return (motion, ViewWeights { bones, weights }, note.into_iter().collect());
    }
    let rate = Some(rig.rate()).filter(|rate| rate.is_finite() && *rate > 0.0).unwrap_or(LEAST_RATE);
    let end = if rig.end().is_finite() { rig.end() } else { 0.0 };
    let moments = Moments::of(rig, rate, end);
    let note = moments.is_approximate.then(|| {
        format!(
            "Of this long animation {} moments are shown, and what is between them is approximate.",
            number(moments.times.len())
        )
    });
    let mut nowhere = vec![None; bones];
    let moves = moments.times.iter().flat_map(|time| {
        let pose = rig.pose(*time);
        let rows = pose.moves().iter().zip(&mut nowhere).flat_map(|(moves, nowhere)| {
            let matrix = moves.matrix();
            let rows: [f32; 12] = std::array::from_fn(|part| matrix[part] as f32);
            if !rows.iter().all(|part| part.is_finite()) {
                nowhere.get_or_insert(*time);
            }
            rows
        });
        rows.collect::<Vec<_>>()
    });
    let moves = floats(moves);
    let times = moments.times.iter().filter(|_| !moments.is_even).map(|time| *time as f32);
    let motion = Motion { rate, end, count: moments.times.len(), times: floats(times), moves, weights: 0 };
    let notes = note.into_iter().chain(lost(document, &nowhere)).collect();
    (motion, weights(rig), notes)
}

/// The moments at which a model is posed.
struct Moments {
    times: Vec<f64>,
    /// Whether all are equally far apart.
    is_even: bool,
    /// Whether there are fewer than there should be.
    is_approximate: bool,
}

impl Moments {
    /// Evenly as many as the rate says, and with them the times of all keys, between which bones are on lines and curves.
    fn of(rig: &Rig, rate: f64, end: f64) -> Self {
        if end == 0.0 {
            return Self { times: vec![0.0], is_even: true, is_approximate: false };
        }
        let close = rate * (LEAST_RATE / rate).ceil().max(1.0);
        let wanted = (end * close).ceil().max(1.0);
        let keys = key_times(rig, end);
        let bones = rig.bone_count();
        let most =
            MOST_MOMENTS.min(MOST_BYTES / (bones * MATRIX_BYTES)).min(MOST_WORK / (keys.count + 1)).max(2);
        let mut steps = wanted.min((most - 1) as f64) as usize;
        let mut between = off_the_grid(&keys.times, end, steps);
        let is_approximate = between.len() as f64 + wanted > (most - 1) as f64;
        if is_approximate {
            // Half of the moments may be keys.
            let room = most / 2;
            between = between.iter().copied().step_by(between.len().div_ceil(room.max(1)).max(1)).collect();
            steps = steps.min(most - 1 - between.len().min(most - 2));
            between.truncate(most - 1 - steps);
        }
        let is_even = between.is_empty();
        let even = (0..=steps).map(|step| end * step as f64 / steps as f64);
        let mut times: Vec<f64> = even.chain(between).collect();
        times.sort_by(f64::total_cmp);
        Self { times, is_even, is_approximate }
    }
}

/// When keys are, and how many.
struct KeyTimes {
    times: Vec<f64>,
    count: usize,
}

/// The times of all keys before the end, in order, each once.
fn key_times(rig: &Rig, end: f64) -> KeyTimes {
    let of_bone = |bone| {
        let positions = rig.position_keys(bone).map(|key| key.seconds);
        positions.chain(rig.rotation_keys(bone).map(|(seconds, _)| seconds))
    };
    let mut times: Vec<f64> = (0..rig.bone_count()).flat_map(of_bone).collect();
    let count = times.len();
    times.retain(|time| *time > 0.0 && *time < end);
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, time| *later - *time <= ROUNDING * end);
    KeyTimes { times, count }
}

/// Times that are closer, as a part of the whole, are one.
const ROUNDING: f64 = 2.5e-7;

/// Those of these times that are not at an even step to the end.
fn off_the_grid(times: &[f64], end: f64, steps: usize) -> Vec<f64> {
    let step = end / steps as f64;
    let is_off = |time: &f64| ((time / step).round() * step - time).abs() > 1e-4 * step + ROUNDING * end;
    times.iter().copied().filter(is_off).collect()
}

/// In words which bones are nowhere, given from when on each is.
fn lost(document: &Document, nowhere: &[Option<f64>]) -> Option<String> {
    let lost = || nowhere.iter().enumerate().filter_map(|(bone, from)| Some((bone, (*from)?)));
    let (bone, from) = lost().next()?;
    let name = describe(document, Place::object(Record::Bone, bone));
    let others = match lost().count() - 1 {
        0 => String::new(),
        count => format!(" So {} {}.", is_or_are(count), counted(count, "other bone")),
    };
    Some(format!(
        "The {name} is nowhere from {from:.2} s on, for some time at least, as a key is not a number: what hangs on it is \
         not drawn then.{others}"
    ))
}

fn weights(rig: &Rig) -> ViewWeights {
    let of_vertices = || (0..rig.vertex_count()).filter_map(|vertex| rig.influences(vertex));
    let bones = of_vertices().flat_map(|influences| {
        let mut bones = [u16::MAX; 4];
        bones.iter_mut().zip(influences.iter()).for_each(|(slot, (bone, _))| *slot = bone as u16);
        bones
    });
    let weights = of_vertices().flat_map(|influences| {
        let mut weights = [0.0; 4];
        weights.iter_mut().zip(influences.iter()).for_each(|(slot, (_, weight))| *slot = weight as f32);
        weights
    });
    ViewWeights { bones: packed(bones.map(u16::to_le_bytes)), weights: floats(weights) }
}

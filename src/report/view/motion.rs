//! The poses of a model at many moments, for a page that draws what is between them.

use serde::Serialize;

use crate::base::display::{counted, is_or_are, number};
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;
use crate::pose::Rig;
use crate::pose::convention::Convention;
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
#[derive(Serialize, PartialEq)]
pub(super) struct Motion {
    /// Frames per second.
    rate: f64,
    /// When the last key is reached, in seconds.
    end: f64,
    /// How many moments there are, evenly from 0 to the end.
    count: usize,
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

/// The poses of a model in a convention, and its weights. The words are what is left out.
pub(super) fn baked(document: &Document, convention: &Convention) -> (Motion, ViewWeights, Vec<String>) {
    let rig = Rig::new(document, convention);
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
        let motion = Motion { rate: rig.rate(), end: 0.0, count: 0, moves: String::new(), weights: 0 };
        return (motion, ViewWeights { bones, weights }, note.into_iter().collect());
    }
    let keys: usize =
        document.model.bones.iter().flat_map(|bone| bone.tables()).map(|(_, keys)| keys.len()).sum();
    let rate = Some(rig.rate()).filter(|rate| rate.is_finite() && *rate > 0.0).unwrap_or(LEAST_RATE);
    let end = if rig.end().is_finite() { rig.end() } else { 0.0 };
    let close = rate * (LEAST_RATE / rate).ceil().max(1.0);
    let wanted = (end * close).ceil();
    let most = MOST_MOMENTS.min(MOST_BYTES / (bones * MATRIX_BYTES)).min(MOST_WORK / (keys + 1)).max(2);
    let count = if end == 0.0 { 1 } else { 1 + wanted.min((most - 1) as f64).max(1.0) as usize };
    let note = (wanted > (most - 1) as f64).then(|| {
        format!(
            "Of this long animation {} moments are shown, and what is between them is approximate.",
            number(count)
        )
    });
    let moment = |index: usize| if count == 1 { 0.0 } else { end * index as f64 / (count - 1) as f64 };
    let mut nowhere = vec![None; bones];
    let moves = (0..count).flat_map(|index| {
        let pose = rig.pose(moment(index));
        let rows = pose.moves().iter().zip(&mut nowhere).flat_map(|(moves, nowhere)| {
            let matrix = moves.matrix();
            let rows: [f32; 12] = std::array::from_fn(|part| matrix[part] as f32);
            if !rows.iter().all(|part| part.is_finite()) {
                nowhere.get_or_insert(moment(index));
            }
            rows
        });
        rows.collect::<Vec<_>>()
    });
    let motion = Motion { rate, end, count, moves: floats(moves), weights: 0 };
    let notes = note.into_iter().chain(lost(document, &nowhere)).collect();
    (motion, weights(&rig), notes)
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
        "The {name} is nowhere from {from:.2} s on, for some time at least, as a key is no number: what hangs on it is \
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

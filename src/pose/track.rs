//! The keys of a bone, and what is between them.

use crate::model::vector::{Vector, dot};
use crate::model::{Key, Table};
use crate::pose::convention::{BeforeFirstKey, BetweenPositions, BetweenRotations, Convention, KeyFrames};
use crate::pose::quaternion::Quaternion;

/// The times of a model: which frame a time is, and which keys count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// How many frames a second has.
    pub(super) rate: f64,
    /// How many frames the time of a key has in a second: 1 where it is in frames itself.
    pub(super) key_rate: f64,
    /// How many frames the animation has.
    pub(super) frame_count: f64,
    pub(super) key_frames: KeyFrames,
}

impl Clock {
    /// The frame of a time in seconds.
    pub(super) fn frame(&self, seconds: f64) -> f64 {
        let frame = seconds * self.rate;
        if self.key_frames == KeyFrames::WholeFrames { frame.max(1.0) } else { frame }
    }

    /// The frames of the keys that count, each with its value.
    fn keys(&self, table: &Table<Key>) -> Vec<(f64, Vector)> {
        let keys =
            table.iter().map(|(_, key)| (f64::from(key.time) * self.key_rate, key.value.map(f64::from)));
        match self.key_frames {
            KeyFrames::AsListed => keys.collect(),
            KeyFrames::Rising => {
                let mut last = f64::NEG_INFINITY;
                keys.filter(|(frame, _)| {
                    let is_later = *frame > last;
                    last = last.max(*frame);
                    is_later
                })
                .collect()
            }
            KeyFrames::WholeFrames => {
                let whole = keys.map(|(frame, value)| (frame.round(), value));
                let mut keys: Vec<_> =
                    whole.filter(|(frame, _)| (1.0..=self.frame_count).contains(frame)).collect();
                // Of several at one frame the last counts, which the stable sort leaves in front of the others.
                keys.reverse();
                keys.sort_by(|(one, _), (other, _)| one.total_cmp(other));
                keys.dedup_by_key(|(frame, _)| *frame);
                keys
            }
        }
    }
}

/// Where a frame is among keys.
enum Segment {
    /// No key says anything about it.
    Nothing,
    /// At this key: it is the only one, or the frame is beyond the ends.
    At(usize),
    /// Between this key and the next one, this share of the way.
    Between(usize, f64),
}

/// The frames of keys.
#[derive(Debug)]
struct Frames {
    frames: Vec<f64>,
    is_sorted: bool,
    before_first_key: BeforeFirstKey,
}

impl Frames {
    fn new(frames: Vec<f64>, before_first_key: BeforeFirstKey) -> Self {
        Self { is_sorted: frames.is_sorted(), frames, before_first_key }
    }

    /// Sorted keys are searched in halves. Others are gone through, as all programs do, and it matters in which order.
    fn find(&self, frame: f64) -> Segment {
        let frames = &self.frames[..];
        if self.before_first_key == BeforeFirstKey::FirstKeyUpToFrameOne && frame <= 1.0 && !frames.is_empty()
        {
            return Segment::At(0);
        }
        let [first, .., last] = frames else {
            let is_there = frames.first().is_some_and(|first| self.counts(frame, *first));
            return if is_there { Segment::At(0) } else { Segment::Nothing };
        };
        let index = if self.is_sorted {
            frames
                .partition_point(|key| *key <= frame)
                .checked_sub(1)
                .filter(|index| index + 1 < frames.len())
        } else {
            frames.windows(2).position(|keys| keys[0] <= frame && frame < keys[1])
        };
        match index {
            Some(index) => {
                let (from, to) = (frames[index], frames[index + 1]);
                Segment::Between(index, (frame - from) / (to - from))
            }
            None if frame < *first && !self.counts(frame, *first) => Segment::Nothing,
            None if frame < *first => Segment::At(0),
            None if frame >= *last => Segment::At(frames.len() - 1),
            None => Segment::Nothing,
        }
    }

    /// Whether a first key says where a bone is at a frame.
    fn counts(&self, frame: f64, first: f64) -> bool {
        frame >= first || self.before_first_key != BeforeFirstKey::BindPose
    }
}

/// A key of the position of a bone, and the curve beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionKey {
    /// When it is.
    pub seconds: f64,
    /// The position, in the bind pose of the bone.
    pub position: Vector,
    /// The tangents before and after it, for the whole time to the key before and to the next one.
    pub tangents: [Vector; 2],
}

impl PositionKey {
    /// How far the curve to the next key goes at most off the straight line to it.
    pub fn swing(&self, next: &Self) -> f64 {
        /// At so many steps it is measured, which is exact to a percent.
        const STEPS: u8 = 16;
        // The difference at share s is s (1 - s) ((1 - s) out - s into), where these are the tangents without the way.
        let bent = |tangent: Vector| {
            [0, 1, 2].map(|axis| tangent[axis] - (next.position[axis] - self.position[axis]))
        };
        let (out, into) = (bent(self.tangents[1]), bent(next.tangents[0]));
        let (outs, both, intos) = (dot(out, out), dot(out, into), dot(into, into));
        let square = |step: u8| {
            let share = f64::from(step) / f64::from(STEPS);
            let rest = 1.0 - share;
            let of_both = rest * rest * outs - 2.0 * share * rest * both + share * share * intos;
            (share * rest) * (share * rest) * of_both
        };
        (1..STEPS).map(square).fold(0.0, f64::max).sqrt()
    }
}

#[cfg(feature = "gltf")]
impl PositionKey {
    /// Cuts the curve to the next key at a share of the way: gives a key there, and fits the next one to what is left, so
    /// that the curve stays.
    pub(crate) fn cut(&self, next: &mut Self, share: f64) -> Self {
        let (way, tangents) = ([self.position, next.position], [self.tangents[1], next.tangents[0]]);
        let slope = slope(way, tangents, share);
        let scaled = |tangent: Vector, by: f64| tangent.map(|part| part * by);
        next.tangents[0] = scaled(next.tangents[0], 1.0 - share);
        Self {
            seconds: self.seconds + (next.seconds - self.seconds) * share,
            position: curve(way, tangents, share),
            tangents: [scaled(slope, share), scaled(slope, 1.0 - share)],
        }
    }
}

/// The keys of a position.
#[derive(Debug)]
pub(super) struct PositionTrack {
    frames: Frames,
    values: Vec<Vector>,
    /// Of each key the tangents before and after it; empty where the way is straight.
    tangents: Vec<[Vector; 2]>,
}

impl PositionTrack {
    pub(super) fn new(table: &Table<Key>, clock: &Clock, convention: &Convention) -> Self {
        let (frames, values): (Vec<_>, Vec<_>) = clock.keys(table).into_iter().unzip();
        let is_curved = convention.between_positions == BetweenPositions::Hermite;
        let tangents = if is_curved { tangents(&frames, &values) } else { Vec::new() };
        Self { frames: Frames::new(frames, convention.before_first_key), values, tangents }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All keys, at this many frames per second.
    pub(super) fn keys(&self, rate: f64) -> impl Iterator<Item = PositionKey> {
        self.frames.frames.iter().zip(&self.values).enumerate().map(move |(index, (frame, value))| {
            let tangents = self.tangents.get(index).copied().unwrap_or_default();
            PositionKey { seconds: frame / rate, position: *value, tangents }
        })
    }

    /// The position at a frame, relative to the bind pose.
    pub(super) fn at(&self, frame: f64, between: BetweenPositions) -> Vector {
        match self.frames.find(frame) {
            Segment::Nothing => [0.0; 3],
            Segment::At(index) => self.values[index],
            Segment::Between(index, share) => {
                let (from, to) = (self.values[index], self.values[index + 1]);
                match between {
                    BetweenPositions::Line => line([from, to], share),
                    BetweenPositions::Hermite => {
                        let tangent =
                            |index: usize, side| self.tangents.get(index).map_or([0.0; 3], |both| both[side]);
                        curve([from, to], [tangent(index, 1), tangent(index + 1, 0)], share)
                    }
                }
            }
        }
    }
}

/// The tangents before and after each key: what leads from the key before to the key after, by the shares that both times
/// have of the time. The keys are taken for a ring, so that one of these is negative at the ends. Two keys have none.
fn tangents(frames: &[f64], values: &[Vector]) -> Vec<[Vector; 2]> {
    let count = frames.len();
    if count <= 2 {
        return Vec::new();
    }
    let of_key = |index: usize| {
        let (before, after) = ((index + count - 1) % count, (index + 1) % count);
        let times = [frames[index] - frames[before], frames[after] - frames[index]];
        let sum = times[0] + times[1];
        times.map(|time| {
            let share = if sum == 0.0 { 0.0 } else { time / sum };
            [0, 1, 2].map(|axis| (values[after][axis] - values[before][axis]) * share)
        })
    };
    (0..count).map(of_key).collect()
}

/// A point on a straight line.
fn line([from, to]: [Vector; 2], share: f64) -> Vector {
    [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
}

/// A point on a cubic Hermite curve.
fn curve([from, to]: [Vector; 2], [out, into]: [Vector; 2], share: f64) -> Vector {
    let (square, cube) = (share * share, share * share * share);
    let of_to = 3.0 * square - 2.0 * cube;
    let of_out = cube - 2.0 * square + share;
    let of_into = cube - square;
    [0, 1, 2]
        .map(|axis| from[axis] * (1.0 - of_to) + to[axis] * of_to + out[axis] * of_out + into[axis] * of_into)
}

/// How a point on that curve moves, by the share of the way.
#[cfg(feature = "gltf")]
fn slope([from, to]: [Vector; 2], [out, into]: [Vector; 2], share: f64) -> Vector {
    let square = share * share;
    let of_way = 6.0 * (share - square);
    let of_out = 3.0 * square - 4.0 * share + 1.0;
    let of_into = 3.0 * square - 2.0 * share;
    [0, 1, 2].map(|axis| (to[axis] - from[axis]) * of_way + out[axis] * of_out + into[axis] * of_into)
}

/// The keys of a rotation.
#[derive(Debug)]
pub(super) struct RotationTrack {
    frames: Frames,
    values: Vec<Quaternion>,
}

impl RotationTrack {
    pub(super) fn new(table: &Table<Key>, clock: &Clock, convention: &Convention) -> Self {
        let (frames, angles): (Vec<_>, Vec<_>) = clock.keys(table).into_iter().unzip();
        let values = angles.into_iter().map(Quaternion::of_angles).collect();
        Self { frames: Frames::new(frames, convention.before_first_key), values }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All keys, each with its time, at this many frames per second.
    pub(super) fn keys(&self, rate: f64) -> impl Iterator<Item = (f64, Quaternion)> {
        self.frames.frames.iter().zip(&self.values).map(move |(frame, value)| (frame / rate, *value))
    }

    /// The rotation at a frame, relative to the bind pose.
    pub(super) fn at(&self, frame: f64, between: BetweenRotations) -> Quaternion {
        /// Above this cosine of half of a turn Irrlicht takes the line.
        const NEAR: f64 = 0.95;
        match self.frames.find(frame) {
            Segment::Nothing => Quaternion::IDENTITY,
            Segment::At(index) => self.values[index],
            Segment::Between(index, share) => {
                let (from, to) = (self.values[index], self.values[index + 1]);
                match between {
                    BetweenRotations::Arc => from.slerp(to, share),
                    BetweenRotations::Line => from.lerp(to, share).normalized(),
                    BetweenRotations::ArcOrBareLine if from.cosine(to).abs() > NEAR => from.lerp(to, share),
                    BetweenRotations::ArcOrBareLine => from.slerp(to, share),
                }
            }
        }
    }
}

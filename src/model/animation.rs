//! The frames and times of a model's animation.

use crate::layout::{BlockKind, Record, fields};
use crate::model::place::Place;
use crate::model::{Bone, Key, Model, Table};

impl Model {
    /// How many frames the animation has, as far as that could be read, and where the number is: in the first
    /// `Frames`, or with the animation of a binary model.
    pub fn frames(&self) -> Option<(Place, i32)> {
        if let Some(binary) = &self.binary {
            let place = Place::object(Record::Animation, 0).field(fields::animation::FRAME_COUNT);
            return Some((place, binary.animation?.frame_count));
        }
        let (index, block) = self.block(BlockKind::Frames)?;
        Some((Place::object(Record::Block, index).field(fields::block::COUNT), block.number?))
    }

    /// The time at which an animation begins, in the unit of the keys: frame 1, or 0 seconds in a binary model.
    pub fn beginning(&self) -> f32 {
        if self.binary.is_some() { 0.0 } else { 1.0 }
    }

    /// The first frame at which all keys are over, and at least 1; `None` if no key could be read, or if
    /// its time is beyond all numbers of frames.
    pub fn last_key_frame(&self) -> Option<i32> {
        let keys = self.bones.iter().flat_map(Bone::tables).flat_map(|(_, table)| table.iter());
        let last = keys.map(|(_, key)| self.frame_at(key.time).ceil()).reduce(f64::max)?.max(1.0);
        (last <= f64::from(i32::MAX)).then_some(last as i32)
    }

    /// The last frame that the model uses: that of the last key, or the current one if that comes later.
    pub fn last_frame(&self) -> i32 {
        let current = self.block(BlockKind::Frame).and_then(|(_, block)| block.number);
        self.last_key_frame().max(current).unwrap_or(1).max(1)
    }

    /// The frame that the time of a key means, from 1: ASCII files count frames, binary files seconds.
    pub fn frame_at(&self, time: f32) -> f64 {
        /// A time in seconds is rounded, and a frame is never more exact than this.
        const PARTS: f64 = 1000.0;
        match self.binary.as_ref().and_then(|binary| binary.animation) {
            Some(animation) => {
                let frame = f64::from(time) * f64::from(animation.rate);
                (frame * PARTS).round() / PARTS
            }
            None => f64::from(time),
        }
    }
}

impl Table<Key> {
    /// The keys, if there are as many as declared, all could be read and are finite, and each is later than the one
    /// before it.
    pub fn rising(&self) -> Option<&[Key]> {
        let is_finite = |key: &Key| key.time.is_finite() && key.value.iter().all(|part| part.is_finite());
        let is_later = |keys: &[Key]| keys[0].time < keys[1].time;
        let is_sound =
            self.is_whole() && self.rows.iter().all(is_finite) && self.rows.windows(2).all(is_later);
        is_sound.then_some(&self.rows[..])
    }
}

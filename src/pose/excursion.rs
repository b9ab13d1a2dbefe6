//! Single keys and curves that lead a bone far away and back: what explains why it is somewhere else.

use crate::model::Key;
use crate::model::bounds::Bounds;
use crate::pose::Rig;

/// So many times the size of the model, and the room between all other keys, a stray key is away from these.
const FAR: f64 = 4.0;
/// So many times the size of the model a curve swings off the straight way.
const WIDE: f64 = 2.0;
/// This share of the time is most of it.
const MOST: f64 = 0.6;

/// The position keys that are far from all others of their bone, and how far, in a model of this size.
pub fn strays(keys: &[Key], size: f64) -> Vec<(usize, f64)> {
    let room = Bounds::of(keys.iter().map(|key| key.value)).diagonal();
    // Of two keys nobody knows which is the wrong one; where there is no vertex, nobody knows what is far.
    if keys.len() <= 2 || room == 0.0 || size == 0.0 || room <= FAR * size {
        return Vec::new();
    }
    let mut after = vec![Bounds::NONE; keys.len() + 1];
    for (row, key) in keys.iter().enumerate().rev() {
        after[row] = after[row + 1].with(key.value);
    }
    let mut before = Bounds::NONE;
    let mut strays = Vec::new();
    for (row, key) in keys.iter().enumerate() {
        let others = before.and(after[row + 1]);
        let distance = others.distance(key.value);
        if distance > FAR * size.max(others.diagonal()) {
            strays.push((row, distance));
        }
        before = before.with(key.value);
    }
    strays
}

/// The position keys of a bone between which and the next one the curve swings far off the straight way, and how far, in a
/// model of this size.
pub fn swings(rig: &Rig, bone: usize, keys: &[Key], size: f64) -> Vec<(usize, f64)> {
    let swing = |row: usize| {
        let mut curves = rig.position_keys(bone).skip(row);
        let swing = curves.next().zip(curves.next()).map_or(0.0, |(key, next)| key.swing(&next));
        (row, swing)
    };
    let ends = long_ends(keys).into_iter().flatten().map(swing);
    ends.filter(|(_, swing)| size > 0.0 && *swing > WIDE * size).collect()
}

/// Whether a curve of a bone may swing far: the first key and the one before the last, if most of the time of all keys is
/// after them. Elsewhere tangents are hardly longer than the way from the key before to the key after, so that curves stay
/// near their keys.
pub fn long_ends(keys: &[Key]) -> [Option<usize>; 2] {
    let (count, time) = (keys.len(), |row: usize| f64::from(keys[row].time));
    if count < 3 {
        return [None; 2];
    }
    let most = MOST * (time(count - 1) - time(0));
    let is_long = |row: &usize| time(row + 1) - time(*row) > most;
    [0, count - 2].map(|row| Some(row).filter(is_long))
}

//! Counts of rows that differ, and how much they do.

use std::collections::HashMap;
use std::hash::Hash;

use crate::actions::diff::{is_same, short};

/// How many rows differ, and where the largest difference is.
#[derive(Default)]
pub(super) struct Tallied {
    pub count: usize,
    pub largest: f64,
    pub at: Option<(usize, usize)>,
}

impl Tallied {
    pub(super) fn add(&mut self, pair: (usize, usize), amount: f64) {
        self.count += 1;
        if self.at.is_none() || amount > self.largest || amount.is_nan() && !self.largest.is_nan() {
            self.at = Some(pair);
            self.largest = amount;
        }
    }
}

/// The larger of the differences in u and v.
pub(super) fn uv_distance(was: [f32; 2], is: [f32; 2]) -> f64 {
    [0, 1]
        .map(|axis| {
            if is_same(was[axis], is[axis]) {
                0.0
            } else {
                (f64::from(was[axis]) - f64::from(is[axis])).abs()
            }
        })
        .into_iter()
        .fold(0.0, |largest: f64, part| if part.is_nan() { part } else { largest.max(part) })
}

/// Groups the rows of a table by a key, each in its order.
pub(super) fn by_key<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> HashMap<K, Vec<usize>> {
    let mut rows: HashMap<K, Vec<usize>> = HashMap::new();
    for (row, key) in keys.enumerate() {
        rows.entry(key).or_default().push(row);
    }
    rows
}

/// An angle in degrees, in words.
pub(super) fn degrees(angle: f64) -> String {
    if angle == 0.0 {
        ", in length alone".to_string()
    } else if angle.is_finite() {
        format!(", at most {} degrees", short(angle))
    } else {
        String::new()
    }
}

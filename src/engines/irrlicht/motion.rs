//! How the program moves bones: the keys that it keeps, what it makes of them, and which bone hangs below which.

use std::collections::HashMap;

use super::reading::IrrlichtFile;
use super::{buffers::is_near, counted, oddity};
use crate::engines::records::{RawBone, RawTable, f32_of, text};
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{ANIMATION, BONE, POSITION_KEY, VERTEX, offset, width};
use crate::layout::fields::{animation, bone, key, vertex};

/// A key.
#[derive(Clone, Copy, Debug)]
struct IrrlichtKey {
    /// Where it is in the file.
    at: usize,
    /// Frames count from 0, and may be fractions.
    frame: f32,
    value: [f32; 3],
}

/// The keys of a table.
fn keys(file: &IrrlichtFile, table: RawTable) -> impl DoubleEndedIterator<Item = IrrlichtKey> {
    let (rate, bytes) = (file.rate(), file.bytes);
    (0..table.count).map(move |index| {
        let at = table.at + index * width(POSITION_KEY);
        let record = &bytes[at..][..width(POSITION_KEY)];
        IrrlichtKey {
            at,
            frame: f32_of(record, POSITION_KEY, key::TIME) * rate - 1.0,
            value: key::VALUE.map(|field| f32_of(record, POSITION_KEY, field)),
        }
    })
}

/// The keys that are left where the program drops those between two of the same value, and then those that are not
/// later than the one in front of them. Gives these to `dropped`.
fn kept(
    keys: impl Iterator<Item = IrrlichtKey>,
    is_same: impl Fn(&[f32; 3], &[f32; 3]) -> bool,
    mut dropped: impl FnMut(IrrlichtKey, IrrlichtKey),
) -> Vec<IrrlichtKey> {
    let mut changing: Vec<IrrlichtKey> = Vec::new();
    let mut held = None;
    for next in keys {
        let Some(middle) = held.replace(next) else { continue };
        let before = changing.last();
        let is_needless =
            before.is_some_and(|before| is_same(&before.value, &middle.value) && is_same(&middle.value, &next.value));
        if !is_needless {
            changing.push(middle);
        }
    }
    changing.extend(held);
    let mut rising: Vec<IrrlichtKey> = Vec::new();
    for key in changing {
        match rising.last() {
            Some(last) if last.frame >= key.frame => dropped(*last, key),
            _ => rising.push(key),
        }
    }
    rising
}

/// Whether two positions, once that of the bone is added to both, count as one.
fn is_same_position(bone: &RawBone) -> impl Fn(&[f32; 3], &[f32; 3]) -> bool + use<> {
    let own = bone::POSITION.map(|field| f32_of(bone.head, BONE, field));
    move |a, b| (0..3).all(|axis| is_near(a[axis] + own[axis], b[axis] + own[axis]))
}

/// The last frame of all.
fn last_frame(file: &IrrlichtFile) -> f32 {
    let tables = file.bones.iter().flat_map(|bone| [bone.position_keys, bone.rotation_keys]);
    let ends = tables.filter_map(|table| keys(file, table).next_back());
    ends.fold(0.0, |last, key| if key.frame > last { key.frame } else { last })
}

/// How many keys the program holds: it puts a copy of the first key to frame 0 and one of the last to the last frame,
/// where there is none.
pub(super) fn held_key_count(file: &IrrlichtFile) -> usize {
    let last = last_frame(file);
    let count = |kept: Vec<IrrlichtKey>| {
        let front = kept.first().is_some_and(|key| key.frame != 0.0);
        // The copy may be the only other key.
        let back = kept.last().is_some_and(|key| key.frame != last);
        kept.len() + usize::from(front) + usize::from(back)
    };
    let of_bone = |bone: &RawBone| {
        count(kept(keys(file, bone.position_keys), is_same_position(bone), |_, _| ()))
            + count(kept(keys(file, bone.rotation_keys), |a, b| a == b, |_, _| ()))
    };
    file.bones.iter().map(of_bone).sum()
}
pub(super) fn oddities(_file: &IrrlichtFile) -> Vec<Oddity> { Vec::new() }

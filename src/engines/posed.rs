//! What programs share when they pose bones: they look a parent up by its name, of which the first counts, take bones in
//! the order of the file, and move them in straight lines.

use crate::base::display::number;
use crate::diagnostics::effect::{EffectCause, Topic};
use crate::document::Document;
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{BONE, offset};
use crate::layout::fields::bone;
use crate::model::{Bone, Key, Parent};
use crate::pose::convention::MILKSHAPE;
use crate::pose::position_keys;

/// A bone, as such a program holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedBone<'d> {
    pub(super) name: &'d [u8],
    /// `None` for a root.
    pub(super) parent: Option<&'d [u8]>,
    /// Where the name of its parent is.
    pub(super) parent_at: u32,
}

/// Bones that lose their parent, and those that are posed before it.
pub(super) fn misplaced(bones: &[PosedBone]) -> Vec<Oddity> {
    let mut by_name: Vec<_> = bones.iter().map(|bone| bone.name).zip(0..).collect();
    by_name.sort_unstable();
    let first_of = |name: &[u8]| {
        let first = by_name.partition_point(|(other, _)| *other < name);
        by_name.get(first).filter(|(other, _)| *other == name).map(|(_, index)| *index)
    };
    let mut found = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let Some(parent) = bone.parent else { continue };
        let oddity = |says: &str| Oddity::new(OddityKind::Differs, bone.parent_at, says);
        found.extend(match first_of(parent) {
            None => Some(oddity("takes this bone for a root, since it finds no parent of that name")),
            Some(parent) if parent == index => {
                Some(oddity("poses this bone wrongly: it is its own parent").misplacing_bones())
            }
            Some(parent) if parent > index => {
                let says = "poses this bone wrongly: its parent is not known when the bone is read";
                Some(oddity(says).misplacing_bones())
            }
            Some(_) => None,
        });
    }
    found
}

/// Bones of a binary model that a program hangs on other parents than the file says, and why, and those that it poses
/// before their parents. `parents` has those that it takes, by index.
pub(super) fn hung_otherwise(bones: &[Bone], parents: &[Option<usize>], why: &str) -> Vec<Oddity> {
    let [mut other, mut early]: [OddityTally; 2] = Default::default();
    for (index, (bone, parent)) in bones.iter().zip(parents).enumerate() {
        let is_other = match bone.parent_bone {
            Parent::Bone(said) => *parent != Some(said as usize),
            Parent::Root | Parent::Missing => parent.is_some(),
            Parent::Unknown => false,
        };
        let at = bone.lines.first().map_or(0, |at| *at as usize) + offset(BONE, bone::PARENT);
        other.add_all(at, usize::from(is_other));
        early.add_all(at, usize::from(parent.is_some_and(|parent| parent >= index)));
    }
    let says = |bones: &str| format!("hangs {bones} on another parent: {why}");
    let other = other.oddity(OddityKind::Misreads, "bone", says);
    let says = |bones: &str| format!("poses {bones} wrongly: a parent must be before its bones");
    let early = early.oddity(OddityKind::Differs, "bone", says);
    [other, early].into_iter().flatten().map(Oddity::misplacing_bones).collect()
}

/// The first key after so many frames.
pub(super) fn late_key(document: &Document, frames: i32) -> Option<u32> {
    let model = &document.model;
    let mut keys = model.bones.iter().flat_map(Bone::tables).flat_map(|(_, table)| table.iter());
    let late = keys.find(|(_, key)| {
        let frame = model.frame_at(key.time);
        frame.is_finite() && frame > f64::from(frames)
    });
    late.map(|(_, key)| key.at)
}

/// Keys that a program searches as if they were in the order of their times, if they say something else than the others
/// of their bone.
pub(super) fn unsorted_keys(document: &Document) -> Option<Oddity> {
    let tables = document.model.bones.iter().flat_map(Bone::tables).map(|(_, keys)| &keys.rows);
    let changing = tables.filter(|keys| keys.iter().any(|key| key.value != keys[0].value));
    let early = changing.flat_map(|keys| {
        let pairs = keys.iter().zip(keys.iter().skip(1));
        pairs.filter(|(first, second)| second.time < first.time).map(|(_, second)| second.at as usize)
    });
    OddityTally::of(early).oddity(OddityKind::Differs, "key", |keys| {
        format!("takes wrong keys around {keys} with an earlier time than the key before")
    })
}

/// A straight way is another one than the curve if it is away from it by more than this part of the size of the model.
const SEEN: f64 = 0.02;

/// What a program does that moves bones on straight lines between their position keys, where MilkShape moves them on
/// curves, if that can be seen. `docs/poses.md` has the recorded runs that show which programs do.
pub(super) fn straightened(document: &Document) -> Option<Oddity> {
    let bones = document.model.bones.iter();
    let is_moving = |keys: &&[Key]| keys.len() > 2 && keys.iter().any(|key| key.value != keys[0].value);
    let mut curved =
        bones.filter_map(|bone| Some((bone, bone.position_keys.rising().filter(is_moving)?))).peekable();
    curved.peek()?;
    let size = document.model.bounds().diagonal();
    let (mut tally, mut farthest) = (OddityTally::default(), 0.0_f64);
    for (bone, keys) in curved {
        let curves = position_keys(document, bone, &MILKSHAPE);
        for (key, ends) in keys.iter().zip(curves.windows(2)) {
            let share = ends[0].swing(&ends[1]) / size;
            // Without a vertex there is no size, and nothing is seen.
            if share.is_finite() && share > SEEN {
                tally.add(key.at as usize);
                farthest = farthest.max(share);
            }
        }
    }
    let straight = tally.oddity(OddityKind::Differs, "key", |keys| {
        format!(
            "moves bones in straight lines after {keys}, up to {} % of the size of the model off MilkShape's curve",
            number((100.0 * farthest).round() as usize)
        )
    });
    straight.map(|straight| straight.about(EffectCause::Topic(Topic::Curve)))
}

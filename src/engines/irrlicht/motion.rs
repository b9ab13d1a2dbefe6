//! How the program moves bones: the keys that it keeps, what it makes of them, and which bone hangs below which.

use std::collections::HashMap;

use super::buffers::is_near;
use super::reading::IrrlichtFile;
use super::rotation::is_same_rotation;
use crate::base::display::float;
use crate::diagnostics::effect::{EffectCause, Topic};
use crate::document::Document;
use crate::engines::posed::late_key;
use crate::engines::records::{
    RawBone, RawTable, bone_position, bone_rotation, key_values, text, vertex_position,
};
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{ANIMATION, BONE, POSITION_KEY, offset, width};
use crate::layout::fields::{animation, bone};

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
        let (time, value) = key_values(record);
        IrrlichtKey { at, frame: time * rate - 1.0, value }
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
        let is_needless = before.is_some_and(|before| {
            is_same(&before.value, &middle.value) && is_same(&middle.value, &next.value)
        });
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

/// Whether each key is later than the one before, so that all of them come to be used.
fn is_rising(keys: impl Iterator<Item = IrrlichtKey>) -> bool {
    keys.map(|key| key.frame).is_sorted_by(|before, frame| before < frame)
}

/// Whether two positions, once that of the bone is added to both, count as one.
fn is_same_position(bone: &RawBone) -> impl Fn(&[f32; 3], &[f32; 3]) -> bool + use<> {
    let own = bone_position(bone.head);
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
            + count(kept(keys(file, bone.rotation_keys), is_same_rotation(bone), |_, _| ()))
    };
    file.bones.iter().map(of_bone).sum()
}

/// What the program makes otherwise of keys and of the hierarchy of bones, given which of them vertices are bound to.
pub(super) fn oddities(document: &Document, file: &IrrlichtFile, is_bound: Vec<bool>) -> Vec<Oddity> {
    let parents = parents(file);
    let carries = carries(&parents, is_bound);
    let carriers: Vec<usize> = (0..file.bones.len()).filter(|index| carries[*index]).collect();
    let bones: Vec<&RawBone> = carriers.iter().map(|index| &file.bones[*index]).collect();
    if bones.iter().all(|bone| bone.position_keys.count + bone.rotation_keys.count == 0) {
        return Vec::new();
    }
    let mut found = hierarchy(file, &parents, &carriers);
    found.extend(dropped_keys(file, &bones));
    found.extend(placed_keys(file, &bones));
    found.extend(straight_turns(file, &bones));
    found.extend(length(document, file));
    found
}

/// Keys that do not come to be used.
fn dropped_keys(file: &IrrlichtFile, bones: &[&RawBone]) -> Option<Oddity> {
    let mut tally = OddityTally::default();
    for bone in bones {
        if !is_rising(keys(file, bone.rotation_keys)) {
            let is_same = is_same_rotation(bone);
            kept(keys(file, bone.rotation_keys), &is_same, |last, key| {
                tally.add_all(key.at, usize::from(!is_same(&last.value, &key.value)));
            });
        }
        if !is_rising(keys(file, bone.position_keys)) {
            kept(keys(file, bone.position_keys), is_same_position(bone), |last, key| {
                tally.add_all(key.at, usize::from(last.value != key.value));
            });
        }
    }
    tally.oddity(OddityKind::Drops, "key", |keys| format!("drops {keys} not later than the key before"))
}

/// Bones that have position keys and are turned: the program adds such a key to the position of the bone, as if the
/// bone was not turned. Where there are only position keys it also takes the degrees of the bone for radians.
fn placed_keys(file: &IrrlichtFile, bones: &[&RawBone]) -> impl Iterator<Item = Oddity> + use<> {
    let size =
        file.vertex_records().flat_map(|record| vertex_position(record).map(f32::abs)).fold(0.0, f32::max);
    let (mut turned, mut added) = (OddityTally::default(), OddityTally::default());
    for bone in bones.iter().filter(|bone| bone.position_keys.count > 0) {
        let angles = bone_rotation(bone.head);
        if bone.rotation_keys.count == 0 {
            if angles.iter().any(|angle| angle.abs() > 1e-4) {
                turned.add(bone.at + offset(BONE, bone::ROTATION_KEY_COUNT));
            }
        } else if angles != [0.0; 3] {
            let turn = Turn::of(angles);
            let is_elsewhere = |key: &IrrlichtKey| {
                let moved = turn.apply(key.value);
                (0..3).any(|axis| (moved[axis] - key.value[axis]).abs() > size * 1e-4)
            };
            if keys(file, bone.position_keys).any(|key| is_elsewhere(&key)) {
                added.add(bone.position_keys.at);
            }
        }
    }
    let turned = turned.oddity(OddityKind::Differs, "bone", |bones| {
        format!("takes degrees for radians in {bones} with position keys alone, and so turns what hangs there wrongly")
    });
    let added = added.oddity(OddityKind::Differs, "bone", |bones| {
        format!("moves {bones} in wrong directions, as it does not turn position keys with the bone")
    });
    turned
        .map(Oddity::misplacing_bones)
        .into_iter()
        .chain(added.map(|added| added.about(EffectCause::Program)))
}

/// Turns between keys for which the program takes the straight line: what hangs on the bone comes nearer to it.
fn straight_turns(file: &IrrlichtFile, bones: &[&RawBone]) -> Option<Oddity> {
    /// Below that nobody sees it.
    const LEAST: f32 = 0.01;
    let (mut affected, mut most) = (OddityTally::default(), 0.0_f32);
    for bone in bones {
        let own = Turn::of(bone_rotation(bone.head));
        let mut of_bone = 0.0_f32;
        let mut last: Option<IrrlichtKey> = None;
        for key in keys(file, bone.rotation_keys) {
            let Some(before) = last.replace(key) else { continue };
            let angle: f32 = (0..3).map(|axis| (key.value[axis] - before.value[axis]).abs()).sum();
            // The turn is at most so large; the error is below half of its square.
            if angle * angle < 8.0 * LEAST || before.frame >= key.frame {
                continue;
            }
            let [a, b] = [before, key].map(|key| own.then(Turn::of(key.value)));
            let likeness = a.likeness(b).abs();
            if likeness > 0.95 {
                of_bone = of_bone.max((1.0 - likeness) * (1.0 - a.0[3] * a.0[3]).max(0.0).sqrt());
            }
        }
        if of_bone > LEAST {
            affected.add(bone.rotation_keys.at);
            most = most.max(of_bone);
        }
    }
    let affected = affected.oddity(OddityKind::Differs, "bone", |bones| {
        format!("draws what hangs on {bones} up to {:.0} percent out of place between two keys", most * 100.0)
    });
    affected.map(|oddity| oddity.about(EffectCause::Program))
}

/// How long the animation is: it reaches to the last key.
fn length(document: &Document, file: &IrrlichtFile) -> Option<Oddity> {
    let at = file.animation + offset(ANIMATION, animation::FRAME_COUNT);
    let declared = i32::from_le_bytes(*file.bytes.get(at..)?.first_chunk()?);
    let last = f64::from(last_frame(file)) + 1.0;
    let is_other = last > 1.0 && last.is_finite() && declared > 0 && (last - f64::from(declared)).abs() > 0.9;
    let says = format!(
        "plays as far as the keys reach, to frame {}, and not to {declared}",
        float(last.round() as f32)
    );
    let at = late_key(document, declared).unwrap_or(at as u32);
    is_other.then(|| Oddity::new(OddityKind::Differs, at, says).about(EffectCause::Topic(Topic::Length)))
}

/// A text of a bone, which a NUL ends: where there is none in its field the program reads on into what is behind.
fn long_text<'d>(file: &IrrlichtFile<'d>, bone: &RawBone, field: u8) -> &'d [u8] {
    /// No two texts are the same so far, and differ then.
    const ENOUGH: usize = 1000;
    let start = bone.at + offset(BONE, field);
    text(&file.bytes[start..file.bytes.len().min(start + ENOUGH)])
}

/// The parent of each bone: the first other bone of the name, even of no name.
fn parents(file: &IrrlichtFile) -> Vec<Option<usize>> {
    let mut named: HashMap<&[u8], [Option<usize>; 2]> = HashMap::new();
    for (index, bone) in file.bones.iter().enumerate() {
        let known = named.entry(long_text(file, bone, bone::NAME)).or_default();
        if let Some(free) = known.iter_mut().find(|known| known.is_none()) {
            *free = Some(index);
        }
    }
    let parent = |(index, bone)| {
        let named = named.get(long_text(file, bone, bone::PARENT))?;
        named.iter().copied().flatten().find(|parent| *parent != index)
    };
    file.bones.iter().enumerate().map(parent).collect()
}

/// Which bones vertices hang on, directly or through other bones.
fn carries(parents: &[Option<usize>], mut carries: Vec<bool>) -> Vec<bool> {
    let bound: Vec<usize> = (0..parents.len()).filter(|index| carries[*index]).collect();
    for index in bound {
        let mut next = parents[index];
        while let Some(parent) = next.filter(|parent| !carries[*parent]) {
            carries[parent] = true;
            next = parents[parent];
        }
    }
    carries
}

/// Bones that hang elsewhere, and those that nothing moves.
fn hierarchy(file: &IrrlichtFile, parents: &[Option<usize>], carriers: &[usize]) -> Vec<Oddity> {
    let mut first = HashMap::new();
    for (index, bone) in file.bones.iter().enumerate() {
        first.entry(bone.name()).or_insert(index);
    }
    let is_reached = reached(parents);
    let [mut unnamed, mut other, mut circle]: [OddityTally; 3] = Default::default();
    for index in carriers.iter().copied() {
        let bone = &file.bones[index];
        let at = bone.at + offset(BONE, bone::PARENT);
        let meant = first.get(bone.parent()).copied().filter(|parent| *parent != index);
        if !is_reached[index] {
            circle.add(at);
        } else if bone.parent().is_empty() {
            if parents[index].is_some() {
                unnamed.add(at);
            }
        } else if parents[index] != meant {
            other.add(at);
        }
    }
    let unnamed = unnamed.oddity(OddityKind::Differs, "bone", |bones| {
        format!("hangs {bones} without a parent below a bone without a name")
    });
    let other = other.oddity(OddityKind::Differs, "bone", |bones| {
        format!("takes another parent for {bones} than the one that the file names")
    });
    let circle = circle.oddity(OddityKind::Differs, "bone", |bones| {
        format!("never moves {bones}, as parents go round in a circle")
    });
    [unnamed, other, circle].into_iter().flatten().map(Oddity::misplacing_bones).collect()
}

/// From which bones a root is reached.
fn reached(parents: &[Option<usize>]) -> Vec<bool> {
    /// What is known of a bone: nothing, that it is on the way that is followed, or whether a root is reached.
    #[derive(Clone, Copy, PartialEq)]
    enum Known {
        Nothing,
        Entered,
        Reached(bool),
    }
    let mut known = vec![Known::Nothing; parents.len()];
    for start in 0..parents.len() {
        let mut way = Vec::new();
        let mut next = Some(start);
        let reached = loop {
            let Some(bone) = next else { break true };
            match known[bone] {
                Known::Reached(reached) => break reached,
                Known::Entered => break false,
                Known::Nothing => known[bone] = Known::Entered,
            }
            way.push(bone);
            next = parents[bone];
        };
        for bone in way {
            known[bone] = Known::Reached(reached);
        }
    }
    known.into_iter().map(|known| known == Known::Reached(true)).collect()
}

/// A rotation as a quaternion: x, y, z, w.
#[derive(Clone, Copy)]
struct Turn([f32; 4]);

impl Turn {
    /// That of angles around x, then y, then z.
    fn of(angles: [f32; 3]) -> Self {
        let [x, y, z] = [0, 1, 2].map(|axis| {
            let (sine, cosine) = (angles[axis] / 2.0).sin_cos();
            let mut turn = [0.0, 0.0, 0.0, cosine];
            turn[axis] = sine;
            Self(turn)
        });
        z.then(y).then(x)
    }

    /// The product.
    fn then(self, other: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, other.0);
        Self([
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ])
    }

    /// Turns a vector.
    fn apply(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let back = Self([-self.0[0], -self.0[1], -self.0[2], self.0[3]]);
        let [x, y, z, _] = self.then(Self([x, y, z, 0.0])).then(back).0;
        [x, y, z]
    }

    /// The scalar product: 1 if they are the same.
    fn likeness(self, other: Self) -> f32 {
        self.0.iter().zip(other.0).map(|(a, b)| a * b).sum()
    }
}

//! Defects of key frames, and of the frame numbers and times that they use.

use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{ASCII, BOTH, Defect, MS3D, Mark};
use crate::smith::knobs::Numbers;
use crate::smith::model::{Bone, Key, Model};
use crate::smith::sample::{Path, Record};

/// A defect of the keys of a bone: of its position keys, or of its rotation keys.
macro_rules! of_keys {
    ($rule:literal, $what:literal, $record:ident, $inject:expr, $needs:expr) => {
        Defect::of_model($rule, $what, BOTH, |model, choices| $inject(model, choices, Record::$record))
            .needs($needs)
    };
}

/// The current frame is this one, computed from the number of frames.
macro_rules! current_frame {
    ($what:literal, |$frames:pat_param| $frame:expr) => {
        Defect::of_model("start-frame-out-of-range", $what, ASCII, |model, _| {
            let $frames = model.frames;
            model.frame = $frame;
            Some(count_of("Frame"))
        })
    };
}

/// There are keys, and so many frames.
macro_rules! frames {
    ($what:literal, $formats:expr, $frames:literal, $place:expr) => {
        Defect::of_model("no-frames", $what, $formats, |model, _| {
            model.frames = $frames;
            let has_keys = |bone: &Bone| !(bone.position_keys.is_empty() && bone.rotation_keys.is_empty());
            model.bones.iter().any(has_keys).then_some($place)
        })
        .needs(one_key)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    // Its repair adds one key, however many there are of the other kind.
    of_keys!(
        "one-sided-keys",
        "a bone has position keys and no rotation keys",
        RotationKey,
        drop_keys,
        one_key
    )
    .shadowed_by(&["key-count-differs"]),
    of_keys!(
        "one-sided-keys",
        "a bone has rotation keys and no position keys",
        PositionKey,
        drop_keys,
        one_key
    )
    .shadowed_by(&["key-count-differs"]),
    of_keys!("key-times-unsorted", "two position keys are swapped", PositionKey, change_places, two_keys),
    of_keys!("key-times-unsorted", "two rotation keys are swapped", RotationKey, change_places, two_keys),
    // Its repair deletes one of them.
    of_keys!("duplicate-key-time", "two position keys are at one time", PositionKey, meet, two_keys)
        .shadowed_by(&["key-count-differs"]),
    of_keys!("duplicate-key-time", "two rotation keys are at one time", RotationKey, meet, two_keys)
        .shadowed_by(&["key-count-differs"]),
    Defect::of_model("repeated-key", "two keys of a bone are repeated", BOTH, repeat).needs(three_keys),
    Defect::of_model("stray-key", "a position key is far away", BOTH, stray).needs(near),
    Defect::of_model("swinging-curve", "the second position key is late", BOTH, swing).needs(near),
    Defect::of_model("flying-part", "the second of two position keys is far away", BOTH, fly).needs(near),
    Defect::of_model("angle-jump", "the last angle is four radians further", BOTH, jump).needs(two_keys),
    Defect::of_model("open-loop", "one bone of a loop ends elsewhere", BOTH, open).needs(loops),
    of_keys!("negative-key-time", "the first position key is at frame -1", PositionKey, advance, one_key),
    of_keys!("negative-key-time", "the first rotation key is at frame -1", RotationKey, advance, one_key),
    of_keys!("key-count-differs", "a bone has one position key less", PositionKey, drop_key, two_keys),
    of_keys!("key-count-differs", "a bone has one rotation key less", RotationKey, drop_key, two_keys),
    // The curve to a late key can swing.
    of_keys!("key-past-last-frame", "the last position key is too late", PositionKey, delay, framed)
        .shadowed_by(&["swinging-curve"]),
    of_keys!("key-past-last-frame", "the last rotation key is too late", RotationKey, delay, framed),
    Defect::of_model("key-times-in-seconds", "all key times are in seconds", ASCII, |model, _| {
        in_seconds(model)
    })
    .needs(|config| {
        framed(config);
        config.keys.at_least(2);
    }),
    current_frame!("the current frame is 0", |_| 0),
    current_frame!("the current frame is negative", |frames| -frames),
    current_frame!("the current frame is one beyond the last", |frames| frames + 1),
    frames!("no frames, but keys", ASCII, 0, count_of("Frames")),
    frames!("a negative number of frames, but keys", ASCII, -1, count_of("Frames")),
    frames!("no frames in a binary file, but keys", MS3D, 0, frame_count()),
    frames!("a negative number of frames in a binary file, but keys", MS3D, -1, frame_count()),
];

fn one_key(config: &mut Config) {
    preconditions::bones(config);
    config.keys.at_least(1);
}

fn two_keys(config: &mut Config) {
    preconditions::bones(config);
    config.keys.at_least(2);
}

fn three_keys(config: &mut Config) {
    preconditions::bones(config);
    config.keys.at_least(3);
}

/// There are vertices in the same file, near each other.
fn near(config: &mut Config) {
    three_keys(config);
    preconditions::whole(config);
    config.numbers = Numbers::Small;
}

fn loops(config: &mut Config) {
    three_keys(config);
    config.bones.at_least(4);
}

/// There are keys, and the number of frames in the same file.
fn framed(config: &mut Config) {
    one_key(config);
    preconditions::whole(config);
}

fn count_of(block: &'static str) -> Mark {
    Mark::at(Path::block(block).field("count"))
}

fn frame_count() -> Mark {
    Mark::at(Path::object(Record::Animation, 0).field("frame count"))
}

fn time_of(record: Record, bone: usize, row: usize) -> Mark {
    Mark::at(Path::row(record, bone, row).field("time"))
}

/// The keys of a bone of this kind.
fn keys(bone: &mut Bone, record: Record) -> &mut Vec<Key> {
    if record == Record::PositionKey { &mut bone.position_keys } else { &mut bone.rotation_keys }
}

/// The keys of this kind of any bone.
fn any_keys<'m>(model: &'m mut Model, choices: &mut Choices, record: Record) -> (usize, &'m mut Vec<Key>) {
    let bone = choices.below(model.bones.len());
    (bone, keys(&mut model.bones[bone], record))
}

/// Takes all keys of this kind from a bone that has others.
fn drop_keys(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let (index, of_kind) = any_keys(model, choices, record);
    of_kind.clear();
    let bone = &model.bones[index];
    let has_others = bone.position_keys.len() + bone.rotation_keys.len() > 0;
    let count = if record == Record::PositionKey { "position key count" } else { "rotation key count" };
    has_others.then(|| Mark::at(Path::object(Record::Bone, index).field(count)))
}

/// Takes one key of this kind from a bone, which has others then, and as many of them as of the other kind
/// no more.
fn drop_key(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let (index, of_kind) = any_keys(model, choices, record);
    of_kind.pop();
    let bone = &model.bones[index];
    let counts = [bone.position_keys.len(), bone.rotation_keys.len()];
    let is_defect = counts[0] != counts[1] && !counts.contains(&0);
    is_defect.then(|| Mark::at(Path::object(Record::Bone, index).field("rotation key count")))
}

/// Any two neighbouring keys of a bone, with the place of the time of the later one.
fn any_pair<'m>(
    model: &'m mut Model,
    choices: &mut Choices,
    record: Record,
) -> Option<(&'m mut [Key], Mark)> {
    let (bone, keys) = any_keys(model, choices, record);
    let row = choices.below(keys.len().saturating_sub(1));
    Some((keys.get_mut(row..row + 2)?, time_of(record, bone, row + 1)))
}

fn change_places(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let (pair, later) = any_pair(model, choices, record)?;
    pair.swap(0, 1);
    Some(later)
}

/// Gives a key the time of the one before it.
fn meet(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let (pair, later) = any_pair(model, choices, record)?;
    pair[1].frame = pair[0].frame;
    Some(later)
}

/// Gives all position keys of a bone, and three of its rotation keys, one value.
fn repeat(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    let (index, _) = any_keys(model, choices, Record::PositionKey);
    let bone = &mut model.bones[index];
    let count = bone.rotation_keys.len();
    if count < 3 || bone.position_keys.len() != count {
        return None;
    }
    let row = choices.below(count - 2);
    for (keys, rows) in [(&mut bone.position_keys, 0..count), (&mut bone.rotation_keys, row..row + 3)] {
        let value = keys[rows.start].value;
        keys[rows].iter_mut().for_each(|key| key.value = value);
    }
    Some(Mark::at(Path::row(Record::PositionKey, index, row + 1)))
}

/// Moves a bone far away with one key.
fn stray(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    let (bone, keys) = any_keys(model, choices, Record::PositionKey);
    let row = choices.below(keys.len());
    keys[row].value[0] = 1e5;
    Some(Mark::at(Path::row(Record::PositionKey, bone, row)))
}

/// Leaves a bone three keys, of which the second is one frame before the last, and as far from it as the model is large.
fn swing(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    const LAST: i32 = 100;
    let of_axis =
        |axis: usize| model.meshes.iter().flat_map(|mesh| &mesh.vertices).map(move |v| v.position[axis]);
    let width = |axis| of_axis(axis).fold(f32::MIN, f32::max) - of_axis(axis).fold(f32::MAX, f32::min);
    let size = width(0).max(width(1)).max(width(2)).ceil();
    model.frames = model.frames.max(LAST);
    let (index, _) = any_keys(model, choices, Record::PositionKey);
    let bone = &mut model.bones[index];
    bone.rotation_keys.truncate(3);
    bone.position_keys.truncate(3);
    for keys in [&mut bone.rotation_keys, &mut bone.position_keys] {
        keys.iter_mut().zip([1, LAST - 1, LAST]).for_each(|(key, frame)| key.frame = frame as f32);
    }
    let [_, second, third] = &mut bone.position_keys[..] else { return None };
    second.value[0] = third.value[0] + size;
    Some(Mark::at(Path::row(Record::PositionKey, index, 0)))
}

/// Leaves a bone two keys, of which the second moves it far away.
fn fly(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    let (index, _) = any_keys(model, choices, Record::PositionKey);
    let bone = &mut model.bones[index];
    bone.rotation_keys.truncate(2);
    bone.position_keys.truncate(2);
    bone.position_keys.get_mut(1)?.value[0] = 1e5;
    Some(Mark::at(Path::row(Record::PositionKey, index, 1)))
}

/// Turns a bone by more than half a turn before its last key.
fn jump(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    let (bone, keys) = any_keys(model, choices, Record::RotationKey);
    let (axis, row) = (choices.below(3), keys.len().checked_sub(1)?);
    let before = keys.get(row.checked_sub(1)?)?.value[axis];
    keys[row].value[axis] = before + 4.0;
    let field = ["rotation x", "rotation y", "rotation z"][axis];
    Some(Mark::at(Path::row(Record::RotationKey, bone, row).field(field)))
}

/// Lets all bones end where they began, but one.
fn open(model: &mut Model, choices: &mut Choices) -> Option<Mark> {
    for bone in &mut model.bones {
        for keys in [&mut bone.position_keys, &mut bone.rotation_keys] {
            if let [first, .., last] = &mut keys[..] {
                last.value = first.value;
            }
        }
    }
    let (bone, keys) = any_keys(model, choices, Record::PositionKey);
    keys.last_mut()?.value[0] += 1.0;
    Some(Mark::at(Path::row(Record::PositionKey, bone, keys.len() - 1)))
}

/// Moves the first key of a bone before the first frame.
fn advance(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let (bone, keys) = any_keys(model, choices, record);
    keys.first_mut()?.frame = -1.0;
    Some(time_of(record, bone, 0))
}

/// Moves the last key of a bone after the last frame.
fn delay(model: &mut Model, choices: &mut Choices, record: Record) -> Option<Mark> {
    let behind = (model.frames + choices.within(1..=100)) as f32;
    let (bone, keys) = any_keys(model, choices, record);
    keys.last_mut()?.frame = behind;
    Some(time_of(record, bone, keys.len() - 1))
}

/// Counts the keys from 0 s on instead of from frame 1 on, at 30 frames in a second.
fn in_seconds(model: &mut Model) -> Option<Mark> {
    const RATE: f32 = 30.0;
    let (mut first, mut last) = (None, 0.0);
    for (index, bone) in model.bones.iter_mut().enumerate() {
        for record in [Record::PositionKey, Record::RotationKey] {
            for (row, key) in keys(bone, record).iter_mut().enumerate() {
                key.frame = (key.frame - 1.0) / RATE;
                last = key.frame.max(last);
                let is_whole = key.frame.fract() == 0.0;
                first = first.or((!is_whole).then(|| time_of(record, index, row)));
            }
        }
    }
    // Times below 2 are normal if there are only a few frames; many frames in seconds go beyond 2.
    first.filter(|_| model.frames >= 10 && (2.0 / RATE..2.0).contains(&last))
}

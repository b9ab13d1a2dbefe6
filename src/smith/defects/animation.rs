//! Defects of keys, and of the frames that they are at.

use super::super::config::{Blocks, Config};
use super::super::defect::{ASCII, BOTH, Defect, Mark};
use super::super::draw::Draw;
use super::super::model::{Bone, Key, Model};
use super::super::piece::{Path, Record};
use super::bones;

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_model("one-sided-keys", "a bone moves and does not turn", BOTH, |model, draw| {
        drop_keys(model, draw, Record::RotationKey)
    })
    .needs(one_key)
    // Its repair adds one key, however many there are of the other kind.
    .shadowed_by(&["key-count-differs"]),
    Defect::of_model("one-sided-keys", "a bone turns and does not move", BOTH, |model, draw| {
        drop_keys(model, draw, Record::PositionKey)
    })
    .needs(one_key)
    .shadowed_by(&["key-count-differs"]),
    Defect::of_model(
        "key-times-unsorted",
        "two keys that move stand in the wrong order",
        BOTH,
        |model, draw| {
            change_pair(model, draw, Record::PositionKey, |earlier, later| std::mem::swap(earlier, later))
        },
    )
    .needs(two_keys),
    Defect::of_model(
        "key-times-unsorted",
        "two keys that turn stand in the wrong order",
        BOTH,
        |model, draw| {
            change_pair(model, draw, Record::RotationKey, |earlier, later| std::mem::swap(earlier, later))
        },
    )
    .needs(two_keys),
    Defect::of_model("duplicate-key-time", "two keys that move are at one time", BOTH, |model, draw| {
        change_pair(model, draw, Record::PositionKey, |earlier, later| later.frame = earlier.frame)
    })
    .needs(two_keys)
    // Its repair deletes one of them.
    .shadowed_by(&["key-count-differs"]),
    Defect::of_model("duplicate-key-time", "two keys that turn are at one time", BOTH, |model, draw| {
        change_pair(model, draw, Record::RotationKey, |earlier, later| later.frame = earlier.frame)
    })
    .needs(two_keys)
    .shadowed_by(&["key-count-differs"]),
    Defect::of_model("negative-key-time", "the first key that moves is at frame -1", BOTH, |model, draw| {
        let (bone, keys) = any_keys(model, draw, Record::PositionKey);
        keys.first_mut()?.frame = -1.0;
        Some(time_of(Record::PositionKey, bone, 0))
    })
    .needs(one_key),
    Defect::of_model("negative-key-time", "the first key that turns is at frame -1", BOTH, |model, draw| {
        let (bone, keys) = any_keys(model, draw, Record::RotationKey);
        keys.first_mut()?.frame = -1.0;
        Some(time_of(Record::RotationKey, bone, 0))
    })
    .needs(one_key),
    Defect::of_model("key-count-differs", "a bone has one key less that moves", BOTH, |model, draw| {
        drop_key(model, draw, Record::PositionKey)
    })
    .needs(two_keys),
    Defect::of_model("key-count-differs", "a bone has one key less that turns", BOTH, |model, draw| {
        drop_key(model, draw, Record::RotationKey)
    })
    .needs(two_keys),
    Defect::of_model(
        "key-past-last-frame",
        "the last key that moves is behind the last frame",
        BOTH,
        |model, draw| delay(model, draw, Record::PositionKey),
    )
    .needs(framed),
    Defect::of_model(
        "key-past-last-frame",
        "the last key that turns is behind the last frame",
        BOTH,
        |model, draw| delay(model, draw, Record::RotationKey),
    )
    .needs(framed),
    Defect::of_model("key-times-in-seconds", "all keys are told in seconds", ASCII, |model, _| {
        in_seconds(model)
    })
    .needs(|config| {
        framed(config);
        config.keys.at_least(2);
    }),
    Defect::of_model("start-frame-out-of-range", "the current frame is 0", ASCII, |model, _| {
        model.frame = 0;
        Some(count_of("Frame"))
    }),
    Defect::of_model("start-frame-out-of-range", "the current frame is negative", ASCII, |model, _| {
        model.frame = -model.frames;
        Some(count_of("Frame"))
    }),
    Defect::of_model(
        "start-frame-out-of-range",
        "the current frame is one behind the last",
        ASCII,
        |model, _| {
            model.frame = model.frames + 1;
            Some(count_of("Frame"))
        },
    ),
    Defect::of_model("no-frames", "no frames, but keys", ASCII, |model, _| cut_frames(model, 0))
        .needs(one_key),
    Defect::of_model("no-frames", "a negative number of frames, but keys", ASCII, |model, _| {
        cut_frames(model, -1)
    })
    .needs(one_key),
];

fn one_key(config: &mut Config) {
    bones::one(config);
    config.keys.at_least(1);
}

fn two_keys(config: &mut Config) {
    bones::one(config);
    config.keys.at_least(2);
}

/// There are keys, and the number of frames in the same file.
fn framed(config: &mut Config) {
    one_key(config);
    if config.blocks == Blocks::BonesAlone {
        config.blocks = Blocks::All;
    }
}

fn count_of(block: &'static str) -> Mark {
    Mark::at(Path::block(block).field("count"))
}

fn time_of(record: Record, bone: usize, row: usize) -> Mark {
    Mark::at(Path::row(record, bone, row).field("time"))
}

/// The keys of a bone of this kind.
fn keys(bone: &mut Bone, record: Record) -> &mut Vec<Key> {
    if record == Record::PositionKey { &mut bone.position_keys } else { &mut bone.rotation_keys }
}

/// The keys of this kind of any bone.
fn any_keys<'m>(model: &'m mut Model, draw: &mut Draw, record: Record) -> (usize, &'m mut Vec<Key>) {
    let bone = draw.below(model.bones.len());
    (bone, keys(&mut model.bones[bone], record))
}

/// Takes all keys of this kind from a bone that has others.
fn drop_keys(model: &mut Model, draw: &mut Draw, record: Record) -> Option<Mark> {
    let (index, of_kind) = any_keys(model, draw, record);
    of_kind.clear();
    let bone = &model.bones[index];
    let has_others = bone.position_keys.len() + bone.rotation_keys.len() > 0;
    let count = if record == Record::PositionKey { "position key count" } else { "rotation key count" };
    has_others.then(|| Mark::at(Path::object(Record::Bone, index).field(count)))
}

/// Takes one key of this kind from a bone, which has others then, and as many of them as of the other kind
/// no more.
fn drop_key(model: &mut Model, draw: &mut Draw, record: Record) -> Option<Mark> {
    let (index, of_kind) = any_keys(model, draw, record);
    of_kind.pop();
    let bone = &model.bones[index];
    let counts = [bone.position_keys.len(), bone.rotation_keys.len()];
    let is_defect = counts[0] != counts[1] && !counts.contains(&0);
    is_defect.then(|| Mark::at(Path::object(Record::Bone, index).field("rotation key count")))
}

/// Changes two neighbouring keys of a bone.
fn change_pair(
    model: &mut Model,
    draw: &mut Draw,
    record: Record,
    change: fn(&mut Key, &mut Key),
) -> Option<Mark> {
    let (bone, keys) = any_keys(model, draw, record);
    let row = draw.below(keys.len().saturating_sub(1));
    let [earlier, later] = keys.get_mut(row..row + 2)? else { return None };
    change(earlier, later);
    Some(time_of(record, bone, row + 1))
}

/// Moves the last key of a bone behind the last frame.
fn delay(model: &mut Model, draw: &mut Draw, record: Record) -> Option<Mark> {
    let behind = (model.frames + draw.within(1..=100)) as f32;
    let (bone, keys) = any_keys(model, draw, record);
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
    // Few frames may well be in front of the second, and many that are told in seconds take longer than two.
    first.filter(|_| model.frames >= 10 && (2.0 / RATE..2.0).contains(&last))
}

fn cut_frames(model: &mut Model, frames: i32) -> Option<Mark> {
    let has_keys = model.bones.iter().any(|bone| bone.position_keys.len() + bone.rotation_keys.len() > 0);
    model.frames = frames;
    has_keys.then(|| count_of("Frames"))
}

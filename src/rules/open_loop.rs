//! A bone that is not back where it began when nearly all others are.

use crate::diagnostics::prelude::*;
use crate::model::vector::{difference, dot};
use crate::model::{Bone, Key};
use crate::pose::quaternion::Quaternion;

pub(super) static RULE: Rule = Rule {
    name: "open-loop",
    group: Group::Animation,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A bone that does not return to its first key, as the others do",
    page: page!("open-loop"),
    check,
};

/// For each bone that does not return, at least so many do.
const RETURNING: usize = 3;
/// The share of its way at which a bone is back.
const NEAR: f64 = 0.01;

fn check(document: &Document, findings: &mut Sink) {
    let bones = document.model.bones.iter().enumerate();
    let [returning, open] = bones.fold([0, 0], |[returning, open], (_, bone)| match has_returned(bone) {
        Some(true) => [returning + 1, open],
        Some(false) => [returning, open + 1],
        None => [returning, open],
    });
    if open == 0 || returning < RETURNING * open {
        return;
    }
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, table) in bone.tables() {
            let Some(keys) = table.rising().filter(|keys| returns(record, keys) == Some(false)) else { continue };
            findings.add(Place::row(record, index, keys.len() - 1), || {
                let first = document.locate(Place::row(record, index, 0));
                let others = counted(returning, "other bone");
                Draft::new(format!(
                    "the last key is not the first one again, as with {others}: where the animation is repeated, this bone jumps"
                ))
                .label("the last key")
                .also(first, "another first key")
                .help("write what the first key says, if the animation is a loop")
            });
        }
    }
}

/// Whether a bone ends where it began; `None` if it does not move, or that is not known.
fn has_returned(bone: &Bone) -> Option<bool> {
    let tables = bone.tables().map(|(record, table)| Some(returns(record, table.rising()?)));
    let [Some(position), Some(rotation)] = tables else { return None };
    [position, rotation].into_iter().flatten().reduce(|one, other| one && other)
}

/// Whether the last key says what the first one says; `None` if all keys do.
fn returns(record: Record, keys: &[Key]) -> Option<bool> {
    let (first, last) = (keys.first()?, keys.last()?);
    let distance = |key: &Key| match record {
        Record::PositionKey => {
            let way = difference(key.value, first.value);
            dot(way, way).sqrt()
        }
        _ => {
            let [from, to] = [first, key].map(|key| Quaternion::of_angles(key.value.map(f64::from)));
            // Half of the angle between them.
            from.cosine(to).abs().min(1.0).acos()
        }
    };
    let farthest = keys.iter().map(distance).fold(0.0, f64::max);
    (farthest > LEAST).then(|| distance(last) <= NEAR * farthest)
}

/// What is moved or turned by less than this is not moved.
const LEAST: f64 = 1e-4;

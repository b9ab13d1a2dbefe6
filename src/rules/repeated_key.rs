//! A key that repeats those before and after it, so that no pose changes without it.

use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::fix::edits::remove_rows;
use crate::model::{Bone, Key, Table};

pub(super) static RULE: Rule = Rule {
    name: "repeated-key",
    group: Group::Animation,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[Aspect::RepeatedKeys, Aspect::Counts]),
    summary: "A key that repeats those before and after it",
    page: page!("repeated-key"),
    check,
};

/// A position key and a rotation key at one time, by their rows, or one of them alone.
type KeyPair = [Option<usize>; 2];

fn check(document: &Document, findings: &mut Sink) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        let repeated = repeated(document, bone);
        let mut fix = Shared::new(|| Some(deleted(document, index, bone, &repeated)));
        for pair in &repeated {
            let at = |kind: usize| Some((Place::row(RECORDS[kind], index, pair[kind]?), pair[kind]?));
            let Some((place, row)) = at(0).or_else(|| at(1)) else { continue };
            findings.add(place, || {
                let other = at(1).filter(|_| pair[0].is_some());
                let table = bone.tables()[usize::from(pair[0].is_none())].1;
                let time = moment(document, table.rows[row].time);
                let (subject, them) = match other {
                    Some(_) => (format!("both keys of the bone at {time} say"), "them"),
                    None => (format!("the key at {time} says"), "it"),
                };
                let draft = Draft::new(format!(
                    "{subject} the same as those before and after: without {them} all poses stay the same"
                ));
                let draft = match other {
                    Some((place, _)) => draft.also(document.locate(place), "nor does this one"),
                    None => draft,
                };
                draft.label("says nothing new").help(format!("delete {them}")).fix(fix.share())
            });
        }
    }
}

const RECORDS: [Record; 2] = [Record::PositionKey, Record::RotationKey];

/// Without these keys of a bone.
fn deleted(document: &Document, index: usize, bone: &Bone, repeated: &[KeyPair]) -> Fix {
    let title = "delete repeated keys, which changes no pose";
    let mut fix = Fix::safe(title).of_places(repeated.len());
    for (kind, (record, table)) in bone.tables().into_iter().enumerate() {
        let rows: Vec<u32> = repeated.iter().filter_map(|pair| Some(pair[kind]? as u32)).collect();
        if !rows.is_empty() {
            fix = remove_rows(fix, document, Place::row(record, index, 0), &rows, table.len());
        }
    }
    fix
}

/// The keys of a bone that are not needed. Where both tables have a key at one time, both are needed or none, so that
/// importers that read them in pairs find pairs.
fn repeated(document: &Document, bone: &Bone) -> Vec<KeyPair> {
    let tables = [&bone.position_keys, &bone.rotation_keys];
    let [Some(positions), Some(rotations)] = tables.map(Table::rising) else { return Vec::new() };
    // The curve of positions has a tangent at each key, which depends on the keys beside it; a rotation has none.
    let are_alike = positions.iter().all(|key| key.value == positions[0].value);
    let needless = [
        within_runs(document, positions, if are_alike { 1 } else { 2 }),
        within_runs(document, rotations, 1),
    ];
    let at = |keys: &[Key], time: f32| keys.binary_search_by(|key| key.time.total_cmp(&time)).ok();
    let mut pairs = Vec::new();
    for row in &needless[0] {
        match at(rotations, positions[*row].time) {
            None => pairs.push([Some(*row), None]),
            Some(other) if needless[1].binary_search(&other).is_ok() => pairs.push([Some(*row), Some(other)]),
            Some(_) => {}
        }
    }
    let alone = needless[1].iter().filter(|row| at(positions, rotations[**row].time).is_none());
    pairs.extend(alone.map(|row| [None, Some(*row)]));
    pairs
}

/// The keys within runs of at least three that have the same value, without so many keys at both ends of a run.
fn within_runs(document: &Document, keys: &[Key], ends: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    let mut start = 0;
    for run in keys.chunk_by(|one, other| one.value == other.value) {
        let next = start + run.len();
        let inner = start + ends..next.saturating_sub(ends);
        start = next;
        // A program that has one key for each whole frame takes the next one in place of the last of the run.
        if keys.get(next).is_some_and(|key| whole_frame(document, key) == whole_frame(document, &keys[next - 1])) {
            continue;
        }
        // A program that leaves out keys before frame 1 starts with the first of the others, which must stay.
        rows.extend(inner.filter(|row| whole_frame(document, &keys[row - 1]) >= 1.0));
    }
    rows
}

/// The whole frame that is nearest to a key.
fn whole_frame(document: &Document, key: &Key) -> f64 {
    document.model.frame_at(key.time).round()
}

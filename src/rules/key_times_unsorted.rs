//! Keys of a bone that are not sorted by time.

use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::model::{Key, Table};

pub(super) static RULE: Rule = Rule {
    name: "key-times-unsorted",
    group: Group::Animation,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix where the table is whole", &[Aspect::KeyOrder]),
    summary: "Key frames that are not in the order of their times",
    page: page!("key-times-unsorted"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, keys) in bone.tables() {
            check_table(document, findings, keys, Place::object(record, index));
        }
    }
}

fn check_table(document: &Document, findings: &mut Sink, keys: &Table<Key>, table: Place) {
    let time = |row: usize| Place { row: row as u32, ..table }.field(fields::key::TIME);
    let neighbours = keys.iter().zip(keys.iter().skip(1));
    let late = neighbours.filter(|((_, before), (_, key))| {
        key.time < before.time && key.time.is_finite() && before.time.is_finite()
    });
    let mut fix = Shared::new(|| Some(sort(document, keys, table)?.of_places(late.clone().count())));
    for ((earlier, before), (index, key)) in late.clone() {
        findings.add(time(index), || {
            let previous = moment(document, before.time);
            Draft::new(format!("the key at {} comes after the one at {previous}", moment(document, key.time)))
                .label("earlier than the key above")
                .also(document.locate(time(earlier)), format!("at {previous}"))
                .help("sort the keys by time")
                .fix(fix.share())
        });
    }
}

/// Sorts keys by time; those at one time keep their order. Each row gives its place to another, and what
/// is between the rows stays. `None` where some row could not be read, or is not counted, so that
/// importers do not read it.
fn sort(document: &Document, keys: &Table<Key>, table: Place) -> Option<Fix> {
    let content = |row: usize| document.locate(Place { row: row as u32, ..table }).unwrap_or_default();
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    // Zero and negative zero are one time.
    let time = |row: &usize| keys.rows[*row].time + 0.0;
    sorted.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let is_moved = |row: &usize| sorted[*row] != *row;
    let first = (0..keys.len()).find(is_moved)?;
    let last = (0..keys.len()).rfind(is_moved)?;
    // Rows between them belong to the fix too, so that nothing else changes their times meanwhile.
    let fix = (first..=last).fold(Fix::safe("sort the keys by time"), |fix, row| {
        fix.replace(content(row), document.bytes(content(sorted[row])))
    });
    let can_be_sorted = keys.is_whole() && keys.rows.iter().all(|key| key.time.is_finite());
    can_be_sorted.then_some(fix)
}

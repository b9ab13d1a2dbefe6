//! Readers search keys from the front and stop at the first that is too late.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix, Shared};
use crate::layout::{Record, fields};
use crate::model::{Key, Place, Table};
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::source::line_from;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-times-unsorted",
    group: Group::Animation,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where the table is whole", &[Aspect::KeyOrder]),
    summary: "Key frames that are not in the order of their times",
    page: include_str!("../../rules/key-times-unsorted.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        table(document, findings, &bone.position_keys, Record::PositionKey, index);
        table(document, findings, &bone.rotation_keys, Record::RotationKey, index);
    }
}

fn table(document: &Document, findings: &mut Findings, keys: &Table<Key>, record: Record, bone: usize) {
    let time = |row: usize| Place::row(record, bone, row).field(fields::key::TIME);
    let neighbours = keys.iter().zip(keys.iter().skip(1));
    let late = neighbours.filter(|((_, before), (_, key))| key.time < before.time);
    let mut fix = Shared::new(|| Some(sort(document, keys)?.of_places(late.clone().count())));
    for ((earlier, before), (index, key)) in late.clone() {
        findings.add(time(index), || {
            let previous = before.time;
            Draft::new(format!("the key at time {} stands behind the one at {previous}", key.time))
                .label("earlier than the key above")
                .also(document.locate(time(earlier)), format!("at {previous}"))
                .help("sort the keys by time")
                .fix(fix.share())
        });
    }
}

/// Sorts keys by time; those at one time keep their order. Each row gives its place to another, and what
/// stands between the rows stays. `None` where some row could not be read, or is not counted, so that
/// readers do not come to it.
fn sort(document: &Document, keys: &Table<Key>) -> Option<Fix> {
    let content = |key: &Key| line_from(document.source.bytes(), key.at as usize).span();
    let mut sorted: Vec<&Key> = keys.rows.iter().collect();
    // Zero and negative zero are one time.
    sorted.sort_by(|a, b| (a.time + 0.0).total_cmp(&(b.time + 0.0)));
    let pairs: Vec<_> = keys.rows.iter().zip(sorted).collect();
    let is_moved = |(place, key): &(&Key, &Key)| place.at != key.at;
    let first = pairs.iter().position(is_moved)?;
    let last = pairs.iter().rposition(is_moved)?;
    // Rows between them belong to the fix too, so that nothing else changes their times meanwhile.
    let fix = pairs[first..=last].iter().fold(Fix::safe("sort the keys by time"), |fix, (place, key)| {
        fix.replace(content(place), document.bytes(content(key)))
    });
    let can_be_sorted = keys.is_whole() && !keys.rows.iter().any(|key| key.time.is_nan());
    can_be_sorted.then_some(fix)
}

//! Readers search keys from the front and stop at the first that is too late.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{Record, fields};
use crate::model::{Key, Place, Table};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "key-times-unsorted",
    group: Group::Animation,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::None,
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
    let mut before: Option<(usize, &Key)> = None;
    for (index, key) in keys.iter() {
        if let Some((earlier, _)) = before.filter(|(_, before)| key.time < before.time) {
            findings.add(time(index), || {
                let previous = keys.rows[earlier].time;
                Draft::new(format!("the key at time {} stands behind the one at {previous}", key.time))
                    .label("earlier than the key above")
                    .also(document.locate(time(earlier)), format!("at {previous}"))
                    .help("sort the keys by time")
            });
        }
        before = Some((index, key));
    }
}

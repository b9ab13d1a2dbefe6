//! Two keys of a bone at the same time.

use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::fix::edits::remove_rows;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-key-time",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where the table is whole", &[Aspect::Keys]),
    summary: "Two keys of a bone at the same time",
    page: page!("duplicate-key-time"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, bone) in document.model.bones.iter().enumerate() {
        for (record, table) in bone.tables() {
            let neighbours = table.iter().zip(table.iter().skip(1));
            let pairs = neighbours.filter(|((_, earlier), (_, key))| key.time == earlier.time);
            // Of several keys the last one stays.
            let mut fix = Shared::new(|| {
                let rows: Vec<u32> = pairs.clone().map(|((row, _), _)| row as u32).collect();
                let fix = Fix::unsafe_fix("delete the earlier of the two keys").of_places(rows.len());
                let fix = remove_rows(fix, document, Place::row(record, index, 0), &rows, table.len());
                table.is_whole().then_some(fix)
            });
            for ((earlier, _), (row, key)) in pairs.clone() {
                findings.add(Place::row(record, index, row).field(fields::key::TIME), || {
                    let place = Place::row(record, index, earlier).field(fields::key::TIME);
                    Draft::new(format!(
                        "another key at {}: only one of the two can be used",
                        moment(document, key.time)
                    ))
                    .label("the same time again")
                    .also(document.locate(place), "first here")
                    .help("delete one of the two keys")
                    .fix(fix.share())
                });
            }
        }
    }
}

//! A smoothing group that is not 0 to 32 nor 255.

use std::ops::RangeInclusive;

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "smoothing-group-out-of-range",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Unsafe(&[Aspect::Faces]),
    summary: "A smoothing group over 32 that is not 255",
    page: page!("smoothing-group-out-of-range"),
    check,
};

/// What MilkShape offers, and 0.
const GROUPS: RangeInclusive<i32> = 0..=32;
/// It occurs in many files, and fits the byte that binary files have for it.
const BYTE: i32 = 255;

fn check(document: &Document, findings: &mut Sink) {
    for (mesh_index, geometry, row_stats) in document.geometries() {
        let [least, most] = row_stats.smoothing_groups;
        if GROUPS.contains(&least) && GROUPS.contains(&most) {
            continue;
        }
        for (index, face) in geometry.faces.iter() {
            let group = face.smoothing_group;
            if GROUPS.contains(&group) || group == BYTE {
                continue;
            }
            let place = Place::row(Record::Face, mesh_index, index).field(fields::face::SMOOTHING_GROUP);
            findings.add(place, || {
                let why = match u8::try_from(group) {
                    Ok(_) => "MilkShape has 32 of them".to_string(),
                    Err(_) => format!("a binary file has one byte for it, and takes {} instead", group as u8),
                };
                let better = (group.wrapping_sub(1)).rem_euclid(32) + 1;
                Draft::new(format!("smoothing group {group}: {why}")).label("not 0 to 32").fix(set_field(
                    Fix::unsafe_fix(format!("replace it with {better}: after 32, groups count from 1 again")),
                    document,
                    place,
                    better.to_string(),
                ))
            });
        }
    }
}

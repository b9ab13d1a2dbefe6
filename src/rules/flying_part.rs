//! A bone that the animation leads far away from the model, with what hangs on it.

use crate::base::display::float;
use crate::diagnostics::prelude::*;
use crate::document::describe::moment;
use crate::model::{Bone, Key};
use crate::pose::flight::{Flight, flights};

pub(super) static RULE: Rule = Rule {
    name: "flying-part",
    group: Group::Animation,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A bone that the animation leads far away from the model",
    page: page!("flying-part"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for flight in flights(document) {
        let bone = &document.model.bones[flight.bone];
        findings.add(place(&flight, bone), || {
            let subject = if flight.has_vertices { "what hangs on the bone" } else { "the bone" };
            let time = moment(document, flight.time);
            let times = float(flight.sizes.round() as f32);
            Draft::new(format!("at {time} {subject} is {times} times the size of the model away from it"))
                .label("flies off")
                .help("write where the bone belongs, at rest and in its keys")
        });
    }
}

/// The key that leads the bone away, as far as that can be seen: its position key beside that time, if it is far itself;
/// else its last rotation key before it; else the bone, which another one moves.
fn place(flight: &Flight, bone: &Bone) -> Place {
    let rising = |table: usize| bone.tables()[table].1.rising().unwrap_or_default();
    let (positions, rotations) = (rising(0), rising(1));
    let beside = |keys: &[Key]| {
        let next = keys.partition_point(|key| key.time <= flight.time);
        next.saturating_sub(1)..(next + 1).min(keys.len())
    };
    let length = |key: &Key| key.value.iter().map(|part| f64::from(*part).powi(2)).sum::<f64>().sqrt();
    let farthest = beside(positions).max_by(|one, other| length(&positions[*one]).total_cmp(&length(&positions[*other])));
    let rest = bone.position.iter().map(|part| f64::from(*part).powi(2)).sum::<f64>().sqrt();
    if let Some(row) = farthest.filter(|row| length(&positions[*row]) > rest) {
        return Place::row(Record::PositionKey, flight.bone, row);
    }
    match beside(rotations).next() {
        Some(row) => Place::row(Record::RotationKey, flight.bone, row),
        None => Place::object(Record::Bone, flight.bone),
    }
}

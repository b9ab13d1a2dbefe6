//! A binary file of which bytes were lost, or to which bytes were added that belong to nothing.

use crate::base::display::was_or_were;
use crate::diagnostics::prelude::*;
use crate::document::describe::describe;
use crate::parse::shift::{ByteChange, Shift};

pub(super) static RULE: Rule = Rule {
    name: "shifted-bytes",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Displaced,
    reach: Reach::Behind,
    fix: FixKind::None,
    summary: "A binary file of which bytes were lost, or to which bytes were added",
    page: page!("shifted-bytes"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let byte = |at: u32| Span::new(at as usize, (at as usize + 1).min(document.source.len()));
    let shifts = document.shifts();
    for (number, shift) in shifts.iter().enumerate() {
        let resumed = Some(byte(shift.resumed)).filter(|span| shift.resumed > shift.offset && !span.is_empty());
        findings.add_at(Place::FILE, Some(byte(shift.offset)), || {
            Draft::new(message(document, shift, number == 0))
                .label("nothing makes sense from here")
                .also(resumed, "here it makes sense again")
                .help(help(shift, shifts.len() == 1))
        });
    }
}

fn message(document: &Document, shift: &Shift, is_first: bool) -> String {
    let Shift { change, offset, stretch: (first, last), .. } = shift;
    let place = match document.place_at(*offset as usize) {
        Some(place) if is_first => within(document, place),
        // Behind the first, a record is not what it is read as.
        _ if !is_first => " again".to_string(),
        _ => String::new(),
    };
    let what = match change {
        Some(ByteChange::Lost(count)) => format!("{} lost", were(*count)),
        Some(ByteChange::Added(count)) => format!("{} added", were(*count)),
        None => "bytes were lost, added or overwritten".to_string(),
    };
    let range = match change {
        _ if first < last => format!("between {first:#x} and {last:#x}"),
        // What was lost is not there to show where.
        Some(ByteChange::Lost(_)) => "about here".to_string(),
        _ => "here".to_string(),
    };
    format!("from {offset:#x}{place} nothing makes sense because {what} {range}, by the look of it")
}

/// The record that a place is in. Names are told where they are in front of it: others may be nonsense.
fn within(document: &Document, place: Place) -> String {
    let words = match place.record {
        Record::Face | Record::Normal => format!("face {}", place.row),
        Record::Mesh => format!("mesh {}", place.object),
        Record::Material => format!("material {}", place.object),
        Record::Bone => format!("bone {}", place.object),
        _ => describe(document, place.whole()),
    };
    if words.is_empty() { words } else { format!(" ({words})") }
}

/// So many bytes, and a verb.
fn were(count: u32) -> String {
    format!("{} {}", counted(count as usize, "byte"), was_or_were(count as usize))
}

fn help(shift: &Shift, is_only: bool) -> String {
    let rest = match shift.change.filter(|_| is_only) {
        Some(ByteChange::Lost(count)) => {
            format!("; what follows makes sense if it is read {} earlier", counted(count as usize, "byte"))
        }
        Some(ByteChange::Added(count)) => {
            format!("; what follows makes sense if it is read {} later", counted(count as usize, "byte"))
        }
        None => String::new(),
    };
    format!("get the file again from where it was whole{rest}")
}

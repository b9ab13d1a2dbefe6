//! A binary file whose line ends were changed as if it were text.

use crate::diagnostics::prelude::*;
use crate::parse::text_damage::{Change, Damage, Direction};

pub(super) static RULE: Rule = Rule {
    name: "text-mode-damage",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Damaged,
    reach: Reach::All,
    fix: FixKind::Depends("unsafe fix where it is proven what was changed", &[Aspect::Reading]),
    summary: "A binary file whose line ends were changed as if it were text",
    page: page!("text-mode-damage"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(damage) = document.damage() else { return };
    let mut fix = Shared::new(|| Some(repair(damage)?.of_places(damage.changes.len())));
    for change in &damage.changes {
        let span = Span { start: change.offset, end: change.offset + 1 };
        findings.add_at(Place::FILE, Some(span), || {
            let label = match damage.direction {
                Direction::Lost => "lost before this",
                Direction::Added => "put in",
            };
            Draft::new(message(damage, change))
                .label(label)
                .help(
                    "get the file again from where it was whole, and have it treated as binary from there on",
                )
                .fix(fix.share())
        });
    }
}

fn message(damage: &Damage, change: &Change) -> String {
    let Change { within, stretch: (first, last), .. } = change;
    let what = match damage.direction {
        Direction::Lost => "a carriage return was lost before a line feed",
        Direction::Added => "a carriage return was put before a line feed",
    };
    let place = match first == last {
        true => format!("in {within}"),
        false => format!("most likely in {within}, between the offsets {first:#x} and {last:#x}"),
    };
    format!("the file was taken for text, by the look of it: {what} {place}")
}

/// Puts back what was lost, or takes out what was put in. `None` where that is not known for certain.
fn repair(damage: &Damage) -> Option<Fix> {
    let offsets = damage.repair()?;
    Some(match damage.direction {
        Direction::Lost => offsets.fold(
            Fix::unsafe_fix("put the carriage returns back: the file reads to its end then"),
            |fix, offset| fix.insert(offset, *b"\r"),
        ),
        Direction::Added => offsets.fold(
            Fix::unsafe_fix("take the carriage returns out: the file reads to its end then"),
            |fix, offset| fix.remove(Span { start: offset, end: offset + 1 }),
        ),
    })
}

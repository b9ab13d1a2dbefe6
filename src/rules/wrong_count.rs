//! A count in a binary file with which nothing that follows makes sense, as it does with another.

use crate::base::display::{is_or_are, number};
use crate::diagnostics::prelude::*;
use crate::model::uses::Use;
use crate::parse::binary::read;
use crate::parse::shift::Recount;

pub(super) static RULE: Rule = Rule {
    name: "wrong-count",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Displaced,
    reach: Reach::Behind,
    fix: FixKind::Depends("unsafe fix unless records were lost, or several counts may be wrong", &[Aspect::Reading]),
    summary: "A count in a binary file that does not fit what follows",
    page: page!("wrong-count"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some(recount) = document.recount() else { return };
    let Some(place) = document.place_at(recount.offset as usize) else { return };
    let Recount { declared, fitting, rows_end, .. } = recount;
    let noun = noun(document, place);
    let end = rows_end as usize;
    let row = Some(Span::new(end, (end + 1).min(document.source.len()))).filter(|span| !span.is_empty());
    findings.add(place, || {
        let lost = first_use_of_lost(document, place, &recount);
        let first = counted(declared as usize, noun);
        let (verb, others) = (is_or_are(declared as usize), number(fitting as usize));
        let here = is_or_are(fitting as usize);
        let label = match fitting.saturating_sub(declared) {
            0 => format!("no {noun} from here on"),
            1 => format!("{noun} {declared}, one too many"),
            more => format!("{noun} {declared}, the first of {} too many", number(more as usize)),
        };
        let fix = Fix::unsafe_fix(format!("write {fitting} there"));
        let fix = set_field(fix, document, place, fitting.to_string());
        let is_certain = recount.is_only && lost.is_none();
        Draft::new(format!("{first} {verb} declared, but {others} {here} there, by the look of it"))
            .label(format!("with {others}, what follows makes sense"))
            .also(row, label)
            .fix(is_certain.then_some(fix))
            .help(match lost {
                Some(lost) => lost.advice((declared - fitting) as usize, noun),
                None if is_certain => format!("write {fitting} there, if nothing else is wrong"),
                None => format!("write {fitting} there, or correct another count near it: one of them is wrong"),
            })
    });
}

/// What uses a record that is not there, though it is declared, where the file is read with the count that fits.
fn first_use_of_lost(document: &Document, count: Place, recount: &Recount) -> Option<Use> {
    let Recount { offset, declared, fitting, .. } = *recount;
    if declared <= fitting {
        return None;
    }
    let mut bytes = document.source.bytes().to_vec();
    let at = offset as usize;
    bytes.get_mut(at..at + 2)?.copy_from_slice(&(fitting as u16).to_le_bytes());
    read(&bytes).model.first_use(count, fitting as i32..declared as i32)
}

/// What the count at a place counts.
fn noun(document: &Document, place: Place) -> &'static str {
    let block = || document.model.blocks.get(place.object as usize);
    match place.record {
        Record::Block => block().and_then(|block| block.kind.counts()).unwrap_or("row"),
        Record::Mesh => "face",
        Record::Bone if place.field == Some(fields::bone::ROTATION_KEY_COUNT) => "rotation key",
        Record::Bone => "position key",
        _ => "byte",
    }
}

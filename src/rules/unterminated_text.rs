//! A text in a binary file that fills its field, so that no NUL ends it.

use std::cell::LazyCell;

use crate::diagnostics::prelude::*;
use crate::fix::rename::{Fault, RenamePlan};
use crate::model::Parent;

pub(super) static RULE: Rule = Rule {
    name: "unterminated-text",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Names, Aspect::Paths, Aspect::BoneParents]),
    summary: "A text in a binary file that fills its field, so that no NUL ends it",
    page: page!("unterminated-text"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    for note in notes(document, |what| what == NoteKind::UnterminatedText) {
        if is_reference(document, note.place) {
            continue;
        }
        findings.add_note(note, || {
            let fix = if is_name(note.place) {
                new.rename(Fault::TooLong, note.place)
            } else {
                Some(cut(document, note.span))
            };
            let length = note.span.len();
            Draft::new(format!(
                "the text fills all {length} bytes of its field, without a NUL at its end"
            ))
            .label("no NUL at its end")
            .fix(fix)
        });
    }
}

/// Whether the text names a parent that is there: that bone has the same name, and is renamed wherever it is named.
fn is_reference(document: &Document, place: Place) -> bool {
    let bone = document.model.bones.get(place.object as usize);
    (place.record, place.field) == (Record::Bone, Some(fields::bone::PARENT))
        && bone.is_some_and(|bone| matches!(bone.parent_bone, Parent::Bone(_)))
}

fn is_name(place: Place) -> bool {
    let number = match place.record {
        Record::Mesh => fields::mesh::NAME,
        Record::Material => fields::material::NAME,
        Record::Bone => fields::bone::NAME,
        _ => return false,
    };
    place.field == Some(number)
}

/// Takes away the last byte, so that there is room for a NUL.
fn cut(document: &Document, text: Span) -> Fix {
    let last = Span { start: text.end - 1, end: text.end };
    let title = format!("put a NUL in the place of its last byte, `{}`", show(document, last));
    Fix::unsafe_fix(title).replace(last, [0])
}

//! Readers in C look for the NUL behind a text, and find it somewhere.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix};
use crate::layout::{Record, fields};
use crate::model::{Parent, Place};
use crate::note::What;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes, show};
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unterminated-text",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    fix: FixKind::Unsafe(&[Aspect::Paths, Aspect::BoneParents]),
    summary: "A text in a binary file that fills its field, so that no NUL ends it",
    page: include_str!("../../rules/unterminated-text.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::UnterminatedText) {
        if is_repaired_as_name(document, note.place) {
            continue;
        }
        findings.add_note(note, || {
            let last = Span { start: note.span.end - 1, end: note.span.end };
            let fix = Fix::consented(format!(
                "put a NUL in the place of its last byte, `{}`",
                show(document, last)
            ));
            let length = note.span.len();
            Draft::new(format!(
                "the text fills all {length} bytes of its field: some readers read on behind it"
            ))
            .label("no NUL behind it")
            .fix(fix.replace(last, [0]))
        });
    }
}

/// Whether the text is a name that is too long, or calls a parent by one: that is another rule's, which knows where
/// else it stands.
fn is_repaired_as_name(document: &Document, place: Place) -> bool {
    let field = place.field.unwrap_or_default();
    match place.record {
        Record::Mesh | Record::Material => field == fields::mesh::NAME,
        Record::Bone if field == fields::bone::PARENT => {
            let bone = document.model.bones.get(place.object as usize);
            bone.is_some_and(|bone| matches!(bone.parent_bone, Parent::Bone(_)))
        }
        _ => true,
    }
}

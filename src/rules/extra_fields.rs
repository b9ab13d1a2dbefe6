//! More fields on a line than its record has.

use crate::base::lines::line_around;
use crate::diagnostics::prelude::*;
use crate::document::describe::fields_of_line;
use crate::layout;
use crate::parse::ascii::lexer::is_blank;

pub(super) static RULE: Rule = Rule {
    name: "extra-fields",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("unsafe fix, but not of quads", &[]),
    summary: "More fields on a line than the format has",
    page: page!("extra-fields"),
    check,
};

/// A face with four vertices, three normals, flags and a smoothing group.
const QUAD_FIELDS: u8 = 9;

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| matches!(what, NoteKind::ExtraFields { .. })) {
        let NoteKind::ExtraFields { found } = note.kind else { continue };
        let record = note.place.record;
        let first = note.place.field.unwrap_or(0);
        let (line, _) = layout::line_and_column(record, first).unwrap_or_default();
        findings.add_at(note.place.whole(), Some(note.span), || {
            let fields = fields_of_line(record, line);
            let needed = counted(layout::lines(record)[line].len(), "field");
            let draft = match record {
                Record::Face if found == QUAD_FIELDS => Draft::new(
                    "a face with 9 fields: a quad of an old exporter, while the format has only triangles",
                )
                .help("split the quad into two triangles, or export the model again with a newer exporter"),
                _ => Draft::new(format!("expected {needed}, `{fields}`, but found {found}"))
                    .fix(surplus(document, note.span)),
            };
            draft.label("ignored, or misread")
        });
    }
}

/// Takes surplus fields out, where it is certain what the line is.
fn surplus(document: &Document, span: Span) -> Option<Fix> {
    let fix = || Fix::unsafe_fix("delete what is too much").remove(with_blank(document, span));
    document.is_certain().then(fix)
}

/// The surplus fields with the spaces before them.
fn with_blank(document: &Document, surplus: Span) -> Span {
    let line = line_around(document.source.bytes(), surplus.start as usize);
    let before = &document.source.bytes()[line.start..surplus.start as usize];
    let blanks = before.iter().rev().take_while(|byte| is_blank(**byte)).count();
    Span { start: surplus.start - blanks as u32, ..surplus }
}

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
    fix: FixKind::Depends("unsafe fix, but not of quads or of two rows on one line", &[]),
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
            let most = layout::lines(record)[line].len();
            let needed = counted(most, "field");
            let draft = match record {
                Record::Face if found == QUAD_FIELDS => Draft::new(
                    "a face with 9 fields: a quad of an old exporter, while the format has only triangles",
                )
                .help("split the quad into two triangles, or export the model again with a newer exporter"),
                _ if usize::from(found) == 2 * most && lacks_rows(document, note.place) => {
                    Draft::new(format!("two rows on one line: expected {needed}, `{fields}`, but found {found}"))
                        .help(format!("begin a new line after the first {needed}"))
                }
                _ => Draft::new(format!("expected {needed}, `{fields}`, but found {found}"))
                    .fix(surplus(document, note.span)),
            };
            draft.label("ignored, or misread")
        });
    }
}

/// Whether more rows are declared than are in the table of a row.
fn lacks_rows(document: &Document, place: Place) -> bool {
    let model = &document.model;
    let meshes = || model.meshes.get(place.object as usize).map(|mesh| &mesh.geometry);
    let bones = || model.bones.get(place.object as usize);
    let lacks = |declared: Option<u32>, found: usize| declared.is_some_and(|declared| declared as usize > found);
    let is_short = match place.record {
        Record::Vertex => meshes().map(|of| lacks(of.vertices.declared, of.vertices.len())),
        Record::Normal => meshes().map(|of| lacks(of.normals.declared, of.normals.len())),
        Record::Face => meshes().map(|of| lacks(of.faces.declared, of.faces.len())),
        Record::PositionKey => bones().map(|of| lacks(of.position_keys.declared, of.position_keys.len())),
        Record::RotationKey => bones().map(|of| lacks(of.rotation_keys.declared, of.rotation_keys.len())),
        _ => None,
    };
    is_short == Some(true)
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

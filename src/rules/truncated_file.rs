//! A file that ends inside a block or a record.

use crate::base::display::{is_or_are, number};
use crate::diagnostics::prelude::*;
use crate::document::describe::{describe, fields_of_line};
use crate::layout;
use crate::model::note::Missing;

pub(super) static RULE: Rule = Rule {
    name: "truncated-file",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Rest,
    fix: FixKind::None,
    summary: "A file that ends inside a block or a record",
    page: page!("truncated-file"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| matches!(what, NoteKind::Truncated { .. })) {
        let NoteKind::Truncated { missing } = note.kind else { continue };
        findings.add_note(note, || {
            let (message, declared) = match missing {
                Missing::Block(kind) => {
                    let number = if kind.has_version() { "version" } else { "number" };
                    (format!("the file ends before the {number} of the block {} is whole", kind.name()), None)
                }
                Missing::Line => (format!("the file ends {}", line_of(document, note.place)), None),
                Missing::Rows { found, declared } => {
                    let verb = is_or_are(found as usize);
                    let rows = rows(document, note.place);
                    let (found, declared) = (number(found as usize), number(declared as usize));
                    let message =
                        format!("the file ends too early: {found} of {declared} {rows} {verb} there");
                    // What is added to vertices and bones is counted with them.
                    let is_count = note.place.field != Some(fields::block::VERSION);
                    (message, document.locate(note.place).filter(|_| is_count))
                }
            };
            Draft::new(message)
                .label("the file ends here")
                .also(declared, "declared here")
                .help(match missing {
                    Missing::Rows { found, .. } if may_be_whole(document, note, missing) => {
                        format!("get the whole file again, or write {found} there, if this is all of it")
                    }
                    _ => "get the whole file again; the rest of it is lost".to_string(),
                })
        });
    }
}

/// Whether only the number of bones shows that the file is cut off: it ends after a whole bone, after which nothing need come,
/// and nothing uses those that are missing.
fn may_be_whole(document: &Document, note: &Note, missing: Missing) -> bool {
    let Missing::Rows { found, declared } = missing else { return false };
    let is_whole = document.model.binary.as_deref().is_none_or(|binary| binary.rest.is_empty());
    let block = document.model.blocks.get(note.place.object as usize).map(|block| block.kind);
    let unused = || document.model.first_use(note.place, found as i32..declared as i32).is_none();
    (note.place.record, note.place.field) == (Record::Block, Some(fields::block::COUNT))
        && block == Some(BlockKind::Bones)
        && is_whole
        && unused()
}

/// Where in a record the file ends: in or before the line of a field.
fn line_of(document: &Document, place: Place) -> String {
    if document.is_binary() {
        return match place.record {
            Record::File => "inside its header".to_string(),
            _ => format!("inside {}", describe(document, place.whole())),
        };
    }
    match place.field.and_then(|field| layout::line_and_column(place.record, field)) {
        Some((line, _)) => format!("before the line `{}` is whole", fields_of_line(place.record, line)),
        None => "too early".to_string(),
    }
}

/// What a count counts, in the plural.
fn rows(document: &Document, place: Place) -> &'static str {
    let block = || document.model.blocks.get(place.object as usize).map(|block| block.kind);
    let field = place.field.and_then(|field| layout::field(place.record, field));
    match (place.record, field.map_or("", |field| field.name)) {
        (Record::Block, _) if block() == Some(BlockKind::VertexExtras) => "vertex extras",
        (Record::Block, _) if block() == Some(BlockKind::BoneExtras) => "bone extras",
        (Record::Block, _) => match block().and_then(BlockKind::counts) {
            Some("mesh") => "meshes",
            Some("material") => "materials",
            Some("bone") => "bones",
            Some("vertex") => "vertices",
            Some("face") => "faces",
            _ => "comments",
        },
        (Record::Comment | Record::ModelComment, _) => "bytes of the comment",
        (_, "vertex count") => "vertices",
        (_, "normal count") => "normals",
        (_, "face count") => "faces",
        (_, "position key count") => "position keys",
        (_, "rotation key count") => "rotation keys",
        _ => "rows",
    }
}

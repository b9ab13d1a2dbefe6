//! The end of the file comes too early.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, name, notes};
use crate::layout::{self, Record};
use crate::model::Place;
use crate::note::{Missing, What};
use crate::text::{is_or_are, number};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "truncated-file",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A file that ends inside a block or a record",
    page: include_str!("../../rules/truncated-file.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| matches!(what, What::Truncated { .. })) {
        let What::Truncated { missing } = note.what else { continue };
        findings.add(note.place, || {
            let whole = note.place.whole();
            let owner = name(document, whole);
            let field = field_name(note.place);
            let (message, declared) = match missing {
                Missing::Line => (format!("the file ends inside {owner}, where its {field} should stand"), None),
                Missing::Rows { found, declared } => {
                    let what = rows(document, note.place);
                    let inside = format!("the file ends inside {owner}");
                    let verb = is_or_are(found as usize);
                    let (found, declared) = (number(found as usize), number(declared as usize));
                    let message = format!("{inside}: {found} of {declared} {what} {verb} there");
                    (message, document.locate(note.place))
                }
            };
            Draft::new(message)
                .at(note.span)
                .label("the file ends here")
                .also(declared, "declared here")
                .help("get the whole file again; the rest of it is lost")
        });
    }
}

fn field_name(place: Place) -> &'static str {
    place.field.and_then(|field| layout::field(place.record, field)).map_or("rest", |field| field.name)
}

/// What a count counts, in the plural.
fn rows(document: &Document, place: Place) -> &'static str {
    let block = || document.model.blocks.get(place.object as usize);
    match (place.record, field_name(place)) {
        (Record::Block, _) => match block().and_then(|block| block.kind.counts()) {
            Some("mesh") => "meshes",
            Some("material") => "materials",
            Some("bone") => "bones",
            _ => "comments",
        },
        (_, "vertex count") => "vertices",
        (_, "normal count") => "normals",
        (_, "face count") => "faces",
        (_, "position key count") => "position keys",
        (_, "rotation key count") => "rotation keys",
        _ => "rows",
    }
}

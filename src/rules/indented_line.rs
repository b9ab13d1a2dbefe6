//! `sscanf` matches names and quotes only at the start of the line.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::{Aspect, Fix};
use crate::layout::Record;
use crate::model::note::{Note, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "indented-line",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where no second block comes to light", &[Aspect::Reading]),
    summary: "Blanks in front of the name of a block or of a quote",
    page: include_str!("../../rules/indented-line.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::Indented) {
        findings.add_note(note, || {
            let message = match note.place.record {
                Record::Block => "blanks in front of the name of a block: most readers do not see the block",
                _ => "blanks in front of a quote: MilkShape and StepMania refuse the line",
            };
            Draft::new(message).label("blanks").fix(outdent(document, note)).help("delete the blanks")
        });
    }
}

/// Deletes the blanks. `None` if readers that skip the line now would then see a second block of its name.
fn outdent(document: &Document, note: &Note) -> Option<Fix> {
    let is_second = match note.place.record {
        Record::Block => {
            let block = document.model.blocks.get(note.place.object as usize);
            block.is_some_and(|block| document.has_several(block.kind))
        }
        _ => false,
    };
    (!is_second).then(|| Fix::safe("delete the blanks").remove(note.span))
}

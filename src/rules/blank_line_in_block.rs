//! The specification allows it; the two most used readers do not.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "blank-line-in-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Depends("safe fix where it is certain which line is what", &[]),
    summary: "A blank line between the lines of a block",
    page: include_str!("../../rules/blank-line-in-block.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::BlankInBlock) {
        findings.add_note(note, || {
            Draft::new("a blank line inside a block: MilkShape and StepMania refuse the file here")
                .label("read as data")
                .fix(document.is_certain().then(|| {
                    // Where a path or a parent is missing, MilkShape takes the blank line for it.
                    Fix::safe("delete the line").remove(document.whole_line(note.span.start))
                }))
                .help("delete the line")
        });
    }
}

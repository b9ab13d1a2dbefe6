//! The specification allows it; the two most used readers do not.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "comment-in-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[]),
    summary: "A `//` comment between the lines of a block",
    page: include_str!("../../rules/comment-in-block.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::CommentInBlock) {
        findings.add_note(note, || {
            Draft::new("a comment inside a block: MilkShape and StepMania refuse the file here")
                .label("read as data")
                .fix(Fix::consented("delete the comment").remove(document.whole_line(note.span.start)))
                .help("move the comment in front of the first block")
        });
    }
}

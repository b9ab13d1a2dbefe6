//! MilkShape reads 254 bytes of a line.

use crate::parse::ascii::parser::LONGEST_LINE;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::Record;
use crate::model::note::What;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::base::span::Span;
use crate::base::display::number;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "comment-too-long",
    group: Group::Comments,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A comment of more than 254 bytes",
    page: include_str!("../../rules/comment-too-long.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let long = notes(document, |what| what == What::LongLine);
    for note in long.filter(|note| matches!(note.place.record, Record::Comment | Record::ModelComment)) {
        let surplus = Span::new(note.span.start as usize + LONGEST_LINE, note.span.end as usize);
        findings.add_at(note.place, Some(surplus), || {
            Draft::new(format!(
                "the comment has {} bytes: MilkShape takes what is beyond {LONGEST_LINE} for the next line",
                number(note.span.len())
            ))
            .label("beyond the line")
            .help("shorten the comment")
        });
    }
}

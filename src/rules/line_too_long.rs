//! The buffers of MilkShape and Scorched3D.

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
    name: "line-too-long",
    group: Group::File,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A line of more than 254 bytes",
    page: include_str!("../../rules/line-too-long.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // Those of comments are another rule's business.
    let lines = notes(document, |what| what == What::LongLine);
    for note in lines.filter(|note| !matches!(note.place.record, Record::Comment | Record::ModelComment)) {
        let surplus = Span::new(note.span.start as usize + LONGEST_LINE, note.span.end as usize);
        findings.add_at(note.place, Some(surplus), || {
            let length = number(note.span.len());
            Draft::new(format!(
                "the line has {length} bytes, but MilkShape and Scorched3D read at most {LONGEST_LINE}"
            ))
            .label("read as another line")
            .help("make the line shorter")
        });
    }
}

//! Readers that split lines at each blank lose count of the fields.

use crate::parse::ascii::lexer::Pieces;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::note::{Note, What};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::base::source::line_around;
use crate::base::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "irregular-separator",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Safe(&[]),
    summary: "Something else than a single blank between two fields",
    page: include_str!("../../rules/irregular-separator.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::IrregularSeparator) {
        findings.add_note(note, || {
            let start = note.span.start as usize;
            let before = start.checked_sub(1).map(|before| document.source.bytes()[before]);
            let gap = document.bytes(note.span);
            if matches!(before, None | Some(b'\n' | b'\r')) {
                return Draft::new("blanks in front of the first field").label("blanks").fix(one_blank(
                    "delete them",
                    document,
                    note,
                ));
            }
            let what = match gap {
                [] => "no blank",
                _ if gap.contains(&b'\t') => "a tab",
                [_] => "another blank character",
                _ => "more than one blank",
            };
            Draft::new(format!("{what} where fields are kept apart by one blank")).label(what).fix(one_blank(
                "put exactly one blank between two fields",
                document,
                note,
            ))
        });
    }
}

/// Puts one blank between the fields of a line, from the first gap on that was noted, and none in front.
fn one_blank(title: &'static str, document: &Document, note: &Note) -> Fix {
    let bytes = document.source.bytes();
    let line = line_around(bytes, note.span.start as usize);
    let mut fix = Fix::safe(title);
    let mut before = note.span.start;
    for piece in Pieces::new(bytes, note.span.end as usize, line.end) {
        let gap = Span { start: before, end: piece.start };
        let usual: &[u8] = if before as usize == line.start { b"" } else { b" " };
        if &bytes[gap.range()] != usual {
            fix = fix.replace(gap, usual);
        }
        before = piece.end;
    }
    fix
}

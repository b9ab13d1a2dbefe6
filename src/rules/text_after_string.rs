//! Text after the closing quote of a name or a path: the format has no escape for a quote.

use crate::base::lines::line_around;
use crate::diagnostics::prelude::*;
use crate::parse::ascii::lexer::Pieces;

pub(super) static RULE: Rule = Rule {
    name: "text-after-string",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("unsafe fix where all lines are certain", &[]),
    summary: "Something after the closing quote of a name or a path",
    page: page!("text-after-string"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::TextAfterString, |note| {
        let is_quote = document.bytes(note.span) == b"\"";
        let message = match is_quote {
            true => "one quote too many after the string",
            false => "text after the closing quote, or a quote inside the string",
        };
        Draft::new(message)
            .label("ignored, or misread")
            .fix(
                document
                    .is_certain()
                    .then(|| Fix::unsafe_fix("delete it").remove(behind_quote(document, note.span))),
            )
            .help("delete it; a string cannot hold a quote")
    });
}

/// Everything after the closing quote, with the spaces before it.
fn behind_quote(document: &Document, text: Span) -> Span {
    let bytes = document.source.bytes();
    let line = line_around(bytes, text.start as usize);
    let string = Pieces::of_line(bytes, line).next();
    Span { start: string.map_or(text.start, |string| string.end), ..text }
}

//! A string without its closing quote.

use crate::diagnostics::prelude::*;
use crate::layout;
use crate::parse::ascii::lexer::is_blank;
use crate::parse::ascii::number;

pub(super) static RULE: Rule = Rule {
    name: "unterminated-string",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Depends("safe fix where the text ends the line, otherwise unsafe", &[Aspect::Reading]),
    summary: "A string without its closing quote",
    page: page!("unterminated-string"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::UnterminatedString, |note| {
        Draft::new("the closing quote is missing")
            .label("opened here, never closed")
            .fix(close(document, note))
            .help("put a quote at the end of the text")
    });
}

/// Puts the quote after the text: safely where nothing else is on the line, not even a space or a CR alone, which programs
/// read on beyond, so that the text can end nowhere else, and otherwise where the numbers after it begin, if there are as many as belong there.
fn close(document: &Document, note: &Note) -> Option<Fix> {
    let (line, _) = layout::line_and_column(note.place.record, note.place.field.unwrap_or(0))?;
    let behind = layout::lines(note.place.record)[line].len() - 1;
    let text = document.bytes(note.span);
    let mut end = text.trim_ascii_end().len();
    let title = "put a quote at the end of the text";
    for _ in 0..behind {
        let blank = text[..end].iter().rposition(|byte| is_blank(*byte))?;
        number::integer(&text[blank + 1..end]).value?;
        end = text[..blank].trim_ascii_end().len();
    }
    let rest = &document.source.bytes()[note.span.end as usize..];
    let ends_there = end == text.len() && (!rest.starts_with(b"\r") || rest.starts_with(b"\r\n"));
    let fix = if behind == 0 && ends_there { Fix::safe(title) } else { Fix::unsafe_fix(title) };
    (end > 1).then(|| fix.insert(note.span.start + end as u32, "\""))
}

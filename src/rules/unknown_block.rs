//! A line `Name: n` that opens no block of the format.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "unknown-block",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A line `Name: n` that opens no block of the format",
    page: page!("unknown-block"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::UnknownBlock, |note| {
        let written = show(document, note.span);
        Draft::new(format!("`{written}` is not a block of the format; what follows it was not checked"))
            .label("unknown block")
            .help("delete the block if none of your programs needs it")
    });
}

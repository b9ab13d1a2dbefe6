//! A model whose text is UTF-16.

use crate::base::utf16::utf16_text;
use crate::diagnostics::prelude::*;
use crate::parse::sniff::Content;

pub(super) static RULE: Rule = Rule {
    name: "utf16-text",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::All,
    fix: FixKind::Depends("safe fix where all of it is UTF-16", &[Aspect::Reading]),
    summary: "A model whose text is UTF-16",
    page: page!("utf16-text"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if document.content == Content::Utf16 {
        findings.add_at(Place::FILE, Some(Span::new(0, 2)), || {
            Draft::new("the text is UTF-16")
                .label("two bytes per character")
                .fix(to_utf8(document))
                .help("save the file as plain ASCII, or as UTF-8 without a byte order mark; the rest of it is checked then")
        });
    }
}

/// The text as UTF-8 without a mark; `None` where it is not UTF-16 throughout.
fn to_utf8(document: &Document) -> Option<Fix> {
    let bytes = document.source.bytes();
    let (text, _) = utf16_text(bytes).filter(|(_, is_whole)| *is_whole)?;
    let whole = Span::new(0, bytes.len());
    Some(Fix::safe("write the text as UTF-8 without a byte order mark").replace(whole, text.as_bytes()))
}

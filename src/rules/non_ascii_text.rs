//! Letters outside ASCII, whose code page the format does not tell.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, notes};
use crate::note::What;
use crate::text::quote;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "non-ascii-text",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "Bytes over 0x7F in a name or a path",
    page: include_str!("../../rules/non-ascii-text.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for note in notes(document, |what| what == What::NonAscii) {
        findings.add(note.place, || {
            let (code_page, text) = code_page(document.bytes(note.span));
            Draft::new(format!("text outside ASCII: \"{}\" in {code_page}", quote(text.as_bytes())))
                .at(note.span)
                .label(format!("{code_page}, by the look of it"))
                .help("use ASCII letters, which every reader understands alike")
        });
    }
}

/// The code page that bytes are most likely in, and the text that they are then.
fn code_page(bytes: &[u8]) -> (&'static str, String) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return ("UTF-8", text.to_string());
    }
    let (text, _, failed) = encoding_rs::SHIFT_JIS.decode(bytes);
    // Windows-1252 has no letters from 0x81 to 0x9F to speak of, where Shift JIS has its kana.
    if !failed && bytes.iter().any(|b| (0x81..=0x9F).contains(b)) {
        return ("Shift JIS", text.into_owned());
    }
    let (text, _, _) = encoding_rs::WINDOWS_1252.decode(bytes);
    ("Windows-1252", text.into_owned())
}

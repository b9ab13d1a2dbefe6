//! Bytes over 0x7F in a name or a path, whose code page the format does not define.

use crate::base::display::is_invisible;
use crate::base::code_pages::{shift_jis, windows_1252};
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "non-ascii-text",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Spelling,
    fix: FixKind::None,
    summary: "Bytes over 0x7F in a name or a path",
    page: page!("non-ascii-text"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::NonAscii, |note| {
        let (code_page, text) = code_page(document.bytes(note.span));
        // Of a guess at a code page nothing more is concluded.
        let hidden = text.chars().find(|c| code_page == "UTF-8" && is_invisible(*c));
        match hidden {
            Some(hidden) => {
                let number = hidden as u32;
                Draft::new(format!(
                    "a character that is not seen, U+{number:04X}: the text is not what it looks like"
                ))
                .label("looks different in other programs")
                .help("delete the character, or use ASCII letters")
            }
            None => Draft::new(format!("text outside ASCII: \"{}\" in {code_page}", quote(text.as_bytes())))
                .label(format!("{code_page}, it seems"))
                .help("use ASCII letters, which all importers read alike"),
        }
    });
}

/// The code page that bytes are most likely in, and the text that they are then.
fn code_page(bytes: &[u8]) -> (&'static str, String) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return ("UTF-8", text.to_string());
    }
    // Windows-1252 has little but quotes and dashes from 0x80 to 0x9F, where Shift JIS has the first
    // bytes of its kana and kanji. One of them is a quote, several in a row are Japanese.
    let has_several = bytes.iter().filter(|b| (0x80..=0x9F).contains(*b)).count() >= 2;
    let is_japanese = |text: &String| text.chars().filter(|c| !c.is_ascii()).count() >= 2;
    match shift_jis(bytes).filter(|text| has_several && is_japanese(text)) {
        Some(text) => ("Shift JIS", text),
        None => ("Windows-1252", windows_1252(bytes)),
    }
}

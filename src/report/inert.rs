//! Text that build machines print and do not obey.

use std::borrow::Cow;

/// A text that CI systems print and do not obey. Some take a line that begins with `::` for a command, or
/// what follows `##[`, `##vso[` and the like anywhere; a character of the same look and width replaces one.
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_inclusive('\n').map(inert_line).collect())
}

fn inert_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    if let Some(behind) = line.trim_start().strip_prefix("::") {
        out += &line[..line.len() - behind.len() - 2];
        out += "∶∶";
        rest = behind;
    }
    while let Some(at) = rest.find("##") {
        let behind = &rest[at + 2..];
        let is_command = behind.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[');
        out += &rest[..at + 1];
        out += if is_command { "♯" } else { "" };
        rest = &rest[at + 1 + usize::from(is_command)..];
    }
    out + rest
}

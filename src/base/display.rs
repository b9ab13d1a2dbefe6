//! How bytes, names and numbers are displayed. Text of a file gets into a report only through
//! [`visible`].

use std::borrow::{Borrow, Cow};
use std::fmt::Write;
use std::path::Path;

/// The most characters of a piece of a file that a message quotes.
const LONGEST_QUOTE: usize = 60;

/// Bytes of a file as text that is safe to print: control characters as pictures, bytes that are no
/// UTF-8 as `\xE9`, and invisible or direction-changing characters by their number.
pub fn visible(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    match std::str::from_utf8(bytes) {
        Ok(text) if is_plain(text) => out.push_str(text),
        Ok(text) => text.chars().for_each(|c| push_visible(c, &mut out)),
        // In another code page, bytes that look like UTF-8 in places are not UTF-8.
        Err(_) => bytes.iter().for_each(|b| match b {
            0..=0x7F => push_visible(char::from(*b), &mut out),
            _ => push_byte(*b, &mut out),
        }),
    }
    out
}

/// Whether each byte of a text is a character that is seen and takes one column, or a space.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A name or path of the system as text: as it is, or where it is no UTF-8 as [`visible`] shows it.
pub fn name_text(name: &[u8]) -> String {
    str::from_utf8(name).map_or_else(|_| visible(name), str::to_string)
}

/// A path as [`name_text`].
pub fn path_text(path: &Path) -> String {
    name_text(path.as_os_str().as_encoded_bytes())
}

/// A path as [`visible`] shows it.
pub fn visible_path(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}

/// Appends a character as [`visible`] shows it.
pub fn push_visible(c: char, out: &mut String) {
    match c {
        ' '..='~' => out.push(c),
        '\t' => out.push('→'),
        '\0'..='\x1F' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('?')),
        '\x7F' => out.push('␡'),
        _ if is_invisible(c) => {
            let _ = write!(out, "<U+{:04X}>", c as u32);
        }
        _ => out.push(c),
    }
}

/// Appends a byte that is no UTF-8 as [`visible`] shows it.
pub fn push_byte(byte: u8, out: &mut String) {
    let _ = write!(out, "\\x{byte:02X}");
}

/// Whether a character above ASCII would not be seen, or would change how others are seen.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9F}'
        | '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E007F}'
        | '\u{E0100}'..='\u{E01EF}')
}

/// Bytes of a file as [`visible`] shows them, cut to a length that fits a message.
pub fn quote(bytes: &[u8]) -> String {
    // No character takes more than four bytes, so this is enough to see that there is more.
    let sample = &bytes[..bytes.len().min(4 * (LONGEST_QUOTE + 1))];
    let text = visible(sample);
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    }
}

/// The path of a file as [`quote`] shows it, but of one that is too long the folders are cut, and not the name.
pub fn quote_path(path: &[u8]) -> String {
    const GAP: &str = "...";
    let name = path.iter().rposition(|byte| matches!(byte, b'/' | b'\\')).unwrap_or(0);
    let (folders, name) = path.split_at(name);
    let name = visible(&name[..name.len().min(4 * LONGEST_QUOTE)]);
    let room = LONGEST_QUOTE.checked_sub(GAP.len() + name.chars().count());
    let folders = visible(&folders[..folders.len().min(4 * LONGEST_QUOTE)]);
    match room.and_then(|room| folders.char_indices().nth(room)) {
        Some((cut, _)) if folders[cut..].chars().count() > GAP.len() => {
            format!("{}{GAP}{name}", &folders[..cut])
        }
        _ => quote(path),
    }
}

/// A span of code in Markdown, fenced by more backticks than are anywhere in the text.
pub fn code_span(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if longest > 0 { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// An offset in a binary file: `0x0000002f`.
pub fn hexadecimal(offset: usize) -> String {
    format!("{offset:#010x}")
}

/// A number as people write it: `1,234,567`.
pub fn number(n: usize) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", number(n / 1000), n % 1000) }
}

/// A float as people read it: `0.25`, but `2.5e-17` for one of very many digits.
pub fn float(value: f32) -> String {
    let size = value.abs();
    let is_plain = size == 0.0 || !size.is_finite() || (1e-5..1e9).contains(&size);
    if is_plain { value.to_string() } else { format!("{value:e}") }
}

/// A count with its noun: `1 face`, `4,812 faces`, `2 meshes`.
pub fn counted(n: usize, noun: &str) -> String {
    let noun = if n == 1 { noun.into() } else { plural(noun) };
    [&*number(n), " ", &*noun].concat()
}

fn plural(noun: &str) -> Cow<'_, str> {
    match noun {
        "mesh" => "meshes".into(),
        "vertex" => "vertices".into(),
        _ => [noun, "s"].concat().into(),
    }
}

/// The indices of this many rows, to be put after their number: `, 0 to 7` or `, index 0`.
pub fn index_range(n: usize) -> String {
    match n {
        0 => String::new(),
        1 => ", index 0".to_string(),
        _ => format!(", 0 to {}", n - 1),
    }
}

/// Which indices there are, to be put after one that there is not: `but the 9 vertices are 0 to 8`.
pub fn but_there_are(n: usize, noun: &str) -> String {
    match n {
        0 => format!("but there are no {}", plural(noun)),
        1 => format!("but there is only {noun} 0"),
        _ => format!("but the {} are 0 to {}", counted(n, noun), n - 1),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list<S: Borrow<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [word] => word.borrow().to_string(),
        [words @ .., last] => [&*words.join(", "), " and ", last.borrow()].concat(),
    }
}

/// The verb `is` or `are` for so many things.
pub fn is_or_are(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

/// The verb `was` or `were` for so many things.
pub fn was_or_were(n: usize) -> &'static str {
    if n == 1 { "was" } else { "were" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_raw_is_printed() {
        assert_eq!(visible(b"a\x1B[2J\x00\x7F"), "a␛[2J␀␡");
        assert_eq!(visible(b"H\xFCfte"), "H\\xFCfte");
        assert_eq!(visible("Hüfte\u{202E}\u{9B}".as_bytes()), "Hüfte<U+202E><U+009B>");
    }

    #[test]
    fn numbers_have_separators() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(1234567), "1,234,567");
        assert_eq!(counted(2, "mesh"), "2 meshes");
    }

    #[test]
    fn indices_start_at_0() {
        let said = [0, 1, 9].map(|count| but_there_are(count, "vertex"));
        assert_eq!(
            said,
            ["but there are no vertices", "but there is only vertex 0", "but the 9 vertices are 0 to 8"]
        );
    }

    #[test]
    fn floats_are_short() {
        assert_eq!([0.0, 0.25, -1.5, 1e-5, 123456.0].map(float), ["0", "0.25", "-1.5", "0.00001", "123456"]);
        assert_eq!([-2.5e-17, 1e30].map(float), ["-2.5e-17", "1e30"]);
    }

    #[test]
    fn long_quotes_are_cut() {
        assert_eq!(quote(&[b'x'; 1_000_000]).chars().count(), LONGEST_QUOTE + 3);
        let path = [&[b'x'; 1_000_000][..], b"/folder\\name.png"].concat();
        assert_eq!(quote_path(&path), format!("{}...\\name.png", "x".repeat(LONGEST_QUOTE - 12)));
        for path in [&b"a/b.png"[..], &[b'x'; 100], &[&b"x/"[..], &[b'y'; 100]].concat()] {
            assert_eq!(quote_path(path), quote(path));
        }
    }
}

//! Text in UTF-16.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// What is in a file of text in UTF-16, without its mark, and whether all of it is such text. `None` if it does not begin
/// as ASCII characters in UTF-16 do.
pub(crate) fn utf16_text(bytes: &[u8]) -> Option<(String, bool)> {
    let (encoding, mark) = Encoding::for_bom(bytes).or(match bytes {
        [0, ..] => Some((UTF_16BE, 0)),
        [_, 0, ..] => Some((UTF_16LE, 0)),
        _ => None,
    })?;
    let (text, has_errors) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Some((text.into_owned(), !has_errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_in_both_orders_and_half_a_character_is_none() {
        let text = |text: &str, is_whole| Some((text.to_string(), is_whole));
        assert_eq!(utf16_text(b"\xFF\xFEa\0b\0"), text("ab", true));
        assert_eq!(utf16_text(b"\xFE\xFF\0a\0b"), text("ab", true));
        assert_eq!(utf16_text(b"\0a\0b"), text("ab", true));
        assert_eq!(utf16_text(b"a\0b"), text("a\u{FFFD}", false));
        assert_eq!(utf16_text(b"ab"), None);
    }
}

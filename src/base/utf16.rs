//! Text in UTF-16.

use std::char::{REPLACEMENT_CHARACTER, decode_utf16};

/// Which byte of a unit comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Utf16 {
    /// The low one.
    Le,
    /// The high one.
    Be,
}

impl Utf16 {
    /// The byte order mark.
    pub(crate) fn mark(self) -> &'static [u8; 2] {
        match self {
            Self::Le => b"\xFF\xFE",
            Self::Be => b"\xFE\xFF",
        }
    }

    /// Text that begins with a mark.
    pub(crate) fn of_marked(bytes: &[u8]) -> Option<Self> {
        [Self::Le, Self::Be].into_iter().find(|order| bytes.starts_with(order.mark()))
    }

    /// The two bytes of a unit.
    #[cfg(feature = "editor")]
    pub(crate) fn bytes(self, unit: u16) -> [u8; 2] {
        match self {
            Self::Le => unit.to_le_bytes(),
            Self::Be => unit.to_be_bytes(),
        }
    }

    /// The text of bytes without a mark, and whether all of them are text: what is not becomes U+FFFD.
    pub(crate) fn text(self, bytes: &[u8]) -> (String, bool) {
        let (units, half) = bytes.as_chunks();
        let unit = match self {
            Self::Le => u16::from_le_bytes,
            Self::Be => u16::from_be_bytes,
        };
        let mut is_whole = half.is_empty();
        let characters = decode_utf16(units.iter().map(|bytes| unit(*bytes)));
        let mut text: String = characters
            .map(|character| {
                is_whole &= character.is_ok();
                character.unwrap_or(REPLACEMENT_CHARACTER)
            })
            .collect();
        text.extend((!half.is_empty()).then_some(REPLACEMENT_CHARACTER));
        (text, is_whole)
    }
}

/// What is in a file of text in UTF-16, without its mark, and whether all of it is such text. `None` if it does not begin
/// as ASCII characters in UTF-16 do.
pub(crate) fn utf16_text(bytes: &[u8]) -> Option<(String, bool)> {
    let order = Utf16::of_marked(bytes).or(match bytes {
        [0, ..] => Some(Utf16::Be),
        [_, 0, ..] => Some(Utf16::Le),
        _ => None,
    })?;
    Some(order.text(bytes.strip_prefix(order.mark()).unwrap_or(bytes)))
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

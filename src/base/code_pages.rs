//! Text in the encodings that programs wrote before UTF-8. These are two of many: a library that reads all of them takes
//! a tenth of what the page in the browser has to load.

use encoding_index_japanese::jis0208;

/// The characters of Windows-1252 from 0x80 on that have other numbers there. Where it has none, it is a control
/// character, as in the Encoding Standard.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Where they start.
const FIRST_OTHER: u8 = 0x80;

/// Text in Windows-1252: any bytes are some.
pub(crate) fn windows_1252(bytes: &[u8]) -> String {
    let other = |byte: u8| WINDOWS_1252.get(usize::from(byte.checked_sub(FIRST_OTHER)?)).copied();
    bytes.iter().map(|byte| other(*byte).unwrap_or(char::from(*byte))).collect()
}

/// A character in Windows-1252; `None` if it has no such one.
#[cfg(any(test, feature = "editor"))]
pub(crate) fn in_windows_1252(c: char) -> Option<u8> {
    match WINDOWS_1252.iter().position(|other| *other == c) {
        Some(place) => Some(FIRST_OTHER + place as u8),
        None => u8::try_from(c).ok().filter(|byte| windows_1252(&[*byte]).starts_with(c)),
    }
}

/// Text in Shift JIS; `None` if these bytes are none.
pub(crate) fn shift_jis(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    let mut rest = bytes.iter().copied();
    while let Some(first) = rest.next() {
        text.push(match first {
            0..=0x80 => char::from(first),
            // Katakana of half the width.
            0xA1..=0xDF => char::from_u32(0xFF61 - 0xA1 + u32::from(first))?,
            0x81..=0x9F | 0xE0..=0xFC => two_bytes(first, rest.next()?)?,
            _ => return None,
        });
    }
    Some(text)
}

/// A character of Shift JIS in two bytes, as the Encoding Standard reads them.
fn two_bytes(first: u8, second: u8) -> Option<char> {
    /// Those that have no characters of their own, for everyone to use as they like.
    const PRIVATE: std::ops::RangeInclusive<u16> = 8836..=10715;
    const IN_A_ROW: u16 = 188;
    let row = u16::from(first - if first < 0xA0 { 0x81 } else { 0xC1 });
    let column = match second {
        0x40..=0x7E => second - 0x40,
        0x80..=0xFC => second - 0x41,
        _ => return None,
    };
    let index = row * IN_A_ROW + u16::from(column);
    if PRIVATE.contains(&index) {
        return char::from_u32(0xE000 + u32::from(index - PRIVATE.start()));
    }
    char::from_u32(jis0208::forward(index)).filter(|c| *c != '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_1252_is_read_and_written_as_by_others() {
        for byte in 0..=u8::MAX {
            let text = windows_1252(&[byte]);
            assert_eq!(text, encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0);
            assert_eq!(text.chars().next().and_then(in_windows_1252), Some(byte));
        }
        for c in (0..0x1_0000).filter_map(char::from_u32) {
            let text = c.to_string();
            let (bytes, _, has_failed) = encoding_rs::WINDOWS_1252.encode(&text);
            assert_eq!(in_windows_1252(c), bytes.first().copied().filter(|_| !has_failed), "{c:?}");
        }
    }

    #[test]
    fn shift_jis_is_read_as_by_others() {
        for pair in (0..=u16::MAX).map(u16::to_be_bytes) {
            let (text, has_failed) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(&pair);
            assert_eq!(shift_jis(&pair), (!has_failed).then(|| text.into_owned()), "{pair:?}");
        }
        assert_eq!(shift_jis(b"a\x93\xFA\x96{.bmp").as_deref(), Some("a日本.bmp"));
        assert_eq!(shift_jis(b"\x93"), None);
    }
}

//! Converts values of fields between text and the bytes that a binary model stores.

use std::fmt::Write;

use crate::base::display::is_invisible;
use crate::layout::binary::Store;
use crate::parse::binary::encode::{Value, push_value};

/// The bytes of a value that is given as text: a decimal number, or the text itself, which is filled up with
/// NULs. `None` if it is no such value, or does not fit.
pub fn encode(store: Store, text: &[u8]) -> Option<Vec<u8>> {
    let number = || std::str::from_utf8(text).ok();
    let value = match store {
        Store::Text(_) | Store::Sized => Value::Text(text),
        Store::F32 => Value::Float(float(number()?)?),
        _ => Value::Integer(number()?.parse().ok()?),
    };
    let mut bytes = Vec::new();
    push_value(store, value, &mut bytes)?;
    Some(bytes)
}

/// A float in decimal spelling. `None` for a number that is too large for one; infinity is `inf`.
fn float(text: &str) -> Option<f32> {
    let float: f32 = text.parse().ok()?;
    let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
    (!float.is_infinite() || !has_digits).then_some(float)
}

/// A stored value in the one spelling from which `parse` gets the same bytes again: `-1`, `0.25`,
/// `nan(0x7fc00001)`, `"body"`. The bytes after the first NUL of a text follow in hexadecimal digits:
/// `"body"+cd12ff`.
pub fn spell(store: Store, bytes: &[u8]) -> String {
    let number = || bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    match store {
        Store::U8 | Store::U16 | Store::U32 => number().to_string(),
        Store::I8 => (number() as i8).to_string(),
        Store::I32 => (number() as i32).to_string(),
        Store::F32 => match f32::from_bits(number()) {
            float if float.is_nan() => format!("nan({:#010x})", number()),
            float => format!("{float:?}"),
        },
        Store::Text(_) => {
            let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
            quoted(&bytes[..end]) + &behind(&bytes[end..])
        }
        Store::Sized => quoted(bytes),
    }
}

/// The bytes of a value in its spelling: that of [`spell`], or another decimal number.
pub(crate) fn parse(store: Store, text: &str) -> Option<Vec<u8>> {
    match store {
        Store::F32 if text.starts_with("nan(") => {
            let digits = text.strip_prefix("nan(0x")?.strip_suffix(')')?;
            let bits = u32::from_str_radix(digits, 16).ok()?;
            f32::from_bits(bits).is_nan().then(|| bits.to_le_bytes().to_vec())
        }
        Store::Text(_) | Store::Sized => {
            let end = text.rfind('"')? + 1;
            let mut bytes = unquoted(&text[..end])?;
            if let Some(digits) = text[end..].strip_prefix('+') {
                bytes.push(0);
                bytes.extend(hexadecimal(digits)?);
            } else if end < text.len() {
                return None;
            }
            encode(store, &bytes)
        }
        _ => encode(store, text.as_bytes()),
    }
}

/// Describes what [`parse`] takes.
pub(crate) fn expected(store: Store) -> String {
    match store {
        Store::U8 => "an integer from 0 to 255".to_string(),
        Store::I8 => "an integer from -128 to 127".to_string(),
        Store::U16 => "an integer from 0 to 65,535".to_string(),
        Store::U32 => "an integer from 0 to 4,294,967,295".to_string(),
        Store::I32 => "an integer from -2,147,483,648 to 2,147,483,647".to_string(),
        Store::F32 => "a number".to_string(),
        Store::Text(width) => format!("text in double quotes of at most {width} bytes"),
        Store::Sized => "text in double quotes".to_string(),
    }
}

/// The bytes after the first NUL of a text: a plus sign and digits, or nothing if there are only NULs.
fn behind(bytes: &[u8]) -> String {
    let mut out = String::new();
    if let Some(last) = bytes.iter().rposition(|byte| *byte != 0) {
        out.push('+');
        bytes[1..=last].iter().for_each(|byte| push_hexadecimal(*byte, &mut out));
    }
    out
}

/// Appends a byte as two digits.
pub(crate) fn push_hexadecimal(byte: u8, out: &mut String) {
    let _ = write!(out, "{byte:02x}");
}

/// The bytes that pairs of hexadecimal digits stand for.
pub(crate) fn hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some((digit(*high)? << 4) | digit(*low)?),
        _ => None,
    };
    pairs.map(byte).collect()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Text in double quotes: what would not be seen, or would end it, is escaped, and so are bytes that are no
/// UTF-8.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    let escape = |bytes: &[u8], out: &mut String| {
        for byte in bytes {
            out.push_str("\\x");
            push_hexadecimal(*byte, out);
        }
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                _ if c.is_control() || is_invisible(c) => {
                    escape(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut out)
                }
                _ => out.push(c),
            }
        }
        escape(chunk.invalid(), &mut out);
    }
    out.push('"');
    out
}

/// The bytes of a text in double quotes; `None` if it is none.
fn unquoted(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.strip_prefix('"')?.strip_suffix('"')?.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b'x' => (digit(bytes.next()?)? << 4) | digit(bytes.next()?)?,
                escaped @ (b'"' | b'\\') => escaped,
                _ => return None,
            },
            b'"' => return None,
            _ => byte,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(store: Store, bytes: &[u8], text: &str) {
        assert_eq!(spell(store, bytes), text);
        assert_eq!(parse(store, text).as_deref(), Some(bytes), "{text}");
    }

    #[test]
    fn values_come_back_as_the_same_bytes() {
        comes_back(Store::U8, &[255], "255");
        comes_back(Store::I8, &[255], "-1");
        comes_back(Store::U16, &[1, 2], "513");
        comes_back(Store::U32, &[255; 4], "4294967295");
        comes_back(Store::I32, &[254, 255, 255, 255], "-2");
        comes_back(Store::F32, &0.1f32.to_le_bytes(), "0.1");
        comes_back(Store::F32, &(-0.0f32).to_le_bytes(), "-0.0");
        comes_back(Store::F32, &f32::NEG_INFINITY.to_le_bytes(), "-inf");
        comes_back(Store::F32, &0xFF80_0001u32.to_le_bytes(), "nan(0xff800001)");
        comes_back(Store::Text(6), b"leg\0\0\0", "\"leg\"");
        comes_back(Store::Text(6), b"leg\0\0\xCD", "\"leg\"+00cd");
        comes_back(Store::Text(6), b"leg\0A\0", "\"leg\"+41");
        comes_back(Store::Text(3), b"leg", "\"leg\"");
        comes_back(Store::Text(3), b"\0\0\x01", "\"\"+0001");
        comes_back(Store::Sized, "a\"\\\r\n\0\u{202E}é".as_bytes(), r#""a\"\\\r\n\x00\xe2\x80\xaeé""#);
        comes_back(Store::Sized, b"H\xFCfte", "\"H\\xfcfte\"");
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in ["256", "-1", "1.0", "", "0x1"] {
            assert_eq!(parse(Store::U8, text), None, "{text}");
        }
        for text in ["nan(1)", "nan(0x3f800000)", "1,5", "x"] {
            assert_eq!(parse(Store::F32, text), None, "{text}");
        }
        for text in [
            "leg",
            "\"",
            "\"legs\"",
            "\"a\"+00000000",
            "\"a\"+0",
            "\"a\"b",
            "\"\\y\"",
            "\"\\x4\"",
            "\"a\"b\"",
        ] {
            assert_eq!(parse(Store::Text(3), text), None, "{text}");
        }
    }
}

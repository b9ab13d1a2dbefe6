//! What an editor sends, from its bytes.

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// Something that is no message: where the next one begins is known all the same.
#[derive(Debug)]
pub(crate) struct NoMessage {
    code: ErrorCode,
    why: String,
}

impl NoMessage {
    /// The answer to it, as JSON. It has no number: nobody knows which request it was.
    pub(crate) fn answer(&self) -> String {
        let error = json!({ "code": self.code as i32, "message": self.why });
        json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string()
    }
}

/// The message in these bytes. Half a character, of which JSON can have the number, is read as U+FFFD.
pub(crate) fn received(bytes: &[u8]) -> Result<Message, NoMessage> {
    if let Ok(message) = serde_json::from_slice(bytes) {
        return Ok(message);
    }
    let text = with_whole_characters(&String::from_utf8_lossy(bytes));
    if let Ok(message) = serde_json::from_str(&text) {
        return Ok(message);
    }
    Err(match serde_json::from_str::<Value>(&text) {
        Ok(_) => NoMessage { code: ErrorCode::InvalidRequest, why: "this is no message".to_string() },
        Err(wrong) => NoMessage { code: ErrorCode::ParseError, why: wrong.to_string() },
    })
}

/// A JSON text in which no `\u` has one half of a surrogate pair alone.
fn with_whole_characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        rest = &rest[at..];
        let taken = match (half(rest), rest.get(6..).and_then(half)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out += "\\ufffd";
                rest = &rest[6..];
                continue;
            }
            // A backslash and what it escapes.
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out += &rest[..taken];
        rest = &rest[taken..];
    }
    out + rest
}

/// The number of the `\u` that a text begins with.
fn half(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_character_becomes_a_whole_one() {
        for (text, whole) in [
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\ude00 x""#, r#""\ufffd x""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\u00e9\"\ud83d\n""#, r#""\u00e9\"\ufffd\n""#),
            (r"\ud8", r"\ud8"),
            ("\\é\\", "\\é\\"),
        ] {
            assert_eq!(with_whole_characters(text), whole);
        }
    }
}

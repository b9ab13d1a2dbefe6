//! The messages of an editor, as they come in.

use std::io::{self, BufRead, Read};

use lsp_server::Message;

/// The most bytes of a message that are read: room for a model of 100 MB, and what quotes it.
const MOST_BYTES: u64 = 1 << 28;
/// The most bytes before a message, which say how long it is.
const MOST_BYTES_BEFORE: usize = 1 << 13;

/// Reads a message; `None` at the end of the input. How long it says that it is decides how much memory is taken, so
/// this is looked at before.
pub(super) fn read_message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut before = Vec::new();
    loop {
        let start = before.len();
        let room = (MOST_BYTES_BEFORE - start) as u64;
        input.take(room).read_until(b'\n', &mut before)?;
        let line = before[start..].trim_ascii();
        if line.is_empty() || !before.ends_with(b"\n") {
            break;
        }
        if length(line).is_some_and(|length| length > MOST_BYTES) {
            let line = String::from_utf8_lossy(line);
            return Err(io::Error::other(format!(
                "{line} is more than the {MOST_BYTES} bytes that are read"
            )));
        }
    }
    if before.len() >= MOST_BYTES_BEFORE {
        return Err(io::Error::other(format!("{MOST_BYTES_BEFORE} bytes, and no message")));
    }
    Message::read(&mut before.as_slice().chain(input))
}

/// The length that a line says the message has.
fn length(line: &[u8]) -> Option<u64> {
    let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
    value.trim().parse().ok().filter(|_| name.trim().eq_ignore_ascii_case("Content-Length"))
}

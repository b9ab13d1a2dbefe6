//! The messages of an editor, as they come in.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;

use crate::editor::received::{NoMessage, received};

/// The most bytes of a message that are read: room for a model of 100 MB, and what quotes it.
const MOST_BYTES: u64 = 1 << 28;
/// The most bytes before a message, which say how long it is.
const MOST_BYTES_BEFORE: usize = 1 << 13;

/// Reads a message; `None` at the end of the input. How long it says that it is decides how much memory is taken, so
/// this is looked at before.
pub(super) fn read_message(input: &mut impl BufRead) -> io::Result<Option<Result<Message, NoMessage>>> {
    let Some(length) = read_length(input)? else { return Ok(None) };
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::Error::other(format!("it ends after {} of {length} bytes", bytes.len())));
    }
    Ok(Some(received(&bytes)))
}

/// Reads what is before a message, and returns its length; `None` at the end of the input.
fn read_length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut before = Vec::new();
    let mut found = None;
    loop {
        let start = before.len();
        input.take((MOST_BYTES_BEFORE - start) as u64).read_until(b'\n', &mut before)?;
        if before.len() >= MOST_BYTES_BEFORE {
            return Err(io::Error::other(format!("{MOST_BYTES_BEFORE} bytes, and no message")));
        }
        if !before.ends_with(b"\n") {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(before[start..].trim_ascii());
        if line.is_empty() {
            return found.map(Some).ok_or_else(|| io::Error::other("nothing says how long it is"));
        }
        let (name, value) =
            line.split_once(':').ok_or_else(|| io::Error::other(format!("{line:?} is no header")))?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let length = value.trim().parse().ok().filter(|length| *length <= MOST_BYTES);
            let too_long = || {
                io::Error::other(format!("{line} is not a length up to the {MOST_BYTES} bytes that are read"))
            };
            found = Some(length.ok_or_else(too_long)?);
        }
    }
}

/// Writes a text as a message.
pub(super) fn write_text(text: &str, output: &mut impl Write) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

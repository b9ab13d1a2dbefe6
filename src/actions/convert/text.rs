//! Names and comments in the form that the quoted strings and lines of an ASCII model can hold.

/// Whether a byte cannot appear between quotes: the format has no escapes.
pub(super) fn is_bad_in_quotes(byte: u8) -> bool {
    matches!(byte, b'"' | b'\r' | b'\n')
}

/// A text without some of its bytes.
pub(super) fn without(text: &[u8], is_bad: impl Fn(u8) -> bool) -> Vec<u8> {
    text.iter().copied().filter(|byte| !is_bad(*byte)).collect()
}

/// A text without NULs, with this line ending on each line.
pub(super) fn with_ends(text: &[u8], end: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\r' | b'\n' => {
                out.extend_from_slice(end);
                if byte == b'\r' {
                    bytes.next_if_eq(&b'\n');
                }
            }
            0 => {}
            _ => out.push(byte),
        }
    }
    out
}

/// The lines of a comment that is written on one line.
pub(super) fn in_lines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match rest {
            [b'n', behind @ ..] if *first == b'\\' => {
                out.extend_from_slice(b"\r\n");
                rest = behind;
            }
            _ => out.push(*first),
        }
    }
    out
}

//! Merge conflicts: places where a version control system left both versions of some lines, between its markers.

use crate::base::lines::line_from;
use crate::base::span::Span;

/// A place where both versions of some lines are in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The marker that the first version follows.
    pub first: Span,
    /// The marker that the second version follows.
    pub second: Span,
    /// The marker behind it.
    pub end: Span,
}

/// How often a marker has its character.
const MARKER: usize = 7;
const FIRST: &[u8] = b"<<<<<<<";

/// The merge conflicts of a text, in its order.
pub fn find(bytes: &[u8]) -> Vec<Conflict> {
    let mut found = Vec::new();
    let Some(at) = memchr::memmem::find(bytes, FIRST) else { return found };
    let (mut first, mut second) = (None, None);
    let mut start =
        bytes[..at].iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
    while start < bytes.len() {
        let line = line_from(bytes, start);
        start = line.next;
        match (marker(&bytes[line.start..line.end]), first, second) {
            (Some(b'<'), ..) => (first, second) = (Some(line.span()), None),
            (Some(b'='), Some(_), None) => second = Some(line.span()),
            (Some(b'>'), Some(one), Some(other)) => {
                found.push(Conflict { first: one, second: other, end: line.span() });
                (first, second) = (None, None);
            }
            _ => {}
        }
    }
    found
}

/// The character of the marker that a line is: one of `<`, `|`, `=` and `>`.
pub fn marker(line: &[u8]) -> Option<u8> {
    let (marker, label) = line.split_at_checked(MARKER)?;
    let is_marker = marker.iter().all(|byte| *byte == marker[0]) && matches!(label, [] | [b' ', ..]);
    Some(marker[0]).filter(|byte| is_marker && b"<|=>".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<[u32; 3]> {
        let starts =
            |conflict: &Conflict| [conflict.first, conflict.second, conflict.end].map(|span| span.start);
        find(text.as_bytes()).iter().map(starts).collect()
    }

    #[test]
    fn conflicts_have_three_markers_at_the_start_of_lines() {
        assert_eq!(found("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n"), [[2, 17, 27]]);
        // With what both versions were made of.
        assert_eq!(found("<<<<<<< HEAD\r\nb\r\n||||||| x\r\na\r\n=======\r\nc\r\n>>>>>>> d"), [[0, 31, 43]]);
        assert_eq!(
            found("<<<<<<< a\n=======\n>>>>>>> b\n<<<<<<<\n=======\n>>>>>>>\n"),
            [[0, 10, 18], [28, 36, 44]]
        );
        for text in
            ["// <<<<<<< a\n=======\n>>>>>>> b\n", "<<<<<<< a\n>>>>>>> b\n", "<<<<<<<a\n=======\n>>>>>>> b\n"]
        {
            assert_eq!(found(text), [[0; 3]; 0], "{text}");
        }
    }
}

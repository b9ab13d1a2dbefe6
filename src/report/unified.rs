//! Unified diffs of models, as `patch` and `git apply` take them: byte for byte.

use std::io::Write;
use std::ops::Range;

use gix_imara_diff::sources::byte_lines;
use gix_imara_diff::{Algorithm, Diff, Hunk, InternedInput};

use crate::document::Document;
use crate::document::listing;

/// How many lines before and after a change are shown.
const CONTEXT: u32 = 3;

/// The unified diff of a file, empty if nothing differs. Lines end in LF; the CR before it belongs
/// to the line.
pub fn unified(name: &[u8], before: &[u8], after: &[u8]) -> Vec<u8> {
    diff(name, "", before, after)
}

/// The unified diff of the listings of a binary file, for people: no program can apply it to the file. If records
/// were removed or inserted, the numbers of later records are left out, as they would all differ.
pub fn unified_listing(name: &[u8], before: &Document, after: &Document) -> Vec<u8> {
    let count = |document| listing::lines(document, 0).count();
    let is_numbered = count(before) == count(after);
    let [before, after] = [before, after].map(|document| listing_of(document, is_numbered));
    diff(name, "\t(listing)", before.as_bytes(), after.as_bytes())
}

/// Lines that `patch` and `git apply` take for no part of a patch.
pub fn commented(lines: &[u8]) -> Vec<u8> {
    lines.split_inclusive(|byte| *byte == b'\n').flat_map(|line| [b"# ", line].concat()).collect()
}

fn listing_of(document: &Document, is_numbered: bool) -> String {
    let mut out = String::new();
    for line in listing::lines(document, 0) {
        let word = line.text.find(':').filter(|_| !is_numbered).unwrap_or(0);
        out += line.text[..word].trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        out += &line.text[word..];
        out.push('\n');
    }
    out
}

fn diff(name: &[u8], remark: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let input = InternedInput::new(byte_lines(before), byte_lines(after));
    let diff = Diff::compute(Algorithm::Myers, &input);
    let mut out = Vec::new();
    let hunks: Vec<_> = diff.hunks().collect();
    if hunks.is_empty() {
        return out;
    }
    // Writing to memory does not fail.
    let [was, is] = ["a", "b"].map(|side| match path(side, name) {
        path if remark.is_empty() => path,
        path => path.trim_end_matches('\t').to_string() + remark,
    });
    let _ = write!(out, "--- {was}\n+++ {is}\n");
    let near = |one: &Hunk, next: &Hunk| next.before.start - one.before.end <= 2 * CONTEXT;
    for together in hunks.chunk_by(near) {
        write_hunk(&input, together, &mut out);
    }
    out
}

/// A path as it is in the head of a diff: quoted as in C if it would be misread.
pub(super) fn path(side: &str, name: &[u8]) -> String {
    let from_here = name.strip_prefix(b"./").unwrap_or(name);
    let start = from_here.iter().position(|byte| *byte != b'/').unwrap_or(from_here.len());
    let separator = |byte: &u8| if cfg!(windows) && *byte == b'\\' { b'/' } else { *byte };
    let name: Vec<u8> = from_here[start..].iter().map(separator).collect();
    match std::str::from_utf8(&name) {
        Ok(name) if !name.contains(|c: char| c.is_control() || matches!(c, '"' | '\\')) => {
            // Nothing comes after a tab, so that spaces belong to the name.
            let tab = if name.contains(' ') { "\t" } else { "" };
            format!("{side}/{name}{tab}")
        }
        _ => format!("\"{side}/{}\"", name.into_iter().map(quoted_byte).collect::<String>()),
    }
}

fn quoted_byte(byte: u8) -> String {
    match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// Writes changes that are close to each other, with the lines around them.
fn write_hunk(input: &InternedInput<&[u8]>, changes: &[Hunk], out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return };
    let in_front = first.before.start.min(CONTEXT);
    let behind = (input.before.len() as u32 - last.before.end).min(CONTEXT);
    let before = first.before.start - in_front..last.before.end + behind;
    let after = first.after.start - in_front..last.after.end + behind;
    let _ = writeln!(out, "@@ -{} +{} @@", lines(&before), lines(&after));
    let mut at = before.start;
    for change in changes {
        write_lines(input, b' ', at..change.before.start, true, out);
        write_lines(input, b'-', change.before.clone(), true, out);
        write_lines(input, b'+', change.after.clone(), false, out);
        at = change.before.end;
    }
    write_lines(input, b' ', at..before.end, true, out);
}

/// The first line, from 1, and the count. Without lines, the first is the line before.
fn lines(range: &Range<u32>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn write_lines(input: &InternedInput<&[u8]>, sign: u8, range: Range<u32>, old: bool, out: &mut Vec<u8>) {
    let tokens = if old { &input.before } else { &input.after };
    for token in &tokens[range.start as usize..range.end as usize] {
        let line = input.interner[*token];
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: &str, after: &str) -> String {
        String::from_utf8(unified(b"a b.txt", before.as_bytes(), after.as_bytes())).unwrap()
    }

    #[test]
    fn what_is_the_same_has_no_diff() {
        assert_eq!(diff("a\r\nb", "a\r\nb"), "");
    }

    #[test]
    fn endings_are_part_of_their_lines() {
        assert_eq!(
            diff("a\nb\nc", "a\r\nb\nc\n"),
            "--- a/a b.txt\t\n+++ b/a b.txt\t\n@@ -1,3 +1,3 @@\n-a\n+a\r\n b\n-c\n\\ No newline at end of file\n+c\n"
        );
        assert_eq!(diff("", "a\n"), "--- a/a b.txt\t\n+++ b/a b.txt\t\n@@ -0,0 +1 @@\n+a\n");
    }

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(path("a", b"/tmp/x.txt"), "a/tmp/x.txt");
        assert_eq!(path("b", "x\n\"ü.txt".as_bytes()), "\"b/x\\012\\\"\\303\\274.txt\"");
    }
}

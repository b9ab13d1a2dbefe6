//! Previews a small fix as the few lines that it changes.

use crate::base::display::visible;
use crate::base::lines::line_from;
use crate::base::span::Span;
use crate::document::listing::line_at;
use crate::document::{Document, read};
use crate::fix::edits::whole_lines;
use crate::fix::{Edit, Patch};

/// The most lines of a small fix.
const MOST_LINES: usize = 4;
/// The most bytes of a fix that is previewed.
const MOST_BYTES: usize = 2048;
/// The largest binary file that is read again to preview a fix.
const MOST_READ_AGAIN: usize = 1 << 17;
/// How many common characters are kept before the first difference of lines.
const COMMON: usize = 24;
/// Printed in place of cropped text.
const CROPPED: &str = "...";

/// The lines that the edits of a fix change, with `-` before the old ones and `+` before the new ones, none
/// longer than `width` characters. Empty if there are too many, or if the change is not visible.
pub fn preview(document: &Document, edits: &[Edit], width: usize) -> Vec<String> {
    let starts = edits.iter().map(|edit| edit.span.start);
    let ends = edits.iter().map(|edit| edit.span.end);
    let (Some(start), Some(end)) = (starts.min(), ends.max()) else { return Vec::new() };
    let written: usize = edits.iter().map(|edit| edit.text.len()).sum();
    if document.is_binary() {
        return changed_records(document, edits, width);
    }
    if (end - start) as usize + written > MOST_BYTES {
        return Vec::new();
    }
    let span = whole_lines(document, Span { start, end });
    let mut patch = Patch::default();
    let moved = edits.iter().cloned().map(|mut edit| {
        edit.span = Span { start: edit.span.start - span.start, end: edit.span.end - span.start };
        edit
    });
    let before = document.bytes(span);
    if before.len() > MOST_BYTES || !patch.add(moved.collect()) {
        return Vec::new();
    }
    changed(&lines(before), &lines(&patch.apply(before)), width)
}

/// The records of a binary file that edits change, if the edits move no record.
fn changed_records(document: &Document, edits: &[Edit], width: usize) -> Vec<String> {
    let moves = |edit: &Edit| edit.span.len() != edit.text.len();
    let mut patch = Patch::default();
    if document.source.len() > MOST_READ_AGAIN || edits.iter().any(moves) || !patch.add(edits.to_vec()) {
        return Vec::new();
    }
    let mut records: Vec<usize> = Vec::new();
    for edit in edits {
        let Some(line) = line_at(document, edit.span.start as usize) else { continue };
        if !records.contains(&(line.span.start as usize)) {
            records.push(line.span.start as usize);
        }
        if records.len() > MOST_LINES / 2 {
            return Vec::new();
        }
    }
    let after = read("", patch.apply(document.source.bytes()));
    let lines = |document: &Document| -> Vec<String> {
        records.iter().filter_map(|at| Some(line_at(document, *at)?.text)).collect()
    };
    changed(&lines(document), &lines(&after), width)
}

/// The lines of some bytes, made printable.
fn lines(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let line = line_from(bytes, at);
        lines.push(visible(&bytes[line.start..line.end]));
        at = line.next;
    }
    lines
}

fn changed(before: &[String], after: &[String], width: usize) -> Vec<String> {
    let in_front = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[in_front..], &after[in_front..]);
    let pairs = before.iter().rev().zip(after.iter().rev());
    let behind = pairs.take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[..before.len() - behind], &after[..after.len() - behind]);
    if before.len() + after.len() > MOST_LINES {
        return Vec::new();
    }
    let common = match (before, after) {
        ([one], [other]) => one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    let room = width.saturating_sub(2);
    let longest = before.iter().chain(after).map(|line| line.chars().count()).max().unwrap_or(0);
    let skipped = if longest > room { common.saturating_sub(COMMON) } else { 0 };
    let crop = |line: &String| {
        let start = if skipped > 0 { CROPPED } else { "" };
        let rest: Vec<char> = line.chars().skip(skipped).collect();
        let room = room.saturating_sub(start.len());
        match rest.len() > room {
            true => {
                let kept: String = rest.into_iter().take(room.saturating_sub(CROPPED.len())).collect();
                format!("{start}{kept}{CROPPED}")
            }
            false => format!("{start}{}", rest.into_iter().collect::<String>()),
        }
    };
    let old = before.iter().map(|line| format!("- {}", shown_end(&crop(line))));
    old.chain(after.iter().map(|line| format!("+ {}", shown_end(&crop(line))))).collect()
}

/// A line whose spaces at the end can be seen.
pub fn shown_end(line: &str) -> String {
    let text = line.trim_end_matches(' ');
    text.to_string() + &"·".repeat(line.len() - text.len())
}

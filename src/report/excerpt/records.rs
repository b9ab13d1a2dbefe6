//! Excerpts of binary files: the records that a finding is about, with their offsets, as in `ms3dlint dump`.

use std::ops::Range;

use crate::base::display::hexadecimal;
use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Label};
use crate::document::Document;
use crate::document::listing::{ListingLine, line_at};
use crate::report::behind_path;
use crate::report::excerpt::{CROPPED, Excerpt, ExcerptLabel};

/// The width of the offset of a record and the spaces after it, in characters.
const OFFSET: usize = 12;

/// The width that is drawn before the text of a label, from the middle of the labelled part.
const LABEL: usize = 5;

/// Printed after the last record if a label points there.
const END_OF_FILE: &str = "<end of file>";

/// Makes the excerpt of a finding in a binary file. No line is longer than `width` characters.
pub fn excerpt(document: &Document, finding: &Finding, width: usize) -> Excerpt {
    let mut lines: Vec<_> = finding
        .labels
        .iter()
        .flat_map(|label| with_neighbours(document, label.span.start as usize))
        .collect();
    lines.sort_by_key(|line| line.span);
    lines.dedup_by_key(|line| line.span);
    let mut groups: Vec<_> = lines.chunk_by(|one, next| one.span.end == next.span.start).collect();
    let holds = |line: &ListingLine| finding.labels.first().is_some_and(|label| is_in(label, line));
    groups.sort_by_key(|group| !group.iter().any(holds));
    Excerpt::print(&groups, finding, |_| 1, |line, text, marks| print_line(line, finding, width, text, marks))
}

/// The line that holds an offset, and the line before and after it.
fn with_neighbours(document: &Document, offset: usize) -> impl Iterator<Item = ListingLine> {
    let line = line_at(document, offset.min(document.source.len())).or_else(|| end_of(document));
    let before = |line: &ListingLine| line_at(document, (line.span.start as usize).checked_sub(1)?);
    let after = |line: &ListingLine| line_at(document, line.span.end as usize);
    let (before, after) = (line.as_ref().and_then(before), line.as_ref().and_then(after));
    before.into_iter().chain(line).chain(after)
}

/// The line after the last one.
fn end_of(document: &Document) -> Option<ListingLine> {
    let end = Span::empty(document.source.len());
    (!document.source.is_empty()).then(|| ListingLine {
        text: END_OF_FILE.to_string(),
        span: end,
        values: Vec::new(),
    })
}

/// Whether a label starts in a line.
fn is_in(label: &Label, line: &ListingLine) -> bool {
    line.span.range().contains(&(label.span.start as usize))
        || line.span.is_empty() && label.span.start >= line.span.start
}

/// The part of a line that a label covers: the values in it, and the word of the record if it covers
/// all of them.
fn place_of(label: &Label, line: &ListingLine) -> Range<usize> {
    let word = 0..line.text.find(':').unwrap_or(line.text.len());
    let touches = |value: &&(Span, Range<usize>)| {
        let (span, _) = value;
        span.start < label.span.end.max(label.span.start + 1) && label.span.start < span.end
    };
    let mut touched = line.values.iter().filter(touches);
    let covers_all = label.span.start <= line.span.start && line.span.end <= label.span.end;
    match (touched.next(), touched.next_back()) {
        (Some((_, first)), Some((_, last))) if !covers_all => first.start..last.end,
        (Some(value), None) if !covers_all || line.values.len() == 1 => part_of(label, value, &line.text),
        _ => word,
    }
}

/// The part of a value that a label covers: of text with garbage after its end, one of the two.
fn part_of(label: &Label, (span, place): &(Span, Range<usize>), text: &str) -> Range<usize> {
    let Some(end_of_text) = text[place.clone()].rfind("\"+") else { return place.clone() };
    let garbage = place.start + end_of_text + 1;
    match (label.span.start > span.start, label.span.end < span.end) {
        (true, _) => garbage..place.end,
        (false, true) => place.start..garbage,
        (false, false) => place.clone(),
    }
}

/// Appends a line with its offset, and the marks of the labels that start in it.
fn print_line(
    line: &ListingLine,
    finding: &Finding,
    width: usize,
    text: &mut String,
    marks: &mut [Option<ExcerptLabel>],
) {
    *text += &format!("{}  ", hexadecimal(line.span.start as usize));
    let labels = finding.labels.iter().enumerate().filter(|(_, label)| is_in(label, line));
    let labels: Vec<_> = labels.map(|(index, label)| (index, label, place_of(label, line))).collect();
    let focus = labels.first().map_or(0, |(.., place)| place.start);
    let room = labels.iter().map(|(_, label, place)| place.len() / 2 + LABEL + label.message.chars().count());
    let width = width.saturating_sub(OFFSET);
    let cropped = Cropped::of(line, focus, width, room.max().unwrap_or(0));
    let start = text.len();
    for (index, label, place) in labels {
        let offset = label.span.start as usize;
        let colon = if label.message.is_empty() { "" } else { ": " };
        marks[index] = Some(ExcerptLabel {
            start: start + cropped.offset(place.start),
            end: start + cropped.offset(place.end).max(cropped.offset(place.start) + 1),
            message: label.message.to_string(),
            narrated: format!("{}{colon}{}", hexadecimal(offset), label.message),
            at: behind_path(offset, None),
        });
    }
    *text += &cropped.text;
    text.push('\n');
}

/// A line that may be cropped: its word, and the part around the focus.
struct Cropped {
    text: String,
    /// The part of the line shown after the word, and where it is in the text.
    shown: Range<usize>,
    shown_at: usize,
    word: usize,
}

impl Cropped {
    /// Crops a line so that a label of so many characters has room under the focus.
    fn of(line: &ListingLine, focus: usize, width: usize, label: usize) -> Self {
        let text = &line.text;
        let word = text.find(": ").map_or(0, |colon| colon + 2);
        if text.chars().count() <= width && text[..focus].chars().count() + label <= width {
            return Self { text: text.clone(), shown: word..text.len(), shown_at: word, word };
        }
        let room = width.saturating_sub(text[..word].chars().count() + 2 * CROPPED.len()).max(1);
        let behind = |from: usize, count: usize| {
            text[from..].char_indices().nth(count).map_or(text.len(), |(at, _)| from + at)
        };
        // The name of a value, as in `texture=`, is just before it, and is not cut.
        let in_front = &text[word..focus.max(word)];
        let name = in_front.rfind(' ').map_or(0, |blank| in_front[blank + 1..].chars().count());
        let most = (room / 3).min(room.saturating_sub(label)).max(name.min(room / 3));
        let before = in_front.char_indices().rev().take(most).last();
        let start = before.map_or(focus.max(word), |(at, _)| word + at);
        let start = if start < word + CROPPED.len() { word } else { start };
        let end = behind(start, room);
        let mut cropped = text[..word].to_string();
        cropped += if start > word { CROPPED } else { "" };
        let shown_at = cropped.len();
        cropped += &text[start..end];
        cropped += if end < text.len() { CROPPED } else { "" };
        Self { text: cropped, shown: start..end, shown_at, word }
    }

    /// The offset in the text of an offset of the line; if it is cropped away, the nearest end.
    fn offset(&self, at: usize) -> usize {
        match at {
            at if at < self.word => at,
            at => self.shown_at + (at.clamp(self.shown.start, self.shown.end) - self.shown.start),
        }
    }
}

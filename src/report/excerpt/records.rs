//! The few records of a binary file that a finding is about, as lines of a listing.
//!
//! A binary file has no lines, but whatever draws an excerpt numbers them. So the records that are shown get
//! numbers of their own, all of eight digits, for which [`tell_drawn`] and
//! [`tell_narrated`] put the offsets in what comes of it.

use std::ops::Range;

use crate::base::display::hexadecimal;
use crate::base::source::Position;
use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Label};
use crate::document::Document;
use crate::document::listing::{ListingLine, line_at};
use crate::report::excerpt::{CROPPED, Chunk, Excerpt, ExcerptLabel};

/// The number of the first record of an excerpt.
const FIRST: usize = 10_000_000;

/// What is drawn in front of the words of a label, from the middle of what it stands under on.
const LABEL: usize = 5;

/// What stands behind the last record where a label points behind it.
const END_OF_FILE: &str = "<end of file>";

/// Makes the excerpt of a finding in a binary file. No line is longer than `width` characters.
pub fn excerpt(document: &Document, finding: &Finding, width: usize) -> Excerpt {
    let mut excerpt = Excerpt::default();
    let mut marks: Vec<Option<ExcerptLabel>> = vec![None; finding.labels.len()];
    for group in groups(document, finding) {
        let start = excerpt.text.len();
        let (first_line, lines) = (FIRST + excerpt.records.len(), group.len());
        for line in &group {
            print_line(line, finding, width, &mut excerpt, &mut marks);
        }
        // Without its last line feed, behind which miette takes labels of other chunks for its own.
        excerpt.chunks.push(Chunk { start, end: excerpt.text.len() - 1, first_line, lines });
        // The numbers of two chunks do not follow each other.
        excerpt.records.push(0);
    }
    excerpt.labels = marks.into_iter().flatten().collect();
    excerpt
}

/// The lines of the labels with their neighbours, those that follow each other together; the group of the
/// finding itself comes first.
fn groups(document: &Document, finding: &Finding) -> Vec<Vec<ListingLine>> {
    let size = document.source.len();
    let mut lines: Vec<ListingLine> = Vec::new();
    for label in &finding.labels {
        let at = (label.span.start as usize).min(size);
        let Some(line) = line_at(document, at).or_else(|| end_of(document)) else { continue };
        let before = (line.span.start as usize).checked_sub(1).and_then(|before| line_at(document, before));
        let after = line_at(document, line.span.end as usize);
        lines.extend(before.into_iter().chain([line]).chain(after));
    }
    lines.sort_by_key(|line| line.span);
    lines.dedup_by_key(|line| line.span);
    let mut groups: Vec<Vec<ListingLine>> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| last.span.end == line.span.start) => {
                group.push(line)
            }
            _ => groups.push(vec![line]),
        }
    }
    let holds = |line: &ListingLine| finding.labels.first().is_some_and(|label| is_in(label, line));
    groups.sort_by_key(|group| !group.iter().any(holds));
    groups
}

/// The line behind the last one.
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

/// Where in the text of a line a label stands: under the values that it covers, and under the word of the
/// record where it covers all of them.
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

/// Where a label stands under a value: of text that has garbage behind its end, under one of the two.
fn part_of(label: &Label, (span, place): &(Span, Range<usize>), text: &str) -> Range<usize> {
    let Some(end_of_text) = text[place.clone()].rfind("\"+") else { return place.clone() };
    let garbage = place.start + end_of_text + 1;
    match (label.span.start > span.start, label.span.end < span.end) {
        (true, _) => garbage..place.end,
        (false, true) => place.start..garbage,
        (false, false) => place.clone(),
    }
}

fn print_line(
    line: &ListingLine,
    finding: &Finding,
    width: usize,
    excerpt: &mut Excerpt,
    marks: &mut [Option<ExcerptLabel>],
) {
    let labels = finding.labels.iter().enumerate().filter(|(_, label)| is_in(label, line));
    let labels: Vec<_> = labels.map(|(index, label)| (index, label, place_of(label, line))).collect();
    let focus = labels.first().map_or(0, |(.., place)| place.start);
    let room = labels.iter().map(|(_, label, place)| place.len() / 2 + LABEL + label.message.chars().count());
    let cropped = Cropped::of(line, focus, width, room.max().unwrap_or(0));
    let start = excerpt.text.len();
    let number = FIRST + excerpt.records.len();
    for (index, label, place) in labels {
        marks[index] = Some(ExcerptLabel {
            start: start + cropped.offset(place.start),
            end: start + cropped.offset(place.end).max(cropped.offset(place.start) + 1),
            message: label.message.to_string(),
            // The column tells labels of one record apart.
            at: Position { line: number, column: index + 1, byte: index + 1 },
            shown_column: index + 1,
        });
    }
    excerpt.records.push(line.span.start);
    excerpt.text.push_str(&cropped.text);
    excerpt.text.push('\n');
}

/// A line that may be cropped: its word, and what stands around the focus.
struct Cropped {
    text: String,
    /// What of the line is shown behind the word, and where in the text.
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
        // The name of a value, as in `texture=`, stands close in front of it, and is not cut.
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

    /// Where an offset of the line stands; where it is cropped away, the nearest end.
    fn offset(&self, at: usize) -> usize {
        match at {
            at if at < self.word => at,
            at => self.shown_at + (at.clamp(self.shown.start, self.shown.end) - self.shown.start),
        }
    }
}

/// Puts offsets in the place of the numbers of records in what was drawn of an excerpt: where the path of the
/// file stands, and in front of each record.
pub fn tell_drawn(drawn: &str, name: &str, finding: &Finding, excerpt: &Excerpt) -> String {
    let mut told = String::with_capacity(drawn.len());
    for line in drawn.split_inclusive('\n') {
        let header = excerpt.labels.iter().find_map(|mark| {
            let (from, to) = header(mark, name, finding);
            line.contains(&from).then(|| line.replacen(&from, &to, 1))
        });
        // Only numbers, blanks and colours stand in front of a record.
        let is_number =
            |in_front: &&str| in_front.chars().all(|c| c.is_ascii_digit() || " \x1b[;m".contains(c));
        let in_front = line.split_once('│').map(|(in_front, _)| in_front).filter(is_number);
        let number =
            in_front.and_then(|in_front| numbers(excerpt).find(|(number, _)| in_front.contains(number)));
        told += &header.unwrap_or_else(|| match number {
            Some((number, offset)) => line.replacen(&number, &format!("{offset:08x}"), 1),
            None => line.to_string(),
        });
    }
    told
}

/// The same in what was narrated of an excerpt, where every label says its offset itself.
pub fn tell_narrated(narrated: &str, excerpt: &Excerpt) -> String {
    let mut told = String::with_capacity(narrated.len());
    for line in narrated.split_inclusive('\n') {
        let record = numbers(excerpt).find_map(|(number, offset)| {
            let rest = line.strip_prefix(&format!("snippet line {number}"))?;
            Some(format!("record at {}{rest}", hexadecimal(offset as usize)))
        });
        let label = || {
            let (words, rest) =
                line.split_once(" at line ").filter(|(words, _)| words.starts_with("    label"))?;
            let (_, message) = rest.split_once(": ")?;
            Some(format!("{words} at {message}"))
        };
        let begin = || {
            let (words, _) = line.split_once(" starting at line ")?;
            words.starts_with("Begin snippet").then(|| format!("{words}\n"))
        };
        told += &record.or_else(label).or_else(begin).unwrap_or_else(|| line.to_string());
    }
    told
}

/// The path with the number of a label behind it, and how it is told.
fn header(mark: &ExcerptLabel, name: &str, finding: &Finding) -> (String, String) {
    let Position { line, column, .. } = mark.at;
    let offset = finding.labels.get(column - 1).map_or(0, |label| label.span.start as usize);
    (format!("{name}:{line}:{column}"), format!("{name}@{}", hexadecimal(offset)))
}

/// The numbers of the records that are shown, with their offsets.
fn numbers(excerpt: &Excerpt) -> impl Iterator<Item = (String, u32)> {
    excerpt.records.iter().enumerate().map(|(index, offset)| ((FIRST + index).to_string(), *offset))
}

//! The few lines of a file that a finding is about, made fit to print.
//!
//! An excerpt costs the same in a file of any size. Its text is UTF-8 without any control
//! character, whatever the bytes of the file; long lines are cropped around what is pointed at; a
//! label at a line ending or at the end of the file has something to stand under.

pub mod records;

use crate::base::display::{push_visible, visible};
use crate::base::lines::{Ending, Line, line_around, line_from};
use crate::base::source::Position;
use crate::diagnostics::finding::Finding;
use crate::document::Document;
use crate::report::Positions;

/// A few lines of a file, ready to print.
#[derive(Debug, Default)]
pub struct Excerpt {
    /// The chunks, one behind the other; the one that holds the finding itself comes first.
    pub text: String,
    /// Stretches of lines that follow each other in the file.
    pub chunks: Vec<Chunk>,
    /// The labels, in the order of the finding.
    pub labels: Vec<ExcerptLabel>,
    /// The offsets of the records of a binary file, in the order in which they are shown; see
    /// [`records`].
    pub records: Vec<u32>,
}

/// Lines that follow each other in the file.
#[derive(Debug, Clone, Copy)]
pub struct Chunk {
    /// Where it starts in the text of the excerpt.
    pub start: usize,
    /// Where it ends there.
    pub end: usize,
    /// The number of its first line, from 1.
    pub first_line: usize,
    /// How many lines it has.
    pub lines: usize,
}

/// A label, in the text of the excerpt.
#[derive(Debug, Clone)]
pub struct ExcerptLabel {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it says.
    pub message: String,
    /// Where it starts in the file.
    pub at: Position,
    /// In which column of the printed line it starts, from 1.
    pub shown_column: usize,
}

/// How many lines around a label are shown.
const CONTEXT: usize = 1;

/// A line that is shown.
struct Shown<'a> {
    /// The bytes of the file.
    bytes: &'a [u8],
    line: Line,
    number: usize,
}

/// Makes the excerpt of a finding. No line is longer than `width` characters.
pub fn excerpt(document: &Document, finding: &Finding, positions: &Positions, width: usize) -> Excerpt {
    if document.is_binary() {
        return records::excerpt(document, finding, width);
    }
    let mut shown: Vec<Shown> = Vec::new();
    for label in &finding.labels {
        let number = positions.at(label.span.start).line;
        shown.extend(with_neighbours(document, label.span.start as usize, number));
    }
    shown.sort_by_key(|shown| shown.number);
    shown.dedup_by_key(|shown| shown.number);
    let mut groups: Vec<Vec<Shown>> = Vec::new();
    for line in shown {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| last.number + 1 == line.number) => {
                group.push(line)
            }
            _ => groups.push(vec![line]),
        }
    }
    let own_line = positions.at(finding.span().start).line;
    groups.sort_by_key(|group| !group.iter().any(|shown| shown.number == own_line));

    let mut excerpt = Excerpt::default();
    let mut marks: Vec<Option<ExcerptLabel>> = vec![None; finding.labels.len()];
    for group in groups {
        let start = excerpt.text.len();
        for shown in &group {
            print_line(shown, finding, positions, width, &mut excerpt.text, &mut marks);
        }
        let (first_line, lines) = (group[0].number, group.len());
        // Without its last line feed, behind which miette takes labels of other chunks for its own.
        excerpt.chunks.push(Chunk { start, end: excerpt.text.len() - 1, first_line, lines });
    }
    excerpt.labels = marks.into_iter().flatten().collect();
    excerpt
}

/// The line that holds an offset, and one on each side.
fn with_neighbours(document: &Document, offset: usize, number: usize) -> impl Iterator<Item = Shown<'_>> {
    let bytes = document.source.bytes();
    let line = line_around(bytes, offset);
    let shown = move |line, number| Shown { bytes, line, number };
    let before = previous(bytes, line).map(|line| shown(line, number.saturating_sub(CONTEXT)));
    let after = next(bytes, line).map(|line| shown(line, number + CONTEXT));
    before.into_iter().chain([shown(line, number)]).chain(after)
}

fn previous(bytes: &[u8], line: Line) -> Option<Line> {
    line.start.checked_sub(1).map(|before| line_around(bytes, before))
}

fn next(bytes: &[u8], line: Line) -> Option<Line> {
    (!line.is_open() && line.next < bytes.len()).then(|| line_from(bytes, line.next))
}

/// Appends a line, and the marks of the labels that start in it.
fn print_line(
    shown: &Shown,
    finding: &Finding,
    positions: &Positions,
    width: usize,
    text: &mut String,
    marks: &mut [Option<ExcerptLabel>],
) {
    let Shown { bytes, line, .. } = *shown;
    let here = |start: u32| positions.at(start).line == shown.number;
    let labels: Vec<_> =
        finding.labels.iter().enumerate().filter(|(_, label)| here(label.span.start)).collect();
    let starts = || labels.iter().map(|(_, label)| label.span.start as usize);
    let focus = starts().min().unwrap_or(line.start);
    let last = labels.iter().map(|(_, label)| label.span.end as usize).max().unwrap_or(line.start);
    let line_start = text.len();
    let mut printed = print_content(bytes, line, focus, width, text);
    if last > line.end || starts().any(|start| start == line.end) {
        printed.show_ending(bytes, line, text);
    }
    for (index, label) in labels {
        let at_end = label.span.start as usize == line.end;
        let start = printed.offset(label.span.start as usize);
        let end = if at_end { text.len() } else { printed.offset(label.span.end as usize).max(start) };
        marks[index] = Some(ExcerptLabel {
            start,
            end: if end == start { next_character(text, start) } else { end },
            message: label.message.to_string(),
            at: positions.at(label.span.start),
            shown_column: text[line_start..start].chars().count() + 1,
        });
    }
    text.push('\n');
}

/// An empty label is put under the character behind it, where there is one.
fn next_character(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Which offsets of the file stand where in the text.
struct Printed {
    /// Offsets of the file and of the text, both ascending.
    places: Vec<(usize, usize)>,
}

impl Printed {
    /// Where an offset of the file stands in the text; where it is cropped away, the nearest end.
    fn offset(&self, at: usize) -> usize {
        let behind = self.places.partition_point(|(from, _)| *from <= at);
        self.places[behind.saturating_sub(1)].1
    }

    fn show_ending(&mut self, bytes: &[u8], line: Line, text: &mut String) {
        if line.is_open() {
            text.push_str("<end of file>");
        }
        let signs = match Ending::at(bytes, line.end) {
            Some(Ending::Lf) => "␊",
            Some(Ending::CrLf) => "␍␊",
            Some(Ending::Cr) => "␍",
            Some(Ending::CrCrLf) => "␍␍␊",
            None => "",
        };
        for (index, sign) in signs.chars().enumerate() {
            self.places.push((line.end + index, text.len()));
            text.push(sign);
        }
        self.places.push((line.next.max(line.end + 1), text.len()));
    }
}

/// What stands in place of what was cropped.
pub(in crate::report) const CROPPED: &str = "...";

/// Appends the content of a line, cropped to `width` around the offset `focus`.
fn print_content(bytes: &[u8], line: Line, focus: usize, width: usize, text: &mut String) -> Printed {
    let focus = focus.clamp(line.start, line.end);
    // Only a window of a huge line is looked at, so that it costs no more than a short one.
    let window_start = line.start.max(focus.saturating_sub(4 * width));
    let window_end = line.end.min(focus + 4 * width);
    let window_start = character_start(bytes, window_start, line.start);
    let window_end = character_start(bytes, window_end, focus);
    let (cells, places) = project(&bytes[window_start..window_end], window_start);
    let focus_cell = places.partition_point(|at| *at < focus);
    // A byte that is no character takes four.
    let taken = |cells: &[String]| cells.iter().map(|cell| cell.chars().count()).sum::<usize>();
    let whole = window_start == line.start && window_end == line.end && taken(&cells) <= width;
    let (from, to) = if whole {
        (0, cells.len())
    } else {
        let room = width.saturating_sub(2 * CROPPED.len()).max(1);
        let fit = |room: usize| {
            move |left: &mut usize, cell: &String| {
                *left += cell.chars().count();
                (*left <= room).then_some(())
            }
        };
        let from = focus_cell - cells[..focus_cell].iter().rev().scan(0, fit(room / 3)).count();
        (from, from + cells[from..].iter().scan(0, fit(room)).count())
    };
    let mut printed = Printed { places: Vec::with_capacity(to - from + 2) };
    if from > 0 || window_start > line.start {
        printed.places.push((line.start, text.len()));
        text.push_str(CROPPED);
    }
    for (cell, at) in cells[from..to].iter().zip(&places[from..]) {
        printed.places.push((*at, text.len()));
        text.push_str(cell);
    }
    match places.get(to) {
        Some(cropped) => {
            printed.places.push((*cropped, text.len()));
            text.push_str(CROPPED);
        }
        None => printed.places.push((window_end, text.len())),
    }
    printed
}

/// The start of the UTF-8 character that `at` may be in the middle of.
fn character_start(bytes: &[u8], at: usize, least: usize) -> usize {
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|b| b & 0xC0 == 0x80);
    let mut start = at;
    while start > least && at - start < 3 && is_inside(&start) {
        start -= 1;
    }
    start
}

/// Bytes as printable pieces, one for each character, and the offsets of those.
fn project(bytes: &[u8], mut at: usize) -> (Vec<String>, Vec<usize>) {
    let mut cells = Vec::with_capacity(bytes.len());
    let mut places = Vec::with_capacity(bytes.len());
    let mut put = |cell: String, length: usize| {
        cells.push(cell);
        places.push(at);
        at += length;
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().for_each(|c| {
            let mut cell = String::new();
            push_visible(c, &mut cell);
            put(cell, c.len_utf8());
        }),
        // In another code page, what looks like UTF-8 here and there is not meant so.
        Err(_) => bytes.iter().for_each(|byte| put(visible(&[*byte]), 1)),
    }
    (cells, places)
}

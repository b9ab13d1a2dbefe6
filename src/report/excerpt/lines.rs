//! Excerpts of text files: the lines that a finding is about. All bytes are printed as UTF-8 without control
//! characters. Long lines are cropped around labels, and a label at a line ending or at the end of the file
//! points at a sign for it.

use crate::base::display::{push_visible, visible};
use crate::base::lines::{Ending, Line, line_around, line_from};
use crate::diagnostics::finding::Finding;
use crate::document::Document;
use crate::report::excerpt::{CROPPED, Excerpt, ExcerptLabel};
use crate::report::{Positions, behind_path};

/// How many lines before and after a label are shown.
pub(crate) const CONTEXT: usize = 1;

/// A line that is shown.
struct Shown<'a> {
    /// The bytes of the file.
    bytes: &'a [u8],
    line: Line,
    number: usize,
}

/// Makes the excerpt of a finding in a text file. No line is longer than `width` characters.
pub fn excerpt(document: &Document, finding: &Finding, positions: &Positions, width: usize) -> Excerpt {
    let line_of = |offset: u32| positions.at(offset).line;
    let around = |start: u32| with_neighbours(document, start as usize, line_of(start));
    let mut shown: Vec<_> = finding.labels.iter().flat_map(|label| around(label.span.start)).collect();
    shown.sort_by_key(|shown| shown.number);
    shown.dedup_by_key(|shown| shown.number);
    let mut groups: Vec<_> = shown.chunk_by(|one, next| one.number + 1 == next.number).collect();
    let own_line = line_of(finding.span().start);
    groups.sort_by_key(|group| !group.iter().any(|shown| shown.number == own_line));
    let number = |shown: &Shown| shown.number;
    Excerpt::print(&groups, finding, number, |shown, text, marks| {
        print_line(shown, finding, positions, width, text, marks);
    })
}

/// The line that holds an offset, and the line before and after it.
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
        let position = positions.at(label.span.start);
        let message = label.message.to_string();
        let is_moved = text[line_start..start].chars().count() + 1 != position.column;
        let remark = match is_moved {
            true => format!(" (column {} of the line in the file)", position.column),
            false => String::new(),
        };
        marks[index] = Some(ExcerptLabel {
            start,
            end: if end == start { next_character(text, start) } else { end },
            at: behind_path(label.span.start as usize, Some(position)),
            narrated: format!("{message}{remark}"),
            message,
        });
    }
    text.push('\n');
}

/// An empty label is put under the next character, if there is one.
fn next_character(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Maps offsets of the file to offsets of the excerpt.
struct Printed {
    /// Offsets of the file and of the excerpt, both ascending.
    places: Vec<(usize, usize)>,
}

impl Printed {
    /// The offset in the excerpt of an offset of the file; if it is cropped away, the nearest end.
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

/// Appends the content of a line, cropped to `width` around the offset `focus`.
fn print_content(bytes: &[u8], line: Line, focus: usize, width: usize, text: &mut String) -> Printed {
    let focus = focus.clamp(line.start, line.end);
    // Only a window of a huge line is read, so that it costs no more than a short one.
    let window_start = line.start.max(focus.saturating_sub(4 * width));
    let window_end = line.end.min(focus + 4 * width);
    let window_start = character_start(bytes, window_start, line.start);
    let window_end = character_start(bytes, window_end, focus);
    let (cells, places) = project(&bytes[window_start..window_end], window_start);
    let focus_cell = places.partition_point(|at| *at < focus);
    // A byte that is no character is printed as four characters.
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

/// Bytes as printable pieces, one for each character, with their offsets.
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
        // In another code page, bytes that look like UTF-8 in places are not UTF-8.
        Err(_) => bytes.iter().for_each(|byte| put(visible(&[*byte]), 1)),
    }
    (cells, places)
}

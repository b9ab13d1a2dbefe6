//! Lines of text that fit into a terminal.

#[cfg(feature = "cli")]
use textwrap::core::{Fragment, display_width};
#[cfg(feature = "cli")]
use textwrap::wrap_algorithms::wrap_first_fit;
#[cfg(feature = "cli")]
use textwrap::{Options, WordSeparator, WordSplitter, fill};

#[cfg(feature = "cli")]
use crate::base::display::is_plain;

/// A text in lines of at most `width` columns, of which the first begins with `start` and the others with `rest`. They
/// end at spaces, but not at no-break spaces, and in a word only if it is longer than a line.
#[cfg(feature = "cli")]
pub(crate) fn wrapped(text: &str, width: usize, start: &str, rest: &str) -> String {
    wrapped_within(usize::MAX, text, width, start, rest).unwrap_or_default()
}

/// The same, if these are no more than so many lines.
#[cfg(feature = "cli")]
pub(crate) fn wrapped_within(
    most: usize,
    text: &str,
    width: usize,
    start: &str,
    rest: &str,
) -> Option<String> {
    let Some((words, rooms)) = words(text, width, start, rest) else {
        return Some(wrapped_in_words(text, width, start, rest))
            .filter(|lines| lines.split('\n').count() <= most);
    };
    let lines = wrap_first_fit(&words, &rooms);
    (lines.len() <= most).then(|| joined(&lines, start, rest))
}

/// The same of any text. It is slower.
#[cfg(feature = "cli")]
fn wrapped_in_words(text: &str, width: usize, start: &str, rest: &str) -> String {
    let options = Options::new(width)
        .initial_indent(start)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    fill(text, options)
}

/// A word of a text, with the spaces after it.
#[cfg(feature = "cli")]
#[derive(Debug)]
struct SpacedWord<'t> {
    text: &'t str,
    /// How many of its bytes are not these spaces.
    length: usize,
    columns: usize,
}

#[cfg(feature = "cli")]
impl Fragment for SpacedWord<'_> {
    fn width(&self) -> f64 {
        self.columns as f64
    }

    fn whitespace_width(&self) -> f64 {
        (self.text.len() - self.length) as f64
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// How many columns a text takes.
#[cfg(feature = "cli")]
pub(crate) fn columns(text: &str) -> usize {
    // To find out what other characters take is slow.
    if is_plain(text) { text.len() } else { display_width(text) }
}

/// The words of a text, and the columns of the first line and of the others after what they begin with; `None` if a word
/// is longer than a line, or the text has several lines.
#[cfg(feature = "cli")]
fn words<'t>(
    text: &'t str,
    width: usize,
    start: &str,
    rest: &str,
) -> Option<(Vec<SpacedWord<'t>>, [f64; 2])> {
    let rooms = [width.checked_sub(columns(start))?, width.checked_sub(columns(rest))?];
    let mut words: Vec<SpacedWord> = Vec::with_capacity(text.len() / 4);
    let mut left = Some(text).filter(|text| !text.starts_with(' ') && !text.contains(['\n', '\r']))?;
    while !left.is_empty() {
        let length = memchr::memchr(b' ', left.as_bytes()).unwrap_or(left.len());
        let spaces = left[length..].bytes().take_while(|byte| *byte == b' ').count();
        let (text, after) = left.split_at(length + spaces);
        let columns = columns(&text[..length]);
        if rooms.iter().any(|room| columns > *room) {
            return None;
        }
        words.push(SpacedWord { text, length, columns });
        left = after;
    }
    Some((words, rooms.map(|room| room as f64)))
}

/// Lines of words, of which the first begins with `start` and the others with `rest`.
#[cfg(feature = "cli")]
fn joined(lines: &[&[SpacedWord]], start: &str, rest: &str) -> String {
    let length = lines.iter().flat_map(|line| line.iter()).map(|word| word.text.len()).sum::<usize>();
    let mut out = String::with_capacity(start.len() + length + lines.len() * (rest.len() + 1));
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        out += if number == 0 { start } else { rest };
        if let Some((last, others)) = line.split_last() {
            others.iter().for_each(|word| out += word.text);
            out += &last.text[..last.length];
        }
    }
    out
}

/// Indented lines, each in lines of at most `width` columns that are continued four columns further in.
#[cfg(feature = "cli")]
pub(crate) fn wrapped_lines(text: &str, width: usize) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        wrapped(&line[indent..], width, &" ".repeat(indent), &" ".repeat(indent + 4)) + "\n"
    };
    text.lines().map(line).collect()
}

/// A path in lines of at most `width` characters, all but the first after `rest`. They end after a `/`, if there is one,
/// and otherwise not in a word, unless it is long, nor in what is said in brackets after the path.
#[cfg(feature = "pretty")]
pub(crate) fn wrapped_path(path: &str, width: usize, rest: &str) -> String {
    let mut out = String::new();
    let mut left = path;
    while let Some((end, _)) = left.char_indices().nth(width.max(1)) {
        // The place after the path is not cut.
        let is_between = |c: char| (c.is_ascii_punctuation() && c != ':') || c == ' ';
        let said = left.rfind(" (").filter(|_| left.ends_with(')'));
        let end = said.map_or(end, |said| end.min(said + 1));
        let line = &left[..end];
        let at = line.rfind('/').or_else(|| line.rfind(is_between).filter(|at| *at > end / 2));
        let (line, after) = left.split_at(at.map_or(end, |at| at + 1));
        out += &format!("{}\n{rest}", line.trim_end());
        left = after;
    }
    out + left
}

#[cfg(all(test, feature = "pretty"))]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cut_between_names() {
        assert_eq!(wrapped_path("ab/c.txt:1:1", 12, "  "), "ab/c.txt:1:1");
        assert_eq!(wrapped_path("ab/cd/efg.txt:1:1", 11, "  "), "ab/cd/\n  efg.txt:1:1");
        assert_eq!(wrapped_path("model.ms3d@0x00000123", 18, "  "), "model.ms3d@\n  0x00000123");
        assert_eq!(wrapped_path("ab/cdefg.txt (2 files)", 16, "  "), "ab/\n  cdefg.txt\n  (2 files)");
        assert_eq!(wrapped_path("äääääääää", 4, "> "), "ääää\n> ääää\n> ä");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn words_are_wrapped_as_any_text() {
        let texts = [
            "mesh \"gem\" (triangle 3):  no vertex 311 in a mesh of 12 vertices;  StepMania exits ",
            "mesh \"dü日本\" (triangle 3): \u{1f600} (texture-not-found,\u{a0}--fix\u{a0}--unsafe-fixes)",
            "",
        ];
        let mut known = 0;
        for text in texts {
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                for width in 0..100 {
                    for (start, rest) in [("", ""), ("  1:2 ", "      "), ("", "    "), ("ä: ", "")] {
                        let text = &text[..end];
                        known += usize::from(words(text, width, start, rest).is_some());
                        let lines = wrapped(text, width, start, rest);
                        assert_eq!(lines, wrapped_in_words(text, width, start, rest), "in {width} columns");
                        let count = lines.split('\n').count();
                        assert_eq!(wrapped_within(count, text, width, start, rest), Some(lines));
                        assert_eq!(wrapped_within(count - 1, text, width, start, rest), None);
                    }
                }
            }
        }
        assert!(known > 40_000, "{known}");
    }
}

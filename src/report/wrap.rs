//! Lines of text that fit into a terminal.

#[cfg(feature = "cli")]
use textwrap::core::Fragment;
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
    wrapped_plain(text, width, start, rest).unwrap_or_else(|| wrapped_any(text, width, start, rest))
}

/// The same, whatever characters the text has.
#[cfg(feature = "cli")]
fn wrapped_any(text: &str, width: usize, start: &str, rest: &str) -> String {
    let options = Options::new(width)
        .initial_indent(start)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    fill(text, options)
}

/// A word of which each byte takes a column, with the spaces after it. To find out what other characters take is slow.
#[cfg(feature = "cli")]
#[derive(Debug)]
struct PlainWord<'t> {
    text: &'t str,
    columns: usize,
}

#[cfg(feature = "cli")]
impl Fragment for PlainWord<'_> {
    fn width(&self) -> f64 {
        self.columns as f64
    }

    fn whitespace_width(&self) -> f64 {
        (self.text.len() - self.columns) as f64
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// The same for a text without other characters; `None` if it has some, or a word that is longer than a line.
#[cfg(feature = "cli")]
fn wrapped_plain(text: &str, width: usize, start: &str, rest: &str) -> Option<String> {
    let room = |before: &str| width.checked_sub(before.len()).filter(|_| is_plain(before));
    let rooms = [room(start)?, room(rest)?];
    let mut words: Vec<PlainWord> = Vec::with_capacity(text.len() / 4);
    let mut left = Some(text).filter(|text| is_plain(text) && !text.starts_with(' '))?;
    while !left.is_empty() {
        let columns = memchr::memchr(b' ', left.as_bytes()).unwrap_or(left.len());
        let spaces = left[columns..].bytes().take_while(|byte| *byte == b' ').count();
        let (text, after) = left.split_at(columns + spaces);
        words.push(PlainWord { text, columns });
        left = after;
    }
    let is_longer = |word: &PlainWord| rooms.iter().any(|room| word.columns > *room);
    if words.iter().any(is_longer) {
        return None;
    }
    let mut out = String::with_capacity(text.len() + start.len() + 3 * rest.len());
    for (number, line) in wrap_first_fit(&words, &rooms.map(|room| room as f64)).into_iter().enumerate() {
        out += if number == 0 { start } else { rest };
        let (last, others) = line.split_last()?;
        others.iter().for_each(|word| out += word.text);
        out += &last.text[..last.columns];
        out.push('\n');
    }
    out.pop();
    Some(out)
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
    fn plain_text_is_wrapped_as_any_other() {
        let text = "mesh \"gem\" (triangle 3):  no vertex 311 in a mesh of 12 vertices;  StepMania exits ";
        let mut plain = 0;
        for end in 1..=text.len() {
            for width in 0..100 {
                for (start, rest) in [("", ""), ("  1:2 ", "      "), ("", "    "), ("a: ", "")] {
                    let Some(lines) = wrapped_plain(&text[..end], width, start, rest) else { continue };
                    assert_eq!(lines, wrapped_any(&text[..end], width, start, rest), "in {width} columns");
                    plain += 1;
                }
            }
        }
        assert!(plain > 20_000, "{plain}");
    }
}

//! Lines of text that fit into a terminal.

#[cfg(feature = "cli")]
use textwrap::{Options, WordSeparator, WordSplitter, fill};

/// A text in lines of at most `width` columns, of which the first begins with `start` and the others with `rest`. They
/// end at spaces, but not at no-break spaces, and in a word only if it is longer than a line.
#[cfg(feature = "cli")]
pub(crate) fn wrapped(text: &str, width: usize, start: &str, rest: &str) -> String {
    let options = Options::new(width)
        .initial_indent(start)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    fill(text, options)
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
/// and otherwise not in a word, unless it is long.
#[cfg(feature = "pretty")]
pub(crate) fn wrapped_path(path: &str, width: usize, rest: &str) -> String {
    let mut out = String::new();
    let mut left = path;
    while let Some((end, _)) = left.char_indices().nth(width.max(1)) {
        // The place after the path is not cut.
        let is_between = |c: char| (c.is_ascii_punctuation() && c != ':') || c == ' ';
        let line = &left[..end];
        let at = line.rfind('/').or_else(|| line.rfind(is_between).filter(|at| *at > end / 2));
        let (line, after) = left.split_at(at.map_or(end, |at| at + 1));
        out += &format!("{line}\n{rest}");
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
        assert_eq!(wrapped_path("äääääääää", 4, "> "), "ääää\n> ääää\n> ä");
    }
}

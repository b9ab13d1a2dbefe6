//! Lines of text that fit into a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, fill};

/// A text in lines of at most `width` columns, of which the first begins with `start` and the others with `rest`. They
/// end at spaces, but not at no-break spaces, and in a word only if it is longer than a line.
pub(crate) fn wrapped(text: &str, width: usize, start: &str, rest: &str) -> String {
    let options = Options::new(width)
        .initial_indent(start)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    fill(text, options)
}

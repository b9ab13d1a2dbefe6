//! Unified diffs of models, as they are printed.

use std::path::Path;

use anstyle::{AnsiColor, Style};

use crate::base::display::visible;
use crate::report::preview::shown_end;

/// The bytes of a file's path, or of its other name. In the current folder it begins there, so that a patch can be applied.
pub(crate) fn path_bytes(name: &str, path: Option<&Path>) -> Vec<u8> {
    let Some(path) = path else { return name.as_bytes().to_vec() };
    let current = std::env::current_dir().unwrap_or_default();
    let from_here = path.strip_prefix(&current).ok().filter(|_| path.is_absolute());
    from_here.unwrap_or(path).as_os_str().as_encoded_bytes().to_vec()
}

/// A path from the root of the repository that the current folder is in: git takes the names of binary files so, while
/// those in other patches begin at the current folder.
pub(crate) fn path_in_repository(path: &[u8]) -> Vec<u8> {
    let from_here = path.strip_prefix(b"./").unwrap_or(path);
    let current = std::env::current_dir().unwrap_or_default();
    let root = current.ancestors().find(|folder| folder.join(".git").exists());
    match root.and_then(|root| current.strip_prefix(root).ok()) {
        Some(below) if below != "" => [below.as_os_str().as_encoded_bytes(), b"/", from_here].concat(),
        _ => from_here.to_vec(),
    }
}

/// A diff as it is printed: byte for byte, but with control characters escaped in a terminal, in colour or
/// not.
pub(crate) fn shown(diff: Vec<u8>, terminal: Option<bool>) -> Vec<u8> {
    let Some(color) = terminal else { return diff };
    let mut out = String::with_capacity(diff.len());
    for line in diff.split_inclusive(|byte| *byte == b'\n') {
        let line_text = line.strip_suffix(b"\n").unwrap_or(line);
        let (text, end) = match line_text.strip_suffix(b"\r") {
            Some(text) => (text, "\u{240d}"),
            None => (line_text, ""),
        };
        let text = match line {
            [b'+' | b'-', ..] => shown_end(&visible(text)),
            _ => visible(text),
        } + end;
        let style = match line {
            [b'+', ..] if color => AnsiColor::Green.on_default(),
            [b'-', ..] if color => AnsiColor::Red.on_default(),
            [b'@', ..] if color => AnsiColor::Cyan.on_default(),
            _ => Style::new(),
        };
        out += &format!("{style}{text}{style:#}\n");
    }
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::unified::unified;

    #[test]
    fn spaces_at_the_end_are_visible_in_a_terminal() {
        let diff = unified(b"a.txt", b"1  \r\n2 \n", b"1\r\n2 \n");
        let shown = String::from_utf8(shown(diff, Some(false))).unwrap();
        assert!(shown.ends_with("-1··\u{240d}\n+1\u{240d}\n 2 \n"), "{shown}");
    }
}

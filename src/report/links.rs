//! Links in reports for a terminal: escape sequences (OSC 8) around a text, which terminals show as a link.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::diagnostics::rule::page_url;

/// Characters that appear in the address of a file as they are.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// Makes links to files and to pages of rules.
#[derive(Clone, Debug)]
pub struct Links {
    /// The folder that relative paths start from.
    folder: String,
}

impl Links {
    /// Relative paths start from this absolute folder.
    pub fn new(folder: impl Into<String>) -> Self {
        Self { folder: folder.into() }
    }

    /// A text that leads to a file, by its path as it was given. Standard input is nowhere.
    pub fn to_file(&self, path: &str, text: &str) -> String {
        match path {
            "<stdin>" => text.to_string(),
            path => linked(&self.file_address(path), text),
        }
    }

    /// The name of a rule, or a text about it, that leads to its page.
    pub fn to_rule(&self, rule: &str, text: &str) -> String {
        linked(&page_url(rule), text)
    }

    fn file_address(&self, path: &str) -> String {
        let is_absolute = Path::new(path).is_absolute();
        let path = if is_absolute { path.to_string() } else { format!("{}/{path}", self.folder) };
        let path = if cfg!(windows) { path.replace('\\', "/") } else { path };
        let root = if path.starts_with('/') { "" } else { "/" };
        format!("file://{root}{}", utf8_percent_encode(&path, PLAIN))
    }
}

/// A text that leads to an address.
fn linked(address: &str, text: &str) -> String {
    format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_absolute_and_escaped() {
        let links = Links::new("/home/a b");
        assert_eq!(links.file_address("c/ü\x1b.txt"), "file:///home/a%20b/c/%C3%BC%1B.txt");
        assert_eq!(links.file_address("/x.txt"), "file:///x.txt");
        assert!(links.to_rule("a", "b").contains("/rules/a.html\x1b\\b\x1b]8;;"));
    }
}

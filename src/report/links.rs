//! Links in reports for a terminal: escape sequences (OSC 8) around a text, which terminals show as a link.

use std::fmt::Write;

/// Where the pages of rules are.
const RULE_PAGES: &str = concat!(env!("CARGO_PKG_HOMEPAGE"), "/rules/");

/// The address of the page of a rule.
pub fn rule_page(rule: &str) -> String {
    format!("{RULE_PAGES}{rule}.html")
}

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

    /// A text that leads to a file, by its path as it was given.
    pub fn to_file(&self, path: &str, text: &str) -> String {
        linked(&self.file_address(path), text)
    }

    /// The name of a rule, or a text about it, that leads to its page.
    pub fn to_rule(&self, rule: &str, text: &str) -> String {
        linked(&rule_page(rule), text)
    }

    fn file_address(&self, path: &str) -> String {
        let is_absolute = path.starts_with('/') || path.contains(":\\");
        let path = if is_absolute { path.to_string() } else { format!("{}/{path}", self.folder) };
        let path = if cfg!(windows) { path.replace('\\', "/") } else { path };
        let mut address = "file://".to_string();
        address += if path.starts_with('/') { "" } else { "/" };
        for byte in path.bytes() {
            match byte {
                b'/' | b'-' | b'.' | b'_' | b'~' | b':' => address.push(char::from(byte)),
                byte if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
                // Writing to a string does not fail.
                byte => drop(write!(address, "%{byte:02X}")),
            }
        }
        address
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

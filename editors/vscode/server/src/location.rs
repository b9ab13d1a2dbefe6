//! Where files are: an editor has them on disks, in memory and on servers, each with a URI.

use std::path::PathBuf;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters that appear in a name in a URI unescaped.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A file or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location {
    /// What its URI has before the path: `file://`, or `vscode-vfs://github`.
    start: String,
    /// The names on the way to it.
    pub(crate) names: Vec<String>,
}

impl Location {
    /// What a URI names; `None` if it has no path from a root on, as that of a text without a file.
    pub(crate) fn of(uri: &str) -> Option<Self> {
        let (scheme, rest) = uri.split_once(':')?;
        let authority = match rest.strip_prefix("//") {
            Some(rest) => 2 + rest.find('/').unwrap_or(rest.len()),
            None => 0,
        };
        let (authority, path) = rest.split_at(authority);
        if !path.is_empty() && !path.starts_with('/') {
            return None;
        }
        let names = path.split('/').filter(|name| !name.is_empty());
        let names = names.map(|name| percent_decode_str(name).decode_utf8_lossy().into_owned());
        Some(Self { start: format!("{scheme}:{authority}"), names: names.collect() })
    }

    pub(crate) fn uri(&self) -> String {
        let names: Vec<_> =
            self.names.iter().map(|name| utf8_percent_encode(name, PLAIN).to_string()).collect();
        format!("{}/{}", self.start, names.join("/"))
    }

    /// The path from the root on, as configurations and reports have it.
    pub(crate) fn path(&self) -> PathBuf {
        PathBuf::from(format!("/{}", self.names.join("/")))
    }

    /// What an absolute path names on the same disk or server.
    pub(crate) fn at(&self, path: &std::path::Path) -> Option<Self> {
        let root = Self { start: self.start.clone(), names: Vec::new() };
        root.joined(path.to_str()?, 0)
    }

    /// The folder that it is in; `None` for a root.
    pub(crate) fn parent(&self) -> Option<Self> {
        let (_, names) = self.names.split_last()?;
        Some(Self { start: self.start.clone(), names: names.to_vec() })
    }

    /// The folder itself, and those that it is in.
    pub(crate) fn upwards(&self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self.clone()), Self::parent)
    }

    /// What a path names from this folder on, with `/` between names. It may go up so many folders; `None` if it goes up
    /// more.
    pub(crate) fn joined(&self, path: &str, most_up: usize) -> Option<Self> {
        let least = self.names.len().saturating_sub(most_up);
        let mut names = self.names.clone();
        for name in path.split('/') {
            match name {
                "" | "." => {}
                ".." if names.len() <= least => return None,
                ".." => drop(names.pop()),
                name => names.push(name.to_string()),
            }
        }
        Some(Self { start: self.start.clone(), names })
    }

    /// How many folders it is below another one; `None` if it is not in that one.
    pub(crate) fn below(&self, above: &Self) -> Option<usize> {
        let rest = self.names.strip_prefix(&*above.names)?;
        (self.start == above.start).then_some(rest.len())
    }
}

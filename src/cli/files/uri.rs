//! URIs of files in reports: relative to the repository, so that they mean the same on every machine.

use std::path::{Component, Path, PathBuf, Prefix};
use std::sync::OnceLock;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// Characters that appear in a URI unescaped.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Makes URIs of files. Most reports have none, so nothing is looked up before the first of them.
#[derive(Default)]
pub(crate) struct Uris(OnceLock<UriBase>);

/// What URIs begin at.
struct UriBase {
    current: PathBuf,
    /// The folder that URIs are relative to, without symbolic links.
    root: PathBuf,
}

impl UriBase {
    /// URIs are relative to the repository of the current folder; without one, to that folder.
    fn new() -> Self {
        let current = std::env::current_dir().unwrap_or_default();
        let current = current.canonicalize().unwrap_or(current);
        let root = current.ancestors().find(|folder| folder.join(".git").exists());
        Self { root: root.unwrap_or(&current).to_path_buf(), current }
    }
}

impl Uris {
    /// The URI of a file. A symbolic link is followed.
    pub(crate) fn of(&self, path: &Path) -> String {
        let UriBase { current, root } = self.0.get_or_init(UriBase::new);
        let real = path.canonicalize().unwrap_or_else(|_| current.join(path));
        match real.strip_prefix(root) {
            Ok(relative) => encoded(relative),
            Err(_) => file_uri(&real),
        }
    }
}

/// The URI of a file by its whole path.
pub(crate) fn file_uri(path: &Path) -> String {
    format!("file:///{}", encoded(path))
}

/// The parts of a path, percent-encoded, with slashes between them.
fn encoded(path: &Path) -> String {
    let name = |component| match component {
        Component::RootDir | Component::CurDir => None,
        Component::Prefix(prefix) => match prefix.kind() {
            Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => Some(format!("{}:", char::from(letter))),
            _ => Some(percent_encode(prefix.as_os_str().as_encoded_bytes(), ENCODED).to_string()),
        },
        other => Some(percent_encode(other.as_os_str().as_encoded_bytes(), ENCODED).to_string()),
    };
    path.components().filter_map(name).collect::<Vec<_>>().join("/")
}

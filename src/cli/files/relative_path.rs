//! Names files by their path relative to one folder: the same on every machine, however a path is written.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::iter;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

use crate::cli::files::folders::{bytes_of, path_of};
use crate::cli::lock::lock;

/// Characters that are escaped, so that a name is on one line and in one column.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// Names of files relative to a folder, with `/` between the parts.
pub(crate) struct Relative {
    /// The folder, without symbolic links.
    folder: PathBuf,
    /// The start of the names of files in each folder; `None` if no path leads to it.
    beginnings: Mutex<HashMap<PathBuf, Option<String>>>,
}

impl Relative {
    /// Names relative to this folder.
    pub(crate) fn to(folder: &Path) -> io::Result<Self> {
        Ok(Self { folder: folder.canonicalize()?, beginnings: Mutex::default() })
    }

    /// The name of a file; `None` if no relative path leads to it.
    pub(crate) fn name(&self, path: &Path) -> Option<String> {
        let folder = folder_of(path);
        let mut beginnings = lock(&self.beginnings);
        let beginning = match beginnings.get(folder) {
            Some(known) => known.clone(),
            None => {
                let beginning = self.beginning(folder);
                beginnings.insert(folder.to_path_buf(), beginning.clone());
                beginning
            }
        };
        Some(beginning? + &escaped(path.file_name()?))
    }

    fn beginning(&self, folder: &Path) -> Option<String> {
        // For standard input the folder need not exist.
        let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
        Some(way(&self.folder, &folder)?.into_iter().map(|name| escaped(name) + "/").collect())
    }

    /// The path of the file with a name.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let mut path = self.folder.clone();
        for piece in name.split('/') {
            match piece {
                ".." => drop(path.pop()),
                _ => path.push(path_of(&percent_decode_str(piece).collect::<Vec<_>>())),
            }
        }
        path
    }
}

/// The names that lead from a folder to a file or folder, some of them `..`; `None` if no relative path leads there.
pub(crate) fn way<'p>(from: &Path, to: &'p Path) -> Option<Vec<&'p OsStr>> {
    let (to, from): (Vec<_>, Vec<_>) = (to.components().collect(), from.components().collect());
    let common = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
    // No relative path leads from one drive to another.
    let is_reached = !matches!(to.get(common), Some(Component::Prefix(_)));
    let up = iter::repeat_n(OsStr::new(".."), from.len() - common);
    is_reached.then(|| up.chain(to.into_iter().skip(common).map(Component::as_os_str)).collect())
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != "" => parent,
        _ => Path::new("."),
    }
}

fn escaped(name: &OsStr) -> String {
    percent_encode(&bytes_of(name), ESCAPED).to_string()
}

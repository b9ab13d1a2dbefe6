//! Names files by their path from one folder: the same on every machine, however their paths are written.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

use crate::cli::files::folders::{bytes_of, path_of};
use crate::cli::lock::lock;

/// What is not written as it is, so that a name stands on one line and in one column.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// Names of files from a folder on, with `/` between those of folders.
pub(crate) struct Relative {
    /// The folder, without links on the way.
    folder: PathBuf,
    /// How the names of files begin that are in a folder; `None` where there is no way to it.
    beginnings: Mutex<HashMap<PathBuf, Option<String>>>,
}

impl Relative {
    /// From this folder on.
    pub(crate) fn to(folder: &Path) -> io::Result<Self> {
        Ok(Self { folder: folder.canonicalize()?, beginnings: Mutex::default() })
    }

    /// What a file is called; `None` where no path leads to it.
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
        // The folder of standard input need not exist.
        let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
        let (to, from): (Vec<_>, Vec<_>) =
            (folder.components().collect(), self.folder.components().collect());
        let common = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
        let up = "../".repeat(from.len() - common);
        // Nothing leads from one drive to another.
        let is_reached = !matches!(to.get(common), Some(Component::Prefix(_)));
        let down = to[common..].iter().map(|name| escaped(name.as_os_str()) + "/");
        is_reached.then(|| up + &down.collect::<String>())
    }

    /// Where the file of a name is.
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

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != "" => parent,
        _ => Path::new("."),
    }
}

fn escaped(name: &OsStr) -> String {
    percent_encode(&bytes_of(name), ESCAPED).to_string()
}

//! Walks folders: finds the files that paths on the command line mean.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;

use ignore::{DirEntry, Walk, WalkBuilder};

use crate::base::display::{visible, visible_path};
use crate::cli::files::configs::Configs;
use crate::cli::files::contents;
use crate::cli::files::git::Staged;

/// An input of a check.
pub(crate) enum Input {
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
        /// How many folders below a path on the command line it was found; `None` if it was named there.
        depth: Option<usize>,
        /// Its staged content, if that is read in its place.
        staged: Option<Staged>,
    },
    /// Standard input.
    Stdin,
    /// A named file or folder that the configuration excludes.
    Excluded(PathBuf),
    /// A file or folder that cannot be read, and why.
    Unreadable(String),
    /// An invalid configuration, which is always the last input.
    Misconfigured(String),
}

/// All inputs that the paths on the command line mean, in order; those in a folder by name. Excluded files
/// are left out even if they are named if `forces`.
pub(crate) fn inputs(
    paths: Vec<PathBuf>,
    configs: Arc<Configs>,
    forces: bool,
) -> impl Iterator<Item = Input> + Send {
    inputs_leading_to(None, paths, configs, forces)
}

/// The same, with searches limited to these files and folders, given as canonical paths.
pub(crate) fn inputs_leading_to(
    wanted: Option<Arc<HashSet<PathBuf>>>,
    paths: Vec<PathBuf>,
    configs: Arc<Configs>,
    forces: bool,
) -> impl Iterator<Item = Input> + Send {
    let mut is_over = false;
    let inputs = paths.into_iter().flat_map(move |path| Inputs::of(path, &configs, forces, wanted.clone()));
    inputs.take_while(move |input| {
        let was_over = is_over;
        is_over = matches!(input, Input::Misconfigured(_));
        !was_over
    })
}

/// All inputs, if no configuration is invalid: for commands that write files, and must write all or
/// none.
pub(crate) fn configured(inputs: impl Iterator<Item = Input>) -> Result<std::vec::IntoIter<Input>, String> {
    let inputs = inputs.map(|input| match input {
        Input::Misconfigured(error) => Err(error),
        input => Ok(input),
    });
    Ok(inputs.collect::<Result<Vec<_>, _>>()?.into_iter())
}

/// The inputs that one path means.
enum Inputs {
    One(Option<Input>),
    Folder(FolderSearch),
}

/// A search through a folder.
struct FolderSearch {
    folder: PathBuf,
    walk: Box<Walk>,
    /// Whether the folder is the current one, which is left out of paths.
    is_current: bool,
    configs: Arc<Configs>,
}

impl Inputs {
    fn of(
        path: PathBuf,
        configs: &Arc<Configs>,
        forces: bool,
        wanted: Option<Arc<HashSet<PathBuf>>>,
    ) -> Self {
        if path.as_os_str() == "-" {
            return Self::One(Some(Input::Stdin));
        }
        if forces && configs.excludes(&path) {
            return Self::One(Some(Input::Excluded(path)));
        }
        if path.is_dir() {
            return Self::Folder(FolderSearch::of(&path, configs, wanted));
        }
        Self::One(Some(Input::File { path, depth: None, staged: None }))
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        match self {
            Self::One(input) => input.take(),
            Self::Folder(search) => search.next(),
        }
    }
}

impl FolderSearch {
    fn of(folder: &Path, configs: &Arc<Configs>, wanted: Option<Arc<HashSet<PathBuf>>>) -> Self {
        let mut walk = WalkBuilder::new(folder);
        // Entries of one folder differ in nothing but their names, and to take these out of their paths takes longer than
        // to compare all.
        walk.sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()));
        let admitting = configs.clone();
        let is_wanted = is_wanted(folder, wanted);
        walk.filter_entry(move |entry| {
            entry.depth() == 0 || (is_wanted(entry.path()) && is_admitted(entry, &admitting))
        });
        let (walk, is_current) = (Box::new(walk.build()), folder.as_os_str() == ".");
        Self { folder: folder.to_path_buf(), walk, is_current, configs: configs.clone() }
    }

    fn next(&mut self) -> Option<Input> {
        loop {
            match self.walk.next()? {
                Ok(entry) if is_file(&entry) => {
                    let depth = Some(entry.depth().saturating_sub(1));
                    let path = entry.into_path();
                    if let Err(error) = self.configs.of(&path) {
                        return Some(Input::Misconfigured(error));
                    }
                    let path = if self.is_current { without_dot(path) } else { path };
                    return Some(Input::File { path, depth, staged: None });
                }
                Ok(_) => {}
                Err(error) => return Some(Input::Unreadable(cannot_search(&error, &self.folder))),
            }
        }
    }
}

/// The first model in a folder, hidden ones apart, that a search leaves out: for the configuration, or ignore files.
pub(crate) fn left_out(folder: &Path, configs: &Arc<Configs>) -> Option<PathBuf> {
    let mut search = FolderSearch::of(folder, configs, None);
    let is_current = search.is_current;
    let found: HashSet<_> = std::iter::from_fn(|| search.next())
        .filter_map(|input| if let Input::File { path, .. } = input { Some(path) } else { None })
        .collect();
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).hidden(true).sort_by_file_path(Path::cmp);
    let files = walk.build().filter_map(|entry| entry.ok().filter(is_file).map(DirEntry::into_path));
    let mut names = files.map(|path| if is_current { without_dot(path) } else { path });
    names.find(|path| may_be_model(path) && !found.contains(path) && contents::is_model(path))
}

/// Whether a path below a folder is among the wanted ones, if only some are.
fn is_wanted(folder: &Path, wanted: Option<Arc<HashSet<PathBuf>>>) -> impl Fn(&Path) -> bool + use<> {
    let places = wanted.and_then(|wanted| Some((wanted, folder.canonicalize().ok()?, folder.to_path_buf())));
    move |path| {
        places.as_ref().is_none_or(|(wanted, real, folder)| {
            path.strip_prefix(folder).is_ok_and(|below| wanted.contains(&real.join(below)))
        })
    }
}

/// `a/b` for `./a/b`.
fn without_dot(path: PathBuf) -> PathBuf {
    path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path)
}

/// The message that a folder, or one below it, cannot be searched, on one line.
fn cannot_search(error: &ignore::Error, folder: &Path) -> String {
    fn path_of(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
            _ => None,
        }
    }
    // The message of the walker repeats the path; the kind of error is enough.
    let why = match error.io_error() {
        Some(error) => io::Error::from(error.kind()).to_string(),
        None => error.to_string(),
    };
    let advice = match error.io_error().map(io::Error::kind) {
        Some(io::ErrorKind::PermissionDenied) => "; check its permissions",
        _ => "",
    };
    let path = visible_path(path_of(error).unwrap_or(folder));
    format!("cannot search {path}: {}{advice}", visible(why.as_bytes()))
}

/// Whether a search enters a folder, or opens a file.
fn is_admitted(entry: &DirEntry, configs: &Configs) -> bool {
    let path = entry.path();
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    (is_folder || is_file(entry)) && configs.admits(path, is_folder, || may_be_model(path))
}

/// Whether a name is that of a hidden file or folder.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether the name of a file is that of a model.
pub(crate) fn may_be_model(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    // Without taking the path apart, as this is asked about every file. A name that begins with the dot has no extension.
    let ends_in = |end: &[u8]| {
        let (stem, ending) = name.split_at(name.len().saturating_sub(end.len()));
        ending.eq_ignore_ascii_case(end) && stem.last().is_some_and(|last| !is_separator(char::from(*last)))
    };
    ends_in(b".txt") || ends_in(b".ms3d")
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Whether a file has this extension, in any case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_models_are_those_with_their_extensions() {
        for name in [
            "a.txt", "a/b.TXT", ".a.Ms3d", "..txt", "a/.txt", ".ms3d", "txt", "", "a.txt.gz", "a/txt",
            "a.ms3dx",
        ] {
            let path = Path::new(name);
            let has = has_extension(path, "txt") || has_extension(path, "ms3d");
            assert_eq!(may_be_model(path), has, "{name}");
        }
    }
}

//! Lists the folders around models. A folder is listed when a rule asks for it, and once in a run, for all threads and
//! models. Nothing but folders is opened.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::base::display::visible_path;
use crate::base::file_tree::{EntryKind, FileTree, FolderEntry, Listing};
use crate::cli::files::folder_cache::FolderCache;

/// The entries of a folder that are read. Of what a larger one has besides, nothing is said.
const MOST_ENTRIES: usize = 100_000;
/// The folder with one of these in it is the root of all models below it.
const MARKS: [&str; 3] = [".git", "ms3dlint.toml", ".ms3dlint.toml"];

/// The folders of the disk, as far as they were asked for.
#[derive(Debug)]
pub(crate) struct Folders {
    /// Where relative paths begin.
    current: PathBuf,
    /// What `--root` says, as the system calls it.
    root: Option<Arc<Path>>,
    listings: FolderCache<Option<Arc<Listing>>>,
    homes: FolderCache<Option<Arc<Home>>>,
}

impl Folders {
    /// With what `--root` says. The error is one about that.
    pub(crate) fn new(root: Option<&Path>) -> Result<Arc<Self>, String> {
        let root = root.map(|root| real_folder(root).map_err(|why| cannot_begin(root, &why))).transpose()?;
        let current = std::env::current_dir().unwrap_or_default();
        Ok(Arc::new(Self { current, root, listings: FolderCache::default(), homes: FolderCache::default() }))
    }

    /// What lies around a file that is so many folders below the path that is checked, in a tree that begins
    /// at `root`, unless `--root` says otherwise; `None` if it is not in that tree, for then nothing around
    /// it is looked at. All files of a folder have the same root.
    pub(crate) fn around(
        self: &Arc<Self>,
        file: &Path,
        depth: usize,
        root: Option<&Arc<Path>>,
    ) -> Option<Arc<dyn FileTree>> {
        let folder = match file.parent() {
            Some(parent) if parent != "" => self.current.join(parent),
            _ => self.current.clone(),
        };
        let root = self.root.as_ref().or(root).cloned();
        if root.is_some() {
            self.home(&folder, root.as_deref())?.root?;
        }
        Some(Arc::new(Around { folders: self.clone(), folder, depth, root, own: OnceLock::new() }))
    }

    fn list(&self, folder: &Path) -> Option<Arc<Listing>> {
        let weight = |listing: &Option<Arc<Listing>>| listing.as_ref().map_or(1, |listing| listing.len() + 1);
        self.listings.get(folder, weight, || list(folder).map(Arc::new))
    }

    fn home(&self, folder: &Path, root: Option<&Path>) -> Option<Arc<Home>> {
        self.homes.get(folder, |_| 1, || Home::of(folder, root).map(Arc::new))
    }
}

/// A folder in which a tree begins, as the system calls it. The error says why it cannot.
pub(crate) fn real_folder(root: &Path) -> Result<Arc<Path>, String> {
    match root.canonicalize() {
        Ok(real) if real.is_dir() => Ok(real.into()),
        Ok(_) => Err("that is no folder".to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err("there is no such folder".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn cannot_begin(root: &Path, why: &str) -> String {
    format!("--root {}: {why}; name a folder that holds the models", visible_path(root))
}

/// What is in a folder.
fn list(folder: &Path) -> Option<Listing> {
    let mut entries: Vec<FolderEntry> = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        if entries.len() == MOST_ENTRIES {
            return Some(Listing::new(entries, false));
        }
        let entry = entry.ok()?;
        let kind = match entry.file_type() {
            Ok(kind) if kind.is_dir() => EntryKind::Folder,
            Ok(kind) if !kind.is_symlink() => EntryKind::File,
            _ => EntryKind::Link,
        };
        entries.push((bytes_of(&entry.file_name()), kind));
    }
    Some(Listing::new(entries, true))
}

/// A name as a model may write it: on Unix its bytes, elsewhere UTF-8.
#[cfg(unix)]
pub(crate) fn bytes_of(name: &OsStr) -> Box<[u8]> {
    std::os::unix::ffi::OsStrExt::as_bytes(name).into()
}

#[cfg(not(unix))]
pub(crate) fn bytes_of(name: &OsStr) -> Box<[u8]> {
    name.to_string_lossy().as_bytes().into()
}

/// The path of such names.
#[cfg(unix)]
pub(crate) fn path_of(names: &[u8]) -> PathBuf {
    <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(names).into()
}

#[cfg(not(unix))]
pub(crate) fn path_of(names: &[u8]) -> PathBuf {
    String::from_utf8_lossy(names).into_owned().into()
}

/// Where a folder is, without links on the way, and where its tree begins. Only paths that go up
/// and `--root` need that.
#[derive(Debug)]
struct Home {
    folder: PathBuf,
    /// How many folders up the root is; `None` where nothing marks one, and outside of what `--root`
    /// says.
    root: Option<usize>,
}

impl Home {
    fn of(folder: &Path, root: Option<&Path>) -> Option<Self> {
        let folder = folder.canonicalize().ok()?;
        let below = |root: &Path| folder.strip_prefix(root).ok().map(|names| names.components().count());
        let is_marked = |folder: &Path| MARKS.iter().any(|mark| folder.join(mark).exists());
        let root = match root {
            Some(root) => below(root),
            None => folder.ancestors().position(is_marked),
        };
        Some(Self { folder, root })
    }
}

/// What lies around one file.
#[derive(Debug)]
struct Around {
    folders: Arc<Folders>,
    /// The folder that it is in.
    folder: PathBuf,
    /// How many folders that is below the path that is checked.
    depth: usize,
    /// Where the tree begins, if anybody has said so.
    root: Option<Arc<Path>>,
    /// What is in it, which is asked for most.
    own: OnceLock<Option<Arc<Listing>>>,
}

impl Around {
    fn home(&self) -> Option<Arc<Home>> {
        self.folders.home(&self.folder, self.root.as_deref())
    }
}

impl FileTree for Around {
    fn depth(&self) -> Option<usize> {
        Some(self.home()?.root.unwrap_or(self.depth))
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        if folder.is_empty() {
            return self.own.get_or_init(|| self.folders.list(&self.folder)).clone();
        }
        let path = path_of(folder);
        let up = path.components().take_while(|name| name.as_os_str() == "..").count();
        if up == 0 {
            return self.folders.list(&self.folder.join(path));
        }
        let home = self.home()?;
        let down: PathBuf = path.components().skip(up).collect();
        self.folders.list(&home.folder.ancestors().nth(up)?.join(down))
    }
}

//! Lists the folders around models. A folder is listed when a rule asks for it, and once in a run, for all
//! threads and models. Of the files in them only the other parts of a model and its animated textures are opened.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crate::base::display::visible_path;
use crate::base::file_tree::{FileTree, NamedListing, listings_within};
use crate::base::folder::{EntryKind, FolderEntry, Listing};
use crate::base::model_files::{LARGEST_PART, MARKS};
use crate::cli::files::folder_cache::FolderCache;
use crate::cli::lock::lock;
use crate::engines::guess::{identifying_files, seen_names};

/// The most entries of a folder that are read. The rest of a larger folder is unknown.
const MOST_ENTRIES: usize = 100_000;

/// The folders on disk, read as rules ask for them.
#[derive(Debug)]
pub(crate) struct Folders {
    /// The folder that relative paths start from.
    current: PathBuf,
    /// The folder of `--root`, canonicalized.
    root: Option<Arc<Path>>,
    listings: FolderCache<Option<Arc<Listing>>>,
    /// The same of the folders in a folder.
    within: FolderCache<Arc<[NamedListing]>>,
    /// The same with the entries alone that show which program models are for.
    marks: FolderCache<Option<Arc<Listing>>>,
    homes: FolderCache<Option<Arc<Home>>>,
    /// Canonical paths.
    real: FolderCache<Option<Arc<Path>>>,
    /// How many folders up from a canonical path the one is that is marked as a root.
    marked: FolderCache<Option<usize>>,
    seen: FolderCache<Arc<[u8]>>,
}

impl Folders {
    /// With the folder of `--root`. The error is about this folder.
    pub(crate) fn new(root: Option<&Path>) -> Result<Arc<Self>, String> {
        let root = root.map(|root| real_folder(root).map_err(|why| cannot_begin(root, &why))).transpose()?;
        let current = std::env::current_dir().unwrap_or_default();
        let (listings, within, marks, homes, real, marked, seen) = Default::default();
        Ok(Arc::new(Self { current, root, listings, within, marks, homes, real, marked, seen }))
    }

    /// The files around a model that is this many folders below the checked path, in a tree with the root
    /// `root`, unless `--root` is given; `None` if it is not in that tree, as no folder is read
    /// then. All files of a folder have the same root.
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
        let (own, seen, near, read) = Default::default();
        Some(Arc::new(Around { folders: self.clone(), folder, depth, root, own, seen, near, read }))
    }

    /// An absolute path.
    pub(super) fn absolute(&self, file: &Path) -> PathBuf {
        self.current.join(file)
    }

    /// The entries of a folder; `None` if they cannot be read.
    pub(super) fn list(&self, folder: &Path) -> Option<Arc<Listing>> {
        let weight = |listing: &Option<Arc<Listing>>| listing.as_ref().map_or(1, |listing| listing.len() + 1);
        self.listings.get(folder, weight, || list(folder, |_| true).map(Arc::new))
    }

    /// The entries of the folders in a folder.
    fn list_within(&self, folder: &Path) -> Arc<[NamedListing]> {
        let weight = |within: &Arc<[NamedListing]>| {
            1 + within.iter().map(|(_, listing)| listing.len() + 1).sum::<usize>()
        };
        let inner = |name: &[u8]| self.list(&folder.join(path_of(name)));
        self.within.get(folder, weight, || listings_within(self.list(folder).as_deref(), inner))
    }

    /// A folder and those above it, as far as they can be read. Of those above only the entries are there that show which
    /// program models are for: most have nothing to do with models, and may be large.
    pub(super) fn upwards<'f>(&'f self, folder: &'f Path) -> impl Iterator<Item = Arc<Listing>> + 'f {
        let is_mark = |name: &[u8]| {
            let mut marks = identifying_files().chain(MARKS);
            marks.any(|mark| mark.as_bytes().eq_ignore_ascii_case(name))
        };
        let marks = move |folder| self.marks.get(folder, |_| 1, || list(folder, is_mark).map(Arc::new));
        folder.ancestors().enumerate().map_while(move |(up, folder)| match up {
            0 => self.list(folder),
            _ => marks(folder),
        })
    }

    fn home(&self, folder: &Path, root: Option<&Path>) -> Option<Arc<Home>> {
        self.homes.get(
            folder,
            |_| 1,
            || {
                let folder = self.real(folder)?;
                let root = match root {
                    Some(root) => folder.strip_prefix(root).ok().map(|names| names.components().count()),
                    None => self.up_to_mark(&folder),
                };
                Some(Arc::new(Home { folder, root }))
            },
        )
    }

    fn real(&self, folder: &Path) -> Option<Arc<Path>> {
        self.real.get(folder, |_| 1, || folder.canonicalize().ok().map(Into::into))
    }

    /// How many folders up from a canonical path the one is that is marked as a root, if one is.
    fn up_to_mark(&self, folder: &Path) -> Option<usize> {
        let is_marked = || MARKS.iter().any(|mark| folder.join(mark).exists());
        let above = || folder.parent().and_then(|parent| self.up_to_mark(parent)).map(|up| up + 1);
        self.marked.get(folder, |_| 1, || if is_marked() { Some(0) } else { above() })
    }

    /// What StepMania sees of the canonical path of a folder: the names from that of its noteskin or theme on, or its
    /// own name alone if it is in none.
    fn seen(&self, folder: &Path) -> Arc<[u8]> {
        self.seen.get(
            folder,
            |_| 1,
            || self.real(folder).map(|real| self.names(&real)).unwrap_or_default().into(),
        )
    }

    fn names(&self, folder: &Path) -> Vec<u8> {
        let seen = seen_names(self.upwards(folder));
        let mut names: Vec<_> = folder.iter().rev().take(seen).map(bytes_of).collect();
        names.reverse();
        names.join(&b'/')
    }
}

/// The canonical path of a root folder. The error says why it cannot be one.
pub(crate) fn real_folder(root: &Path) -> Result<Arc<Path>, String> {
    match root.canonicalize() {
        Ok(real) if real.is_dir() => Ok(real.into()),
        Ok(_) => Err("that is not a folder".to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err("there is no such folder".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn cannot_begin(root: &Path, why: &str) -> String {
    format!("--root {}: {why}; name a folder that holds the models", visible_path(root))
}

/// The entries of a folder that are wanted, by their names.
fn list(folder: &Path, is_wanted: impl Fn(&[u8]) -> bool) -> Option<Listing> {
    let mut entries: Vec<FolderEntry> = Vec::new();
    for (number, entry) in fs::read_dir(folder).ok()?.enumerate() {
        if number == MOST_ENTRIES {
            return Some(Listing::new(entries, false));
        }
        let entry = entry.ok()?;
        let name = entry.file_name();
        if !is_wanted(name.as_encoded_bytes()) {
            continue;
        }
        let kind = match entry.file_type() {
            Ok(kind) if kind.is_dir() => EntryKind::Folder,
            Ok(kind) if !kind.is_symlink() => EntryKind::File,
            // A link that leads nowhere is no file to any program.
            _ if entry.path().metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) => continue,
            _ => EntryKind::Link,
        };
        entries.push((bytes_of(&name), kind));
    }
    Some(Listing::new(entries, true))
}

/// The content of a file, unless it is too large or no plain file.
fn read(file: &Path) -> Option<Arc<[u8]>> {
    let metadata = fs::symlink_metadata(file).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST_PART {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(LARGEST_PART + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST_PART).then(|| bytes.into())
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

/// The canonical path of a folder, and the root of its tree. Only paths that go up
/// and `--root` need that.
#[derive(Debug)]
struct Home {
    folder: Arc<Path>,
    /// How many folders up the root is; `None` if no folder is marked as one, or outside of
    /// `--root`.
    root: Option<usize>,
}

/// The contents of files by their paths, as far as they can be read.
type FileContents = HashMap<Box<[u8]>, Option<Arc<[u8]>>>;

/// A folder by its path from that of a model, and its entries.
type NearFolder = (Box<[u8]>, Option<Arc<Listing>>);

/// The files around one model.
#[derive(Debug)]
struct Around {
    folders: Arc<Folders>,
    /// The folder of the model.
    folder: PathBuf,
    /// How many folders it is below the checked path.
    depth: usize,
    /// The root of the tree, if one is set.
    root: Option<Arc<Path>>,
    /// The entries of its folder, which rules ask for most.
    own: OnceLock<Option<Arc<Listing>>>,
    /// What programs see of its path.
    seen: OnceLock<Arc<[u8]>>,
    /// Those of a few other folders, which each texture asks for.
    near: Mutex<Vec<NearFolder>>,
    /// The files that were read: once, so that a repaired model is compared with the same ones.
    read: Mutex<FileContents>,
}

/// How many other folders of a model are kept at hand: its textures are mostly in one.
const MOST_NEAR: usize = 4;

impl Around {
    /// The path on disk of a folder.
    fn path_to(&self, folder: &[u8]) -> Option<PathBuf> {
        if folder.is_empty() {
            return Some(self.folder.clone());
        }
        let path = path_of(folder);
        let up = path.components().take_while(|name| name.as_os_str() == "..").count();
        if up == 0 {
            return Some(self.folder.join(path));
        }
        let home = self.home()?;
        let down: PathBuf = path.components().skip(up).collect();
        Some(home.folder.ancestors().nth(up)?.join(down))
    }

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
        if let Some((_, listing)) = lock(&self.near).iter().find(|(known, _)| **known == *folder) {
            return listing.clone();
        }
        let listing = self.path_to(folder).and_then(|folder| self.folders.list(&folder));
        let mut near = lock(&self.near);
        if near.len() == MOST_NEAR {
            near.clear();
        }
        near.push((folder.into(), listing.clone()));
        listing
    }

    fn list_within(&self, folder: &[u8]) -> Arc<[NamedListing]> {
        self.path_to(folder).map(|folder| self.folders.list_within(&folder)).unwrap_or_default()
    }

    fn path(&self) -> Vec<u8> {
        self.seen.get_or_init(|| self.folders.seen(&self.folder)).to_vec()
    }

    fn path_holds(&self, word: &[u8]) -> bool {
        let holds = |path: &[u8]| memchr::memmem::find(path, word).is_some();
        // Most paths hold it nowhere, and then nobody asks which of their names a program sees.
        let real = self.folders.real(&self.folder);
        real.is_some_and(|real| holds(real.as_os_str().as_encoded_bytes())) && holds(&self.path())
    }

    fn read(&self, path: &[u8]) -> Option<Arc<[u8]>> {
        if let Some(content) = lock(&self.read).get(path) {
            return content.clone();
        }
        // A name that is listed leads nowhere else.
        let (folder, name) = path.split_at(memchr::memrchr(b'/', path).unwrap_or_default());
        let name = name.strip_prefix(b"/").unwrap_or(name);
        self.list(folder)?
            .entry(name)
            .filter(|(entry, kind)| **entry == *name && *kind == EntryKind::File)?;
        let content = read(&self.path_to(path)?);
        lock(&self.read).insert(path.into(), content.clone());
        content
    }
}

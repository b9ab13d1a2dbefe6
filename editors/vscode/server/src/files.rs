//! The files around models, as far as the editor has told what they are.
//!
//! The editor answers only later, and the library asks at once. So what is not known is left out at first and noted, the
//! editor is asked for it, and then the library looks again.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ms3dlint::base::file_tree::{EntryKind, FileTree, FolderEntry, Listing};
use ms3dlint::engines::guess::{Guess, guesses, seen_names};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The largest part of a model that is read, in bytes: as on the command line.
const LARGEST_PART: usize = 64 << 20;

/// Characters that appear in a name in a URI unescaped.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What the editor has told of files and folders. They are named by their URIs, those of folders without a `/` at the end.
#[derive(Debug, Default)]
pub(crate) struct Files(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    open_folders: Vec<String>,
    folders: BTreeMap<String, Told<Arc<Listing>>>,
    contents: BTreeMap<String, Told<Arc<[u8]>>>,
    wanted: BTreeSet<Wanted>,
}

/// What the editor told; `None` in it if there is nothing.
#[derive(Debug)]
struct Told<T> {
    value: Option<T>,
    /// Whether nothing says that it may have changed since.
    is_fresh: bool,
}

/// Something that the editor is to be asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wanted {
    /// What is in a folder.
    Folder(String),
    /// The bytes of a file.
    Content(String),
}

impl Files {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whatever is needed again is asked for again.
    pub(crate) fn age(&self) {
        let known = &mut *self.known();
        known.folders.values_mut().for_each(|told| told.is_fresh = false);
        known.contents.values_mut().for_each(|told| told.is_fresh = false);
    }

    /// These folders are open.
    pub(crate) fn set_open_folders(&self, uris: &[String]) {
        self.known().open_folders = uris.iter().map(|uri| uri.trim_end_matches('/').to_string()).collect();
    }

    /// The folder that is open around a file.
    fn root_of(&self, folder: &str) -> Option<String> {
        let below = |root: &&String| {
            folder.strip_prefix(&***root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.known().open_folders.iter().filter(below).max_by_key(|root| root.len()).cloned()
    }

    /// What the editor is to be asked for now.
    pub(crate) fn take_wanted(&self) -> BTreeSet<Wanted> {
        std::mem::take(&mut self.known().wanted)
    }

    /// The editor told what is in a folder; `None` if that is not known.
    pub(crate) fn set_folder(&self, uri: &str, entries: Option<Vec<FolderEntry>>) {
        let value = entries.map(|entries| Arc::new(Listing::new(entries, true)));
        self.known().folders.insert(uri.to_string(), Told { value, is_fresh: true });
    }

    /// The editor told the bytes of a file; `None` if it cannot be read.
    pub(crate) fn set_content(&self, uri: &str, bytes: Option<Vec<u8>>) {
        let value = bytes.map(Arc::from);
        self.known().contents.insert(uri.to_string(), Told { value, is_fresh: true });
    }

    /// The bytes of a file, as far as they are known.
    pub(crate) fn content(&self, uri: &str) -> Option<Arc<[u8]>> {
        let Known { contents, wanted, .. } = &mut *self.known();
        get(contents, wanted, uri, Wanted::Content)
    }

    fn list(&self, uri: &str) -> Option<Arc<Listing>> {
        let Known { folders, wanted, .. } = &mut *self.known();
        get(folders, wanted, uri, Wanted::Folder)
    }
}

fn get<T: Clone>(
    known: &BTreeMap<String, Told<T>>,
    wanted: &mut BTreeSet<Wanted>,
    uri: &str,
    want: impl Fn(String) -> Wanted,
) -> Option<T> {
    let told = known.get(uri);
    if !told.is_some_and(|told| told.is_fresh) {
        wanted.insert(want(uri.to_string()));
    }
    told?.value.clone()
}

/// The files around a model.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    files: Arc<Files>,
    /// The folder that is open, in which the model is, or else its own.
    root: String,
    /// The names of the folders that lead from there to the model, as its URI has them.
    names: Vec<String>,
}

impl Around {
    /// The files around the model with this URI; `None` if it is in no folder, as a new text is.
    pub(crate) fn of(files: &Arc<Files>, model: &str) -> Option<Self> {
        let (folder, _) = model.rsplit_once('/')?;
        let root = files.root_of(folder).unwrap_or_else(|| folder.to_string());
        let names = folder[root.len()..].split('/').filter(|name| !name.is_empty());
        let names = names.map(str::to_string).collect();
        Some(Self { files: files.clone(), root, names })
    }

    /// The programs that a model in this folder is probably meant for.
    pub(crate) fn guesses(&self) -> Vec<Guess> {
        guesses(self.upwards())
    }

    /// The listings of the folder of the model and of those above it that are open.
    fn upwards(&self) -> impl Iterator<Item = Arc<Listing>> {
        let folders =
            iter::successors(Some(&self.names[..]), |names| names.split_last().map(|(_, above)| above));
        folders.map_while(|names| self.files.list(&self.uri(names)))
    }

    fn uri(&self, names: &[String]) -> String {
        names.iter().fold(self.root.clone(), |uri, name| uri + "/" + name)
    }

    /// The URI of a path from the folder of the model on; `None` if it leads out of what is open.
    pub(crate) fn joined(&self, path: &[u8]) -> Option<String> {
        let mut names = self.names.clone();
        for name in std::str::from_utf8(path).ok()?.split('/') {
            match name {
                "" | "." => {}
                ".." => drop(names.pop()?),
                name => names.push(utf8_percent_encode(name, PLAIN).to_string()),
            }
        }
        Some(self.uri(&names))
    }

    /// The bytes of a file, by its path from the folder of the model on.
    pub(crate) fn content(&self, path: &[u8]) -> Option<Arc<[u8]>> {
        self.files.content(&self.joined(path)?)
    }
}

impl FileTree for Around {
    fn depth(&self) -> Option<usize> {
        Some(self.names.len())
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        self.files.list(&self.joined(folder)?)
    }

    fn path(&self) -> Vec<u8> {
        let last = self.root.rsplit('/').next().unwrap_or_default();
        let names: Vec<_> =
            iter::once(last).chain(self.names.iter().map(String::as_str)).map(decoded).collect();
        names[names.len().saturating_sub(seen_names(self.upwards()))..].join("/").into_bytes()
    }

    fn read(&self, name: &[u8]) -> Option<Arc<[u8]>> {
        self.content(name).filter(|bytes| bytes.len() <= LARGEST_PART)
    }
}

/// A name or path of a URI as people write it.
pub(crate) fn decoded(name: &str) -> String {
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

/// What is in a folder, as the editor gives it: names, and the kind of each: 1 for a file, 2 for a folder, and 64 more for
/// a link to it.
pub(crate) fn entries(told: Vec<(String, u32)>) -> Vec<FolderEntry> {
    let entry = |(name, kind): (String, u32)| {
        let kind = match kind {
            1 => EntryKind::File,
            2 => EntryKind::Folder,
            _ => EntryKind::Link,
        };
        (name.into_bytes().into_boxed_slice(), kind)
    };
    told.into_iter().map(entry).collect()
}

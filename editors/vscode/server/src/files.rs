//! The files around models, as far as the editor has given them.
//!
//! The editor answers only later, and the library asks at once. So what is not known is left out at first and noted, the
//! editor is asked for it, and then the library looks again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ms3dlint::base::file_tree::FileTree;
use ms3dlint::base::folder::{EntryKind, FolderEntry, Listing};
use ms3dlint::base::model_files::{LARGEST_PART, MARKS};
use ms3dlint::engines::guess::{Guess, guesses, seen_names};

use crate::location::Location;

/// What the editor has given of files and folders. They are named by their URIs.
#[derive(Debug, Default)]
pub(crate) struct Files(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    open_folders: Vec<Location>,
    folders: BTreeMap<String, Given<Arc<Listing>>>,
    contents: BTreeMap<String, Given<Arc<[u8]>>>,
    wanted: BTreeSet<Wanted>,
    /// The configurations and baselines that were asked for.
    named: BTreeSet<String>,
}

/// What the editor gave; `None` in it if there is nothing.
#[derive(Debug)]
struct Given<T> {
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
        known.folders.values_mut().for_each(|given| given.is_fresh = false);
        known.contents.values_mut().for_each(|given| given.is_fresh = false);
    }

    /// These folders are open.
    pub(crate) fn set_open_folders(&self, uris: &[String]) {
        self.known().open_folders = uris.iter().filter_map(|uri| Location::of(uri)).collect();
    }

    /// What the editor is to be asked for now.
    pub(crate) fn take_wanted(&self) -> BTreeSet<Wanted> {
        std::mem::take(&mut self.known().wanted)
    }

    /// Whether there is anything that the editor is to be asked for.
    pub(crate) fn is_wanting(&self) -> bool {
        !self.known().wanted.is_empty()
    }

    /// The editor gave what is in a folder; `None` if that is not known.
    pub(crate) fn set_folder(&self, uri: &str, entries: Option<Vec<FolderEntry>>) {
        let value = entries.map(|entries| Arc::new(Listing::new(entries, true)));
        self.known().folders.insert(uri.to_string(), Given { value, is_fresh: true });
    }

    /// The editor gave the bytes of a file; `None` if it cannot be read.
    pub(crate) fn set_content(&self, uri: &str, bytes: Option<Vec<u8>>) {
        let value = bytes.map(Arc::from);
        self.known().contents.insert(uri.to_string(), Given { value, is_fresh: true });
    }

    /// The bytes of a file, as far as they are known.
    pub(crate) fn content(&self, uri: &str) -> Option<Arc<[u8]>> {
        self.given(uri).flatten()
    }

    /// What is in a folder, as far as that is known.
    pub(crate) fn list(&self, folder: &Location) -> Option<Arc<Listing>> {
        self.listing(folder).flatten()
    }

    /// The bytes of a configuration or baseline, if it can be read; `None` if the editor has not said yet.
    pub(crate) fn given_named(&self, uri: &str) -> Option<Option<Arc<[u8]>>> {
        self.known().named.insert(uri.to_string());
        self.given(uri)
    }

    /// The configurations and baselines that were asked for.
    pub(crate) fn named(&self) -> Vec<String> {
        self.known().named.iter().cloned().collect()
    }

    /// The bytes of a file, if it can be read; `None` if the editor has not said yet.
    pub(crate) fn given(&self, uri: &str) -> Option<Option<Arc<[u8]>>> {
        let Known { contents, wanted, .. } = &mut *self.known();
        get(contents, wanted, uri, Wanted::Content)
    }

    /// What is in a folder, if that can be listed; `None` if the editor has not said yet.
    pub(crate) fn listing(&self, folder: &Location) -> Option<Option<Arc<Listing>>> {
        let Known { folders, wanted, .. } = &mut *self.known();
        get(folders, wanted, &folder.uri(), Wanted::Folder)
    }
}

fn get<T: Clone>(
    known: &BTreeMap<String, Given<T>>,
    wanted: &mut BTreeSet<Wanted>,
    uri: &str,
    want: impl Fn(String) -> Wanted,
) -> Option<Option<T>> {
    let given = known.get(uri);
    if !given.is_some_and(|given| given.is_fresh) {
        wanted.insert(want(uri.to_string()));
    }
    Some(given?.value.clone())
}

/// The files around a model.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    pub(crate) files: Arc<Files>,
    /// The folder of the model.
    pub(crate) folder: Location,
    /// How many folders it is below the one that is open.
    open: usize,
    /// How many folders it is below the root of its tree, if its configuration names one.
    root: Option<usize>,
}

impl Around {
    /// The files around the model with this URI; `None` if it is in no folder, as a new text is.
    pub(crate) fn of(files: &Arc<Files>, model: &str) -> Option<Self> {
        let folder = Location::of(model)?.parent()?;
        let open = files.known().open_folders.iter().filter_map(|open| folder.below(open)).min();
        Some(Self { files: files.clone(), folder, open: open.unwrap_or(0), root: None })
    }

    /// The same in the tree that begins at this folder; `None` if the model is not in it.
    pub(crate) fn in_tree(self, root: &Location) -> Option<Self> {
        Some(Self { root: Some(self.folder.below(root)?), ..self })
    }

    /// How many folders the model is below the root of its tree: the one that its configuration names, one that is marked,
    /// or the one that is open.
    fn up(&self) -> usize {
        let is_marked = |listing: Arc<Listing>| MARKS.iter().any(|mark| listing.holds(mark.as_bytes()));
        self.root.or_else(|| self.upwards().position(is_marked)).unwrap_or(self.open)
    }

    /// The programs that a model in this folder is probably meant for.
    pub(crate) fn guesses(&self) -> Vec<Guess> {
        guesses(self.upwards())
    }

    /// The listings of the folder of the model and of those above it.
    fn upwards(&self) -> impl Iterator<Item = Arc<Listing>> {
        self.folder.upwards().map_while(|folder| self.files.list(&folder))
    }

    /// The bytes of a file, by its path from the folder of the model on.
    pub(crate) fn content(&self, path: &[u8]) -> Option<Arc<[u8]>> {
        let file = self.folder.joined(std::str::from_utf8(path).ok()?, self.up())?;
        self.files.content(&file.uri())
    }
}

impl FileTree for Around {
    fn depth(&self) -> Option<usize> {
        Some(self.up())
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        self.files.list(&self.folder.joined(std::str::from_utf8(folder).ok()?, self.up())?)
    }

    fn path(&self) -> Vec<u8> {
        let names = &self.folder.names;
        names[names.len().saturating_sub(seen_names(self.upwards()))..].join("/").into_bytes()
    }

    fn read(&self, name: &[u8]) -> Option<Arc<[u8]>> {
        self.content(name).filter(|bytes| bytes.len() as u64 <= LARGEST_PART)
    }
}

/// What is in a folder, as the editor gives it: names, and the kind of each: 1 for a file, 2 for a folder, and 64 more for
/// a link to it.
pub(crate) fn entries(given: Vec<(String, u32)>) -> Vec<FolderEntry> {
    let entry = |(name, kind): (String, u32)| {
        let kind = match kind {
            1 => EntryKind::File,
            2 => EntryKind::Folder,
            _ => EntryKind::Link,
        };
        (name.into_bytes().into_boxed_slice(), kind)
    };
    given.into_iter().map(entry).collect()
}

//! The files that somebody dropped on the page, as the library looks at files around a model.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::sync::Arc;

use js_sys::{Function, Uint8Array};
use ms3dlint::base::file_tree::FileTree;
use ms3dlint::base::folder::{EntryKind, FolderEntry, Listing};
use ms3dlint::base::model_files::{LARGEST_PART, LARGEST_TEXTURE, TOO_LARGE, texture_path};
use ms3dlint::engines::guess::{Guess, guesses, seen_names};
use send_wrapper::SendWrapper;
use wasm_bindgen::{JsCast, JsValue};

/// All files, by their paths with `/` between names. What was dropped without its folder lies in one without a name: if
/// there are but models, nobody knows what else is in it.
pub(crate) struct Dropped {
    folders: BTreeMap<String, Arc<Listing>>,
    /// Gives the bytes of a file; its size, if it is too large to be read; or null.
    read: SendWrapper<Function>,
}

impl fmt::Debug for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dropped").field("folders", &self.folders.len()).finish_non_exhaustive()
    }
}

impl Dropped {
    pub(crate) fn new(paths: &[String], read: Function) -> Self {
        let mut entries: BTreeMap<String, Vec<FolderEntry>> = BTreeMap::from([(String::new(), Vec::new())]);
        for path in paths {
            let mut kind = EntryKind::File;
            let mut rest = path.as_str();
            loop {
                let (folder, name) = rest.rsplit_once('/').unwrap_or(("", rest));
                entries.entry(folder.to_string()).or_default().push((name.as_bytes().into(), kind));
                if folder.is_empty() {
                    break;
                }
                (rest, kind) = (folder, EntryKind::Folder);
            }
        }
        let has_others = paths.len() > 1 && paths.iter().any(|path| !is_called_model(path));
        let listing = |(folder, mut entries): (String, Vec<FolderEntry>)| {
            entries.sort_unstable();
            entries.dedup();
            // Whoever drops other files as well drops those that belong to the models.
            let is_complete = !folder.is_empty() || has_others;
            (folder, Arc::new(Listing::new(entries, is_complete)))
        };
        Self { folders: entries.into_iter().map(listing).collect(), read: SendWrapper::new(read) }
    }

    /// The bytes of a file, if there is one.
    pub(crate) fn read(&self, path: &str) -> Option<Vec<u8>> {
        let bytes = self.read.call1(&JsValue::NULL, &JsValue::from_str(path)).ok()?;
        Some(bytes.dyn_ref::<Uint8Array>()?.to_vec())
    }

    /// The size of a file that is too large to be read.
    pub(crate) fn beyond_limit(&self, path: &str) -> Option<u64> {
        let size = self.read.call1(&JsValue::NULL, &JsValue::from_str(path)).ok()?.as_f64()?;
        Some(size as u64)
    }

    /// The listing of a folder, and of those above it.
    fn upwards(&self, folder: &str) -> impl Iterator<Item = Arc<Listing>> {
        let folders = iter::successors(Some(folder), above);
        folders.filter_map(|folder| self.folders.get(folder)).cloned()
    }
}

/// Whether a file is called as models are.
fn is_called_model(path: &str) -> bool {
    let name = path.to_ascii_lowercase();
    name.ends_with(".txt") || name.ends_with(".ms3d")
}

/// The folder that a folder is in.
fn above<'p>(folder: &&'p str) -> Option<&'p str> {
    folder.rsplit_once('/').map(|(above, _)| above)
}

/// The files around a model.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    files: Arc<Dropped>,
    /// The folder of the model; empty if it was dropped alone.
    folder: String,
}

impl Around {
    pub(crate) fn new(files: &Arc<Dropped>, model: &str) -> Self {
        let folder = model.rsplit_once('/').map_or("", |(folder, _)| folder);
        Self { files: files.clone(), folder: folder.to_string() }
    }

    /// The programs that a model in this folder is probably meant for.
    pub(crate) fn guesses(&self) -> Vec<Guess> {
        guesses(self.files.upwards(&self.folder))
    }

    /// The bytes of a texture, by the path in the model.
    pub(crate) fn texture(&self, path: &[u8]) -> Result<Vec<u8>, String> {
        let found = String::from_utf8_lossy(&texture_path(Some(self), path)?).replace('\\', "/");
        let full = self.joined(&found).ok_or("file not found")?;
        match self.files.read(&full) {
            None if self.files.beyond_limit(&full).is_some() => Err(TOO_LARGE.to_string()),
            None if self.folder.is_empty() => Err("it was not dropped with the model".to_string()),
            // The page opens no file that is called as music or scripts are.
            None if self.is_listed(&full) => {
                Err("it was not opened, as its name is not that of a picture".to_string())
            }
            None => Err("file not found".to_string()),
            Some(bytes) if bytes.len() as u64 > LARGEST_TEXTURE => Err(TOO_LARGE.to_string()),
            Some(bytes) => Ok(bytes),
        }
    }

    fn is_listed(&self, path: &str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let listing = self.files.folders.get(folder);
        listing.is_some_and(|listing| listing.entries().any(|(listed, _)| listed == name.as_bytes()))
    }

    /// A path from the folder of the model on, as one of what was dropped.
    fn joined(&self, path: &str) -> Option<String> {
        let mut names: Vec<&str> = self.folder.split('/').filter(|name| !name.is_empty()).collect();
        for name in path.split('/') {
            match name {
                "" | "." => {}
                ".." => drop(names.pop()?),
                name => names.push(name),
            }
        }
        Some(names.join("/"))
    }
}

impl FileTree for Around {
    fn depth(&self) -> Option<usize> {
        Some(self.folder.matches('/').count())
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        let folder = self.joined(std::str::from_utf8(folder).ok()?)?;
        self.files.folders.get(&folder).cloned()
    }

    fn path(&self) -> Vec<u8> {
        let seen = seen_names(self.files.upwards(&self.folder));
        let names: Vec<_> = self.folder.split('/').collect();
        names[names.len().saturating_sub(seen)..].join("/").into_bytes()
    }

    fn read(&self, name: &[u8]) -> Option<Arc<[u8]>> {
        let path = self.joined(std::str::from_utf8(name).ok()?)?;
        let bytes = self.files.read(&path)?;
        (bytes.len() as u64 <= LARGEST_PART).then(|| bytes.into())
    }
}

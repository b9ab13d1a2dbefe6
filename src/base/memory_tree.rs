//! The files around a model without a disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::file_tree::FileTree;
use crate::base::folder::{EntryKind, FolderEntry, Listing};

/// The files beside a model, given by their names, without a disk.
/// The tree begins at the model's folder.
#[derive(Clone, Debug)]
pub struct MemoryTree {
    folders: BTreeMap<Vec<u8>, Arc<Listing>>,
    contents: BTreeMap<Vec<u8>, Arc<[u8]>>,
}

impl MemoryTree {
    /// Of paths from the model's folder, with `/` between names.
    pub fn new(paths: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut entries: BTreeMap<Vec<u8>, Vec<FolderEntry>> = BTreeMap::from([(Vec::new(), Vec::new())]);
        for path in paths {
            let path = path.as_ref();
            let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
            let mut folder = 0;
            for (end, kind) in ends.map(|end| (end, EntryKind::Folder)).chain([(path.len(), EntryKind::File)])
            {
                let (parent, name) = (&path[..folder.max(1) - 1], &path[folder..end]);
                entries.entry(parent.to_vec()).or_default().push((name.into(), kind));
                folder = end + 1;
            }
        }
        let listing = |mut entries: Vec<FolderEntry>| {
            entries.sort_unstable();
            entries.dedup();
            Arc::new(Listing::new(entries, true))
        };
        let folders = entries.into_iter().map(|(folder, entries)| (folder, listing(entries))).collect();
        Self { folders, contents: BTreeMap::new() }
    }

    /// The same files, of which the one with this path has this content. That of others cannot be read.
    pub fn with_content(mut self, path: &[u8], content: &[u8]) -> Self {
        self.contents.insert(path.to_vec(), content.into());
        self
    }
}

impl FileTree for MemoryTree {
    fn depth(&self) -> Option<usize> {
        Some(0)
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        self.folders.get(folder).cloned()
    }

    fn read(&self, name: &[u8]) -> Option<Arc<[u8]>> {
        self.contents.get(name).cloned()
    }
}

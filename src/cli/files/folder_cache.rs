//! A cache of facts about folders, shared by all threads.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::cli::lock::lock;

/// The cache is emptied when its answers have this weight.
const MOST_KEPT: usize = 1_000_000;

/// Facts about folders: computed once for each folder, until the cache is full.
#[derive(Debug)]
pub(crate) struct FolderCache<T>(Mutex<Shelf<T>>);

/// The answers by path, compared byte by byte, and their total weight.
type Shelf<T> = (HashMap<OsString, Arc<OnceLock<T>>>, usize);

impl<T> Default for FolderCache<T> {
    fn default() -> Self {
        Self(Mutex::new((HashMap::new(), 0)))
    }
}

impl<T: Clone> FolderCache<T> {
    /// The answer for a folder. It is computed if it is not in the cache, and has the given weight.
    pub(crate) fn get(&self, folder: &Path, weight: impl Fn(&T) -> usize, find_out: impl FnOnce() -> T) -> T {
        let path = folder.as_os_str();
        let known = self.shelf().0.get(path).cloned();
        let cell = known.unwrap_or_else(|| self.shelf().0.entry(path.to_owned()).or_default().clone());
        // A second thread waits for the first one only for the same folder: the shelf is not locked now.
        let answer = cell.get_or_init(|| {
            let answer = find_out();
            let (answers, sum) = &mut *self.shelf();
            *sum += weight(&answer);
            if *sum > MOST_KEPT {
                answers.clear();
                *sum = 0;
            }
            answer
        });
        answer.clone()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<T>> {
        lock(&self.0)
    }
}

//! Keeps what is found out about folders, for all threads.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::cli::lock::lock;

/// When answers of this weight are kept, they are forgotten.
const MOST_KEPT: usize = 1_000_000;

/// What is known of folders: found out once for each, until there is too much of it.
#[derive(Debug)]
pub(crate) struct FolderCache<T>(Mutex<Shelf<T>>);

/// The answers by path, letter by letter, and what all of them together weigh.
type Shelf<T> = (HashMap<OsString, Arc<OnceLock<T>>>, usize);

impl<T> Default for FolderCache<T> {
    fn default() -> Self {
        Self(Mutex::new((HashMap::new(), 0)))
    }
}

impl<T: Clone> FolderCache<T> {
    /// What is known of a folder. If that is nothing yet, it is found out, and weighs as much as is said.
    pub(crate) fn get(&self, folder: &Path, weight: impl Fn(&T) -> usize, find_out: impl FnOnce() -> T) -> T {
        let path = folder.as_os_str();
        let known = self.shelf().0.get(path).cloned();
        let cell = known.unwrap_or_else(|| self.shelf().0.entry(path.to_owned()).or_default().clone());
        // Who comes second waits for who came first. Nobody else does: the shelf is not locked now.
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

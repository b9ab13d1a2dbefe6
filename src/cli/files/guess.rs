//! Guesses from the files around models which program they are meant for, once for each folder.

use std::path::Path;
use std::sync::Arc;

use crate::cli::files::folder_cache::FolderCache;
use crate::cli::files::folders::Folders;
use crate::engines::guess::{Guess, guesses};

/// The guesses for the folders of a run.
#[derive(Default)]
pub(crate) struct Guesses(FolderCache<Vec<Guess>>);

impl Guesses {
    /// The programs that the models in the folder of a file are probably meant for.
    pub(crate) fn of(&self, file: &Path, folders: &Arc<Folders>) -> Vec<Guess> {
        let path = folders.absolute(file);
        let Some(folder) = path.parent() else { return Vec::new() };
        self.0.get(folder, |_| 1, || guesses(folders.upwards(folder)))
    }
}

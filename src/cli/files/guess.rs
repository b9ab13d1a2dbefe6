//! Guesses from the files around models which program they are meant for.

use std::path::Path;
use std::sync::Arc;

use crate::base::file_tree::Listing;
use crate::cli::files::folder_cache::FolderCache;
use crate::cli::files::folders::{Folders, MOST_FOLDERS_UP, STEPMANIA_FILES};

/// The program that a model is probably meant for, and why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Guess {
    /// The name of the program among targets.
    pub(crate) target: &'static str,
    /// The file that only such programs have.
    pub(crate) file: &'static str,
}

/// Files that only folders of Scorched3D have.
const SCORCHED3D_FILES: [&str; 4] = ["accessories.xml", "tanks.xml", "tanktypes.xml", "landscapes.xml"];

/// What the files of a folder, or of one above that of a model, show: it may have those of several programs.
fn guess(listing: &Listing) -> Vec<Guess> {
    let find = |target, files: &[&'static str]| {
        let file = files.iter().find(|file| listing.holds(file.as_bytes()))?;
        Some(Guess { target, file })
    };
    let guesses = [find("stepmania", &STEPMANIA_FILES), find("scorched3d", &SCORCHED3D_FILES)];
    guesses.into_iter().flatten().collect()
}

/// The guesses for the folders of a run.
#[derive(Default)]
pub(crate) struct Guesses(FolderCache<Vec<Guess>>);

impl Guesses {
    /// The programs that the models in the folder of a file are probably meant for.
    pub(crate) fn of(&self, file: &Path, folders: &Arc<Folders>) -> Vec<Guess> {
        let path = folders.absolute(file);
        path.parent().map_or_else(Vec::new, |folder| self.of_folder(folder, MOST_FOLDERS_UP, folders))
    }

    fn of_folder(&self, folder: &Path, up: usize, folders: &Arc<Folders>) -> Vec<Guess> {
        self.0.get(
            folder,
            |_| 1,
            || {
                let Some(listing) = folders.list(folder) else { return Vec::new() };
                let found = guess(&listing);
                let is_root = listing.holds(b".git");
                match folder.parent().filter(|_| up > 0 && !is_root) {
                    Some(parent) if found.is_empty() => self.of_folder(parent, up - 1, folders),
                    _ => found,
                }
            },
        )
    }
}

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

/// What the files of a folder, or of one above that of a model, show.
fn guess(listing: &Listing) -> Option<Guess> {
    let find = |target, files: &[&'static str]| {
        let file = files.iter().find(|file| listing.holds(file.as_bytes()))?;
        Some(Guess { target, file })
    };
    find("stepmania", &STEPMANIA_FILES).or_else(|| find("scorched3d", &SCORCHED3D_FILES))
}

/// The guesses for the folders of a run.
#[derive(Default)]
pub(crate) struct Guesses(FolderCache<Option<Guess>>);

impl Guesses {
    /// The program that the models in the folder of a file are probably meant for.
    pub(crate) fn of(&self, file: &Path, folders: &Arc<Folders>) -> Option<Guess> {
        let path = folders.absolute(file);
        self.of_folder(path.parent()?, MOST_FOLDERS_UP, folders)
    }

    fn of_folder(&self, folder: &Path, up: usize, folders: &Arc<Folders>) -> Option<Guess> {
        self.0.get(
            folder,
            |_| 1,
            || {
                let listing = folders.list(folder)?;
                let is_root = listing.holds(b".git");
                guess(&listing).or_else(|| {
                    self.of_folder(folder.parent().filter(|_| up > 0 && !is_root)?, up - 1, folders)
                })
            },
        )
    }
}

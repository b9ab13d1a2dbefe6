//! Guesses from the files around models which program they are meant for.

use std::path::Path;
use std::sync::Arc;

use crate::cli::files::folder_cache::FolderCache;
use crate::cli::files::folders::Folders;

/// The program that a model is probably meant for, and why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Guess {
    /// The name of the program among targets.
    pub(crate) target: &'static str,
    /// The file that only such programs have.
    pub(crate) file: &'static str,
}

/// Files in the folder of a model, or in a folder above it, by which a program is known.
const SIGNS: [Guess; 7] = [
    Guess { target: "stepmania", file: "NoteSkin.lua" },
    Guess { target: "stepmania", file: "ThemeInfo.ini" },
    Guess { target: "stepmania", file: "metrics.ini" },
    Guess { target: "scorched3d", file: "accessories.xml" },
    Guess { target: "scorched3d", file: "tanks.xml" },
    Guess { target: "scorched3d", file: "tanktypes.xml" },
    Guess { target: "scorched3d", file: "landscapes.xml" },
];

/// How many folders above that of a model are looked at.
const MOST_FOLDERS_UP: usize = 8;

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
                let sign = SIGNS.into_iter().find(|sign| listing.holds(sign.file.as_bytes()));
                let is_root = listing.holds(b".git");
                sign.or_else(|| {
                    self.of_folder(folder.parent().filter(|_| up > 0 && !is_root)?, up - 1, folders)
                })
            },
        )
    }
}

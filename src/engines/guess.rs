//! What the files around a model show about the program that it is meant for.

use std::iter;
use std::sync::Arc;

use crate::base::folder::{EntryKind, Listing};

/// What only folders of StepMania have: those of a noteskin or theme, which it sees as a whole.
const STEPMANIA_FILES: [&str; 3] = ["NoteSkin.lua", "ThemeInfo.ini", "metrics.ini"];
/// Files that only folders of Scorched3D have.
const SCORCHED3D_FILES: [&str; 4] = ["accessories.xml", "tanks.xml", "tanktypes.xml", "landscapes.xml"];
/// How many folders are looked at: that of a model, and those above it.
const MOST_FOLDERS: usize = 9;

/// The names of the files that show which program models are for.
pub fn identifying_files() -> impl Iterator<Item = &'static str> {
    STEPMANIA_FILES.into_iter().chain(SCORCHED3D_FILES)
}

/// The program that a model is probably meant for, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guess {
    /// The name of the program among targets.
    pub target: &'static str,
    /// The name of the file that only such programs have.
    pub file: Arc<str>,
}

/// What the folder of a model, and those above it one after the other, show: one may have files of several programs.
pub fn guesses(folders: impl Iterator<Item = Arc<Listing>>) -> Vec<Guess> {
    let to_repository = up_to_repository(folders);
    to_repository.map(|listing| guess(&listing)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// How many names at the end of the path of a folder StepMania sees: those from its noteskin or theme on, or its own
/// alone if it is in none. The folder is given with those above it, one after the other.
pub fn seen_names(folders: impl Iterator<Item = Arc<Listing>>) -> usize {
    let of_stepmania = |listing: &Listing| find("stepmania", &STEPMANIA_FILES, listing).is_some();
    let seen = up_to_repository(folders).zip(1..).filter(|(listing, _)| of_stepmania(listing));
    seen.map(|(_, names)| names).last().unwrap_or(1)
}

/// These folders, no further than to that of a repository.
fn up_to_repository(folders: impl Iterator<Item = Arc<Listing>>) -> impl Iterator<Item = Arc<Listing>> {
    let mut folders = folders.take(MOST_FOLDERS);
    let mut is_over = false;
    // What is above it is not even listed: it can be large.
    iter::from_fn(move || {
        let listing = if is_over { None } else { folders.next() }?;
        is_over = listing.holds(b".git");
        Some(listing)
    })
}

fn guess(listing: &Listing) -> Vec<Guess> {
    let guesses =
        [find("stepmania", &STEPMANIA_FILES, listing), find("scorched3d", &SCORCHED3D_FILES, listing)];
    guesses.into_iter().flatten().collect()
}

fn find(target: &'static str, files: &[&'static str], listing: &Listing) -> Option<Guess> {
    let listed = |name: &&str| {
        let mut found = listing.starting_with(name.as_bytes()).filter(|(found, _)| found.len() == name.len());
        found.find(|(_, kind)| *kind != EntryKind::Folder).map(|(found, _)| found)
    };
    let file = files.iter().find_map(listed)?;
    Some(Guess { target, file: String::from_utf8_lossy(file).into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_above_a_repository_is_listed() {
        let folder = |names: &[&str]| {
            let entries = names.iter().map(|name| (name.as_bytes().into(), EntryKind::Folder)).collect();
            Arc::new(Listing::new(entries, true))
        };
        let mut listed = 0;
        let folders = [folder(&[]), folder(&[".git"]), folder(&["projects"])];
        let guessed = guesses(folders.into_iter().inspect(|_| listed += 1));
        assert_eq!((guessed, listed), (Vec::new(), 2));
    }
}

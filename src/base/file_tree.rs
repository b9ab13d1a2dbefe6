//! The files around a model, and which of them its texture paths refer to.
//!
//! Nothing here reads a disk: [`FileTree`] is implemented where one may be read. The case of names is taken
//! from listings of folders, so that it is known on systems that ignore it, too.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use crate::base::folder::{EntryKind, Listing, SuggestionBudget};
use crate::base::other_bytes::may_be_among;

/// What can be known about the folders around a model.
pub trait FileTree: Debug + Send + Sync {
    /// How many folders up from that of the model the checked tree begins; `None` if that is not
    /// known. It is asked only about paths that go up.
    fn depth(&self) -> Option<usize>;

    /// What is in a folder; `None` if that is not known. The folder is given by its path from that of
    /// the model: empty for that one, otherwise names as they were listed with `/` between them, and
    /// before them `..`, at most as often as [`depth`](Self::depth) says.
    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>>;

    /// The folders in a folder that can be listed; of very many the first. A name that is not where its path leads is
    /// looked for in them.
    fn list_within(&self, folder: &[u8]) -> Arc<[NamedListing]> {
        let listing = self.list(folder);
        listings_within(listing.as_deref(), |name| self.list(&path_in(folder, name)))
    }

    /// What a path names. Both `/` and `\` separate names, and `..` undoes the name before it.
    fn find(&self, path: &[u8]) -> Resolution {
        find(self, path)
    }

    /// What is in the folder of the model, for somebody who only looks at names that begin in one of these ways, in any
    /// case.
    fn list_starting(&self, starts: [&[u8]; 3]) -> Option<Arc<Listing>> {
        let _ = starts;
        self.list(b"")
    }

    /// The names of the folders that lead to the model and that a program sees as well, with `/` between them: that of
    /// the model is last. Empty if they are not known.
    fn path(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Whether a word is in these names.
    fn path_holds(&self, word: &[u8]) -> bool {
        memchr::memmem::find(&self.path(), word).is_some()
    }

    /// The content of a file by its path from the folder of the model, as it is listed, with `/` between names; `None` if
    /// it cannot be read or is too large.
    fn read(&self, path: &[u8]) -> Option<Arc<[u8]>> {
        let _ = path;
        None
    }
}

/// The name of a folder, and what is in it.
pub type NamedListing = (Box<[u8]>, Arc<Listing>);

/// What is in the folders of a folder, in its order, listed one by one. Those that are hidden, such as `.git`, have no
/// textures.
pub(crate) fn listings_within(
    folder: Option<&Listing>,
    list: impl Fn(&[u8]) -> Option<Arc<Listing>>,
) -> Arc<[NamedListing]> {
    let entries = folder.into_iter().flat_map(Listing::entries);
    let is_seen = |(name, kind): &(&[u8], EntryKind)| *kind == EntryKind::Folder && !name.starts_with(b".");
    let folders = entries.filter(is_seen).map(|(name, _)| name);
    folders.take(MOST_SEARCHED).filter_map(|name| Some((name.into(), list(name)?))).collect()
}

/// The result of resolving a texture path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// A file, exactly as it is written.
    File,
    /// A file, in another case. This is the path as it should be written.
    OtherCase(Vec<u8>),
    /// A folder.
    Folder {
        /// Whether its path is exactly as it is written.
        is_exact: bool,
    },
    /// File not found.
    Nothing(MissingPath),
    /// A path out of the checked tree, which is not searched.
    Outside,
    /// An absolute path, which is never searched.
    Absolute,
    /// Unknown: not all of a folder could be listed, a link is on the way, or the name may be there in other bytes.
    Unknown,
}

/// How far a path exists that names no file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingPath {
    /// The path, up to there in the case of what was found.
    path: Vec<u8>,
    /// The name that was not found, in that path.
    name: Range<usize>,
    /// The folder in which it was looked for, as it is listed.
    folder: Vec<u8>,
    /// Whether it should have been a file, or a folder on the way to it.
    kind: EntryKind,
}

impl MissingPath {
    /// The name that was not found.
    pub fn name(&self) -> &[u8] {
        &self.path[self.name.clone()]
    }

    /// Whether a folder is missing on the way to the file.
    pub fn is_folder(&self) -> bool {
        self.kind == EntryKind::Folder
    }

    /// The path that was meant, with the nearest name in place of the one that is missing, and whether no other name is
    /// as near.
    pub fn nearest(&self, files: &dyn FileTree, patience: &mut SuggestionBudget) -> Option<(Vec<u8>, bool)> {
        let folder = files.list(&self.folder)?;
        let (name, is_only) = folder.nearest(&self.path[self.name.clone()], self.kind, patience)?;
        Some(([&self.path[..self.name.start], name, &self.path[self.name.end..]].concat(), is_only))
    }
}

/// In so many folders a file is looked for at most that is not where a path leads.
const MOST_SEARCHED: usize = 100;

impl dyn FileTree + '_ {
    /// The path of the only file of a name in the folders of that of the model.
    pub fn below(&self, name: &[u8]) -> Option<Vec<u8>> {
        only(self.places_within(b"", name))
    }

    /// The path of the only file of a name in the folder above that of the model and in the folders there, as far as
    /// these are in the checked tree.
    pub fn above(&self, name: &[u8]) -> Option<Vec<u8>> {
        const UP: &[u8] = b"..";
        self.depth().filter(|depth| *depth > 0)?;
        let there = self.list(UP).and_then(|listing| Some(path_in(UP, file_in(&listing, name)?)));
        only(there.into_iter().chain(self.places_within(UP, name)))
    }

    /// The paths of the files of a name in the folders of a folder.
    fn places_within(&self, folder: &[u8], name: &[u8]) -> Vec<Vec<u8>> {
        let place =
            |(inner, listing): &NamedListing| Some(path_in(&path_in(folder, inner), file_in(listing, name)?));
        self.list_within(folder).iter().filter_map(place).collect()
    }

    /// Whether a path leads out of the checked tree; `None` if that is not known. Nothing is listed to
    /// find that out.
    pub fn is_outside(&self, path: &[u8]) -> Option<bool> {
        let goes_up = path.windows(2).any(|bytes| bytes == b"..");
        match goes_up && absolute(path).is_none() {
            true => reaches(self, &Route::of(path)).map(|reaches| !reaches),
            false => Some(false),
        }
    }
}

fn find<T: FileTree + ?Sized>(tree: &T, path: &[u8]) -> Resolution {
    if absolute(path).is_some() {
        return Resolution::Absolute;
    }
    let route = Route::of(path);
    match reaches(tree, &route) {
        Some(true) => follow(tree, path, &route),
        Some(false) => Resolution::Outside,
        None => Resolution::Unknown,
    }
}

/// Whether a route stays in the checked tree; `None` if that is not known.
fn reaches<T: FileTree + ?Sized>(tree: &T, route: &Route) -> Option<bool> {
    if route.up == 0 { Some(true) } else { Some(route.up <= tree.depth()?) }
}

fn follow<T: FileTree + ?Sized>(tree: &T, path: &[u8], route: &Route) -> Resolution {
    let Some(last) = route.names.len().checked_sub(1) else {
        return Resolution::Folder { is_exact: true };
    };
    // The path as it is on the disk, from the first name on that is another there.
    let mut spelled: Option<Vec<u8>> = None;
    let mut at = vec![&b".."[..]; route.up].join(&b'/');
    for (number, range) in route.names.iter().enumerate() {
        let Some(folder) = tree.list(&at) else { return Resolution::Unknown };
        let name = &path[range.clone()];
        let kind = if number == last { EntryKind::File } else { EntryKind::Folder };
        let entry = match folder.entry(name) {
            Some((_, EntryKind::Link)) if kind == EntryKind::Folder => return Resolution::Unknown,
            Some((entry, EntryKind::Folder)) if kind == EntryKind::File => {
                return Resolution::Folder { is_exact: spelled.is_none() && **entry == *name };
            }
            Some((entry, found)) if *found == kind || *found == EntryKind::Link => &**entry,
            None if !folder.is_complete() || may_be_among(name, folder.entries().map(|(entry, _)| entry)) => {
                return Resolution::Unknown;
            }
            _ => {
                let path = spelled.unwrap_or_else(|| path.to_vec());
                return Resolution::Nothing(MissingPath { path, name: range.clone(), folder: at, kind });
            }
        };
        if entry != name {
            spelled.get_or_insert_with(|| path.to_vec())[range.clone()].copy_from_slice(entry);
        }
        if number < last {
            if !at.is_empty() {
                at.push(b'/');
            }
            at.extend_from_slice(entry);
        }
    }
    spelled.map_or(Resolution::File, Resolution::OtherCase)
}

/// The path of a name in a folder.
fn path_in(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if folder.is_empty() { name.to_vec() } else { [folder, b"/", name].concat() }
}

/// The name of a file as it is listed.
fn file_in<'l>(listing: &'l Listing, name: &[u8]) -> Option<&'l [u8]> {
    listing.entry(name).filter(|(_, kind)| *kind == EntryKind::File).map(|(name, _)| &**name)
}

/// The path that is found, if it is the only one.
fn only(paths: impl IntoIterator<Item = Vec<u8>>) -> Option<Vec<u8>> {
    let mut paths = paths.into_iter();
    paths.next().filter(|_| paths.next().is_none())
}

/// A path without `.` and with `..` at its beginning alone.
struct Route {
    /// How many folders it goes up first.
    up: usize,
    /// Where the names are in the path that then lead down.
    names: Vec<Range<usize>>,
}

impl Route {
    fn of(path: &[u8]) -> Self {
        let mut route = Self { up: 0, names: Vec::new() };
        let mut start = 0;
        for name in path.split(|byte| is_separator(*byte)) {
            match name {
                b"" | b"." => {}
                b".." if route.names.pop().is_none() => route.up += 1,
                b".." => {}
                _ => route.names.push(start..start + name.len()),
            }
            start += name.len() + 1;
        }
        route
    }
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// What makes the path of a texture absolute, in words; `None` for a path that is not.
pub fn absolute(path: &[u8]) -> Option<&'static str> {
    match path {
        [drive, b':', ..] if drive.is_ascii_alphabetic() => Some("begins with a drive letter"),
        [b'\\', b'\\', ..] | [b'/', b'/', ..] => Some("begins with a network share"),
        [b'/' | b'\\', ..] => Some("begins at the root"),
        [b'~', b'/' | b'\\', ..] => Some("begins in a home folder"),
        _ if path.len() > 5 && path[..5].eq_ignore_ascii_case(b"file:") => Some("is an address"),
        _ => None,
    }
}

/// The last name of a path, which is that of the file.
pub fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| is_separator(*byte) || *byte == b':').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::memory_tree::MemoryTree;

    const FILES: [&str; 6] =
        ["Skin.png", "wood.bmp", "tex/Stone.TGA", "tex/old/rust.png", "r\u{fc}be.png", "skin.txt"];

    fn told(path: &[u8]) -> String {
        let beside: std::sync::Arc<dyn FileTree> = std::sync::Arc::new(MemoryTree::new(FILES));
        match beside.find(path) {
            Resolution::OtherCase(path) => format!("case {}", path.escape_ascii()),
            Resolution::Nothing(missing) => match missing.nearest(&*beside, &mut SuggestionBudget::default())
            {
                Some((path, _)) => format!("near {}", path.escape_ascii()),
                None => "nothing".to_string(),
            },
            Resolution::Folder { .. } => "Folder".to_string(),
            found => format!("{found:?}"),
        }
    }

    #[test]
    fn paths_lead_to_files() {
        for path in ["Skin.png", ".\\Skin.png", "./tex\\Stone.TGA", "tex/old/../Stone.TGA", "no/../wood.bmp"]
        {
            assert_eq!(told(path.as_bytes()), "File", "{path}");
        }
    }

    #[test]
    fn case_is_told() {
        assert_eq!(told(b"skin.png"), "case Skin.png");
        assert_eq!(told(b".\\TEX\\old\\..\\stone.tga"), "case .\\\\tex\\\\old\\\\..\\\\Stone.TGA");
    }

    #[test]
    fn near_names_are_told() {
        assert_eq!(told(b"wod.bmp"), "near wood.bmp");
        assert_eq!(told(b"WOOD.png"), "near wood.bmp");
        assert_eq!(told(b"skin.tga"), "near Skin.png");
        assert_eq!(told(b"TEX/stome.tga"), "near tex/Stone.TGA");
        assert_eq!(told(b"text/Stone.TGA"), "near tex/Stone.TGA");
        assert_eq!(told(b"straw.bmp"), "nothing");
        assert_eq!(told(b"wood.bmp/straw.bmp"), "nothing");
    }

    #[test]
    fn the_case_of_folders_is_told() {
        let beside: Arc<dyn FileTree> = Arc::new(MemoryTree::new(FILES));
        for (path, expected) in [("tex/old", true), ("tex/OLD", false), ("Tex/old", false), (".", true)] {
            let found = beside.find(path.as_bytes());
            assert!(
                matches!(found, Resolution::Folder { is_exact } if is_exact == expected),
                "{path}: {found:?}"
            );
        }
    }

    /// A folder of which not all entries are known.
    #[derive(Debug)]
    struct Partly;

    impl FileTree for Partly {
        fn depth(&self) -> Option<usize> {
            Some(0)
        }

        fn list(&self, _: &[u8]) -> Option<Arc<Listing>> {
            let entries =
                [("Skin.png", EntryKind::File), ("wood.bmp", EntryKind::File), ("Tex", EntryKind::Folder)];
            let entries = entries.map(|(name, kind)| (name.as_bytes().into(), kind));
            Some(Arc::new(Listing::new(entries.to_vec(), false)))
        }
    }

    #[test]
    fn of_a_folder_that_is_known_in_part_only_what_is_there_is_said() {
        let partly: Arc<dyn FileTree> = Arc::new(Partly);
        let told = |path: &str| format!("{:?}", partly.find(path.as_bytes()));
        for path in ["wood.bmp", "Tex/Skin.png"] {
            assert_eq!(told(path), "File", "{path}");
        }
        for path in ["skin.png", "WOOD.bmp", "wod.bmp", "tex", "tex/Skin.png", "Tex/skin.png"] {
            assert_eq!(told(path), "Unknown", "{path}");
        }
    }

    #[test]
    fn in_large_folders_names_around_that_in_the_alphabet_are_told() {
        let names = (0..5000).map(|number| format!("board{number}.png"));
        let names = names.chain(["wood.bmp", "skin.png", "a.png"].map(str::to_string));
        let beside: Arc<dyn FileTree> = Arc::new(MemoryTree::new(names));
        let mut patience = SuggestionBudget::default();
        let mut nearest = |path: &str| match beside.find(path.as_bytes()) {
            Resolution::Nothing(missing) => missing.nearest(&*beside, &mut patience).map(|(path, _)| path),
            found => panic!("{path}: {found:?}"),
        };
        for (path, meant) in
            [("wod.bmp", "wood.bmp"), ("wood.png", "wood.bmp"), ("board4321.tga", "board4321.png")]
        {
            assert_eq!(nearest(path).as_deref(), Some(meant.as_bytes()), "{path}");
        }
        // Names with another first letter are too far away.
        assert_eq!(nearest("akin.png"), None);
        // These were four, of two hundred that are enough.
        let told = (0..1000).filter(|_| nearest("wod.bmp").is_some()).count();
        assert_eq!(told, 196);
    }

    #[test]
    fn what_cannot_be_known_is_not_said() {
        for path in [&b"C:\\wood.bmp"[..], b"/wood.bmp"] {
            assert_eq!(told(path), "Absolute", "{}", path.escape_ascii());
        }
        assert_eq!([told(b"r\xfcbe.png"), told("日本.png".as_bytes())], ["Unknown", "nothing"]);
        assert_eq!(told("R\u{fc}be.png".as_bytes()), "case r\\xc3\\xbcbe.png");
        assert_eq!(told(b"../wood.bmp"), "Outside");
        assert_eq!(told(b"tex/../../wood.bmp"), "Outside");
        for path in [".", ".\\", "tex", "tex/", "tex\\.."] {
            assert_eq!(told(path.as_bytes()), "Folder", "{path}");
        }
    }
}

//! Files that are equal are checked once: those with the same name, bytes and settings, around which is the same, as far
//! as anything asked about that. Of the models of two noteskin projects more than half are copies of others.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::base::file_tree::{FileTree, NamedListing, Resolution};
use crate::base::folder::Listing;
use crate::cli::check::read::UnparsedInput;
use crate::cli::check::rendering::RenderedFile;
use crate::cli::files::configs::Holding;
use crate::cli::lock::lock;
use crate::engines::guess::Guess;
use crate::report::rows::FileRow;
use crate::report::summary::Summary;

/// When so many files and findings are kept, all are forgotten.
const MOST_KEPT: usize = 20_000;
/// Of so many files that are alike, with other things around them, the first are kept.
const MOST_ALIKE: usize = 16;
/// So many answers about the files around a model are noted. One with more questions is checked again wherever it is.
const MOST_ANSWERS: usize = 500;
/// Of so many bytes at the end of a file the hash is compared.
const END: usize = 512;

/// The files of a run that were checked.
#[derive(Default)]
pub(crate) struct EqualFiles(Mutex<(AlikeFiles, usize)>);

/// The files that are alike, of which there can be several amid other files.
type AlikeFiles = HashMap<Likeness, Vec<Arc<CheckedFile>>>;

/// What equal files share and is known at once.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Likeness {
    name: OsString,
    length: usize,
    /// The hash of its last bytes: materials and keys, in which copies differ that were changed.
    end: u64,
}

impl Likeness {
    /// That of a file with these bytes; `None` for what is not read from a disk.
    pub(crate) fn of(input: &UnparsedInput, bytes: &[u8]) -> Option<Self> {
        let name = input.file()?.file_name()?.to_owned();
        let mut end = DefaultHasher::new();
        end.write(&bytes[bytes.len().saturating_sub(END)..]);
        Some(Self { name, length: bytes.len(), end: end.finish() })
    }
}

/// A file, and what is known of it besides its bytes and what is around it.
struct KnownFile {
    path: PathBuf,
    expected: bool,
    holding: Arc<Holding>,
    guesses: Vec<Guess>,
}

/// A file that was checked, and what came of it.
struct CheckedFile {
    file: KnownFile,
    /// What was asked about the files around it, if these are known.
    answers: Option<Box<[TreeAnswer]>>,
    row: FileRow,
    dropped: [usize; 3],
    summary: Summary,
}

impl CheckedFile {
    /// Whether another file is in the same surroundings, as far as these were looked at.
    fn is_amid_the_same(&self, input: &UnparsedInput) -> bool {
        let is_same_around = || match (&self.answers, &input.context.file_tree) {
            (Some(answers), Some(tree)) => answers.iter().all(|answer| answer.is_of(tree.as_ref())),
            (None, None) => true,
            _ => false,
        };
        self.file.expected == input.context.expected
            && Arc::ptr_eq(&self.file.holding, &input.holding)
            && self.file.guesses == input.guesses
            && is_same_around()
    }
}

/// A file that is being checked.
pub(crate) struct WatchedFile {
    likeness: Likeness,
    file: KnownFile,
    tree: Option<Arc<WatchedTree>>,
}

impl EqualFiles {
    /// What came of an equal file that was checked before.
    pub(crate) fn outcome(
        &self,
        likeness: &Likeness,
        input: &UnparsedInput,
        bytes: &[u8],
    ) -> Option<(RenderedFile, Summary)> {
        let alike = lock(&self.0).0.get(likeness)?.clone();
        let is_equal =
            |known: &&Arc<CheckedFile>| known.is_amid_the_same(input) && holds(&known.file.path, bytes);
        let known = alike.iter().find(is_equal)?;
        let row = Some(known.row.at(input.name.clone()));
        let rendered = RenderedFile { drawn: Vec::new(), row, dropped: known.dropped };
        Some((rendered, known.summary.clone()))
    }

    /// Notes what is asked about the files around one that is checked from now on.
    pub(crate) fn watch(likeness: Likeness, input: &mut UnparsedInput) -> WatchedFile {
        let tree = input.context.file_tree.take().map(|tree| Arc::new(WatchedTree::new(tree)));
        input.context.file_tree = tree.clone().map(|tree| tree as Arc<dyn FileTree>);
        let file = KnownFile {
            path: input.path.clone().unwrap_or_default(),
            expected: input.context.expected,
            holding: input.holding.clone(),
            guesses: input.guesses.clone(),
        };
        WatchedFile { likeness, file, tree }
    }

    /// Keeps what came of a file.
    pub(crate) fn keep(&self, file: WatchedFile, rendered: &RenderedFile, summary: &Summary) {
        let WatchedFile { likeness, file, tree } = file;
        let answers = tree.map(|tree| std::mem::take(&mut *lock(&tree.answers)).into_boxed_slice());
        let are_all = answers.as_ref().is_none_or(|answers| answers.len() < MOST_ANSWERS);
        let is_light = answers.iter().flatten().all(TreeAnswer::is_light);
        let Some(row) = rendered.row.as_ref().filter(|_| are_all && is_light) else { return };
        // Each file that is equal gets its own path.
        let (row, dropped, summary) = (row.at(String::new()), rendered.dropped, summary.clone());
        let (known, kept) = &mut *lock(&self.0);
        if *kept > MOST_KEPT {
            known.clear();
            *kept = 0;
        }
        let alike = known.entry(likeness).or_default();
        if alike.len() < MOST_ALIKE {
            *kept += 1 + row.findings.len();
            alike.push(Arc::new(CheckedFile { file, answers, row, dropped, summary }));
        }
    }
}

/// Whether a file holds these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    // What is no plain file can be read only once.
    path.is_file() && File::open(path).and_then(|file| is_all(file, bytes)).unwrap_or(false)
}

/// Whether these bytes are all that a file has. It may have become very large.
fn is_all(mut file: File, mut bytes: &[u8]) -> io::Result<bool> {
    const AT_ONCE: usize = 1 << 16;
    let mut read = Vec::with_capacity(AT_ONCE.min(bytes.len() + 1));
    loop {
        read.clear();
        file.by_ref().take(read.capacity() as u64).read_to_end(&mut read)?;
        match bytes.strip_prefix(&read[..]) {
            _ if read.is_empty() => return Ok(bytes.is_empty()),
            Some(rest) => bytes = rest,
            None => return Ok(false),
        }
    }
}

/// Whether two listings have the same entries whose names begin in one of these ways.
fn have_same_starting(one: &Listing, other: &Listing, starts: &[&[u8]]) -> bool {
    let is_same = |start: &&[u8]| one.starting_with(start).eq(other.starting_with(start));
    one.is_complete() == other.is_complete() && starts.iter().all(is_same)
}

/// The files around a model, and what was asked about them.
#[derive(Debug)]
struct WatchedTree {
    tree: Arc<dyn FileTree>,
    answers: Mutex<Vec<TreeAnswer>>,
}

/// What was asked, and the answer.
#[derive(Debug)]
enum TreeAnswer {
    Depth(Option<usize>),
    Listed(Box<[u8]>, Option<Arc<Listing>>),
    Within(Box<[u8]>, Arc<[NamedListing]>),
    Starting([Box<[u8]>; 3], Option<Arc<Listing>>),
    Found(Box<[u8]>, Resolution),
    Path(Vec<u8>),
    PathHolds(Box<[u8]>, bool),
    Content(Box<[u8]>, Option<Arc<[u8]>>),
}

impl TreeAnswer {
    /// Whether other files give the same answer.
    fn is_of(&self, other: &dyn FileTree) -> bool {
        match self {
            Self::Depth(depth) => *depth == other.depth(),
            Self::Listed(folder, listing) => *listing == other.list(folder),
            Self::Within(folder, listings) => *listings == other.list_within(folder),
            Self::Starting(starts, listing) => {
                let starts = starts.each_ref().map(|start| &**start);
                match (listing, other.list_starting(starts)) {
                    (Some(listing), Some(other)) => have_same_starting(listing, &other, &starts),
                    (listing, other) => listing.is_none() && other.is_none(),
                }
            }
            Self::Found(path, found) => *found == other.find(path),
            Self::Path(path) => *path == other.path(),
            Self::PathHolds(word, holds) => *holds == other.path_holds(word),
            Self::Content(name, content) => *content == other.read(name),
        }
    }

    /// Whether it takes little memory. Nothing else does that no others share.
    fn is_light(&self) -> bool {
        const MOST_BYTES: usize = 1 << 13;
        !matches!(self, Self::Content(_, Some(content)) if content.len() > MOST_BYTES)
    }
}

impl WatchedTree {
    fn new(tree: Arc<dyn FileTree>) -> Self {
        Self { tree, answers: Mutex::default() }
    }

    /// The answer that was given before, or else that of the files.
    fn answer<T: Clone>(
        &self,
        known: impl Fn(&TreeAnswer) -> Option<T>,
        ask: impl FnOnce(&dyn FileTree) -> T,
        noted: impl FnOnce(T) -> TreeAnswer,
    ) -> T {
        let (answer, are_all) = {
            let answers = lock(&self.answers);
            let are_all = answers.len() < MOST_ANSWERS;
            (answers.iter().take_while(|_| are_all).find_map(known), are_all)
        };
        answer.unwrap_or_else(|| {
            let answer = ask(&*self.tree);
            if are_all {
                lock(&self.answers).push(noted(answer.clone()));
            }
            answer
        })
    }
}

impl FileTree for WatchedTree {
    fn depth(&self) -> Option<usize> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Depth(answer) => Some(*answer),
            _ => None,
        };
        self.answer(known, |tree| tree.depth(), TreeAnswer::Depth)
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Listed(of, answer) if **of == *folder => Some(answer.clone()),
            _ => None,
        };
        self.answer(known, |tree| tree.list(folder), |listing| TreeAnswer::Listed(folder.into(), listing))
    }

    fn list_within(&self, folder: &[u8]) -> Arc<[NamedListing]> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Within(of, answer) if **of == *folder => Some(answer.clone()),
            _ => None,
        };
        self.answer(
            known,
            |tree| tree.list_within(folder),
            |listings| TreeAnswer::Within(folder.into(), listings),
        )
    }

    fn list_starting(&self, starts: [&[u8]; 3]) -> Option<Arc<Listing>> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Starting(of, answer) if of.each_ref().map(|start| &**start) == starts => {
                Some(answer.clone())
            }
            _ => None,
        };
        self.answer(
            known,
            |tree| tree.list_starting(starts),
            |listing| TreeAnswer::Starting(starts.map(Into::into), listing),
        )
    }

    fn find(&self, path: &[u8]) -> Resolution {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Found(of, answer) if **of == *path => Some(answer.clone()),
            _ => None,
        };
        self.answer(known, |tree| tree.find(path), |found| TreeAnswer::Found(path.into(), found))
    }

    fn path(&self) -> Vec<u8> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Path(answer) => Some(answer.clone()),
            _ => None,
        };
        self.answer(known, |tree| tree.path(), TreeAnswer::Path)
    }

    fn path_holds(&self, word: &[u8]) -> bool {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::PathHolds(of, answer) if **of == *word => Some(*answer),
            _ => None,
        };
        self.answer(known, |tree| tree.path_holds(word), |holds| TreeAnswer::PathHolds(word.into(), holds))
    }

    fn read(&self, name: &[u8]) -> Option<Arc<[u8]>> {
        let known = |known: &TreeAnswer| match known {
            TreeAnswer::Content(of, answer) if **of == *name => Some(answer.clone()),
            _ => None,
        };
        self.answer(known, |tree| tree.read(name), |content| TreeAnswer::Content(name.into(), content))
    }
}

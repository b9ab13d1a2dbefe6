//! What is in a folder: the names there, and which of them is meant by one that is not.

use std::cmp::Ordering;
use std::sync::OnceLock;

/// What an entry of a folder is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link that leads to something, which is not looked at.
    Link,
}

/// A name in a folder, and what it is the name of.
pub type FolderEntry = (Box<[u8]>, EntryKind);

/// What is in a folder.
#[derive(Debug)]
pub struct Listing {
    /// In the order of their names without regard to case.
    entries: Vec<FolderEntry>,
    is_complete: bool,
    choices: OnceLock<Vec<u32>>,
}

impl PartialEq for Listing {
    /// Whether both have the same entries, as far as these are known.
    fn eq(&self, other: &Self) -> bool {
        self.is_complete == other.is_complete && self.entries == other.entries
    }
}

impl Eq for Listing {}

impl Listing {
    /// A listing of these entries, in any order. `is_complete` says whether they are all.
    pub fn new(mut entries: Vec<FolderEntry>, is_complete: bool) -> Self {
        entries.sort_unstable_by(|(one, _), (other, _)| compare(one, other).then_with(|| one.cmp(other)));
        Self { entries, is_complete, choices: OnceLock::new() }
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries that are known.
    pub fn entries(&self) -> impl Iterator<Item = (&[u8], EntryKind)> {
        self.entries.iter().map(|(name, kind)| (&**name, *kind))
    }

    /// The entries that are known whose names begin so, in any case.
    pub fn starting_with(&self, start: &[u8]) -> impl Iterator<Item = (&[u8], EntryKind)> {
        let first = self.entries.partition_point(|(name, _)| compare(name, start) == Ordering::Less);
        let is_one =
            move |name: &[u8]| name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
        let entries = self.entries[first..].iter().map(|(name, kind)| (&**name, *kind));
        entries.take_while(move |(name, _)| is_one(name))
    }

    /// Whether all entries are known.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether it has an entry of this name, or of one that differs in case alone.
    pub fn holds(&self, name: &[u8]) -> bool {
        self.entry(name).is_some()
    }

    /// Whether it certainly has no entry of this name, byte for byte or but for case.
    pub fn lacks(&self, name: &[u8]) -> bool {
        self.is_complete && self.entry(name).is_none()
    }

    /// The entry of a name, or else the first of those whose names differ in case alone. If not all
    /// entries are known, the name itself may be among the others.
    pub(crate) fn entry(&self, name: &[u8]) -> Option<&FolderEntry> {
        let start = self.entries.partition_point(|(entry, _)| compare(entry, name) == Ordering::Less);
        let mut same = self.entries[start..].iter().take_while(|(entry, _)| entry.eq_ignore_ascii_case(name));
        let is_it = |(entry, _): &&FolderEntry| **entry == *name;
        self.entries.get(start).filter(is_it).or_else(|| {
            let first = same.clone().next()?;
            same.find(is_it).or(self.is_complete.then_some(first))
        })
    }

    /// The name that was meant instead of one that is missing, if one is near enough, and whether no other is as
    /// near. In a large folder it is looked for among those around its place in the alphabet.
    pub(super) fn nearest(
        &self,
        missing: &[u8],
        kind: EntryKind,
        patience: &mut SuggestionBudget,
    ) -> Option<(&[u8], bool)> {
        let choices = self.choices();
        let place = choices.partition_point(|index| {
            let (name, _) = &self.entries[*index as usize];
            compare(name, missing) == Ordering::Less
        });
        let start = place.saturating_sub(MOST_COMPARED / 2).min(choices.len().saturating_sub(MOST_COMPARED));
        let choices = &choices[start..choices.len().min(start + MOST_COMPARED)];
        patience.0 = patience.0.checked_sub(choices.len())?;
        let missing = lower(missing);
        let most = stem(&missing).chars().count() / 3;
        let distance = |name: &[u8]| {
            let name = lower(name);
            match kind {
                // The same picture in another format.
                EntryKind::File if stem(&name) == stem(&missing) => 0,
                _ if name.len().abs_diff(missing.len()) > most => usize::MAX,
                _ => strsim::osa_distance(&missing, &name),
            }
        };
        let choices = choices.iter().map(|index| &self.entries[*index as usize]);
        let choices = choices.filter(|(_, other)| *other == kind);
        let near = choices.map(|(name, _)| (distance(name), name)).filter(|(distance, _)| *distance <= most);
        let mut nearest: Option<(usize, &[u8], bool)> = None;
        for (distance, name) in near {
            match &mut nearest {
                Some((least, _, is_only)) if *least == distance => *is_only = false,
                Some((least, ..)) if *least < distance => {}
                _ => nearest = Some((distance, name, true)),
            }
        }
        nearest.map(|(_, name, is_only)| (name, is_only))
    }

    /// The entries that may be meant by a name that is missing, folders and pictures, in their order.
    fn choices(&self) -> &[u32] {
        self.choices.get_or_init(|| {
            let entries = self.entries.iter().zip(0..);
            let may_be_meant =
                entries.filter(|((name, kind), _)| *kind == EntryKind::Folder || is_picture(name));
            may_be_meant.map(|(_, index)| index).collect()
        })
    }
}

/// How many names are compared with a missing one.
const MOST_COMPARED: usize = 1000;

/// How many names are still compared with those that are missing. When it is spent, nothing is
/// suggested any more: a model can be made to miss any number of files.
#[derive(Debug)]
pub struct SuggestionBudget(usize);

impl Default for SuggestionBudget {
    /// Enough for one model.
    fn default() -> Self {
        Self(200 * MOST_COMPARED)
    }
}

/// The extensions of pictures, and that of the animated textures of StepMania.
pub(crate) const PICTURES: [&str; 13] =
    ["bmp", "dds", "gif", "ini", "jpeg", "jpg", "pcx", "png", "psd", "tga", "tif", "tiff", "webp"];

pub(crate) fn is_picture(name: &[u8]) -> bool {
    let extension = name.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    PICTURES.iter().any(|picture| picture.as_bytes().eq_ignore_ascii_case(extension))
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The order of names without regard to the case of ASCII letters.
fn compare(name: &[u8], other: &[u8]) -> Ordering {
    if let ([one, ..], [other, ..]) = (name, other)
        && !one.eq_ignore_ascii_case(other)
    {
        return one.to_ascii_lowercase().cmp(&other.to_ascii_lowercase());
    }
    // Otherwise many more are mostly alike.
    let words = name.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let alike = 8 * words.take_while(|(one, other)| one == other).count();
    let mut rest = name[alike..].iter().zip(&other[alike..]);
    let differ = rest.find(|(one, other)| !one.eq_ignore_ascii_case(other));
    match differ {
        Some((one, other)) => one.to_ascii_lowercase().cmp(&other.to_ascii_lowercase()),
        None => name.len().cmp(&other.len()),
    }
}

//! The files beside a model that may hold the rest of it, as their names say.

use std::sync::Arc;

use crate::base::file_tree::FileTree;
use crate::base::folder::{EntryKind, Listing};
use crate::document::Document;
use crate::layout::BlockKind;

/// A file, and those beside it. The programs ignore the case of names.
pub(crate) struct ModelSiblings<'d> {
    /// The entries of its folder, of which those count whose names begin like that of the file or with the word for a part.
    listing: Option<Arc<Listing>>,
    /// The name of the file.
    own: &'d [u8],
    /// How the names of the others begin: with `_mine ` if the file is `_mine meshes.txt`.
    start: &'d [u8],
}

/// Which file beside a model has what it lacks.
pub(crate) enum SiblingFound<'s> {
    /// No file.
    None,
    /// This one.
    One(&'s [u8]),
    /// One of several, or of those that are not known.
    Unclear,
}

/// Whether a file lacks meshes, materials or bones, and other parts of the model are beside it, by their names.
pub(crate) fn is_part(document: &Document, files: Option<&dyn FileTree>) -> bool {
    let mut kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones].into_iter();
    kinds.any(|kind| document.model.block(kind).is_none())
        && ModelSiblings::of(document, files).is_completed()
}

impl<'d> ModelSiblings<'d> {
    /// Those of a document.
    pub(crate) fn of(document: &'d Document, files: Option<&dyn FileTree>) -> Self {
        let own = document.source.name.as_bytes();
        let own = own.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
        let end = word_at(own, b"mesh").or_else(|| memchr::memrchr(b'.', own)).unwrap_or(own.len());
        let part = PARTS.iter().find_map(|word| word_at(own, word)).unwrap_or(end);
        let starts: [&[u8]; 3] = [&own[..end.min(part)], b"mat", b"bone"];
        Self { listing: files.and_then(|files| files.list_starting(starts)), own, start: &own[..end] }
    }

    /// Whether the file has meshes, by its name.
    pub(crate) fn is_meshes(&self) -> bool {
        word_at(self.own, b"mesh").is_some()
    }

    /// Whether a file or folder beside it has what a word begins to say: its materials or its bones.
    pub(crate) fn has(&self, word: &[u8]) -> bool {
        self.with(word).next().is_some()
    }

    /// Whether a file beside it has another part of the same model, by its name.
    pub(crate) fn is_completed(&self) -> bool {
        let Some(at) = PARTS.iter().find_map(|word| word_at(self.own, word)) else {
            return self.has(b"mat") || self.has(b"bone");
        };
        let (start, rest) = self.own.split_at(at);
        let own = PartName::of(rest);
        let is_other = |name: &[u8]| {
            let other = name.get(start.len()..).and_then(PartName::of);
            own.zip(other).is_some_and(|(own, other)| own.completes(other))
        };
        let mut others = self.listing.iter().flat_map(|listing| listing.starting_with(start));
        others.any(|(name, kind)| kind == EntryKind::File && is_other(name))
    }

    /// The file beside it that has its materials or its bones. If its name has more words, that of another model may
    /// begin so.
    pub(crate) fn find(&self, word: &[u8]) -> SiblingFound<'_> {
        let mut found = self.completing(word);
        match (found.next(), found.next()) {
            _ if !self.listing.as_ref().is_some_and(|listing| listing.is_complete()) => SiblingFound::Unclear,
            (None, _) => SiblingFound::None,
            (Some((name, EntryKind::File)), None) if self.goes_on(name, word) => SiblingFound::One(name),
            _ => SiblingFound::Unclear,
        }
    }

    /// The files beside it that may have its materials or its bones, in the order of their names: those whose names go on
    /// with the word, or else all.
    pub(crate) fn choices(&self, word: &[u8]) -> Vec<&[u8]> {
        let files = self.completing(word).filter(|(_, kind)| *kind == EntryKind::File);
        let all: Vec<_> = files.map(|(name, _)| name).collect();
        let near: Vec<_> = all.iter().copied().filter(|name| self.goes_on(name, word)).collect();
        if near.is_empty() { all } else { near }
    }

    /// The entries of the folder that may have its materials or its bones, by their names and extensions.
    fn completing(&self, word: &[u8]) -> impl Iterator<Item = (&[u8], EntryKind)> {
        let own = extension(self.own);
        let may_be = move |extension: Option<&[u8]>| match (extension, own) {
            (Some(other), Some(own)) => other.eq_ignore_ascii_case(own),
            (other, _) => other.is_none(),
        };
        self.with(word).filter(move |(name, _)| may_be(extension(name)))
    }

    /// The entries of the folder with a word in their names: after what the name of the file begins with, or at the
    /// start of the name of a folder.
    fn with(&self, word: &[u8]) -> impl Iterator<Item = (&[u8], EntryKind)> {
        let rest = |name| self.rest(name).filter(|_| name != self.own);
        let named = self.listing.iter().flat_map(|listing| listing.starting_with(self.start));
        let named =
            named.filter(move |(name, _)| rest(name).is_some_and(|rest| word_at(rest, word).is_some()));
        let folders = self.listing.iter().flat_map(move |listing| listing.starting_with(word));
        named.chain(folders.filter(move |(name, _)| extension(name).is_none() && rest(name).is_none()))
    }

    /// What follows in a name that begins as that of the file.
    fn rest<'n>(&self, name: &'n [u8]) -> Option<&'n [u8]> {
        let (start, rest) = name.split_at_checked(self.start.len())?;
        start.eq_ignore_ascii_case(self.start).then_some(rest)
    }

    /// Whether the word comes next in a name that begins as that of the file.
    fn goes_on(&self, name: &[u8], word: &[u8]) -> bool {
        let letters = |byte: &u8| byte.is_ascii_alphanumeric();
        self.rest(name).is_some_and(|rest| rest.iter().position(letters) == word_at(rest, word))
    }
}

/// How the words begin that name the parts of a model.
const PARTS: [&[u8]; 3] = [b"mesh", b"mat", b"bone"];

/// The name of a part from its word on: `materials gold.txt`.
#[derive(Clone, Copy)]
struct PartName<'n> {
    /// Which of the words.
    word: usize,
    /// What is between the word and the extension.
    rest: &'n [u8],
    extension: &'n [u8],
}

impl<'n> PartName<'n> {
    fn of(name: &'n [u8]) -> Option<Self> {
        let begins =
            |word: &&[u8]| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let word = PARTS.iter().position(begins)?;
        let extension = extension(name).unwrap_or_default();
        let stem = &name[..name.len() - extension.len()];
        let letters = stem.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        Some(Self { word, rest: &stem[letters..], extension })
    }

    /// Whether both are parts of one model. One of them can be there in several kinds: `materials gold.txt`.
    fn completes(self, other: Self) -> bool {
        let is_alike = self.rest.is_empty() || other.rest.is_empty();
        self.word != other.word && is_alike && self.extension.eq_ignore_ascii_case(other.extension)
    }
}

fn extension(name: &[u8]) -> Option<&[u8]> {
    memchr::memrchr(b'.', name).map(|at| &name[at..])
}

/// Where a word begins so in a name, whatever its case.
fn word_at(name: &[u8], start: &[u8]) -> Option<usize> {
    let is_start = |at: usize| at == 0 || !name[at - 1].is_ascii_alphabetic();
    let mut parts = name.windows(start.len()).enumerate();
    parts.find(|(at, part)| part.eq_ignore_ascii_case(start) && is_start(*at)).map(|(at, _)| at)
}

//! Which textures programs find beside a model.

use crate::base::file_tree::{FileTree, Resolution, absolute};
use crate::base::model_files::with_slashes;

/// What the path of a texture names, which a program appends to the folder of the model, even if it begins at a root;
/// `None` if that is not known.
pub(super) fn find(files: Option<&dyn FileTree>, path: &[u8]) -> Option<Resolution> {
    const HERE: &[u8] = b"./";
    let found = match absolute(path) {
        Some(_) => files?.find(&[HERE, path].concat()),
        None => files?.find(path),
    };
    match found {
        Resolution::Unknown | Resolution::Outside | Resolution::Absolute => None,
        Resolution::OtherCase(other) => {
            Some(Resolution::OtherCase(other.strip_prefix(HERE).unwrap_or(&other).to_vec()))
        }
        found => Some(found),
    }
}

/// Whether a path names nothing, byte for byte: its name is not ASCII, and no file in its folder is called so. Programs
/// compare bytes, where people may see the same letters.
pub(super) fn is_unlisted(files: Option<&dyn FileTree>, path: &[u8]) -> bool {
    let (folder, name) = match memchr::memrchr(b'/', path) {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (&b""[..], path),
    };
    let listing = || files.and_then(|files| files.list(folder));
    !name.is_ascii() && listing().is_some_and(|listing| listing.lacks(name))
}

/// Whether a line is nothing but this path in quotes, of which the last may be missing; in what was read, both kinds of
/// slashes are the same.
pub(super) fn is_as_written(line: &[u8], path: &[u8]) -> bool {
    let inner = line.trim_ascii().strip_prefix(b"\"").map(|line| line.strip_suffix(b"\"").unwrap_or(line));
    inner.is_some_and(|inner| !inner.contains(&b'"') && with_slashes(inner) == with_slashes(path))
}

//! Which textures programs find beside a model.

use crate::base::file_tree::{FileTree, Resolution};

/// What the path of a texture names, which a program appends to the folder of the model, even if it begins at a root;
/// `None` if that is not known.
pub(super) fn find(files: Option<&dyn FileTree>, path: &[u8]) -> Option<Resolution> {
    const HERE: &[u8] = b"./";
    match files?.find(&[HERE, path].concat()) {
        Resolution::Unknown | Resolution::Outside | Resolution::Absolute => None,
        Resolution::OtherCase(other) => {
            Some(Resolution::OtherCase(other.strip_prefix(HERE).unwrap_or(&other).to_vec()))
        }
        found => Some(found),
    }
}

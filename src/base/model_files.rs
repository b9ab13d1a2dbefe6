//! Which files around a model are read: those in its tree, up to a size.

use crate::base::file_tree::{FileTree, Resolution, absolute, file_name};

/// A folder with one of these in it is the root of all models below it.
pub const MARKS: [&str; 3] = [".git", "ms3dlint.toml", ".ms3dlint.toml"];
/// The largest texture that is read, in bytes.
pub const LARGEST_TEXTURE: u64 = 256 << 20;
/// Why a larger one is not read.
pub const TOO_LARGE: &str = "it is larger than 256 MiB";
/// The largest part of a model that is read beside another, in bytes.
pub const LARGEST_PART: u64 = 64 << 20;
/// Why a texture outside of the tree of a model is not read.
pub const OUTSIDE: &str = "it is outside of the tree of the model";

/// The path of a texture from the folder of the model on, as it is called there, with `/` or `\` between names. Of a path
/// that begins at a root only the name of the file counts. The error says why the texture cannot be read.
pub fn texture_path(files: Option<&dyn FileTree>, path: &[u8]) -> Result<Vec<u8>, String> {
    let named = if absolute(path).is_some() { file_name(path) } else { path };
    let files = files.ok_or("it is not known which folder the model belongs to")?;
    match files.find(named) {
        Resolution::OtherCase(spelled) => Ok(spelled),
        Resolution::Nothing(_) => Err("file not found".to_string()),
        Resolution::Folder { .. } => Err("it is a folder".to_string()),
        Resolution::Outside => Err(OUTSIDE.to_string()),
        // What cannot be listed can perhaps be read.
        Resolution::File | Resolution::Unknown | Resolution::Absolute => Ok(named.to_vec()),
    }
}

/// A path with `/` between names.
pub fn with_slashes(path: &[u8]) -> Vec<u8> {
    path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect()
}

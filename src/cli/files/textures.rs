//! Finds and reads the textures that a model names.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::file_tree::{FileTree, Resolution, absolute, file_name};
use crate::cli::files::contents;
use crate::cli::files::folders::{Folders, path_of};
use crate::cli::files::relative_path::folder_of;

/// The textures of one model.
///
/// Their paths begin in the folder of the model, and their names may differ in case. Of a path that begins at a root only
/// the name of the file counts, and it is looked for beside the model. A path that leaves the tree of the model, which is
/// the nearest folder above it with `.git` or `ms3dlint.toml` in it, leads nowhere.
pub(crate) struct TextureFiles {
    /// The folder of the model.
    folder: PathBuf,
    files: Option<Arc<dyn FileTree>>,
}

impl TextureFiles {
    /// Those of a model, by its path. Folders that are listed for one model need not be listed for the next.
    pub(crate) fn of(model: &Path, folders: &Arc<Folders>) -> Self {
        // Without a marked folder above the model, a path may go up as far as it wants to.
        let files = folders.around(model, usize::MAX, None);
        Self { folder: folder_of(model).to_path_buf(), files }
    }

    /// The bytes of a texture by its path, with `/` or `\` between names. The error says why it cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(self.find(path)?);
        // A pipe or a device may have no end.
        if !fs::metadata(&path).map_err(|error| error.to_string())?.is_file() {
            return Err("it is no regular file".to_string());
        }
        let mut bytes = Vec::new();
        match contents::read_file(&path, &mut bytes) {
            Ok(contents::Contents::Read) => Ok(bytes),
            Ok(contents::Contents::TooLarge(_)) => Err("it is larger than 4 GiB".to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The path of a texture from the folder of the model on, as it is on the disk.
    fn find(&self, path: &str) -> Result<PathBuf, String> {
        let named = match absolute(path.as_bytes()) {
            Some(_) => file_name(path.as_bytes()),
            None => path.as_bytes(),
        };
        let found = match &self.files {
            Some(files) => files.find(named),
            None => Resolution::Unknown,
        };
        match found {
            Resolution::OtherCase(spelled) => Ok(with_slashes(&spelled)),
            Resolution::Nothing(_) => Err("file not found".to_string()),
            Resolution::Folder { .. } => Err("it is a folder".to_string()),
            Resolution::Outside => Err("it is outside of the tree of the model".to_string()),
            // What cannot be listed can perhaps be read.
            Resolution::File | Resolution::Unknown | Resolution::Absolute => Ok(with_slashes(named)),
        }
    }
}

/// A path of a model as one of the system.
fn with_slashes(path: &[u8]) -> PathBuf {
    path_of(&path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect::<Vec<_>>())
}

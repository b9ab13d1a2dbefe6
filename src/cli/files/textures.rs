//! Finds and reads the textures that a model names.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::convert::FoundTexture;
use crate::base::display::path_text;
use crate::base::file_tree::FileTree;
use crate::base::model_files::{LARGEST_TEXTURE, OUTSIDE, TOO_LARGE, texture_path, with_slashes};
use crate::cli::files::folders::{bytes_of, path_of};
use crate::cli::files::relative_path::{folder_of, way};

/// The textures of one model.
///
/// Their paths begin in the folder of the model, and their names may differ in case. Of a path that begins at a root only
/// the name of the file counts, and it is looked for beside the model. What is outside of the tree of the model is not
/// opened, neither by `..` nor through links: the model says what is read, and may be anybody's.
pub(crate) struct TextureFiles {
    /// The folder of the model.
    folder: PathBuf,
    /// The tree of the model; `None` if nothing is known of it, so that nothing in it is read.
    files: Option<Arc<dyn FileTree>>,
    /// The canonical path of the root of the tree.
    root: Option<PathBuf>,
}

impl TextureFiles {
    /// Those of a model, by its path and the files around it.
    pub(crate) fn of(model: &Path, files: Option<Arc<dyn FileTree>>) -> Self {
        let folder = match folder_of(model) {
            folder if folder == Path::new("") => Path::new("."),
            folder => folder,
        };
        let depth = files.as_ref().and_then(|files| files.depth()).unwrap_or_default();
        let root_above = |folder: PathBuf| folder.ancestors().nth(depth).map(Path::to_path_buf);
        let root = folder.canonicalize().ok().and_then(root_above);
        Self { folder: folder.to_path_buf(), files, root }
    }

    /// The bytes of a texture by its path, with `/` or `\` between names. The error says why it cannot be read.
    pub(crate) fn read(&self, path: &[u8]) -> Result<Vec<u8>, String> {
        let path = self.folder.join(path_of(&with_slashes(&texture_path(self.files.as_deref(), path)?)));
        let real = path.canonicalize().map_err(|error| reason(&error))?;
        if !self.root.as_ref().is_some_and(|root| real.starts_with(root)) {
            return Err(OUTSIDE.to_string());
        }
        read_whole(&real)
    }

    /// Where a texture is by its path, seen from a folder, whose path is canonical. Whether one outside of the tree is
    /// there is not looked up.
    pub(crate) fn find(&self, from: &Path, path: &[u8]) -> FoundTexture {
        let called = texture_path(self.files.as_deref(), path);
        let trouble = called.as_ref().err().filter(|why| *why != OUTSIDE).cloned();
        let content = self.read(path).ok();
        let path = with_slashes(called.as_deref().unwrap_or(path));
        match self.relative(from, &path) {
            Some(path) => FoundTexture { path, content, trouble },
            None => {
                let why = format!("no relative path leads from {} to the model", path_text(from));
                FoundTexture { path, content, trouble: trouble.or(Some(why)) }
            }
        }
    }

    /// A path from the folder of the model on as a path from another folder on.
    fn relative(&self, from: &Path, path: &[u8]) -> Option<Vec<u8>> {
        let mut to = self.folder.canonicalize().ok()?;
        for name in path.split(|byte| *byte == b'/') {
            match name {
                b"" | b"." => {}
                b".." => drop(to.pop()),
                name => to.push(path_of(name)),
            }
        }
        let names: Vec<_> = way(from, &to)?.into_iter().map(bytes_of).collect();
        Some(names.join(&b'/'))
    }
}

/// The bytes of a file. Pipes and devices, which may have no end or keep whoever reads them waiting, are not opened; nor
/// is a file of no size, for those of the system in `/proc` are devices in disguise.
fn read_whole(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = fs::metadata(path).map_err(|error| reason(&error))?;
    match metadata.len() {
        _ if metadata.is_dir() => Err("it is a folder".to_string()),
        _ if !metadata.is_file() => Err("it is not a regular file".to_string()),
        0 => Ok(Vec::new()),
        size if size > LARGEST_TEXTURE => Err(TOO_LARGE.to_string()),
        size => {
            let mut bytes = Vec::new();
            let read = |file: File| file.take(size).read_to_end(&mut bytes);
            File::open(path).and_then(read).map_err(|error| reason(&error))?;
            Ok(bytes)
        }
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "file not found".to_string(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::files::folders::Folders;

    /// What is read of a texture of the model `tree/models/a.txt`.
    fn read(folder: &Path, depth: usize, root: Option<&Path>, texture: &str) -> Result<Vec<u8>, String> {
        let model = folder.join("tree/models/a.txt");
        let files = Folders::new(root).unwrap().around(&model, depth, None);
        TextureFiles::of(&model, files).read(texture.as_bytes())
    }

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("tree/models")).unwrap();
        for name in ["secret.png", "tree/up.png", "tree/models/own.png"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    }

    #[test]
    fn what_is_outside_of_the_tree_is_not_read() {
        let folder = tree();
        let outside = Err(OUTSIDE.to_string());
        let up = format!("{}etc/passwd", "../".repeat(20));
        for (depth, texture, expected) in [
            (0, "own.png", Ok(b"tree/models/own.png".to_vec())),
            (0, "OWN.png", Ok(b"tree/models/own.png".to_vec())),
            (0, "/etc/own.png", Ok(b"tree/models/own.png".to_vec())),
            (0, "../up.png", outside.clone()),
            (0, "..\\up.png", outside.clone()),
            (1, "../up.png", Ok(b"tree/up.png".to_vec())),
            (1, "../../secret.png", outside.clone()),
            (0, &up, outside.clone()),
            (0, "no.png", Err("file not found".to_string())),
        ] {
            assert_eq!(read(folder.path(), depth, None, texture), expected, "{depth} {texture}");
        }
        // --root says where the tree begins.
        let wide = Some(folder.path());
        assert_eq!(read(folder.path(), 0, wide, "../../secret.png"), Ok(b"secret.png".to_vec()));
        assert_eq!(read(folder.path(), 0, wide, "../../../secret.png"), outside);
        let narrow = folder.path().join("tree/models");
        assert_eq!(read(folder.path(), 5, Some(&narrow), "../up.png"), outside);
        let other = tempfile::tempdir().unwrap();
        assert!(read(folder.path(), 5, Some(other.path()), "own.png").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_tree() {
        let folder = tree();
        let models = folder.path().join("tree/models");
        let link =
            |to: &str, name: &str| std::os::unix::fs::symlink(folder.path().join(to), models.join(name));
        link("secret.png", "leads_out.png").unwrap();
        link("", "out").unwrap();
        link("tree/models/own.png", "stays.png").unwrap();
        link("nowhere", "broken.png").unwrap();
        for (texture, expected) in [
            ("leads_out.png", Err(OUTSIDE.to_string())),
            ("out/secret.png", Err(OUTSIDE.to_string())),
            ("stays.png", Ok(b"tree/models/own.png".to_vec())),
            ("broken.png", Err("file not found".to_string())),
        ] {
            assert_eq!(read(folder.path(), 0, None, texture), expected, "{texture}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_that_would_never_end_are_not_opened() {
        let folder = tree();
        let pipe = folder.path().join("tree/models/pipe.png");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(read(folder.path(), 0, None, "pipe.png"), Err("it is not a regular file".to_string()));
        // Whoever reads this file waits for a message of the kernel, and its size is 0.
        if Path::new("/proc/kmsg").exists() {
            assert_eq!(read_whole(Path::new("/proc/kmsg")), Ok(Vec::new()));
        }
    }
}

//! Writes a file in one step or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use crate::base::display::{path_text, visible_path};
use crate::cli::exit::{self, Exit};
use crate::cli::files::contents::is_model;
use crate::cli::files::relative_path::folder_of;

/// The error if a file has changed since it was read.
const CHANGED: &str = "it was changed while it was being checked";

/// Replaces the bytes of a file.
///
/// They are written to a new file beside it, with the same permissions, and flushed to the disk before
/// it is renamed to the old name. Whenever the program is stopped, the name refers to the old file or
/// to the new one. A symbolic link is followed, and kept.
///
/// # Errors
///
/// The file is unchanged if it may not be written, is no longer there, holds something else than
/// `before`, or another error occurs.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    swap(path, Some(before), after)
}

/// Writes all bytes of a stream to a file, which is replaced or created, in the same way.
///
/// # Errors
///
/// As [`replace`].
pub(crate) fn write(path: &Path, from: impl Read) -> io::Result<()> {
    if path.exists() {
        return swap(path, None, from);
    }
    if path.is_symlink() {
        return Err(io::Error::other("it is a link that leads to no file; remove it, or name another file"));
    }
    let folder = folder_of(path);
    if !folder.exists() {
        let folder = visible_path(folder);
        return Err(io::Error::other(format!("folder {folder} not found; make it first, or check the path")));
    }
    let new = beside(folder, from)?;
    new.as_file().sync_all().map_err(no_file_beside)?;
    new.persist(path)?;
    Ok(())
}

/// The same, where `-` means standard output, with an error message; otherwise `done` says what was written.
pub(crate) fn write_or_print(path: &Path, bytes: &[u8], done: impl FnOnce(&str) -> String) -> Exit {
    if path.as_os_str() == "-" {
        return exit::print(bytes);
    }
    match write(path, bytes) {
        Ok(()) => {
            exit::note(&done(&visible_path(path)));
            Exit::Clean
        }
        Err(error) => exit::failed(&exit::cannot("write", &path_text(path), &error)),
    }
}

/// Refuses to write to a folder, and to a file that exists, unless `forces`.
pub(crate) fn refuse_existing(path: &Path, forces: bool) -> Result<(), String> {
    let name = visible_path(path);
    match path.symlink_metadata() {
        _ if path.as_os_str() == "-" => Ok(()),
        Ok(_) if path.is_dir() => Err(format!("{name} is a folder; name a file in it")),
        Ok(_) if !forces => Err(format!("{name} exists; add --force to replace it, or name another file")),
        _ => Ok(()),
    }
}

/// Refuses to write something that is no model, such as `a page`, in the place of a model, whatever is forced.
pub(crate) fn refuse_model(path: &Path, what: &str) -> Result<(), String> {
    match path.as_os_str() != "-" && is_model(path) {
        true => Err(format!("{what} would replace the model {}; name another file", visible_path(path))),
        false => Ok(()),
    }
}

/// Replaces the bytes of a file, if it still holds the expected ones.
fn swap(path: &Path, expected: Option<&[u8]>, from: impl Read) -> io::Result<()> {
    let metadata = fs::metadata(path)?;
    // Output to a pipe or a device cannot be undone.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let target = fs::canonicalize(path)?;
    // A protected file could be replaced by a new one, but the user protected it.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    // The same for a file that this user may not write.
    File::options().write(true).open(&target)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    sweep(folder);
    let new = beside(folder, from)?;
    keep_owner(new.as_file(), &metadata);
    new.as_file().set_permissions(metadata.permissions())?;
    new.as_file().sync_all().map_err(no_file_beside)?;
    if let Some(expected) = expected
        && fs::read(&target)? != expected
    {
        return Err(io::Error::other(CHANGED));
    }
    new.persist(&target)?;
    // The file is replaced, even if the folder cannot be flushed.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The names of temporary files.
const PREFIX: &str = ".ms3dlint-";
const SUFFIX: &str = ".tmp";
/// How many random letters and digits they have between these.
const RANDOM: usize = 6;

fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    random.is_some_and(|name| name.len() == RANDOM && name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Deletes the temporary files in a folder that processes left which were killed: those that nobody has locked. Each
/// folder is looked at once.
pub(crate) fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SWEPT.lock().is_ok_and(|mut swept| swept.insert(folder.to_path_buf())) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(is_temporary)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary file in a folder, which is deleted unless it is renamed.
fn beside(folder: &Path, mut from: impl Read) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(usual_permissions());
    let mut new = builder.tempfile_in(folder).map_err(no_file_beside)?;
    // Another process may have deleted it before it was locked. Not all file systems have locks.
    while new.as_file().lock().is_ok() && !new.path().exists() {
        new = builder.tempfile_in(folder).map_err(no_file_beside)?;
    }
    io::copy(&mut from, &mut new).map_err(no_file_beside)?;
    Ok(new)
}

/// The permissions of a new file, from which the system removes those of the user's umask.
#[cfg(unix)]
fn usual_permissions() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

fn no_file_beside(error: io::Error) -> io::Error {
    let why = io::Error::from(error.kind());
    let advice = match error.kind() {
        io::ErrorKind::PermissionDenied => "check the permissions of its folder",
        _ => "check its folder and the disk",
    };
    io::Error::other(format!("no file can be written beside it: {why}; {advice}"))
}

/// Gives the new file the owner of the old one, if this process may.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_own = file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    if !is_own && fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_longer_what_was_read_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "theirs").unwrap();
        assert_eq!(replace(&path, b"read", b"new").unwrap_err().to_string(), CHANGED);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        replace(&path, b"theirs", b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
        assert_eq!(replace(&path, b"new", b"newer").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn models_are_known_by_their_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        for (content, is_refused) in
            [("<!doctype html>", false), ("// MilkShape 3D ASCII\r\n", true), ("MS3D000000", true)]
        {
            fs::write(&path, content).unwrap();
            assert_eq!(refuse_model(&path, "a page").is_err(), is_refused, "{content}");
        }
        assert!(refuse_model(folder.path(), "a page").is_ok());
        assert!(refuse_model(Path::new("-"), "a page").is_ok());
    }

    #[test]
    fn what_killed_processes_left_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        fs::write(folder.path().join(".ms3dlint-LeFt12.tmp"), "half").unwrap();
        fs::write(folder.path().join(".other.tmp"), "theirs").unwrap();
        let used = beside(folder.path(), &b"used"[..]).unwrap();
        replace(&path, b"old", b"new").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [used.path().file_name().unwrap(), ".other.tmp".as_ref(), "a.txt".as_ref()]);
    }

    #[test]
    fn a_file_is_written_whether_or_not_there_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ms3d");
        write(&path, &b"new"[..]).unwrap();
        write(&path, &b"newer"[..]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // It has the permissions of a file created in the usual way.
        let usual = folder.path().join("b.ms3d");
        fs::write(&usual, b"new").unwrap();
        let permissions = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(&path), permissions(&usual));
        assert!(write(&folder.path().join("none/a.ms3d"), &b"new"[..]).is_err());
        assert!(write(folder.path(), &b"new"[..]).is_err());
    }
}

//! Replacing a file: in one step or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::source::CHANGED;

/// Puts other bytes in the place of a file.
///
/// They are written to a new file beside it, with the same permissions, and flushed to the disk before
/// that takes the name of the old one. Whenever the program is stopped, the name leads to the old file or
/// to the new one. A link is followed, and stays.
///
/// # Errors
///
/// The file stays as it is if it may not be written, is no longer there, holds something else than
/// `before`, or anything else goes wrong.
pub(super) fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    // What is written to a pipe or a device cannot be taken back.
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    // A new file could take its place nevertheless, which is not what whoever protected it wants.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    // Neither is a file that this user may not write.
    File::options().write(true).open(&target)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let beside = |error: io::Error| {
        let why = io::Error::from(error.kind());
        io::Error::other(format!("no file can be written beside it: {why}; check its folder and the disk"))
    };
    let new = tempfile::Builder::new().prefix(".ms3dlint-").suffix(".tmp").tempfile_in(folder);
    let mut new = new.map_err(beside)?;
    new.write_all(after).map_err(beside)?;
    keep_owner(new.as_file(), &metadata);
    new.as_file().set_permissions(metadata.permissions())?;
    new.as_file().sync_all().map_err(beside)?;
    if fs::read(&target)? != before {
        return Err(io::Error::other(CHANGED));
    }
    new.persist(&target)?;
    // The file is replaced, whether or not the folder can be flushed as well.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Gives the new file the owner of the old one, as far as this process may.
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
}

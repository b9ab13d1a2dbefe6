//! Writing a file: in one step or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

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
    let new = beside(folder, &Builder::new(), after)?;
    keep_owner(new.as_file(), &metadata);
    new.as_file().set_permissions(metadata.permissions())?;
    new.as_file().sync_all().map_err(not_beside)?;
    if fs::read(&target)? != before {
        return Err(io::Error::other(CHANGED));
    }
    new.persist(&target)?;
    flush(folder);
    Ok(())
}

/// Writes a file, in one step as [`replace`] does if it is already there.
///
/// # Errors
///
/// What is there stays as it is if anything goes wrong.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        // What is no file may have no end.
        let before = if fs::metadata(path)?.is_file() { fs::read(path)? } else { Vec::new() };
        return replace(path, &before, bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = beside(folder, &as_usual(), bytes)?;
    new.as_file().sync_all().map_err(not_beside)?;
    new.persist_noclobber(path)?;
    flush(folder);
    Ok(())
}

/// A new file in a folder, which goes again unless it gets a name.
fn beside(folder: &Path, builder: &Builder, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = builder.clone();
    let mut new = builder.prefix(".ms3dlint-").suffix(".tmp").tempfile_in(folder).map_err(not_beside)?;
    new.write_all(bytes).map_err(not_beside)?;
    Ok(new)
}

fn not_beside(error: io::Error) -> io::Error {
    let why = io::Error::from(error.kind());
    io::Error::other(format!("no file can be written beside it: {why}; check its folder and the disk"))
}

/// The file is there, whether or not its folder can be flushed as well.
fn flush(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Temporary files are for their owner alone; one that stays has the permissions of any new file.
#[cfg(unix)]
fn as_usual() -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = Builder::new();
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn as_usual() -> Builder<'static, 'static> {
    Builder::new()
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
        for bytes in [b"first".as_slice(), b"second"] {
            write(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

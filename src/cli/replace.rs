//! Replaces a file by what it should be.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts other bytes in the place of a file, all or none of them. Links stay what they are. Refuses a
/// file that may not be written to, and one that is no longer what it was.
pub(super) fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    if fs::read(&path)? != before {
        return Err(io::Error::other("it was changed meanwhile"));
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let new = path.with_file_name(name);
    let written = fs::File::create_new(&new)
        .and_then(|mut file| file.write_all(after))
        .and_then(|()| fs::set_permissions(&new, permissions))
        .and_then(|()| fs::rename(&new, &path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

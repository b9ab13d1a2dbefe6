//! Reads the bytes of files and of standard input, up to 4 GiB.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::base::display::path_text;
use crate::base::source::MAX_BYTES;
use crate::cli::exit::cannot;
use crate::document::{self, Document};
use crate::parse::sniff::sniff;

/// The result of reading.
pub(crate) enum Contents {
    /// The file is in the buffer.
    Read,
    /// The file is too large, with its size in bytes.
    TooLarge(u64),
}

/// Files up to this size are read without asking for their size first.
const SMALL: usize = 1 << 16;

/// Reads a file into a buffer, which may have been used before.
pub(crate) fn read_file(path: &Path, buffer: &mut Vec<u8>) -> io::Result<Contents> {
    let file = File::open(path)?;
    buffer.clear();
    if read_small(&file, buffer)? {
        return Ok(Contents::Read);
    }
    let metadata = file.metadata()?;
    if metadata.len() > MAX_BYTES {
        return Ok(Contents::TooLarge(metadata.len()));
    }
    if !metadata.is_file() {
        return read_limited(file, buffer);
    }
    // One byte more than the file, so that its end is found without growing the buffer.
    buffer.reserve_exact((metadata.len() as usize + 1).saturating_sub(buffer.len()));
    (&file).read_to_end(buffer)?;
    Ok(contents(buffer))
}

/// Reads a file as long as it is small, and returns whether that was all of it.
#[cfg(unix)]
fn read_small(file: &File, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.reserve(SMALL);
    while buffer.len() < SMALL {
        match rustix::io::read(file, rustix::buffer::spare_capacity(buffer)) {
            Ok(0) => return Ok(true),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

#[cfg(not(unix))]
fn read_small(file: &File, buffer: &mut Vec<u8>) -> io::Result<bool> {
    Ok(file.take(SMALL as u64).read_to_end(buffer)? < SMALL)
}

/// Reads standard input into a buffer.
pub(crate) fn read_stdin(buffer: &mut Vec<u8>) -> io::Result<Contents> {
    buffer.clear();
    read_limited(io::stdin().lock(), buffer)
}

/// Reads a whole file, or standard input for `-`, into a document. The error includes its name.
pub(crate) fn document(path: &Path) -> Result<Document, String> {
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "<stdin>".to_string() } else { path_text(path) };
    let mut buffer = Vec::new();
    let contents = if is_stdin { read_stdin(&mut buffer) } else { read_file(path, &mut buffer) };
    let bytes = contents.and_then(|contents| match contents {
        Contents::Read => Ok(buffer),
        Contents::TooLarge(_) => Err(io::Error::other("it is larger than 4 GiB")),
    });
    match bytes {
        Ok(bytes) => Ok(document::read(name, bytes)),
        Err(error) => Err(cannot("read", &name, &error)),
    }
}

/// Whether a path is that of a file that is a model, whole or broken, or may be one.
pub(crate) fn is_model(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut bytes = Vec::new();
    match read_file(path, &mut bytes) {
        Ok(Contents::Read) => !sniff(&bytes).is_unlike_model(),
        Ok(Contents::TooLarge(_)) => true,
        // What cannot be read is not written to either.
        Err(_) => false,
    }
}

/// Reads the rest of a stream of unknown size, which may have no end.
pub(crate) fn read_limited(from: impl Read, buffer: &mut Vec<u8>) -> io::Result<Contents> {
    from.take(MAX_BYTES + 1 - buffer.len() as u64).read_to_end(buffer)?;
    Ok(contents(buffer))
}

fn contents(buffer: &[u8]) -> Contents {
    let size = buffer.len() as u64;
    if size > MAX_BYTES { Contents::TooLarge(size) } else { Contents::Read }
}

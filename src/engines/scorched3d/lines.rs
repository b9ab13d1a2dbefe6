//! The lines of an ASCII model, as the program reads them.

use crate::engines::lines::{line_before, usual_rows};
use crate::model::Table;

/// The lines that `fgets` with room for 256 reads, without those that the program skips.
pub(super) struct CLines<'d> {
    pub(super) bytes: &'d [u8],
    /// Where the next line starts.
    pub(super) at: usize,
    /// Where the line starts that was read last.
    pub(super) last: usize,
}

impl<'d> CLines<'d> {
    /// The next line, up to its first CR or NUL; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Option<&'d [u8]> {
        const MOST: usize = 255;
        loop {
            let rest = &self.bytes[self.at..];
            if rest.is_empty() {
                return None;
            }
            let room = &rest[..rest.len().min(MOST)];
            let length = memchr::memchr(b'\n', room).map_or(room.len(), |end| end + 1);
            self.last = self.at;
            self.at += length;
            let line = &room[..length];
            let line = &line[..memchr::memchr(0, line).unwrap_or(length)];
            // A CR becomes the LF that ends the line.
            let text = &line[..memchr::memchr2(b'\r', b'\n', line).unwrap_or(line.len())];
            if !(text.is_empty() || text.starts_with(b"//") || text.starts_with(b"\\\\")) {
                return Some(text);
            }
        }
    }

    /// Takes a whole table, if it starts here, has so many rows and all of them are in the usual spelling.
    pub(super) fn take<'m, T>(&mut self, table: &'m Table<T>, count: i32) -> Option<&'m [T]> {
        let rows = usual_rows(table, self.at, count)?;
        self.at = table.end as usize;
        self.last = line_before(self.bytes, self.at);
        Some(rows)
    }
}

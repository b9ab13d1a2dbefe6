//! Defects of the file and its lines.

use super::super::config::{Blocks, Header};
use super::super::defect::{ASCII, Defect, Mark};
use super::super::piece::Path;

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_bytes("byte-order-mark", "a byte order mark in front", ASCII, |piece, _| {
        let mark = piece.replace(0..0, b"\xef\xbb\xbf");
        Some(Mark::bytes(Path::FILE, mark))
    }),
    Defect::of_bytes("missing-final-newline", "the last line does not end", ASCII, |piece, _| {
        let end = piece.bytes.trim_ascii_end().len();
        piece.bytes.truncate(end);
        Some(Mark::bytes(Path::FILE, end..end))
    })
    .needs(|config| {
        config.blocks = Blocks::All;
        config.header = Header::Plain;
        config.final_newline = true;
    }),
];

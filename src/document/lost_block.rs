//! Blocks whose first line is lost, as their objects show that are there.

use std::iter::successors;

use crate::base::lines::{Line, line_from};
use crate::document::Document;
use crate::layout::BlockKind;
use crate::model::note::NoteKind;
use crate::parse::ascii::lexer::is_comment;

/// A block without its first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LostBlock {
    pub(crate) kind: BlockKind,
    /// Where its first object starts.
    pub(crate) at: u32,
    /// How many objects it has.
    pub(crate) count: usize,
}

/// The blocks that a model lacks, but not what belongs into them.
pub(crate) fn lost_blocks(document: &Document) -> Vec<LostBlock> {
    let mut lost: Vec<LostBlock> = Vec::new();
    let kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
    let kinds = kinds.into_iter().filter(|kind| document.model.block(*kind).is_none());
    for kind in kinds {
        let notes = document.notes.of_kind(|what| what == NoteKind::UnexpectedLine);
        let mut starts = notes.map(|note| note.span.start).filter(|at| begins(document, kind, *at));
        if let Some(at) = starts.next() {
            lost.push(LostBlock { kind, at, count: 1 + starts.count() });
        }
    }
    lost
}

/// Whether the lines from an offset on look like the first ones of an object of a block.
fn begins(document: &Document, kind: BlockKind, at: u32) -> bool {
    let mut lines = lines(document.source.bytes(), at);
    let mut next = || lines.next().unwrap_or_default();
    match (kind, fields_behind_name(next())) {
        (BlockKind::Meshes, Some(2)) => field_count(next()) == 1,
        (BlockKind::Materials, Some(0)) => {
            let colors = next();
            fields_behind_name(colors).is_none() && field_count(colors) == 4
        }
        // The name of the parent, and how the bone rests.
        (BlockKind::Bones, Some(0)) => fields_behind_name(next()) == Some(0) && field_count(next()) == 7,
        _ => false,
    }
}

/// The lines from an offset on that hold something.
fn lines(bytes: &[u8], at: u32) -> impl Iterator<Item = &[u8]> {
    let next = |line: &Line| (line.next < bytes.len()).then(|| line_from(bytes, line.next));
    let lines = successors(Some(line_from(bytes, at as usize)), next);
    let held = lines.filter(|line| !is_comment(bytes, *line));
    held.map(|line| bytes[line.start..line.end].trim_ascii()).filter(|content| !content.is_empty())
}

/// How many fields follow in a line that begins with text in quotes.
fn fields_behind_name(line: &[u8]) -> Option<usize> {
    let text = line.strip_prefix(b"\"")?;
    let fields = &text[memchr::memchr(b'"', text)? + 1..];
    Some(field_count(fields))
}

fn field_count(text: &[u8]) -> usize {
    text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count()
}

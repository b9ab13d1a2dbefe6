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
    /// How many objects it has; `None` if some lines there are not those of one.
    pub(crate) count: Option<usize>,
}

/// The blocks that a model lacks, but not what belongs into them.
pub(crate) fn lost_blocks(document: &Document) -> Vec<LostBlock> {
    let kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
    let is_lacked = |kind: &BlockKind| document.model.block(*kind).is_none();
    let kinds: Vec<_> = kinds.into_iter().filter(is_lacked).collect();
    if kinds.is_empty() {
        return Vec::new();
    }
    let notes = document.notes.of_kind(|what| what == NoteKind::UnexpectedLine);
    let unread: Vec<_> = notes.map(|note| note.span.start).collect();
    let first = |kind| Some((kind, unread.iter().copied().find(|at| begins(document, kind, *at))?));
    let lost: Vec<_> = kinds.into_iter().filter_map(first).collect();
    let blocks = || document.model.blocks.iter().map(|block| block.at);
    let others = || lost.iter().map(|(_, at)| *at);
    let with_count = |&(kind, at): &(BlockKind, u32)| {
        let block_before = blocks().filter(|start| *start < at).max().unwrap_or(0);
        // What is unread before it belongs to it, unless that is another lost block.
        let start = if others().any(|other| block_before < other && other < at) { at } else { block_before };
        let end = blocks().chain(others()).filter(|next| *next > at).min().unwrap_or(u32::MAX);
        let own = || unread.iter().copied().filter(|line| (start..end).contains(line));
        let count = own().filter(|line| begins(document, kind, *line)).count();
        let text_count =
            own().filter(|line| document.source.bytes()[*line as usize..].starts_with(b"\"")).count();
        LostBlock { kind, at, count: (text_count == count * texts(kind)).then_some(count) }
    };
    lost.iter().map(with_count).collect()
}

/// How many lines of an object begin with text.
fn texts(kind: BlockKind) -> usize {
    match kind {
        BlockKind::Meshes => 1,
        BlockKind::Bones => 2,
        _ => 3,
    }
}

/// Whether the lines from an offset on look like the first ones of an object of a block.
fn begins(document: &Document, kind: BlockKind, at: u32) -> bool {
    let mut lines = lines(document.source.bytes(), at);
    let mut next = || lines.next().unwrap_or_default();
    match (kind, fields_behind_name(next())) {
        (BlockKind::Meshes, Some(2)) => field_count(next()) == 1,
        (BlockKind::Materials, Some(0)) => {
            let mut is_color = || {
                let line = next();
                fields_behind_name(line).is_none() && field_count(line) == 4
            };
            (0..4).all(|_| is_color())
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

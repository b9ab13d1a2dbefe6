//! Blocks whose first line is lost, as their objects show that are there.

use crate::document::Document;
use crate::layout::BlockKind;
use crate::model::note::NoteKind;

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
    let Some(head) = fields_behind_name(line(document, at)) else { return false };
    let next = document.whole_line(at).end;
    let below = || document.whole_line(next).end;
    let fields = |at| field_count(line(document, at));
    match kind {
        BlockKind::Meshes => head == 2 && fields(next) == 1,
        BlockKind::Materials => head == 0 && !line(document, next).starts_with(b"\"") && fields(next) == 4,
        // The name of the parent, and how the bone rests.
        _ => head == 0 && fields_behind_name(line(document, next)) == Some(0) && fields(below()) == 7,
    }
}

fn line(document: &Document, at: u32) -> &[u8] {
    document.bytes(document.line_without_ending(at))
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

//! Blocks in another order than MilkShape writes them.

use crate::diagnostics::prelude::*;
use crate::model::{Block, Bone, Mesh};

pub(super) static RULE: Rule = Rule {
    name: "block-out-of-order",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Blocks,
    fix: FixKind::Depends("safe fix where each block is whole", &[Aspect::BlockOrder]),
    summary: "Blocks in another order than MilkShape writes them",
    page: page!("block-out-of-order"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let blocks = &document.model.blocks;
    let is_counted = |index: usize, kind: BlockKind| {
        kind != BlockKind::Unknown && document.model.block(kind).is_some_and(|(first, _)| first == index)
    };
    let mut late = Vec::new();
    for (index, block) in blocks.iter().enumerate().filter(|(index, block)| is_counted(*index, block.kind)) {
        // Kinds are ordered as MilkShape writes them.
        let mut before = blocks[..index].iter().enumerate();
        let earlier =
            before.find(|(earlier, other)| is_counted(*earlier, other.kind) && other.kind > block.kind);
        late.extend(earlier.map(|(earlier, other)| (index, block, earlier, other)));
    }
    for (number, (index, block, earlier, other)) in late.iter().copied().enumerate() {
        findings.add(Place::object(Record::Block, index), || {
            let (late, early) = (block.kind.name(), other.kind.name());
            Draft::new(format!("`{late}:` comes after `{early}:`, and belongs before it"))
                .label(format!("belongs before `{early}:`"))
                .also(
                    document.locate(Place::object(Record::Block, earlier)),
                    format!("`{early}:` is here"),
                )
                .fix(if number == 0 { in_order(document, late.len()) } else { None })
                .help("use the order Frames, Frame, Meshes, Materials, Bones, comments")
        });
    }
}

/// Puts the blocks in order, each with the comments and blank lines before it. `None` if it is not
/// certain where a block ends.
fn in_order(document: &Document, places: usize) -> Option<Fix> {
    let blocks = &document.model.blocks;
    let bytes = document.source.bytes();
    let is_certain = |block: &Block| match block.kind {
        BlockKind::Unknown => false,
        BlockKind::Frames | BlockKind::Frame => true,
        _ => {
            block.declared() == Some(block.found)
                && document.model.block(block.kind).is_some_and(|(_, first)| first.at == block.at)
        }
    };
    let odd = |what: NoteKind| {
        matches!(
            what,
            NoteKind::UnexpectedLine
                | NoteKind::MissingLine
                | NoteKind::Truncated { .. }
                | NoteKind::MisspelledBlock { .. }
        )
    };
    if document.notes.has_kind(odd)
        || lacks_rows(document)
        || !blocks.iter().all(is_certain)
        || !bytes.ends_with(b"\n")
    {
        return None;
    }
    let end = |block: &Block| match block.kind {
        BlockKind::Frames | BlockKind::Frame => document.whole_line(block.at).end,
        _ => block.end,
    };
    let first = blocks.first()?.at;
    let mut start = first;
    let mut pieces = Vec::new();
    for block in blocks {
        pieces.push((block.kind, Span { start, end: end(block) }));
        start = end(block);
    }
    // Kinds are ordered as MilkShape writes them, and the sort is stable.
    pieces.sort_by_key(|(kind, _)| *kind);
    let text = pieces.iter().flat_map(|(_, span)| &bytes[span.range()]).copied().collect::<Vec<_>>();
    let whole = Span { start: first, end: start };
    Some(Fix::safe("put the blocks in order").replace(whole, text).of_places(places))
}

/// Whether any object has fewer rows than it declares. If its block came last, it would seem to be cut off.
fn lacks_rows(document: &Document) -> bool {
    let of_mesh = |mesh: &Mesh| {
        let geometry = &mesh.geometry;
        geometry.vertices.lacks_rows() || geometry.normals.lacks_rows() || geometry.faces.lacks_rows()
    };
    let of_bone = |bone: &Bone| bone.tables().iter().any(|(_, keys)| keys.lacks_rows());
    document.model.meshes.iter().any(of_mesh) || document.model.bones.iter().any(of_bone)
}

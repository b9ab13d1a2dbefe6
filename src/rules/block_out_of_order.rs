//! Some readers go through the file once and expect the blocks in order.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{BlockKind, Record};
use crate::model::Place;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "block-out-of-order",
    group: Group::Syntax,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "Blocks in another order than MilkShape writes them",
    page: include_str!("../../rules/block-out-of-order.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let blocks = &document.model.blocks;
    let is_counted = |index: usize, kind: BlockKind| {
        kind != BlockKind::Unknown && document.model.block(kind).is_some_and(|(first, _)| first == index)
    };
    for (index, block) in blocks.iter().enumerate().filter(|(index, block)| is_counted(*index, block.kind)) {
        // Kinds are ordered as MilkShape writes them.
        let mut before = blocks[..index].iter().enumerate();
        let earlier = before.find(|(earlier, other)| is_counted(*earlier, other.kind) && other.kind > block.kind);
        let Some((earlier, other)) = earlier else { continue };
        findings.add(Place::object(Record::Block, index), || {
            let (late, early) = (block.kind.name(), other.kind.name());
            // Scorched3D reads nothing behind the bones.
            let consequence = match block.kind > BlockKind::Bones {
                true => "not where MilkShape writes it",
                false => "where Scorched3D and other one-pass readers do not find it",
            };
            Draft::new(format!("`{late}:` stands behind `{early}:`, {consequence}"))
                .label(format!("belongs in front of `{early}:`"))
                .also(document.locate(Place::object(Record::Block, earlier)), format!("`{early}:` stands here"))
                .help("use the order Frames, Frame, Meshes, Materials, Bones, comments")
        });
    }
}

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
    let mut furthest: Option<(BlockKind, usize)> = None;
    for (index, block) in document.model.blocks.iter().enumerate() {
        let is_first = document.model.block(block.kind).is_some_and(|(first, _)| first == index);
        if block.kind == BlockKind::Unknown || !is_first {
            continue;
        }
        match furthest {
            // Kinds are ordered as MilkShape writes them.
            Some((kind, before)) if block.kind < kind => findings.add(Place::object(Record::Block, index), || {
                let (late, early) = (block.kind.name(), kind.name());
                Draft::new(format!("`{late}:` stands behind `{early}:`, where Scorched3D and others miss it"))
                    .label(format!("belongs in front of `{early}:`"))
                    .also(document.locate(Place::object(Record::Block, before)), "of this line")
                    .help("use the order Frames, Frame, Meshes, Materials, Bones, comments")
            }),
            _ => furthest = Some((block.kind, index)),
        }
    }
}

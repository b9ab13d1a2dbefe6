//! Bones, but no vertex that is bound to one.

use crate::diagnostics::prelude::*;
use crate::fix::weights::weighted;
use crate::model::Geometry;
use crate::model::row_stats::RowStats;

pub(super) static RULE: Rule = Rule {
    name: "unbound-skeleton",
    group: Group::Bones,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "Bones, but no vertex that is attached to one",
    page: page!("unbound-skeleton"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let model = &document.model;
    let Some((block, _)) = model.block(BlockKind::Bones).filter(|_| !model.bones.is_empty()) else { return };
    let mut vertices =
        document.geometries().filter(|(_, geometry, _)| !geometry.vertices.is_empty()).peekable();
    // A row that could not be read may be the one that uses a bone.
    let may_be_bound = |geometry: &Geometry, row_stats: &RowStats| {
        row_stats.bones != [-1; 2] || !geometry.vertices.broken.is_empty()
    };
    // The meshes of a split model are in another file; what is not there cannot be checked.
    if document.is_truncated()
        || vertices.peek().is_none()
        || vertices.any(|(_, geometry, row_stats)| may_be_bound(geometry, row_stats))
    {
        return;
    }
    // A vertex without a bone of its own may still have weights on others.
    if weighted(document).any(|(_, extra)| extra.bones != [-1; 3]) {
        return;
    }
    findings.add(Place::object(Record::Block, block), || {
        Draft::new("the model has bones, but no vertex is attached to one: its animation moves nothing")
            .label("bones that move nothing")
            .help("bind the meshes to the bones, or leave the bones out")
    });
}

//! Comments name what they are about by its index.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::{BlockKind, Record, fields};
use crate::model::Place;
use crate::text::{counted, index_range};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "comment-index-out-of-range",
    group: Group::Comments,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A comment about a mesh, a material or a bone that is not there",
    page: include_str!("../../rules/comment-index-out-of-range.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let model = &document.model;
    if document.is_truncated() {
        return;
    }
    for (index, comment) in model.comments.iter().enumerate() {
        let kind = model.blocks.get(comment.block as usize).map(|block| block.kind);
        let (objects, count, noun) = match kind {
            Some(BlockKind::GroupComments) => (BlockKind::Meshes, model.meshes.len(), "mesh"),
            Some(BlockKind::MaterialComments) => (BlockKind::Materials, model.materials.len(), "material"),
            Some(BlockKind::BoneComments) => (BlockKind::Bones, model.bones.len(), "bone"),
            _ => continue,
        };
        let Some(target) = comment.index.filter(|target| !usize::try_from(*target).is_ok_and(|target| target < count)) else {
            continue;
        };
        // What is in another file cannot be checked.
        let Some((block, _)) = model.block(objects) else { continue };
        findings.add(Place::object(Record::Comment, index).field(fields::comment::INDEX), || {
            let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
            let has = counted(count, noun);
            Draft::new(format!("a comment about {noun} {target}, but the model has {has}{}", index_range(count)))
                .label(format!("no such {noun}"))
                .also(document.locate(declared), format!("{has} here"))
                .help("write the index of what the comment is about, or delete the comment and count it no more")
        });
    }
}

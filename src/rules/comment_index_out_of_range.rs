//! A comment about a mesh, a material or a bone that the model does not have.

use crate::diagnostics::prelude::*;
use crate::fix::edits::comment_span;
use crate::model::Comment;

pub(super) static RULE: Rule = Rule {
    name: "comment-index-out-of-range",
    group: Group::Comments,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where the block is whole", &[Aspect::Comments]),
    summary: "A comment about a mesh, a material or a bone that is not there",
    page: page!("comment-index-out-of-range"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let model = &document.model;
    if document.is_truncated() {
        return;
    }
    for (index, block) in model.blocks.iter().enumerate() {
        let (objects, count, noun) = match block.kind {
            BlockKind::GroupComments => (BlockKind::Meshes, model.meshes.len(), "mesh"),
            BlockKind::MaterialComments => (BlockKind::Materials, model.materials.len(), "material"),
            BlockKind::BoneComments => (BlockKind::Bones, model.bones.len(), "bone"),
            _ => continue,
        };
        // What is in another file cannot be checked.
        let Some((objects, _)) = model.block(objects) else { continue };
        // The comments of a block are together.
        let from = model.comments.partition_point(|comment| (comment.block as usize) < index);
        let comments = model
            .comments
            .iter()
            .enumerate()
            .skip(from)
            .take_while(|(_, comment)| comment.block as usize == index);
        let lost = comments.filter_map(|(index, comment)| {
            let target = comment
                .index
                .filter(|target| !usize::try_from(*target).is_ok_and(|target| target < count))?;
            Some((index, comment, target))
        });
        let mut fix = Shared::new(|| remove(document, index, lost.clone().map(|(_, comment, _)| comment)));
        for (index, _, target) in lost.clone() {
            findings.add(Place::object(Record::Comment, index).field(fields::comment::INDEX), || {
                let declared = Place::object(Record::Block, objects).field(fields::block::COUNT);
                let has = counted(count, noun);
                Draft::new(format!("a comment about {noun} {target}, but the model has {has}{}", index_range(count)))
                    .label(format!("no such {noun}"))
                    .also(document.locate(declared), format!("{has} here"))
                    .help("write the index of what the comment is about, or delete the comment and lower the count")
                    .fix(fix.share())
            });
        }
    }
}

/// Takes comments out of their block, and lowers its count. `None` if the
/// block counts them wrongly already.
fn remove<'m>(document: &Document, block: usize, lost: impl Iterator<Item = &'m Comment>) -> Option<Fix> {
    let found = document.model.blocks[block].found;
    let mut fix = Fix::unsafe_fix("delete the comment").of_places(0);
    for comment in lost {
        fix = fix.remove(comment_span(document, comment)?);
        fix.places += 1;
    }
    let left = (found as usize - fix.places).to_string();
    let fix = set_field(fix, document, Place::object(Record::Block, block).field(fields::block::COUNT), left);
    (document.model.blocks[block].declared() == Some(found)).then_some(fix)
}

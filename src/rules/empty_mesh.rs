//! A mesh without a face.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::edits::respell;
use crate::fix::{Aspect, Fix};
use crate::layout::{BlockKind, Record, fields};
use crate::model::{ABSENT, Mesh, Place};
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::span::Span;
use crate::text::counted;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "empty-mesh",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::Meshes, Aspect::Counts, Aspect::Comments]),
    summary: "A mesh without any face",
    page: include_str!("../../rules/empty-mesh.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let meshes = &document.model.meshes;
    let Some((_, block)) = document.model.block(BlockKind::Meshes) else { return };
    // Where something is missing, that is what is wrong.
    if document.is_truncated() || block.declared() != Some(meshes.len() as u32) {
        return;
    }
    let is_empty = |mesh: &Mesh| {
        mesh.geometry.faces.is_empty() && mesh.geometry.faces.declared == Some(0) && mesh.lines[0] != ABSENT
    };
    let empty: Vec<u32> =
        (0..meshes.len() as u32).filter(|index| is_empty(&meshes[*index as usize])).collect();
    let place = |index: &u32| Place::object(Record::Mesh, *index as usize);
    let unwanted: Vec<u32> =
        empty.iter().copied().filter(|index| !findings.is_allowed(place(index))).collect();
    for index in &empty {
        findings.add(place(index), || {
            let vertices = match meshes[*index as usize].geometry.vertices.len() {
                0 => "no vertex".to_string(),
                count => counted(count, "vertex"),
            };
            Draft::new(format!("the mesh has {vertices} and no face: nothing of it is seen"))
                .label("empty mesh")
                .help("delete the mesh, and count one less in `Meshes:`")
                .fix((unwanted.first() == Some(index)).then(|| deleted(document, &unwanted)))
        });
    }
}

/// Without these meshes and the comments about them. Those about later meshes name them by their new
/// indices.
fn deleted(document: &Document, empty: &[u32]) -> Fix {
    let model = &document.model;
    let title = if empty.len() == 1 { "delete it" } else { "delete all empty meshes" };
    let mut fix = Fix::consented(title).of_places(empty.len());
    let count = |block| Place::object(Record::Block, block).field(fields::block::COUNT);
    if let Some((block, _)) = model.block(BlockKind::Meshes) {
        fix = respell(fix, document, count(block), (model.meshes.len() - empty.len()).to_string());
    }
    for index in empty {
        let mesh = &model.meshes[*index as usize];
        fix = fix.remove(Span { start: mesh.lines[0], end: mesh.geometry.faces.end });
    }
    for (number, block) in
        model.blocks.iter().enumerate().filter(|(_, block)| block.kind == BlockKind::GroupComments)
    {
        let comments =
            model.comments.iter().enumerate().filter(|(_, comment)| comment.block == number as u32);
        let mut deleted = 0;
        for (index, comment) in comments {
            let Some(mesh) = comment.index.and_then(|mesh| u32::try_from(mesh).ok()) else { continue };
            match empty.binary_search(&mesh) {
                Ok(_) => {
                    let text = comment.text.map(|text| document.whole_line(text.start));
                    fix = fix.remove(document.whole_line(comment.at)).remove(text.unwrap_or_default());
                    deleted += 1;
                }
                Err(0) => {}
                Err(before) => {
                    let place = Place::object(Record::Comment, index).field(fields::comment::INDEX);
                    fix = respell(fix, document, place, (mesh - before as u32).to_string());
                }
            }
        }
        if let Some(number_of_comments) = block.number.filter(|_| deleted > 0) {
            fix = respell(fix, document, count(number), (number_of_comments - deleted).to_string());
        }
    }
    fix
}

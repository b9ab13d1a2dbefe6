//! A mesh without faces.

use std::cell::LazyCell;

use crate::diagnostics::prelude::*;
use crate::fix::edits::comment_span;
use crate::fix::renumber::{named_groups, renumber_groups};
use crate::model::{ABSENT, Mesh};

pub(super) static RULE: Rule = Rule {
    name: "empty-mesh",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Meshes, Aspect::Counts, Aspect::Comments]),
    summary: "A mesh without any face",
    page: page!("empty-mesh"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let meshes = &document.model.meshes;
    let Some((_, block)) = document.model.block(BlockKind::Meshes) else { return };
    // Where something is missing, that is what is wrong.
    if document.is_truncated() || block.declared() != Some(meshes.len() as u32) {
        return;
    }
    let empty = empty_meshes(document);
    let place = |index: &u32| Place::object(Record::Mesh, *index as usize);
    let unwanted: Vec<u32> =
        empty.iter().copied().filter(|index| !findings.is_allowed(place(index))).collect();
    for index in &empty {
        findings.add(place(index), || {
            let vertices = match meshes[*index as usize].geometry.vertices.len() {
                _ if document.is_binary() => String::new(),
                0 => "no vertex and ".to_string(),
                count => format!("{} and ", counted(count, "vertex")),
            };
            let counts = if document.is_binary() { "the count of meshes" } else { "`Meshes:`" };
            Draft::new(format!("the mesh has {vertices}no face: nothing of it is seen"))
                .label("empty mesh")
                .help(format!(
                    "delete the mesh, and count one less in {counts}, unless a program looks for its name"
                ))
                .fix((unwanted.first() == Some(index)).then(|| deleted(document, &unwanted)))
        });
    }
}

/// The meshes that have no face, and say so.
fn empty_meshes(document: &Document) -> Vec<u32> {
    // The list of a mesh is one thing, the mesh that a face names another.
    let named = LazyCell::new(|| named_groups(document));
    let is_named = |index: usize| named.get(index) == Some(&true);
    let is_empty = |mesh: &Mesh| match document.is_binary() {
        false => mesh.geometry.faces.is_empty() && mesh.geometry.faces.declared == Some(0),
        true => mesh.members.is_empty(),
    };
    let meshes = document.model.meshes.iter().enumerate();
    let empty = meshes.filter(|(index, mesh)| is_empty(mesh) && !is_named(*index) && mesh.lines[0] != ABSENT);
    empty.map(|(index, _)| index as u32).collect()
}

/// The bytes of a mesh without faces.
fn mesh_span(document: &Document, mesh: &Mesh) -> Span {
    match document.is_binary() {
        false => Span { start: mesh.lines[0], end: mesh.geometry.faces.end },
        // Only the byte for its material comes after its faces.
        true => Span { start: mesh.lines[0], end: mesh.members.end + 1 },
    }
}

/// Without these meshes and the comments about them. Those about later meshes name them by their new
/// indices.
fn deleted(document: &Document, empty: &[u32]) -> Fix {
    let model = &document.model;
    let title = if empty.len() == 1 { "delete it" } else { "delete all empty meshes" };
    let mut fix = Fix::unsafe_fix(title).of_places(empty.len());
    let count = |block| Place::object(Record::Block, block).field(fields::block::COUNT);
    if let Some((block, _)) = model.block(BlockKind::Meshes) {
        fix = set_field(fix, document, count(block), (model.meshes.len() - empty.len()).to_string());
    }
    for index in empty {
        fix = fix.remove(mesh_span(document, &model.meshes[*index as usize]));
    }
    fix = renumber_groups(fix, document, empty);
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
                    fix = comment_span(document, comment).into_iter().fold(fix, Fix::remove);
                    deleted += 1;
                }
                Err(0) => {}
                Err(before) => {
                    let place = Place::object(Record::Comment, index).field(fields::comment::INDEX);
                    fix = set_field(fix, document, place, (mesh - before as u32).to_string());
                }
            }
        }
        if let Some(number_of_comments) = block.number.filter(|_| deleted > 0) {
            fix = set_field(fix, document, count(number), (number_of_comments - deleted).to_string());
        }
    }
    fix
}

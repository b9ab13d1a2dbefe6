//! How much MilkShape and its binary format have room for.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record, fields};
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::display::{counted, number};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "limit-exceeded",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "More meshes, vertices, faces, materials or bones than MilkShape has room for",
    page: include_str!("../../rules/limit-exceeded.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let model = &document.model;
    let vertices = model.geometries().map(|(_, geometry)| geometry.vertices.len()).sum();
    let faces = model.geometries().map(|(_, geometry)| geometry.faces.len()).sum();
    let (of_vertices, of_faces) = match document.is_binary() {
        false => (BlockKind::Meshes, BlockKind::Meshes),
        true => (BlockKind::Vertices, BlockKind::Faces),
    };
    for (kind, noun, count, limit) in [
        (of_vertices, "vertex", vertices, 65_534),
        (of_faces, "face", faces, 65_534),
        (BlockKind::Meshes, "mesh", model.meshes.len(), 255),
        (BlockKind::Materials, "material", model.materials.len(), 128),
        (BlockKind::Bones, "bone", model.bones.len(), 128),
    ] {
        let Some((block, _)) = model.block(kind).filter(|_| count > limit) else { continue };
        findings.add(Place::object(Record::Block, block).field(fields::block::COUNT), || {
            let (has, most) = (counted(count, noun), number(limit));
            Draft::new(format!(
                "{has} in the model: MilkShape has room for {most}, and a binary file for hardly more"
            ))
            .label(has)
            .help("split the model, unless no program but yours reads it")
        });
    }
}

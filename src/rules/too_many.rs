//! More vertices, faces, meshes, materials, textures or bones than MilkShape has room for, or than the budget allows.

use crate::base::display::number;
use crate::diagnostics::limits::ModelBudget;
use crate::diagnostics::prelude::*;
use crate::document::stats::textures;
use crate::fix::fields::block_count;

pub(super) static LIMIT_EXCEEDED: Rule = Rule {
    name: "limit-exceeded",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "More meshes, vertices, faces, materials or bones than MilkShape has room for",
    page: page!("limit-exceeded"),
    check: limits,
};

fn limits(document: &Document, findings: &mut Sink) {
    let model = &document.model;
    let [vertices, faces] = rows(document);
    for (kind, noun, count, limit) in [
        (vertices.0, "vertex", vertices.1, 65_534),
        (faces.0, "face", faces.1, 65_534),
        (BlockKind::Meshes, "mesh", model.meshes.len(), 255),
        (BlockKind::Materials, "material", model.materials.len(), 128),
        (BlockKind::Bones, "bone", model.bones.len(), 128),
    ] {
        let Some(place) = block_count(document, kind).filter(|_| count > limit) else { continue };
        findings.add(place, || {
            let (has, most) = (counted(count, noun), number(limit));
            Draft::new(format!("{has} in the model; the format has room for {most}"))
                .label(has)
                .help("split the model, unless no program but yours reads it")
        });
    }
}

pub(super) static OVER_BUDGET: Rule = Rule {
    name: "over-budget",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "More faces, vertices, bones, materials or textures than the configuration allows",
    page: page!("over-budget"),
    check: budget,
};

fn budget(document: &Document, findings: &mut Sink) {
    let budget = findings.limits().budget;
    if budget == ModelBudget::default() {
        return;
    }
    let model = &document.model;
    let [vertices, faces] = rows(document);
    let parts = [
        (vertices.0, "vertex", budget.vertices, vertices.1),
        (faces.0, "face", budget.faces, faces.1),
        (BlockKind::Materials, "material", budget.materials, model.materials.len()),
        (BlockKind::Materials, "texture", budget.textures, textures(document)),
        (BlockKind::Bones, "bone", budget.bones, model.bones.len()),
    ];
    for (block, noun, most, count) in parts {
        let Some(most) = most.map(|most| most as usize).filter(|most| count > *most) else { continue };
        let Some(place) = block_count(document, block) else { continue };
        findings.add_size(place, noun, count, || {
            let (has, most) = (counted(count, noun), number(most));
            Draft::new(format!("the model has {has} where the budget allows {most}"))
                .label(has)
                .help("make the model smaller, or ask for a larger budget")
        });
    }
}

/// How many vertices and faces there are, and the block that declares them.
fn rows(document: &Document) -> [(BlockKind, usize); 2] {
    let [of_vertices, of_faces] = match document.is_binary() {
        false => [BlockKind::Meshes; 2],
        true => [BlockKind::Vertices, BlockKind::Faces],
    };
    let geometries = || document.model.geometries().map(|(_, geometry)| geometry);
    let vertices = geometries().map(|geometry| geometry.vertices.len()).sum();
    let faces = geometries().map(|geometry| geometry.faces.len()).sum();
    [(of_vertices, vertices), (of_faces, faces)]
}

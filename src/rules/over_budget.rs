//! More of something than the configuration allows.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record, fields};
use crate::limits::Budget;
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::stats::textures;
use crate::text::{counted, list, number};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "over-budget",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "More faces, vertices, bones, materials or textures than the configuration allows",
    page: include_str!("../../rules/over-budget.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let budget = findings.limits().budget;
    if budget == Budget::default() {
        return;
    }
    let model = &document.model;
    let [of_vertices, of_faces] = match document.is_binary() {
        false => [BlockKind::Meshes; 2],
        true => [BlockKind::Vertices, BlockKind::Faces],
    };
    let vertices = model.geometries().map(|(_, geometry)| geometry.vertices.len()).sum();
    let faces = model.geometries().map(|(_, geometry)| geometry.faces.len()).sum();
    let parts = [
        (of_vertices, "vertex", budget.vertices, vertices),
        (of_faces, "face", budget.faces, faces),
        (BlockKind::Materials, "material", budget.materials, model.materials.len()),
        (BlockKind::Materials, "texture", budget.textures, textures(document)),
        (BlockKind::Bones, "bone", budget.bones, model.bones.len()),
    ];
    // Those of one block are told together: in one place nothing can hide behind another.
    for of_block in parts.chunk_by(|one, next| one.0 == next.0) {
        let over = of_block.iter().filter_map(|(_, noun, most, count)| {
            let most = (*most)? as usize;
            (*count > most).then(|| (counted(*count, noun), number(most)))
        });
        let over: Vec<_> = over.collect();
        let has = || list(&over.iter().map(|(has, _)| has.clone()).collect::<Vec<_>>());
        let Some((block, _)) = model.block(of_block[0].0).filter(|_| !over.is_empty()) else { continue };
        let place = Place::object(Record::Block, block).field(fields::block::COUNT);
        findings.add_known_by(place, None, has, || {
            let words: Vec<_> =
                over.iter().map(|(has, most)| format!("{has} where the budget allows {most}")).collect();
            Draft::new(format!("the model has {}", list(&words)))
                .label(has())
                .help("make the model smaller, or ask for a larger budget")
        });
    }
}

//! More of something than the configuration allows.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record, fields};
use crate::diagnostics::limits::Budget;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::document::stats::textures;
use crate::base::display::{counted, number};

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
    for (block, noun, most, count) in parts {
        let Some(most) = most.map(|most| most as usize).filter(|most| count > *most) else { continue };
        let Some((block, _)) = model.block(block) else { continue };
        let place = Place::object(Record::Block, block).field(fields::block::COUNT);
        findings.add_size(place, noun, count, || {
            let (has, most) = (counted(count, noun), number(most));
            Draft::new(format!("the model has {has} where the budget allows {most}"))
                .label(has)
                .help("make the model smaller, or ask for a larger budget")
        });
    }
}

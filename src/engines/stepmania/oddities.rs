//! What the programs take otherwise than an ASCII model says.

use crate::document::Document;
use crate::engines::lines::line_at;
use crate::engines::posed::{PosedBone, misplaced};
use crate::engines::scan::scan;
use crate::engines::stepmania::Branch;
use crate::engines::stepmania::held::{StepManiaBone, StepManiaMesh, StepManiaModel};
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::{Record, fields};
use crate::model::place::Place;
use crate::model::{Bone, Vertex};

/// All, in the order of the file. What comes after reading is only there if the program comes so far.
pub(super) fn of(document: &Document, held: &StepManiaModel, branch: Branch, is_loaded: bool) -> Vec<Oddity> {
    let mut found = numbers(document, held);
    found.extend(textures(document, held));
    if is_loaded {
        found.extend(names(held, branch));
        found.extend(faces(document, held, branch));
        found.extend(parents(held));
        found.extend(length(document, held));
    }
    found.sort_by_key(|oddity| oddity.at);
    found
}

/// Numbers that the variables of the program have no room for, or of which it reads only the beginning.
fn numbers(document: &Document, held: &StepManiaModel) -> Vec<Oddity> {
    let mut cut = OddityTally::default();
    let mut divided = OddityTally::default();
    for (mesh, known) in held.meshes.iter().zip(&document.model.meshes) {
        let rows = &known.geometry.vertices;
        let is_usual = rows.usual_from.is_some();
        for (vertex, row) in mesh.vertices.iter().zip(&rows.rows).filter(|(vertex, row)| vertex.at == row.at)
        {
            let is_divided = row.flags & 4 != 0;
            if is_divided && vertex.uv != row.uv {
                divided.add(row.at as usize);
            }
            let same = |one: f32, other: f32| one == other || one.is_nan() && other.is_nan();
            let is_cut = |row: &Vertex| {
                !row.position.iter().zip(vertex.position).all(|(one, other)| same(*one, other))
            };
            if !is_usual && is_cut(row) {
                cut.add(row.at as usize);
            }
        }
    }
    let cut =
        cut.oddity(OddityKind::Misreads, "vertex", |count| format!("reads another position of {count}"));
    let divided = divided.oddity(OddityKind::Differs, "vertex", |count| {
        format!("divides the position of {count} by its texture coordinates, since the flags have 4")
    });
    cut.into_iter().chain(divided).collect()
}

/// A path with this word makes a texture a mirror.
fn textures(document: &Document, held: &StepManiaModel) -> Vec<Oddity> {
    let mut found = Vec::new();
    for (index, material) in held.materials.iter().enumerate() {
        let fields = [fields::material::TEXTURE, fields::material::ALPHA_MAP];
        for (texture, field) in material.textures.iter().zip(fields) {
            let at = document.locate(Place::object(Record::Material, index).field(field));
            if let Some(at) = at.filter(|_| texture.is_sphere) {
                let says = "shows this texture like a mirror: \"sphere\" is in its path";
                found.push(Oddity::new(OddityKind::Differs, at.start, says));
            }
        }
    }
    found
}

/// Two meshes of one name that are all of the model.
fn names(held: &StepManiaModel, branch: Branch) -> Option<Oddity> {
    match &held.meshes[..] {
        [first, second] if first.name == second.name && branch == Branch::StepMania => {
            let says = "draws this mesh twice, once with the material of the other mesh of its name";
            Some(Oddity::new(OddityKind::Differs, second.at, says))
        }
        _ => None,
    }
}

/// What becomes of the faces and their vertices.
fn faces(document: &Document, held: &StepManiaModel, branch: Branch) -> Vec<Oddity> {
    let mut found = Vec::new();
    let is_joined = held.meshes.len() == 2 && held.meshes[0].name == held.meshes[1].name;
    let mut wild = OddityTally::default();
    for (mesh, known) in held.meshes.iter().zip(&document.model.meshes) {
        let there = known.geometry.faces.len();
        if mesh.faces.is_empty() && there > 0 && mesh.at == known.lines[0] {
            let says = format!("keeps none of the {there} faces of this mesh");
            found.push(Oddity::new(OddityKind::Drops, mesh.at, says));
        }
        add_without_direction(mesh, &mut wild);
        let given = scan("\"%[^\"]\" %d %d", line_at(document.source.bytes(), mesh.at)).integer(2);
        if i32::from(mesh.material) != given {
            let says = format!("takes material {given} for material {}", mesh.material);
            found.push(Oddity::new(OddityKind::Misreads, mesh.at, says));
        }
    }
    found.extend(wild.oddity(OddityKind::Differs, "vertex", |count| {
        format!("has no direction for the normal of {count}, and lights it wrongly where it lights the model")
    }));
    let drawn = held.meshes.iter().map(|mesh| mesh.vertices.len()).sum::<usize>();
    if drawn > 1 << 16 && !(is_joined && branch == Branch::StepMania) {
        let at = held.meshes.last().map_or(0, |mesh| mesh.at);
        let says = format!("draws faces with wrong vertices: all meshes together have {drawn}, over 65536");
        found.push(Oddity::new(OddityKind::Misreads, at, says));
    }
    found
}

/// Adds the vertices whose normal had no length, and is no number now.
fn add_without_direction(mesh: &StepManiaMesh, tally: &mut OddityTally) {
    for vertex in mesh.vertices.iter().filter(|vertex| vertex.normal.iter().any(|part| part.is_nan())) {
        tally.add(vertex.at as usize);
    }
}

fn parents<'d>(held: &StepManiaModel<'d>) -> Vec<Oddity> {
    let posed = |bone: &StepManiaBone<'d>| PosedBone {
        name: bone.name,
        parent: Some(bone.parent).filter(|parent| !parent.is_empty()),
        parent_at: bone.parent_at,
    };
    misplaced(&held.bones.iter().map(posed).collect::<Vec<_>>())
}

/// The animation is as long as its last key says, in whole frames.
fn length(document: &Document, held: &StepManiaModel) -> Option<Oddity> {
    let mut keys = held.bones.iter().flat_map(|bone| bone.position_keys.iter().chain(&bone.rotation_keys));
    if held.frame_count > 0 || !keys.any(|[time, ..]| *time > 0.0) {
        return None;
    }
    let first =
        document.model.bones.iter().flat_map(Bone::tables).find_map(|(_, table)| table.rows.first())?;
    let says = "shows the last key for ever, since all keys are before frame 1";
    Some(Oddity::new(OddityKind::Misreads, first.at, says))
}

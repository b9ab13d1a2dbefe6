//! The parts of an ASCII model that have many lines: blocks, the objects in them, and their tables.

use crate::base::display::{counted, quote};
use crate::base::span::Span;
use crate::document::Document;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::{ABSENT, Bone, Material, Mesh};

/// A part of a model.
pub(crate) struct Region {
    /// How deep it is: a block, an object, or a table.
    pub(crate) depth: usize,
    /// What it is.
    pub(crate) place: Place,
    /// The word for it, or its name.
    pub(crate) name: String,
    /// What is in it.
    pub(crate) detail: String,
    /// All its lines.
    pub(crate) span: Span,
}

/// The parts of a model, each before what is in it. None of a binary one.
pub(crate) fn regions(document: &Document) -> Vec<Region> {
    let model = &document.model;
    if document.is_binary() {
        return Vec::new();
    }
    let mut regions = Vec::new();
    for (index, block) in model.blocks.iter().enumerate() {
        let detail = block.kind.counts().map_or(String::new(), |noun| counted(block.found as usize, noun));
        let name = block.kind.name().to_string();
        let place = Place::object(Record::Block, index);
        let span = Span { start: block.at, end: block.end.max(document.whole_line(block.at).end) };
        regions.push(Region { depth: 0, place, name, detail, span });
    }
    model.meshes.iter().enumerate().for_each(|(index, mesh)| add_mesh(document, index, mesh, &mut regions));
    for (index, material) in model.materials.iter().enumerate() {
        regions.extend(material_region(document, index, material));
    }
    model.bones.iter().enumerate().for_each(|(index, bone)| add_bone(document, index, bone, &mut regions));
    regions.sort_by_key(|region| (region.span.start, region.depth));
    regions
}

fn name(document: &Document, record: Record, index: usize) -> String {
    let name = document.name_of(record, index as u32).unwrap_or_default();
    // An editor shows nothing without a name.
    if name.is_empty() { "\"\"".to_string() } else { quote(name) }
}

/// From the first of some lines that is there to an offset.
fn lines_to(lines: &[u32], end: u32) -> Option<Span> {
    let start = lines.iter().copied().find(|at| *at != ABSENT)?;
    Some(Span { start, end: end.max(start) })
}

fn add_mesh(document: &Document, index: usize, mesh: &Mesh, out: &mut Vec<Region>) {
    let geometry = &mesh.geometry;
    let tables = [
        ("vertex", Record::Vertex, geometry.vertices.len(), geometry.vertices.end),
        ("normal", Record::Normal, geometry.normals.len(), geometry.normals.end),
        ("face", Record::Face, geometry.faces.len(), geometry.faces.end),
    ];
    let end = tables.iter().map(|(.., end)| *end).max().unwrap_or(0);
    let Some(span) = lines_to(&mesh.lines, end) else { return };
    let detail = format!("{}, {}", counted(tables[0].2, "vertex"), counted(tables[2].2, "face"));
    let place = Place::object(Record::Mesh, index);
    out.push(Region { depth: 1, place, name: name(document, Record::Mesh, index), detail, span });
    out.extend(
        tables.into_iter().zip(&mesh.lines[1..]).filter_map(|(table, at)| table_region(index, table, *at)),
    );
}

fn add_bone(document: &Document, index: usize, bone: &Bone, out: &mut Vec<Region>) {
    let keys = [&bone.position_keys, &bone.rotation_keys];
    let tables = [
        ("position key", Record::PositionKey, keys[0].len(), keys[0].end),
        ("rotation key", Record::RotationKey, keys[1].len(), keys[1].end),
    ];
    let lines_end = last_line_end(document, &bone.lines);
    let end = tables.iter().map(|(.., end)| *end).max().unwrap_or(0).max(lines_end);
    let Some(span) = lines_to(&bone.lines, end) else { return };
    let parent = bone.parent.map(|parent| document.bytes(parent)).filter(|parent| !parent.is_empty());
    let detail = parent.map_or(String::new(), |parent| format!("on \"{}\"", quote(parent)));
    let place = Place::object(Record::Bone, index);
    out.push(Region { depth: 1, place, name: name(document, Record::Bone, index), detail, span });
    out.extend(
        tables.into_iter().zip(&bone.lines[3..]).filter_map(|(table, at)| table_region(index, table, *at)),
    );
}

fn material_region(document: &Document, index: usize, material: &Material) -> Option<Region> {
    let span = lines_to(&material.lines, last_line_end(document, &material.lines))?;
    let texture = material.texture.map(|path| document.bytes(path)).filter(|path| !path.is_empty());
    let detail = texture.map_or(String::new(), quote);
    let place = Place::object(Record::Material, index);
    Some(Region { depth: 1, place, name: name(document, Record::Material, index), detail, span })
}

fn last_line_end(document: &Document, lines: &[u32]) -> u32 {
    let last = lines.iter().rev().find(|at| **at != ABSENT);
    last.map_or(0, |at| document.whole_line(*at).end)
}

fn table_region(
    object: usize,
    (noun, record, len, end): (&str, Record, usize, u32),
    at: u32,
) -> Option<Region> {
    let span = lines_to(&[at], end)?;
    let place = Place::row(record, object, 0);
    (len > 0).then(|| Region { depth: 2, place, name: counted(len, noun), detail: String::new(), span })
}

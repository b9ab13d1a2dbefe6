//! The parts of a model that have many lines: blocks, the objects in them, and their tables. Those of a binary model are lines of
//! its listing.

use crate::base::display::{counted, quote};
use crate::base::span::Span;
use crate::document::Document;
use crate::layout::{BlockKind, Record};
use crate::model::place::Place;
use crate::model::{ABSENT, Bone, Material, Mesh, Model};

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

/// The parts of a model, each before what is in it.
pub(crate) fn regions(document: &Document) -> Vec<Region> {
    let model = &document.model;
    let mut regions = Vec::new();
    for (index, block) in model.blocks.iter().enumerate() {
        let detail = block.kind.counts().map_or(String::new(), |noun| counted(block.found as usize, noun));
        let name = block.kind.name().to_string();
        let place = Place::object(Record::Block, index);
        let own = if document.is_binary() { block.at } else { document.whole_line(block.at).end };
        let span = Span { start: block.at, end: block.end.max(own) };
        regions.push(Region { depth: 0, place, name, detail, span });
    }
    if document.is_binary() {
        add_binary(document, &mut regions);
        regions.sort_by_key(|region| (region.span.start, region.depth));
        return regions;
    }
    model.meshes.iter().enumerate().for_each(|(index, mesh)| add_mesh(document, index, mesh, &mut regions));
    for (index, material) in model.materials.iter().enumerate() {
        regions.extend(material_region(document, index, material));
    }
    model.bones.iter().enumerate().for_each(|(index, bone)| add_bone(document, index, bone, &mut regions));
    regions.sort_by_key(|region| (region.span.start, region.depth));
    regions
}

/// The objects of a binary model: each ends where the next one begins, the last with its block.
fn add_binary(document: &Document, out: &mut Vec<Region>) {
    let Model { meshes, materials, bones, .. } = &document.model;
    let mesh = |mesh: &Mesh| (mesh.lines[0], counted(mesh.members.len(), "face"));
    let objects = [
        (BlockKind::Meshes, Record::Mesh, meshes.iter().map(mesh).collect::<Vec<_>>()),
        (
            BlockKind::Materials,
            Record::Material,
            materials.iter().map(|of| (of.lines[0], texture(document, of))).collect(),
        ),
        (
            BlockKind::Bones,
            Record::Bone,
            bones.iter().map(|bone| (bone.lines[0], parent(document, bone))).collect(),
        ),
    ];
    for (kind, record, objects) in objects {
        let Some((_, block)) = document.model.block(kind) else { continue };
        let ends = objects.iter().skip(1).map(|(at, _)| *at).chain([block.end]);
        for (index, ((at, detail), end)) in objects.iter().zip(ends).enumerate() {
            let Some(span) = lines_to(&[*at], end) else { continue };
            let (place, name) = (Place::object(record, index), name(document, record, index));
            out.push(Region { depth: 1, place, name, detail: detail.clone(), span });
        }
    }
    for (index, bone) in bones.iter().enumerate() {
        let tables = [
            ("rotation key", Record::RotationKey, &bone.rotation_keys),
            ("position key", Record::PositionKey, &bone.position_keys),
        ];
        out.extend(tables.into_iter().filter_map(|(noun, record, table)| {
            table_region(index, (noun, record, table.len(), table.end), table.rows.first()?.at)
        }));
    }
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
    let detail = parent(document, bone);
    let place = Place::object(Record::Bone, index);
    out.push(Region { depth: 1, place, name: name(document, Record::Bone, index), detail, span });
    out.extend(
        tables.into_iter().zip(&bone.lines[3..]).filter_map(|(table, at)| table_region(index, table, *at)),
    );
}

fn material_region(document: &Document, index: usize, material: &Material) -> Option<Region> {
    let span = lines_to(&material.lines, last_line_end(document, &material.lines))?;
    let detail = texture(document, material);
    let place = Place::object(Record::Material, index);
    Some(Region { depth: 1, place, name: name(document, Record::Material, index), detail, span })
}

fn parent(document: &Document, bone: &Bone) -> String {
    let parent = bone.parent.map(|parent| document.bytes(parent)).filter(|parent| !parent.is_empty());
    parent.map_or(String::new(), |parent| format!("on \"{}\"", quote(parent)))
}

fn texture(document: &Document, material: &Material) -> String {
    let texture = material.texture.map(|path| document.bytes(path)).filter(|path| !path.is_empty());
    texture.map_or(String::new(), quote)
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

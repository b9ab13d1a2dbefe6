//! Inlay hints: which row a line is, how many rows follow a count, and the name that an index means.

use gen_lsp_types::{InlayHint, InlayHintKind, Range};

use crate::base::display::{counted, quote};
use crate::document::Document;
use crate::document::describe::row_name;
use crate::document::references::referred;
use crate::editor::open_file::OpenFile;
use crate::layout::{Record, fields};
use crate::model::place::Place;

/// The hints at the ends of the lines of a range. The listing of a binary model has them in its words.
pub(crate) fn hints(file: &OpenFile, range: Range) -> Vec<InlayHint> {
    if file.is_listing() {
        return Vec::new();
    }
    let (document, text) = (file.document(), file.text());
    let last = (range.end.line as usize).min(text.starts().len() - 1);
    let lines = range.start.line as usize..last + 1;
    let hint = |line: usize| {
        let start = file.offset(gen_lsp_types::Position { line: line as u32, character: 0 });
        let label = label(document, start)?;
        let end = gen_lsp_types::Position { line: line as u32, character: u32::MAX };
        Some(InlayHint {
            position: text.position(text.offset(end)),
            label: label.into(),
            kind: Some(InlayHintKind::Parameter),
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    lines.filter_map(hint).collect()
}

/// What a line is that starts at an offset; `None` where the line says it itself.
fn label(document: &Document, start: usize) -> Option<String> {
    let place = first_place(document, start)?;
    let whole = place.whole();
    match whole.record {
        Record::Vertex => {
            let bone = name_behind(document, whole.field(fields::vertex::BONE), "bone");
            Some(format!("vertex {}{bone}", whole.row))
        }
        Record::Normal | Record::Face | Record::PositionKey | Record::RotationKey => {
            Some(format!("{} {}", row_name(whole.record)?, whole.row))
        }
        Record::Mesh if place.field == Some(fields::mesh::NAME) => {
            let material = name_behind(document, whole.field(fields::mesh::MATERIAL), "material");
            Some(format!("mesh {}{material}", whole.object))
        }
        Record::Material if place.field == Some(fields::material::NAME) => {
            Some(format!("material {}", whole.object))
        }
        Record::Bone if place.field == Some(fields::bone::NAME) => Some(format!("bone {}", whole.object)),
        Record::Mesh | Record::Bone => rows(document, place),
        _ => None,
    }
}

/// The first field of a line. Spaces may be before it.
fn first_place(document: &Document, start: usize) -> Option<Place> {
    let line = document.whole_line(start as u32).range();
    let spaces = document.source.bytes()[line].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    document.place_at(start + spaces)
}

/// `, material "shell"`; empty without one.
fn name_behind(document: &Document, index: Place, noun: &str) -> String {
    let name = referred(document, index).and_then(|to| document.name_of(to.record, to.object));
    name.map_or(String::new(), |name| format!(", {noun} \"{}\"", quote(name)))
}

/// How many rows a table really has, at its count.
fn rows(document: &Document, place: Place) -> Option<String> {
    let index = place.object as usize;
    let mesh = || Some(&document.model.meshes.get(index)?.geometry);
    let bone = || document.model.bones.get(index);
    let (noun, count) = match (place.record, place.field?) {
        (Record::Mesh, fields::mesh::VERTEX_COUNT) => ("vertex", mesh()?.vertices.len()),
        (Record::Mesh, fields::mesh::NORMAL_COUNT) => ("normal", mesh()?.normals.len()),
        (Record::Mesh, fields::mesh::FACE_COUNT) => ("face", mesh()?.faces.len()),
        (Record::Bone, fields::bone::POSITION_KEY_COUNT) => ("position key", bone()?.position_keys.len()),
        (Record::Bone, fields::bone::ROTATION_KEY_COUNT) => ("rotation key", bone()?.rotation_keys.len()),
        _ => return None,
    };
    Some(counted(count, noun))
}

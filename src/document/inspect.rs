//! Inspects a place in a file: which field it is, its value, what that means, and what else refers to
//! the same thing.

use std::collections::BTreeSet;
use std::iter;

use crate::base::display::{counted, quote};
use crate::base::lines::line_around;
use crate::document::Document;
use crate::document::describe::describe;
use crate::document::dump;
use crate::document::references::{index_and_target, referring};
use crate::document::target::Target;
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{Parent, Table};
use crate::parse::binary;

/// At most this many indices are listed of those that use something.
const MOST: usize = 10;

/// At most so many lines are looked at for what is before a place.
const MOST_STEPS: usize = 1000;

/// What is known about what somebody points at.
pub fn about_target(document: &Document, target: Target) -> Vec<String> {
    let known = match target {
        Target::Line(at) => about_line(document, at),
        Target::Offset(at) => document.place_at(at).map(|place| about(document, place)),
        Target::Place(place) => Some(about(document, place)),
    };
    known.unwrap_or_else(|| about_nothing(document, target.offset(document).unwrap_or(0)))
}

/// What is known about a place: in the first line what it is, and its value if it is a field; then,
/// each on a line, what it means, how much follows it, and what uses it.
pub fn about(document: &Document, place: Place) -> Vec<String> {
    let place = document.shown_as(place);
    let number = uncounted(document, place);
    let what = match describe(document, if number.is_some() { place.whole() } else { place }) {
        words if words.is_empty() => "the file".to_string(),
        words => words,
    };
    let value = if place.field.is_some() { value(document, place) } else { values(document, place) };
    let mut lines = match value {
        Some(value) => vec![format!("{what}: {value}")],
        None => vec![what],
    };
    lines.extend(number.map(str::to_string));
    lines.extend(meaning(document, place));
    lines.extend(follows(document, place));
    lines.extend(users(document, place));
    lines
}

/// The same about the line that begins at an offset: if it is not the first of an object, what is on this line. `None` if
/// nothing was read from there.
fn about_line(document: &Document, at: usize) -> Option<Vec<String>> {
    let field = document.shown_as(document.place_at(at)?);
    let whole = field.whole();
    let line = at..=line_around(document.source.bytes(), at).end;
    if document.locate(whole).is_none_or(|span| line.contains(&(span.start as usize))) {
        return Some(about(document, whole));
    }
    let values = dump::values(document, at).unwrap_or_default();
    let mut lines = vec![format!("{}: {values}", describe(document, whole))];
    lines.extend(meaning(document, field));
    lines.extend(follows(document, field));
    lines.extend(users(document, field));
    Some(lines)
}

/// What is at an offset from which nothing was read, and what is before it.
pub fn about_nothing(document: &Document, offset: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if !document.is_binary() {
        let line = line_around(document.source.bytes(), offset);
        let text = document.source.bytes()[line.start..line.end].trim_ascii();
        lines.push(match text {
            [] => "an empty line".to_string(),
            [b'/', b'/', ..] => format!("a comment: {}", quote(text)),
            _ => format!("not read: {}", quote(text)),
        });
    } else {
        lines.push("nothing was read from here".to_string());
    }
    let before = |at: &usize| {
        let at = at.checked_sub(1)?;
        Some(if document.is_binary() { at } else { line_around(document.source.bytes(), at).start })
    };
    let places = iter::successors(before(&offset), before).map(|at| document.place_at(at));
    if let Some(place) = places.take(MOST_STEPS).flatten().next() {
        let words = describe(document, document.shown_as(place.whole()));
        lines.extend((!words.is_empty()).then(|| format!("after {words}")));
    }
    lines
}

/// What the number of a block says that counts nothing in it; `None` for another field.
fn uncounted(document: &Document, place: Place) -> Option<&'static str> {
    let is_number = (place.record, place.field) == (Record::Block, Some(fields::block::COUNT));
    let block = document.model.blocks.get(place.object as usize).filter(|_| is_number)?;
    match block.kind {
        BlockKind::Frames => Some("so many frames the animation has"),
        BlockKind::Frame => Some("the frame that is shown when the model is opened"),
        kind if kind.has_version() => Some("the version of this section"),
        _ => None,
    }
}

/// The values of the fields of a record, on its first line.
fn values(document: &Document, place: Place) -> Option<String> {
    dump::values(document, document.locate(place)?.start as usize).filter(|_| place != Place::FILE)
}

/// The value of a field, as it is in the file.
fn value(document: &Document, place: Place) -> Option<String> {
    match document.binary_field(place) {
        Some((slot, span)) => Some(quote(binary::spell(slot.store, document.bytes(span)).as_bytes())),
        None => Some(quote(document.bytes(document.locate(place)?))),
    }
}

/// What an index or the name of a parent means.
fn meaning(document: &Document, place: Place) -> Option<String> {
    let field = place.field?;
    if (place.record, field) == (Record::Bone, fields::bone::PARENT) {
        return match document.model.bones.get(place.object as usize)?.parent_bone {
            Parent::Bone(parent) => Some(means(document, Place::object(Record::Bone, parent as usize))),
            Parent::Missing => Some("there is no such bone".to_string()),
            Parent::Root | Parent::Unknown => None,
        };
    }
    let (index, target) = index_and_target(document, place)?;
    match index {
        -1 => Some("that is none".to_string()),
        ..-1 => Some("no index is negative".to_string()),
        _ if document.locate(target).is_some() => Some(means(document, target)),
        _ => Some(format!("there is no {}", describe(document, target))),
    }
}

fn means(document: &Document, place: Place) -> String {
    format!("that is {}", describe(document, document.shown_as(place)))
}

/// How many rows or objects follow a count, and where.
fn follows(document: &Document, place: Place) -> Option<String> {
    use fields::{block, bone, mesh};
    let model = &document.model;
    let index = place.object as usize;
    let rows = |noun, (start, end, found): (u32, u32, usize)| (noun, found, start, end);
    let (noun, found, start, end) = match (place.record, place.field?) {
        (Record::Block, block::COUNT) => {
            let block = model.blocks.get(index)?;
            let own = document.locate(place)?;
            let behind = if document.is_binary() { own.end } else { document.whole_line(own.start).end };
            (block.kind.counts()?, block.found as usize, behind, block.end)
        }
        (Record::Mesh, field) => {
            let of = model.meshes.get(index)?;
            match field {
                mesh::VERTEX_COUNT => rows("vertex", stretch(document, &of.geometry.vertices, |row| row.at)),
                mesh::NORMAL_COUNT => rows("normal", stretch(document, &of.geometry.normals, |row| row.at)),
                mesh::FACE_COUNT if document.is_binary() => {
                    rows("member", stretch(document, &of.members, |row| row.at))
                }
                mesh::FACE_COUNT => rows("face", stretch(document, &of.geometry.faces, |row| row.at)),
                _ => return None,
            }
        }
        (Record::Bone, bone::POSITION_KEY_COUNT) => {
            rows("position key", stretch(document, &model.bones.get(index)?.position_keys, |row| row.at))
        }
        (Record::Bone, bone::ROTATION_KEY_COUNT) => {
            rows("rotation key", stretch(document, &model.bones.get(index)?.rotation_keys, |row| row.at))
        }
        _ => return None,
    };
    if found == 0 {
        return Some("nothing follows".to_string());
    }
    let verb = if found == 1 { "follows" } else { "follow" };
    let last = end.saturating_sub(1) as usize;
    let place = match document.is_binary() {
        true => format!("{start:#x} to {last:#x}"),
        false => {
            let mut locator = document.locator();
            match [start as usize, last].map(|at| locator.position(at).line) {
                [first, last] if first == last => format!("line {first}"),
                [first, last] => format!("lines {first} to {last}"),
            }
        }
    };
    Some(format!("{} {verb}: {place}", counted(found, noun)))
}

/// Where the first row of a table starts, where the last one ends, and how many there are.
fn stretch<T>(document: &Document, table: &Table<T>, at: impl Fn(&T) -> u32) -> (u32, u32, usize) {
    // In text there can be lines after the last row that are no rows.
    let end = match table.rows.last() {
        Some(last) if !document.is_binary() => document.whole_line(at(last)).end,
        _ => table.end,
    };
    (table.rows.first().map_or(table.end, at), end, table.len())
}

/// What uses an object or a row: a vertex its faces, a material its meshes, a bone its vertices and children.
fn users(document: &Document, place: Place) -> Vec<String> {
    let found = referring(document, place.whole());
    let of = |record| found.iter().filter(move |place| place.record == record);
    let rows = |record| of(record).map(|place| place.row as usize).collect::<BTreeSet<_>>();
    let objects = |record| of(record).map(|place| place.object as usize).collect::<BTreeSet<_>>();
    match place.record {
        Record::Vertex | Record::Normal => vec![used_by("face", &rows(Record::Face))],
        Record::Face if document.is_binary() => {
            vec![format!("listed by {}", listed("mesh", &objects(Record::Member)))]
        }
        Record::Material => vec![used_by("mesh", &objects(Record::Mesh))],
        Record::Bone => {
            // A vertex of a binary model has a bone of its own, and those that its weights are for.
            let own = of(Record::Vertex).map(|place| (place.object, place.row));
            let weighted = of(Record::VertexExtra).map(|place| (SHARED, place.row));
            let vertices = own.chain(weighted).collect::<BTreeSet<_>>().len();
            // It may have no weight.
            let verb = if document.is_binary() { "named by" } else { "moves" };
            vec![
                format!("{verb} {}", counted(vertices, "vertex")),
                format!("parent of {}", listed("bone", &objects(Record::Bone))),
            ]
        }
        _ => Vec::new(),
    }
}

fn used_by(noun: &str, indices: &BTreeSet<usize>) -> String {
    format!("used by {}", listed(noun, indices))
}

/// `2 faces: 3, 4`, or `no face`.
fn listed(noun: &str, indices: &BTreeSet<usize>) -> String {
    let shown: Vec<String> = indices.iter().take(MOST).map(usize::to_string).collect();
    let more = if indices.len() > MOST { ", ..." } else { "" };
    match indices.len() {
        0 => format!("no {noun}"),
        count => format!("{}: {}{more}", counted(count, noun), shown.join(", ")),
    }
}

//! Edits that the fixes of several rules share: of rows, lines, names and numbers.

use std::collections::{HashMap, HashSet};

use crate::base::lines::{Ending, line_from};
use crate::base::span::Span;
use crate::document::Document;
use crate::fix::Fix;
use crate::fix::fields::{count_place, set_field, set_text};
use crate::fix::renumber::{remove_extras, unlist_faces};
use crate::layout::{self, FieldKind, Record, fields};
use crate::model::note::Note;
use crate::model::place::{Place, SHARED};
use crate::model::{Comment, Key, Table, Text, named_objects};
use crate::parse::ascii::number;
use crate::parse::ascii::number_format::{Spelled, fitting, usual};

/// The longest name, in bytes, that MilkShape and StepMania have room for.
pub const LONGEST_NAME: usize = 31;

/// Reverses the winding of a face: its second and its third corner are swapped, with all that belongs
/// to them.
pub fn turn_face(fix: Fix, document: &Document, face: Place) -> Fix {
    use fields::face::{NORMAL_INDICES, NORMALS, U, V, VERTICES};
    // What belongs to the second corner, and to the third, in an ASCII file and in a binary one.
    let pair = |[_, second, third]: [u8; 3]| (second, third);
    let [_, second, third] = NORMALS;
    let indices = [VERTICES, NORMAL_INDICES].into_iter().map(pair);
    let uvs = [U, V].into_iter().map(pair);
    indices.chain(second.into_iter().zip(third)).chain(uvs).fold(fix, |fix, (second, third)| {
        match (document.locate(face.field(second)), document.locate(face.field(third))) {
            (Some(second), Some(third)) => {
                fix.replace(second, document.bytes(third)).replace(third, document.bytes(second))
            }
            _ => fix,
        }
    })
}

/// Removes rows from a table and writes how many are left of `total`. `table` is any row of it; `rows` are
/// indices in ascending order.
///
/// In a binary file what belongs to a row goes too: the extra of a vertex, a face in the list of its mesh.
pub fn remove_rows(fix: Fix, document: &Document, table: Place, rows: &[u32], total: usize) -> Fix {
    let Some(count) = count_place(document, table) else { return fix };
    let mut fix = set_field(fix, document, count, (total - rows.len()).to_string());
    for row in rows {
        fix = remove_row(fix, document, Place { row: *row, field: None, ..table });
    }
    match table.record {
        Record::Vertex if table.object == SHARED => remove_extras(fix, document, rows),
        Record::Face if table.object == SHARED => unlist_faces(fix, document, rows),
        _ => fix,
    }
}

/// Removes the bytes of a row: in an ASCII file its line.
fn remove_row(fix: Fix, document: &Document, row: Place) -> Fix {
    match document.locate(row) {
        Some(span) if document.is_binary() => fix.remove(span),
        Some(span) => fix.remove(document.removed_line(span.start)),
        None => fix,
    }
}

/// The bytes of a comment about a mesh, a material or a bone: in an ASCII file its two lines. `None` if its
/// text could not be read.
pub fn comment_span(document: &Document, comment: &Comment) -> Option<Span> {
    let text = comment.text?;
    if document.is_binary() {
        return Some(Span { start: comment.at, end: text.end });
    }
    let (first, last) = (document.whole_line(comment.at), document.whole_line(text.start));
    Some(Span { start: first.start, end: last.end })
}

/// Puts a key that moves and turns nothing into an empty table, which is counted in `count`.
pub fn add_neutral_key(fix: Fix, document: &Document, table: &Table<Key>, count: Place, time: f32) -> Fix {
    let fix = set_field(fix, document, count, "1");
    if document.is_binary() {
        return fix.insert(table.end, [time, 0.0, 0.0, 0.0].map(f32::to_le_bytes).concat());
    }
    match document.locate(count) {
        Some(span) => insert_line(fix, document, span.start, &neutral_key(time)),
        None => fix,
    }
}

/// A key that moves and turns nothing, as a line.
pub fn neutral_key(time: f32) -> String {
    format!("{} 0.000000 0.000000 0.000000", usual(time).as_deref().unwrap_or("1.000000"))
}

/// Inserts a line after the one that an offset is in. It ends as the lines of the file do; only if that
/// was the last line and had no ending, the new one has none.
pub fn insert_line(fix: Fix, document: &Document, behind: u32, text: &str) -> Fix {
    let line = document.whole_line(behind);
    let ending = document.line_ending();
    let is_last = line.end as usize == document.source.len();
    let new = match document.bytes(line) {
        [.., b'\r'] if is_last && document.ends_in_half_crlf() => [b"\n", text.as_bytes()].concat(),
        [.., b'\r' | b'\n'] => [text.as_bytes(), ending].concat(),
        _ => [ending, text.as_bytes()].concat(),
    };
    fix.insert(line.end, new)
}

/// Renames a mesh, a material or a bone, together with all references to its name.
/// `None` if it has no name that could be read.
pub fn rename(fix: Fix, document: &Document, record: Record, index: u32, name: &[u8]) -> Option<Fix> {
    let model = &document.model;
    let at = index as usize;
    let text: Text = match record {
        Record::Mesh => model.meshes.get(at)?.name,
        Record::Material => model.materials.get(at)?.name,
        Record::Bone => model.bones.get(at)?.name,
        _ => None,
    };
    let references = document.references(record, index).iter();
    let fix = set_text(fix, document, text?, name);
    Some(references.fold(fix, |fix, span| set_text(fix, document, *span, name)))
}

/// Finds unique names for objects of one kind.
pub struct Names {
    taken: HashSet<Vec<u8>>,
    /// The number that was last appended to a name.
    last: HashMap<Vec<u8>, usize>,
}

impl Names {
    /// The names of the meshes, the materials or the bones of a file, and of what bones call their
    /// parents, so that no new name becomes the parent of anything.
    pub fn of(document: &Document, record: Record) -> Self {
        let named = named_objects(&document.model).filter(|(place, ..)| place.record == record);
        let names = named.filter_map(|(.., text)| text);
        let parents = document.model.bones.iter().filter_map(|bone| bone.parent);
        let texts = names.chain(parents.filter(|_| record == Record::Bone));
        Self { taken: texts.map(|text| document.bytes(text).to_vec()).collect(), last: HashMap::new() }
    }

    /// A name like `wanted`, cut to what engines have room for, with a number after it if that name is
    /// taken. Nothing else gets it from then on.
    pub fn free(&mut self, wanted: &[u8]) -> Vec<u8> {
        let stem = cut(wanted, LONGEST_NAME);
        if self.taken.insert(stem.to_vec()) {
            return stem.to_vec();
        }
        let mut number = self.last.get(stem).copied().unwrap_or(1);
        loop {
            number += 1;
            let suffix = format!("-{number}");
            let mut name = cut(stem, LONGEST_NAME - suffix.len()).to_vec();
            name.extend_from_slice(suffix.as_bytes());
            if self.taken.insert(name.clone()) {
                self.last.insert(stem.to_vec(), number);
                return name;
            }
        }
    }
}

/// The beginning of a name, not cut in the middle of a character of UTF-8.
fn cut(name: &[u8], most: usize) -> &[u8] {
    if name.len() <= most {
        return name;
    }
    let is_inside = |at: usize| std::str::from_utf8(name).is_ok() && name[at] & 0xC0 == 0x80;
    let end = (0..=most).rev().find(|at| !is_inside(*at)).unwrap_or(most);
    &name[..end]
}

/// The lines that a span is in, with their endings.
pub fn whole_lines(document: &Document, span: Span) -> Span {
    let last = if span.is_empty() { span.start } else { span.end - 1 };
    Span { start: document.whole_line(span.start).start, end: document.whole_line(last).end }
}

/// The first ending of this kind.
pub fn first_ending(bytes: &[u8], ending: Ending) -> Span {
    let mut at = 0;
    while at < bytes.len() {
        let line = line_from(bytes, at);
        if Ending::at(bytes, line.end) == Some(ending) {
            return Span::new(line.end, line.next);
        }
        at = line.next;
    }
    Span::default()
}

/// Ends lines that end in one of these ways as `wanted` instead.
pub fn end_lines(fix: Fix, document: &Document, these: &[Ending], wanted: &[u8]) -> Fix {
    let bytes = document.source.bytes();
    let mut fix = fix;
    let mut at = 0;
    while at < bytes.len() {
        let line = line_from(bytes, at);
        if Ending::at(bytes, line.end).is_some_and(|ending| these.contains(&ending)) {
            fix = fix.replace(Span::new(line.end, line.next), wanted);
        }
        at = line.next;
    }
    fix
}

/// An unsafe fix that writes a number with other text for its commas, if that makes it one.
pub fn as_float(note: &Note, token: &[u8], title: &'static str, comma: &str) -> Option<Fix> {
    let field = layout::field(note.place.record, note.place.field?)?;
    let text = std::str::from_utf8(token).ok()?.replace(',', comma);
    let value = number::float(text.as_bytes()).value?;
    // A whole number is no index if it was written as something else.
    (field.kind == FieldKind::Float && value.is_finite())
        .then(|| Fix::unsafe_fix(title).replace(note.span, text))
}

/// A fix that writes the value of a number so that all engines have room for it, safe if nothing is
/// lost. `None` if there is no such spelling.
pub fn respell_float(span: Span, value: f32) -> Option<Fix> {
    let Spelled { text, exact } = fitting(value)?;
    let fix = match exact {
        true => Fix::safe(format!("write {text}")),
        false => Fix::unsafe_fix(format!("write {text}, which is nearly the same")),
    };
    Some(fix.replace(span, text))
}

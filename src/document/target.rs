//! Parses addresses of places (`mesh "body", vertex 7`), as people type them or copy them from a report.

use std::iter;

use crate::base::display::{counted, quote};
use crate::base::lines::line_from;
use crate::base::suggest::did_you_mean;
use crate::document::Document;
use crate::document::describe::{MOMENT, describe, row_name};
use crate::layout::{self, BlockKind, Record};
use crate::model::place::{Place, SHARED};
use crate::model::{Block, named_objects};

/// What somebody points at in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A byte, by its offset, or by line and column.
    Offset(usize),
    /// A line, by the offset of its first byte.
    Line(usize),
    /// Something that has a name.
    Place(Place),
}

impl Target {
    /// Where it begins; `None` for what the file does not have.
    pub fn offset(self, document: &Document) -> Option<usize> {
        match self {
            Self::Offset(at) | Self::Line(at) => Some(at),
            Self::Place(place) => document.locate(place).map(|span| span.start as usize),
        }
    }
}

/// What words refer to: an offset `0x2f`, a line `12`, or `12:7` with a column, each also with the word
/// `line` before it, or a place as [`describe`](crate::document::describe::describe) writes it: `mesh "body", vertex 311, u`.
///
/// # Errors
///
/// If the words are invalid, or the file does not have what they name: why, in one line.
pub fn target(document: &Document, words: &str) -> Result<Target, String> {
    let words = words.trim();
    if let Some(digits) = words.strip_prefix("0x") {
        let offset = usize::from_str_radix(digits, 16);
        let offset = offset.map_err(|_| format!("\"{}\" is not an offset", quote(words.as_bytes())))?;
        return match offset <= document.source.len() {
            true => Ok(Target::Offset(offset)),
            false => Err(format!("the file has {}", counted(document.source.len(), "byte"))),
        };
    }
    let numbers = words.strip_prefix("line ").unwrap_or(words);
    let (line, column) =
        numbers.split_once(':').map_or((numbers, None), |(line, column)| (line, Some(column)));
    let Ok(line) = line.parse() else { return place(document, words).map(Target::Place) };
    if document.is_binary() {
        return Err("a binary file has no lines; give an offset, as in 0x2f".to_string());
    }
    match column.map(str::parse) {
        None => line_at(document, line).map(Target::Line),
        Some(Ok(column)) => byte_at(document, line, column).map(Target::Offset),
        Some(Err(_)) => Err(format!("\"{}\" is not a line and column", quote(words.as_bytes()))),
    }
}

/// Where a line of an ASCII file starts.
fn line_at(document: &Document, number: usize) -> Result<usize, String> {
    let bytes = document.source.bytes();
    let next = |at: &usize| Some(line_from(bytes, *at).next).filter(|next| *next < bytes.len());
    let starts = || iter::successors((!bytes.is_empty()).then_some(0), next);
    let index = number.checked_sub(1).ok_or("lines count from 1")?;
    // What is missing at the end of a file is reported in a line after the last.
    let end = matches!(bytes.last(), None | Some(b'\n' | b'\r')).then_some(bytes.len());
    let found = starts().chain(end).nth(index);
    found.ok_or_else(|| format!("the file has {}", counted(starts().count(), "line")))
}

/// Where the character in a column of a line starts, or where the line ends.
fn byte_at(document: &Document, number: usize, column: usize) -> Result<usize, String> {
    let start = line_at(document, number)?;
    let line = line_from(document.source.bytes(), start);
    let mut locator = document.locator();
    let mut offsets = line.start..=line.end;
    let found = offsets.find(|at| locator.position(*at).column == column);
    found.ok_or_else(|| format!("line {number} has no column {column}"))
}

/// The place that words name.
fn place(document: &Document, words: &str) -> Result<Place, String> {
    let parts = parts(words);
    let mut parts = parts.iter().copied().peekable();
    let first = parts.next().unwrap_or_default();
    let mut place = match object(document, first)? {
        Some(object) => object,
        None => row(document, None, first)?.ok_or_else(|| no_such_word(document, first))?,
    };
    if let Some(part) = parts.peek()
        && let Some(row) = row(document, Some(place), part)?
    {
        place = row;
        parts.next();
    }
    if let Some(name) = parts.next() {
        place = field(place, name)?;
    }
    match parts.next() {
        // What is missing is looked for where it should be.
        None if document.locate(place).or_else(|| document.locate(place.whole())).is_some() => Ok(place),
        None => Err(format!("there is no {}", quote(words.as_bytes()))),
        Some(part) => Err(format!("\"{}\" is too much", quote(part.as_bytes()))),
    }
}

/// The parts between commas that are not inside a name.
fn parts(words: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let mut from = 0;
    let mut parts = Vec::new();
    for (at, c) in words.char_indices() {
        match c {
            '"' if !is_quoted => is_quoted = true,
            // A name can have quotes in it: the one that ends it is at the end of a word.
            '"' => {
                is_quoted = words[at + 1..].starts_with(|next: char| next != ',' && !next.is_whitespace());
            }
            ',' if !is_quoted => {
                parts.push(words[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(words[from..].trim());
    parts
}

/// The word before an index or a name, and the rest.
fn word_and_rest(part: &str) -> (&str, &str) {
    let end = part.find(|c: char| c.is_ascii_digit() || c == '"').unwrap_or(part.len());
    (part[..end].trim_end(), &part[end..])
}

/// The record that a part names, unless it is about a row.
fn object(document: &Document, part: &str) -> Result<Option<Place>, String> {
    let at = |record, index: usize| Ok(Some(Place::object(record, index)));
    match part {
        "header" => return Ok(Some(Place::FILE)),
        "animation" => return at(Record::Animation, 0),
        "model extra" | "extra of the model" => return at(Record::ModelExtra, 0),
        "model comment" | "comment of the model" => {
            let is_it = |block: u32| document.model.blocks[block as usize].kind == BlockKind::ModelComment;
            let found = document.model.comments.iter().position(|comment| is_it(comment.block));
            return found
                .map_or_else(|| Err(format!("there is no {part}")), |index| at(Record::ModelComment, index));
        }
        _ => {}
    }
    if let Some(name) = part.strip_prefix("block ") {
        return block(document, name).map(Some);
    }
    let (word, rest) = match part.split_once(' ') {
        // A shell may have taken the quotation marks away.
        Some((word, name)) if !name.starts_with(|c: char| c.is_ascii_digit() || c == '"') => (word, name),
        _ => word_and_rest(part),
    };
    let record = match word {
        "mesh" => Record::Mesh,
        "material" => Record::Material,
        "bone" => Record::Bone,
        "comment" => Record::Comment,
        _ => return Ok(None),
    };
    named(document, record, word, rest).map(|index| Some(Place::object(record, index as usize)))
}

/// The index of an object, given as `2`, `"body"` or `2 "body"`.
fn named(document: &Document, record: Record, word: &str, rest: &str) -> Result<u32, String> {
    let digits = rest.split(' ').next().unwrap_or_default();
    if let Ok(index) = digits.parse() {
        return Ok(index);
    }
    let name = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(rest);
    if rest.is_empty() {
        return Err(format!(
            "which {word}? give its index or its name: `{word} 0`{}",
            named_objects_of(document, &NAMED)
        ));
    }
    let named = names(document, record);
    named.iter().find(|(_, known)| known == name).map(|(index, _)| *index).ok_or_else(|| {
        let guess = did_you_mean(name, named.iter().map(|(_, known)| known.as_str()));
        let instead = match named_objects_of(document, &[record]) {
            _ if !guess.is_empty() => guess,
            none if none.is_empty() => {
                format!("; the model has no {word} with a name{}", named_objects_of(document, &NAMED))
            }
            objects => objects,
        };
        format!("no {word} is called \"{}\"{instead}", quote(name.as_bytes()))
    })
}

/// A block by its name, and which of several by its number, as in `Meshes no. 2`.
fn block(document: &Document, name: &str) -> Result<Place, String> {
    let (name, number) = match name.split_once(" no. ") {
        Some((name, number)) => (name, number.parse::<usize>().ok().and_then(|number| number.checked_sub(1))),
        None => (name, Some(0)),
    };
    // One that is not of the format has the name that it gives itself.
    let name_of = |(index, block): (usize, &Block)| match block.kind {
        BlockKind::Unknown => {
            describe(document, Place::object(Record::Block, index))["block".len()..].trim().to_string()
        }
        kind => kind.name().to_string(),
    };
    let names: Vec<String> = document.model.blocks.iter().enumerate().map(name_of).collect();
    let mut of_name = (0..names.len()).filter(|index| names[*index] == name);
    let index = number.and_then(|number| of_name.nth(number)).ok_or_else(|| {
        let guess = did_you_mean(name, names.iter().map(String::as_str));
        format!("there is no block {}{guess}", quote(name.as_bytes()))
    })?;
    Ok(Place::object(Record::Block, index))
}

/// The kinds of rows.
const ROWS: [Record; 7] = [
    Record::Vertex,
    Record::Normal,
    Record::Face,
    Record::Member,
    Record::VertexExtra,
    Record::PositionKey,
    Record::RotationKey,
];

/// The row that a part names, of an object or of the only one that there is.
fn row(document: &Document, object: Option<Place>, part: &str) -> Result<Option<Place>, String> {
    if let ("extra", Some(Place { record: Record::Bone, object, .. })) = (part, object) {
        return Ok(Some(Place::object(Record::BoneExtra, object as usize)));
    }
    let (word, digits) = word_and_rest(part);
    let Some(record) = ROWS.into_iter().find(|record| row_name(*record) == Some(word)) else {
        return Ok(None);
    };
    let Ok(row) = digits.parse::<u32>() else { return Ok(None) };
    let object = match object {
        _ if record == Record::VertexExtra => 0,
        Some(object) => object.object,
        None => only_object(document, record).ok_or_else(|| {
            let owner =
                if matches!(record, Record::PositionKey | Record::RotationKey) { "bone" } else { "mesh" };
            format!("of which {owner}? as in `{owner} 0, {}`", quote(part.as_bytes()))
        })?,
    };
    Ok(Some(Place { record, object, row, field: None }))
}

/// The object of rows that belong to no mesh, or to the only one.
fn only_object(document: &Document, record: Record) -> Option<u32> {
    let model = &document.model;
    let is_only = match record {
        Record::PositionKey | Record::RotationKey => model.bones.len() == 1,
        Record::Vertex | Record::Normal | Record::Face if document.is_binary() => return Some(SHARED),
        _ => model.meshes.len() == 1,
    };
    is_only.then_some(0)
}

/// A field of a record by its name.
fn field(place: Place, name: &str) -> Result<Place, String> {
    let fields = || (0..).map_while(|number| layout::field(place.record, number));
    let name = if place.record == Record::Block && name == MOMENT { "count" } else { name };
    match fields().zip(0..).find(|(field, _)| field.name == name) {
        Some((_, number)) => Ok(place.field(number)),
        None => {
            let guess = did_you_mean(name, fields().map(|field| field.name));
            Err(format!("there is no \"{}\" in it{guess}", quote(name.as_bytes())))
        }
    }
}

/// The names of meshes, materials or bones, each with its index.
fn names(document: &Document, record: Record) -> Vec<(u32, String)> {
    let named = named_objects(&document.model).filter(|(place, ..)| place.record == record);
    named.filter_map(|(place, _, text)| Some((place.object, quote(document.bytes(text?))))).collect()
}

/// The objects that have names.
const NAMED: [Record; 3] = [Record::Mesh, Record::Material, Record::Bone];

/// Which objects of these kinds there are: `; meshes: "body", "head"; bones: "root"`.
fn named_objects_of(document: &Document, kinds: &[Record]) -> String {
    const MOST: usize = 5;
    let title = |record: Record| match record {
        Record::Mesh => "meshes",
        Record::Material => "materials",
        _ => "bones",
    };
    let kinds = kinds.iter().map(|record| (title(*record), names(document, *record)));
    kinds.filter(|(_, names)| !names.is_empty()).fold(String::new(), |said, (title, names)| {
        let shown: Vec<_> = names.iter().take(MOST).map(|(_, name)| format!("\"{name}\"")).collect();
        let more = if names.len() > MOST { ", ..." } else { "" };
        format!("{said}; {title}: {}{more}", shown.join(", "))
    })
}

fn no_such_word(document: &Document, part: &str) -> String {
    let (word, _) = word_and_rest(part);
    if word == part && ROWS.iter().any(|record| row_name(*record) == Some(word)) {
        return format!("which {word}? give its index: `{word} 0`");
    }
    let objects = ["mesh", "material", "bone", "comment", "block", "animation", "header"];
    let known = objects.into_iter().chain(ROWS.into_iter().filter_map(row_name));
    let guess = did_you_mean(word, known);
    let example = if document.is_binary() { "0x2f" } else { "80, 80:5" };
    format!(
        "\"{}\" is not a place; write it as in {example}, 'bone \"arm\"' or 'mesh 0, vertex 3, x'{}{guess}",
        quote(part.as_bytes()),
        named_objects_of(document, &NAMED)
    )
}

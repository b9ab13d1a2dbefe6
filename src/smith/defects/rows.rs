//! Defects of the rows, fields and strings of ASCII files, and of lines that belong to no block.

use std::convert::identity;

use super::preconditions::{plain, something, whole};
use super::text_edits::{append, behind, between_blocks, has_rows, is_count_of_rows, write};
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{ASCII, Defect, Mark};
use crate::smith::lines::Holds;
use crate::smith::sample::{Field, Path, Record, Sample};

/// A row that cannot be read.
macro_rules! row {
    ($what:literal, $inject:expr) => {
        Defect::of_bytes("malformed-row", $what, ASCII, $inject).needs(plain)
    };
}

/// The last field of a row of a kind is missing.
macro_rules! short {
    ($what:literal, $record:ident) => {
        row!($what, |sample, choices| shorten(sample, choices, Record::$record))
    };
}

/// A string lacks its closing quote.
macro_rules! unterminated {
    ($what:literal, $is:expr) => {
        Defect::of_bytes("unterminated-string", $what, ASCII, |sample, choices| unquote(sample, choices, $is))
            .needs(something)
    };
}

/// A line is between two blocks, or after the last one.
macro_rules! stray {
    ($what:literal, $line:literal) => {
        Defect::of_bytes("unexpected-line", $what, ASCII, |sample, choices| {
            let at = between_blocks(sample, choices)?;
            Some(Mark::bytes(Path::FILE, sample.insert_line(at, $line)?))
        })
        .needs(whole)
    };
}

/// There is a material.
fn with_material(config: &mut Config) {
    plain(config);
    config.materials.at_least(1);
}

pub(super) static DEFECTS: &[Defect] = &[
    short!("a vertex lacks its last field", Vertex),
    short!("a normal lacks its last field", Normal),
    short!("a face lacks its last field", Face),
    short!("a position key lacks its last field", PositionKey),
    short!("a rotation key lacks its last field", RotationKey),
    short!("a mesh lacks its last field", Mesh),
    Defect::of_bytes(
        "unexpected-line",
        "the transparency of a material is there twice",
        ASCII,
        |sample, choices| {
            let material = choices.below(sample.model.materials.len());
            let field = sample.find(Path::object(Record::Material, material).field("transparency"))?;
            let text = sample.bytes[field.clone()].to_vec();
            let is_end = |at: usize| sample.bytes.get(at).is_some_and(|byte| b"\r\n".contains(byte));
            (is_end(field.start - 1) && is_end(field.end)).then_some(())?;
            let first = sample.insert_line(field.start, &text)?;
            let start = sample.bytes[first.end..].iter().position(|byte| *byte == text[0])? + first.end;
            Some(Mark::bytes(Path::FILE, start..start + text.len()))
        },
    )
    .needs(with_material),
    short!("a colour lacks its last field", Material),
    short!("a bone lacks its last field", Bone),
    row!("a word in place of an integer", |sample, choices| write(
        sample,
        choices,
        |p| p.holds() == Some(Holds::Integer),
        b"left"
    )),
    row!("a word in place of a number", |sample, choices| write(
        sample,
        choices,
        |p| p.holds() == Some(Holds::Float),
        b"left"
    )),
    row!("the name of a mesh without quotes", |sample, choices| {
        let index = choices.below(sample.model.meshes.len());
        unquoted(sample, Path::object(Record::Mesh, index).field("name"))
    }),
    row!("the name of a material without quotes", |sample, choices| {
        let index = choices.below(sample.model.materials.len());
        unquoted(sample, Path::object(Record::Material, index).field("name"))
    }),
    row!("the name of a bone without quotes", |sample, _| {
        unquoted(sample, Path::object(Record::Bone, sample.model.childless()?).field("name"))
    }),
    row!("a path or a parent without quotes", |sample, choices| {
        let is_one = |path: Path| path.holds() == Some(Holds::Text) && path.field != "name";
        write(sample, choices, is_one, b"plain")
    }),
    row!("the line of a count of rows is missing", |sample, choices| {
        let counts = sample.pick(choices, |field| is_count_of_rows(field.path) && has_rows(sample, field))?;
        remove_line(sample, counts.path, counts.path)
    }),
    row!("the line with the name of a mesh is missing", |sample, choices| {
        let mesh = Path::object(Record::Mesh, choices.below(sample.model.meshes.len()));
        Some(remove_line(sample, mesh.field("name"), mesh.field("name"))?.numbered())
    }),
    row!("a colour of a material is missing", |sample, choices| {
        let color = choices.one_of(&["ambient red", "diffuse red", "specular red", "emissive red"]);
        let material = Path::object(Record::Material, choices.below(sample.model.materials.len()));
        // All colours look alike: it is not known which one is missing.
        let next = remove_line(sample, material.field(color), material);
        let at = sample.find(material.field("shininess"))?.start;
        next.map(|_| Mark::bytes(material, at..at))
    }),
    row!("the shininess of a material is missing", |sample, choices| {
        let material = Path::object(Record::Material, choices.below(sample.model.materials.len()));
        remove_line(sample, material.field("shininess"), material)?;
        // The line that follows is read as the shininess.
        let at = sample.find(material.field("texture"))?.start;
        Some(Mark::bytes(material, at..at))
    }),
    row!("the alpha map of a material is missing", |sample, choices| {
        let material = Path::object(Record::Material, choices.below(sample.model.materials.len()));
        remove_line(sample, material.field("alpha map"), material)
    }),
    row!("the parent of a bone is missing", |sample, _| {
        let bone = Path::object(Record::Bone, sample.model.childless()?);
        // One of two strings is there, and it is not known which.
        Some(remove_line(sample, bone.field("parent"), bone)?.numbered())
    }),
    row!("the line with the pose of a bone is missing", |sample, choices| {
        let flags = Path::object(Record::Bone, choices.below(sample.model.bones.len())).field("flags");
        remove_line(sample, flags, flags)
    }),
    behind!("extra-fields", "a number after a line", Path::whole, b" 7", |path| is_number(path)
        && path.record != Record::Face),
    behind!("extra-fields", "a fourth corner of a face", Path::whole, b" 7", |path| path.record
        == Record::Face),
    behind!("extra-fields", "two numbers after a face", Path::whole, b" 7 8", |path| path.record
        == Record::Face),
    behind!("extra-fields", "a comment after a line", Path::whole, b" // spare", is_number),
    unterminated!("the name of a mesh", |path| path.record == Record::Mesh),
    unterminated!("a text that has a line for itself", |path| path.record != Record::Mesh),
    behind!("text-after-string", "a word after a string", identity, b" old", is_string),
    behind!("text-after-string", "a second quote after a path or a parent", identity, b"\"", |path| {
        is_string(path) && path.field != "name"
    }),
    stray!("words", b"to be painted"),
    stray!("numbers", b"0 1 2 3 4 5"),
    stray!("a string", b"\"hull\""),
    stray!("the start of a merge conflict", b"<<<<<<< ours"),
    stray!("the middle of a merge conflict", b"======="),
    stray!("the end of a merge conflict", b">>>>>>> theirs"),
];

/// Whether it is a number on a line with others, or on one for itself, that is no count of rows.
fn is_number(path: Path) -> bool {
    matches!(path.holds(), Some(Holds::Integer | Holds::Float)) || path.field == "count"
}

/// Whether it is a string that has a line for itself.
fn is_string(path: Path) -> bool {
    path.holds() == Some(Holds::Text) && path.record != Record::Mesh
}

fn unquoted(sample: &mut Sample, name: Path) -> Option<Mark> {
    sample.set(name, b"plain")?;
    Some(Mark::at(name).numbered())
}

fn unquote(sample: &mut Sample, choices: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let is_text = |field: &Field| {
        field.path.holds() == Some(Holds::Text) && is_one(field.path) && field.span.len() > "\"\"".len()
    };
    let Field { path, span } = sample.pick(choices, is_text)?;
    sample.replace(span.end - 1..span.end, b"");
    let mark = Mark::bytes(path, span.start..sample.line(span.start).end);
    let mark = if path.record == Record::Mesh { mark.numbered() } else { mark };
    (!sample.is_open(span.start)).then_some(mark)
}

/// Removes the last field of any line of a record.
fn shorten(sample: &mut Sample, choices: &mut Choices, record: Record) -> Option<Mark> {
    let is_last = |field: &Field| {
        let follows = sample.bytes.get(field.span.end);
        let ends_line = matches!(follows, Some(b'\r' | b'\n'));
        field.path.record == record && field.path.holds().is_some() && ends_line && !sample.begins_line(field)
    };
    let Field { path, span } = sample.pick(choices, is_last)?;
    let start = sample.line(span.start).start;
    let end = start + sample.bytes[start..span.start].trim_ascii_end().len();
    sample.replace(end..span.end, b"");
    Some(Mark::bytes(path.whole(), start..end))
}

/// Removes the line of a field. It is reported as missing before the line that follows.
fn remove_line(sample: &mut Sample, path: Path, missed: Path) -> Option<Mark> {
    let line = sample.whole_line(sample.find(path)?.start);
    sample.remove(line.clone());
    let next = sample.fields.iter().map(|field| field.span.start).filter(|start| *start >= line.start).min();
    next.map(|next| Mark::bytes(missed, next..next))
}

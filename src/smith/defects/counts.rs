//! Defects of declared counts: malformed, too small or too large.

use std::ops::Range;

use super::preconditions::{separated, something};
use super::text_edits::{behind_colon, has_rows, is_count_of_rows, write};
use crate::smith::choices::Choices;
use crate::smith::defect::{ASCII, Defect, MS3D, Mark};
use crate::smith::sample::{Path, Record, Sample};

/// Something else is in the place of any count of a kind.
macro_rules! count {
    ($what:literal, $is:expr, $text:literal) => {
        Defect::of_bytes("malformed-count", $what, ASCII, |sample, choices| {
            write(sample, choices, $is, $text)
        })
        .needs(something)
    };
}

/// A number of comments, or of the bytes of one, cannot be one.
macro_rules! number {
    ($what:literal, $is:expr, $number:literal) => {
        Defect::of_bytes("malformed-count", $what, MS3D, |sample, choices| {
            write(sample, choices, $is, &i32::to_le_bytes($number))
        })
        .needs(something)
    };
}

/// A count is one too small, or too large.
macro_rules! mismatch {
    ($what:literal, $inject:path, $is:expr) => {
        Defect::of_bytes("count-mismatch", $what, ASCII, |sample, choices| $inject(sample, choices, $is))
            .needs(something)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    count!("a word in place of a count of a block", is_count_of_block, b"none"),
    count!("a negative count of a block", is_count_of_block, b"-1"),
    count!("a count of a block beyond 32 bits", is_count_of_block, b"4294967296"),
    count!("a word in place of a count of rows", is_count_of_rows, b"none"),
    count!("a negative count of rows", is_count_of_rows, b"-1"),
    count!("a count of rows beyond 32 bits", is_count_of_rows, b"4294967296"),
    count!(
        "a word in place of the number of comments on the model",
        |path| path == MODEL_COMMENT.field("count"),
        b"none"
    )
    // It is not known whether the line after it is its text.
    .shadowed_by(&["unexpected-line"]),
    count!("a word in place of the number of a frame", is_frame, b"last"),
    count!("the number of a frame beyond 32 bits", is_frame, b"4294967296"),
    Defect::of_bytes("malformed-count", "nothing after a colon", ASCII, |sample, choices| {
        let (place, gap) =
            behind_colon(sample, choices).filter(|(place, _)| place.record != MODEL_COMMENT.record)?;
        let end = sample.line(gap.start).end;
        let is_open = sample.is_open(end);
        sample.replace(gap.start..end, b"");
        (!is_open).then(|| Mark::bytes(place, gap.start..gap.start))
    })
    .needs(separated),
    number!("a negative number of comments", |path| path.field == "count" && is_comments(path), -1),
    number!("two comments on the model", |path| path == MODEL_COMMENT.field("count"), 2),
    number!("a negative length of a comment", |path| path.field == "length", -2),
    mismatch!("one vertex too few is declared", too_small, |path| path.field == "vertex count"),
    mismatch!("one normal too few is declared", too_small, |path| path.field == "normal count"),
    mismatch!("one face too few is declared", too_small, |path| path.field == "face count"),
    mismatch!("one position key too few is declared", too_small, |path| path.field == "position key count"),
    mismatch!("one rotation key too few is declared", too_small, |path| path.field == "rotation key count"),
    mismatch!("one mesh too few is declared", too_small, |path| path == MESHES),
    mismatch!("one material too few is declared", too_small, |path| path == MATERIALS),
    mismatch!("one bone too few is declared", too_small, |path| path == BONES),
    mismatch!("one comment too few is declared", too_small, is_count_of_comments),
    mismatch!("one vertex too many is declared", too_large, |path| path.field == "vertex count"),
    mismatch!("one normal too many is declared", too_large, |path| path.field == "normal count"),
    mismatch!("one face too many is declared", too_large, |path| path.field == "face count"),
    mismatch!("one position key too many is declared", too_large, |path| path.field == "position key count"),
    mismatch!("one rotation key too many is declared", too_large, |path| path.field == "rotation key count"),
    mismatch!("one mesh too many is declared", too_large, |path| path == MESHES),
    mismatch!("one material too many is declared", too_large, |path| path == MATERIALS),
    mismatch!("one bone too many is declared", too_large, |path| path == BONES),
    mismatch!("one comment too many is declared", too_large, is_count_of_comments),
];

const MESHES: Path = Path::block("Meshes").field("count");
const MATERIALS: Path = Path::block("Materials").field("count");
const BONES: Path = Path::block("Bones").field("count");
const MODEL_COMMENT: Path = Path::block("ModelComment");

fn is_frame(path: Path) -> bool {
    path.field == "count" && matches!(path.record, Record::Block("Frames" | "Frame"))
}

/// Whether it is the count of a block of objects, or of comments on them.
fn is_count_of_block(path: Path) -> bool {
    path.field == "count" && !is_frame(path) && path.record != MODEL_COMMENT.record
}

fn is_comments(path: Path) -> bool {
    matches!(path.record, Record::Block(name) if name.ends_with("Comments"))
}

fn is_count_of_comments(path: Path) -> bool {
    path.field == "count" && is_comments(path)
}

/// The number in a field.
fn number_in(sample: &Sample, path: Path) -> Option<usize> {
    std::str::from_utf8(&sample.bytes[sample.find(path)?]).ok()?.parse().ok()
}

/// The line of what is counted, of this index.
fn counted(sample: &Sample, count: Path, index: usize) -> Option<Range<usize>> {
    let object = count.object as usize;
    let path = match (count.record, count.field) {
        (_, "vertex count") => Path::row(Record::Vertex, object, index),
        (_, "normal count") => Path::row(Record::Normal, object, index),
        (_, "face count") => Path::row(Record::Face, object, index),
        (_, "position key count") => Path::row(Record::PositionKey, object, index),
        (_, "rotation key count") => Path::row(Record::RotationKey, object, index),
        (Record::Block("Meshes"), _) => Path::object(Record::Mesh, index),
        (Record::Block("Materials"), _) => Path::object(Record::Material, index),
        (Record::Block("Bones"), _) => Path::object(Record::Bone, index),
        _ => {
            let block = sample.find(count)?.end;
            let comments = sample.fields.iter().filter(|field| field.path.field == "index");
            let comment = comments.filter(|field| field.span.start > block).nth(index)?;
            return Some(sample.line(comment.span.start));
        }
    };
    Some(sample.line(sample.find(path)?.start))
}

/// A count is one too small: the last of what it counts is one too many.
fn too_small(sample: &mut Sample, choices: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let count = sample.pick(choices, |field| is_one(field.path) && has_rows(sample, field))?.path;
    let fewer = number_in(sample, count)?.checked_sub(1)?;
    sample.set(count, fewer.to_string().as_bytes());
    Some(Mark::bytes(count, counted(sample, count, fewer)?))
}

/// A count is one too large: where one more should be, there is something else.
fn too_large(sample: &mut Sample, choices: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let count = sample.pick(choices, |field| is_one(field.path))?.path;
    let number = number_in(sample, count)?;
    sample.set(count, (number + 1).to_string().as_bytes());
    let behind = match (count.record, number.checked_sub(1)) {
        // A block that ends in rows also takes the empty lines after them.
        (Record::Block("Meshes" | "Bones"), _) => next_block(sample, count)?,
        (Record::Block(_), _) => sample.whole_line(end_of_block(sample, count)?).end,
        (_, Some(last)) => sample.whole_line(counted(sample, count, last)?.end).end,
        (_, None) => sample.whole_line(sample.find(count)?.end).end,
    };
    // Where nothing follows, the file ends too early.
    (behind < sample.bytes.len()).then(|| Mark::bytes(count, sample.line(behind)))
}

/// Where the block begins that follows the one of this count.
fn next_block(sample: &Sample, count: Path) -> Option<usize> {
    let start = sample.find(count)?.start;
    sample.blocks().into_iter().map(|(_, at)| at).find(|at| *at > start)
}

/// Where the last line of a block ends, if another block follows.
fn end_of_block(sample: &Sample, count: Path) -> Option<usize> {
    let next = next_block(sample, count)?;
    sample.fields.iter().map(|field| field.span.end).filter(|end| *end <= next).max()
}

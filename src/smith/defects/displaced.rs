//! Defects of binary files after which nothing is where it belongs: bytes that were lost or added, and wrong counts.

use std::ops::Range;

use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{Defect, MS3D, Mark};
use crate::smith::knobs::Numbers;
use crate::smith::model::Mesh;
use crate::smith::sample::{Path, Record, Sample};

/// A count differs from that of what follows.
macro_rules! miscounted {
    ($what:literal, $path:expr, $more:literal) => {
        Defect::of_bytes("wrong-count", $what, MS3D, |sample, choices| {
            let path: fn(usize) -> Path = $path;
            let path = path(choices.below(sample.model.meshes.len()));
            let count = sample.find(path)?;
            let declared = u16::from_le_bytes(sample.bytes[count].try_into().ok()?);
            sample.set(path, &declared.checked_add_signed($more)?.to_le_bytes())?;
            Some(Mark::at(path))
        })
        .needs(plain)
    };
}

/// The text of the comment on the model.
const MODEL_COMMENT: Path = Path::object(Record::ModelComment, 0).field("text");

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_bytes(
        "text-mode-damage",
        "a carriage return of a comment is lost",
        MS3D,
        |sample, choices| {
            let text = sample.find(MODEL_COMMENT)?;
            // Two bytes were here, CR LF.
            let at = text.start + choices.below(text.len() - 1);
            lose(sample, at..at + 2, b"\n", 0)
        },
    )
    .needs(commented),
    Defect::of_bytes(
        "text-mode-damage",
        "a carriage return of a coordinate is lost",
        MS3D,
        |sample, choices| {
            let mesh = choices.below(sample.model.meshes.len());
            let row = choices.below(sample.model.meshes[mesh].vertices.len());
            // In round numbers, a byte is more likely to seem missing elsewhere.
            let is_round = |field: &Range<usize>| sample.bytes[field.start] == 0;
            let vertex = Path::row(Record::Vertex, mesh, row);
            let mut fields = ["x", "y", "z"].iter().filter_map(|axis| sample.find(vertex.field(axis)));
            let field = fields.find(|field| !is_round(field))?;
            // The value here began with CR LF, and was about as large as the others.
            let rest = [b'\n', sample.bytes[field.start + 2], sample.bytes[field.start + 3]];
            lose(sample, field, &rest, 0)
        },
    )
    .needs(|config| {
        preconditions::meshes(config);
        ordinary(config);
    }),
    Defect::of_bytes(
        "text-mode-damage",
        "a carriage return is put into a comment",
        MS3D,
        |sample, choices| {
            let text = sample.find(MODEL_COMMENT)?;
            let at = text.start + choices.below(text.len());
            (!sample.bytes.contains(&b'\n')).then(|| sample.replace(at..at + 1, b"\r\n"))?;
            Some(Mark::bytes(Path::FILE, at..at + 1))
        },
    )
    .needs(commented),
    Defect::of_bytes("shifted-bytes", "three bytes are put before a vertex", MS3D, |sample, choices| {
        put_in(sample, choices, Record::Vertex)
    })
    .needs(large),
    Defect::of_bytes("shifted-bytes", "three bytes are put before a face", MS3D, |sample, choices| {
        put_in(sample, choices, Record::Face)
    })
    .needs(large),
    miscounted!("a vertex too many is declared", |_| Path::block("Vertices").field("count"), 1),
    miscounted!("a vertex too few is declared", |_| Path::block("Vertices").field("count"), -1),
    miscounted!("a face too few is declared", |_| Path::block("Faces").field("count"), -1),
    miscounted!(
        "a face too many of a mesh is declared",
        |mesh| Path::object(Record::Mesh, mesh).field("face count"),
        1
    ),
    miscounted!(
        "a face too few of a mesh is declared",
        |mesh| Path::object(Record::Mesh, mesh).field("face count"),
        -1
    ),
];

/// All values are ordinary, so that those read from the wrong offset are noticed as damage.
fn ordinary(config: &mut Config) {
    config.numbers = Numbers::Small;
    config.garbage = false;
}

/// There are so many vertices and faces that they show where they belong.
fn large(config: &mut Config) {
    config.meshes.at_least(2);
    config.faces.at_least(8);
    ordinary(config);
}

/// All is as it mostly is, and there is much of it, so that it shows where it belongs.
fn plain(config: &mut Config) {
    *config = Config::plain(config.format);
    config.meshes.at_least(2);
    config.faces.at_least(16);
}

/// There is a model comment.
fn commented(config: &mut Config) {
    preconditions::whole_tail(config);
    config.comments.at_least(1);
    ordinary(config);
}

/// Writes bytes as a tool leaves them that removed a carriage return before a line feed, and returns where
/// that line feed is. `None` if the tool would have changed others, or if another line feed nearby makes it
/// unclear which of them lost its CR.
fn lose(sample: &mut Sample, span: Range<usize>, damaged: &[u8], line_feed: usize) -> Option<Mark> {
    /// Within this many bytes the damaged line feed can be identified.
    const NEAR: usize = 64;
    let has_others = sample.bytes.windows(2).any(|pair| pair == b"\r\n");
    let near = span.start.saturating_sub(NEAR)..(span.end + NEAR).min(sample.bytes.len());
    let is_clear = !has_others && !sample.bytes[near].contains(&b'\n');
    let at = span.start + line_feed;
    is_clear.then(|| sample.replace(span, damaged))?;
    Some(Mark::bytes(Path::FILE, at..at + 1))
}

/// Puts bytes that belong to nothing in front of a vertex or a face.
fn put_in(sample: &mut Sample, choices: &mut Choices, record: Record) -> Option<Mark> {
    let mesh = choices.below(sample.model.meshes.len());
    let Mesh { vertices, faces, .. } = sample.model.meshes.get(mesh)?;
    let rows = if record == Record::Vertex { vertices.len() } else { faces.len() };
    let at = sample.find(Path::row(record, mesh, choices.below(rows)).field("flags"))?.start;
    sample.replace(at..at, b"<P>");
    Some(Mark::bytes(Path::FILE, at..at + 1))
}

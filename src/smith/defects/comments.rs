//! Defects of MilkShape's comments about meshes, materials, bones and the model.

use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{ASCII, BOTH, Defect, Mark};
use crate::smith::knobs::Blocks;
use crate::smith::model::Model;
use crate::smith::sample::{Path, Record, Sample};

/// How many bytes of a line MilkShape reads.
const LONGEST: usize = 254;

/// The first comment of a kind is about an object that does not exist.
macro_rules! astray {
    ($what:literal, $kind:literal, $index:expr) => {
        Defect::of_model("comment-index-out-of-range", $what, BOTH, |model, choices| {
            let counts = [model.meshes.len(), model.materials.len(), model.bones.len()];
            let index: fn(usize) -> i32 = $index;
            lead_astray(model, choices, $kind, index(counts[$kind]))
        })
        .needs(commented)
    };
}

/// A comment, chosen by a function of the model, has another text.
macro_rules! looks_like_block {
    ($what:literal, $text:literal, $comment:expr) => {
        Defect::of_bytes("comment-looks-like-block", $what, ASCII, |sample, choices| {
            let comment: fn(&Model, &mut Choices) -> Path = $comment;
            let text = comment(&sample.model, choices).field("text");
            sample.set(text, $text)?;
            Some(Mark::at(text))
        })
        .needs(commented)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    astray!("a comment about the mesh beyond the last", 0, |count| count as i32),
    astray!("a comment about mesh -2", 0, |_| -2),
    astray!("a comment about mesh 65535", 0, |_| 65_535),
    astray!("a comment about the material beyond the last", 1, |count| count as i32),
    astray!("a comment about material -2", 1, |_| -2),
    astray!("a comment about material 65535", 1, |_| 65_535),
    astray!("a comment about the bone beyond the last", 2, |count| count as i32),
    astray!("a comment about bone -2", 2, |_| -2),
    astray!("a comment about bone 65535", 2, |_| 65_535),
    Defect::of_bytes("comment-too-long", "a comment of more than 254 bytes", ASCII, |sample, choices| {
        let comment = any_comment(&sample.model, choices);
        lengthen(sample, choices, comment)
    })
    .needs(commented),
    Defect::of_bytes(
        "comment-too-long",
        "a comment of the model of more than 254 bytes",
        ASCII,
        |sample, choices| lengthen(sample, choices, MODEL_COMMENT),
    )
    .needs(commented),
    looks_like_block!("a comment that opens a block of bones", b"Bones: 3", any_comment),
    looks_like_block!("a comment that opens an unknown block", b"Parts: 12 in all", any_comment),
    looks_like_block!("a comment of the model that opens a block", b"Meshes: 9 in all", |_, _| MODEL_COMMENT),
];

const MODEL_COMMENT: Path = Path::object(Record::ModelComment, 0);

/// There are comments of all kinds, in the usual order.
fn commented(config: &mut Config) {
    config.meshes.at_least(1);
    config.materials.at_least(1);
    config.bones.at_least(1);
    config.comments.at_least(1);
    config.blocks = Blocks::All;
}

/// Any comment about a mesh, a material or a bone.
fn any_comment(model: &Model, choices: &mut Choices) -> Path {
    let count = model.comments.iter().map(Vec::len).sum();
    Path::object(Record::Comment, choices.below(count))
}

/// Gives any comment of a kind another index.
fn lead_astray(model: &mut Model, choices: &mut Choices, kind: usize, index: i32) -> Option<Mark> {
    let earlier: usize = model.comments[..kind].iter().map(Vec::len).sum();
    let comments = &mut model.comments[kind];
    let number = choices.below(comments.len());
    comments.get_mut(number)?.index = index;
    Some(Mark::at(Path::object(Record::Comment, earlier + number).field("index")))
}

/// Makes a comment longer than the line that MilkShape reads.
fn lengthen(sample: &mut Sample, choices: &mut Choices, comment: Path) -> Option<Mark> {
    let length = LONGEST + choices.within(1..=1000) as usize;
    let text = sample.set(comment.field("text"), &vec![b'x'; length])?;
    Some(Mark::bytes(comment, text.start + LONGEST..text.end))
}

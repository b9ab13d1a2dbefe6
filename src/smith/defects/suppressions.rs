//! Defects of suppression comments (`ms3dlint: allow`).

use crate::smith::defect::{ASCII, Defect, Mark};
use crate::smith::knobs::LineEnds;
use crate::smith::sample::{Path, Sample};

/// A suppression that cannot be parsed from these words on; from its end on if there are none.
macro_rules! malformed {
    ($what:literal, $comment:literal, $words:literal) => {
        Defect::of_bytes("malformed-suppression", $what, ASCII, |sample, _| {
            in_front(sample, $comment, $words)
        })
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    malformed!("nothing is said", "// ms3dlint:", ""),
    malformed!("another word than allow", "// ms3dlint: disable(zero-normal)", "disable"),
    malformed!("no parenthesis", "// ms3dlint: allow zero-normal", "zero-normal"),
    malformed!("no rule", "// ms3dlint: allow()", ")"),
    malformed!("no comma between two rules", "// ms3dlint: allow(zero-normal empty-mesh)", "empty-mesh"),
    malformed!("an open parenthesis", "// ms3dlint: allow(zero-normal", ""),
    malformed!("a reason without its sign", "// ms3dlint: allow(zero-normal) because", "because"),
    malformed!("no kind of object", "// ms3dlint: allow(zero-normal) in all", "all"),
    malformed!("a name without quotes", "// ms3dlint: allow(zero-normal) in mesh body", "body"),
    malformed!("a second object", "// ms3dlint: allow(zero-normal) in bone \"arm\", \"leg\"", ","),
    malformed!("an unknown rule", "// ms3dlint: allow(no-such-rule)", "no-such-rule"),
    malformed!("a group of rules", "// ms3dlint: allow(syntax)", "syntax"),
    malformed!("an unknown mesh", "// ms3dlint: allow(zero-normal) in mesh \"nobody\"", "nobody"),
    malformed!("an unknown material", "// ms3dlint: allow(unused-material) in material \"gold\"", "gold"),
    malformed!("an unknown bone", "// ms3dlint: allow(self-parent) in bone \"tail\"", "tail"),
    Defect::of_bytes("malformed-suppression", "after the first block", ASCII, |sample, choices| {
        let blocks = sample.blocks();
        let later = blocks.get(1..).filter(|later| !later.is_empty())?;
        let (_, at) = choices.one_of(later);
        Some(Mark::bytes(Path::FILE, sample.insert_line(at, b"// ms3dlint: allow(zero-normal)")?))
    }),
    Defect::of_bytes("unused-suppression", "there is nothing to silence", ASCII, |sample, _| {
        in_front(sample, "// ms3dlint: allow(unknown-block)", "unknown-block")
    }),
    Defect::of_bytes("unused-suppression", "one of two rules finds nothing", ASCII, |sample, _| {
        in_front(sample, "// ms3dlint: allow(bare-line-feed, unknown-block)", "unknown-block")
    })
    .needs(|config| config.line_ends = LineEnds::Lf),
    Defect::of_bytes("unused-suppression", "it is allowed already", ASCII, |sample, _| {
        in_front(sample, "// ms3dlint: allow(bare-line-feed)", "")?;
        in_front(sample, "// ms3dlint: allow(bare-line-feed) -- again", "bare-line-feed")
    })
    .needs(|config| config.line_ends = LineEnds::Lf),
    Defect::of_bytes(
        "unused-suppression",
        "in a mesh there is nothing to silence",
        ASCII,
        |sample, choices| {
            let mesh = choices.below(sample.model.meshes.len());
            let name = String::from_utf8(sample.model.meshes.get(mesh)?.name.clone()).ok()?;
            in_front(
                sample,
                &format!("// ms3dlint: allow(unknown-block) in mesh \"{name}\""),
                "unknown-block",
            )
        },
    )
    .needs(super::preconditions::something),
];

/// Puts a comment before the first block, and points at some words of it, or at its end.
fn in_front(sample: &mut Sample, comment: &str, words: &str) -> Option<Mark> {
    let (_, at) = *sample.blocks().first()?;
    let line = sample.insert_line(at, comment.as_bytes())?;
    let start = if words.is_empty() { line.end } else { line.start + comment.rfind(words)? };
    Some(Mark::bytes(Path::FILE, start..start + words.len()))
}

//! Places and edits in ASCII files that several groups of defects share.

use std::ops::Range;

use crate::smith::choices::Choices;
use crate::smith::defect::Mark;
use crate::smith::lines::Holds;
use crate::smith::sample::{Field, Path, Record, Sample};

/// Something is added after any line of a kind; reports show it at the whole record, or at its field.
macro_rules! behind {
    ($rule:literal, $what:literal, $place:path, $more:literal, $is:expr) => {
        Defect::of_bytes($rule, $what, ASCII, |sample, choices| {
            let (path, span) = append(sample, choices, $more, $is)?;
            Some(Mark::bytes($place(path), span))
        })
        .needs(something)
    };
}
pub(super) use behind;

pub(super) fn is_count_of_rows(path: Path) -> bool {
    path.holds() == Some(Holds::Count) && matches!(path.record, Record::Mesh | Record::Bone)
}

pub(super) fn has_rows(sample: &Sample, count: &Field) -> bool {
    sample.bytes[count.span.clone()] != *b"0"
}

pub(super) fn behind_colon(sample: &Sample, choices: &mut Choices) -> Option<(Path, Range<usize>)> {
    let (name, at) = choices.one_of(&sample.blocks());
    let colon = at + name.len();
    Some((Path::block(name).field("count"), colon + 1..colon + 2))
}

/// Where a block begins that is not the first, or the file ends.
pub(super) fn between_blocks(sample: &Sample, choices: &mut Choices) -> Option<usize> {
    let starts = sample.blocks().into_iter().skip(1).map(|(_, at)| at);
    let end = sample.bytes.ends_with(b"\n").then_some(sample.bytes.len());
    let spots: Vec<_> = starts.chain(end).collect();
    spots.get(choices.below(spots.len())).copied()
}

/// Appends bytes to the line of any field of a kind. Returns the field, and where they are without the spaces
/// before it.
pub(super) fn append(
    sample: &mut Sample,
    choices: &mut Choices,
    more: &[u8],
    is_one: fn(Path) -> bool,
) -> Option<(Path, Range<usize>)> {
    let is_on_line = |field: &Field| is_one(field.path) && field.path.holds() != Some(Holds::FreeText);
    let Field { path, span } = sample.pick(choices, is_on_line)?;
    let end = sample.line(span.start).end;
    let put = sample.replace(end..end, more);
    let blanks = more.iter().take_while(|byte| **byte == b' ').count() % more.len();
    (!sample.is_open(end)).then(|| (path, put.start + blanks..put.end))
}

/// Writes something else in the place of any field of a kind.
pub(super) fn write(
    sample: &mut Sample,
    choices: &mut Choices,
    is_one: fn(Path) -> bool,
    text: &[u8],
) -> Option<Mark> {
    let path = sample.pick(choices, |field| is_one(field.path))?.path;
    sample.set(path, text)?;
    Some(Mark::at(path))
}

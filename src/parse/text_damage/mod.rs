//! Finds binary models damaged by tools that treat them as text: version control and FTP turn every CR LF
//! into LF, or every LF into CR LF, and in a binary file each such byte is data. Only the bytes are used.
//!
//! A lost byte shifts everything after it. `search` looks for the line feeds before which a carriage return
//! must be put back, so that the file reads to its end and every value on the way is one that models hold. It
//! runs twice, the second time with what the file showed the first time (`learned`). One answer must be
//! clearly better than any other, and than the loss of some other byte (`alternatives`), and the repaired
//! file must be a sound model (`soundness`). Otherwise what is known is reported, and nothing is put back.

use std::fmt::{Display, Formatter, Result};

mod alternatives;
pub(super) mod grammar;
pub(super) mod learned;
pub(super) mod score;
mod search;
mod soundness;

use crate::layout::Record;
use alternatives::is_better_elsewhere;
use grammar::{HEADER, LARGEST, State, Step};
use learned::Learned;
use search::{Reading, search};
use soundness::is_sound;

/// What a tool did to the line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It took away the carriage returns before line feeds.
    Lost,
    /// It put a carriage return before line feeds.
    Added,
}

/// Where in a model a byte belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Within {
    /// The kind of record; that of a count or a version is [`Record::Block`].
    pub record: Record,
    /// Its number in the file, from 0. Members and keys have the number of their mesh or bone, comments 0.
    pub row: u32,
}

/// One byte that was taken away or put in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// In the damaged file: the offset of the line feed before which it was, or its own offset.
    pub offset: u32,
    /// The first and the last offset where it may have been. Where damage is proven, both are `offset`.
    pub stretch: (u32, u32),
    /// Where it belongs.
    pub within: Within,
}

/// What is known about damage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// What was done.
    pub direction: Direction,
    /// What was done where, in the order of the file. If it is not proven, the most likely places.
    pub changes: Vec<Change>,
    /// Whether there is exactly one way to repair the file so that it reads to its end as a model.
    pub is_proven: bool,
}

impl Damage {
    /// The offsets of the line feeds before which to put a carriage return, or of the carriage returns to
    /// take out. `None` if they are not known for certain.
    pub fn repair(&self) -> Option<impl Iterator<Item = u32>> {
        self.is_proven.then(|| self.changes.iter().map(|change| change.offset))
    }
}

/// By how many bits the most likely reading must be ahead of the next one to be the only one: eight for
/// the value that was lost, and two to the power of the rest to one.
const DECISIVE: i32 = 14;
/// More lost bytes than this are not proven, since each takes time to check.
const MOST_CHECKED: usize = 512;

/// The least number of carriage returns that a tool must have added to a file that already had some.
const LEAST_ADDED: usize = 8;

/// What a tool that takes models for text did to this file. `None` for a file that reads to its end, one
/// that is no model, and one that is damaged otherwise or beyond recognition.
pub fn find(bytes: &[u8]) -> Option<Damage> {
    let is_model = bytes.starts_with(b"MS3D000000") && u32::try_from(bytes.len()).is_ok();
    if !is_model || bytes.len() < HEADER || reads_to_end(bytes) {
        return None;
    }
    if memchr::memmem::find(bytes, b"\r\n").is_some() { added(bytes) } else { lost(bytes) }
}

/// Carriage returns before all line feeds: without them the file is whole, or it is once those are put back
/// that it had before, if the tool left them alone.
fn added(bytes: &[u8]) -> Option<Damage> {
    let before = memchr::memchr_iter(b'\n', bytes).map(|offset| offset.checked_sub(1));
    let returns = before.map(|offset| offset.filter(|offset| bytes[*offset] == b'\r'));
    let returns: Vec<usize> = returns.collect::<Option<_>>()?;
    let stripped = without(bytes, &returns);
    let (kept, is_proven) = if reads_to_end(&stripped) {
        (Vec::new(), tells_line_ends(&stripped, 0))
    } else {
        kept(&stripped, returns.len())?
    };
    let taken = |(number, offset): (usize, &usize)| {
        let stripped = (*offset - number) as u32;
        let before = kept.binary_search(&stripped).err()?;
        Some((*offset as u32, stripped as usize + before))
    };
    let (taken, places): (Vec<u32>, Vec<usize>) = returns.iter().enumerate().filter_map(taken).unzip();
    let whole = Reading { gain: 0, offsets: kept }.repaired(&stripped);
    let changes = taken.into_iter().zip(within(&whole, &places));
    let changes = changes.map(|(offset, within)| Change { offset, stretch: (offset, offset), within });
    let is_proven = is_proven && is_sound(&whole, &places);
    Some(Damage { direction: Direction::Added, changes: changes.collect(), is_proven })
}

/// The line feeds that followed a carriage return before the tool changed the file, and whether this is
/// certain. A file cut off in the middle can look as if one or two had been added, so there must be more.
fn kept(stripped: &[u8], returns: usize) -> Option<(Vec<u32>, bool)> {
    // Those put in may have been what made it long enough for a header.
    let damage = (stripped.len() >= HEADER).then(|| lost(stripped))??;
    let kept: Vec<u32> = damage.changes.iter().map(|change| change.offset).collect();
    (returns >= kept.len() + LEAST_ADDED).then_some((kept, damage.is_proven))
}

/// The bytes without those at these offsets, which ascend.
fn without(bytes: &[u8], offsets: &[usize]) -> Vec<u8> {
    let mut rest = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for offset in offsets {
        rest.extend_from_slice(&bytes[from..*offset]);
        from = offset + 1;
    }
    rest.extend_from_slice(&bytes[from..]);
    rest
}

/// Carriage returns that were lost before some line feeds.
fn lost(bytes: &[u8]) -> Option<Damage> {
    if bytes.len() > LARGEST || memchr::memchr(b'\n', bytes).is_none() {
        return None;
    }
    let first = search(bytes, &Learned::default()).into_iter().next()?;
    let learned = Learned::from(&first.repaired(bytes), &first.places());
    let readings = search(bytes, &learned);
    let best = readings.first().filter(|best| !best.offsets.is_empty())?;
    let near: Vec<&Reading> = readings.iter().filter(|other| other.gain > best.gain - DECISIVE).collect();
    let whole = best.repaired(bytes);
    let is_checked = best.offsets.len() <= MOST_CHECKED;
    if is_checked && is_better_elsewhere(&whole, &best.places(), &learned) {
        return None;
    }
    let changes = best.offsets.iter().enumerate().zip(within(&whole, &best.places()));
    let changes = changes.map(|((number, offset), within)| {
        let others = near.iter().filter_map(|other| other.offsets.get(number));
        let stretch =
            others.fold((*offset, *offset), |(low, high), other| (low.min(*other), high.max(*other)));
        Change { offset: *offset, stretch, within }
    });
    let is_proven = is_checked
        && near.len() == 1
        && tells_line_ends(bytes, best.offsets.len())
        && is_sound(&whole, &best.places());
    Some(Damage { direction: Direction::Lost, changes: changes.collect(), is_proven })
}

/// Whether no line feed of a file without added carriage returns can be something else. Some tools turn lone
/// carriage returns into line ends too: then none is left, and each line feed beyond those of CR LF may have
/// been one.
fn tells_line_ends(bytes: &[u8], of_pairs: usize) -> bool {
    memchr::memchr(b'\r', bytes).is_some() || memchr::memchr_iter(b'\n', bytes).count() == of_pairs
}

/// Where these places of a whole file belong. They ascend.
fn within(bytes: &[u8], places: &[usize]) -> Vec<Within> {
    let (mut at, mut state) = (HEADER, State::START);
    let mut found = Vec::with_capacity(places.len());
    while found.len() < places.len() {
        let end = at + state.width();
        while places.get(found.len()).is_some_and(|place| *place < end || state.step == Step::End) {
            found.push(Within { record: state.record(), row: state.owner() });
        }
        let Some(part) = bytes.get(at..end) else { break };
        let Some(next) = state.next(part) else { break };
        (at, state) = (end, next);
    }
    found
}

/// Whether a file reads to its end, with nothing left and nothing missing.
fn reads_to_end(bytes: &[u8]) -> bool {
    let (mut at, mut state) = (HEADER, State::START);
    while at < bytes.len() {
        let Some(part) = bytes.get(at..at + state.width()).filter(|part| !part.is_empty()) else {
            return false;
        };
        let Some(next) = state.next(part) else { return false };
        (at, state) = (at + part.len(), next);
    }
    state.may_end()
}

impl Display for Within {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let row = self.row;
        match self.record {
            Record::Vertex => write!(out, "vertex {row}"),
            Record::Face => write!(out, "face {row}"),
            Record::Mesh => write!(out, "mesh {row}"),
            Record::Member => write!(out, "the faces of mesh {row}"),
            Record::Material => write!(out, "material {row}"),
            Record::Animation => write!(out, "the animation"),
            Record::Bone => write!(out, "bone {row}"),
            Record::RotationKey => write!(out, "a rotation key of bone {row}"),
            Record::PositionKey => write!(out, "a position key of bone {row}"),
            Record::Comment => write!(out, "a comment"),
            Record::ModelComment => write!(out, "the comment about the model"),
            Record::VertexExtra => write!(out, "the weights of vertex {row}"),
            Record::BoneExtra => write!(out, "the colour of bone {row}"),
            Record::ModelExtra => write!(out, "the settings of the model"),
            Record::Block | Record::File | Record::Normal => write!(out, "a count"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::listing::assemble;

    /// What is believed of each field is weighed by hand, and the best reading is mostly the same whatever one weight is:
    /// that one has changed is seen here.
    #[test]
    fn whole_models_are_as_believable_as_ever() {
        for (name, gains) in [
            ("ok/flag_waving", [14578, 17168]),
            ("ok/pyramid_textured", [5892, 7104]),
            ("bad/key-past-last-frame_ten-frames-of-binary", [8439, 9543]),
            ("bad/key-times-unsorted_reversed-of-binary", [8411, 9515]),
            ("bad/material-index-out-of-range_counted-from-1-of-binary", [8439, 9507]),
            ("bad/unknown-flags_faces-of-binary", [4295, 4747]),
            ("bad/weight-bone-out-of-range_in-bytes", [3132, 3412]),
        ] {
            let path = format!("{}/corpus/{name}.listing", env!("CARGO_MANIFEST_DIR"));
            let whole = assemble(&std::fs::read_to_string(path).unwrap()).unwrap();
            let learned = [Learned::default(), Learned::from(&whole, &[])];
            let best = learned.map(|learned| search(&whole, &learned).first().map(|reading| reading.gain));
            assert_eq!(best, gains.map(Some), "{name}");
        }
    }
}

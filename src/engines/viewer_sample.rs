//! The viewer that MilkShape's author published as a sample (`msModel.cpp`). It looks only at the identification and the
//! version. What is not there it takes for 0, or for what it read last, and whether indices exist it does not ask.

use std::collections::HashMap;

use crate::base::display::number;
use crate::document::Document;
use crate::engines::faces::{drawn_unchecked, left_out};
use crate::engines::held::HeldModel;
use crate::engines::loose::{LooseReader, check_head, missing_records};
use crate::engines::posed::{hung_otherwise, unsorted_keys};
use crate::engines::records::{Sections, text};
use crate::engines::tally::OddityTally;
use crate::engines::weights::{BoneShares, SameAsLast, bound_vertices};
use crate::engines::{Failure, FailureKind, Loading, Oddity, OddityKind, Run};
use crate::layout::binary::{ANIMATION, BONE, COMMENT, MATERIAL, POSITION_KEY, offset, vertex_extra, width};
use crate::layout::fields::bone;

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let sections = Sections::of(document);
    if let Err(failure) = check_head(sections.bytes, &[4]) {
        return failure.into();
    }
    let mut run = Run::default();
    run.oddities.extend(missing_records(&sections, "takes what is missing for 0 or for what it read before"));
    run.oddities.extend(drawn_unchecked(document));
    run.oddities.extend(left_out(document));
    if sections.bones.is_none() {
        return run;
    }
    let mut tail = ViewerTail { reader: LooseReader { bytes: sections.bytes, at: sections.end }, asked: 0 };
    match tail.comments() {
        Ok(()) => {
            run.oddities.extend(other_parents(document, &sections));
            run.oddities.extend(unsorted_keys(document));
            run.oddities.extend(tail.other_weights(document));
        }
        Err(failure) => run.failure = Some(failure),
    }
    run
}

/// The sections behind the bones.
struct ViewerTail<'d> {
    reader: LooseReader<'d>,
    /// How many bytes of memory it asked for and cleared.
    asked: u64,
}

impl ViewerTail<'_> {
    fn comments(&mut self) -> Loading {
        if self.reader.is_at_end() || self.reader.i32(0) != 1 {
            return Ok(());
        }
        let (mut count, mut length) = (0, 0);
        for kind in ["mesh", "material", "bone"] {
            count = self.reader.i32(count);
            for index in 0..count {
                self.reader.pass(width(COMMENT) - size_of::<i32>());
                length = self.comment(kind, length)?;
                if self.reader.is_at_end() {
                    self.rest(count - index - 1, length)?;
                    break;
                }
            }
        }
        if self.reader.i32(count) == 1 {
            self.comment("model", length)?;
        }
        Ok(())
    }

    fn failure<T>(&self, kind: FailureKind, reason: String) -> Loading<T> {
        Err(Failure::new(kind, self.reader.at, reason))
    }

    /// Reads the length of a comment and the comment.
    fn comment(&mut self, kind: &str, length: u32) -> Loading<u32> {
        let at = self.reader.at;
        let length = self.reader.i32(length as i32) as u32;
        if i32::try_from(length).is_err() {
            self.reader.at = at;
            let reason = format!("a comment on a {kind} is said to have {} bytes", number(length as usize));
            return self.failure(FailureKind::Crashes, reason);
        }
        self.asked += u64::from(length);
        self.reader.pass(length as usize);
        Ok(length)
    }

    /// Goes on behind the end of the file with comments as long as the last one.
    fn rest(&mut self, count: i32, length: u32) -> Loading {
        /// More than can be cleared, and more than can be counted, while somebody waits.
        const MOST_BYTES: u64 = 10_000_000_000;
        const MOST_COMMENTS: i32 = 200_000_000;
        self.asked += u64::try_from(count).unwrap_or(0) * u64::from(length);
        if count > MOST_COMMENTS || self.asked > MOST_BYTES {
            let reason = format!(
                "the file ends within its comments, and there are {} more to read, of {} bytes each",
                number(count as usize),
                number(length as usize)
            );
            return self.failure(FailureKind::Hangs, reason);
        }
        Ok(())
    }

    /// What becomes of the weights.
    fn other_weights(mut self, document: &Document) -> Vec<Oddity> {
        let Some(binary) = &document.model.binary else { return Vec::new() };
        let version = if self.reader.is_at_end() { 0 } else { self.reader.i32(0) };
        let first = binary.vertex_extras.rows.first();
        let are_read =
            matches!(version, 1 | 2) && first.is_some_and(|extra| extra.at as usize == self.reader.at);
        let read =
            if are_read { self.reader.remaining() / vertex_extra(version).map_or(1, width) } else { 0 };
        let bone_count = document.model.bones.len() as i32;
        let [mut lost, mut cut, mut uneven]: [OddityTally; 3] = Default::default();
        let mut judged = SameAsLast::new();
        for (index, bone, extra) in bound_vertices(document) {
            let Some(extra) = extra else { continue };
            let is_read = index < read;
            let [is_uneven, differs] = judged.of((bone, extra.bones, extra.weights, is_read), || {
                let said = BoneShares::new(bone, Some(extra), bone_count);
                let taken = if is_read { shares(said) } else { BoneShares::single(bone) };
                [taken.sum() != 100.0, taken.differ_from(&said.scaled())]
            });
            let tally = match (is_uneven, differs, is_read) {
                (true, _, _) => &mut uneven,
                (false, false, _) => continue,
                (false, true, true) => &mut cut,
                (false, true, false) => &mut lost,
            };
            tally.add(extra.at as usize);
        }
        let lost = lost.oddity(OddityKind::Drops, "vertex", |vertices| match version {
            0 => format!("does not read the weights of {vertices}"),
            _ => format!("does not read the weights of {vertices}: they are of version {version}"),
        });
        let cut = cut.oddity(OddityKind::Drops, "vertex", |vertices| {
            format!("leaves out weights of {vertices}: it reads none after a bone that moves nothing")
        });
        let uneven = uneven.oddity(OddityKind::Differs, "vertex", |vertices| {
            format!(
                "moves {vertices} towards the origin or away: the weights that it uses are not 100 percent"
            )
        });
        [lost, cut, uneven].into_iter().flatten().collect()
    }
}

/// How bones move a vertex. The list of bones ends at the first that moves nothing, and what is left is given to none.
/// A list without any is that of the own bone.
fn shares(said: BoneShares) -> BoneShares {
    let mut taken = said;
    let listed = taken.percent.iter().take_while(|percent| **percent > 0.0).count();
    taken.percent[listed..].fill(0.0);
    if listed == 0 { BoneShares::single(said.bones[0]) } else { taken }
}

/// The bones that hang on another parent than the file says, or on one that is not placed yet.
fn other_parents(document: &Document, sections: &Sections) -> Vec<Oddity> {
    let bones = sections.bones.as_deref().unwrap_or_default();
    // A name without a NUL goes on in the fields behind it.
    let name = |at: usize, field| {
        let from = at + offset(BONE, field);
        let end = at + offset(BONE, bone::ROTATION_KEY_COUNT);
        text(sections.bytes.get(from..end).unwrap_or_default())
    };
    let mut names = HashMap::new();
    for (index, raw) in bones.iter().enumerate() {
        names.entry(name(raw.at, bone::NAME)).or_insert(index);
    }
    let parents: Vec<_> = bones.iter().map(|raw| names.get(name(raw.at, bone::PARENT)).copied()).collect();
    let why = "an empty name is a name to it, and one without an end goes on";
    hung_otherwise(&document.model.bones, &parents, why)
}

/// What the program holds of a model that it has loaded.
pub fn held(document: &Document) -> HeldModel<'_> {
    let (mut reader, mut held) = LooseReader::geometry(document);
    for _ in 0..reader.u16(0) {
        // A count that is missing is the last one.
        let last = held.meshes.last().map_or(0, |mesh| mesh.faces.len());
        held.meshes.push(reader.mesh(last as u16, 0));
    }
    held.material_count = reader.u16(0).into();
    reader.pass(held.material_count * width(MATERIAL) + width(ANIMATION));
    held.bone_count = reader.u16(0).into();
    let mut keys = [0, 0];
    for _ in 0..held.bone_count {
        reader.pass(offset(BONE, bone::ROTATION_KEY_COUNT));
        keys = keys.map(|count| reader.u16(count));
        let count: usize = keys.map(usize::from).iter().sum();
        reader.pass(count * width(POSITION_KEY));
        held.key_count += count;
    }
    held
}

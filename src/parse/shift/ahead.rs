//! Whether a file reads to its end from a place on.
//!
//! Many places and counts are tried, and nearly all lead through records that are as long as they say: meshes, bones and
//! comments. So it is found out once, from the end of the file on, from where how many of them lead to something that can
//! be read.

use std::ops::Range;

use super::structure::{Knot, count_in};
use super::{ByteChange, MOST, Steps};
use crate::layout::BlockKind;
use crate::layout::binary::{
    ANIMATION, BONE, COMMENT, FACE, MATERIAL, MEMBER, MESH, MESH_END, POSITION_KEY, VERTEX, block,
    vertex_extra, width,
};
use crate::parse::text_damage::grammar::{State, Step, at, u16_at, u32_at};

/// Where more changes than this let a file be read to its end, none of them is to be believed.
const MOST_FOUND: usize = 12;
/// So many bytes or links that are looked at take as long as a step.
const LOOKS: usize = 8;
/// More links than one for so many bytes are only in what was made to be read in many ways.
const BYTES_PER_LINK: usize = 4;
/// That of all that has one, but for vertex extras.
const VERSION: u32 = 1;

/// From where on how many records of a kind, one behind the other, lead to something that can be read.
struct Chain {
    /// The place, and how many they are, in this order.
    links: Vec<(u32, u32)>,
    /// For each place, whether there are any.
    is_link: Vec<bool>,
}

impl Chain {
    /// The next record is where `next` says. What follows the last one must be an exit.
    fn of(
        len: usize,
        next: impl Fn(usize) -> Option<usize>,
        is_exit: impl Fn(usize) -> bool,
        steps: &Steps,
    ) -> Self {
        let (mut links, mut is_link): (Vec<(u32, u32)>, _) = (Vec::new(), vec![false; len + 1]);
        steps.take(len / LOOKS);
        for place in (0..=len).rev() {
            let known = links.len();
            if known > len / BYTES_PER_LINK {
                break;
            }
            if is_exit(place) {
                links.push((place as u32, 0));
            }
            if let Some(next) = next(place).filter(|next| is_link.get(*next) == Some(&true)) {
                let from = links.partition_point(|(place, _)| *place as usize > next);
                let is_there = |number: &usize| links[*number].0 as usize == next;
                let to = (from..known).take_while(is_there).last().map_or(from, |last| last + 1);
                (from..to).for_each(|number| links.push((place as u32, links[number].1 + 1)));
            }
            is_link[place] = links.len() > known;
        }
        links.sort_unstable();
        Self { links, is_link }
    }

    /// Whether so many from here on lead to something that can be read.
    fn leads_on(&self, place: usize, left: u32) -> bool {
        self.is_link.get(place) == Some(&true) && self.links.binary_search(&(place as u32, left)).is_ok()
    }

    /// From where on in a range so many do.
    fn places(&self, range: Range<usize>, left: u32, steps: &Steps) -> impl Iterator<Item = usize> {
        let before = |end: usize| self.links.partition_point(|(place, _)| (*place as usize) < end);
        let links = &self.links[before(range.start)..before(range.end.max(range.start))];
        let links = if steps.take(links.len() / LOOKS) { links } else { &[] };
        links.iter().filter(move |(_, more)| *more == left).map(|(place, _)| *place as usize)
    }
}

/// A file, and from where on it may be read to its end.
pub(super) struct Ahead<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) steps: &'a Steps,
    /// Those that are known, with the blocks that they are in.
    chains: Vec<(BlockKind, Chain)>,
}

impl<'a> Ahead<'a> {
    pub(super) fn of(bytes: &'a [u8], steps: &'a Steps) -> Self {
        let mut ahead = Self { bytes, steps, chains: Vec::new() };
        // What follows each must be known.
        for (kind, following) in [
            (BlockKind::BoneComments, BlockKind::ModelComment),
            (BlockKind::MaterialComments, BlockKind::BoneComments),
            (BlockKind::GroupComments, BlockKind::MaterialComments),
            (BlockKind::Bones, BlockKind::Comments),
            (BlockKind::Meshes, BlockKind::Materials),
        ] {
            let is_exit = |place| ahead.leads_on(following, place);
            let chain = match kind {
                BlockKind::Meshes => Chain::of(bytes.len(), |start| ahead.mesh_end(start), is_exit, steps),
                BlockKind::Bones => Chain::of(bytes.len(), |start| ahead.bone_end(start), is_exit, steps),
                _ => Chain::of(bytes.len(), |start| ahead.comment_end(start), is_exit, steps),
            };
            ahead.chains.push((kind, chain));
        }
        ahead
    }

    fn u16_at(&self, place: usize) -> Option<usize> {
        Some(u16_at(self.bytes.get(place..place.checked_add(2)?)?, 0).into())
    }

    fn u32_at(&self, place: usize) -> Option<u32> {
        Some(u32_at(self.bytes.get(place..place.checked_add(4)?)?, 0))
    }

    fn mesh_end(&self, start: usize) -> Option<usize> {
        let members = self.u16_at(start + at::FACE_COUNT)?;
        Some(start + width(MESH) + members * width(MEMBER) + width(MESH_END))
    }

    fn bone_end(&self, start: usize) -> Option<usize> {
        let keys = self.u16_at(start + at::ROTATION_KEYS)? + self.u16_at(start + at::POSITION_KEYS)?;
        Some(start + width(BONE) + keys * width(POSITION_KEY))
    }

    fn comment_end(&self, start: usize) -> Option<usize> {
        let text = start + width(COMMENT);
        text.checked_add(self.u32_at(text - 4)? as usize)
    }

    fn chain(&self, kind: BlockKind) -> Option<&Chain> {
        self.chains.iter().find(|(known, _)| *known == kind).map(|(_, chain)| chain)
    }

    /// Whether so many records of a block from here on lead to something that can be read.
    fn rows_lead_on(&self, kind: BlockKind, start: usize, count: u32) -> bool {
        self.chain(kind).is_none_or(|chain| chain.leads_on(start, count))
    }

    /// Whether a block may begin here, as far as its rows need not be read.
    fn leads_on(&self, kind: BlockKind, start: usize) -> bool {
        if start == self.bytes.len() {
            return kind.has_version();
        }
        let rows = start.saturating_add(width(block(kind)));
        let behind = |next, count: usize, row: usize| self.leads_on(next, rows.saturating_add(count * row));
        let count = if rows - start == 2 {
            self.u16_at(start)
        } else {
            self.u32_at(start).map(|count| count as usize)
        };
        let Some(count) = count else { return false };
        match kind {
            BlockKind::Vertices => behind(BlockKind::Faces, count, width(VERTEX)),
            BlockKind::Faces => behind(BlockKind::Meshes, count, width(FACE)),
            BlockKind::Materials => {
                self.leads_on(BlockKind::Bones, rows + count * width(MATERIAL) + width(ANIMATION))
            }
            BlockKind::ModelComment if count == 1 => self
                .u32_at(rows)
                .is_some_and(|length| behind(BlockKind::VertexExtras, 1, 4 + length as usize)),
            BlockKind::ModelComment => count == 0 && self.leads_on(BlockKind::VertexExtras, rows),
            BlockKind::VertexExtras => vertex_extra(count as i32).is_some(),
            BlockKind::Comments => count == VERSION as usize && self.leads_on(BlockKind::GroupComments, rows),
            BlockKind::BoneExtras | BlockKind::ModelExtras => count == VERSION as usize,
            _ => self.rows_lead_on(kind, rows, count as u32),
        }
    }

    /// Whether what comes next may lead to the end of the file.
    fn may_read_on(&self, state: &State, start: usize) -> bool {
        let behind = || start.saturating_add(state.needed());
        match state.step {
            Step::Block => self.leads_on(state.block(), start),
            Step::Vertex => self.leads_on(BlockKind::Faces, behind()),
            Step::Corners => self.leads_on(BlockKind::Meshes, behind()),
            Step::MaterialName => self.leads_on(BlockKind::Bones, behind() + width(ANIMATION)),
            Step::Mesh | Step::Bone | Step::Comment => self.rows_lead_on(state.block(), start, state.left),
            _ => true,
        }
    }

    /// Whether the file reads to its end from here on, with nothing left and nothing missing.
    pub(super) fn reads_on(&self, mut state: State, mut start: usize) -> bool {
        let mut known = None;
        while start < self.bytes.len() {
            // Where one of the rows leads on, so do all behind it.
            let is_row = matches!(state.step, Step::Mesh | Step::Bone | Step::Comment);
            let is_known = is_row && known == Some(state.block());
            if !self.steps.take(1) || !(is_known || self.may_read_on(&state, start)) {
                return false;
            }
            known = if is_row { Some(state.block()) } else { known };
            let (last, rows) = state.last_row();
            (state, start) = (last, start.saturating_add(rows));
            let part = start.checked_add(state.width()).and_then(|end| self.bytes.get(start..end));
            let Some(part) = part.filter(|part| !part.is_empty()) else { return false };
            let Some(next) = state.next(part) else { return false };
            (state, start) = (next, start + part.len());
        }
        state.may_end()
    }

    /// From which count on, and after which change in front of it, the file reads to its end.
    pub(super) fn resumptions(&self, knots: &[Knot]) -> Vec<(usize, ByteChange)> {
        let mut found = Vec::new();
        for (number, pair) in knots.windows(2).enumerate() {
            let [last, knot] = [pair[0], pair[1]];
            let least = last.start + width(last.state.slots());
            for count in 1..=MOST as u32 {
                for change in [ByteChange::Lost(count), ByteChange::Added(count)] {
                    let start = knot.start.wrapping_add_signed(change.distance());
                    // What is in front of the count in its record may be hit.
                    let count = start.saturating_add(count_in(&knot.state).unwrap_or(0));
                    let is_between = start <= self.bytes.len() && count >= least;
                    if is_between && self.reads_on(knot.state, start) {
                        found.push((number + 1, change));
                    }
                    if found.len() > MOST_FOUND {
                        return Vec::new();
                    }
                }
            }
        }
        found
    }

    /// Where in a range the rows may end that a mesh, a bone or a comment counts, so that what follows can be read. `None`
    /// for all else.
    pub(super) fn row_ends(
        &self,
        counting: &Knot,
        range: Range<usize>,
    ) -> Option<impl Iterator<Item = usize>> {
        let end = match counting.state.step {
            Step::Mesh => width(MESH_END),
            Step::Bone | Step::Comment => 0,
            _ => return None,
        };
        let chain = self.chain(counting.state.block())?;
        let range = range.start + end..range.end.saturating_add(end);
        Some(
            chain
                .places(range, counting.state.left.saturating_sub(1), self.steps)
                .map(move |place| place - end),
        )
    }
}

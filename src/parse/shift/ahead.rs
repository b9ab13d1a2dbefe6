//! Whether a file reads to its end from a place on.
//!
//! Many places and counts are tried, and nearly all lead through meshes or bones that follow each other. So it is found
//! out once, from the end of the file on, from where so many of them lead to something that can be read.

use super::structure::{Knot, count_in};
use super::{ByteChange, MOST, Steps};
use crate::layout::BlockKind;
use crate::layout::binary::{
    ANIMATION, BONE, COMMENT, FACE, MATERIAL, MEMBER, MESH, MESH_END, POSITION_KEY, block, width,
};
use crate::parse::text_damage::grammar::{State, Step, at, u16_at, u32_at};

/// That of all that has one, but for vertex extras.
const VERSION: [u8; 4] = 1_u32.to_le_bytes();
/// Where more changes than this let a file be read to its end, none of them is to be believed.
const MOST_FOUND: usize = 12;
/// So many bytes or links that are looked at take as long as a step.
const LOOKS: usize = 8;

/// From where on so many meshes or bones that follow each other lead to something that can be read.
#[derive(Default)]
struct Chain {
    /// The place, and how many they are, in the order of the file.
    links: Vec<(u32, u16)>,
    /// For each place, whether there are any.
    is_link: Vec<bool>,
}

impl Chain {
    /// The next record is where `next` says, and behind the last one is an exit.
    fn of(
        len: usize,
        next: impl Fn(usize) -> Option<usize>,
        mut is_exit: impl FnMut(usize) -> bool,
        steps: &Steps,
    ) -> Self {
        let (mut links, mut is_link): (Vec<(u32, u16)>, _) = (Vec::new(), vec![false; len + 1]);
        steps.take(len / LOOKS);
        for place in (0..=len).rev() {
            let known = links.len();
            // So many lead only through what was made to be read in many ways.
            if known > len / 4 {
                break;
            }
            if is_exit(place) {
                links.push((place as u32, 0));
            }
            if let Some(next) = next(place).filter(|next| *next <= len && is_link[*next]) {
                let from = links.partition_point(|(place, _)| *place as usize > next);
                let behind = links[from..known].iter().take_while(|(place, _)| *place as usize == next);
                let more: Vec<(u32, u16)> =
                    behind.filter_map(|(_, left)| Some((place as u32, left.checked_add(1)?))).collect();
                links.extend(more);
            }
            is_link[place] = links.len() > known;
        }
        links.sort_unstable();
        Self { links, is_link }
    }

    /// Whether so many from here on lead to something that can be read.
    fn leads_on(&self, place: usize, left: u32) -> bool {
        let is_known =
            || u16::try_from(left).is_ok_and(|left| self.links.binary_search(&(place as u32, left)).is_ok());
        self.is_link.get(place).is_some_and(|is_link| *is_link) && is_known()
    }

    /// From where on, behind a place, so many do.
    fn places(&self, behind: usize, left: u32, steps: &Steps) -> impl Iterator<Item = usize> {
        let from = self.links.partition_point(|(place, _)| (*place as usize) < behind);
        let links = &self.links[from..];
        steps.take(links.len() / LOOKS);
        links.iter().filter(move |(_, more)| u32::from(*more) == left).map(|(place, _)| *place as usize)
    }
}

/// A file, and from where on it may be read to its end.
pub(super) struct Ahead<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) steps: &'a Steps,
    meshes: Chain,
    bones: Chain,
}

impl<'a> Ahead<'a> {
    pub(super) fn of(bytes: &'a [u8], steps: &'a Steps) -> Self {
        let mut ahead = Self { bytes, steps, meshes: Chain::default(), bones: Chain::default() };
        let versions = memchr::memmem::find_iter(bytes, &VERSION);
        let mut comments: Vec<usize> = versions.chain([bytes.len()]).collect();
        comments.retain(|start| ahead.reads_comments(*start));
        let is_exit = |place| comments.pop_if(|last| *last == place).is_some();
        ahead.bones = Chain::of(bytes.len(), |place| ahead.bone_end(place), is_exit, steps);
        let is_exit = |place| ahead.leads_on(BlockKind::Materials, place);
        ahead.meshes = Chain::of(bytes.len(), |place| ahead.mesh_end(place), is_exit, steps);
        ahead
    }

    fn count_at(&self, place: usize) -> Option<usize> {
        let count = self.bytes.get(place..place.checked_add(2)?)?;
        Some(u16_at(count, 0).into())
    }

    fn mesh_end(&self, start: usize) -> Option<usize> {
        let members = self.count_at(start + at::FACE_COUNT)?;
        Some(start + width(MESH) + members * width(MEMBER) + width(MESH_END))
    }

    fn bone_end(&self, start: usize) -> Option<usize> {
        let keys = self.count_at(start + at::ROTATION_KEYS)? + self.count_at(start + at::POSITION_KEYS)?;
        Some(start + width(BONE) + keys * width(POSITION_KEY))
    }

    /// Whether a block may begin here: all up to the comments can be read, and so can they.
    fn leads_on(&self, kind: BlockKind, start: usize) -> bool {
        let Some(count) = self.count_at(start) else { return false };
        let rows = start + width(block(kind));
        match kind {
            BlockKind::Faces => self.leads_on(BlockKind::Meshes, rows + count * width(FACE)),
            BlockKind::Meshes => self.meshes.leads_on(rows, count as u32),
            BlockKind::Materials => {
                self.leads_on(BlockKind::Bones, rows + count * width(MATERIAL) + width(ANIMATION))
            }
            BlockKind::Bones => self.bones.leads_on(rows, count as u32),
            _ => true,
        }
    }

    /// Whether what comes next may lead to the end of the file.
    fn may_read_on(&self, state: &State, start: usize) -> bool {
        match state.step {
            Step::Block => self.leads_on(state.block(), start),
            Step::Mesh => self.meshes.leads_on(start, state.left),
            Step::Bone => self.bones.leads_on(start, state.left),
            _ => true,
        }
    }

    /// Whether the file reads to its end from here on, with nothing left and nothing missing.
    pub(super) fn reads_on(&self, state: State, start: usize) -> bool {
        self.reads_up_to(None, state, start)
    }

    /// Whether comments begin here that can be read.
    fn reads_comments(&self, start: usize) -> bool {
        self.reads_up_to(Some(BlockKind::VertexExtras), State::COMMENTS, start)
    }

    /// Whether the file can be read up to this block, or to its end.
    fn reads_up_to(&self, kind: Option<BlockKind>, mut state: State, mut start: usize) -> bool {
        while start < self.bytes.len() {
            if kind == Some(state.block()) {
                return true;
            }
            let is_there = state.needed() <= self.bytes.len() - start;
            if !is_there || !self.may_read_on(&state, start) || !self.steps.take(1) {
                return false;
            }
            let (last, rows) = state.last_row();
            (state, start) = (last, start + rows);
            let part = self.bytes.get(start..start + state.width()).filter(|part| !part.is_empty());
            let Some(part) = part else { return false };
            let is_version = state.step == Step::Block && state.block().has_version();
            if is_version && state.block() != BlockKind::VertexExtras && *part != VERSION {
                return false;
            }
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

    /// How many comments can be read from here on, one behind the other.
    pub(super) fn comments_from(&self, mut start: usize) -> u16 {
        let mut count = 0;
        while let Some(comment) = self.bytes.get(start..start + width(COMMENT)) {
            let end = start.saturating_add(width(COMMENT)).saturating_add(u32_at(comment, 4) as usize);
            if end > self.bytes.len() || count == u16::MAX || !self.steps.take(1) {
                break;
            }
            (start, count) = (end, count + 1);
        }
        count
    }

    /// Where the rows that a mesh or a bone counts may end, so that what follows can be read. `None` for all else.
    pub(super) fn row_ends(&self, counting: &Knot) -> Option<impl Iterator<Item = usize>> {
        let (chain, own_end) = match counting.state.step {
            Step::Mesh => (&self.meshes, width(MESH_END)),
            Step::Bone => (&self.bones, 0),
            _ => return None,
        };
        let behind = counting.start + counting.state.width() + own_end;
        let places = chain.places(behind, counting.state.left.saturating_sub(1), self.steps);
        Some(places.map(move |place| place - own_end))
    }
}

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
    ANIMATION, BONE, COMMENT, FACE, MATERIAL, MEMBER, MESH, MESH_END, POSITION_KEY, VERTEX, vertex_extra,
    width,
};
use crate::parse::text_damage::grammar::{State, Step, at, u16_at, u32_at};

/// Where more changes than this let a file be read to its end, none of them is to be believed.
const MOST_FOUND: usize = 12;
/// So many bytes or links that are looked at take as long as a step.
const LOOKS: usize = 8;
/// More links than one for so many bytes are only in what was made to be read in many ways.
const BYTES_PER_LINK: usize = 8;
/// That of all that has one, but for vertex extras.
const VERSION: usize = 1;

/// From where on how many records of a kind, one behind the other, lead to something that can be read.
#[derive(Default)]
struct Chain {
    /// The place, and how many they are, in this order.
    links: Vec<(u32, u32)>,
    /// For each place, whether there are any.
    is_link: Vec<bool>,
}

impl Chain {
    /// The next record is where `next` says. What follows the last one must be an exit.
    fn of(
        places: Range<usize>,
        next: impl Fn(usize) -> Option<usize>,
        is_exit: impl Fn(usize) -> bool,
        steps: &Steps,
    ) -> Self {
        let (mut links, mut is_link): (Vec<(u32, u32)>, _) = (Vec::new(), vec![false; places.end]);
        steps.take(places.len() / LOOKS);
        let most = places.end / BYTES_PER_LINK;
        for place in places.rev() {
            let known = links.len();
            if known > most {
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
    /// What is in front of that place is known to be where it belongs.
    pub(super) from: usize,
    pub(super) steps: &'a Steps,
    meshes: Chain,
    bones: Chain,
    group_comments: Chain,
    material_comments: Chain,
    bone_comments: Chain,
}

impl<'a> Ahead<'a> {
    pub(super) fn of(bytes: &'a [u8], from: usize, steps: &'a Steps) -> Self {
        let [meshes, bones, group_comments, material_comments, bone_comments] = Default::default();
        let mut ahead =
            Self { bytes, from, steps, meshes, bones, group_comments, material_comments, bone_comments };
        // What follows each must be known.
        ahead.bone_comments = ahead.chain_to(BlockKind::ModelComment, Self::comment_end);
        ahead.material_comments = ahead.chain_to(BlockKind::BoneComments, Self::comment_end);
        ahead.group_comments = ahead.chain_to(BlockKind::MaterialComments, Self::comment_end);
        ahead.bones = ahead.chain_to(BlockKind::Comments, Self::bone_end);
        ahead.meshes = ahead.chain_to(BlockKind::Materials, Self::mesh_end);
        ahead
    }

    /// The records in front of a block, of which each ends where `end` says.
    fn chain_to(&self, following: BlockKind, end: impl Fn(&Self, usize) -> Option<usize>) -> Chain {
        let is_exit = |place| self.leads_on(following, place);
        Chain::of(self.from..self.bytes.len() + 1, |start| end(self, start), is_exit, self.steps)
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
        match kind {
            BlockKind::Meshes => Some(&self.meshes),
            BlockKind::Bones => Some(&self.bones),
            BlockKind::GroupComments => Some(&self.group_comments),
            BlockKind::MaterialComments => Some(&self.material_comments),
            BlockKind::BoneComments => Some(&self.bone_comments),
            _ => None,
        }
    }

    /// Whether so many records of a block from here on lead to something that can be read.
    fn rows_lead_on(&self, kind: BlockKind, start: usize, count: u32) -> bool {
        self.chain(kind).is_none_or(|chain| chain.leads_on(start, count))
    }

    /// Whether a block may begin here, as far as its rows need not be read.
    fn leads_on(&self, kind: BlockKind, start: usize) -> bool {
        if start >= self.bytes.len() {
            return start == self.bytes.len() && kind.has_version();
        }
        let is_short = matches!(
            kind,
            BlockKind::Vertices
                | BlockKind::Faces
                | BlockKind::Meshes
                | BlockKind::Materials
                | BlockKind::Bones
        );
        let number =
            if is_short { self.u16_at(start) } else { self.u32_at(start).map(|number| number as usize) };
        let Some(number) = number else { return false };
        let rows = start + if is_short { size_of::<u16>() } else { size_of::<u32>() };
        match kind {
            BlockKind::Vertices => self.leads_on(BlockKind::Faces, rows + number * width(VERTEX)),
            BlockKind::Faces => self.leads_on(BlockKind::Meshes, rows + number * width(FACE)),
            BlockKind::Materials => {
                self.leads_on(BlockKind::Bones, rows + number * width(MATERIAL) + width(ANIMATION))
            }
            BlockKind::Comments => number == VERSION && self.leads_on(BlockKind::GroupComments, rows),
            BlockKind::ModelComment if number == 1 => self.u32_at(rows).is_some_and(|length| {
                self.leads_on(BlockKind::VertexExtras, rows.saturating_add(4 + length as usize))
            }),
            BlockKind::ModelComment => number == 0 && self.leads_on(BlockKind::VertexExtras, rows),
            BlockKind::VertexExtras => vertex_extra(number as i32).is_some(),
            BlockKind::BoneExtras | BlockKind::ModelExtras => number == VERSION,
            _ => self.rows_lead_on(kind, rows, number as u32),
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

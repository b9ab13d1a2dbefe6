//! Whether a wrong count explains a file: then nothing was lost or added.

use std::cell::OnceCell;

use super::ahead::Ahead;
use super::believability::{ReadPart, ReadParts, gained_before};
use super::explanation::Sum;
use super::structure::{Knot, WIDEST, count_in};
use super::{DECISIVE, ENOUGH_FOR_FEW, sound_end};
use crate::layout::BlockKind;
use crate::layout::binary::{MEMBER, MESH, MESH_END, POSITION_KEY, width};
use crate::parse::text_damage::grammar::{HEADER, State, Step, at, u16_at, u32_at};

/// A count that is wrong: only with another number in its place the file makes sense to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recount {
    /// The offset of the count.
    pub offset: u32,
    /// What it says.
    pub declared: u32,
    /// What it should say.
    pub fitting: u32,
    /// Whether no other count explains the file nearly as well.
    pub is_only: bool,
    /// The offset of the first row too many, or of what is taken for the first row that is not there.
    pub rows_end: u32,
}

/// How many other counts are weighed at most.
const MOST_WEIGHED: usize = 48;
/// So many parts in front of the end of a file show that nothing is wrong but that it ends there.
const LEAST_SOUND: usize = 48;
/// The highest number that a count can be.
const MOST_ROWS: usize = u16::MAX as usize;
/// Keys are at times below this, in seconds, and hold values below this.
const LATEST: f32 = 1e5;
const LARGEST: f32 = 1e6;

/// Another number in the place of a count, with which a file reads to its end.
#[derive(Clone, Copy)]
struct OtherCount {
    knot: Knot,
    /// Where in the part the count is.
    field: usize,
    count: u16,
    /// By how many bits the file is believable with it.
    believability: i64,
    /// Whether the meshes list fewer faces with it than there are: then rather some of their faces were lost.
    leaves_faces: bool,
}

impl OtherCount {
    /// Whether what follows makes sense with it, and does not with the count that is there. Zeros make sense as anything.
    fn makes_more_sense(&self, bytes: &[u8]) -> bool {
        let declared = u16_at(bytes, self.knot.start + self.field);
        let rest = |count| {
            let mut sum = Sum { skips_zeros: true, ..Sum::default() };
            if let Some((state, start)) = with(bytes, &self.knot, self.field, count) {
                sum.add_rest(bytes, state, start);
            }
            sum
        };
        let (fitting, read) = (rest(self.count), rest(declared));
        fitting.is_rather_sane() && fitting.gain - read.gain >= ENOUGH_FOR_FEW
    }
}

/// The other counts with which a file reads to its end. They are looked for when they are first asked for.
pub(super) struct Recounts<'a> {
    ahead: &'a Ahead<'a>,
    knots: &'a [Knot],
    found: OnceCell<Vec<OtherCount>>,
}

impl<'a> Recounts<'a> {
    pub(super) fn new(ahead: &'a Ahead, knots: &'a [Knot]) -> Self {
        Self { ahead, knots, found: OnceCell::new() }
    }

    fn all(&self) -> &[OtherCount] {
        self.found.get_or_init(|| other_counts(self.ahead, self.knots))
    }

    /// By how many bits the file is believable with the best of those that are in some knots. `None` if it does not read
    /// to its end with any.
    pub(super) fn best_of(&self, knots: &[Knot]) -> Option<i64> {
        let is_in = |other: &&OtherCount| knots.iter().any(|knot| knot.start == other.knot.start);
        let sound = self.all().iter().filter(|other| !other.leaves_faces);
        sound.filter(is_in).map(|other| other.believability).max()
    }

    /// The counts of the blocks. There are few, so that other numbers there are soon tried.
    fn of_blocks(&self) -> Vec<Knot> {
        self.knots.iter().filter(|knot| knot.state.step == Step::Block).copied().collect()
    }

    /// The count that is wrong, if the file is clearly more believable with another number there.
    pub(super) fn wrong_count(&self) -> Option<Recount> {
        let bytes = self.ahead.bytes;
        if sound_end(bytes, self.knots) > 0 {
            return None;
        }
        let others =
            if is_cut_off(bytes) { &other_counts(self.ahead, &self.of_blocks()) } else { self.all() };
        let counts = || others.iter().filter(|other| !other.knot.state.block().has_version());
        let most = counts().map(|other| other.believability).max()?;
        let best = counts().find(|other| other.believability == most)?;
        if !best.makes_more_sense(bytes) {
            return None;
        }
        let likely = others.iter().filter(|other| other.believability > most - DECISIVE);
        let OtherCount { knot, field, count, .. } = *best;
        let at = knot.start + field;
        let declared = u16_at(bytes, at);
        let (state, start) = with(bytes, &knot, field, count.min(declared))?;
        Some(Recount {
            offset: at as u32,
            declared: declared.into(),
            fitting: count.into(),
            is_only: likely.count() == 1,
            rows_end: rows_end(ReadParts { bytes, state: Some(state), start }, &knot.state, field) as u32,
        })
    }
}

/// Whether a file makes sense up to its end, where more should follow.
fn is_cut_off(bytes: &[u8]) -> bool {
    let mut parts = ReadParts { bytes, state: Some(State::START), start: HEADER };
    let mut since_odd = 0;
    for part in parts.by_ref() {
        // Zeros make sense as anything.
        let is_blank = part.bytes.iter().all(|byte| *byte == 0);
        since_odd = if part.gain() < 0 { 0 } else { since_odd + usize::from(!is_blank) };
    }
    // In comments, all that is printed makes sense.
    let is_early = |state: &State| state.step < Step::Comment;
    let is_at_end = |state: &State| parts.start + state.width() > bytes.len();
    since_odd >= LEAST_SOUND && parts.state.is_some_and(|state| is_early(&state) && is_at_end(&state))
}

/// All other counts with which a file reads to its end, in the order of the file.
fn other_counts(ahead: &Ahead, knots: &[Knot]) -> Vec<OtherCount> {
    let bytes = ahead.bytes;
    let mut found = Vec::new();
    for (knot, before) in knots.iter().zip(gained_before(bytes, knots)) {
        for field in fields(&knot.state) {
            for count in candidates(ahead, knot, field) {
                let Some((state, end)) = with(bytes, knot, field, count) else { continue };
                let is_too_many = state.needed() > bytes.len().saturating_sub(end);
                if is_too_many || found.len() == MOST_WEIGHED || ahead.steps.are_spent() {
                    break;
                }
                let rows = ReadParts { bytes, state: Some(state), start: end };
                let is_read = ahead.reads_on(state, end);
                let sound = is_read.then(|| rows_are_sound(bytes, knots, knot, count, rows)).flatten();
                let Some(leaves_faces) = sound else { continue };
                let own = ReadParts { bytes, state: Some(knot.state), start: knot.start }.take(1);
                let behind = own.chain(ReadParts { bytes, state: Some(state), start: end });
                let (parts, gain) = behind.fold((0, 0), |(parts, sum), part| (parts + 1, sum + part.gain()));
                ahead.steps.take(parts);
                let believability = before + gain;
                found.push(OtherCount { knot: *knot, field, count, believability, leaves_faces });
            }
        }
    }
    found
}

/// The numbers that may be in the place of a count, in their order.
fn candidates(ahead: &Ahead, knot: &Knot, field: usize) -> Vec<u16> {
    let start = knot.start + knot.state.width();
    let Some(part) = ahead.bytes.get(knot.start..start) else { return Vec::new() };
    // How wide the rows are, and how many there are besides.
    let (row, others) = match (knot.state.step, field) {
        (Step::Mesh, _) => (width(MEMBER), 0),
        (Step::Bone, at::ROTATION_KEYS) => (width(POSITION_KEY), u16_at(part, at::POSITION_KEYS).into()),
        (Step::Bone, _) => (width(POSITION_KEY), u16_at(part, at::ROTATION_KEYS).into()),
        // The length of a comment has 32 bits.
        (Step::Comment, _) => (1, usize::from(u16_at(part, field + 2)) << 16),
        _ => return (0..=u16::MAX).collect(),
    };
    let end_of = |count: usize| start.saturating_add((others + count).saturating_mul(row));
    let Some(ends) = ahead.row_ends(knot, end_of(0)..end_of(MOST_ROWS).saturating_add(1)) else {
        return (0..=u16::MAX).collect();
    };
    let ends = ends.filter(|end| (end - start).is_multiple_of(row));
    ends.filter_map(|end| u16::try_from((end - start) / row - others).ok()).collect()
}

/// Where the rows end that a count in a part counts.
fn rows_end(parts: ReadParts, counting: &State, field: usize) -> usize {
    let is_row = |step: Step, block: BlockKind| match counting.step {
        Step::Mesh => step == Step::Member,
        Step::Bone if field == at::ROTATION_KEYS => step == Step::RotationKey,
        Step::Bone => matches!(step, Step::RotationKey | Step::PositionKey),
        Step::Comment => step == Step::Text,
        _ => block == counting.block() && step != Step::Animation,
    };
    let first = parts.start;
    let rows = parts.take_while(|part| is_row(part.state.step, part.state.block()));
    rows.last().map_or(first, |part| part.end())
}

/// Whether the meshes list fewer faces than there are if one has so many of them. They do if it lost some, and do not if
/// only its count is wrong.
pub(super) fn leaves_faces(bytes: &[u8], knots: &[Knot], knot: &Knot, count: u16) -> bool {
    let is_mesh = knot.state.step == Step::Mesh;
    is_mesh && listed_faces(bytes, knots, knot, count).len() < usize::from(knot.state.faces)
}

/// The faces that the meshes list if one has so many of them.
fn listed_faces(bytes: &[u8], knots: &[Knot], knot: &Knot, count: u16) -> Vec<u16> {
    let mut faces = Vec::new();
    let Some(first) = knots.iter().find(|knot| knot.state.step == Step::Mesh) else { return faces };
    let mut start = first.start;
    for _ in 0..first.state.left {
        let Some(mesh) = bytes.get(start..start + width(MESH)) else { break };
        let count = if start == knot.start { count } else { u16_at(mesh, at::FACE_COUNT) };
        let members = start + width(MESH);
        let end = members + usize::from(count) * width(MEMBER);
        let Some(members) = bytes.get(members..end) else { break };
        faces.extend(members.chunks_exact(width(MEMBER)).map(|member| u16_at(member, 0)));
        start = end + width(MESH_END);
    }
    faces
}

/// Whether the meshes list fewer faces than there are with a count. `None` if its rows can be none, though the file reads to
/// its end: bytes that were lost or added may make up whole rows.
fn rows_are_sound(bytes: &[u8], knots: &[Knot], knot: &Knot, count: u16, rows: ReadParts) -> Option<bool> {
    match knot.state.step {
        Step::Mesh => {
            let mut faces = listed_faces(bytes, knots, knot, count);
            let listed = faces.len();
            faces.sort_unstable();
            faces.dedup();
            let is_sound = faces.len() == listed && faces.last().is_none_or(|last| *last < knot.state.faces);
            is_sound.then_some(listed < knot.state.faces.into())
        }
        Step::Bone => {
            let mut keys =
                rows.take_while(|part| matches!(part.state.step, Step::RotationKey | Step::PositionKey));
            let is_key = |part: ReadPart| {
                let number = |at| f32::from_bits(u32_at(part.bytes, at));
                let is_in_order = number(0) >= f32::from_bits(part.state.last);
                is_in_order && number(0) < LATEST && [4, 8, 12].iter().all(|at| number(*at).abs() < LARGEST)
            };
            keys.all(is_key).then_some(false)
        }
        _ => Some(false),
    }
}

/// Where the counts are in a part.
fn fields(state: &State) -> impl Iterator<Item = usize> {
    // No version but that of the vertex extras changes how wide what follows is.
    let is_without = state.block().has_version() && state.block() != BlockKind::VertexExtras;
    let first = count_in(state).filter(|_| !is_without);
    let second = (state.step == Step::Bone).then_some(at::POSITION_KEYS);
    first.into_iter().chain(second)
}

/// The state behind a part with another count, and where that is.
fn with(bytes: &[u8], knot: &Knot, field: usize, count: u16) -> Option<(State, usize)> {
    let width = knot.state.width();
    let end = knot.start + width;
    let mut buffer = [0; WIDEST];
    buffer[..width].copy_from_slice(bytes.get(knot.start..end)?);
    buffer[field..field + 2].copy_from_slice(&count.to_le_bytes());
    Some((knot.state.next(&buffer[..width])?, end))
}

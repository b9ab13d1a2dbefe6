//! What the undamaged parts of a file show about the rest: how often vertices are used, how floats look.

use super::grammar::{HEADER, State, Step, at, u16_at, u32_at};

/// What is known about a file; nothing at first.
#[derive(Default)]
pub(in crate::parse) struct Learned {
    /// How many corners use each vertex, modulo 256, if the vertices of this file hold that.
    pub(in crate::parse) corners: Option<Vec<u8>>,
    /// The mesh that lists each face.
    pub(in crate::parse) groups: Vec<u8>,
    pub(in crate::parse) materials: Option<u16>,
    pub(in crate::parse) bones: Option<u16>,
    pub(in crate::parse) position: FloatSample,
    pub(in crate::parse) normal: FloatSample,
    pub(in crate::parse) texture: FloatSample,
    pub(in crate::parse) time: FloatSample,
    pub(in crate::parse) key: FloatSample,
    pub(in crate::parse) other: FloatSample,
}

/// How far from a byte put back values are taken for granted.
const AROUND: usize = 32;
/// The most that a value can lose for being new.
const MOST_NOVEL: i32 = 3;

/// The floats of one kind, without their signs.
#[derive(Default)]
pub(in crate::parse) struct FloatSample {
    sorted: Vec<u32>,
    /// How many of them occur once.
    single: usize,
}

impl FloatSample {
    fn new(mut values: Vec<u32>) -> Self {
        values.sort_unstable();
        let single = values.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).count();
        Self { sorted: values, single }
    }

    /// What a value gains that occurs elsewhere in the file; `None` for any other.
    pub(in crate::parse) fn gain(&self, bits: u32) -> Option<i32> {
        let value = bits & !(1 << 31);
        let start = self.sorted.partition_point(|other| *other < value);
        let same = self.sorted[start..].partition_point(|other| *other == value);
        (same > 0).then(|| 30 - ((self.sorted.len() / same).max(1).ilog2() as i32))
    }

    /// What a value gains whose exponent occurs elsewhere.
    pub(in crate::parse) fn magnitude(&self, bits: u32) -> Option<i32> {
        let exponent = bits << 1 >> 24;
        let start = self.sorted.partition_point(|other| other >> 23 < exponent);
        let same = self.sorted[start..].partition_point(|other| other >> 23 == exponent);
        (same > 0).then(|| (7 - ((self.sorted.len() / same).max(1).ilog2() as i32)).max(-4))
    }

    /// What a value loses that occurs nowhere else.
    pub(in crate::parse) fn novelty(&self) -> i32 {
        if self.sorted.is_empty() {
            return 0;
        }
        -((self.sorted.len() / (self.single + 1)).max(1).ilog2() as i32).min(MOST_NOVEL)
    }
}

/// Collects the floats of rows.
#[derive(Default)]
struct Floats {
    position: Vec<u32>,
    normal: Vec<u32>,
    texture: Vec<u32>,
    time: Vec<u32>,
    key: Vec<u32>,
    other: Vec<u32>,
}

fn add(values: &mut Vec<u32>, bytes: &[u8]) {
    values.extend(bytes.chunks_exact(4).map(|float| u32_at(float, 0) & !(1 << 31)));
}

impl Floats {
    fn add(&mut self, step: Step, bytes: &[u8]) {
        match step {
            Step::Vertex => add(&mut self.position, &bytes[at::POSITION]),
            Step::Normal(_) => add(&mut self.normal, bytes),
            Step::U | Step::V => add(&mut self.texture, bytes),
            Step::RotationKey | Step::PositionKey => {
                add(&mut self.time, &bytes[..4]);
                add(&mut self.key, &bytes[4..]);
            }
            Step::MaterialLook => add(&mut self.other, &bytes[at::COLORS]),
            Step::Bone => add(&mut self.other, &bytes[at::BONE_PLACE]),
            _ => {}
        }
    }
}

impl Learned {
    /// Collects the values of a repaired file. Values next to the bytes put back (at `places`) may
    /// have been put together wrong, so only the others count.
    pub(in crate::parse) fn from(bytes: &[u8], places: &[usize]) -> Self {
        let (mut floats, mut start, mut state) = (Floats::default(), HEADER, State::START);
        let (mut corners, mut references, mut groups) = (Vec::<u8>::new(), Vec::new(), Vec::new());
        while state.step != Step::End {
            let Some(part) = bytes.get(start..start + state.width()) else { break };
            let next = places.partition_point(|place| place + AROUND < start);
            if places.get(next).is_none_or(|place| *place > start + state.width() + AROUND) {
                floats.add(state.step, part);
            }
            match state.step {
                Step::Vertex => references.push(part[at::REFERENCE_COUNT]),
                Step::Corners => {
                    corners.resize(state.vertices.into(), 0);
                    groups.resize(state.faces.into(), 0);
                    for corner in at::CORNER_VERTICES {
                        if let Some(count) = corners.get_mut(u16_at(part, corner) as usize) {
                            *count = count.wrapping_add(1);
                        }
                    }
                }
                Step::Member => {
                    if let Some(group) = groups.get_mut(u16_at(part, 0) as usize) {
                        *group = state.row as u8;
                    }
                }
                _ => {}
            }
            let Some(next) = state.next(part) else { break };
            start += state.width();
            state = next;
        }
        let right = corners.iter().zip(&references).filter(|(count, reference)| count == reference).count();
        Self {
            corners: (right * 10 > references.len() * 9).then_some(corners),
            groups,
            materials: Some(state.materials),
            bones: Some(state.bones),
            position: FloatSample::new(floats.position),
            normal: FloatSample::new(floats.normal),
            texture: FloatSample::new(floats.texture),
            time: FloatSample::new(floats.time),
            key: FloatSample::new(floats.key),
            other: FloatSample::new(floats.other),
        }
    }
}

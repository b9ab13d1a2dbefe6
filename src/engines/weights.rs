//! How the vertices of a binary model hang on its bones, as the file says it and as programs take it.

use crate::document::Document;
use crate::engines::tally::OddityTally;
use crate::model::VertexExtra;
use crate::pose::Influences;

/// How much of a vertex each of four bones moves, in percent. A bone that moves nothing has 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BoneShares {
    pub(super) bones: [i32; 4],
    pub(super) percent: [f32; 4],
}

impl BoneShares {
    /// All on one bone.
    pub(super) const fn single(bone: i32) -> Self {
        Self { bones: [bone, -1, -1, -1], percent: [100.0, 0.0, 0.0, 0.0] }
    }

    /// Those that a file with so many bones says, if there is an extra.
    pub(super) fn new(bone: i32, extra: Option<&VertexExtra>, bone_count: i32) -> Self {
        let Some(VertexExtra { bones, weights, .. }) = extra else { return Self::single(bone) };
        Self::listed(bone, *bones, weights.map(f32::from), bone_count)
    }

    /// Those of the own bone of a vertex and of three others, given the percentages of the first three. If these are 0,
    /// all is on the own bone. Otherwise the last bone has what they leave.
    pub(super) fn listed(bone: i32, others: [i8; 3], percent: [f32; 3], bone_count: i32) -> Self {
        let mut shares = Self::single(bone);
        if percent != [0.0; 3] {
            let ([second, third, fourth], [a, b, c]) = (others.map(i32::from), percent);
            shares.bones = [bone, second, third, fourth];
            shares.percent = [a, b, c, (100.0 - a - b - c).max(0.0)];
        }
        shares.keep(|bone, _| (0..bone_count).contains(&bone));
        shares
    }

    /// Takes away all but some.
    pub(super) fn keep(&mut self, is_kept: impl Fn(i32, f32) -> bool) {
        for (bone, percent) in self.bones.iter().zip(&mut self.percent) {
            if !is_kept(*bone, *percent) {
                *percent = 0.0;
            }
        }
    }

    /// Their sum; 100 if nothing is lost.
    pub(super) fn sum(&self) -> f32 {
        self.percent.iter().sum()
    }

    /// Of how much they are, whatever their sum is.
    pub(super) fn scaled(mut self) -> Self {
        let sum = self.sum();
        if sum > 0.0 {
            self.percent.iter_mut().for_each(|percent| *percent *= 100.0 / sum);
        }
        self
    }

    /// The same as what poses a vertex: parts of 1.
    pub(super) fn influences(&self) -> Influences {
        let parts = self.bones.iter().zip(self.percent);
        Influences::of(parts.map(|(bone, percent)| (*bone as u32, percent / 100.0)))
    }

    /// Whether others move the vertex otherwise, by half a percent or more.
    pub(super) fn differ_from(&self, other: &Self) -> bool {
        let part = |shares: &Self, bone| {
            let own = shares.bones.iter().zip(&shares.percent).filter(|(other, _)| **other == bone);
            own.map(|(_, percent)| percent).sum::<f32>()
        };
        let mut bones = self.bones.iter().chain(&other.bones);
        *self != *other && bones.any(|bone| (part(self, *bone) - part(other, *bone)).abs() > 0.5)
    }
}

/// The vertices that the bones of a model move, each with its index, its own bone, and its extra.
pub(super) fn bound_vertices(
    document: &Document,
) -> impl Iterator<Item = (usize, i32, Option<&VertexExtra>)> {
    let bones = document.model.bones.len() as i32;
    let binary = document.model.binary.as_deref();
    let vertices = binary.filter(|_| bones > 0).into_iter().flat_map(move |binary| {
        let extra = |index| binary.vertex_extras.rows.get(index);
        binary.geometry.vertices.iter().map(move |(index, vertex)| (index, vertex.bone, extra(index)))
    });
    vertices.filter(move |(_, bone, _)| (0..bones).contains(bone))
}

/// What was worked out last. Most vertices have the bones and the weights of the one before, and so the same comes of them.
pub(super) struct SameAsLast<K, V>(Option<(K, V)>);

impl<K: PartialEq, V: Copy> SameAsLast<K, V> {
    pub(super) const fn new() -> Self {
        Self(None)
    }

    /// What comes of this, which `work_out` tells if it is not the last one again.
    pub(super) fn of(&mut self, key: K, work_out: impl FnOnce() -> V) -> V {
        match &self.0 {
            Some((last, value)) if *last == key => *value,
            _ => {
                let value = work_out();
                self.0 = Some((key, value));
                value
            }
        }
    }
}

/// The bytes that a program takes for three bones and three weights of a vertex.
pub(super) type RawShares = [u8; 6];

/// The vertices that a program moves otherwise than the file says, given the bytes that it reads for the vertex of an index,
/// and how it takes the own bone and these.
pub(super) fn otherwise_bound(
    document: &Document,
    read: impl Fn(usize) -> Option<RawShares>,
    taken: impl Fn(i32, Option<RawShares>) -> BoneShares,
) -> OddityTally {
    let bone_count = document.model.bones.len() as i32;
    let mut judged = SameAsLast::new();
    OddityTally::of(bound_vertices(document).filter_map(|(index, bone, extra)| {
        let (extra, read) = (extra?, read(index));
        let is_other = judged.of((bone, extra.bones, extra.weights, read), || {
            let said = BoneShares::new(bone, Some(extra), bone_count);
            taken(bone, read).scaled().differ_from(&said.scaled())
        });
        is_other.then_some(extra.at as usize)
    }))
}

/// The same of a program that knows only the own bone of a vertex.
pub(super) fn shared_vertices(document: &Document) -> OddityTally {
    otherwise_bound(document, |_| None, |bone, _| BoneShares::single(bone))
}

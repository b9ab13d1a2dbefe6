//! The bones that move each vertex, and how much.

use crate::document::Document;
use crate::fix::weights::version;
use crate::model::vector::{Vector, add};
use crate::model::{Vertex, VertexExtra};
use crate::pose::convention::{VersionOneWeights, WeightGaps, WeightReading};

/// How much each of at most four bones moves a vertex. Without a bone it does not move.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Influences {
    bones: [u32; 4],
    weights: [f32; 4],
    count: u8,
}

impl Influences {
    /// The bones with their weights, 1 for a whole one.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        let count = usize::from(self.count);
        let bones = self.bones.iter().zip(self.weights).take(count);
        bones.map(|(bone, weight)| (*bone as usize, f64::from(weight)))
    }

    /// What bones make of something together, by their weights. Without a bone it stays what it is.
    #[inline]
    pub(super) fn blend(&self, unmoved: Vector, moved_by: impl Fn(usize) -> Vector) -> Vector {
        match self.count {
            0 => unmoved,
            1 if self.weights[0] == 1.0 => moved_by(self.bones[0] as usize),
            _ => self.iter().fold([0.0; 3], |mut sum, (bone, weight)| {
                add(&mut sum, moved_by(bone).map(|part| part * weight));
                sum
            }),
        }
    }

    /// At most four bones with their weights, of which those of 0 are left out.
    pub(crate) fn of(listed: impl Iterator<Item = (u32, f32)>) -> Self {
        let mut influences = Self::default();
        for (bone, weight) in listed.filter(|(_, weight)| *weight > 0.0) {
            influences.add(bone, weight);
        }
        influences
    }

    fn add(&mut self, bone: u32, weight: f32) {
        let slot = usize::from(self.count);
        (self.bones[slot], self.weights[slot]) = (bone, weight);
        self.count += 1;
    }

    /// All on one bone, if it exists.
    fn single(bone: i32, bone_count: usize) -> Self {
        let mut influences = Self::default();
        if let Some(bone) = existing(bone, bone_count) {
            influences.add(bone, 1.0);
        }
        influences
    }

    /// Those of a vertex and its extra.
    fn of_extra(
        bone: i32,
        extra: &VertexExtra,
        scale: VersionOneWeights,
        bone_count: usize,
        reading: &WeightReading,
    ) -> Self {
        let single = Self::single(bone, bone_count);
        if extra.weights == [0; 3] || single.count == 0 {
            return single;
        }
        let [second, third, fourth] = extra.bones.map(i32::from);
        let [a, b, c] = extra.weights.map(f64::from).map(|weight| match scale {
            VersionOneWeights::Percent => weight / 100.0,
            VersionOneWeights::Bytes => weight / 255.0,
            VersionOneWeights::BytesInWholePercent => (weight * 100.0 / 255.0).floor() / 100.0,
        });
        let listed = [(bone, a), (second, b), (third, c), (fourth, (1.0 - a - b - c).max(0.0))];
        let mut influences = Self::default();
        for (bone, weight) in listed {
            let existing = existing(bone, bone_count);
            match existing.filter(|_| weight > 0.0) {
                Some(bone) => influences.add(bone, weight as f32),
                None if reading.gaps == WeightGaps::EndTheList => break,
                None if reading.gaps == WeightGaps::EndAtNone && bone == -1 => break,
                None => {}
            }
        }
        if influences.count == 0 {
            return single;
        }
        if reading.is_scaled {
            let sum: f32 = influences.weights.iter().sum();
            influences.weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        influences
    }
}

fn existing(bone: i32, bone_count: usize) -> Option<u32> {
    u32::try_from(bone).ok().filter(|bone| (*bone as usize) < bone_count)
}

/// The bones that move each vertex, in the order of [`vertices`].
pub(super) fn influences(document: &Document, reading: &WeightReading) -> Vec<Influences> {
    let bone_count = document.model.bones.len();
    let version = version(document).map_or(0, |(_, version)| version);
    let scale = if version == 1 { reading.version_1 } else { VersionOneWeights::Percent };
    let is_read = reading.has_extras && (version != 3 || reading.has_version_3);
    let extras = document.model.binary.iter().filter(|_| is_read).map(|binary| &binary.vertex_extras).next();
    let of_vertex =
        |(index, vertex): (usize, &Vertex)| match extras.and_then(|extras| extras.get(index as i32)) {
            Some(extra) => Influences::of_extra(vertex.bone, extra, scale, bone_count, reading),
            None => Influences::single(vertex.bone, bone_count),
        };
    vertices(document).enumerate().map(of_vertex).collect()
}

/// All vertices of a model: those of an ASCII model mesh after mesh.
pub(super) fn vertices(document: &Document) -> impl Iterator<Item = &Vertex> {
    document.model.geometries().flat_map(|(_, geometry)| &geometry.vertices.rows)
}

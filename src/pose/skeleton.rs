//! The bones of a model: which hangs on which, where each is at rest, and where at a time.

use crate::document::Document;
use crate::model::skeleton::parent_cycles;
use crate::model::vector::add;
use crate::model::{Bone, Model, Parent};
use crate::pose::convention::{Arithmetic, Convention, KeyPositions, WithoutKeys};
use crate::pose::decimal_bones::DecimalBones;
use crate::pose::quaternion::Quaternion;
use crate::pose::track::{Clock, PositionKey, PositionTrack, RotationTrack};
use crate::pose::transform::Transform;

/// The bones of a model.
#[derive(Debug)]
pub(super) struct Skeleton {
    joints: Vec<Joint>,
    /// All bones, each after its parent.
    order: Vec<usize>,
    clock: Clock,
    convention: Convention,
    /// The same bones, if they are posed with four decimals.
    decimal: Option<DecimalBones>,
}

/// A bone.
#[derive(Debug)]
struct Joint {
    parent: Option<usize>,
    /// The bind pose within its parent, and within the model.
    local: Transform,
    bind: Transform,
    /// Its rotation in the bind pose.
    rotation: Quaternion,
    positions: PositionTrack,
    rotations: RotationTrack,
}

impl Skeleton {
    /// That of a model whose bones have these numbers and keys.
    pub(super) fn new(document: &Document, bones: &[Bone], convention: &Convention) -> Self {
        let model = &document.model;
        let clock = clock(model, convention);
        let parents = parents(model);
        let order = parents_first(&parents);
        let joint = |(bone, parent): (&Bone, &Option<usize>)| Joint::new(bone, *parent, &clock, convention);
        let mut joints: Vec<Joint> = bones.iter().zip(&parents).map(joint).collect();
        for index in order.iter().copied() {
            if let Some(parent) = joints[index].parent {
                joints[index].bind = joints[parent].bind.then(&joints[index].local);
            }
        }
        let decimal = (convention.arithmetic == Arithmetic::FourDecimals)
            .then(|| DecimalBones::new(bones, &parents, &order));
        for (index, joint) in joints.iter_mut().enumerate() {
            joint.bind = decimal.as_ref().map_or(joint.bind, |decimal| decimal.bind(index));
        }
        Self { joints, order, clock, convention: *convention, decimal }
    }

    pub(super) fn bone_count(&self) -> usize {
        self.joints.len()
    }

    pub(super) fn parent(&self, bone: usize) -> Option<usize> {
        self.joints.get(bone)?.parent
    }

    pub(super) fn rate(&self) -> f64 {
        self.clock.rate
    }

    pub(super) fn parents_first(&self) -> &[usize] {
        &self.order
    }

    pub(super) fn position_keys(&self, bone: usize) -> impl Iterator<Item = PositionKey> {
        self.joints[bone].positions.keys(self.clock.rate)
    }

    pub(super) fn rotation_keys(&self, bone: usize) -> impl Iterator<Item = (f64, Quaternion)> {
        self.joints[bone].rotations.keys(self.clock.rate)
    }

    /// Where all bones are at rest.
    pub(super) fn bind(&self) -> impl ExactSizeIterator<Item = &Transform> {
        self.joints.iter().map(|joint| &joint.bind)
    }

    /// Where all bones are at a time.
    pub(super) fn at(&self, seconds: f64) -> Vec<Transform> {
        if self.convention.is_bound_before_zero && seconds < 0.0 {
            return self.bind().copied().collect();
        }
        let frame = self.clock.frame(seconds);
        if let Some(decimal) = &self.decimal {
            return decimal.at(frame, &self.order);
        }
        let mut posed: Vec<Transform> = vec![Transform::IDENTITY; self.joints.len()];
        for index in self.order.iter().copied() {
            let joint = &self.joints[index];
            posed[index] = if joint.has_keys() || self.convention.without_keys == WithoutKeys::MovesWithParent
            {
                let local = joint.at(frame, &self.convention);
                joint.parent.map_or(local, |parent| posed[parent].then(&local))
            } else {
                joint.bind
            };
        }
        posed
    }
}

impl Joint {
    fn new(bone: &Bone, parent: Option<usize>, clock: &Clock, convention: &Convention) -> Self {
        let rotation = Quaternion::of_angles(bone.rotation.map(f64::from));
        let local = Transform { rotation: rotation.rows(), translation: bone.position.map(f64::from) };
        Self {
            parent,
            local,
            bind: local,
            rotation,
            positions: PositionTrack::new(&bone.position_keys, clock, convention),
            rotations: RotationTrack::new(&bone.rotation_keys, clock, convention),
        }
    }

    fn has_keys(&self) -> bool {
        !self.positions.is_empty() || !self.rotations.is_empty()
    }

    /// Where it is within its parent.
    fn at(&self, frame: f64, convention: &Convention) -> Transform {
        if !self.has_keys() {
            return self.local;
        }
        let mut translation = self.positions.at(frame, convention.between_positions);
        if convention.key_positions == KeyPositions::InBone {
            translation = self.local.turn(translation);
        }
        add(&mut translation, self.local.translation);
        let rotation = self.rotation.then(self.rotations.at(frame, convention.between_rotations));
        Transform { rotation: rotation.rows(), translation }
    }
}

/// The keys that count of the position of a bone of this model.
pub(super) fn position_keys(model: &Model, bone: &Bone, convention: &Convention) -> Vec<PositionKey> {
    let clock = clock(model, convention);
    PositionTrack::new(&bone.position_keys, &clock, convention).keys(clock.rate).collect()
}

fn clock(model: &Model, convention: &Convention) -> Clock {
    let rate = match &model.binary {
        None => convention.ascii_rate,
        Some(binary) => {
            binary.animation.map_or(0.0, |animation| f64::from(animation.rate)).max(convention.least_rate)
        }
    };
    let frame_count = model.frames().map_or(0.0, |(_, frames)| f64::from(frames));
    let key_rate = if model.binary.is_some() { rate } else { 1.0 };
    Clock { rate, key_rate, frame_count, key_frames: convention.key_frames }
}

/// The parent of each bone. One that is not there is none, and a circle of parents is cut at its first bone.
pub(super) fn parents(model: &Model) -> Vec<Option<usize>> {
    let parent = |bone: &Bone| match bone.parent_bone {
        Parent::Bone(parent) => Some(parent as usize),
        Parent::Root | Parent::Missing | Parent::Unknown => None,
    };
    let mut parents: Vec<_> = model.bones.iter().map(parent).collect();
    for bone in parent_cycles(model).iter().filter_map(|cycle| cycle.first()) {
        parents[*bone as usize] = None;
    }
    parents
}

/// All bones, each after its parent.
pub(super) fn parents_first(parents: &[Option<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(parents.len());
    let mut is_placed = vec![false; parents.len()];
    for start in 0..parents.len() {
        let from = order.len();
        let mut next = Some(start);
        while let Some(bone) = next.filter(|bone| !is_placed[*bone]) {
            is_placed[bone] = true;
            order.push(bone);
            next = parents[bone];
        }
        order[from..].reverse();
    }
    order
}

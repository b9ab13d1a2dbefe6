//! The choices in which programs differ where they pose a model, and what each program chooses. `docs/poses.md` has them
//! as a table, and how well each agrees with recorded runs.
//!
//! What all programs share is not here: angles turn around x, then y, then z; a key turns a bone within its bind pose;
//! a bone moves within its parent; rotations go the shorter way.

/// How a program poses a model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Convention {
    /// What a key of its position does to a bone.
    pub key_positions: KeyPositions,
    /// The way of a bone between two keys of its position.
    pub between_positions: BetweenPositions,
    /// The way of a bone between two keys of its rotation.
    pub between_rotations: BetweenRotations,
    /// The keys that count, and the frames that they are at.
    pub key_frames: KeyFrames,
    /// Where a bone is before its first key.
    pub before_first_key: BeforeFirstKey,
    /// Where a bone without any keys is.
    pub without_keys: WithoutKeys,
    /// Whether times before 0 show the bind pose.
    pub is_bound_before_zero: bool,
    /// Whether the middle of the model is moved to the origin before its vertices are bound to its bones, which stay where
    /// they are. It is moved back here.
    pub is_centred: bool,
    /// Frames per second of a binary model that says fewer than this.
    pub least_rate: f64,
    /// Frames per second of an ASCII model, which says nothing about that.
    pub ascii_rate: f64,
    /// The bones that move a vertex of a binary model, and how much.
    pub weights: WeightReading,
    /// The numbers that it computes with.
    pub arithmetic: Arithmetic,
}

/// What a key of its position does to a bone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyPositions {
    /// It moves the bone in the directions of the bone, as the bind pose has turned it.
    InBone,
    /// It moves the bone in the directions of its parent: it is added to the position of the bone.
    InParent,
}

/// The way between two keys of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetweenPositions {
    /// A smooth curve through all keys, if there are more than two (cubic Hermite). The tangent at a key has the direction
    /// from the key before to the key after; the first key is after the last one.
    Hermite,
    /// A straight line.
    Line,
}

/// The way between two keys of a rotation, always on the shorter arc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetweenRotations {
    /// At a steady speed on the arc (slerp).
    Arc,
    /// On the line between the quaternions, each of which is then made of length 1.
    Line,
    /// On the arc, but for turns below 36 degrees on the line, and then not made of length 1.
    ArcOrBareLine,
}

/// The keys that count, and the frames that they are at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyFrames {
    /// All keys, also between frames. Of unsorted keys the first two count that have the time between them.
    AsListed,
    /// Those that are later than all keys before them.
    Rising,
    /// Those in the frames of the animation, each at the nearest whole frame, sorted; of several at one frame the last. What
    /// is before frame 1 is frame 1.
    WholeFrames,
}

/// Where a bone is before its first key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeforeFirstKey {
    /// Where that key has it.
    FirstKey,
    /// Where that key has it, and so up to frame 1, even if keys are before that.
    FirstKeyUpToFrameOne,
    /// In its bind pose.
    BindPose,
}

/// Where a bone without any keys is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithoutKeys {
    /// In its bind pose within its parent, and so it moves with that.
    MovesWithParent,
    /// In its bind pose within the model: it does not move.
    Stays,
}

/// The numbers that a program computes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Usual ones, of which differences are too small to be seen.
    Usual,
    /// Numbers with four decimals, and coarse sines of them, as Scorched3D has them. It goes the way of
    /// [`BetweenPositions::Line`] and [`BetweenRotations::Arc`] with keys as they are listed, and bones without keys
    /// [stay](WithoutKeys::Stays), whatever else is chosen.
    FourDecimals,
}

/// The bones that move a vertex of a binary model, and how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightReading {
    /// Whether the three bones of vertex extras count, and not only the bone of the vertex itself.
    pub has_extras: bool,
    /// What weights are in vertex extras of version 1. In others they are percentages.
    pub version_1: VersionOneWeights,
    /// Whether vertex extras of version 3 are read.
    pub has_version_3: bool,
    /// The bones and weights that are passed over.
    pub gaps: WeightGaps,
    /// Whether weights are scaled until their sum is 1. Otherwise what is lost draws the vertex to the origin.
    pub is_scaled: bool,
}

/// What weights are in vertex extras of version 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VersionOneWeights {
    /// Percentages.
    Percent,
    /// Parts of 255.
    Bytes,
    /// Parts of 255, of which whole percentages are made.
    BytesInWholePercent,
}

/// The bones and weights that are passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightGaps {
    /// The list of bones ends at the first weight of 0 and at the first bone that does not exist.
    EndTheList,
    /// The list of bones ends at the first -1. Other bones that do not exist are left out.
    EndAtNone,
    /// Bones that do not exist are left out.
    LeftOut,
}

/// As MilkShape's author published it: the format means this.
pub const MILKSHAPE: Convention = Convention {
    key_positions: KeyPositions::InBone,
    between_positions: BetweenPositions::Hermite,
    between_rotations: BetweenRotations::Arc,
    key_frames: KeyFrames::AsListed,
    before_first_key: BeforeFirstKey::FirstKey,
    without_keys: WithoutKeys::MovesWithParent,
    is_bound_before_zero: true,
    is_centred: false,
    least_rate: 1.0,
    // The rate of new models, and that of `ms3dlint convert`.
    ascii_rate: 24.0,
    weights: WeightReading {
        has_extras: true,
        version_1: VersionOneWeights::Percent,
        has_version_3: true,
        gaps: WeightGaps::EndTheList,
        is_scaled: false,
    },
    arithmetic: Arithmetic::Usual,
};

/// The viewer that MilkShape's author published (`msModel.cpp`), and the article about animation and skinning. It is older
/// than vertex extras of version 3.
pub const VIEWER: Convention =
    Convention { weights: WeightReading { has_version_3: false, ..MILKSHAPE.weights }, ..MILKSHAPE };

/// assimp 5.2.5 and 6.0.5. It hands out keys; what is between them is up to who uses it, as `aiQuaternion::Interpolate`
/// and straight lines have it here.
pub const ASSIMP: Convention = Convention {
    key_positions: KeyPositions::InParent,
    between_positions: BetweenPositions::Line,
    is_bound_before_zero: false,
    least_rate: 0.0,
    weights: WeightReading { has_extras: false, ..MILKSHAPE.weights },
    ..MILKSHAPE
};

/// Irrlicht 1.8.5 (`CMS3DMeshFileLoader.cpp`, `CSkinnedMesh.cpp`).
pub const IRRLICHT: Convention = Convention {
    key_positions: KeyPositions::InParent,
    between_positions: BetweenPositions::Line,
    between_rotations: BetweenRotations::ArcOrBareLine,
    key_frames: KeyFrames::Rising,
    before_first_key: BeforeFirstKey::FirstKeyUpToFrameOne,
    is_bound_before_zero: false,
    weights: WeightReading {
        has_extras: true,
        version_1: VersionOneWeights::Bytes,
        has_version_3: false,
        gaps: WeightGaps::LeftOut,
        is_scaled: true,
    },
    ..MILKSHAPE
};

/// Maverick Model 3D 1.3.15.
pub const MM3D: Convention = Convention {
    between_positions: BetweenPositions::Line,
    between_rotations: BetweenRotations::Line,
    key_frames: KeyFrames::WholeFrames,
    before_first_key: BeforeFirstKey::BindPose,
    is_bound_before_zero: false,
    least_rate: 0.0,
    weights: WeightReading {
        has_extras: true,
        version_1: VersionOneWeights::BytesInWholePercent,
        has_version_3: true,
        gaps: WeightGaps::EndAtNone,
        is_scaled: true,
    },
    ..MILKSHAPE
};

/// StepMania 5.1, ITGmania and OpenITG (`Model.cpp`), which play 30 frames per second.
pub const STEPMANIA: Convention = Convention {
    between_positions: BetweenPositions::Line,
    without_keys: WithoutKeys::Stays,
    is_bound_before_zero: false,
    ascii_rate: 30.0,
    ..MILKSHAPE
};

/// Scorched3D 44.2 (`Bone.cpp`, `Model.cpp`, `ModelRendererMesh.cpp`), which plays 20 frames per second, whole frames alone
/// (`TargetRendererImplTarget.cpp`).
pub const SCORCHED3D: Convention =
    Convention { is_centred: true, ascii_rate: 20.0, arithmetic: Arithmetic::FourDecimals, ..STEPMANIA };

/// The programs whose poses were recorded, by the names that they have among
/// [engines](crate::engines::list), each with its convention.
pub const PROGRAMS: [(&str, &Convention); 8] = [
    ("milkshape", &VIEWER),
    ("assimp", &ASSIMP),
    ("irrlicht", &IRRLICHT),
    ("mm3d", &MM3D),
    ("stepmania", &STEPMANIA),
    ("itgmania", &STEPMANIA),
    ("openitg", &STEPMANIA),
    ("scorched3d", &SCORCHED3D),
];

/// The convention of a program, by its name in any case.
pub fn of_program(name: &str) -> Option<&'static Convention> {
    let found = PROGRAMS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, convention)| *convention)
}

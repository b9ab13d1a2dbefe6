//! What moves how, in small models whose poses are known.

use crate::support::some;
use ms3dlint::document::{Document, read};
use ms3dlint::pose::convention::{
    ASSIMP, BetweenPositions, BetweenRotations, Convention, IRRLICHT, MILKSHAPE, MM3D, PROGRAMS, SCORCHED3D,
    STEPMANIA,
};
use ms3dlint::pose::{Pose, Rig};
use ms3dlint::smith::{Batch, Profile, defects};
use ms3dlint_fuzz::properties::{poses_are_continuous, poses_hold, vertices_stay_in_reach};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

/// An ASCII model with a vertex on each bone, at 1 0 0. A bone is its parent, its position and rotation, and its keys.
pub(super) fn model(bones: &[(&str, &str, &[&str], &[&str])]) -> Document {
    let vertices: String = (0..bones.len()).map(|bone| format!("0 1.0 0.0 0.0 0.0 0.0 {bone}\r\n")).collect();
    let keys =
        |keys: &[&str]| keys.iter().fold(format!("{}\r\n", keys.len()), |text, key| text + key + "\r\n");
    let bones: Vec<String> = bones
        .iter()
        .enumerate()
        .map(|(index, (parent, place, moves, turns))| {
            format!("\"b{index}\"\r\n\"{parent}\"\r\n0 {place}\r\n{}{}", keys(moves), keys(turns))
        })
        .collect();
    let count = bones.len();
    let text = format!(
        "// MilkShape 3D ASCII\r\nFrames: 48\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n{count}\r\n{vertices}\
         1\r\n1.0 0.0 0.0\r\n1\r\n0 0 0 0 0 0 0 1\r\nMaterials: 0\r\nBones: {count}\r\n{}",
        bones.concat()
    );
    read("model.txt", text.into_bytes())
}

#[track_caller]
pub(super) fn assert_near(actual: [f64; 3], expected: [f64; 3]) {
    let is_near = actual.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-6);
    assert!(is_near, "{actual:?} and not {expected:?}");
}

/// The same for a program whose cosine of 0 is not 1.
#[track_caller]
fn assert_coarse(actual: [f64; 3], expected: [f64; 3]) {
    let is_near = actual.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.06);
    assert!(is_near, "{actual:?} and not {expected:?}");
}

/// Where the first vertex is at a time.
fn first(document: &Document, convention: &Convention, seconds: f64) -> [f64; 3] {
    Rig::new(document, convention).pose(seconds).positions()[0]
}

pub(super) const STILL: &str = "0.0 0.0 0.0 0.0 0.0 0.0";
const QUARTER: &str = "0.0 0.0 0.0 0.0 0.0 1.570796327";

#[test]
fn a_key_turns_what_hangs_on_its_bone_and_on_the_bones_below() {
    let turns = ["24.0 0.0 0.0 0.0", "48.0 0.0 0.0 1.570796327"];
    let document = model(&[("", STILL, &[], &turns), ("b0", "0.0 0.0 2.0 0.0 0.0 0.0", &[], &[])]);
    let rig = Rig::new(&document, &MILKSHAPE);
    assert_eq!((rig.end(), rig.rate(), rig.parent(1)), (2.0, 24.0, Some(0)));
    for (seconds, x, y) in
        [(-1.0, 1.0, 0.0), (0.0, 1.0, 0.0), (1.5, FRAC_1_SQRT_2, FRAC_1_SQRT_2), (9.0, 0.0, 1.0)]
    {
        let pose = rig.pose(seconds);
        assert_near(pose.positions()[0], [x, y, 0.0]);
        assert_near(pose.positions()[1], [x, y, 0.0]);
        assert_near(pose.normals()[0][0], [x, y, 0.0]);
        assert_near(pose.bones[1].translation, [0.0, 0.0, 2.0]);
    }
}

#[test]
fn a_parent_may_be_after_its_bones_and_circles_are_cut() {
    let turns = ["0.0 0.0 0.0 1.570796327"];
    let document = model(&[("b1", STILL, &[], &[]), ("", STILL, &[], &turns)]);
    assert_near(first(&document, &MILKSHAPE, 0.0), [0.0, 1.0, 0.0]);
    let document = model(&[
        ("b1", STILL, &[], &turns),
        ("b0", STILL, &[], &[]),
        ("b2", STILL, &[], &[]),
        ("no", STILL, &[], &[]),
    ]);
    let rig = Rig::new(&document, &MILKSHAPE);
    assert_eq!([0, 1, 2, 3].map(|bone| rig.parent(bone)), [None, Some(0), None, None]);
    assert_near(rig.pose(0.0).positions()[1], [0.0, 1.0, 0.0]);
}

#[test]
fn programs_differ_where_a_key_moves_a_bone_that_is_turned() {
    let document = model(&[("", QUARTER, &["0.0 3.0 0.0 0.0"], &["0.0 0.0 0.0 0.0"])]);
    for (convention, moved) in
        [(&MILKSHAPE, [1.0, 3.0, 0.0]), (&STEPMANIA, [1.0, 3.0, 0.0]), (&ASSIMP, [4.0, 0.0, 0.0])]
    {
        assert_near(first(&document, convention, 0.0), moved);
    }
}

#[test]
fn programs_differ_between_keys() {
    let moves = ["0.0 0.0 0.0 0.0", "24.0 1.0 0.0 0.0", "48.0 0.0 0.0 0.0"];
    let document = model(&[("", STILL, &moves, &[])]);
    // The tangent of the second key is 0. At the first key, times of 48 frames back and 24 ahead make shares of 2 and -1.
    let out = (1.0 - 0.0) * 24.0 / (24.0 - 48.0);
    assert_near(first(&document, &MILKSHAPE, 0.5), [1.0 + 0.5 + out * 0.125, 0.0, 0.0]);
    assert_near(first(&document, &STEPMANIA, 0.4), [1.5, 0.0, 0.0]);
    let turns = ["0.0 0.0 0.0 0.0", "24.0 0.0 0.0 1.570796327"];
    let document = model(&[("", STILL, &[], &turns)]);
    let angle = FRAC_PI_2 / 4.0;
    assert_near(first(&document, &MILKSHAPE, 0.25), [angle.cos(), angle.sin(), 0.0]);
    // Half an angle on the line between two quaternions.
    let half = (0.25 * (FRAC_PI_2 / 2.0).sin()).atan2(0.75 + 0.25 * (FRAC_PI_2 / 2.0).cos());
    let line = Convention { between_rotations: BetweenRotations::Line, ..MILKSHAPE };
    assert_near(first(&document, &line, 0.25), [(2.0 * half).cos(), (2.0 * half).sin(), 0.0]);
    let small = model(&[("", STILL, &[], &["0.0 0.0 0.0 0.0", "24.0 0.0 0.0 0.6"])]);
    let [x, y, _] = first(&small, &IRRLICHT, 0.5);
    let shrunk = x.hypot(y);
    assert!(shrunk < 0.9999 && shrunk > 0.97, "{shrunk}");
}

#[test]
fn programs_differ_before_the_first_key_and_before_the_beginning() {
    let document = model(&[("", STILL, &["24.0 3.0 0.0 0.0", "48.0 3.0 0.0 0.0"], &[])]);
    for (convention, at_0, before) in [(&MILKSHAPE, 4.0, 1.0), (&ASSIMP, 4.0, 4.0), (&MM3D, 1.0, 1.0)] {
        assert_near(first(&document, convention, 0.0), [at_0, 0.0, 0.0]);
        assert_near(first(&document, convention, -1.0), [before, 0.0, 0.0]);
        assert_near(first(&document, convention, 1.5), [4.0, 0.0, 0.0]);
    }
}

/// The curve and the arc pass through their keys without a jump.
#[test]
fn motion_is_continuous_at_keys() {
    let moves = ["1.0 0.0 0.0 0.0", "10.0 4.0 1.0 0.0", "13.0 1.0 0.0 5.0", "40.0 0.0 2.0 0.0"];
    let turns = ["1.0 0.1 0.2 3.0", "10.0 3.0 0.0 -3.0", "13.0 -3.0 1.0 0.0", "40.0 0.0 1.0 2.0"];
    let document = model(&[("", QUARTER, &moves, &turns)]);
    for (name, convention) in PROGRAMS {
        let rig = Rig::new(&document, convention);
        for key in [1.0, 10.0, 13.0, 40.0] {
            let at = |frame: f64| rig.pose(frame / rig.rate()).positions()[0];
            let (before, after) = (at(key - 1e-6), at(key + 1e-6));
            let jump = before.iter().zip(after).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
            // Before its first key, Maverick Model 3D jumps to the bind pose; an ASCII model has no frame before that.
            assert!(jump < 1e-4, "{name} jumps by {jump} at frame {key}");
        }
    }
    assert_eq!(MILKSHAPE.between_positions, BetweenPositions::Hermite);
}

#[test]
fn keys_out_of_order_and_at_one_time_are_harmless() {
    let moves = ["24.0 1.0 0.0 0.0", "0.0 2.0 0.0 0.0", "24.0 3.0 0.0 0.0", "24.0 4.0 0.0 0.0"];
    let document = model(&[("", STILL, &moves, &["nan 0.0 0.0 0.0"])]);
    for (_, convention) in PROGRAMS {
        let rig = Rig::new(&document, convention);
        let poses = [-1.0, 0.0, 0.5, 1.0, 2.0, f64::INFINITY, f64::NAN].map(|seconds| rig.pose(seconds));
        assert!(poses.iter().flat_map(Pose::positions).flatten().all(f64::is_finite));
    }
    assert_near(first(&document, &MILKSHAPE, 2.0), [5.0, 0.0, 0.0]);
}

/// Poses are those of the second implementation in models of all kinds, healthy and broken; they are continuous, and vertices
/// stay in the reach of their bones.
#[test]
fn poses_of_made_models_hold() {
    let defects: Vec<_> = defects::all().filter(|defect| !defect.is_large).collect();
    let healthy = [Profile::Pristine, Profile::Legal, Profile::Quirky]
        .map(|profile| (Batch { profile, format: None, seed: 1, defects: Vec::new() }, 60));
    let broken = (
        Batch { profile: Profile::Quirky, format: None, seed: 1, defects: defects.clone() },
        2 * defects.len(),
    );
    let mut count = 0;
    for (batch, models) in healthy.into_iter().chain([broken]) {
        for number in some(0..models as u64) {
            let Some(item) = batch.model(number).filter(|item| item.sample.bytes.len() < 100_000) else {
                continue;
            };
            count += 1;
            for holds in [poses_hold, poses_are_continuous, vertices_stay_in_reach] {
                if let Err(violation) = holds(&item.sample.bytes) {
                    panic!("model {number} of {:?}: {}", batch.profile, violation.what);
                }
            }
        }
    }
    assert!(count > 20, "{count}");
}

/// Scorched3D moves the middle of a model to the origin, and binds it to bones that stay where they are: so it turns around
/// other points.
#[test]
fn a_model_that_is_centred_turns_around_other_points() {
    let document =
        model(&[("", STILL, &["1.0 0.0 0.0 0.0"], &["1.0 0.0 0.0 0.0", "21.0 0.0 0.0 3.14159265"])]);
    let rest = Rig::new(&document, &SCORCHED3D).at_rest(0).unwrap();
    assert_coarse(first(&document, &SCORCHED3D, 0.0), rest);
    let half = 21.0 / 20.0;
    let [one, other] = [&STEPMANIA, &SCORCHED3D].map(|convention| {
        let rig = Rig::new(&document, convention);
        rig.pose(21.0 / rig.rate()).position(0).unwrap()
    });
    assert_eq!(Rig::new(&document, &SCORCHED3D).end(), half);
    // The middle of the model, and so twice its distance from the origin, is what half a turn makes of the difference.
    let middle = document.model.bounds().middle().unwrap();
    assert_coarse(other, [one[0] + 2.0 * middle[0], one[1] + 2.0 * middle[1], one[2]]);
    assert_ne!(middle[0], 0.0);
}

/// These numbers are those of a calculation that has the same matrices as the program in all recorded runs.
#[test]
fn scorched3d_computes_with_four_decimals() {
    let [turned, moved] = [["1.0 0.0 0.0 0.0", "21.0 1.5 0.0 0.3"], ["1.0 0.0 0.0 0.0", "21.0 4.0 0.0 0.0"]];
    let document = model(&[
        ("", "1.0 2.0 3.0 0.5 -1.2 2.0", &moved, &turned),
        ("b0", "0.0 5.0 0.0 0.0 0.0 1.570796", &["1.0 0.0 0.0 0.0"], &["1.0 0.3 0.0 0.0"]),
        ("", "7.0 0.0 0.0 0.0 0.0 1.570796", &[], &[]),
    ]);
    let rig = Rig::new(&document, &SCORCHED3D);
    let rows = |frame: f64, bone: usize| rig.pose(frame / 20.0).bones[bone].matrix()[..12].to_vec();
    let [before, between] = [
        [-0.1514, -0.6243, 0.7788, 1.0, 0.3365, -0.7736, -0.5551, 2.0, 0.9396, 0.1763, 0.3241, 3.0],
        [-0.253, -0.1373, 0.9601, 0.7899, 0.2837, -0.9596, -0.0626, 2.4669, 0.9256, 0.2559, 0.2809, 4.3038],
    ];
    assert_eq!((rows(0.0, 0), rows(8.0, 0)), (before.to_vec(), between.to_vec()));
    let below =
        [-0.1409, 0.5311, 0.8555, 0.1034, -0.9754, -0.298, 0.0253, -2.3311, 0.2648, -0.8124, 0.5482, 5.5833];
    assert_eq!(rows(8.0, 1), below);
    // A right angle, of a bone without keys.
    assert_eq!((rows(8.0, 2)[4], rows(8.0, 2)[3]), (1.0089, 7.0));
}

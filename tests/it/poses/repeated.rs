//! The safe fix of repeated keys changes no pose, however a program interpolates keys.

use crate::support::{bytes_of, files, models, repair_rule, root};
use ms3dlint::document::{Document, read};
use ms3dlint::fix::Applicability;
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::{Arithmetic, Convention, MILKSHAPE, PROGRAMS};
use ms3dlint::rules::find;
use ms3dlint::smith::{Batch, Profile, defects};
use std::fs;
use std::path::PathBuf;

/// By how much bones differ at most, at many times of the animation.
fn difference(before: &Document, after: &Document, convention: &Convention) -> f64 {
    const TIMES: i32 = 120;
    let [one, other] = [before, after].map(|document| Rig::new(document, convention));
    assert_eq!(one.end(), other.end());
    let mut most = 0.0_f64;
    for step in -2..=TIMES + 2 {
        let seconds = one.end() * f64::from(step) / f64::from(TIMES);
        for (a, b) in one.pose(seconds).bones.iter().zip(&other.pose(seconds).bones) {
            let parts = a.matrix().into_iter().zip(b.matrix());
            most = parts.map(|(a, b)| (a - b).abs()).fold(most, f64::max);
        }
    }
    most
}

#[test]
fn without_repeated_keys_all_poses_are_the_same() {
    let rule = find("repeated-key").unwrap();
    let batch =
        Batch { profile: Profile::Quirky, format: None, seed: 1, defects: defects::named("repeated-key") };
    let made = (0..30).filter_map(|number| Some(batch.model(number)?.sample.bytes));
    let corpus = models(&root().join("corpus")).into_iter().map(|path| bytes_of(&path));
    let real = std::env::var_os("MS3DLINT_MODELS").map(PathBuf::from);
    let real = real.into_iter().flat_map(|folder| files(&folder)).map(|path| fs::read(path).unwrap());
    let mut count = 0;
    for bytes in made.chain(corpus).chain(real) {
        let repaired = repair_rule(&bytes, None, rule, Applicability::Safe);
        if repaired == bytes {
            continue;
        }
        count += 1;
        let [before, after] = [bytes, repaired].map(|bytes| read("model", bytes));
        for convention in PROGRAMS.iter().map(|(_, convention)| *convention).chain([&MILKSHAPE]) {
            let most = difference(&before, &after, convention);
            // Without its second key a bone is no longer turned by way of a quaternion there, which Scorched3D rounds otherwise.
            let limit = if convention.arithmetic == Arithmetic::FourDecimals { 0.03 } else { 1e-6 };
            assert!(most < limit, "{most} in model {count}, {convention:?}");
        }
    }
    assert!(count > 20, "{count}");
}

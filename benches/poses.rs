//! Poses of an animated model: `MODEL=model.ms3d cargo bench --manifest-path benches/Cargo.toml --bin poses`.
//!
//! assimp has no function that poses a model: what it gives are keys, weights and offsets, so that reading the model into
//! these is measured beside `rig`. `ASSIMP=1` has the command line of assimp, if there is one, do that.

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use divan::{Bencher, black_box};
use ms3dlint::document::{Document, read};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::{ASSIMP, MILKSHAPE};

/// The path of the model.
static MODEL: LazyLock<String> =
    LazyLock::new(|| std::env::var("MODEL").expect("MODEL is the path of a model"));

fn main() {
    divan::main();
}

fn document() -> Document {
    read(&*MODEL, std::fs::read(&*MODEL).expect("the model can be read"))
}

/// The file to what all poses have in common.
#[divan::bench]
fn rig(bencher: Bencher) {
    bencher.bench_local(|| Rig::new(&document(), &MILKSHAPE).vertex_count());
}

/// The same in assimp, with the start of its process.
#[divan::bench(ignore = std::env::var_os("ASSIMP").is_none(), sample_count = 20)]
fn assimp_info(bencher: Bencher) {
    bencher.bench_local(|| {
        let status = Command::new("assimp").args(["info", &MODEL, "--raw"]).stdout(Stdio::null()).status();
        assert!(status.expect("assimp can be started").success());
    });
}

/// The matrices of all bones at many times of the animation.
#[divan::bench]
fn bones(bencher: Bencher) {
    let document = document();
    let rig = Rig::new(&document, &MILKSHAPE);
    let mut step = 0;
    bencher.bench_local(|| {
        step = (step + 1) % 1000;
        black_box(rig.pose(rig.end() * f64::from(step) / 1000.0).bones.len())
    });
}

/// The same, and the positions of all vertices.
#[divan::bench]
fn vertices(bencher: Bencher) {
    all_vertices(bencher, &MILKSHAPE);
}

/// The same with one bone for each vertex.
#[divan::bench]
fn vertices_of_one_bone(bencher: Bencher) {
    all_vertices(bencher, &ASSIMP);
}

fn all_vertices(bencher: Bencher, convention: &ms3dlint::pose::convention::Convention) {
    let document = document();
    let rig = Rig::new(&document, convention);
    let (mut step, mut positions) = (0, Vec::new());
    bencher.bench_local(|| {
        step = (step + 1) % 1000;
        rig.pose(rig.end() * f64::from(step) / 1000.0).positions_into(&mut positions);
        black_box(positions.len())
    });
}

/// The same, and the normals of the corners of all faces.
#[divan::bench]
fn vertices_and_normals(bencher: Bencher) {
    let document = document();
    let rig = Rig::new(&document, &MILKSHAPE);
    let (mut step, mut positions, mut normals) = (0, Vec::new(), Vec::new());
    bencher.bench_local(|| {
        step = (step + 1) % 1000;
        let pose = rig.pose(rig.end() * f64::from(step) / 1000.0);
        pose.positions_into(&mut positions);
        pose.normals_into(&mut normals);
        black_box((positions.len(), normals.len()))
    });
}

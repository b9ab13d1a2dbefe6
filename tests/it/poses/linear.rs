//! The work of poses grows with bones, keys and vertices, and not with the square of any of them.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ms3dlint::document::{Document, read};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::MILKSHAPE;

/// So many times as large is the larger of two models.
const GROWTH: usize = 8;
/// So many times as long it may take. If the work grew with the square it would be 64; caches and other programs take their
/// share of the rest.
const MOST: u32 = 32;

/// How many bones, keys of each kind and bone, and vertices there are.
#[derive(Clone, Copy)]
struct Sizes {
    bones: usize,
    keys: usize,
    vertices: usize,
}

/// A chain of bones, each with keys at times of its own, and vertices on them in turn.
fn chain(sizes: Sizes) -> Document {
    let Sizes { bones, keys, vertices } = sizes;
    let mut text = format!("Frames: 1000\r\nFrame: 1\r\nMeshes: 1\r\n\"m\" 0 -1\r\n{vertices}\r\n");
    for vertex in 0..vertices {
        let _ = write!(text, "0 {}.5 {}.0 0.0 0.0 0.0 {}\r\n", vertex % 7, vertex % 5, vertex % bones);
    }
    let _ = write!(text, "0\r\n0\r\nMaterials: 0\r\nBones: {bones}\r\n");
    for bone in 0..bones {
        let parent = if bone == 0 { String::new() } else { format!("b{}", bone - 1) };
        let _ = write!(text, "\"b{bone}\"\r\n\"{parent}\"\r\n0 0.1 0.0 0.0 0.0 0.0 0.1\r\n");
        for value in ["0.5 0.0 0.0", "0.1 0.2 0.3"] {
            let _ = write!(text, "{keys}\r\n");
            for key in 0..keys {
                let time = key as f64 + bone as f64 / bones as f64;
                let _ = write!(text, "{time:.6} {value}\r\n");
            }
        }
    }
    read("chain.txt", text.into_bytes())
}

/// The least time of many runs, which are short: what other programs take is not in it.
fn least_time(mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..60).map(run).min().unwrap()
}

/// The work for a model of these sizes, and for a larger one.
#[track_caller]
fn assert_linear(small: Sizes, large: Sizes, work: impl Fn(&Document) -> Duration) {
    let [small, large] = [small, large].map(|sizes| work(&chain(sizes)));
    assert!(large < small * MOST, "{small:?} and {large:?} for {GROWTH} times as much");
}

/// The pose in the middle, and where all vertices are in it.
fn pose(document: &Document) -> Duration {
    let rig = Rig::new(document, &MILKSHAPE);
    least_time(|| {
        black_box(rig.pose(rig.end() / 2.0).positions());
    })
}

/// What all poses have in common.
fn rigs(document: &Document) -> Duration {
    least_time(|| {
        black_box(Rig::new(document, &MILKSHAPE).bone_count());
    })
}

const SMALL: Sizes = Sizes { bones: 400, keys: 4, vertices: 400 };

#[test]
fn poses_take_time_in_proportion_to_bones_and_vertices() {
    assert_linear(SMALL, Sizes { bones: SMALL.bones * GROWTH, ..SMALL }, pose);
    assert_linear(SMALL, Sizes { vertices: SMALL.vertices * GROWTH, ..SMALL }, pose);
    let few = Sizes { bones: 50, keys: 40, vertices: 50 };
    assert_linear(few, Sizes { keys: few.keys * GROWTH, ..few }, rigs);
}

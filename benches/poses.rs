//! Poses of animated models: `cargo bench --manifest-path benches/Cargo.toml --bin poses`. Models are made with more and
//! more vertices, and with more and more bones; `MODEL=model.ms3d` measures a model of your own.
//!
//! assimp has no function that poses a model: what it gives are keys, weights and offsets, so that reading a file into
//! these is measured beside `read` here. `ASSIMP=assimp` names its command line, whose time has the start of a process.

use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ms3dlint::actions::convert::{DEFAULT_RATE, to_binary};
use ms3dlint::document::{Document, read};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::{ASSIMP, Convention, MILKSHAPE};

fn main() {
    divan::main();
}

/// Vertices of models with 30 bones. assimp 5.2.5 refuses a file with an index of a vertex over 32,767.
const VERTICES: [usize; 4] = [300, 3_000, 12_000, 30_000];
/// Bones of models with 600 vertices; 127 is the most that a vertex can name.
const BONES: [usize; 4] = [1, 10, 60, 120];
/// Keys of each kind of each bone.
const KEYS: usize = 30;

/// A binary file of triangles that share no vertex, which hang in turn on the bones of a chain.
fn made(bones: usize, vertices: usize) -> Vec<u8> {
    let mut text = format!("Frames: {KEYS}\r\nFrame: 1\r\nMeshes: 1\r\n\"m\" 0 -1\r\n{vertices}\r\n");
    for vertex in 0..vertices {
        let (x, y, z) = (vertex % 7, vertex % 5, vertex % 3);
        writeln!(text, "0 {x}.0 {y}.0 {z}.5 0.0 0.0 {}\r", vertex % bones).expect("a string takes it");
    }
    text += &format!("1\r\n0.0 0.0 1.0\r\n{}\r\n", vertices / 3);
    for corner in (0..vertices).step_by(3) {
        writeln!(text, "0 {corner} {} {} 0 0 0 1\r", corner + 1, corner + 2).expect("a string takes it");
    }
    writeln!(text, "Materials: 0\r\nBones: {bones}\r").expect("a string takes it");
    for bone in 0..bones {
        let parent = if bone == 0 { String::new() } else { format!("b{}", bone - 1) };
        writeln!(text, "\"b{bone}\"\r\n\"{parent}\"\r\n0 0.1 0.0 0.0 0.0 0.1 0.0\r")
            .expect("a string takes it");
        for part in [0.01, 0.1] {
            writeln!(text, "{KEYS}\r").expect("a string takes it");
            for key in 1..=KEYS {
                let value = part * (key * key % 11) as f64;
                writeln!(text, "{key}.0 {value:.3} 0.0 {:.3}\r", -value).expect("a string takes it");
            }
        }
    }
    let document = read("made.txt", text.into_bytes());
    to_binary(&document, DEFAULT_RATE).expect("it is whole").bytes
}

/// The matrices of all bones and the positions of all vertices, at many times of the animation.
fn pose(bencher: Bencher, bytes: Vec<u8>, convention: &Convention) {
    let document = read("model.ms3d", bytes);
    let rig = Rig::new(&document, convention);
    let (mut step, mut positions) = (0, Vec::new());
    let items = rig.bone_count() + rig.vertex_count();
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        step = (step + 1) % 1000;
        rig.pose(rig.end() * f64::from(step) / 1000.0).positions_into(&mut positions);
        black_box(positions.len())
    });
}

/// From the bytes of a file to what all poses have in common.
fn rig(bencher: Bencher, bytes: Vec<u8>) {
    bencher
        .with_inputs(|| bytes.clone())
        .bench_local_values(|bytes| Rig::new(&read("model.ms3d", bytes), &MILKSHAPE).vertex_count());
}

/// The same in assimp, with the start of its process.
fn assimp(bencher: Bencher, path: &Path) {
    let program = std::env::var_os("ASSIMP").expect("ASSIMP is the command line of assimp");
    bencher.bench_local(|| {
        let mut command = Command::new(&program);
        let status = command.arg("info").arg(path).arg("--raw").stdout(Stdio::null()).status();
        assert!(status.expect("assimp can be started").success());
    });
}

fn has_no_assimp() -> bool {
    std::env::var_os("ASSIMP").is_none()
}

/// A made model, in a file.
fn file(bones: usize, vertices: usize) -> PathBuf {
    let path = std::env::temp_dir().join(format!("poses-{bones}-{vertices}.ms3d"));
    let mut file = std::fs::File::create(&path).expect("the folder can be written to");
    file.write_all(&made(bones, vertices)).expect("the file can be written");
    path
}

#[divan::bench_group]
mod of_vertices {
    use super::*;

    #[divan::bench(args = VERTICES)]
    fn pose(bencher: Bencher, vertices: usize) {
        super::pose(bencher, made(30, vertices), &MILKSHAPE);
    }

    #[divan::bench(args = VERTICES)]
    fn read(bencher: Bencher, vertices: usize) {
        super::rig(bencher, made(30, vertices));
    }

    #[divan::bench(args = VERTICES, ignore = has_no_assimp(), sample_count = 20)]
    fn read_by_assimp(bencher: Bencher, vertices: usize) {
        super::assimp(bencher, &file(30, vertices));
    }
}

#[divan::bench_group]
mod of_bones {
    use super::*;

    #[divan::bench(args = BONES)]
    fn pose(bencher: Bencher, bones: usize) {
        super::pose(bencher, made(bones, 600), &MILKSHAPE);
    }

    #[divan::bench(args = BONES)]
    fn read(bencher: Bencher, bones: usize) {
        super::rig(bencher, made(bones, 600));
    }

    #[divan::bench(args = BONES, ignore = has_no_assimp(), sample_count = 20)]
    fn read_by_assimp(bencher: Bencher, bones: usize) {
        super::assimp(bencher, &file(bones, 600));
    }
}

/// A model of your own.
#[divan::bench_group]
mod model {
    use super::*;

    fn path() -> PathBuf {
        std::env::var_os("MODEL").expect("MODEL is the path of a model").into()
    }

    fn bytes() -> Vec<u8> {
        std::fs::read(path()).expect("the model can be read")
    }

    fn is_not_named() -> bool {
        std::env::var_os("MODEL").is_none()
    }

    #[divan::bench(ignore = is_not_named())]
    fn pose(bencher: Bencher) {
        super::pose(bencher, bytes(), &MILKSHAPE);
    }

    /// One bone for each vertex.
    #[divan::bench(ignore = is_not_named())]
    fn pose_of_one_bone(bencher: Bencher) {
        super::pose(bencher, bytes(), &ASSIMP);
    }

    #[divan::bench(ignore = is_not_named())]
    fn read(bencher: Bencher) {
        super::rig(bencher, bytes());
    }

    #[divan::bench(ignore = is_not_named() || has_no_assimp(), sample_count = 20)]
    fn read_by_assimp(bencher: Bencher) {
        super::assimp(bencher, &path());
    }

    /// The normals of the corners of all faces, beside the positions.
    #[divan::bench(ignore = is_not_named())]
    fn pose_with_normals(bencher: Bencher) {
        let document: Document = super::read("model.ms3d", bytes());
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
}

//! Whole runs of the program beside other programs, in turn: `cargo build --release`, then
//! `cargo run --release --example bench -- [NAME=COMMAND ...]`.
//!
//! It makes models in a temporary folder and runs on them: `ms3dlint`, `wc -l`, `rg` if there is one,
//! and the commands that are named, to which the path of the model is appended (a loader to compare with, say).

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const ROUNDS: usize = 7;

/// A model of grids, of about so many bytes. Every `broken`th face uses a vertex that does not exist.
fn model(size: usize, grid: usize, broken: usize) -> String {
    let mut meshes = String::with_capacity(size + size / 8);
    let mut count = 0;
    let mut random = 1u32;
    let mut noise = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(random >> 8) / f64::from(1 << 24)
    };
    while meshes.len() < size {
        let points = grid * grid;
        let _ = write!(meshes, "\"mesh{count}\" 0 -1\n{points}\n");
        for point in 0..points {
            let (u, v) = ((point % grid) as f64 / grid as f64, (point / grid) as f64 / grid as f64);
            let (x, y, z) = (60.0 * u - 30.0 + noise(), noise() * 9.0 + 1.0, 60.0 * v - 30.0 + noise());
            let _ = writeln!(meshes, "0 {x:.6} {y:.6} {z:.6} {u:.6} {v:.6} -1");
        }
        let _ = writeln!(meshes, "{points}");
        for _ in 0..points {
            let angle = 0.1 + noise();
            let _ = writeln!(meshes, "{:.6} {:.6} 0.000000", angle.sin(), angle.cos());
        }
        let faces = 2 * (grid - 1) * (grid - 1);
        let _ = writeln!(meshes, "{faces}");
        for face in 0..faces {
            let (row, column) = (face / 2 / (grid - 1), face / 2 % (grid - 1));
            let corner = row * grid + column;
            let [a, mut b, c] = match face % 2 {
                0 => [corner, corner + grid, corner + 1],
                _ => [corner + 1, corner + grid, corner + grid + 1],
            };
            if broken > 0 && face % broken == 0 {
                b = points + 7;
            }
            let _ = writeln!(meshes, "0 {a} {b} {c} {a} {a} {c} 1");
        }
        count += 1;
    }
    format!("// MilkShape 3D ASCII\nFrames: 30\nFrame: 1\nMeshes: {count}\n{meshes}Materials: 0\nBones: 0\n")
}

struct Run {
    name: String,
    command: Vec<String>,
    times: Vec<f64>,
}

impl Run {
    fn new(name: &str, command: &[&str]) -> Self {
        let command = command.iter().map(|word| word.to_string()).collect();
        Self { name: name.to_string(), command, times: Vec::new() }
    }

    /// Runs it once, in milliseconds; `None` if it cannot be started.
    fn once(&self) -> Option<f64> {
        let start = Instant::now();
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().ok()?;
        Some(start.elapsed().as_secs_f64() * 1e3)
    }
}

/// Runs all in turn, and prints the median and the range of each, and its ratio to the first.
fn compare(title: &str, mut runs: Vec<Run>) {
    println!("\n{title}");
    runs.retain(|run| run.once().is_some());
    for _ in 0..ROUNDS {
        for run in &mut runs {
            run.times.extend(run.once());
        }
    }
    let mut first = None;
    for run in &mut runs {
        run.times.sort_by(f64::total_cmp);
        let median = run.times[run.times.len() / 2];
        let first = *first.get_or_insert(median);
        let (least, most) = (run.times[0], run.times[run.times.len() - 1]);
        println!("  {:24} {median:8.1} ms ({least:.1} to {most:.1}), {:6.2} times", run.name, median / first);
    }
}

fn put(path: &Path, text: &str) -> String {
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the model can be written");
    path.to_string_lossy().into_owned()
}

fn main() {
    let folder = std::env::temp_dir().join(format!("ms3dlint-bench-{}", std::process::id()));
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/ms3dlint");
    let program = program.to_string_lossy().into_owned();
    assert!(Path::new(&program).exists(), "build the program first: cargo build --release");
    // So large a model is beyond what MilkShape has room for, and that is all that is wrong with it.
    let clean = ["--threads", "1", "--ignore", "limit-exceeded"];
    let lint = |name: &str, path: &str| Run::new(name, &[&[program.as_str()], &clean[..], &[path]].concat());

    let big = put(&folder.join("big.txt"), &model(98_000_000, 170, 0));
    let mut runs = vec![Run::new("wc -l", &["wc", "-l", &big]), lint("ms3dlint, 1 thread", &big)];
    for peer in std::env::args().skip(1) {
        let (name, command) = peer.split_once('=').expect("peers are NAME=COMMAND");
        runs.push(Run::new(name, &[command, &big]));
    }
    compare("one clean model of 98 MB", runs);

    let broken = put(&folder.join("broken.txt"), &model(98_000_000, 170, 12));
    let concise = ["--threads", "1", "--expand", "--max-per-rule", "0", "--output-format", "concise"];
    let mut all = vec![program.as_str()];
    all.extend(concise);
    all.push(&broken);
    let runs = vec![
        lint("clean", &big),
        lint("100,000 errors, folded", &broken),
        Run::new("all of them printed", &all),
    ];
    compare("one model of 98 MB with an error in every twelfth face", runs);

    for (title, grid) in [("3.6 KB", 5), ("23 KB", 13)] {
        let tree = folder.join(title.replace(' ', ""));
        for number in 0..10_000 {
            put(&tree.join(format!("{:02}/{number:05}.txt", number / 100)), &model(1, grid, 0));
        }
        let tree = tree.to_string_lossy().into_owned();
        let rg = Run::new("rg -j2 -c zzzz", &["rg", "-j2", "-c", "zzzz", &tree]);
        let two = Run::new("ms3dlint, 2 threads", &[&program, "--threads", "2", &tree]);
        compare(&format!("10,000 files of {title}"), vec![rg, two]);
    }

    let sizes = [1_000_000, 10_000_000, 100_000_000, 500_000_000];
    let runs = sizes.map(|size| {
        let path = put(&folder.join(format!("size{size}.txt")), &model(size, 80, 0));
        lint(&format!("{} MB", size / 1_000_000), &path)
    });
    compare("clean models of growing size, 1 thread", runs.into());
    fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
}

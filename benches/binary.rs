//! A binary file read and checked in full, beside another crate that only reads it, in turn and in one run:
//! `cargo bench --bench binary -- MODEL.ms3d`. Needs a model with all sections at its end, which that crate asks
//! for.

use std::fs::File;
use std::hint::black_box;
use std::io::{BufReader, Read};
use std::time::{Duration, Instant};

use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::read;

/// The two run in turn, so many times,
const TURNS: usize = 11;
/// and this often in one turn, as a tool runs that has many files to read: one after the other.
const RUNS: usize = 11;

fn main() {
    let Some(path) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        eprintln!("no model to measure with: cargo bench --bench binary -- MODEL.ms3d");
        return;
    };
    let bytes = std::fs::read(&path).expect("the model can be read");
    // As the command asks for by default.
    let level = Severity::Info;
    let options = Options { level, most_per_rule: 20, table_edits: false, ..Options::default() };
    let findings = lint(&read("model.ms3d", bytes.clone()), &options).findings.len();
    println!("{path}: {} bytes, {findings} findings", bytes.len());

    // The command keeps one buffer for all files, too.
    let mut buffer = Vec::new();
    let mut check_file = || {
        buffer.clear();
        File::open(&path).and_then(|mut file| file.read_to_end(&mut buffer)).expect("the model can be read");
        let document = read("model.ms3d", std::mem::take(&mut buffer));
        black_box(lint(&document, &options).findings.len());
        buffer = document.into_buffer();
    };
    let open = || File::open(&path).expect("the model can be read");
    // As that crate's own tests do.
    let mut read_file = || {
        black_box(ms3d::Model::from_reader(open()).expect("the other crate reads the model"));
    };
    let mut read_buffered = || {
        black_box(ms3d::Model::from_reader(BufReader::new(open())).expect("the other crate reads the model"));
    };
    let mut kept = bytes.clone();
    let mut check_bytes = || {
        let document = read("model.ms3d", std::mem::take(&mut kept));
        black_box(lint(&document, &options).findings.len());
        kept = document.into_buffer();
    };
    let mut read_bytes = || {
        black_box(ms3d::Model::from_bytes(black_box(&bytes)).expect("the other crate reads the model"));
    };
    compare("from a file", &mut check_file, &mut read_file);
    compare("from a file, that crate through a buffer", &mut check_file, &mut read_buffered);
    compare("from memory", &mut check_bytes, &mut read_bytes);
}

/// Runs two in turn, and prints the median time of each.
fn compare(what: &str, own: &mut dyn FnMut(), other: &mut dyn FnMut()) {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        times[0].extend((0..RUNS).map(|_| time(own)));
        times[1].extend((0..RUNS).map(|_| time(other)));
    }
    let [own, other] = times.map(|times| median(times).as_secs_f64() * 1e3);
    println!("{what}: ms3dlint reads and checks in {own:.3} ms, crate ms3d reads in {other:.3} ms");
    println!("{what}: {:.2} times faster", other / own);
}

fn time(run: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

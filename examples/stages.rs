//! Times the stages of checking one file, in one process: `cargo run --release --example stages -- FILE`.
//!
//! Whole runs beside other programs are measured as `docs/performance.md` says; this shows where
//! the time of such a run goes.

use std::time::{Duration, Instant};

use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::{document, rules};

const ROUNDS: usize = 7;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: stages FILE");
        std::process::exit(2);
    };
    let mut read = Vec::new();
    let mut parse = Vec::new();
    let mut check = Vec::new();
    let mut each = vec![Vec::new(); rules::ALL.len()];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let bytes = std::fs::read(&path).unwrap_or_else(|error| fail(&path, &error));
        read.push(start.elapsed());
        let start = Instant::now();
        let document = document::read(path.clone(), bytes);
        parse.push(start.elapsed());
        let start = Instant::now();
        lint(&document, &Context::default(), &Options::default());
        check.push(start.elapsed());
        for (rule, times) in rules::ALL.iter().zip(&mut each) {
            let options = Options { rules: vec![rule], ..Options::default() };
            let start = Instant::now();
            lint(&document, &Context::default(), &options);
            times.push(start.elapsed());
        }
    }
    println!("read  {:8.1} ms", median(&mut read));
    println!("parse {:8.1} ms", median(&mut parse));
    println!("rules {:8.1} ms, of which", median(&mut check));
    let mut slowest: Vec<_> = rules::ALL.iter().zip(&mut each).map(|(r, t)| (median(t), r.name)).collect();
    slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (time, name) in slowest.iter().take(8) {
        println!("      {time:8.1} ms {name}");
    }
}

fn fail(path: &str, error: &std::io::Error) -> ! {
    eprintln!("cannot read {path}: {error}");
    std::process::exit(3);
}

/// In milliseconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

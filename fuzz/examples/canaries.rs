//! x
use fastrand::Rng;
use ms3dlint::promises;
use ms3dlint_fuzz::inputs::{corpus, mutated};
use std::time::{Duration, Instant};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let secs: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let seed: u64 = std::env::args().nth(3).map_or(1, |s| s.parse().unwrap());
    let (_, promise) = promises::ALL.iter().find(|(n, _)| *n == name).unwrap();
    let corpus = corpus().unwrap();
    for (path, bytes) in &corpus {
        if let Err(v) = promise(bytes) {
            println!("{path}: {}", v.what.chars().take(3000).collect::<String>());
        }
    }
    let small: Vec<_> = corpus.iter().map(|(_, b)| b).filter(|b| b.len() < 4096).collect();
    let mut rng = Rng::with_seed(seed);
    let start = Instant::now();
    let mut n = 0;
    while start.elapsed() < Duration::from_secs(secs) {
        let m = mutated(small[rng.usize(..small.len())], small[rng.usize(..small.len())], &mut rng);
        n += 1;
        if let Err(v) = promise(&m) {
            println!("run {n}: {}", v.what.chars().take(3000).collect::<String>());
            std::fs::write("/tmp/h/prom-crash", &m).unwrap();
            break;
        }
    }
    println!("{n} runs");
}

//! Holds the properties against planted bugs: `cargo run -p ms3dlint-fuzz --example canaries [PROPERTY..]`.
//!
//! For each property the library holds one bug, behind `--cfg canary="<property>"`, where such a bug would really
//! be. This builds the library with each of them in turn, and looks how long the property takes to find it: first in
//! the corpus, then in what becomes of it by chance. It fails if one is not found, or if a property is broken without
//! any bug.

use std::env;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant, SystemTime};

use fastrand::Rng;
use ms3dlint_fuzz::inputs::{corpus, deep_chain, mutated};
use ms3dlint_fuzz::properties::all;

/// So long a bug may hide, in seconds.
const MOST: &str = "20";
/// So long is looked for one where none was planted: that the properties hold is what all other tests are about.
const LEAST: &str = "2";
/// Tells this program, as a wrapper of the compiler, which bug to plant.
const CANARY: &str = "MS3DLINT_CANARY";
/// Tells this program to look for what breaks a property.
const DETECT: &str = "--detect";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [first, name, seconds] if first == DETECT => detect(name, Duration::from_secs(seconds.parse()?)),
        // Cargo calls a wrapper with the compiler and its arguments.
        [compiler, args @ ..] if env::var_os(CANARY).is_some() => compile(compiler, args),
        names => run(names),
    }
}

/// Compiles as asked for, with the bug in it.
fn compile(compiler: &str, args: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let mut command = Command::new(compiler);
    command.args(args);
    let canary = env::var(CANARY)?;
    if !canary.is_empty() {
        command.args(["--cfg", &format!("canary=\"{canary}\"")]);
    }
    let is_fine = command.status()?.success();
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plants the bugs of some properties, or of all, and prints what became of each.
fn run(names: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let mut hidden = 0;
    println!("| property | without the bug | with it |\n|---|---|---|");
    let healthy = build("")?;
    let chosen: Vec<_> = all()
        .map(|(name, _)| *name)
        .filter(|name| names.is_empty() || names.iter().any(|n| n == name))
        .collect();
    // The next build takes the place of this one.
    let without: Vec<_> = chosen.iter().map(|name| look(&healthy, name, LEAST)).collect::<Result<_, _>>()?;
    for (name, without) in chosen.into_iter().zip(without) {
        let with = look(&build(name)?, name, MOST)?;
        println!(
            "| `{name}` | {} | {} |",
            without.as_deref().unwrap_or("holds"),
            with.as_deref().unwrap_or("NOT FOUND")
        );
        hidden += usize::from(without.is_some() || with.is_none());
    }
    Ok(if hidden == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds this program with a bug in the library, and returns where it is.
fn build(canary: &str) -> Result<PathBuf, Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = package.join("../target/canaries");
    // Cargo does not see that the wrapper does something else now. It sees that a source is newer.
    File::options().append(true).open(package.join("../src/lib.rs"))?.set_modified(SystemTime::now())?;
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", "canaries", "--target-dir"])
        .arg(&target)
        .current_dir(package)
        .env(CANARY, canary)
        .env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?)
        .status()?;
    if !built.success() {
        return Err(format!("the library cannot be built with the bug {canary:?}").into());
    }
    Ok(target.join("debug/examples").join(format!("canaries{}", env::consts::EXE_SUFFIX)))
}

/// What a build finds that breaks a property; `None` if it finds nothing.
fn look(program: &Path, name: &str, seconds: &str) -> Result<Option<String>, Box<dyn Error>> {
    let start = Instant::now();
    let output = Command::new(program).args([DETECT, name, seconds]).stderr(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(match output.status.code() {
        Some(0) => None,
        Some(1) => Some(said),
        // A stack that is too small ends it so.
        _ => Some(format!("the process ends after {:.1} s", start.elapsed().as_secs_f64())),
    })
}

/// Prints what breaks a property, and how long it took to find. Fails if there is something.
fn detect(name: &str, most: Duration) -> Result<ExitCode, Box<dyn Error>> {
    let (_, property) = all().find(|(other, _)| *other == name).ok_or("no property is called so")?;
    let start = Instant::now();
    let is_broken = |bytes: &[u8]| match std::panic::catch_unwind(|| property(bytes)) {
        Ok(kept) => kept.is_err(),
        Err(_) => {
            print!("a panic after ");
            true
        }
    };
    let mut corpus = corpus()?;
    if name == "a_small_stack_is_enough" {
        corpus.insert(0, ("a chain of bones".to_string(), deep_chain(5000)));
    }
    for (path, bytes) in &corpus {
        if is_broken(bytes) {
            println!("{:.1} s, {path}", start.elapsed().as_secs_f64());
            return Ok(ExitCode::FAILURE);
        }
    }
    let seeds: Vec<_> = corpus.iter().map(|(_, bytes)| bytes).filter(|bytes| bytes.len() < 4096).collect();
    let mut rng = Rng::with_seed(1);
    let mut tries = 0;
    while start.elapsed() < most {
        let [seed, other] = [0; 2].map(|_| seeds[rng.usize(..seeds.len())]);
        tries += 1;
        if is_broken(&mutated(seed, other, &mut rng)) {
            println!("{:.1} s, {tries} mutations", start.elapsed().as_secs_f64());
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

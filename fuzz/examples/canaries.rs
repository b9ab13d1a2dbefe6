//! Checks the properties with planted bugs: `cargo run -p ms3dlint-fuzz --example canaries [PROPERTY..]`.
//!
//! For each property there is one bug, as a patch in `fuzz/canaries`, where such a bug would really be. This copies the
//! checkout into the target folder, builds the library there with each of them in turn, and looks how long the property
//! takes to find it: first in the corpus, then in random changes to it. It fails if one is not found, or if a
//! property is broken without any bug.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use ms3dlint_fuzz::inputs::{corpus, deep_chain, mutated};
use ms3dlint_fuzz::properties::all;

/// So long a bug may hide, in seconds.
const MOST: &str = "20";
/// So long is looked for one where none was planted: that the properties hold is what all other tests are about.
const LEAST: &str = "2";
/// Tells this program to look for what breaks a property.
const DETECT: &str = "--detect";
/// Where the checkout is copied to, and where the copy is built.
const COPY: &str = "target/canaries/checkout";
const BUILD: &str = "target/canaries/build";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [first, name, seconds] if first == DETECT => detect(name, Duration::from_secs(seconds.parse()?)),
        names => run(names),
    }
}

/// Plants the bugs of some properties, or of all, and prints the result of each.
fn run(names: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let chosen: Vec<_> = all()
        .map(|(name, _)| *name)
        .filter(|name| names.is_empty() || names.iter().any(|n| n == name))
        .collect();
    if chosen.is_empty() {
        return Err("no property is called so".into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    copy(&root)?;
    let healthy = build(&root)?;
    println!("| property | without the bug | with it |\n|---|---|---|");
    // The next build takes the place of this one.
    let without: Vec<_> = chosen.iter().map(|name| look(&healthy, name, LEAST)).collect::<Result<_, _>>()?;
    let mut hidden = 0;
    for (name, without) in chosen.into_iter().zip(without) {
        copy(&root)?;
        plant(&root, name)?;
        let with = look(&build(&root)?, name, MOST)?;
        println!(
            "| `{name}` | {} | {} |",
            without.as_deref().unwrap_or("holds"),
            with.as_deref().unwrap_or("NOT FOUND")
        );
        hidden += usize::from(without.is_some() || with.is_none());
    }
    Ok(if hidden == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes the copy what the checkout is now. Other packages are left alone, so that Cargo does not build them again.
fn copy(root: &Path) -> Result<(), Box<dyn Error>> {
    let files = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()?;
    if !files.status.success() {
        return Err("git cannot list the files of the checkout".into());
    }
    // What was moved or deleted in the checkout must not stay in the copy.
    for folder in ["src", "fuzz/src"] {
        let _ = fs::remove_dir_all(root.join(COPY).join(folder));
    }
    for name in String::from_utf8(files.stdout)?.split_terminator('\0') {
        let (from, to) = (root.join(name), root.join(COPY).join(name));
        // A file may be deleted, and still be in the index of git.
        let Ok(bytes) = fs::read(from) else { continue };
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::create_dir_all(to.parent().unwrap_or(root))?;
            fs::write(to, bytes)?;
        }
    }
    Ok(())
}

/// Plants the bug of a property in the copy.
fn plant(root: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let applied = Command::new("git")
        .args(["apply", &format!("--directory={COPY}"), &format!("fuzz/canaries/{name}.patch")])
        .current_dir(root)
        .status()?;
    if applied.success() { Ok(()) } else { Err(format!("the bug of {name} cannot be planted").into()) }
}

/// Builds this program in the copy, and returns where it is.
fn build(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let target = root.join(BUILD);
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--example", "canaries", "--target-dir"])
        .arg(&target)
        .current_dir(root.join(COPY).join("fuzz"))
        .status()?;
    if !built.success() {
        return Err("the copy of the checkout cannot be built".into());
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
        // A stack that is too small crashes it so.
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

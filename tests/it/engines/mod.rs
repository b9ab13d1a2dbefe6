//! The engines do what the real programs did in recorded runs, which are not part of the project:
//! `MS3DLINT_ORACLE` names a folder with their tables.

mod ascii;
mod binary;
mod page;
mod silent;

pub(crate) use page::with_table;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ms3dlint::actions::diff::{Holds, ModelDiff};
use ms3dlint::document::read;
use ms3dlint::engines::FailureKind;
use ms3dlint::engines::list::{self, Program};
use ms3dlint::smith::{Batch, Format, Profile};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What is compared: the outcome, where the program stops, what it holds of what it loads, how many of each kind that
/// is, and the outcome with the textures that are on the disk.
const ASPECTS: [&str; 5] = ["outcome", "line", "reads the same", "counts", "outcome on disk"];
const OUTCOME: usize = 0;
const LINE: usize = 1;
const CONTENT: usize = 2;
const COUNTS: usize = 3;
const ON_DISK: usize = 4;

/// How many of 1,000 files must agree.
const LEAST: [usize; ASPECTS.len()] = [995, 995, 950, 980, 980];

/// How often an engine did what its program did.
#[derive(Default)]
struct Agreement {
    same: [usize; ASPECTS.len()],
    of: [usize; ASPECTS.len()],
    /// Each difference.
    differences: Vec<String>,
}

impl Agreement {
    fn compare(&mut self, which: usize, is_same: bool, difference: impl FnOnce() -> String) {
        self.of[which] += 1;
        self.same[which] += usize::from(is_same);
        if !is_same {
            self.differences.push(format!("{}: {}", ASPECTS[which], difference()));
        }
    }

    fn compare_content(&mut self, file: &str, recorded: &Value, held: &str) {
        if let Some(digest) = recorded.as_str() {
            // For a model without faces some tables have the digest of nothing, and others that of a line end.
            let is_same = digest == sha256(held) || held.is_empty() && digest == sha256("\n");
            self.compare(CONTENT, is_same, || format!("{file} is held as something else"));
        }
    }
}

fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The agreement of each engine, by name and version in the tables.
type Agreements = BTreeMap<(String, String), Agreement>;

/// The name and the version that a row is about.
pub(crate) fn engine(row: &Value) -> (&str, &str) {
    (row["engine"].as_str().unwrap(), row["version"].as_str().unwrap())
}

/// The program that a table means: some names of runs say more than the program.
pub(crate) fn program(name: &str, version: &str) -> Option<&'static Program> {
    let name = match name.trim_end_matches("+asan") {
        "milkshape-sdk" | "viewer-sample" => "milkshape",
        "blender-reader" => "blender",
        name => name,
    };
    list::programs().find(|program| program.name == name && program.version == version)
}

/// The word of the tables for what became of a file.
fn outcome(failure: Option<FailureKind>, refuses: &'static str) -> &'static str {
    match failure {
        None => "loads",
        Some(FailureKind::Refuses) => refuses,
        Some(FailureKind::Crashes) => "crashes",
        Some(FailureKind::Hangs) => "hangs",
    }
}

/// The two tables in a folder: of real models, and of those that were made.
fn tables(folder: &Path) -> [String; 2] {
    let models = fs::read_to_string(folder.join("models.jsonl")).unwrap();
    let unpacked = Command::new("gzip").arg("-dc").arg(folder.join("generated.jsonl.gz")).output().unwrap();
    [models, String::from_utf8(unpacked.stdout).unwrap()]
}

/// The rows of the tables, each with the path of its file, given where the files of each table are.
pub(crate) fn rows(folder: &Path, files: [&str; 2]) -> Vec<(PathBuf, Value)> {
    let mut rows = Vec::new();
    for (table, files) in tables(folder).iter().zip(files) {
        for line in table.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            rows.push((folder.join(files).join(row["file"].as_str().unwrap()), row));
        }
    }
    rows
}

/// Compares all engines with the tables in a folder.
fn agreements(folder: &Path) -> Agreements {
    let mut agreements = Agreements::new();
    ascii::compare(&folder.join("ascii"), &mut agreements);
    binary::compare(&folder.join("binary"), &mut agreements);
    agreements
}

/// How each engine agrees, as a table of the page: those of one family that agree alike in one row.
fn table(agreements: &Agreements) -> String {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for ((name, version), Agreement { same, of, .. }) in agreements {
        let title = program(name, version).unwrap().title;
        let checked = if name.ends_with("+asan") { ", its memory checked" } else { "" };
        let cells = (0..ASPECTS.len()).map(|which| match of[which] {
            0 => String::new(),
            of => format!("{} of {of}", same[which]),
        });
        rows.push((format!("{title}{checked}"), cells.collect()));
    }
    let mut out = format!("| program | {} |\n|---{}|\n", ASPECTS.join(" | "), "|---".repeat(ASPECTS.len()));
    for (title, cells) in rows {
        let _ = writeln!(out, "| {title} | {} |", cells.join(" | "));
    }
    out
}

/// What shows which tables were compared.
pub(crate) fn digest(folder: &Path) -> String {
    let of = |format: &str| tables(&folder.join(format)).concat();
    sha256(of("ascii") + &of("binary"))[..16].to_string()
}

#[test]
fn engines_do_what_the_programs_did() {
    let Some(folder) = std::env::var_os("MS3DLINT_ORACLE").map(PathBuf::from) else {
        eprintln!("MS3DLINT_ORACLE is not set: no recorded runs to compare with");
        return;
    };
    let agreements = agreements(&folder);
    assert!(agreements.len() > 15, "the tables are no longer found");
    for ((name, version), Agreement { differences, .. }) in &agreements {
        println!("{name} {version}\n  {}", differences.join("\n  "));
    }
    print!("{}", table(&agreements));
    for (engine, Agreement { same, of, .. }) in &agreements {
        for which in 0..ASPECTS.len() {
            let is_enough = same[which] * 1000 >= of[which] * LEAST[which];
            assert!(is_enough, "{engine:?}, {}: {} of {}", ASPECTS[which], same[which], of[which]);
        }
    }
    let tellings = silent::tellings(&folder.join("binary"));
    print!("{}", silent::table(&tellings));
    silent::check(&tellings);
    page::has_agreements(&digest(&folder), &table(&agreements), &silent::table(&tellings));
}

/// An engine whose model nobody can ask for is compared with nothing: repairs could change what it reads.
#[test]
fn it_is_known_what_each_program_holds() {
    let mut count = 0;
    for format in Format::ALL {
        let batch = Batch { profile: Profile::Pristine, format: Some(*format), seed: 1, defects: Vec::new() };
        let [old, new] = [0, 1].map(|number| read("a", batch.model(number).unwrap().sample.bytes));
        for program in ModelDiff::of(&old, &new).programs {
            count += 1;
            // Validation refuses bones, and holds what assimp holds otherwise.
            let is_refused = program.program == "assimp+validate";
            assert!(is_refused || program.holds == Holds::Other, "{}", program.title);
        }
    }
    assert_eq!(count, list::programs().count());
}

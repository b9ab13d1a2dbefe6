//! What several tests need.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::actions::repair;
use ms3dlint::actions::repair::repair;
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Finding;
use ms3dlint::diagnostics::rule::Rule;
use ms3dlint::document::listing;
use ms3dlint::document::{Document, read};
use ms3dlint::fix::Applicability;
use proptest::prelude::ProptestConfig;
use tempfile::TempDir;

/// The folder of the package.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// How a run ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, about to be started in a folder. It asks no program unless the arguments name some.
pub(crate) fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = program_as_it_is(folder, args);
    if checks(args) {
        command.arg("--target=none");
    }
    command
}

/// The program, about to be started in a folder with these arguments alone.
pub(crate) fn program_as_it_is(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    // Whoever runs the tests may have said what they think of colour, or run them in a step of a build.
    for name in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "FORCE_HYPERLINK", "GITHUB_STEP_SUMMARY"]
    {
        command.env_remove(name);
    }
    command
}

/// Whether these arguments check files, and say nothing of programs: what these do is tested elsewhere.
pub(crate) fn checks(args: &[&str]) -> bool {
    const COMMANDS: [&str; 24] = [
        "explain",
        "rule",
        "format",
        "rules",
        "fmt",
        "convert",
        "dump",
        "assemble",
        "where",
        "baseline",
        "merge",
        "stats",
        "diff",
        "pose",
        "render",
        "view",
        "smith",
        "campaign",
        "loads",
        "lsp",
        "init",
        "config",
        "completions",
        "man",
    ];
    let names_programs = args.iter().any(|arg| arg.starts_with("--target"));
    args.first().is_some_and(|first| !COMMANDS.contains(first)) && !names_programs
}

/// Runs the program to its end.
#[track_caller]
pub(crate) fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with files, some of them in folders.
pub(crate) fn folder<C: AsRef<[u8]>>(files: &[(&str, C)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// The files below a folder, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

/// The models below a folder, sorted: ASCII models, and listings of binary ones. What else lies there are the
/// files that they name.
pub(crate) fn models(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|path| has_extension(path, "txt") || is_listing(path));
    found
}

/// The ASCII models below a folder, sorted.
pub(crate) fn text_models(folder: &Path) -> Vec<PathBuf> {
    let mut found = models(folder);
    found.retain(|path| !is_listing(path));
    found
}

/// Whether a file is the listing of a binary model.
pub(crate) fn is_listing(path: &Path) -> bool {
    has_extension(path, "listing")
}

/// The name of a model in reports: of a listing, that of its binary model.
pub(crate) fn name_of(model: &Path) -> String {
    let model = if is_listing(model) { model.with_extension("ms3d") } else { model.to_path_buf() };
    model.file_name().unwrap().to_string_lossy().into_owned()
}

/// The bytes of a model: of a listing, those of its binary model.
#[track_caller]
pub(crate) fn bytes_of(model: &Path) -> Vec<u8> {
    let bytes = fs::read(model).unwrap();
    if !is_listing(model) {
        return bytes;
    }
    let assembled = listing::assemble(&String::from_utf8(bytes).unwrap());
    assembled.unwrap_or_else(|problem| panic!("{}:{}: {}", model.display(), problem.line, problem.what))
}

/// The listing of a binary model, without offsets.
pub(crate) fn listing_of(bytes: &[u8]) -> String {
    let document = read("model.ms3d", bytes.to_vec());
    listing::lines(&document, 0).map(|line| line.text + "\n").collect()
}

/// The files that lie beside a model on the disk.
pub(crate) fn beside(model: &Path) -> MemoryTree {
    let folder = model.parent().unwrap();
    let name = |path: PathBuf| path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
    MemoryTree::new(files(folder).into_iter().map(name))
}

/// What is known about a model that should be one, and beside which these files lie, if that is known.
pub(crate) fn context(beside: Option<&MemoryTree>) -> Context {
    let file_tree = beside.map(|beside| Arc::new(beside.clone()) as _);
    Context { file_tree, ..Context::default() }
}

/// Checks bytes with all rules.
pub(crate) fn check(name: &str, bytes: &[u8]) -> (Document, Report) {
    check_with(name, bytes, None)
}

/// Checks a file, which lies where it lies, with all rules.
pub(crate) fn check_file(name: &str, path: &Path) -> (Document, Report) {
    check_with(name, &bytes_of(path), Some(&beside(path)))
}

/// Checks bytes beside which these files lie, if that is known, with all rules.
pub(crate) fn check_with(name: &str, bytes: &[u8], beside: Option<&MemoryTree>) -> (Document, Report) {
    let document = read(name, bytes.to_vec());
    let report = lint(&document, &context(beside), &Options::default());
    (document, report)
}

/// Repairs bytes with the fixes of one rule.
#[track_caller]
pub(crate) fn repair_rule(
    bytes: &[u8],
    beside: Option<&MemoryTree>,
    rule: &'static Rule,
    least: Applicability,
) -> Vec<u8> {
    let options = repair::RepairOptions { lint: Options::default(), least, only: vec![rule] };
    match repair(read("example.txt", bytes.to_vec()), &context(beside), &options) {
        Ok(repaired) => repaired.document.source.bytes().to_vec(),
        Err(defect) => panic!("{:?}: {}", defect.rules, defect.what),
    }
}

/// The findings of a rule.
pub(crate) fn of_rule<'r>(report: &'r Report, rule: &str) -> Vec<&'r Finding> {
    report.findings.iter().filter(|finding| finding.rule == rule).collect()
}

/// How many cases a property is tried with: few, unless `PROPTEST_CASES` asks for more. What fails is not written to a file.
pub(crate) fn drawn() -> ProptestConfig {
    const FEW: u32 = 32;
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { FEW };
    ProptestConfig { cases, failure_persistence: None, ..asked }
}

/// Some of a long list: one of eleven, or all of it if `MS3DLINT_ALL` is set, as build machines do.
pub(crate) fn some<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if std::env::var_os("MS3DLINT_ALL").is_some() { 1 } else { 11 })
}

/// Whether reviewed files are to be rewritten: `BLESS=1 cargo test`. A person reads the change.
pub(crate) fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Compares with a reviewed file, or rewrites it.
#[track_caller]
pub(crate) fn assert_reviewed(path: &Path, actual: &str) {
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return;
    }
    if blessing() {
        fs::write(path, actual).unwrap();
        return;
    }
    let line = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{} is not what it was, from line {} on:\n- {}\n+ {}\nread the change, then run BLESS=1 cargo test",
        path.display(),
        line + 1,
        expected.lines().nth(line).unwrap_or("(end)"),
        actual.lines().nth(line).unwrap_or("(end)"),
    );
}

/// A model of one mesh, as large as asked for, in which nothing is wrong.
pub(crate) fn large_model(rows: usize) -> String {
    let vertex = |i| format!("0 {}.500000 -1.250000 {}.000000 0.500000 0.250000 -1\r\n", i % 100, i / 100);
    let face = |a: usize, b: usize, c: usize| format!("0 {a} {b} {c} {a} {b} {c} 1\r\n");
    let cell = |i| face(i, i + 1, i + 101) + &face(i, i + 101, i + 100);
    let vertices: String = (0..rows).map(vertex).collect();
    let normals = "0.000000 -0.600000 0.800000\r\n".repeat(rows);
    let faces: String = (0..rows - 101).filter(|i| i % 100 < 99).map(cell).collect();
    format!(
        "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\"large\" 0 -1\r\n{rows}\r\n{vertices}\
         {rows}\r\n{normals}{}\r\n{faces}Materials: 0\r\nBones: 0\r\n",
        faces.lines().count()
    )
}

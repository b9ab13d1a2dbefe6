//! Which files are checked: lists, what git says, parts and their merging, and what changes; and baselines on the
//! command line.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Run, bytes_of, files, finish, models, name_of, program, root, some};
use serde_json::Value;
use tempfile::TempDir;

/// A model in which nothing is wrong.
const CLEAN: &[u8] = include_bytes!("../../corpus/ok/cube.txt");
/// A model with one error, of the rule `parent-cycle`.
const CYCLE: &[u8] = include_bytes!("../../corpus/bad/parent-cycle_of-three.txt");
/// A model with two warnings, one of the rule `zero-normal`.
const NORMAL: &[u8] = include_bytes!("../../corpus/bad/zero-normal_one.txt");
const CONCISE: &str = "--output-format=concise";
const JSON: &str = "--output-format=json";
const BASELINE: &str = "ms3dlint-baseline.tsv";

impl Run {
    /// The files in which something was found, in the concise format.
    fn paths(&self) -> Vec<&str> {
        let mut files: Vec<_> = self.out.lines().filter_map(|line| line.split(':').next()).collect();
        files.dedup();
        files
    }

    /// The names of all files, in the JSON format, without folders.
    fn json_files(&self) -> Vec<String> {
        let report: Value = serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{self:?}"));
        let path = |file: &Value| file["path"].as_str().unwrap().rsplit('/').next().unwrap().to_string();
        report["files"].as_array().unwrap().iter().map(path).collect()
    }
}

#[track_caller]
fn run(folder: &TempDir, args: &[&str]) -> Run {
    finish(program(folder.path(), args))
}

fn run_with(folder: &TempDir, input: &[u8], args: &[&str]) -> Run {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input).unwrap();
    file.rewind().unwrap();
    let mut command = program(folder.path(), args);
    command.stdin(file);
    finish(command)
}

fn put(folder: &TempDir, name: &str, bytes: &[u8]) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    files.iter().for_each(|(name, bytes)| put(&folder, name, bytes));
    folder
}

#[track_caller]
fn git(folder: &TempDir, args: &[&str]) {
    let identity =
        ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "core.autocrlf=false"];
    let mut command = Command::new("git");
    command.args(identity).args(args).current_dir(folder.path());
    let output = command.env("GIT_CONFIG_GLOBAL", "").env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with a commit on its branch `main`.
fn repository(files: &[(&str, &[u8])]) -> TempDir {
    let folder = folder(files);
    git(&folder, &["init", "--quiet", "--initial-branch=main"]);
    commit(&folder);
    folder
}

fn commit(folder: &TempDir) {
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--allow-empty", "--no-verify", "--message=a step"]);
}

/// Asserts that a run ended so, with one line on standard error that holds this.
#[track_caller]
fn assert_told(run: &Run, code: i32, part: &str) {
    assert_eq!(run.code, Some(code), "{run:?}");
    assert!(run.err.lines().count() == 1 && run.err.contains(part), "{part:?} is missing: {run:?}");
}

// Lists

#[test]
fn a_list_names_files() {
    let folder = folder(&[("a.txt", CYCLE), ("b c.txt", CYCLE), ("d.txt", CYCLE)]);
    let list = run_with(&folder, b"b c.txt\r\na.txt\n\n", &[CONCISE, "--files-from", "-"]);
    assert_eq!((list.code, list.paths()), (Some(1), vec!["b c.txt", "a.txt"]));
    put(&folder, "list", b"a.txt\0d.txt");
    let list = run(&folder, &[CONCISE, "--files-from=list", "-0", "b c.txt"]);
    assert_eq!(list.paths(), ["b c.txt", "a.txt", "d.txt"]);
    let without_option = run(&folder, &[CONCISE, "--files-from=list", "b c.txt"]);
    assert_told(&without_option, 2, "the paths in list end in NUL, and not in line ends; add -0");
    // As PowerShell writes it.
    let wide: Vec<u8> = "\u{FEFF}d.txt\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for marked in [&wide[..], b"\xEF\xBB\xBFd.txt\r\n"] {
        assert_eq!(run_with(&folder, marked, &[CONCISE, "--files-from", "-"]).paths(), ["d.txt"]);
    }
    assert_told(&run(&folder, &["--files-from", "none"]), 2, "cannot read none");
    assert_told(&run_with(&folder, b"", &["-", "--files-from", "-"]), 2, "only once");
}

#[test]
#[cfg(unix)]
fn a_list_holds_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\n\xFF.txt");
    let folder = folder(&[("-", CYCLE)]);
    fs::write(folder.path().join(name), CYCLE).unwrap();
    let list = run_with(&folder, &[name.as_bytes(), b"\0-\0"].concat(), &[CONCISE, "--files-from=-", "-0"]);
    assert_eq!(list.out.lines().count(), 2, "{list:?}");
}

/// What is listed can be read as a list, whatever the names are.
#[test]
#[cfg(unix)]
fn a_printed_list_is_a_list() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("b c.txt", CYCLE), ("x/\u{fc}\t.txt", CYCLE)]);
    let names = [&b"\xFF.txt"[..], b"a\n.txt", b"\"q\".txt", b" \x1B[1m.txt"];
    for name in &names[..] {
        fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), CYCLE).unwrap();
    }
    let list = |args: &[&str]| program(folder.path(), args).output().unwrap().stdout;
    let lines = list(&["--list-files", "."]);
    assert!(names.iter().all(|name| lines.windows(name.len()).any(|part| part == *name)), "{lines:?}");
    let with_nul = list(&["--list-files", "-0", "."]);
    assert_eq!(with_nul.iter().filter(|byte| **byte == 0).count(), 6);
    let checked = run_with(&folder, &with_nul, &[CONCISE, "--files-from=-", "-0"]);
    assert_eq!(checked.out, run(&folder, &[CONCISE, "."]).out);
    assert_eq!(checked.paths().len(), 6, "{checked:?}");
    fs::remove_file(folder.path().join("a\n.txt")).unwrap();
    let lines = list(&["--list-files", "."]);
    assert_eq!(run_with(&folder, &lines, &[CONCISE, "--files-from=-"]).paths().len(), 5);
    let alone = run(&folder, &["-0", "."]);
    assert!(alone.code == Some(2) && alone.err.contains("<--files-from <FILE>|--list-files>"), "{alone:?}");
}

#[test]
fn an_empty_list_is_a_clean_run() {
    let folder = folder(&[("a.txt", CYCLE)]);
    let empty = run_with(&folder, b"\n", &[JSON, "--files-from", "-"]);
    assert_told(&empty, 0, "nothing is checked");
    assert_eq!(serde_json::from_str::<Value>(&empty.out).unwrap()["summary"]["checked"], 0);
    let folder = repository(&[("a.txt", CYCLE)]);
    assert_told(
        &run(&folder, &[JSON, "--changed"]),
        0,
        "no model has changed since HEAD; nothing is checked",
    );
    assert_told(&run(&folder, &[JSON, "--staged"]), 0, "no model is staged; nothing is checked");
}

// What git says

#[test]
fn what_has_changed_is_checked() {
    let folder =
        repository(&[("old.txt", CYCLE), ("sub/edited.txt", CLEAN), ("gone.txt", CLEAN), ("b.txt", CLEAN)]);
    git(&folder, &["checkout", "--quiet", "-b", "work"]);
    put(&folder, "sub/edited.txt", CYCLE);
    commit(&folder);
    git(&folder, &["checkout", "--quiet", "main"]);
    put(&folder, "b.txt", CYCLE);
    commit(&folder);
    git(&folder, &["checkout", "--quiet", "work"]);
    put(&folder, "sub/new \u{fc}.txt", CYCLE);
    put(&folder, "README.txt", b"Read me");
    put(&folder, "sub/notes.md", CYCLE);
    put(&folder, "ignored.txt", CYCLE);
    put(&folder, ".gitignore", b"ignored.txt\n");
    fs::remove_file(folder.path().join("gone.txt")).unwrap();
    let all = run(&folder, &[CONCISE, "--changed=main"]);
    assert_eq!((all.code, all.paths()), (Some(1), vec!["sub/edited.txt", "sub/new \u{fc}.txt"]));
    assert!(all.err.starts_with("checked 2 files, skipped 1"), "{all:?}");
    assert_eq!(run(&folder, &[CONCISE, "--changed"]).paths(), ["sub/new \u{fc}.txt"]);
    // Paths begin at the current folder, and narrow it.
    let below = finish(program(&folder.path().join("sub"), &[CONCISE, "--changed=main"]));
    assert_eq!(below.paths(), ["edited.txt", "new \u{fc}.txt"]);
    let beside =
        finish(program(&folder.path().join("sub"), &[CONCISE, "--changed=main", "../sub/edited.txt"]));
    assert_eq!(beside.paths(), ["../sub/edited.txt"]);
    assert_told(&run(&folder, &["--changed=main", "b.txt"]), 0, "nothing is checked");
    assert_told(&run(&folder, &["--changed=main", "none.txt"]), 2, "there is no none.txt");
    assert_told(&run(&folder, &["--changed=none"]), 2, "git knows no commit \"none\"");
    assert_told(&run(&folder, &["--changed=--help"]), 2, "git knows no commit");
    // What the configuration excludes stays out.
    put(&folder, "ms3dlint.toml", b"exclude = [\"sub/new*\"]");
    assert_eq!(run(&folder, &[CONCISE, "--changed=main"]).paths(), ["sub/edited.txt"]);
}

#[test]
fn what_is_staged_is_checked_as_it_is_staged() {
    let folder = repository(&[("a.txt", CLEAN), ("b.txt", CLEAN)]);
    put(&folder, "a.txt", CYCLE);
    put(&folder, "new\n.txt", CYCLE);
    git(&folder, &["add", "--all"]);
    put(&folder, "a.txt", CLEAN);
    put(&folder, "b.txt", CYCLE);
    fs::remove_file(folder.path().join("new\n.txt")).unwrap();
    let staged = run(&folder, &[CONCISE, "--staged"]);
    assert_eq!((staged.code, staged.paths()), (Some(1), vec!["a.txt", "new\u{240a}.txt"]));
    for name in ["a.txt", "b.txt"] {
        let output = format!("--output=json={name}");
        assert_told(&run(&folder, &["--staged", &output]), 2, "would lie among the files");
    }
    assert_told(&run(&folder, &["--staged", "--fix"]), 2, "cannot be repaired in its place");
    assert_eq!(run(&folder, &["--staged", "--changed"]).code, Some(2));
    // Before the first commit everything is staged.
    let folder = self::folder(&[("a.txt", CYCLE)]);
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "--all"]);
    assert_eq!(run(&folder, &[CONCISE, "--staged"]).paths(), ["a.txt"]);
    assert_told(&run(&folder, &["--changed"]), 2, "no commit to compare with yet; make one, or use --staged");
}

/// Of what git names, that is checked which would be without git.
#[test]
fn git_names_files_that_are_met_or_named() {
    let folder = repository(&[("base.txt", CLEAN)]);
    for name in [
        "a.txt",
        ".hidden.txt",
        ".tools/b.txt",
        "named.md",
        "old/c.txt",
        "out/d.txt",
        "kept/e.txt",
        "gone.txt",
    ] {
        put(&folder, name, CYCLE);
    }
    put(&folder, ".ignore", b"old/\n");
    put(&folder, ".gitignore", b"out/\n");
    git(&folder, &["add", "--force", "--all", "."]);
    git(&folder, &["add", "--force", "out/d.txt", "old/c.txt"]);
    put(&folder, ".gone/f.txt", CYCLE);
    git(&folder, &["add", "--force", ".gone/f.txt"]);
    fs::remove_dir_all(folder.path().join(".gone")).unwrap();
    fs::remove_file(folder.path().join("gone.txt")).unwrap();
    let searched = run(&folder, &[CONCISE, "."]);
    assert_eq!(searched.paths(), ["a.txt", "kept/e.txt"]);
    assert_eq!(run(&folder, &[CONCISE, "--changed"]).out, searched.out);
    assert_eq!(run(&folder, &[CONCISE, "--staged"]).paths(), ["a.txt", "kept/e.txt", "gone.txt"]);
    let named = ["./.hidden.txt", ".tools", "named.md", "base.txt", "out/d.txt"];
    for option in ["--changed", "--staged"] {
        let run = run(&folder, &[&[CONCISE, option], &named[..]].concat());
        assert_eq!(run.paths(), ["./.hidden.txt", ".tools/b.txt", "named.md", "out/d.txt"], "{option}");
    }
}

/// Git reports the size of a content as it is stored, not as it is in a check-out.
#[test]
fn what_is_staged_is_read_as_it_would_be_checked_out() {
    let unix = String::from_utf8_lossy(CYCLE).replace("\r\n", "\n");
    let unended = unix.trim_end();
    let folder = repository(&[(".gitattributes", b"*.txt text eol=crlf\n")]);
    for number in 0..40 {
        put(
            &folder,
            &format!("{number}.txt"),
            if number % 2 == 0 { unix.as_bytes() } else { unended.as_bytes() },
        );
    }
    put(&folder, "empty.txt", b"");
    git(&folder, &["add", "--all"]);
    let staged = run(&folder, &[CONCISE, "--staged", "--level=hint", "--select=bare-line-feed,parent-cycle"]);
    assert_eq!(staged.out.matches("bare-line-feed").count(), 0, "{staged:?}");
    assert_eq!(staged.out.matches("parent-cycle").count(), 40, "{staged:?}");
    assert!(staged.err.contains("checked 40 files"), "{staged:?}");
}

#[test]
fn without_a_repository_or_git_it_is_told() {
    let folder = folder(&[("a.txt", CYCLE)]);
    for option in ["--changed", "--staged"] {
        let mut command = program(folder.path(), &[option]);
        command.env("GIT_CEILING_DIRECTORIES", folder.path().parent().unwrap());
        assert_told(&finish(command), 2, &format!("or check without {option}"));
        let mut command = program(folder.path(), &[option]);
        command.env("PATH", folder.path());
        let without = finish(command);
        assert_told(&without, 2, "there is no program git here");
        assert!(!without.err.contains("repository"), "{}", without.err);
    }
}

// Parts

/// The JSON reports of all parts of the bad examples, in a folder of their own.
fn parts(count: u32) -> (TempDir, Vec<String>) {
    let folder = folder(&[]);
    let corpus = root().join("corpus/bad");
    let names = (1..=count).map(|number| {
        let shard = format!("{number}/{count}");
        let part = run(&folder, &[JSON, "--shard", &shard, corpus.to_str().unwrap()]);
        let name = format!("{number}.json");
        put(&folder, &name, part.out.as_bytes());
        name
    });
    let names = names.collect();
    (folder, names)
}

/// However it is named, and whichever names come along.
#[test]
#[cfg(unix)]
fn a_file_is_in_one_part() {
    let names: Vec<_> = (0..20).map(|number| format!("tree/{number}.txt")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), CYCLE)).collect();
    let folder = folder(&files);
    std::os::unix::fs::symlink("tree", folder.path().join("link")).unwrap();
    let absolute = folder.path().join("tree");
    for paths in [
        &["tree", "link", "./tree/"][..],
        &["link/../tree/0.txt", "tree/0.txt", "link/0.txt"],
        &["link"],
        &["tree"],
        &[absolute.to_str().unwrap(), "tree/../tree"],
    ] {
        let whole: Vec<_> = run(&folder, &[&[JSON], paths].concat()).json_files();
        let part = |number| run(&folder, &[&[JSON, "--shard", number], paths].concat()).json_files();
        let (first, second) = (part("1/2"), part("2/2"));
        assert!(whole.len() == 1 || (first.len() > 3 && second.len() > 3), "{paths:?}");
        assert!(!first.iter().any(|name| second.contains(name)), "{paths:?}");
        assert_eq!(first.len() + second.len(), whole.len(), "{paths:?}");
    }
    // The part does not depend on the way to the file.
    let part = |path| run(&folder, &[JSON, "--shard=1/2", path]).json_files().len();
    assert_eq!(part("tree"), part("link"));
}

#[test]
fn parts_make_a_whole() {
    let corpus = root().join("corpus/bad");
    let corpus = corpus.to_str().unwrap();
    for count in [1, 4] {
        let (folder, names) = parts(count);
        let names: Vec<_> = names.iter().rev().map(String::as_str).collect();
        let all = run(&folder, &[JSON, corpus]);
        let merged = run(&folder, &[&["merge", JSON], &names[..]].concat());
        assert_eq!(merged, all);
        let concise = run(&folder, &[&["merge", "--output", "gitlab=merged.json"], &names[..]].concat());
        assert_eq!((concise.code, concise.err), (all.code, run(&folder, &[CONCISE, corpus]).err));
        assert!(folder.path().join("merged.json").is_file());
    }
    // What is left out is in one part too.
    let folder =
        self::folder(&[("a.txt", CLEAN), ("b.txt", CLEAN), ("ms3dlint.toml", b"exclude = [\"b.txt\"]")]);
    let check = |args: &[&str]| run(&folder, &[&[JSON, "--force-exclude", "a.txt", "b.txt"], args].concat());
    for part in ["1/2", "2/2"] {
        put(&folder, &part.replace('/', "of"), check(&["--shard", part]).out.as_bytes());
    }
    assert_eq!(run(&folder, &["merge", JSON, "1of2", "2of2"]), check(&[]));
    let folder = self::folder(&[("a.txt", CLEAN), ("none", b"")]);
    let clean = run(&folder, &[JSON, "a.txt"]);
    put(&folder, "a.json", clean.out.as_bytes());
    assert_eq!(run(&folder, &["merge", JSON, "a.json"]).code, Some(0));
}

#[test]
fn merged_reports_are_those_of_the_whole_run() {
    let folder = folder(&[("b.txt", CYCLE), ("c/d/ms3dlint.toml", b"x = 1\n"), ("c/d/a.txt", CLEAN)]);
    for path in some(models(&root().join("corpus"))) {
        put(&folder, &format!("a/{}", name_of(&path)), &bytes_of(&path));
    }
    #[cfg(unix)]
    for name in [b"a/\xe8.txt", b"a/\xe9.txt"] {
        let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name);
        fs::write(folder.path().join(name), CYCLE).unwrap();
    }
    // Some of it is known, and more of the same comes.
    assert_eq!(run(&folder, &["baseline", "write", "a"]).code, Some(0));
    let text = fs::read_to_string(folder.path().join(BASELINE)).unwrap();
    let is_kept = |(at, line): &(usize, &str)| at % 3 != 2 || line.starts_with("end of");
    let kept: Vec<_> = text.lines().enumerate().filter(is_kept).map(|(_, line)| line).collect();
    put(&folder, BASELINE, kept.join("\n").as_bytes());
    let formats = [
        "json",
        "sarif",
        "gitlab",
        "junit",
        "markdown",
        "checkstyle",
        "rdjson",
        "github",
        "concise",
        "compact",
    ];
    let usual = ["b.txt", "none.txt", "a", "--statistics", "--baseline", BASELINE];
    for options in [&[][..], &["--expand", "--level=hint"], &["--max-per-rule=1"], &["c"]] {
        let args = [&usual[..], options].concat();
        let parts = ["1/3", "2/3", "3/3"].map(|part| {
            let name = format!("{}.json", &part[..1]);
            put(&folder, &name, run(&folder, &[&[JSON, "--shard", part], &args[..]].concat()).out.as_bytes());
            name
        });
        let [first, second, third] = parts.each_ref().map(String::as_str);
        for format in formats {
            let format = format!("--output-format={format}");
            let whole = run(&folder, &[&[format.as_str()], &args[..]].concat());
            let merged = run(&folder, &["merge", &format, third, first, second]);
            assert!(merged.out == whole.out, "{format} {options:?}:\n{}\n{}", merged.out, whole.out);
            assert_eq!((merged.code, merged.err), (whole.code, whole.err), "{format} {options:?}");
        }
    }
}

#[test]
fn a_merged_report_ends_as_its_run_did() {
    let folder =
        folder(&[("a.txt", CLEAN), ("b.txt", CYCLE), ("c/a.txt", CLEAN), ("c/ms3dlint.toml", b"x = 1\n")]);
    for (path, code) in [("a.txt", 0), ("b.txt", 1), (".", 2), ("none.txt", 3)] {
        let whole = run(&folder, &[JSON, path]);
        put(&folder, "report.json", whole.out.as_bytes());
        let merged = run(&folder, &["merge", JSON, "report.json"]);
        assert_eq!((whole.code, &merged), (Some(code), &whole), "{path}");
        let sarif = run(&folder, &["--output-format=sarif", path]).out;
        let succeeded = sarif.contains("\"executionSuccessful\":true");
        assert_eq!(succeeded, code < 2, "{path}");
    }
}

#[test]
fn reports_that_do_not_belong_together_are_not_merged() {
    let (folder, names) = parts(2);
    let [first, second] = [names[0].as_str(), names[1].as_str()];
    let corpus = root().join("corpus/bad");
    put(&folder, "all.json", run(&folder, &[JSON, corpus.to_str().unwrap()]).out.as_bytes());
    put(&folder, "none.json", b"{}");
    let text = fs::read_to_string(folder.path().join(first)).unwrap();
    put(&folder, "newer.json", text.replace("\"version\":\"", "\"version\":\"9").as_bytes());
    put(&folder, "schema.json", text.replacen("\"schema\":1", "\"schema\":2", 1).as_bytes());
    let rule = text.replacen("\"rule\":\"", "\"rule\":\"\\u001b", 1);
    put(&folder, "changed.json", rule.as_bytes());
    for (reports, part) in [
        (vec![first], "part 2 of 2 is missing"),
        (vec![first, second, first], "part 1 of 2 is there twice"),
        (vec![first, "all.json"], "other options"),
        (vec!["all.json", "all.json"], "another report has"),
        (vec!["none.json"], "not a JSON report"),
        (vec!["newer.json", second], "use the same everywhere"),
        (vec!["schema.json", second], "it is of schema 2, and this ms3dlint reads schema 1; make it again"),
        (vec!["changed.json", second], "is not known"),
    ] {
        assert_told(&run(&folder, &[&["merge"], &reports[..]].concat()), 2, part);
    }
    assert_told(&run(&folder, &["merge", "missing.json"]), 3, "cannot read missing.json");
    assert_told(&run(&folder, &["merge", "--output=full=a", first, second]), 2, "no excerpts");
    let drawn = run(&folder, &["merge", "--output-format=full", first, second]);
    assert!(drawn.code == Some(2) && drawn.err.contains("values: compact, concise, json"), "{drawn:?}");
    for shard in ["0/2", "3/2", "1", "1/0", "a/b"] {
        assert_eq!(run(&folder, &["--shard", shard, "."]).code, Some(2), "{shard}");
    }
}

// Baselines

#[test]
fn a_baseline_hides_what_it_knows() {
    let folder = folder(&[("tree/a.txt", CYCLE), ("tree/sub/b.txt", NORMAL)]);
    let written = run(&folder, &["baseline", "write", "tree"]);
    assert_eq!((written.code, written.err.as_str()), (Some(0), ""));
    let count = written.out.split(' ').next().unwrap();
    for args in [&["--threads=1"][..], &["--expand"], &["--level=hint", "--fail-on=hint", "--max-per-rule=1"]]
    {
        let check = run(&folder, &[&["tree", CONCISE, "--baseline", BASELINE], args].concat());
        let hidden = format!("checked 2 files\nfound nothing new\n{count} baselined findings hidden\n");
        assert_eq!((check.code, check.out, check.err), (Some(0), String::new(), hidden));
    }
    // From elsewhere, and by other ways, the files are the same.
    let below = finish(program(
        &folder.path().join("tree/sub"),
        &["b.txt", "../a.txt", "--baseline", "../../ms3dlint-baseline.tsv"],
    ));
    assert_eq!(below.code, Some(0), "{below:?}");
    // The configuration may name it.
    put(&folder, "ms3dlint.toml", format!("baseline = \"{BASELINE}\"").as_bytes());
    assert_eq!(run(&folder, &["tree"]).code, Some(0));
    assert_eq!(run(&folder, &["tree", "--no-config"]).code, Some(1));
    let stdin = |name: &[&str]| run_with(&folder, CYCLE, &[&["-"], name].concat()).code;
    assert_eq!((stdin(&[]), stdin(&["--stdin-filename", "tree/a.txt"])), (Some(1), Some(0)));
    put(&folder, "tree/c.txt", CYCLE);
    assert_eq!(run(&folder, &[CONCISE, "tree"]).paths(), ["tree/c.txt"]);
}

#[test]
fn a_baseline_grows_only_where_that_is_accepted() {
    let folder = folder(&[("a.txt", CYCLE), ("sub/b.txt", NORMAL)]);
    run(&folder, &["baseline", "write", "."]);
    let read = || fs::read_to_string(folder.path().join(BASELINE)).unwrap();
    let before = read();
    put(&folder, "sub/c.txt", CYCLE);
    let refused = run(&folder, &["baseline", "write", "."]);
    let told = "ms3dlint: 1 finding not in ms3dlint-baseline.tsv; repair it, or record it with --accept-new\n  \
        1 sub/c.txt: parent-cycle in bone \"base\"\n";
    assert_eq!((refused.code, refused.err.as_str(), read()), (Some(1), told, before.clone()));
    // Pruning adds nothing either.
    assert_eq!(run(&folder, &["baseline", "prune", "."]).code, Some(0));
    assert_eq!(read(), before);
    assert_eq!(run(&folder, &["baseline", "write", "sub", "--accept-new"]).code, Some(0));
    assert!(read().contains("\na.txt\t") && read().contains("\nsub/c.txt\t"));
    // What is gone is forgotten where it was looked for.
    put(&folder, "a.txt", CLEAN);
    fs::remove_dir_all(folder.path().join("sub")).unwrap();
    put(&folder, "other/d.txt", CLEAN);
    assert!(run(&folder, &["baseline", "prune", "other"]).out.starts_with("forgot 0 findings"));
    assert!(run(&folder, &["baseline", "prune", "."]).out.ends_with(", 0 still baselined\n"));
    assert_eq!(read().lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_no_baseline_is_told() {
    let folder = folder(&[("a.txt", CLEAN)]);
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("none", &link).unwrap();
    for args in [&["a.txt", "--baseline", "link"][..], &["baseline", "write", "a.txt", "--output", "link"]] {
        assert_told(&run(&folder, args), 2, "the link link leads to no file");
    }
    assert!(link.is_symlink() && !folder.path().join("none").exists());
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_no_file_is_kept() {
    let folder = folder(&[("a.txt", CLEAN)]);
    let link = folder.path().join("link.json");
    std::os::unix::fs::symlink("none", &link).unwrap();
    let run = run(&folder, &["a.txt", "--output=json=link.json"]);
    assert_told(&run, 3, "link.json: it is a link that leads to no file; remove it, or name another file");
    assert!(link.is_symlink() && !folder.path().join("none").exists());
}

#[test]
fn a_bad_baseline_is_never_passed_over() {
    let folder = folder(&[("a.txt", CLEAN)]);
    assert_told(&run(&folder, &["a.txt", "--baseline", "none"]), 2, "there is no baseline none");
    assert_told(&run(&folder, &["baseline", "prune", "a.txt"]), 2, "there is no baseline");
    run(&folder, &["baseline", "write", "a.txt"]);
    let mut file = File::options().append(true).open(folder.path().join(BASELINE)).unwrap();
    file.write_all(b">>>>>>> theirs\n").unwrap();
    for args in [
        &["a.txt", "--baseline", BASELINE][..],
        &["baseline", "prune", "a.txt"],
        &["baseline", "write", "a.txt"],
    ] {
        assert_told(&run(&folder, args), 2, "ms3dlint-baseline.tsv:3: this conflict is not merged");
    }
    put(&folder, "ms3dlint.toml", format!("baseline = \"{BASELINE}\"").as_bytes());
    let configured = run(&folder, &["a.txt", CONCISE]);
    assert_eq!(
        (configured.code, configured.err.contains(":3: this conflict")),
        (Some(2), true),
        "{configured:?}"
    );
    // It is reported once, for whichever files.
    put(&folder, "b.txt", CYCLE);
    put(&folder, "c.txt", CYCLE);
    put(&folder, "ms3dlint.toml", b"baseline = \"none.tsv\"");
    for threads in ["--threads=1", "--threads=3"] {
        let missing = run(&folder, &[".", threads]);
        assert_eq!(
            (missing.code, missing.err.matches("there is no baseline").count()),
            (Some(2), 1),
            "{missing:?}"
        );
        assert!(missing.err.ends_with("(named in ms3dlint.toml:1)\n"), "{missing:?}");
    }
    put(&folder, "ms3dlint.toml", format!("baseline = \"{BASELINE}\"").as_bytes());
    // The advice helps.
    put(&folder, BASELINE, b"ms3dlint baseline 1");
    let damaged = run(&folder, &["baseline", "write", "a.txt", "--accept-new"]);
    assert_told(&damaged, 2, "or delete the file and write the baseline again");
    fs::remove_file(folder.path().join(BASELINE)).unwrap();
    assert_eq!(run(&folder, &["baseline", "write", "a.txt"]).code, Some(0));
    // Nothing is written if something cannot be read.
    let before = files(folder.path());
    assert_eq!(
        run(&folder, &["baseline", "write", "missing.txt", "--output=new", "--no-config"]).code,
        Some(3)
    );
    assert_told(&run(&folder, &["baseline", "write", "-", "--output=new"]), 2, "--stdin-filename");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn files_of_several_baselines_are_not_mixed() {
    let own: &[u8] = b"baseline = \"known.tsv\"";
    let (both, none) = ("belongs into ", "the configuration of ");
    for (configs, paths, part) in [
        (&[("a/ms3dlint.toml", own), ("b/ms3dlint.toml", own)][..], &["a", "b"][..], both),
        (&[("ms3dlint.toml", own), ("b/ms3dlint.toml", b"")], &["."], none),
        (&[("b/ms3dlint.toml", own)], &["."], both),
    ] {
        let folder = folder(&[&[("a/a.txt", CYCLE), ("b/b.txt", NORMAL)], configs].concat());
        fs::create_dir(folder.path().join(".git")).unwrap();
        let refused = run(&folder, &[&["baseline", "write"], paths].concat());
        assert_told(&refused, 2, part);
        assert!(refused.err.contains("b/b.txt") && refused.err.contains(".tsv"), "{refused:?}");
        assert!(!files(folder.path()).iter().any(|path| path.extension().is_some_and(|is| is == "tsv")));
        // One at a time, each goes where a check looks for it; and one may be named for all.
        assert_eq!(run(&folder, &["baseline", "write", "a"]).code, Some(0));
        assert_told(&run(&folder, &[&["baseline", "prune"], paths].concat()), 2, part);
        let all = [&["baseline", "write", "--baseline=all.tsv"], paths].concat();
        assert_eq!(run(&folder, &all).code, Some(0));
        assert_eq!(run(&folder, &[&["--baseline=all.tsv"], paths].concat()).code, Some(0));
    }
}

#[test]
fn known_findings_are_not_repaired() {
    let model = String::from_utf8_lossy(NORMAL).replace(" 0.500000", " .5");
    let folder = folder(&[("a.txt", model.as_bytes())]);
    run(&folder, &["baseline", "write", "a.txt"]);
    let before = fs::read(folder.path().join("a.txt")).unwrap();
    run(&folder, &["a.txt", "--fix", "--unsafe-fixes", "--baseline", BASELINE]);
    assert_eq!(fs::read(folder.path().join("a.txt")).unwrap(), before);
    run(&folder, &["a.txt", "--fix", "--fix-only=bare-decimal-point", "--baseline", BASELINE]);
    assert_ne!(fs::read(folder.path().join("a.txt")).unwrap(), before);
    assert!(run(&folder, &["baseline", "prune", "a.txt"]).out.starts_with("forgot "));
}

// What changes

#[test]
fn what_changes_is_checked_again() {
    let folder = folder(&[("tree/a.txt", CLEAN), ("tree/b.txt", CYCLE)]);
    // Not even its own output in the tree makes it start again.
    let (out, err) = (folder.path().join("tree/out.txt"), folder.path().join("tree/err.txt"));
    let mut command = program(folder.path(), &["--watch", CONCISE, "tree"]);
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.spawn().unwrap();
    let wait_for = |path: &Path, part: &str, count: usize| {
        let started = Instant::now();
        while fs::read_to_string(path).unwrap().matches(part).count() < count {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{part:?}: {}",
                fs::read_to_string(path).unwrap()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for(&err, "found 1 error", 1);
    fs::write(folder.path().join("tree/a.txt"), CYCLE).unwrap();
    wait_for(&out, "tree/a.txt:", 1);
    wait_for(&err, " checking again, as something has changed", 1);
    // What was found in other files is still shown, and counted.
    wait_for(&err, "found 2 errors", 1);
    fs::write(folder.path().join("tree/ms3dlint.toml"), "[rules]\nparent-cycle = \"off\"\n").unwrap();
    wait_for(&err, "found nothing wrong", 1);
    child.kill().unwrap();
    child.wait().unwrap();
    let (out, err) = (fs::read_to_string(out).unwrap(), fs::read_to_string(err).unwrap());
    assert_eq!(out.matches("tree/b.txt:").count(), 2, "{out}");
    assert!(!out.contains('\x1b'), "only the screen of a terminal is cleared");
    assert!(err.matches(" checking ").count() <= 4, "{err}");
}

#[test]
fn what_cannot_be_watched_is_told() {
    let folder = folder(&[("a.txt", CLEAN)]);
    assert_told(&run_with(&folder, b"", &["--watch", "-"]), 2, "standard input cannot be watched");
    assert_told(
        &run(&folder, &["--watch", "none"]),
        3,
        "cannot read none: No such file or directory (os error 2); check the path",
    );
    // Before anything is said to be checked.
    assert_told(&run(&folder, &["--watch", "--select=none"]), 2, "no rule or group is called \"none\"");
    assert_eq!(run(&folder, &["--watch", "--staged"]).code, Some(2));
}

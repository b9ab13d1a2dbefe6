//! The program itself: arguments, exit codes, which files are looked at, and what is printed where.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support;
use crate::support::{Run, finish, program, program_as_it_is, root};
use ms3dlint::diagnostics::rule::page_url;
use ms3dlint::rules;
use serde_json::Value;
use tempfile::TempDir;

/// A model in which nothing is wrong.
const CLEAN: &[u8] = include_bytes!("../../corpus/ok/cube.txt");
/// A model with one error, of the rule `parent-cycle`.
const CYCLE: &[u8] = include_bytes!("../../corpus/bad/parent-cycle_of-three.txt");
/// What folders hold beside models.
const PROSE: &[u8] = b"Read me\n=======\n\nThis model is free: do with it what you like.\n";
/// Prose with a line as it appears in a model.
const HALF: &[u8] = b"The skeleton so far\n\nBones: 3\nThere will be more of them soon.\n";
/// A binary model that holds nothing: 24 frames a second, one of them, and all sections.
const BINARY: &[u8] = b"MS3D000000\x04\0\0\0\0\0\0\0\0\0\0\0\x00\x00\xC0\x41\x00\x00\x80\x3F\x01\0\0\0\0\0\
    \x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x01\0\0\0\x01\0\0\0\x00\x00\x80\x3F\0\0\0\0\0\0\0\x3F";
/// A name that clears the screen, sets the title, changes the direction and starts a new line.
const HOSTILE: &str = "a\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}b\u{9b}31m\n\rc.txt";

const OK_FILE: &str = "corpus/ok/cube.txt";
const ERROR_FILE: &str = "corpus/bad/parent-cycle_of-three.txt";
const WARNING_FILE: &str = "corpus/bad/zero-normal_one.txt";
const HINT_FILE: &str = "corpus/bad/bare-line-feed_whole-file.txt";
const FLOOD_FILE: &str = "corpus/bad/blank-line-in-block_double-spaced.txt";
const POINTER_FILE: &str = "corpus/bad/git-lfs-pointer_pointer.txt";

const CONCISE: &str = "--output-format=concise";
const JSON: &str = "--output-format=json";
const JSON_LINES: &str = "--output-format=json-lines";
const FORMATS: [&str; 5] = ["--output-format=full", "--output-format=narrated", CONCISE, JSON, JSON_LINES];

impl Run {
    /// The findings of the concise format.
    #[track_caller]
    fn findings(&self) -> Vec<Line> {
        let parse = |line| Line::parse(line).unwrap_or_else(|| panic!("not in the concise format: {line:?}"));
        self.out.lines().map(parse).collect()
    }

    /// The rules that found something, in the concise format.
    #[track_caller]
    fn rules(&self) -> Vec<String> {
        self.findings().into_iter().map(|line| line.rule).collect()
    }

    /// The names of the files in which something was found, in the concise format.
    #[track_caller]
    fn files(&self) -> Vec<String> {
        let name = |path: String| Path::new(&path).file_name().unwrap().to_str().unwrap().to_string();
        self.findings().into_iter().map(|line| name(line.path)).collect()
    }

    /// The document of the JSON format.
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A line of the concise format, `path:line:column: severity[rule] message`, taken apart.
struct Line {
    path: String,
    line: u64,
    column: u64,
    severity: String,
    rule: String,
    /// Without the words about the places that it covers.
    message: String,
    /// How many places it covers.
    count: u64,
}

impl Line {
    fn parse(text: &str) -> Option<Self> {
        let (head, rest) = text.split_once(": ")?;
        let mut head = head.rsplitn(3, ':');
        let column = head.next()?.parse().ok().filter(|column| *column > 0)?;
        let line = head.next()?.parse().ok().filter(|line| *line > 0)?;
        let path = head.next().filter(|path| !path.is_empty())?.to_string();
        let (severity, rest) = rest.split_once('[')?;
        let (rule, said) = rest.split_once("] ")?;
        rules::find(rule).filter(|found| found.severity.name() == severity)?;
        let said = [" [--fix]", " [--unsafe-fixes]", " [--fix-only]", " [--unsafe-fixes --fix-only]"]
            .iter()
            .fold(said, |said, fix| said.trim_end_matches(fix));
        let said = said.rsplit_once("; near (").map_or(said, |(said, _)| said);
        let folded = said.strip_suffix(" more)").and_then(|said| said.rsplit_once(" (and "));
        let (message, count) = match folded {
            Some((message, more)) => (message, 1 + more.replace(',', "").parse::<u64>().ok()?),
            None => (said, 1),
        };
        let (severity, rule, message) = (severity.to_string(), rule.to_string(), message.to_string());
        (!message.is_empty()).then_some(Self { path, line, column, severity, rule, message, count })
    }
}

/// Runs the program in the folder of the package.
#[track_caller]
fn run(args: &[&str]) -> Run {
    finish(program(&root(), args))
}

/// Runs the program in another folder.
#[track_caller]
fn run_in(folder: &TempDir, args: &[&str]) -> Run {
    finish(program(folder.path(), args))
}

/// Runs the program with something on standard input.
#[track_caller]
fn run_with(input: &[u8], args: &[&str]) -> Run {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input).unwrap();
    file.rewind().unwrap();
    let mut command = program(&root(), args);
    command.stdin(file);
    finish(command)
}

/// A temporary folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    support::folder(files)
}

/// Asserts that a text is one line that holds all of these.
#[track_caller]
fn assert_one_line(text: &str, parts: &[&str]) {
    assert!(text.ends_with('\n') && text.lines().count() == 1, "not one line: {text:?}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing: {text:?}");
    }
}

/// Asserts that a terminal would obey nothing in this text.
#[track_caller]
fn assert_printable(text: &str) {
    let raw = text.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
    let start: String = text.chars().take(400).collect();
    assert!(raw.is_none(), "{raw:?} is in the output: {start:?}");
}

/// The keys of a JSON object, sorted.
#[track_caller]
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Words, sorted.
fn sorted(words: &str) -> Vec<&str> {
    let mut words: Vec<_> = words.split_whitespace().collect();
    words.sort_unstable();
    words
}

fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no array: {value}"))
}

// Exit codes

#[test]
fn a_clean_file_exits_with_0() {
    let run = run(&[OK_FILE]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out, "checked 1 file\nfound nothing wrong\n");
}

#[test]
fn errors_exit_with_1() {
    assert_eq!(run(&[ERROR_FILE]).code, Some(1));
    assert_eq!(run(&[ERROR_FILE, OK_FILE]).code, Some(1));
}

#[test]
fn warnings_alone_exit_with_0() {
    assert_eq!(run(&[WARNING_FILE]).code, Some(0));
}

#[test]
fn warnings_exit_with_1_where_they_are_to_fail() {
    assert_eq!(run(&["--fail-on", "warning", WARNING_FILE]).code, Some(1));
    assert_eq!(run(&["--fail-on", "warning", HINT_FILE]).code, Some(0));
    assert_eq!(run(&["--fail-on", "hint", HINT_FILE]).code, Some(1));
}

#[test]
fn nothing_fails_where_nothing_is_to_fail() {
    assert_eq!(run(&["--fail-on", "never", "corpus/bad"]).code, Some(0));
}

#[test]
fn what_is_not_shown_fails_all_the_same() {
    let run = run(&[CONCISE, "--level", "error", "--fail-on", "warning", WARNING_FILE]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
}

#[test]
fn a_configuration_without_rules_is_told() {
    for config in ["select = []\n", "ignore = [\"all\"]\n", "[rules]\nall = \"off\"\n"] {
        let model = b"Frames: 1\nFrame: 1\nMeshes: 1\n";
        let folder = folder(&[("ms3dlint.toml", config.as_bytes()), ("a.txt", model)]);
        let run = run_in(&folder, &["."]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(run.err.contains("no rule was run on 1 file: the configuration leaves none"), "{}", run.err);
    }
}

#[test]
fn unknown_rules_exit_with_2_and_a_guess() {
    for option in ["--select", "--ignore"] {
        let run = run(&[option, "parent-cycl", OK_FILE]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{option}");
        assert_one_line(&run.err, &["\"parent-cycl\"", "did you mean \"parent-cycle\"?"]);
    }
}

#[test]
fn unknown_words_far_from_any_rule_get_no_guess() {
    let run = run(&["--select", "nothing-of-the-kind", OK_FILE]);
    assert_eq!(run.code, Some(2));
    assert_one_line(&run.err, &["\"nothing-of-the-kind\""]);
    assert!(!run.err.contains("did you mean"), "{}", run.err);
}

#[test]
fn unknown_flags_exit_with_2() {
    for args in [&["--frobnicate", OK_FILE][..], &["--output-format=xml", OK_FILE], &["--threads=0", OK_FILE]]
    {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains("try '--help'"), "{args:?}: {}", run.err);
    }
}

#[test]
fn arguments_that_are_wrong_or_missing_are_told_with_a_hint() {
    for (args, part) in [
        (&["merge"][..], "were not provided:\n  <REPORT>"),
        (&["convert"], "were not provided:\n  <IN>\n  <OUT>\n"),
        (&["baseline"], "requires a subcommand but one was not provided\n  [subcommands: write, prune"),
        (&["config"], "requires a subcommand but one was not provided\n  [subcommands: schema, show"),
        (&["--statistic", OK_FILE], "a similar argument exists: '--statistics'"),
        (&["--frobnicate", OK_FILE], "unexpected argument '--frobnicate' found"),
        (&["--diff", "--output-format=json"], "'--diff' cannot be used with '--output-format <FORMAT>'"),
        (&["baseline", "check"], "`ms3dlint --baseline FILE` checks"),
        (&["--select", "all,-numbers"], "--ignore numbers"),
        (&["baseline", "wirte"], "there is no command \"baseline wirte\"; did you mean \"write\"?"),
        (&["baseline", "update"], "`ms3dlint baseline write` makes one, and with --accept-new"),
        (&["fix", "models"], "--fix repairs models: ms3dlint --fix PATHS"),
        (&["version"], "--version shows the version"),
        (&["merg"], "did you mean the command \"merge\"?"),
        (&["--fix", "check", OK_FILE], "the command comes first: ms3dlint check --fix "),
        (&[".", "lint"], "the command comes first: ms3dlint lint ."),
        (&["--no-config", "fmt", "--check", "a b"], "ms3dlint fmt --no-config --check \"a b\""),
        (&["--fail-on=errors", OK_FILE], "a similar value exists: 'error'"),
        (&["smith", "--defect", "self-parent,", "models"], "no defect is called \"\" ("),
        (&["smith", "--defect", "self-parnt", "models"], "; did you mean \"self-parent\"? ("),
        (&["smith", "--defect", "old-version", "--format", "ascii", "--list-defects"], "is made in ascii"),
        (&["smith", "-n0", "models"], "give a whole number from 1 on"),
        (&["--threads=0", OK_FILE], "give a whole number from 1 to 65535, as in 4"),
        (&["campaign", "--jobs=x", "--exec=a", "-ob"], "give a whole number from 1 to 65535, as in 4"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
}

#[test]
fn errors_about_arguments_quote_nothing_that_a_terminal_obeys() {
    for arg in [format!("--{HOSTILE}"), format!("--level={HOSTILE}")] {
        let run = run(&[&arg]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("owned"), "{}", run.err);
        assert_printable(&run.err);
    }
}

#[test]
fn defects_are_listed_as_they_are_chosen() {
    let list = |more: &[&str]| run(&[&["smith", "--list-defects"], more].concat()).out;
    let (all, ascii, cycles) = (list(&[]), list(&["--format=ascii"]), list(&["--defect=parent-cycle"]));
    assert!(all.starts_with("header-missing:1 ") && all.contains("\nold-version:1 "), "{all}");
    assert!(ascii.starts_with("header-missing:1 ") && !ascii.contains("\nold-version:1 "), "{ascii}");
    assert!(
        cycles.lines().count() > 1 && cycles.lines().all(|line| line.starts_with("parent-cycle:")),
        "{cycles}"
    );
}

#[test]
fn without_paths_the_current_folder_is_searched() {
    let folder = folder(&[("a.txt", CYCLE), ("deep/b.txt", CYCLE), ("notes.txt", b"nothing")]);
    for (own, with_path) in [
        (&[][..], &["."][..]),
        (&["check"], &["check", "."]),
        (&["lint", "--expand"], &["check", "--expand", "."]),
        (&["stats"], &["stats", "."]),
        (&["loads"], &["loads", "."]),
        (&["fmt", "--check"], &["format", "--check", "."]),
        (&["baseline", "write", "--output=a.tsv"], &["baseline", "write", "--output=b.tsv", "."]),
    ] {
        let [own, with_path] = [own, with_path].map(|args| finish(program_as_it_is(folder.path(), args)));
        assert_eq!((own.code, own.out), (with_path.code, with_path.out.replace("b.tsv", "a.tsv")));
    }
    let written = ["a.tsv", "b.tsv"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(written[0] == written[1] && written[0].len() > 100);
}

#[test]
fn what_stands_in_lines_of_its_own_in_a_help_fits_80_columns() {
    for command in [
        "",
        "check",
        "baseline write",
        "baseline prune",
        "campaign",
        "fmt",
        "merge",
        "smith",
        "stats",
        "where",
    ] {
        let [narrow, wide] = ["80", "200"].map(|columns| {
            let mut command_line = program(&root(), &command.split_whitespace().collect::<Vec<_>>());
            command_line.arg("--help").env("COLUMNS", columns);
            let help = finish(command_line).out;
            let start = help.find("\nExamples:").or_else(|| help.find("\nExit codes")).unwrap();
            help[start..].to_string()
        });
        assert_eq!(narrow, wide, "{command}");
    }
}

#[test]
fn a_command_that_may_have_been_meant_is_told() {
    let folder = folder(&[("dunp", CLEAN)]);
    let meant = run_in(&folder, &["basline", "write", "."]);
    assert_eq!(meant.code, Some(2));
    assert_one_line(&meant.err, &["there is no file \"basline\"; did you mean the command \"baseline\"?"]);
    let commit = run_in(&folder, &["--changed", "main"]);
    assert_one_line(&commit.err, &["if it is a commit, write --changed=main"]);
    // What is there is checked, and what is far from all commands may be a file that is not there.
    assert_eq!(run_in(&folder, &["dunp"]).code, Some(0));
    assert_eq!(run_in(&folder, &["assets"]).code, Some(3));
}

#[test]
fn the_files_that_would_be_checked_are_listed() {
    let folder = folder(&[
        ("b.txt", CYCLE),
        ("a/c.ms3d", BINARY),
        ("a/d.obj", b""),
        ("a/readme.txt", PROSE),
        ("out/e.txt", CYCLE),
    ]);
    fs::write(folder.path().join("ms3dlint.toml"), "exclude = [\"out/\"]").unwrap();
    let all = run_in(&folder, &["--list-files"]);
    assert_eq!((all.code, all.out.as_str(), all.err.as_str()), (Some(0), "a/c.ms3d\nb.txt\n", ""));
    let named = run_in(&folder, &["--list-files", "a/d.obj", "none.txt"]);
    assert_eq!((named.code, named.out.as_str()), (Some(3), "a/d.obj\n"));
    assert_one_line(&named.err, &["cannot read none.txt", "check the path"]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let twice = run_in(&folder, &["--list-files", "a/d.obj", "./a/d.obj"]);
    assert_eq!(twice.out.lines().count(), 1, "{twice:?}");
    let none = run_in(&folder, &["--list-files", "empty"]);
    assert_eq!(
        (none.code, none.out.as_str(), none.err.as_str()),
        (Some(0), "", "ms3dlint: no models found in empty\n")
    );
    for repairs in ["--fix", "--diff"] {
        let refused = run_in(&folder, &["--list-files", repairs]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
        assert!(refused.err.contains("cannot be used with"), "{}", refused.err);
    }
}

#[test]
fn a_missing_file_exits_with_3_while_the_others_are_checked() {
    for threads in ["1", "3"] {
        let run = run(&[JSON, "--threads", threads, ERROR_FILE, "no-such-file.txt", OK_FILE]);
        assert_eq!(run.code, Some(3));
        assert_one_line(&run.err, &["no-such-file.txt"]);
        let json = run.json();
        let paths: Vec<_> = items(&json, "files").iter().map(|file| file["path"].as_str().unwrap()).collect();
        assert_eq!(paths, [ERROR_FILE, OK_FILE]);
        assert_eq!(json["summary"]["errors"], 1);
    }
}

#[test]
fn files_that_cannot_be_read_are_counted() {
    let run = run(&["no-such-file.txt", OK_FILE]);
    assert_eq!(run.code, Some(3));
    assert!(run.out.starts_with("checked 1 file, could not read 1\n"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_exits_with_3() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("secret.txt", CLEAN), ("cycle.txt", CYCLE)]);
    let path = folder.path().join("secret.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads everything.
    if fs::read(&path).is_ok() {
        return;
    }
    for args in [&[CONCISE, "."][..], &[CONCISE, "secret.txt", "cycle.txt"]] {
        let run = run_in(&folder, args);
        assert_eq!((run.code, run.files()), (Some(3), vec!["cycle.txt".to_string()]));
        let first = run.err.lines().next().unwrap_or_default();
        assert!(first.contains("secret.txt") && first.contains("permission"), "{first}");
    }
}

#[test]
fn little_or_much_is_said() {
    let folder = folder(&[
        ("a.txt", CYCLE),
        ("b.txt", include_bytes!("../../corpus/bad/zero-normal_one.txt")),
        ("c.txt", PROSE),
    ]);
    fs::write(folder.path().join("ms3dlint.toml"), "exclude = [\"out/\", \"d.txt\"]\n").unwrap();
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("d.txt"), CYCLE).unwrap();
    let quiet = run_in(&folder, &["-q", "."]);
    assert!(quiet.out.contains("parent-cycle") && !quiet.out.contains("zero-normal"), "{}", quiet.out);
    assert!(quiet.out.contains("found 1 error; not shown: 2 warnings"), "{}", quiet.out);
    assert_eq!(quiet.err, "");
    let verbose = run_in(&folder, &["-v", ".", "--force-exclude", "d.txt"]);
    let said: Vec<_> = verbose.err.lines().collect();
    assert_eq!(
        said,
        [
            "ms3dlint: a.txt: ASCII model, configured by ms3dlint.toml",
            "ms3dlint: b.txt: ASCII model, configured by ms3dlint.toml",
            "ms3dlint: c.txt: not a model, skipped, configured by ms3dlint.toml",
            "ms3dlint: d.txt: excluded by ms3dlint.toml:1",
            "ms3dlint: out: excluded by ms3dlint.toml:1",
        ]
    );
    assert_eq!(run_in(&folder, &["-q", "--level=hint", "."]).code, Some(2));
}

#[test]
fn counts_are_whole_numbers() {
    for args in [&["--max-per-rule", "x"][..], &["dump", OK_FILE, "--lines=-1.5"]] {
        let refused = run(args);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
        assert!(refused.err.contains("give a whole number from 0 on"), "{}", refused.err);
    }
}

#[test]
fn a_new_baseline_says_how_to_use_it() {
    let folder = folder(&[("models/a.txt", CYCLE), ("new 100% '/b.txt", CYCLE)]);
    fs::write(folder.path().join("models/ms3dlint.toml"), "").unwrap();
    let inner = folder.path().join("new 100% '");
    for (paths, expected) in [
        ("../models", "models/ms3dlint.toml: baseline = \"../new 100% '/b c.tsv\"\n"),
        (".", " or add to ms3dlint.toml: baseline = \"b c.tsv\"\n"),
    ] {
        let output =
            program(&inner, &["baseline", "write", "-o", "b c.tsv", "--accept-new", paths]).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains("check with --baseline 'b c.tsv', or add to "), "{out}");
        assert!(out.ends_with(expected), "{out}");
    }
}

#[test]
fn options_have_the_names_that_they_have_elsewhere() {
    let folder = folder(&[("a.txt", CYCLE), ("b.ms3d", BINARY)]);
    for names in [
        &["--level=hint", "--min-severity=hint", "--diagnostic-level=hint"][..],
        &["--threads=2", "--jobs=2", "-j2"],
        &["--output=json=a.json", "-ojson=a.json"],
    ] {
        let runs: Vec<_> = names.iter().map(|name| run_in(&folder, &["check", name, "."])).collect();
        assert_eq!(runs[0].code, Some(1));
        assert!(runs.iter().all(|run| *run == runs[0]), "{names:?}");
    }
    for [one, other] in [
        ["stats --output-format=csv .", "stats --format=csv ."],
        ["smith --defect=parent-cycle --list-defects", "smith --defects=parent-cycle --list-defects"],
        ["smith --model-format=ms3d --list-defects", "smith --format=ms3d --list-defects"],
        ["convert --to ascii b.ms3d -", "convert --model-format ascii b.ms3d -o -"],
        ["explain --all", "rule --all"],
        ["fmt --check .", "format --check ."],
    ] {
        let [one, other] = [one, other].map(|args| run_in(&folder, &args.split(' ').collect::<Vec<_>>()));
        assert!(one.out.len() + one.err.len() > 10 && one == other, "{one:?} {other:?}");
    }
}

#[test]
fn the_number_of_models_is_explained() {
    let folder = TempDir::new().unwrap();
    let made =
        run_in(&folder, &["smith", "--defect=parent-cycle", "--model-format=ascii", "-n2", "-o", "out"]);
    let kinds = run(&["smith", "--defect=parent-cycle", "--model-format=ascii", "--list-defects"])
        .out
        .lines()
        .count();
    assert!(kinds > 1);
    assert_eq!(made.err, format!("made {} models ({kinds} defects x 2) in out\n", 2 * kinds));
}

// Which files are looked at

#[test]
fn models_are_found_whatever_the_case_of_their_extension() {
    let folder = folder(&[("a.txt", CYCLE), ("b.TXT", CYCLE), ("c.Txt", CYCLE), ("deep/er/d.txt", CYCLE)]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!(run.files(), ["a.txt", "b.TXT", "c.Txt", "d.txt"]);
}

#[test]
fn binary_models_are_found_whatever_the_case_of_their_extension() {
    let folder = folder(&[("a.ms3d", BINARY), ("b.MS3D", BINARY), ("c.Ms3d", BINARY)]);
    let json = run_in(&folder, &[JSON, "."]).json();
    let kinds: Vec<_> = items(&json, "files").iter().map(|file| &file["kind"]).collect();
    assert_eq!(kinds, ["binary"; 3]);
}

#[test]
fn other_extensions_are_not_looked_at() {
    let names = ["a.obj", "b.txt.bak", "c.md", "d", "txt", "e.ms3d~", "f.text"];
    let folder = folder(&names.map(|name| (name, CYCLE)));
    let run = run_in(&folder, &["."]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "checked 0 files\n"));
    assert_one_line(&run.err, &["no models found in .\n"]);
}

#[test]
fn every_command_reports_that_a_folder_has_no_models() {
    let folder = folder(&[("models/a.txt", PROSE), ("models/b.obj", CYCLE)]);
    for command in [&[][..], &["loads"], &["fmt"], &["fmt", "--check"], &["stats"], &["baseline", "write"]] {
        let run = run_in(&folder, &[command, &["models"]].concat());
        assert_eq!(run.code, Some(0), "{command:?}");
        let kind = if command.first() == Some(&"fmt") { "ASCII models" } else { "models" };
        let told = format!("ms3dlint: no {kind} found in models\n");
        assert_eq!(run.err.matches(&told).count(), 1, "{command:?}: {}", run.err);
    }
    fs::write(folder.path().join("models/c.txt"), CLEAN).unwrap();
    for command in
        [&[][..], &["loads"], &["fmt", "--check"], &["stats"], &["baseline", "write", "--accept-new"]]
    {
        let run = run_in(&folder, &[command, &["models"]].concat());
        assert!(!run.err.contains("found in models"), "{command:?}: {}", run.err);
    }
}

/// A folder in which all models are left out does not look like one without models.
#[test]
fn what_leaves_all_models_out_is_named() {
    let folder = folder(&[
        ("listed/a.txt", CYCLE),
        ("listed/readme.txt", PROSE),
        ("ignored/a.txt", CYCLE),
        ("ignored/.ignore", b"*.txt\n"),
        ("other/b/c.txt", CYCLE),
        ("other/ms3dlint.toml", b"include = [\"*.mdl\"]\n"),
        ("hidden/.git/a.txt", CYCLE),
    ]);
    fs::write(folder.path().join("ms3dlint.toml"), "level = \"hint\"\nexclude = [\"listed/*.txt\"]\n")
        .unwrap();
    for (name, why) in [
        ("listed", "; listed/a.txt: excluded by ms3dlint.toml:2"),
        ("ignored", "; ignored/a.txt is left out, as .gitignore and .ignore files say"),
        ("other", "; other/b/c.txt is left out, as the configuration includes other files"),
        ("hidden", ""),
    ] {
        for command in [&[][..], &["--list-files"], &["loads"], &["fmt", "--check"], &["stats"]] {
            let run = run_in(&folder, &[command, &[name]].concat());
            assert!(run.err.contains(&format!("found in {name}{why}\n")), "{command:?}: {}", run.err);
        }
    }
}

#[test]
fn a_baseline_is_no_configuration_no_output_and_no_model() {
    let folder = folder(&[("a.txt", CYCLE)]);
    for (name, why) in
        [("ms3dlint.toml", "would be taken for a configuration"), ("-", "a file, and not standard output")]
    {
        let run = run_in(&folder, &["baseline", "write", "-o", name, "."]);
        assert_eq!(run.code, Some(2), "{name}");
        assert_one_line(&run.err, &[why, "name a"]);
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let run = run_in(&folder, &["baseline", "write", "-o", "a.txt", "."]);
    assert_one_line(&run.err, &["a baseline would replace the model a.txt; name another file"]);
}

#[test]
fn a_refused_format_advises_only_repairs_that_there_are() {
    let cut = CYCLE.get(..CYCLE.len() / 2).unwrap();
    for (content, advice) in [
        (
            include_bytes!("../../corpus/bad/carriage-return-only_old-mac.txt").as_slice(),
            ", and with --fix repairs it",
        ),
        (
            include_bytes!("../../corpus/bad/count-mismatch_too-few-bones.txt"),
            ", and with --fix --unsafe-fixes repairs it",
        ),
        (cut, ""),
        (PROSE, ""),
    ] {
        let folder = folder(&[("a.txt", content)]);
        for args in [&["fmt", "--check", "a.txt"][..], &["convert", "a.txt", "-o", "b.ms3d"]] {
            let run = run_in(&folder, args);
            assert!(
                run.err.contains(&format!("`ms3dlint --target none FILE` says more{advice}\n")),
                "{args:?}: {}",
                run.err
            );
        }
    }
}

#[test]
fn a_named_file_is_checked_whatever_its_extension() {
    let folder = folder(&[("model.bak", CYCLE)]);
    assert_eq!(run_in(&folder, &[CONCISE, "model.bak"]).rules(), ["parent-cycle"]);
}

#[test]
fn what_git_ignores_is_not_looked_at() {
    let ignored: &[u8] = b"ignored.txt\nbuild/\n";
    let folder = folder(&[
        (".gitignore", ignored),
        ("ignored.txt", CYCLE),
        ("build/built.txt", CYCLE),
        ("seen.txt", CYCLE),
    ]);
    fs::create_dir(folder.path().join(".git")).unwrap();
    assert_eq!(run_in(&folder, &[CONCISE, "."]).files(), ["seen.txt"]);
}

#[test]
fn what_an_ignore_file_names_is_not_looked_at() {
    let folder =
        folder(&[(".ignore", b"ignored.txt\n" as &[u8]), ("ignored.txt", CYCLE), ("seen.txt", CYCLE)]);
    assert_eq!(run_in(&folder, &[CONCISE, "."]).files(), ["seen.txt"]);
}

#[test]
fn an_ignored_file_is_checked_when_it_is_named() {
    let folder = folder(&[(".ignore", b"ignored.txt\n" as &[u8]), ("ignored.txt", CYCLE)]);
    assert_eq!(run_in(&folder, &[CONCISE, "ignored.txt"]).files(), ["ignored.txt"]);
}

#[test]
fn a_read_me_met_in_a_folder_is_skipped_in_silence() {
    let folder = folder(&[("README.txt", PROSE), ("cube.txt", CLEAN)]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert_eq!(run.err, "checked 1 file, skipped 1 (not a model)\nfound nothing wrong\n");
    let summary = run_in(&folder, &[JSON, "."]).json()["summary"].clone();
    assert_eq!((&summary["checked"], &summary["skipped"]), (&Value::from(1), &Value::from(1)));
}

#[test]
fn a_read_me_that_is_named_is_an_error() {
    let folder = folder(&[("README.txt", PROSE), ("cube.txt", CLEAN)]);
    let run = run_in(&folder, &[CONCISE, "README.txt"]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["not-a-model".to_string()]));
    assert!(run.err.starts_with("checked 1 file\n"), "{}", run.err);
}

#[test]
fn half_a_model_met_in_a_folder_is_an_error() {
    let folder = folder(&[("notes.txt", HALF)]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["not-a-model".to_string()]));
    assert_eq!(run.findings()[0].line, 3);
}

#[test]
fn binary_models_are_checked_whatever_they_are_called_when_named() {
    let folder = folder(&[("model.ms3d", BINARY), ("model.mp3", BINARY)]);
    for path in [".", "model.ms3d", "model.mp3"] {
        let run = run_in(&folder, &[path]);
        assert_eq!((run.code, &*run.out), (Some(0), "checked 1 file\nfound nothing wrong\n"), "{path}");
    }
}

#[test]
fn garbage_that_is_called_a_binary_model_is_an_error() {
    let garbage: &[u8] = b"\x7FELF\x00\x01\x02\xFF\xFE garbage";
    let folder = folder(&[("a.ms3d", garbage), ("b.MS3D", PROSE), ("c.ms3d", b"")]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!((run.code, run.files()), (Some(1), ["a.ms3d", "b.MS3D", "c.ms3d"].map(String::from).to_vec()));
    assert_eq!(run.rules(), ["not-a-model"; 3]);
}

#[test]
fn a_pointer_of_git_lfs_is_an_error() {
    let run = run(&[CONCISE, POINTER_FILE]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["git-lfs-pointer".to_string()]));
    let pointer = fs::read(root().join(POINTER_FILE)).unwrap();
    let folder = folder(&[("a.txt", &pointer), ("b.ms3d", &pointer)]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["git-lfs-pointer".to_string(); 2]));
}

#[test]
fn standard_input_is_checked() {
    let run = run_with(CYCLE, &[CONCISE, "-"]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["parent-cycle".to_string()]));
    assert_eq!(run.findings()[0].path, "<stdin>");
    assert_eq!(run_with(CLEAN, &["-"]).code, Some(0));
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let run = run_with(CYCLE, &[CONCISE, "--stdin-filename", "models/wheel.txt", "-"]);
    assert_eq!(run.findings()[0].path, "models/wheel.txt");
}

#[test]
fn standard_input_that_is_no_model_is_an_error() {
    for input in [PROSE, b""] {
        let run = run_with(input, &[CONCISE, "-"]);
        assert_eq!((run.code, run.rules()), (Some(1), vec!["not-a-model".to_string()]));
    }
}

/// A model that begins with so many suppressions, with meshes, and with bones without their parents.
fn crowded(suppressions: &str, meshes: usize, bones: usize) -> Vec<u8> {
    let meshes_text: String = (0..meshes).map(|at| format!("\"m{at}\" 0 -1\n0\n0\n0\n")).collect();
    let bone = |at| format!("\"b{at}\"\n\"p{at}\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n");
    let bones_text: String = (0..bones).map(bone).collect();
    format!(
        "{suppressions}Frames: 1\nFrame: 1\nMeshes: {meshes}\n{meshes_text}Materials: 0\n\
        Bones: {bones}\n{bones_text}"
    )
    .into_bytes()
}

#[test]
fn no_input_takes_the_square_of_its_length() {
    let in_lost_meshes: String =
        (0..20_000).map(|at| format!("// ms3dlint: allow(zero-normal) in mesh \"lost{at}\"\n")).collect();
    let unused = format!("// ms3dlint: allow({})\n", ["zero-normal"; 200_000].join(", "));
    let unknown = format!("// ms3dlint: allow({})\n", ["zero-nrmal"; 200_000].join(", "));
    for (input, args) in [
        (crowded(&in_lost_meshes, 30_000, 0), &[CONCISE, "-"][..]),
        (crowded(&unused, 0, 0), &["--diff", "-"]),
        (crowded(&unknown, 0, 0), &["--diff", "-"]),
        (crowded("", 0, 30_000), &["--diff", "--unsafe-fixes", "-"]),
        (format!("// MilkShape 3D ASCII\n{}", "Bones: 0\n".repeat(500_000)).into_bytes(), &["dump", "-"]),
    ] {
        let start = Instant::now();
        run_with(&input, args);
        // They take about a second, and minutes if something is square.
        assert!(start.elapsed() < Duration::from_secs(60), "{args:?} took {:?}", start.elapsed());
    }
}

/// A file over 4 GiB, which takes no room; `None` where there can be none.
fn huge_file() -> Option<TempDir> {
    let folder = TempDir::new().unwrap();
    File::create(folder.path().join("huge.txt")).unwrap().set_len(5 << 30).ok()?;
    Some(folder)
}

#[test]
fn a_file_over_4_gib_is_an_error_at_once() {
    let Some(folder) = huge_file() else { return };
    let start = Instant::now();
    let run = run_in(&folder, &[CONCISE, "huge.txt"]);
    assert_eq!((run.code, run.rules()), (Some(1), vec!["file-too-large".to_string()]));
    assert!(run.out.contains("5,368,709,120 bytes"), "{}", run.out);
    assert!(start.elapsed() < Duration::from_secs(10), "it took {:?}", start.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_over_4_gib_is_not_read() {
    let Some(folder) = huge_file() else { return };
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 1000000 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_ms3dlint")]);
    limited.args(["--threads=1", CONCISE, "huge.txt"]).current_dir(folder.path());
    assert_eq!(finish(limited).rules(), ["file-too-large"]);
}

// Textures on the disk

/// A part of a model: a material with this texture.
fn material(texture: &[u8]) -> Vec<u8> {
    let color = "0.500000 0.500000 0.500000 1.000000\r\n".repeat(4);
    let head = format!("Materials: 1\r\n\"oak\"\r\n{color}0.000000\r\n1.000000\r\n\"");
    [head.as_bytes(), texture, b"\"\r\n\"\"\r\n"].concat()
}

/// The rules about textures that are no hints, run with more options on what is in a folder.
#[track_caller]
fn textures(folder: &TempDir, args: &[&str]) -> Vec<String> {
    let level = if args.contains(&"--level=hint") { &[][..] } else { &["--level=info"] };
    run_in(folder, &[&[CONCISE, "--select=materials"], level, args].concat()).rules()
}

#[test]
fn textures_are_looked_for_from_the_folder_of_the_model() {
    let model = |texture: &str| material(texture.as_bytes());
    let [right, wrong, case] = ["..\\.\\skins/oak.png", "skins/oak.png", "../Skins/OAK.png"].map(model);
    let folder = folder(&[
        ("skins/oak.png", b""),
        ("skins/spin.ini", b""),
        ("models/a.txt", &right),
        ("models/b.txt", &wrong),
        ("models/c.txt", &case),
        ("d.txt", &wrong),
        ("e.txt", &model("skins\\spin.ini")),
        ("f.txt", &model("")),
    ]);
    let run = run_in(&folder, &[CONCISE, "--select=materials", "."]);
    assert_eq!(run.files(), ["b.txt", "c.txt"]);
    assert_eq!(run.rules(), ["texture-not-found", "texture-case-mismatch"]);
    assert!(run.out.contains("../skins/oak.png"), "{}", run.out);
}

#[test]
fn a_texture_that_was_meant_is_told() {
    let folder = folder(&[("oak.txt", &material(b".\\oka.png")), ("Oak.png", b"")]);
    let run = run_in(&folder, &["oak.txt"]);
    assert!(run.out.contains("did you mean \".\\Oak.png\"?"), "{}", run.out);
}

#[test]
fn what_a_killed_run_left_is_deleted_where_files_are_to_be_repaired() {
    const LEFT: &str = ".ms3dlint-AbCdEf.tmp";
    const OTHER: &str = ".ms3dlint-notes.tmp";
    let folder = folder(&[("oak.txt", CLEAN), (LEFT, b"half a model"), (OTHER, b"mine")]);
    run_in(&folder, &["--diff", "oak.txt"]);
    assert!(folder.path().join(LEFT).exists());
    run_in(&folder, &["--fix", "oak.txt"]);
    assert!(!folder.path().join(LEFT).exists() && folder.path().join(OTHER).exists());
}

#[test]
fn an_absolute_path_is_one_mistake() {
    let folder = folder(&[("oak.txt", &material(b"C:\\Users\\anna\\oak.png"))]);
    assert_eq!(
        textures(&folder, &["--level=hint", "--ignore=unused-material", "."]),
        ["absolute-texture-path"]
    );
}

#[test]
fn nothing_outside_the_checked_tree_is_looked_at() {
    let up = material(b"..\\..\\oak.png");
    let folder = folder(&[("a/b/oak.txt", &up), ("oak.png", b""), ("a/c/oak.txt", &material(b"../no.png"))]);
    let leaves = ["texture-path-leaves-tree"];
    // The tree begins where the path does that is checked, or at the folder of a file.
    assert_eq!(textures(&folder, &["a/b"]), leaves);
    assert_eq!(textures(&folder, &["a/b/oak.txt"]), leaves);
    assert_eq!(textures(&folder, &["a/c"]), leaves);
    assert_eq!(textures(&folder, &["a"]), ["texture-path-leaves-tree", "texture-not-found"]);
    assert_eq!(textures(&folder, &["."]), ["texture-not-found"]);
    let unseen = "not looked for: 1 texture path outside of the checked folder";
    for command in ["check", "loads"] {
        let said = |path| run_in(&folder, &[command, "--target=stepmania", path]).out;
        assert!(said("a/b").contains(unseen), "{command}: {}", said("a/b"));
        assert!(!said(".").contains("not looked for"), "{command}: {}", said("."));
    }
    let markdown = run_in(&folder, &["loads", "--output-format=markdown", "a"]).out;
    assert!(markdown.contains(&format!("\n- {unseen}")), "{markdown}");
    // Or where --root says, from wherever.
    assert_eq!(textures(&folder, &["--root=.", "a/b/oak.txt"]), Vec::<String>::new());
    assert_eq!(textures(&folder, &["--root=a/../a", "a/b"]), leaves);
    // Of a model outside of it nothing is looked at, whatever its paths.
    assert_eq!(textures(&folder, &["--root=a/c", "a/b"]), Vec::<String>::new());
    let beside = material(b"no.png");
    fs::write(folder.path().join("a/b/no.txt"), beside).unwrap();
    assert_eq!(textures(&folder, &["--root=a/c", "a/b/no.txt"]), Vec::<String>::new());
    assert_eq!(textures(&folder, &["--root=a/b", "a/b/no.txt"]), ["texture-not-found"]);
}

#[test]
fn the_checked_tree_begins_at_a_mark() {
    for mark in [".git/config", ".git", "ms3dlint.toml"] {
        let up = material(b"..\\oak.png");
        let folder = folder(&[("a/b/oak.txt", &up), ("a/oak.png", b""), (&format!("a/{mark}"), b"")]);
        assert_eq!(textures(&folder, &["a/b"]), Vec::<String>::new(), "{mark}");
        assert_eq!(textures(&folder, &["--root=a/b", "a/b"]), ["texture-path-leaves-tree"], "{mark}");
    }
}

#[test]
fn a_root_that_is_no_folder_exits_with_2() {
    let folder = folder(&[("oak.txt", CLEAN)]);
    for (root, why) in [("oak.txt", "not a folder"), ("none", "there is no such folder")] {
        let run = run_in(&folder, &["--root", root, "oak.txt"]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
        assert_one_line(&run.err, &["--root", root, why, "name a folder"]);
    }
}

#[test]
fn standard_input_has_the_textures_of_its_name() {
    let folder = folder(&[("skins/oak.png", b""), ("oak.in", &material(b"no.png"))]);
    let rules = |args: &[&str]| {
        let mut command = program(folder.path(), &[&[CONCISE, "--select=materials", "-"], args].concat());
        command.stdin(File::open(folder.path().join("oak.in")).unwrap());
        finish(command).rules()
    };
    assert_eq!(rules(&[]), Vec::<String>::new());
    assert_eq!(rules(&["--stdin-filename=skins/oak.txt"]), ["texture-not-found"]);
    assert_eq!(rules(&["--stdin-filename=oak.txt"]), ["texture-not-found"]);
    // In a folder that is not there nothing is looked for, and that is told.
    assert_eq!(rules(&["--stdin-filename=none/oak.txt"]), Vec::<String>::new());
    let args = ["--target=stepmania", "--stdin-filename=none/oak.txt", "-"];
    let mut command = program_as_it_is(folder.path(), &args);
    command.stdin(File::open(folder.path().join("oak.in")).unwrap());
    let run = finish(command);
    assert!(
        run.out.contains("not looked for: 1 texture path; --stdin-filename says in which folder"),
        "{}",
        run.out
    );
}

#[test]
fn a_suppression_stays_where_textures_are_not_looked_for() {
    let allow = b"// ms3dlint: allow(texture-not-found) in material \"oak\"\r\n";
    let model = [&allow[..], &material(b"no.png")].concat();
    let folder = folder(&[("oak.txt", &model)]);
    let run = run_in(&folder, &[CONCISE, "--select=materials,suppressions", "oak.txt"]);
    assert_eq!((run.rules(), run.err.contains("1 suppressed")), (Vec::new(), true), "{}", run.err);
    let run = run_with(&model, &["--diff", "--fix-only=unused-suppression", "-"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn what_is_not_known_of_textures_is_not_said() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let models = [&b"r\xfcbe.png"[..], b"r\xfcbe2.png", b"linked/oak.png", b"broken.png", b"\0.png/\xff\\"];
    let folder = folder(&[("oak.png", b"")]);
    fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"r\xfcbe.png")), b"").unwrap();
    symlink("..", folder.path().join("linked")).unwrap();
    symlink("none", folder.path().join("broken.png")).unwrap();
    for (number, texture) in models.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.txt")), material(texture)).unwrap();
    }
    let run = run_in(&folder, &[CONCISE, "--select=texture-not-found,texture-case-mismatch", "."]);
    // A name of other bytes that are no UTF-8 either is another name.
    // A link that leads nowhere is no file to a program.
    assert_eq!(run.files(), ["1.txt", "3.txt", "4.txt"], "{}", run.out);
}

// Which rules are run

/// The rules that find something in a model with a cycle among its bones.
#[track_caller]
fn assert_found(options: &[&str], expected: &[&str]) {
    let run = run(&[&[CONCISE, ERROR_FILE], options].concat());
    assert_eq!(run.rules(), expected, "{options:?}");
    assert_eq!(run.code, Some(if expected.is_empty() { 0 } else { 1 }), "{options:?}");
}

#[test]
fn rules_are_selected_by_name_by_group_and_all() {
    assert_found(&["--select", "parent-cycle"], &["parent-cycle"]);
    assert_found(&["--select", "bones"], &["parent-cycle"]);
    assert_found(&["--select", "all"], &["parent-cycle"]);
    assert_found(&["--select", "meshes,parent-cycle"], &["parent-cycle"]);
    assert_found(&["--select", "meshes", "--select", "bones"], &["parent-cycle"]);
}

#[test]
fn rules_that_are_not_selected_are_not_run() {
    assert_found(&["--select", "self-parent"], &[]);
    assert_found(&["--select", "meshes,animation"], &[]);
}

#[test]
fn rules_are_ignored_by_name_by_group_and_all() {
    assert_found(&["--ignore", "parent-cycle"], &[]);
    assert_found(&["--ignore", "bones"], &[]);
    assert_found(&["--ignore", "meshes,self-parent"], &["parent-cycle"]);
}

#[test]
fn what_is_ignored_is_not_run_even_when_it_is_selected() {
    assert_found(&["--select", "bones", "--ignore", "parent-cycle"], &[]);
}

#[test]
fn a_check_without_any_rule_is_an_error() {
    for args in [&["--ignore", "all"][..], &["--select", "parent-cycle", "--ignore", "bones"]] {
        let run = run(&[args, &["corpus/bad"]].concat());
        assert_eq!(run.code, Some(2), "{}", run.out);
        assert!(run.err.contains("no rule is left to check"), "{}", run.err);
    }
}

// Suppressions

const SUPPRESSED_FILE: &str = "corpus/ok/suppressed_signpost.txt";

#[test]
fn what_is_suppressed_is_only_counted() {
    let run = |format| run(&[format, "--level=hint", "--fail-on=hint", SUPPRESSED_FILE]);
    for format in FORMATS {
        assert_eq!(run(format).code, Some(0), "{format}");
    }
    let said = "checked 1 file\nfound nothing wrong, 4 suppressed\n";
    assert_eq!((run(FORMATS[0]).out.as_str(), run(FORMATS[1]).out.as_str()), (said, said));
    assert_eq!((run(CONCISE).out.as_str(), run(CONCISE).err.as_str()), ("", said));
    let json = run(JSON).json();
    assert_eq!(
        (&json["summary"]["suppressed"], &json["summary"]["infos"]),
        (&Value::from(4), &Value::from(0))
    );
}

#[test]
fn a_suppressed_error_does_not_fail_the_run() {
    let folder = TempDir::new().unwrap();
    let directive = b"// MilkShape 3D ASCII\r\n// ms3dlint: allow(parent-cycle) -- a riddle\r\n";
    let model = [&directive[..], &CYCLE[b"// MilkShape 3D ASCII\r\n".len()..]].concat();
    fs::write(folder.path().join("a.txt"), model).unwrap();
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(0), "checked 1 file\nfound nothing wrong, 1 suppressed\n")
    );
}

#[test]
fn of_rules_that_are_not_run_no_suppression_is_unused() {
    assert_eq!(run(&[CONCISE, "--select", "suppressions", SUPPRESSED_FILE]).rules(), [""; 0]);
    assert_eq!(run(&[CONCISE, "--ignore", "materials", SUPPRESSED_FILE]).rules(), [""; 0]);
}

// How much is shown

#[test]
fn a_level_hides_what_the_summary_still_counts() {
    let run = run(&[CONCISE, "--level", "error", ERROR_FILE, WARNING_FILE]);
    assert_eq!(run.rules(), ["parent-cycle"]);
    assert_eq!(
        run.err,
        "checked 2 files\nfound 1 error; not shown: 1 warning, 1 hint (--level hint)\n1 file fails\n\
                1 fixable with --fix --unsafe-fixes (not shown here)\n"
    );
}

#[test]
fn hints_are_shown_only_when_asked_for() {
    let quiet = run(&[CONCISE, HINT_FILE]);
    assert_eq!(
        (quiet.out.as_str(), quiet.err.as_str()),
        ("", "checked 1 file\nfound no errors or warnings; not shown: 1 hint (--level hint)\n")
    );
    let full = run(&[CONCISE, "--level", "hint", HINT_FILE]);
    assert_eq!(
        (full.rules(), full.err.as_str()),
        (
            vec!["bare-line-feed".into()],
            "checked 1 file\nfound 1 hint\nhints: 1 fixable with --fix, if --fix-only names their rules\n"
        )
    );
}

#[test]
fn a_level_changes_no_number_of_the_summary() {
    let summary = |level| {
        let mut summary = run(&[JSON, "--level", level, "corpus/bad"]).json()["summary"].clone();
        // Hints that are not shown are only counted.
        for fixable in ["fixable_hidden", "fixable_hints"] {
            assert!(summary.as_object_mut().unwrap().remove(fixable).is_some());
        }
        summary
    };
    assert_eq!(summary("error"), summary("hint"));
}

#[test]
fn findings_beyond_the_most_per_rule_are_counted() {
    let all = run(&[CONCISE, "--expand", FLOOD_FILE]);
    let one = run(&[CONCISE, "--expand", "--max-per-rule", "1", FLOOD_FILE]);
    let (lines, found) = (all.findings().len(), all.err.lines().nth(1).unwrap());
    assert!(lines > 1);
    assert_eq!(one.findings().len(), 1);
    assert_eq!(one.err.lines().nth(1), Some(found));
    assert!(one.err.contains(&format!("\n{} findings not shown", lines - 1)), "{}", one.err);
    assert!(!all.err.contains("not shown"), "{}", all.err);
}

#[test]
fn the_most_per_rule_holds_for_each_rule_and_each_file() {
    let run = run(&[JSON, "--max-per-rule", "1", "corpus/bad"]);
    for file in items(&run.json(), "files") {
        let mut found: Vec<_> = items(file, "findings").iter().map(|f| f["rule"].as_str().unwrap()).collect();
        found.sort_unstable();
        assert!(found.is_sorted_by(|one, other| one != other), "{}: {found:?}", file["path"]);
    }
}

#[test]
fn people_see_at_most_20_findings_of_a_rule() {
    let run = run(&["--expand", FLOOD_FILE]);
    assert_eq!(run.out.matches("warning[blank-line-in-block]").count(), 20);
    assert!(run.out.contains(" not shown, too many of one rule"), "{}", run.out);
}

#[test]
fn expanded_findings_have_one_line_per_place() {
    let folded = run(&[CONCISE, "--level=hint", "corpus/bad"]);
    let expanded = run(&[CONCISE, "--level=hint", "--expand", "corpus/bad"]);
    let places: u64 = folded.findings().iter().map(|line| line.count).sum();
    assert!(expanded.findings().iter().all(|line| line.count == 1));
    assert_eq!(expanded.findings().len() as u64, places);
    assert!(folded.findings().len() < expanded.findings().len());
    assert_eq!((folded.code, folded.err), (expanded.code, expanded.err));
}

// Formats

#[test]
fn any_number_of_threads_prints_the_same() {
    for format in FORMATS {
        let with = |threads| {
            run(&[format, "--level=hint", "--threads", threads, "none.txt", "corpus/bad", "nor-this.txt"])
        };
        let one = with("1");
        assert!(one.out.len() > 1000 && one.code == Some(3), "{format}");
        assert!(one == with("2"), "{format}: two threads print something else than one");
        assert!(one == with("7"), "{format}: seven threads print something else than one");
    }
}

#[test]
fn a_file_and_standard_input_are_checked_alike() {
    let text = support::large_model(2000).replacen("0 700 701", "0 700 99999", 1);
    assert!(text.len() > 1 << 16, "it is small");
    let folder = folder(&[("large.txt", text.as_bytes())]);
    for format in FORMATS {
        let file = run_in(&folder, &[format, "large.txt"]);
        let input = run_with(text.as_bytes(), &[format, "-", "--stdin-filename=large.txt"]);
        assert_eq!(file, input);
        assert_eq!(file.code, Some(1));
    }
}

#[test]
fn concise_lines_have_path_line_column_severity_and_rule() {
    let run = run(&[CONCISE, "--level=hint", "corpus/bad"]);
    // Each line is taken apart here.
    assert!(run.findings().len() > 100);
    let cycle = run.findings().into_iter().find(|line| line.rule == "parent-cycle").unwrap();
    assert!(Path::new(&cycle.path).starts_with("corpus/bad"), "{}", cycle.path);
}

#[test]
fn json_counts_agree_with_its_summary() {
    for options in [&[][..], &["--expand"]] {
        let json = run(&[&[JSON, "--level=hint", "corpus/bad"], options].concat()).json();
        for severity in ["error", "warning", "info", "hint"] {
            let findings = items(&json, "files").iter().flat_map(|file| items(file, "findings"));
            let same = findings.filter(|finding| finding["severity"] == severity);
            let total: u64 = same.map(|finding| finding["count"].as_u64().unwrap()).sum();
            assert!(total > 0);
            assert_eq!(json["summary"][format!("{severity}s")], total, "{severity}");
        }
    }
}

#[test]
fn json_agrees_with_the_concise_output() {
    let json = run(&[JSON, "--level=hint", "corpus/bad"]).json();
    let concise = run(&[CONCISE, "--level=hint", "corpus/bad"]);
    let mut lines = concise.findings().into_iter();
    for file in items(&json, "files") {
        for finding in items(file, "findings") {
            let line = lines.next().expect("the concise output has as many findings");
            let text = |key: &str| finding[key].as_str().unwrap().to_string();
            let message = match text("place") {
                place if place.is_empty() => text("message"),
                place => format!("{place}: {}", text("message")),
            };
            assert_eq!(file["path"], line.path);
            assert_eq!((text("severity"), text("rule"), message), (line.severity, line.rule, line.message));
            assert_eq!((&finding["line"], &finding["column"]), (&line.line.into(), &line.column.into()));
            assert_eq!(finding["count"], line.count);
        }
    }
    assert!(lines.next().is_none(), "the concise output has more findings");
}

#[test]
fn json_and_people_are_told_the_same_numbers() {
    let summary = run(&[JSON, "corpus/bad"]).json()["summary"].clone();
    let [checked, skipped, errors] =
        ["checked", "skipped", "errors"].map(|key| summary[key].as_u64().unwrap());
    for (format, is_on_stderr) in FORMATS.into_iter().zip([false, false, true]) {
        let run = run(&[format, "corpus/bad"]);
        let text = if is_on_stderr { &run.err } else { &run.out };
        assert!(text.contains(&format!("checked {checked} files, skipped {skipped} (")), "{format}: {text}");
        assert!(text.contains(&format!("found {errors} errors, ")), "{format}: {text}");
    }
}

#[test]
fn json_has_the_keys_that_are_documented() {
    let json = run(&[JSON, "--level=hint", "corpus/bad"]).json();
    assert_eq!(keys(&json), sorted("schema tool run files troubles summary"));
    assert_eq!(json["schema"], 1);
    assert_eq!(keys(&json["tool"]), sorted("name version"));
    assert_eq!(
        (json["tool"]["name"].as_str(), json["tool"]["version"].as_str()),
        (Some("ms3dlint"), Some(env!("CARGO_PKG_VERSION")),)
    );
    assert_eq!(
        keys(&json["summary"]),
        sorted(
            "checked skipped excluded unreadable misconfigured not_repaired errors warnings infos hints failing \
             failing_files not_shown suppressed known fixable fixable_hidden fixable_hints fixed fixed_files loads \
             unseen_textures guesses"
        )
    );
    for fixable in ["fixable", "fixable_hidden", "fixable_hints"] {
        assert_eq!(keys(&json["summary"][fixable]), sorted("safe unsafe"));
    }
    let range = "line column byte_column end_line end_column end_byte_column byte_offset byte_length";
    let of_finding = format!(
        "rule url group severity message help place whereabouts fingerprint {range} count effects labels fix"
    );
    let of_label = format!("message {range} primary");
    for file in items(&json, "files") {
        assert_eq!(keys(file), sorted("input path uri kind fails_from has_baseline findings hidden"));
        for finding in items(file, "findings") {
            assert_eq!(keys(finding), sorted(&of_finding));
            let fix = &finding["fix"];
            if !fix.is_null() {
                assert_eq!(keys(fix), sorted("title applicability edits"));
                for edit in items(fix, "edits") {
                    let put = if edit["hex"].is_null() { "text" } else { "hex" };
                    assert_eq!(keys(edit), sorted(&format!("{range} {put}")));
                }
            }
            assert!(items(finding, "labels").iter().all(|label| keys(label) == sorted(&of_label)));
        }
    }
}

#[test]
fn the_first_label_of_a_finding_is_where_the_finding_is() {
    let json = run(&[JSON, "--level=hint", "corpus/bad"]).json();
    for finding in items(&json, "files").iter().flat_map(|file| items(file, "findings")) {
        let labels = items(finding, "labels");
        let primary: Vec<_> = labels.iter().map(|label| label["primary"].as_bool().unwrap()).collect();
        assert!(primary[0] && !primary[1..].contains(&true), "{finding}");
        for key in ["line", "column", "byte_offset", "byte_length"] {
            assert_eq!(finding[key], labels[0][key], "{finding}");
        }
    }
}

#[test]
fn json_tells_the_kinds_of_files() {
    let folder = folder(&[
        ("binary.ms3d", BINARY),
        ("fragment.txt", include_bytes!("../../corpus/ok/stepmania_bones.txt")),
        ("half.txt", HALF),
        ("prose.txt", PROSE),
        ("text.txt", CLEAN),
    ]);
    let json = run_in(&folder, &[JSON, "."]).json();
    let kinds: Vec<_> = items(&json, "files").iter().map(|file| &file["kind"]).collect();
    assert_eq!(kinds, ["binary", "ascii-fragment", "not-a-model", "not-a-model", "ascii"]);
}

#[test]
fn json_without_any_file_is_still_json() {
    let folder = folder(&[]);
    let json = run_in(&folder, &[JSON, "."]).json();
    assert!(items(&json, "files").is_empty());
    assert_eq!(json["summary"]["checked"], 0);
}

#[test]
fn colour_is_used_always_when_asked_for() {
    assert!(run(&["--color", "always", ERROR_FILE]).out.contains("\u{1b}["));
}

#[test]
fn colour_is_not_used_when_told_so_or_in_a_pipe() {
    for options in [&["--color", "never"][..], &["--color", "auto"], &[]] {
        let run = run(&[&[ERROR_FILE], options].concat());
        assert!(!run.out.contains('\u{1b}'), "{options:?}: {}", run.out);
        assert!(run.out.contains("error[parent-cycle]"), "{options:?}: {}", run.out);
    }
}

// Pipes that are closed

#[test]
fn a_closed_pipe_changes_no_exit_code() {
    for (code, path) in [(1, "corpus/bad"), (1, ERROR_FILE), (0, OK_FILE)] {
        for (format, threads) in
            FORMATS.iter().flat_map(|format| [(format, "--threads=1"), (format, "--threads=3")])
        {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let output = program(&root(), &[format, threads, path]).stdout(writer).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            // The summary may be there, but nothing about the pipe.
            assert!(err.is_empty() || err.starts_with("checked "), "{format} {threads} {path}: {err}");
            assert_eq!(output.status.code(), Some(code), "{format} {threads} {path}");
        }
    }
}

/// All files are formatted and checked, though the pipe is closed.
#[test]
fn a_closed_pipe_changes_no_exit_code_of_a_command() {
    let folder = folder(&[("a.txt", SLOPPY), ("b.txt", LACKING), ("c.txt", SLOPPY)]);
    for (code, args) in [
        (1, &["fmt", "--check", "a.txt", "c.txt"][..]),
        (1, &["fmt", "--diff", "a.txt", "c.txt"]),
        (1, &["fmt", "a.txt", "b.txt", "c.txt"]),
        (3, &["stats", "a.txt", "none.txt"]),
        (0, &["stats", "a.txt"]),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(folder.path(), args).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(read_in(&folder, "c.txt"), FORMATTED);
}

#[test]
fn pages_and_lists_may_go_to_a_closed_pipe() {
    for args in [&["rules"][..], &["explain", "parent-cycle"], &["dump", OK_FILE], &["where", OK_FILE, "9"]] {
        let mut command = program(&root(), args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_closed_standard_error_changes_no_exit_code() {
    let missing = &["no-such-file.txt"][..];
    for (code, args) in [(3, missing), (2, &["--select", "x", OK_FILE]), (1, &[CONCISE, ERROR_FILE])] {
        let mut command = program(&root(), args);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
    }
}

// Names that want to be obeyed

#[cfg(unix)]
#[test]
fn hostile_file_names_are_never_printed_raw() {
    let folder = folder(&[(HOSTILE, CYCLE)]);
    for format in FORMATS {
        for path in [HOSTILE, "."] {
            let run = run_in(&folder, &[format, path]);
            assert_eq!(run.code, Some(1), "{format}");
            assert!(run.out.contains("parent-cycle"), "{format}: {}", run.out);
            assert_printable(&run.out);
            assert_printable(&run.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_hostile_file_name_starts_no_line_of_its_own() {
    let folder = folder(&[(HOSTILE, CYCLE)]);
    let run = run_in(&folder, &[CONCISE, "."]);
    assert_eq!(run.rules(), ["parent-cycle"]);
}

#[cfg(unix)]
#[test]
fn a_hostile_file_name_comes_back_from_json() {
    let folder = folder(&[(HOSTILE, CYCLE)]);
    let json = run_in(&folder, &[JSON, "."]).json();
    assert_eq!(json["files"][0]["path"], HOSTILE);
}

#[cfg(unix)]
#[test]
fn colour_brings_no_other_escape_sequence_along() {
    let folder = folder(&[(HOSTILE, CYCLE)]);
    let run = run_in(&folder, &["--color", "always", "."]);
    let mut pieces = run.out.split("\u{1b}[");
    let mut plain = pieces.next().unwrap().to_string();
    for piece in pieces {
        let (color, rest) = piece.split_once('m').expect("a colour ends with an m");
        assert!(color.bytes().all(|b| b.is_ascii_digit() || b == b';'), "no colour: {color:?}");
        plain += rest;
    }
    assert_printable(&plain);
}

#[test]
fn a_hostile_name_of_a_missing_file_is_told_on_one_line() {
    let run = run(&[HOSTILE]);
    assert_eq!(run.code, Some(3));
    assert_one_line(&run.err, &["c.txt"]);
    assert_printable(&run.err);
}

#[test]
fn a_hostile_name_of_standard_input_is_never_printed_raw() {
    for format in FORMATS {
        let run = run_with(CYCLE, &[format, "--stdin-filename", HOSTILE, "-"]);
        assert!(run.out.contains("parent-cycle"), "{format}: {}", run.out);
        assert_printable(&run.out);
        assert_printable(&run.err);
    }
}

#[test]
fn a_hostile_name_of_a_rule_is_told_on_one_line() {
    for args in [&["--select", HOSTILE, OK_FILE][..], &["explain", HOSTILE]] {
        let run = run(args);
        assert_eq!(run.code, Some(2));
        assert_one_line(&run.err, &["c.txt"]);
        assert_printable(&run.err);
    }
}

/// A folder that nobody can search, root included: its path is longer than the system takes.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_name_of_a_folder_that_cannot_be_searched_is_told_on_one_line() {
    let folder = folder(&[("cycle.txt", CYCLE)]);
    let long = vec!["x".repeat(200); 12].join("/");
    let (top, other) = (folder.path().join(HOSTILE), folder.path().join("other"));
    fs::create_dir_all(top.join(&long)).unwrap();
    fs::create_dir_all(other.join(&long)).unwrap();
    fs::rename(&other, top.join(&long).join("other")).unwrap();
    let too_long = fs::read_dir(top.join(&long).join("other").join(&long)).map_err(|error| error.kind());
    assert!(matches!(too_long, Err(std::io::ErrorKind::InvalidFilename)), "the path is not too long");

    let run = run_in(&folder, &[JSON, &folder.path().to_string_lossy()]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.json()["summary"]["errors"], 1, "the other files are checked");
    assert_printable(&run.err);
    assert_one_line(&run.err, &["cannot search"]);
}

// Pages and lists

#[test]
fn a_window_stays_until_enter_is_pressed() {
    for (args, code) in [(&["--pause", ERROR_FILE][..], 1), (&["--pause", "--select=nothing"], 2)] {
        let mut command = program(&root(), args);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut said = Vec::new();
        let mut err = child.stderr.take().unwrap();
        while !said.ends_with(b"Press Enter to close. ") {
            let mut byte = [0];
            err.read_exact(&mut byte).unwrap();
            said.extend(byte);
        }
        assert_eq!(child.try_wait().unwrap(), None);
        child.stdin.take().unwrap().write_all(b"\n").unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn a_window_without_input_does_not_stay() {
    assert_eq!(run_with(b"", &["--pause", OK_FILE]).code, Some(0));
}

#[test]
fn a_rule_is_explained_by_its_page() {
    let raw = run(&["explain", "parent-cycle", "--output-format", "markdown"]);
    assert_eq!((raw.code, raw.err.as_str()), (Some(0), ""));
    assert_eq!(raw.out, rules::find("parent-cycle").unwrap().page);
    let drawn = run(&["explain", "parent-cycle"]);
    assert!(drawn.out.starts_with("parent-cycle\n\n`error` ") && !drawn.out.contains("```"), "{}", drawn.out);
    assert!(!drawn.out.contains('\x1b'), "there is no colour in a pipe");
    let url = page_url("parent-cycle");
    assert_eq!(drawn.out.lines().next_back(), Some(&*url));
    let mut linked = program(&root(), &["explain", "parent-cycle"]);
    linked.env("FORCE_HYPERLINK", "1");
    assert!(finish(linked).out.ends_with(&format!("\n\n\x1b]8;;{url}\x1b\\{url}\x1b]8;;\x1b\\\n")));
    let mut forced = program(&root(), &["explain", "parent-cycle"]);
    forced.env("FORCE_COLOR", "1");
    assert!(finish(forced).out.starts_with("\x1b[1m\x1b[4mparent-cycle\x1b[0m"));
}

#[test]
fn help_and_errors_have_colour_where_it_is_forced() {
    for args in ["--help", "--frobnicate"] {
        let has_colour = |variables: &[&str]| {
            let mut program = program(&root(), &[args]);
            program.envs(variables.iter().map(|name| (name, "1")));
            let run = finish(program);
            (run.out + &run.err).contains("\x1b[")
        };
        let runs = [&[][..], &["FORCE_COLOR"], &["FORCE_COLOR", "NO_COLOR"]].map(has_colour);
        assert_eq!(runs, [false, true, false], "{args}");
    }
}

#[test]
fn every_rule_is_explained() {
    for rule in rules::ALL {
        let run = run(&["explain", rule.name]);
        assert_eq!(run.code, Some(0), "{}", rule.name);
        assert!(run.out.starts_with(&format!("{}\n\n`", rule.name)), "{}", run.out);
    }
    let all = run(&["explain", "--all", "--output-format=markdown"]).out;
    let titles = all.lines().filter_map(|line| line.strip_prefix("# "));
    assert!(rules::ALL.iter().map(|rule| rule.name).eq(titles.filter(|title| rules::find(title).is_some())));
}

#[test]
fn a_misspelled_rule_is_not_explained_but_guessed() {
    let run = run(&["explain", "parent-cycl"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert_one_line(&run.err, &["\"parent-cycl\"", "did you mean \"parent-cycle\"?"]);
}

#[test]
fn the_list_has_every_rule_once() {
    let run = run(&["rules"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let rows = run.out.lines().filter(|line| line.starts_with("  "));
    let listed: Vec<_> = rows.map(|row| row.split_whitespace().take(2).collect::<Vec<_>>()).collect();
    let expected: Vec<_> = rules::ALL.iter().map(|rule| vec![rule.name, rule.severity.name()]).collect();
    assert_eq!(listed, expected);
}

#[test]
fn rules_are_listed_by_name_group_and_fix_and_as_json() {
    let rules_of = |args: &[&str]| -> Vec<String> {
        let json = run(&[&["rules", "--output-format=json"], args].concat()).json();
        assert_eq!(json["schema"], 1);
        items(&json, "rules").iter().map(|rule| rule["name"].as_str().unwrap().to_string()).collect()
    };
    let all = rules::ALL.iter();
    assert_eq!(rules_of(&[]), all.clone().map(|rule| rule.name).collect::<Vec<_>>());
    let bones = all.filter(|rule| rule.group.name() == "bones");
    assert_eq!(rules_of(&["bones"]), bones.clone().map(|rule| rule.name).collect::<Vec<_>>());
    let fixable = bones.filter(|rule| rule.fix.name() != "no fix").map(|rule| rule.name);
    let fixable = fixable.collect::<Vec<_>>();
    assert_eq!(rules_of(&["bones", "--fixable"]), fixable);
    let text = run(&["rules", "bones", "--fixable"]).out;
    assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), fixable.len());
}

#[test]
fn several_rules_are_explained_one_after_the_other() {
    let two = run(&["explain", "--output-format=markdown", "self-parent", "parent-cycle"]).out;
    let titles: Vec<_> = two.lines().filter(|line| line.starts_with("# ")).collect();
    assert_eq!(titles, ["# self-parent", "# parent-cycle"]);
    assert_eq!(run(&["explain", "--output-format=markdown", "self-parent,parent-cycle"]).out, two);
}

// Formatting

/// A badly written model, and as it is formatted.
const SLOPPY: &[u8] = b"Meshes:0\n// so\nBones: 0\n";
const FORMATTED: &str = "// MilkShape 3D ASCII\r\n// so\r\n\r\nFrames: 1\r\nFrame: 1\r\n\r\nMeshes: 0\r\n\r\nMaterials: 0\r\n\r\nBones: 0\r\n";
/// A model with a mesh too few.
const LACKING: &[u8] = b"// MilkShape 3D ASCII\nMeshes: 1\nMaterials: 0\n";

#[track_caller]
fn read_in(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn fmt_writes_files_in_place_and_says_how_many() {
    let folder =
        folder(&[("a.txt", SLOPPY), ("b/c.txt", SLOPPY), ("b/readme.txt", PROSE), ("b/d.ms3d", BINARY)]);
    let run = run_in(&folder, &["fmt", "."]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out, "formatted 2 files, 0 unchanged\n");
    assert_eq!(read_in(&folder, "a.txt"), FORMATTED);
    assert_eq!(read_in(&folder, "b/c.txt"), FORMATTED);
    assert_eq!(read_in(&folder, "b/readme.txt").as_bytes(), PROSE);
    assert_eq!(run_in(&folder, &["fmt", "."]).out, "formatted 0 files, 2 unchanged\n");
    assert_eq!(run_in(&folder, &["fmt", "--check", "."]).code, Some(0));
}

#[test]
fn fmt_refuses_what_has_an_error_and_goes_on() {
    let folder = folder(&[("a.txt", LACKING), ("b.txt", SLOPPY)]);
    let run = run_in(&folder, &["fmt", "a.txt", "b.txt"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out, "formatted 1 file, 0 unchanged, 1 refused\n");
    assert_one_line(
        &run.err,
        &["cannot format a.txt:3: ", "1 mesh is declared", "; `ms3dlint --target none FILE` says more"],
    );
    assert_eq!(read_in(&folder, "a.txt").as_bytes(), LACKING);
    assert_eq!(read_in(&folder, "b.txt"), FORMATTED);
}

#[test]
fn what_fmt_refuses_is_shown_and_repaired_as_it_says() {
    const UNCLOSED: &[u8] = include_bytes!("../../corpus/bad/unterminated-string_texture.txt");
    // StepMania reads it all the same, so it is a hint for noteskins.
    let files = [("NoteSkin.lua", b"".as_slice()), ("lantern/paper.jpg", b""), ("lantern/lid.jpg", b"")];
    let folder = folder(&[&files[..], &[("a.txt", UNCLOSED)]].concat());
    let guessed = finish(program_as_it_is(folder.path(), &["a.txt"])).out;
    assert!(guessed.contains("StepMania loads it") && !guessed.contains("unterminated-string"), "{guessed}");
    let refused = run_in(&folder, &["fmt", "a.txt"]);
    assert_one_line(&refused.err, &["cannot format a.txt:85: ", "; `ms3dlint --target none FILE` says more"]);
    let shown = run_in(&folder, &["--target", "none", "a.txt"]).out;
    assert!(shown.contains("unterminated-string") && shown.contains("1 fixable with --fix"), "{shown}");
    assert_eq!(run_in(&folder, &["--target", "none", "--fix", "a.txt"]).code, Some(0));
    assert_eq!(run_in(&folder, &["fmt", "a.txt"]).code, Some(0));
}

#[test]
fn fmt_refuses_named_files_that_are_no_text_models() {
    let folder = folder(&[("a.txt", PROSE), ("b.ms3d", BINARY)]);
    let run = run_in(&folder, &["fmt", "a.txt", "b.ms3d"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), "formatted 0 files, 0 unchanged, 2 refused\n"));
    assert!(
        run.err.lines().eq([
            "ms3dlint: cannot format a.txt:1: this is not a MilkShape model; `ms3dlint --target none FILE` says more",
            "ms3dlint: cannot format b.ms3d: it is a binary model; only ASCII models can be formatted",
        ]),
        "{}",
        run.err
    );
}

#[test]
fn fmt_check_names_files_and_writes_nothing() {
    let folder = folder(&[("a.txt", SLOPPY), ("b.txt", FORMATTED.as_bytes()), ("c.txt", SLOPPY)]);
    let run = run_in(&folder, &["fmt", "--check", "."]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), "a.txt\nc.txt\n"));
    assert_eq!(run.err, "2 files would be formatted, 1 unchanged\n");
    assert_eq!(read_in(&folder, "a.txt").as_bytes(), SLOPPY);
}

#[test]
fn fmt_diff_shows_the_change_and_writes_nothing() {
    let folder = folder(&[("a.txt", SLOPPY), ("b.txt", FORMATTED.as_bytes())]);
    let run = run_in(&folder, &["fmt", "--diff", "."]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), "1 file would be formatted, 1 unchanged\n"));
    for line in ["--- a/a.txt\n", "+++ b/a.txt\n", "\n-Meshes:0\n", "\n+Meshes: 0\r\n"] {
        assert!(run.out.contains(line), "{line:?} is missing: {:?}", run.out);
    }
    assert!(!run.out.contains("b.txt"), "{:?}", run.out);
    assert_eq!(read_in(&folder, "a.txt").as_bytes(), SLOPPY);
    assert_eq!(run_in(&folder, &["fmt", "--diff", "b.txt"]).code, Some(0));
}

#[test]
fn fmt_passes_standard_input_on() {
    let run = run_with(SLOPPY, &["fmt", "-"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), FORMATTED, ""));
    let run = run_with(FORMATTED.as_bytes(), &["fmt", "-"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), FORMATTED, ""));
    let run = run_with(SLOPPY, &["fmt", "--check", "-"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), "<stdin>\n"));
    let run = run_with(LACKING, &["fmt", "-"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert_one_line(&run.err, &["cannot format <stdin>:3: ", "; `ms3dlint --target none FILE` says more"]);
}

#[test]
fn fmt_tells_how_to_round_what_no_reader_holds() {
    let model = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"a\" 0 -1\n0\n1\n0.0 1.5e-30 1.0\n0\n\
        Materials: 0\nBones: 0\n";
    let folder = folder(&[("a.txt", model.as_bytes())]);
    let run = run_in(&folder, &["fmt", "a.txt"]);
    assert_eq!(run.code, Some(1));
    assert_one_line(&run.err, &["a.txt:8: the number 1.5e-30 needs ", "; --fix --unsafe-fixes rounds it"]);
}

#[test]
fn fmt_says_what_cannot_be_read_or_written() {
    let folder = folder(&[("a.txt", SLOPPY)]);
    let run = run_in(&folder, &["fmt", "missing.txt", "a.txt"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out, "formatted 1 file, 0 unchanged, 1 not read or written\n");
    assert_one_line(&run.err, &["cannot read missing.txt", "check the path"]);
}

#[test]
fn fmt_arguments_that_make_no_sense_exit_with_2() {
    for args in
        [&["fmt", "--check", "--diff", "."][..], &["fmt", "-", "a.txt"], &["fmt", "--level", "hint", "."]]
    {
        assert_eq!(run(args).code, Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn fmt_prints_hostile_names_harmlessly() {
    let folder = folder(&[(HOSTILE, SLOPPY)]);
    for args in [&["fmt", "--check", "."][..], &["fmt", "."]] {
        let run = run_in(&folder, args);
        assert_printable(&run.out);
        assert_printable(&run.err);
    }
}

#[test]
fn fmt_formats_large_files() {
    let text = support::large_model(20_000).replace("\r\n", "\n");
    let folder = folder(&[("large.txt", text.as_bytes())]);
    assert!(text.len() > 1 << 20, "it is no large file");
    assert_eq!(run_in(&folder, &["fmt", "."]).out, "formatted 1 file, 0 unchanged\n");
    assert_eq!(read_in(&folder, "large.txt").lines().count(), text.lines().count() + 4);
}

// Dump, where and assemble

const LISTING: &str = "corpus/ok/flag_waving.listing";

/// The lines of a listing without comments, as `dump` prints them but for the offsets.
fn records(listing: &str) -> Vec<&str> {
    listing.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn a_listing_becomes_a_model_and_comes_back() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("flag.ms3d").to_string_lossy().into_owned();
    let assembled = run(&["assemble", LISTING, &out]);
    assert_eq!((assembled.code, assembled.out.as_str()), (Some(0), ""));
    assert_one_line(&assembled.err, &["wrote ", "flag.ms3d (2 meshes, 15 vertices, 3 bones)"]);
    let dumped = run(&["dump", &out]).out;
    let without_offsets: Vec<_> = dumped.lines().map(|line| &line["0x00000000  ".len()..]).collect();
    let listing = fs::read_to_string(root().join(LISTING)).unwrap();
    assert_eq!(without_offsets, records(&listing));
    // The offsets are not in the way, and an old file is replaced.
    let model = fs::read(&out).unwrap();
    fs::write(&out, "old").unwrap();
    let refused = run_with(dumped.as_bytes(), &["assemble", "-", &out]);
    assert_eq!((refused.code, fs::read(&out).unwrap()), (Some(2), b"old".to_vec()));
    assert_one_line(&refused.err, &["flag.ms3d exists; add --force to replace it"]);
    let again = run_with(dumped.as_bytes(), &["assemble", "-", "--force", "-o", &out]);
    assert_eq!((again.code, fs::read(&out).unwrap()), (Some(0), model.clone()));
    let run = run_with(&model, &["dump", "-", "--from", "bone 1, rotation key 0", "--lines", "2"]);
    assert_eq!(
        run.out,
        "0x000007a0  rotation key 0: time=0.041666668 rotation=0.0,-0.25,0.0\n\
         0x000007b0  rotation key 1: time=0.5 rotation=0.0,0.25,0.0\n"
    );
}

#[test]
fn a_listing_with_a_mistake_writes_nothing() {
    let listing = "header: id=\"MS3D000000\" version=4\nvertices: cuont=0\n";
    let folder = folder(&[("a.listing", listing.as_bytes()), ("a.ms3d", b"old"), ("b.listing", b"\n\xFF\n")]);
    let run = run_in(&folder, &["assemble", "a.listing", "a.ms3d", "--force"]);
    assert_eq!(run.code, Some(2));
    assert_one_line(&run.err, &["a.listing:2: expected \"count=\", not \"cuont=0\""]);
    assert_eq!(fs::read(folder.path().join("a.ms3d")).unwrap(), b"old");
    let run = run_in(&folder, &["assemble", "b.listing", "new.ms3d"]);
    assert_eq!((run.code, folder.path().join("new.ms3d").exists()), (Some(2), false));
    assert_one_line(&run.err, &["b.listing:2: this is not UTF-8"]);
    let run = run_in(&folder, &["assemble", "none.listing", "new.ms3d"]);
    assert_eq!(run.code, Some(3));
    assert_one_line(&run.err, &["cannot read none.listing", "check the path"]);
    fs::write(folder.path().join("a.listing"), "").unwrap();
    let run = run_in(&folder, &["assemble", "a.listing", "a.ms3d", "--force"]);
    assert_eq!((run.code, fs::read(folder.path().join("a.ms3d")).unwrap()), (Some(2), b"old".to_vec()));
    assert_one_line(&run.err, &["a.listing:1: no header is first", "nothing was written"]);
    fs::write(folder.path().join("a.listing"), "header: id=\"MS3D000000\" version=4\n").unwrap();
    let run = run_in(&folder, &["assemble", "a.listing", "none/new.ms3d"]);
    assert_eq!(run.code, Some(3));
    assert_one_line(&run.err, &["cannot write none/new.ms3d: folder none not found; make it first"]);
}

#[test]
fn text_models_are_dumped_with_the_numbers_of_their_lines() {
    let run = run(&["dump", OK_FILE, "--from", "mesh 0, vertex 1, y", "--lines", "1"]);
    let line = run.out.trim_start();
    assert!(line.starts_with("10  mesh \"cube\", vertex 1: flags=0 x="), "{line}");
    let whole = run_with(CLEAN, &["dump", "-"]);
    assert_eq!(whole.out.lines().count(), CLEAN.iter().filter(|byte| **byte == b'\n').count());
}

#[test]
fn where_tells_what_a_number_is() {
    let run_on = |place| run(&["where", OK_FILE, place]);
    let by_line = run_on("10:1");
    let by_words = run_on("mesh \"cube\", vertex 1, flags");
    assert_eq!((by_line.code, &by_line), (Some(0), &by_words));
    assert!(
        by_line.out.starts_with("corpus/ok/cube.txt:10:1: mesh \"cube\", vertex 1, flags: 0\n  used by "),
        "{}",
        by_line.out
    );
    let binary = run_with(BINARY, &["where", "-", "0x16"]);
    assert_eq!(binary.out, "<stdin>@0x00000016: animation, frames per second: 24.0\n");
    let comment = run_on("1");
    assert_eq!(
        (comment.code, comment.out.as_str()),
        (Some(0), "corpus/ok/cube.txt:1:1: a comment: // MilkShape 3D ASCII\n")
    );
    assert_eq!(run_on("5").out, "corpus/ok/cube.txt:5:1: an empty line\n  after block Frame\n");
}

/// Which lines and columns there are does not depend on how characters are written.
#[test]
fn a_model_in_utf_16_can_be_looked_into() {
    let wide: Vec<u8> = b"\xFF\xFE".iter().copied().chain(CLEAN.iter().flat_map(|byte| [*byte, 0])).collect();
    let folder = folder(&[("a.txt", CLEAN), ("wide.txt", &wide), ("half.txt", &wide[..wide.len() - 1])]);
    let checked = run_in(&folder, &[CONCISE, "wide.txt"]);
    assert!(checked.out.starts_with("wide.txt:1:1: error[utf16-text]"), "{}", checked.out);
    for place in ["1:1", "10:1", "12", "mesh cube, vertex 1, x"] {
        let plain = run_in(&folder, &["where", "a.txt", place]);
        for name in ["wide.txt", "half.txt"] {
            let found = run_in(&folder, &["where", name, place]);
            assert_eq!((found.code, found.out), (Some(0), plain.out.replace("a.txt", name)), "{place}");
        }
    }
    let dumps = ["a.txt", "wide.txt"].map(|name| run_in(&folder, &["dump", name, "--from=10"]).out);
    assert_eq!(dumps[0], dumps[1]);
    let refused = run_in(&folder, &["where", "wide.txt", "0x10"]);
    assert_eq!(refused.code, Some(2));
    assert_one_line(&refused.err, &["the file is UTF-16; give a line and column, as in 80:5"]);
}

#[test]
fn where_takes_places_as_reports_print_them() {
    let folder = folder(&[("a:1.txt", CYCLE), ("b.ms3d", BINARY)]);
    let run = |args: &[&str]| run_in(&folder, &[&["where"], args].concat());
    for (printed, [file, place]) in [
        ("a:1.txt:73:1", ["a:1.txt", "73:1"]),
        ("a:1.txt:73", ["a:1.txt", "73"]),
        ("b.ms3d@0x00000016", ["b.ms3d", "0x16"]),
        ("a:1.txt:73:1:", ["a:1.txt", "73:1"]),
        ("b.ms3d@0x00000016:", ["b.ms3d", "0x16"]),
    ] {
        let (printed_place, apart) = (run(&[printed]), run(&[file, place]));
        assert_eq!((printed_place.code, &printed_place), (Some(0), &apart));
        let (printed_place, apart) =
            (run_in(&folder, &["dump", printed]), run_in(&folder, &["dump", file, "--from", place]));
        assert_eq!((printed_place.code, &printed_place), (Some(0), &apart));
        assert_ne!(apart.out, run_in(&folder, &["dump", file]).out);
    }
    let unclear = run(&["b.ms3d"]);
    assert_eq!(unclear.code, Some(2));
    assert_one_line(&unclear.err, &["say where, as in model.txt:12:5"]);
}

#[test]
fn places_that_are_not_there_exit_with_2() {
    for command in [&["dump", OK_FILE, "--from", "mehs 0"][..], &["where", OK_FILE, "mehs 0"]] {
        let run = run(command);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
        assert_one_line(&run.err, &["\"mehs 0\" is not a place; ", "; did you mean \"mesh\"?"]);
    }
}

#[test]
fn what_is_no_model_is_not_dumped() {
    let folder = folder(&[("a.txt", PROSE)]);
    for command in [&["dump", "a.txt"][..], &["where", "a.txt", "1"]] {
        let run = run_in(&folder, command);
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
        assert_one_line(&run.err, &["a.txt: it is not a model"]);
    }
    assert_one_line(&run_in(&folder, &["dump", "none.txt"]).err, &["cannot read none.txt", "check the path"]);
}

#[test]
fn convert_goes_to_the_format_of_the_name_and_back() {
    let plain = FORMATTED.replace("// so\r\n", "");
    let folder = folder(&[("a.txt", plain.as_bytes()), ("old.MS3D", PROSE)]);
    let refused = run_in(&folder, &["convert", "a.txt", "old.MS3D"]);
    assert_eq!((refused.code, fs::read(folder.path().join("old.MS3D")).unwrap()), (Some(2), PROSE.to_vec()));
    assert_one_line(&refused.err, &["old.MS3D exists; add --force to replace it, or name another file"]);
    for args in [&["convert", "a.txt", "old.MS3D", "--force"][..], &["convert", "old.MS3D", "-o", "b.txt"]] {
        let run = run_in(&folder, args);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
        assert_one_line(&run.err, &["wrote ", " from 0 meshes; nothing lost"]);
    }
    assert!(fs::read(folder.path().join("old.MS3D")).unwrap().starts_with(b"MS3D000000"));
    assert!(read_in(&folder, "b.txt").starts_with(&plain), "{}", read_in(&folder, "b.txt"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn convert_takes_standard_streams() {
    let run = run_with(BINARY, &["convert", "--to", "ascii", "-", "-"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("// MilkShape 3D ASCII\r\n\r\nFrames: 1\r\nFrame: 1\r\n"), "{}", run.out);
}

#[test]
fn convert_tells_what_is_lost() {
    let folder = folder(&[("a.txt", FORMATTED.as_bytes())]);
    let told = "a.txt:2:1: info[comment-lines] a binary file has no place for \"// so\"\n";
    let denied = run_in(&folder, &["convert", "--deny-loss", "a.txt", "a.ms3d"]);
    assert_eq!((denied.code, denied.out.as_str()), (Some(1), ""));
    assert_eq!(denied.err, format!("{told}ms3dlint: nothing was written, as something would be lost\n"));
    assert!(!folder.path().join("a.ms3d").exists());
    let run = run_in(&folder, &["convert", "a.txt", "a.ms3d"]);
    let written = format!("{told}wrote a.ms3d from 0 meshes; the lines above show what is lost\n");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", &*written));
    assert!(folder.path().join("a.ms3d").exists());
}

#[test]
fn convert_loses_nothing_that_it_must_not() {
    let loose = b"// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 -1\n1\n0 0.0 0.0 0.0 0.0 0.0 -1\n0\n0\n";
    let without = b"// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 0\n0\n0\n0\nMaterials: 0\n";
    let folder = folder(&[("loose.txt", loose), ("without.txt", without)]);
    for (file, told) in [
        ("loose.txt", "loose.txt:5:1: info[vertex-mesh] mesh \"a\", vertex 0: "),
        ("without.txt", "without.txt:3:7: warning[missing-material] mesh \"a\", material: "),
    ] {
        let run = run_in(&folder, &["convert", "--deny-loss", file, "a.ms3d"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{file}");
        assert!(run.err.starts_with(told), "{}", run.err);
        assert!(!folder.path().join("a.ms3d").exists(), "{file}");
    }
}

#[test]
fn convert_refuses_what_it_cannot_write() {
    let cut = &BINARY[..20];
    let folder = folder(&[
        ("a.txt", LACKING),
        ("b.ms3d", cut),
        ("c.ms3d", BINARY),
        ("d.txt", PROSE),
        ("e.txt", CYCLE),
    ]);
    for (args, what) in [
        (["a.txt", "new.ms3d"], "cannot convert a.txt:3: "),
        (["b.ms3d", "new.txt"], "cannot convert b.ms3d@0x00000014: the file ends too early"),
        (["c.ms3d", "new.ms3d"], "cannot convert c.ms3d@0x00000000: it is a binary model already"),
        (
            ["d.txt", "new.ms3d"],
            "cannot convert d.txt:1: this is not a MilkShape model; `ms3dlint --target none FILE` says more",
        ),
        (["d.txt", "new.txt"], "cannot convert d.txt:1: it is not a binary model"),
        (["e.txt", "new.txt"], "cannot convert e.txt:1: it is an ASCII model already"),
    ] {
        let run = run_in(&folder, &["convert", args[0], args[1]]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{args:?}");
        assert_one_line(&run.err, &[what]);
        assert!(!folder.path().join(args[1]).exists(), "{args:?}");
    }
}

#[test]
fn convert_arguments_that_make_no_sense_exit_with_2() {
    let folder = folder(&[("a.ms3d", BINARY)]);
    for args in [
        &["convert", "a.ms3d"][..],
        &["convert", "a.ms3d", "b"],
        &["convert", "a.ms3d", "-"],
        &["convert", "--rate", "0", "a.txt", "b.ms3d"],
        &["convert", "--rate", "30", "a.ms3d", "b.txt"],
    ] {
        assert_eq!(run_in(&folder, args).code, Some(2), "{args:?}");
    }
}

#[test]
fn convert_says_what_cannot_be_read_or_written() {
    let folder = folder(&[("a.ms3d", BINARY), ("b.txt/c", PROSE)]);
    for (args, code, what) in [
        (["missing.ms3d", "c.txt"], 3, "cannot read missing.ms3d"),
        (["a.ms3d", "b.txt"], 2, "b.txt is a folder; name a file in it"),
        (["a.ms3d", "nowhere/b.txt"], 3, "cannot write nowhere/b.txt"),
    ] {
        let run = run_in(&folder, &["convert", "--force", args[0], args[1]]);
        assert_eq!(run.code, Some(code), "{args:?}");
        assert_one_line(&run.err, &[what]);
    }
}

#[test]
fn a_texture_that_is_not_found_is_looked_for_nearby() {
    let missing = material(b"oak.png");
    let absolute = material(b"C:\\models\\textures\\oak.png");
    let gone = material(b"C:\\models\\textures\\elm.png");
    let folder = folder(&[
        ("a/oak.txt", &missing),
        ("a/textures/oak.png", b""),
        ("b/oak.txt", &absolute),
        ("b/textures/oak.png", b""),
        ("c/models/oak.txt", &missing),
        ("c/textures/oak.png", b""),
        ("d/oak.txt", &missing),
        ("d/one/oak.png", b""),
        ("d/two/oak.png", b""),
        ("e/oak.txt", &gone),
    ]);
    run_in(&folder, &["--fix", "--unsafe-fixes", "."]);
    for (model, written) in [
        ("a/oak.txt", "\"textures/oak.png\""),
        ("b/oak.txt", "\"textures\\oak.png\""),
        ("c/models/oak.txt", "\"../textures/oak.png\""),
        ("d/oak.txt", "\"oak.png\""),
        ("e/oak.txt", "\"C:\\models\\textures\\elm.png\""),
    ] {
        assert!(read_in(&folder, model).contains(written), "{model}: {}", read_in(&folder, model));
    }
}

//! Repairing files with the program itself: what is changed, what is shown, and that nothing is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use crate::support::{bytes_of, checks, files, large_model, name_of, root, some};
use ms3dlint::base::span::Span;
use ms3dlint::fix::{Edit, Patch};
use serde_json::Value;
use tempfile::TempDir;

/// A model with a safe fix (a blank line), an unsafe one (a wrong count) and a hint (LF).
const BROKEN: &str = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 0\nMaterials: 1\nBones: 1\n\"root\"\n\n\"\"\n\
    0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\n0\n0\n";

fn ms3dlint(folder: &Path, args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    if checks(args) {
        program.arg("--target=none");
    }
    program.current_dir(folder).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with one file.
fn folder(content: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.txt");
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// A file after a run with these options.
fn after(content: &[u8], options: &[&str]) -> Vec<u8> {
    let (folder, path) = folder(content);
    ms3dlint(folder.path(), &[options, &["model.txt"]].concat());
    fs::read(path).unwrap()
}

/// A copy of the own files that hold mistakes.
fn bad_files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in files(&root().join("corpus/bad")) {
        fs::write(folder.path().join(name_of(&path)), bytes_of(&path)).unwrap();
    }
    folder
}

fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| (path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap());
    files(folder).into_iter().map(read).collect()
}

#[test]
fn safe_fixes_are_applied_and_others_only_when_asked_for() {
    let safe = BROKEN.replace("\n\n", "\n");
    assert_eq!(text(&after(BROKEN.as_bytes(), &["--fix"])), safe);
    let both = safe.replace("Materials: 1", "Materials: 0");
    assert_eq!(text(&after(BROKEN.as_bytes(), &["--fix", "--unsafe-fixes"])), both);
    assert_eq!(text(&after(BROKEN.as_bytes(), &[])), BROKEN);
    // What shows more elsewhere writes nothing.
    let (folder, path) = folder(BROKEN.as_bytes());
    let refused = ms3dlint(folder.path(), &["model.txt", "--unsafe-fixes"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).ends_with("or --diff, which shows what would change\n"),
        "{}",
        text(&refused.stderr)
    );
    assert_eq!(text(&fs::read(path).unwrap()), BROKEN);
}

#[test]
fn what_is_repaired_does_not_depend_on_what_is_shown() {
    let repaired = after(BROKEN.as_bytes(), &["--fix", "--unsafe-fixes"]);
    assert!(repaired == after(BROKEN.as_bytes(), &["--fix", "--unsafe-fixes", "--level=error"]));
}

#[test]
fn hints_are_repaired_where_they_are_named_and_not_where_they_are_shown() {
    let crlf = BROKEN.replace('\n', "\r\n");
    let shown = after(BROKEN.as_bytes(), &["--fix", "--level=hint"]);
    assert_eq!(text(&shown), text(&after(BROKEN.as_bytes(), &["--fix"])));
    let all = after(BROKEN.as_bytes(), &["--fix", "--fix-only=all"]);
    assert_eq!(text(&all), crlf.replace("\r\n\r\n", "\r\n"));
    assert_eq!(text(&after(BROKEN.as_bytes(), &["--fix", "--fix-only=bare-line-feed"])), crlf);
    assert_eq!(text(&after(BROKEN.as_bytes(), &["--fix", "--ignore=blank-line-in-block"])), BROKEN);
}

#[test]
fn a_run_says_what_it_repaired_and_what_it_could() {
    let (folder, _) = folder(BROKEN.as_bytes());
    let run = |args: &[&str]| text(&ms3dlint(folder.path(), &[&["model.txt"], args].concat()).stdout);
    assert!(run(&[]).contains("1 fixable with --fix, 1 more with --unsafe-fixes\n"));
    assert!(run(&["--fix"]).contains("fixed 1 finding in 1 file\n"));
    assert!(run(&["--fix"]).contains("\n1 fixable with --fix --unsafe-fixes\n"));
    let last = ms3dlint(folder.path(), &["model.txt", "--fix", "--unsafe-fixes", "--fail-on=info"]);
    assert_eq!(
        text(&last.stdout).lines().last(),
        Some("found no errors or warnings; not shown: 1 hint (--level hint)")
    );
    assert_eq!(last.status.code(), Some(0));
}

#[test]
fn a_diff_shows_what_would_change_and_changes_nothing() {
    let (folder, path) = folder(BROKEN.as_bytes());
    let shown = ms3dlint(folder.path(), &["--diff", "model.txt"]);
    assert_eq!(
        text(&shown.stdout),
        "--- a/model.txt\n+++ b/model.txt\n@@ -5,7 +5,6 @@\n Materials: 1\n Bones: 1\n \"root\"\n-\n \"\"\n\
         \x20\x30 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\n 0\n"
    );
    assert_eq!(text(&shown.stderr), "would fix 1 finding in 1 file; 1 more with --unsafe-fixes\n");
    assert_eq!(shown.status.code(), Some(1));
    assert_eq!(text(&fs::read(path).unwrap()), BROKEN);
    let clean = ms3dlint(&root(), &["--diff", "corpus/ok"]);
    assert_eq!((clean.stdout.len(), clean.status.code()), (0, Some(0)));
}

#[test]
fn a_diff_says_what_unsafe_fixes_would_add() {
    let said = |content: &str, options: &[&str]| {
        let (folder, _) = folder(content.as_bytes());
        let run = ms3dlint(folder.path(), &[&["--diff", "model.txt"], options].concat());
        (text(&run.stderr), run.status.code())
    };
    let only_unsafe = BROKEN.replace("\n\n", "\n");
    let would = |words: &str, code| (format!("{words}\n"), Some(code));
    assert_eq!(said(BROKEN, &[]), would("would fix 1 finding in 1 file; 1 more with --unsafe-fixes", 1));
    assert_eq!(said(BROKEN, &["--unsafe-fixes"]), would("would fix 2 findings in 1 file", 1));
    assert_eq!(said(&only_unsafe, &[]), would("nothing to fix safely; 1 more with --unsafe-fixes", 0));
    assert_eq!(said(&only_unsafe, &["--fix-only=bones"]), would("nothing would change", 0));
}

/// Runs the program on standard input.
fn filtered(folder: &Path, input: &[u8], args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    let path = folder.join("input");
    fs::write(&path, input).unwrap();
    program.stdin(fs::File::open(&path).unwrap()).current_dir(folder).args(args).arg("--target=none");
    program.output().unwrap()
}

#[test]
fn standard_input_is_repaired_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let run = |input: &[u8], args: &[&str]| filtered(folder.path(), input, args);
    let safe = run(BROKEN.as_bytes(), &["--fix", "-"]);
    assert_eq!(safe.stdout, after(BROKEN.as_bytes(), &["--fix"]));
    // What is left is on standard error, in the format that is asked for.
    assert_eq!(safe.status.code(), Some(1));
    assert!(text(&safe.stderr).contains("fixed 1 finding in 1 file\n"), "{}", text(&safe.stderr));
    let concise = run(BROKEN.as_bytes(), &["check", "--fix", "-", "--output-format=concise"]);
    assert!(
        text(&concise.stderr).starts_with("<stdin>:6:1: error[count-mismatch]"),
        "{}",
        text(&concise.stderr)
    );
    let all = run(BROKEN.as_bytes(), &["--fix", "--unsafe-fixes", "-"]);
    assert_eq!(
        (&all.stdout, all.status.code()),
        (&after(BROKEN.as_bytes(), &["--fix", "--unsafe-fixes"]), Some(0))
    );
    assert_eq!(run(&all.stdout, &["--fix", "-"]).stdout, all.stdout);
    let prose = run(b"no model\n", &["--fix", "-"]);
    assert_eq!((prose.stdout, prose.status.code()), (b"no model\n".to_vec(), Some(1)));
    let two = run(BROKEN.as_bytes(), &["--fix", "-", "input"]);
    assert_eq!((two.stdout.len(), two.status.code()), (0, Some(2)));
    assert!(text(&two.stderr).contains("standard input is repaired alone; give - and no other path"));
    assert_eq!(fs::read(folder.path().join("input")).unwrap(), BROKEN.as_bytes());
    let listed = run(BROKEN.as_bytes(), &["--fix", "-", "--files-from", "input"]);
    assert_eq!((listed.stdout.len(), listed.status.code()), (0, Some(2)), "{}", text(&listed.stderr));
    // What is excluded is not repaired, and not lost.
    fs::write(folder.path().join("ms3dlint.toml"), "exclude = [\"vendor.txt\"]\n").unwrap();
    let excluded = ["--fix", "-", "--force-exclude", "--stdin-filename", "vendor.txt"];
    let excluded = run(BROKEN.as_bytes(), &excluded);
    assert_eq!((&excluded.stdout[..], excluded.status.code()), (BROKEN.as_bytes(), Some(0)));
}

#[test]
fn models_of_both_formats_are_repaired_on_standard_input_as_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    // Textures are looked for beside files alone.
    let options = ["--fix", "--unsafe-fixes", "--ignore=materials"];
    let (mut changed, mut binary) = (0, 0);
    for path in files(&root().join("corpus/bad")).into_iter().step_by(6) {
        let input = bytes_of(&path);
        let run = filtered(folder.path(), &input, &[&options[..], &["-"]].concat());
        assert!(run.stdout == after(&input, &options), "{}", path.display());
        changed += usize::from(run.stdout != input);
        binary += usize::from(run.stdout != input && input.starts_with(b"MS3D"));
    }
    assert!(changed > 10 && binary > 2, "{changed} models are repaired, {binary} binary ones");
}

/// Applies a unified diff of one file as `patch` does.
fn patch(before: &[u8], diff: &[u8]) -> Vec<u8> {
    let old: Vec<_> = before.split_inclusive(|byte| *byte == b'\n').collect();
    let lines: Vec<_> = diff.split_inclusive(|byte| *byte == b'\n').collect();
    let (mut out, mut at) = (Vec::new(), 0);
    for (index, line) in lines.iter().enumerate().skip(2) {
        let has_no_end = lines.get(index + 1).is_some_and(|next| next.starts_with(b"\\"));
        let content = if has_no_end { &line[1..line.len() - 1] } else { &line[1..] };
        match line[0] {
            b'@' => {
                let head = text(line);
                let range = head.split([' ', ',']).nth(1).unwrap().trim_start_matches('-');
                let first: usize = range.parse().unwrap();
                let is_empty = head.split(' ').nth(1).unwrap().ends_with(",0");
                let start = if is_empty { first } else { first - 1 };
                out.extend(old[at..start].concat());
                at = start;
            }
            b'+' => out.extend_from_slice(content),
            b'-' | b' ' => {
                assert_eq!(content, old[at], "the diff does not fit");
                if line[0] == b' ' {
                    out.extend_from_slice(content);
                }
                at += 1;
            }
            b'\\' => {}
            _ => panic!("no line of a diff: {}", text(line)),
        }
    }
    out.extend(old[at..].concat());
    out
}

/// Applies the edits of the JSON report, round by round, until there are none.
fn apply_json(folder: &Path, name: &str, allowed: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    for _ in 0..10 {
        let args = ["--output-format=json", "--level=hint", "--max-per-rule=0", name];
        let report: Value = serde_json::from_slice(&ms3dlint(folder, &args).stdout).unwrap();
        let findings = report["files"][0]["findings"].as_array().unwrap();
        let is_allowed = |fix: &&Value| allowed.iter().any(|allowed| fix["applicability"] == *allowed);
        let fixes = findings.iter().map(|finding| &finding["fix"]).filter(is_allowed);
        let mut fixes: Vec<Vec<Edit>> =
            fixes.map(|fix| fix["edits"].as_array().unwrap().iter().map(edit).collect()).collect();
        // The fix of another finding does what is not said here.
        fixes.retain(|edits| !edits.is_empty());
        fixes.sort_by_key(|edits| edits[0].span.start);
        let mut patch = Patch::default();
        fixes.into_iter().for_each(|edits| {
            patch.add(edits);
        });
        let before = fs::read(&path).unwrap();
        fs::write(&path, patch.apply(&before)).unwrap();
        if patch.is_empty() {
            break;
        }
    }
    fs::read(path).unwrap()
}

fn edit(edit: &Value) -> Edit {
    let number = |key: &str| edit[key].as_u64().unwrap() as usize;
    let (start, length) = (number("byte_offset"), number("byte_length"));
    let text = match &edit["text"] {
        Value::String(text) => text.clone().into_bytes(),
        _ => {
            let digits = edit["hex"].as_str().unwrap();
            let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
            (0..digits.len()).step_by(2).map(byte).collect()
        }
    };
    Edit { span: Span::new(start, start + length), text }
}

/// Runs git with this input; `None` if there is no git.
fn git(folder: &Path, args: &[&str], input: &[u8]) -> Option<()> {
    let file = folder.parent().unwrap().join("input");
    fs::write(&file, input).unwrap();
    let mut git = Command::new("git");
    git.args(args).current_dir(folder).stdin(fs::File::open(&file).unwrap());
    let output = git.env("GIT_CONFIG_GLOBAL", "").env("GIT_CONFIG_NOSYSTEM", "1").output().ok()?;
    assert!(output.status.success(), "git {args:?}: {}", text(&output.stderr));
    Some(())
}

/// A quote would end the path, and a line its line.
#[test]
#[cfg(unix)]
fn a_texture_whose_name_a_model_cannot_hold_is_not_written_into_it() {
    let model = String::from_utf8(bytes_of(&root().join("corpus/bad/texture-not-found_typo.txt"))).unwrap();
    for name in ["w\"od.bmp", "w\nod.bmp", "w\u{1}od.bmp"] {
        let (folder, path) = folder(model.as_bytes());
        fs::write(folder.path().join(name), "").unwrap();
        let run = ms3dlint(folder.path(), &["--fix", "--unsafe-fixes", "--fix-only=all", "model.txt"]);
        assert_eq!(
            (text(&run.stderr).as_str(), text(&fs::read(path).unwrap())),
            ("", model.clone()),
            "{name:?}"
        );
        assert!(text(&run.stdout).contains("did you mean"), "{name:?}: {}", text(&run.stdout));
    }
}

/// Of text and binary models, in a folder of a repository, and with names that have to be quoted.
#[test]
fn git_applies_a_diff_of_a_tree_and_takes_it_back() {
    let (fixed, patched) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folders = [fixed.path(), patched.path()].map(|folder| folder.join("a repository/some models"));
    for folder in &folders {
        fs::create_dir_all(folder).unwrap();
        for path in files(&root().join("corpus/bad")) {
            fs::write(folder.join(name_of(&path)), bytes_of(&path)).unwrap();
        }
        let binary = root().join("corpus/bad/self-parent_root-of-binary.listing");
        let odd = if cfg!(windows) { "\u{fc} b.ms3d" } else { "\t\"\u{fc} b.ms3d" };
        for name in ["a b.ms3d", odd] {
            fs::write(folder.join(name), bytes_of(&binary)).unwrap();
        }
    }
    let [fixed, patched] = folders;
    let before = contents(&patched);
    let options = ["--unsafe-fixes", "--fix-only=all", "."];
    // Both are, as that says which textures are outside.
    for folder in [&fixed, &patched] {
        if git(folder.parent().unwrap(), &["init", "--quiet"], b"").is_none() {
            return;
        }
    }
    let diff = ms3dlint(&patched, &[&["--diff"], &options[..]].concat()).stdout;
    ms3dlint(&fixed, &[&["--fix"], &options[..]].concat());
    // The output is one of bytes, so that `text` shows no more of them than is wrong.
    let is_the_same = |one: &[(PathBuf, Vec<u8>)], other: &[(PathBuf, Vec<u8>)]| {
        let differing = one.iter().zip(other).find(|(one, other)| one != other);
        assert!(one.len() == other.len() && differing.is_none(), "{:?}", differing.map(|(one, _)| &one.0));
    };
    git(&patched, &["apply"], &diff);
    is_the_same(&contents(&patched), &contents(&fixed));
    git(&patched, &["apply", "--reverse"], &diff);
    is_the_same(&contents(&patched), &before);
    assert!(
        text(&diff).contains("\n# +bone 0: flags=0 name=\"left\" parent=\"\""),
        "people see what changes"
    );
}

#[test]
fn the_diff_and_the_edits_in_json_come_to_what_fix_does() {
    for (options, allowed) in
        [(&["--fix"][..], &["safe"][..]), (&["--fix", "--unsafe-fixes"], &["safe", "unsafe"])]
    {
        let (fixed, edited) = (bad_files(), bad_files());
        let before = contents(fixed.path());
        let diffs: Vec<_> = some(&before)
            .map(|(name, _)| {
                ms3dlint(
                    fixed.path(),
                    &[options, &["--diff", "--fix-only=all", name.to_str().unwrap()]].concat(),
                )
            })
            .collect();
        ms3dlint(fixed.path(), &[options, &["--fix-only=all", "."]].concat());
        let pairs = some(before.iter().zip(contents(fixed.path())));
        for (((name, before), (_, after)), diff) in pairs.zip(diffs) {
            let name = name.to_str().unwrap();
            // JSON does not know that a program would no longer load the file.
            if text(&diff.stderr).contains("left out the fix of") {
                continue;
            }
            // Git applies that of a binary model.
            if !name.ends_with(".ms3d") {
                assert_eq!(
                    text(&patch(before, &diff.stdout)),
                    text(&after),
                    "{name}: --diff and {options:?} differ"
                );
            }
            let edited = apply_json(edited.path(), name, allowed);
            assert_eq!(text(&edited), text(&after), "{name}: JSON and {options:?} differ");
        }
    }
}

#[test]
fn order_threads_and_formats_change_nothing() {
    let expected = bad_files();
    ms3dlint(expected.path(), &["--fix", "."]);
    let expected = contents(expected.path());
    for options in [
        &["--threads=1"][..],
        &["--threads=3", "--output-format=json"],
        &["--output-format=concise", "--max-per-rule=1"],
        &["--expand"],
    ] {
        let folder = bad_files();
        ms3dlint(folder.path(), &[&["--fix", "."], options].concat());
        assert!(contents(folder.path()) == expected, "{options:?}");
        // And once more, to change nothing.
        ms3dlint(folder.path(), &["--fix", "."]);
        assert!(contents(folder.path()) == expected, "{options:?}, twice");
    }
    let folder = bad_files();
    let mut names: Vec<_> = expected.iter().map(|(name, _)| name.to_str().unwrap()).collect();
    names.reverse();
    ms3dlint(folder.path(), &[&["--fix"], &names[..]].concat());
    assert!(contents(folder.path()) == expected, "in another order");
}

#[test]
fn a_file_named_twice_is_repaired_once() {
    let (folder, _) = folder(BROKEN.as_bytes());
    let run = ms3dlint(folder.path(), &["--fix", "--fail-on=never", "model.txt", "./model.txt", "."]);
    assert_eq!((text(&run.stderr).as_str(), run.status.code()), ("", Some(0)));
    assert!(text(&run.stdout).contains("fixed 1 finding in 1 file\n"));
}

#[test]
fn rules_to_repair_are_refused_without_a_repair() {
    let run = ms3dlint(&root(), &["--fix-only=numbers", "corpus/ok"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("needs --fix, which repairs the files, or --diff,"));
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_links_stay_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, path) = folder(BROKEN.as_bytes());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("model.txt", folder.path().join("link.txt")).unwrap();
    let run = ms3dlint(folder.path(), &["--fix", "link.txt"]);
    assert!(text(&run.stdout).contains("fixed 1 finding in 1 file\n"));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(folder.path().join("link.txt")).unwrap().is_symlink());
    assert_eq!(text(&fs::read(&path).unwrap()), BROKEN.replace("\n\n", "\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn a_read_only_file_is_reported_and_left_alone() {
    let (folder, path) = folder(BROKEN.as_bytes());
    fs::write(folder.path().join("other.txt"), BROKEN).unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let run = ms3dlint(folder.path(), &["--fix", "."]);
    assert_eq!(run.status.code(), Some(3));
    let said =
        "ms3dlint: cannot repair model.txt: it is read-only; check its permissions; the file is as it was\n";
    assert_eq!(text(&run.stderr), said);
    assert_eq!(text(&fs::read(&path).unwrap()), BROKEN);
    assert_ne!(text(&fs::read(folder.path().join("other.txt")).unwrap()), BROKEN);
}

/// However long the program has run when it is killed, the file is the old one or the new one.
#[test]
fn killing_the_program_loses_nothing() {
    let old = large_model(20_000).replacen("Materials:", "\r\nMaterials:", 1).replacen(
        "\"large\"",
        " \"large\"",
        1,
    );
    let new = after(old.as_bytes(), &["--fix"]);
    assert_ne!(new, old.as_bytes());
    let (folder, path) = folder(old.as_bytes());
    let (mut before, mut behind) = (0, 0);
    for step in 0..60 {
        fs::write(&path, &old).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
        let mut child = program
            .current_dir(folder.path())
            .args(["--fix", "--output-format=concise", "."])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(2 * step));
        child.kill().unwrap();
        child.wait().unwrap();
        match fs::read(&path).unwrap() {
            content if content == old.as_bytes() => before += 1,
            content if content == new => behind += 1,
            content => panic!("{} bytes after {} ms", content.len(), 2 * step),
        }
    }
    assert!(before > 0, "the program was never killed in time, {behind} times too late");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    let (folder, _) = folder(BROKEN.as_bytes());
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    if !made.is_ok_and(|made| made.success()) {
        eprintln!("mkfifo is not there: nothing to test with");
        return;
    }
    let pipe = folder.path().join("pipe");
    let writer = std::thread::spawn(move || fs::write(pipe, BROKEN));
    let run = ms3dlint(folder.path(), &["--fix", "pipe"]);
    writer.join().unwrap().unwrap();
    assert_eq!(run.status.code(), Some(3));
    assert!(text(&run.stderr).contains("it is not a regular file"), "{}", text(&run.stderr));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn a_file_named_twice_is_shown_once() {
    let (folder, _) = folder(BROKEN.as_bytes());
    let once = ms3dlint(folder.path(), &["--diff", "model.txt"]);
    let twice = ms3dlint(folder.path(), &["--diff", "model.txt", "./model.txt", "."]);
    assert_eq!(text(&twice.stdout), text(&once.stdout));
}

#[test]
fn a_fix_of_several_places_is_made_if_one_of_them_is_to_be_repaired() {
    let late = bytes_of(&root().join("corpus/bad/key-past-last-frame_ten-frames-of-binary.listing"));
    let changes = |args: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.ms3d");
        fs::write(&path, &late).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
        program.current_dir(folder.path()).args(["--fix", "model.ms3d"]).args(args).output().unwrap();
        fs::read(path).unwrap() != late
    };
    assert!(changes(&["--target=mm3d"]));
    assert!(!changes(&["--target=assimp"]));
    // What is silenced does not take the edits from what is not.
    let keys =
        |name: &str| format!("\"{name}\"\n\"\"\n0 0 0 0 0 0 0\n1\n90.0 0.0 0.0 0.0\n1\n90.0 0.0 0.0 0.0\n");
    let model = BROKEN.split("Bones:").next().unwrap().replace("Materials: 1", "Materials: 0");
    let model = format!("{model}Bones: 2\n{}{}", keys("a"), keys("b"));
    let allowed = |list: &str| {
        let model = format!("// ms3dlint: allow(key-past-last-frame) {list}\n{model}");
        text(&after(model.as_bytes(), &["--fix"])).contains("Frames: 90\n")
    };
    assert_eq!((allowed("in bone \"a\""), allowed("")), (true, false));
}

/// All files below a folder, with their content.
#[cfg(unix)]
fn all_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() {
        true => all_files(&path),
        false => vec![(path.clone(), fs::read(&path).unwrap())],
    };
    let mut all: Vec<_> = entries.flat_map(of).collect();
    all.sort();
    all
}

/// Each command that writes files, where no file can be written as on a full disk.
#[cfg(unix)]
#[test]
fn nothing_is_left_half_written() {
    for args in [
        &["init"][..],
        &["smith", "made"],
        &["man", "pages"],
        &["--fix", "--target=none", "model.txt"],
        &["fmt", "model.txt"],
        &["convert", "model.txt", "model.ms3d"],
        &["render", "model.txt", "picture.png"],
        &["view", "model.txt", "--out=page.html"],
        &["diff", "model.txt", "other.txt", "--html=page.html"],
        &["baseline", "write", "model.txt"],
        &["--output=json=report.json", "--target=none", "model.txt"],
        &["campaign", "--exec=true @@", "--output=run", "--count=1"],
    ] {
        let model = BROKEN.replace("Materials: 1", "Materials: 0");
        let (folder, _) = folder(model.as_bytes());
        fs::write(folder.path().join("other.txt"), model.replace("root", "stem")).unwrap();
        let before = all_files(folder.path());
        let mut program = Command::new("sh");
        program.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_ms3dlint")]);
        let run = program.args(args).current_dir(folder.path()).output().unwrap();
        let said = text(&run.stderr);
        assert!(
            matches!(run.status.code(), Some(2 | 3)) && said.contains("cannot "),
            "{args:?}: {:?} {said}",
            run.status
        );
        let left = all_files(folder.path()).into_iter().map(|(path, _)| path).collect::<Vec<_>>();
        assert!(all_files(folder.path()) == before, "{args:?}: {left:?}");
    }
}

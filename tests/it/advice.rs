//! What the program says about arguments and files that it can do nothing with: what is wrong, in words, and what to do.

use std::fs;
use std::process::Command;

use crate::support::{Run, finish, folder, program, program_as_it_is, root};
use tempfile::TempDir;

const CUBE: &[u8] = include_bytes!("../../corpus/ok/cube.txt");

/// Two models, a folder without any, and a file that is no text.
fn files() -> TempDir {
    folder(&[
        ("c.txt", CUBE),
        ("sub/d.txt", CUBE),
        ("empty/notes.md", b"prose"),
        ("bin.json", b"\xff\xfe\x00"),
    ])
}

#[track_caller]
fn run(folder: &TempDir, args: &[&str]) -> Run {
    finish(program(folder.path(), args))
}

#[test]
fn what_is_wrong_is_said_with_what_to_do() {
    let folder = files();
    for (args, code, says) in [
        (&["dump", "empty"][..], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["where", "empty", "1"], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["pose", "empty"], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["convert", "empty", "a.ms3d"], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["assemble", "empty", "a.ms3d"], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["merge", "empty"], 3, "cannot read empty: it is a folder; name a file in it"),
        (&["merge", "bin.json"], 2, "bin.json: this is not a JSON report of ms3dlint: it is not UTF-8"),
        (&["view", "-o", "empty", "c.txt"], 2, "empty is a folder; name a file in it"),
        (&["man", "c.txt"], 2, "c.txt is a file; name a folder"),
        (&["pose", "--engine=foo", "c.txt"], 2, "no program is called \"foo\"; choose one of"),
        (
            &["pose", "--engine=picomodel", "c.txt"],
            2,
            "how picomodel poses models was not measured; choose one of",
        ),
        (&["where", "c.txt", "bone shade"], 2, "no bone is called \"shade\""),
        (
            &["where", "empty/"],
            2,
            "empty is a folder; name a model and a place in it, as in empty/model.txt:12:5",
        ),
        (
            &["diff", "HEAD~1", "c.txt"],
            3,
            "there is no file HEAD~1; check the path, or name a commit with --git HEAD~1",
        ),
        (&["diff", "c.txt"], 2, "1 path was given, not 2; --git HEAD compares with the last commit"),
        (&["render", "sub/d.txt"], 2, "name the file to write after the model, as in arrow.txt arrow.png"),
        (&["pose", "empty/notes.md"], 3, "it is not a model; `ms3dlint FILE` says more"),
    ] {
        let run = run(&folder, args);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(says) && run.err.lines().count() == 1, "{args:?}: {}", run.err);
    }
}

#[test]
fn several_files_are_not_written_to_standard_output() {
    let folder = files();
    for args in
        [&["man", "-"][..], &["smith", "-"], &["smith", "-o", "-"], &["campaign", "--exec=a", "-o", "-"]]
    {
        let run = run(&folder, args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}: {}", run.err);
        assert!(run.err.contains("several files are written; name a folder"), "{args:?}: {}", run.err);
    }
    assert!(!folder.path().join("-").exists());
}

#[test]
fn of_objects_that_are_not_there_it_is_said_which_are() {
    let text = String::from_utf8(CUBE.to_vec()).unwrap();
    let start = text.find("Bones:").unwrap();
    let end = text.find("GroupComments:").unwrap();
    let boneless = format!("{}Bones: 0\r\n{}", &text[..start], &text[end..]);
    let folder = folder(&[("a.txt", boneless)]);
    let run = run(&folder, &["where", "a.txt", "bone shade"]);
    assert!(
        run.err.contains("no bone is called \"shade\"; the model has no bone with a name; "),
        "{}",
        run.err
    );
}

#[test]
#[cfg(unix)]
fn where_nothing_may_be_written_or_searched_there_is_one_advice() {
    use std::os::unix::fs::PermissionsExt;
    let folder = files();
    let set = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    set("sub", 0o555);
    set("empty", 0o000);
    // Who may do everything is not stopped.
    if fs::write(folder.path().join("sub/x"), "").is_err() {
        let run = run(&folder, &["check", "--output=json=sub/x.json", "c.txt"]);
        let says = "sub/x.json: no file can be written beside it: permission denied; check the permissions of its folder\n";
        assert!(run.code == Some(3) && run.err.ends_with(says), "{}", run.err);
        let searched = finish(program(folder.path(), &["fmt", "--check", "."]));
        assert!(
            searched.err.contains("empty: permission denied; check its permissions\n"),
            "{}",
            searched.err
        );
    }
    set("sub", 0o755);
    set("empty", 0o755);
}

#[test]
fn formats_are_understood_by_their_short_name() {
    let folder = files();
    for args in [&["check", "c.txt"][..], &["rules", "bones"], &["loads", "c.txt"], &["stats", "c.txt"]] {
        let [short, long] = ["--format=json", "--output-format=json"]
            .map(|format| finish(program_as_it_is(folder.path(), &[args, &[format]].concat())));
        assert_eq!((short.code, &short.out), (long.code, &long.out), "{args:?}");
        assert!(short.out.starts_with('{'), "{args:?}");
    }
}

#[test]
fn render_and_diff_look_at_the_current_folder() {
    let folder = files();
    for args in [&["render", "s.png"][..], &["render", "--force", "-o", "s.png"]] {
        let run = run(&folder, args);
        assert_eq!(
            (run.code, run.err.starts_with("wrote s.png (2 models, ")),
            (Some(0), true),
            "{}",
            run.err
        );
    }
    let run_of = |args: &[&str]| run(&folder, args);
    let none = run_of(&["render", "empty", "o.png"]);
    assert_eq!((none.code, none.err.as_str()), (Some(0), "ms3dlint: no models found in empty\n"));
    assert!(!folder.path().join("o.png").exists());
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let done = Command::new("git").args(identity).args(args).current_dir(folder.path()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    // What that is without a repository, git says.
    for args in [&["diff"][..], &["diff", "--git", "HEAD~1", "c.txt"]] {
        let alone = run_of(args);
        let says = "; go to a folder of a repository, or name two files or two folders to compare\n";
        assert!(alone.code == Some(2) && alone.err.ends_with(says), "{}", alone.err);
    }
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "one"]);
    let same = run_of(&["diff"]);
    assert_eq!((same.code, same.err.as_str()), (Some(0), "no model differs in HEAD\n"));
    let moved = String::from_utf8(CUBE.to_vec()).unwrap().replacen("-1.000000", "-2.000000", 1);
    fs::write(folder.path().join("c.txt"), moved).unwrap();
    let changed = run_of(&["diff"]);
    assert_eq!((changed.code, &changed), (Some(1), &run_of(&["diff", "--git", "HEAD"])));
}

#[test]
fn the_list_of_rules_explains_its_columns() {
    let out = finish(program(&root(), &["rules", "bones"])).out;
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["bones", "severity", "fix"]);
    let column = |word: &str| lines[0].find(word).unwrap();
    let rule = lines.iter().find(|line| line.starts_with("  parent-not-found ")).unwrap();
    assert!(rule[column("severity")..].starts_with("error ") && rule[column("fix")..].starts_with("unsafe "));
    assert!(out.contains("\nfix: safe (--fix), unsafe (--fix --unsafe-fixes), or some: "), "{out}");
}

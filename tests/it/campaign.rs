//! `ms3dlint campaign` with the importer of `examples/importer.rs`, as it is and when it is careful.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

/// The importer, which needs nothing but a compiler.
static IMPORTER: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(format!("importer{}", std::env::consts::EXE_SUFFIX));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/importer.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let built = Command::new(rustc)
        .args(["--edition", "2024", "-C", "opt-level=1", "-o"])
        .args([&program, &source])
        .status()
        .unwrap();
    assert!(built.success());
    (folder, program)
});

/// A campaign in the folder `run` of another one.
fn campaign(folder: &Path, options: &str) -> Command {
    // In quotes, since paths may hold anything.
    let careful = if options.contains("--careful") { "--careful" } else { "" };
    let exec = format!("'{}' {careful} @@", IMPORTER.1.display());
    let mut command = campaign_of(folder, &exec);
    command.args(["--out", "run", "--crash-code", "101"]);
    // What takes memory without an end has taken so much long before its time is up, on any machine.
    for (option, value) in [("--memory", "16M"), ("--timeout", "200ms")] {
        if !options.contains(option) {
            command.args([option, value]);
        }
    }
    command.args(options.split_whitespace().filter(|option| *option != "--careful"));
    // What a panic prints takes its time.
    command.env("RUST_BACKTRACE", "0");
    command
}

/// A campaign with another importer.
fn campaign_of(folder: &Path, exec: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    command.current_dir(folder).args(["campaign", "--exec", exec]);
    command
}

/// Runs it, and gives the exit code and what it prints on standard error.
#[track_caller]
fn run(folder: &Path, options: &str) -> (i32, String) {
    let Output { status, stderr, .. } = campaign(folder, options).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

#[track_caller]
fn scorecard(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("run/scorecard.json")).unwrap()).unwrap()
}

/// How many files of a rule, or of none, came to something.
fn count(card: &Value, rule: Option<&str>, outcome: &str) -> u64 {
    let rows = card["rows"].as_array().unwrap().iter().filter(|row| row["rule"].as_str() == rule);
    rows.map(|row| row["files"][outcome].as_u64().unwrap()).sum()
}

fn results(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("run/results.jsonl")).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

const DEFECTS: &str =
    "--defects vertex-index-out-of-range,self-parent,malformed-count,truncated-file --format ms3d -n 2";

#[test]
fn each_outcome_is_told_and_is_the_same_for_any_number_of_jobs() {
    let [one, two] = [1, 2].map(|jobs| {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(folder.path(), &format!("{DEFECTS} --jobs {jobs}")).0, 1);
        folder
    });
    let card = scorecard(one.path());
    assert_eq!(card, scorecard(two.path()));
    let page = |folder: &Path| fs::read_to_string(folder.join("run/scorecard.md")).unwrap();
    assert_eq!(page(one.path()), page(two.path()));
    assert_eq!(count(&card, None, "accept"), 2);
    assert_eq!(count(&card, Some("self-parent"), "hang"), 2);
    assert!(count(&card, Some("truncated-file"), "reject") >= 1);
    assert!(count(&card, Some("vertex-index-out-of-range"), "crash") >= 2);
    assert!(count(&card, Some("malformed-count"), "memory") >= 1);
    small_files_fail_alike(one.path(), &card);
    only_failing_files_stay(one.path());
}

/// Of each way to fail, one file is made smaller.
fn small_files_fail_alike(folder: &Path, card: &Value) {
    let mut kinds = BTreeMap::new();
    let mut smaller = 0;
    for failing in card["failing"].as_array().unwrap() {
        let bytes = |which: &str| failing[which]["bytes"].as_u64().unwrap();
        assert!(bytes("small") <= bytes("original"), "{failing}");
        let small = folder.join("run").join(failing["small"]["file"].as_str().unwrap());
        assert_eq!(fs::metadata(&small).unwrap().len(), bytes("small"));
        if failing["outcome"] == "crash" {
            let output = Command::new(&IMPORTER.1).arg(&small).output().unwrap();
            assert_eq!(output.status.code(), Some(101));
            let log = format!("{}.log", failing["original"]["file"].as_str().unwrap());
            let log = fs::read_to_string(folder.join("run").join(log)).unwrap();
            assert!(log.contains("index out of bounds"), "{log}");
        }
        smaller += usize::from(bytes("small") < bytes("original"));
        *kinds.entry(failing["outcome"].as_str().unwrap()).or_insert(0) += 1;
    }
    assert_eq!(kinds.into_keys().collect::<Vec<_>>(), ["crash", "hang", "memory"]);
    // Some are as small as can be from the start.
    assert!(smaller > 0);
}

fn only_failing_files_stay(folder: &Path) {
    let lines = results(folder).into_iter().map(|line| serde_json::from_str::<Value>(&line).unwrap());
    for line in lines {
        let stays = folder.join("run/models").join(line["file"].as_str().unwrap()).exists();
        let fails = ["crash", "hang", "memory"].contains(&line["outcome"].as_str().unwrap());
        assert_eq!(stays, fails, "{line}");
    }
}

#[test]
fn an_importer_that_is_careful_has_nothing_to_fear() {
    let folder = tempfile::tempdir().unwrap();
    let (exit, _) = run(folder.path(), &format!("--careful --keep {DEFECTS}"));
    let card = scorecard(folder.path());
    assert_eq!((exit, &card["failing"]), (0, &serde_json::json!([])), "{card}");
    assert_eq!(count(&card, Some("self-parent"), "reject"), 2);
    assert!(results(folder.path()).iter().all(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        folder.path().join("run/models").join(line["file"].as_str().unwrap()).exists()
    }));
}

/// Of each model in the folder `run/models`, whether a program loads it.
fn loads(folder: &Path, program: &str) -> BTreeMap<String, bool> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    command.args(["loads", "--no-config", "--output-format=json", "--target", program]);
    let output = command.arg(folder.join("run/models")).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of_file = |file: &Value| {
        let path = Path::new(file["path"].as_str().unwrap()).file_name().unwrap();
        let runs = file["engines"].as_array().unwrap();
        (path.to_string_lossy().into_owned(), runs.iter().any(|run| run["outcome"] == "loads"))
    };
    document["files"].as_array().unwrap().iter().map(of_file).collect()
}

#[test]
fn an_importer_is_compared_with_a_program_that_is_known() {
    for (program, format, defects) in [
        ("assimp", "ms3d", "material-index-out-of-range,self-parent"),
        ("stepmania", "ascii", "count-mismatch,bone-index-out-of-range"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("--careful --expect {program} --format {format} -n 3 --defects {defects}");
        assert_eq!(run(folder.path(), &format!("{options} --keep")).0, 0);
        let loads = loads(folder.path(), program);
        let mut different = 0;
        for line in results(folder.path()) {
            let line: Value = serde_json::from_str(&line).unwrap();
            let differs = (line["outcome"] == "accept") != loads[line["file"].as_str().unwrap()];
            assert_eq!(line["differs"].is_object(), differs, "{line}");
            different += u64::from(differs);
        }
        let card = scorecard(folder.path());
        let groups = card["differences"].as_array().unwrap();
        assert_eq!(groups.iter().map(|group| group["files"].as_u64().unwrap()).sum::<u64>(), different);
        assert!(different > 0, "{card}");
        let page = fs::read_to_string(folder.path().join("run/scorecard.md")).unwrap();
        for group in groups {
            assert!(page.contains(group["says"].as_str().unwrap()), "{group}\n{page}");
        }

        // They count as failures only if that is asked for, and the models stay.
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(folder.path(), &format!("{options} --deny-differences")).0, 1);
        assert_eq!(scorecard(folder.path())["differences"], card["differences"]);
        for group in groups {
            assert!(folder.path().join("run").join(group["file"].as_str().unwrap()).exists(), "{group}");
        }
    }
}

/// Waits until so many results are there.
#[cfg(unix)]
#[track_caller]
fn wait_for_results(folder: &Path, count: usize) {
    let start = std::time::Instant::now();
    while results(folder).len() < count {
        assert!(start.elapsed().as_secs() < 60, "nothing happens");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// What was running when a campaign was killed comes to an end too.
#[cfg(target_os = "linux")]
fn wait_for_orphans(folder: &Path) {
    let start = std::time::Instant::now();
    let runs_there =
        |entry: fs::DirEntry| fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder);
    while fs::read_dir("/proc").unwrap().any(|entry| entry.is_ok_and(runs_there)) {
        assert!(start.elapsed().as_secs() < 60, "an importer goes on for ever");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[cfg(unix)]
#[test]
fn what_was_stopped_goes_on() {
    const OPTIONS: &str = "--defects self-parent --format ascii -n 4 --jobs 1";
    let [whole, stopped] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    assert_eq!(run(whole.path(), OPTIONS).0, 1);
    let folder = stopped.path();

    let mut child = campaign(folder, OPTIONS).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_results(folder, 5);
    interrupt(&child);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(said.contains("--resume"), "{said}");
    let card = scorecard(folder);
    assert_eq!((&card["is-whole"], count(&card, None, "accept")), (&Value::Bool(false), 4), "{card}");

    // And once more, in the middle of a line.
    let known = results(folder).len();
    assert!(known < 8);
    let mut child = campaign(folder, &format!("{OPTIONS} --resume")).spawn().unwrap();
    wait_for_results(folder, known + 1);
    // The next importer is given its limit a moment after its start.
    std::thread::sleep(std::time::Duration::from_millis(50));
    child.kill().unwrap();
    child.wait().unwrap();
    #[cfg(target_os = "linux")]
    wait_for_orphans(folder);
    let path = folder.join("run/results.jsonl");
    fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"number\":7,\"fi").unwrap();

    assert_eq!(run(folder, &format!("{OPTIONS} --resume")).0, 1);
    assert_eq!(scorecard(folder), scorecard(whole.path()));
    assert_eq!(results(folder), results(whole.path()));
}

#[cfg(unix)]
#[test]
fn a_shell_tells_of_a_crash_and_the_model_may_be_gone() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = campaign_of(folder.path(), "sh -c 'rm \"$1\"; exit $((128 + 11))' sh");
    let status = command.args(["--out=run", "-n1", "--jobs=65535"]).output().unwrap().status;
    let card = scorecard(folder.path());
    assert_eq!((status.code(), count(&card, None, "crash")), (Some(1), 1), "{card}");
    let by = card["failing"][0]["by"].as_str().unwrap();
    assert!(by.starts_with("exit code 139 for signal 11"), "{by}");
    // What failed is kept, whatever the importer made of it.
    let kept = Path::new(card["failing"][0]["original"]["file"].as_str().unwrap()).file_name().unwrap();
    let [tested, copy] = ["models", "failing"].map(|name| folder.path().join("run").join(name).join(kept));
    assert_eq!(fs::read(tested).unwrap(), fs::read(copy).unwrap());
}

/// Some tools move a file into a store, and leave a link.
#[cfg(unix)]
#[test]
fn what_an_importer_links_to_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine"), "precious").unwrap();
    let exec = "sh -c 'ln -sf \"$PWD/mine\" \"$1\"; exit 139' sh";
    // What it did to the small model it does when that is tried again.
    for more in [&[][..], &["--resume"]] {
        let mut command = campaign_of(folder.path(), exec);
        let output = command.args(["--out=run", "-n1", "--format=ascii"]).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let card = scorecard(folder.path());
        let small = folder.path().join("run").join(card["failing"][0]["small"]["file"].as_str().unwrap());
        assert!(fs::read_to_string(small).unwrap().starts_with("// MilkShape"));
        assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "precious");
    }
}

/// Sanitizers end a program by the same signal whatever they find, and say what it was after all that the program printed.
#[cfg(unix)]
#[test]
fn crashes_are_told_apart_by_what_is_said_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let exec = "sh -c 'seq 40000; x=1; [ $(wc -c < $1) -gt 700 ] && x=2; echo \"SUMMARY: Some: overflow in f$x\"; kill -ABRT $$' sh";
    let output =
        campaign_of(folder.path(), exec).args(["--out=run", "-n9", "--format=ms3d"]).output().unwrap();
    let card = scorecard(folder.path());
    let failing = card["failing"].as_array().unwrap();
    let said: Vec<_> = failing.iter().map(|failing| failing["said"].as_str().unwrap()).collect();
    assert_eq!(said, ["Some: overflow in f1", "Some: overflow in f2"], "{card}");
    let large = folder.path().join("run").join(failing[1]["small"]["file"].as_str().unwrap());
    assert!(fs::metadata(large).unwrap().len() > 700);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\n  Some: overflow in f2\n"), "{said}");
    let mut logs =
        fs::read_dir(folder.path().join("run/failing")).unwrap().map(|entry| entry.unwrap().path());
    let log = logs.find(|path| path.extension().is_some_and(|extension| extension == "log")).unwrap();
    let log = fs::read_to_string(log).unwrap();
    let (start, end) = log.split_once(" bytes are left out here ..\n").unwrap();
    assert!(start.starts_with("1\n2\n") && end.contains("\n40000\nSUMMARY: Some"), "{}", log.len());
    assert!((60_000..70_000).contains(&log.len()), "{}", log.len());
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_printed_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = campaign_of(folder.path(), "true @@");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command.args(["--out=run", "-n2"]).stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.starts_with("ms3dlint: cannot write the output: "), "{said}");
    assert_eq!(count(&scorecard(folder.path()), None, "accept"), 2);
}

#[cfg(unix)]
#[test]
fn an_importer_that_reads_nothing_is_told_from_one_that_is_strict() {
    let said_with = |options: &str, code| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = campaign_of(folder.path(), "sh -c 'echo how to call it; exit 2'");
        let output = command.arg("--out=run").args(options.split(' ')).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        said
    };
    const QUESTION: &str = "not one healthy model was accepted";
    let said = said_with("-n 3", 2);
    assert!(said.contains(QUESTION), "{said}");
    assert!(said.contains("exit code 2: \"how to call it\"\n"), "{said}");
    assert!(said_with("-n 3 --format ms3d --expect assimp", 2).contains(QUESTION));
    // The validation of assimp takes no model with bones, as this one is.
    let said = said_with("-n 1 --format ms3d --expect assimp+validate --seed 1", 0);
    assert!(!said.contains(QUESTION), "{said}");
}

#[cfg(unix)]
#[test]
fn what_goes_wrong_leaves_a_scorecard_of_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = campaign_of(folder.path(), "sh -c 'rm -r \"`dirname \"$1\"`\"' sh");
    let output = command.args(["--out=run", "-n2", "--jobs=1"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(3), 1), "{said}");
    assert!(said.contains("cannot write run/models/pristine-2"), "{said}");
    let card = scorecard(folder.path());
    assert_eq!((&card["is-whole"], count(&card, None, "accept")), (&Value::Bool(false), 1), "{card}");
    let page = fs::read_to_string(folder.path().join("run/scorecard.md")).unwrap();
    assert!(page.contains("\n`` sh -c 'rm -r \"`dirname \"$1\"`\"' sh ``\n"), "{page}");
}

#[cfg(unix)]
#[test]
fn a_path_is_not_taken_for_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = campaign_of(folder.path(), "sh -c 'case $1 in -*) exit 139; esac' sh");
    let output = command.args(["--out=-run", "-n1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Nothing is left of what an importer started, in whatever session, when it is ended by Ctrl-C at its first run.
#[cfg(target_os = "linux")]
#[test]
fn what_is_stopped_at_once_leaves_nothing_running() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = campaign_of(folder.path(), "sh -c 'setsid sleep 50 & sleep 0.1; : > started; wait'");
    let mut child = command.args(["--out=run", "--timeout=1m"]).stderr(Stdio::null()).spawn().unwrap();
    let start = std::time::Instant::now();
    while !folder.path().join("started").exists() {
        assert!(start.elapsed().as_secs() < 20, "nothing happens");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    wait_for_orphans(folder.path());
    assert!(start.elapsed().as_secs() < 40, "it went on to its end");
}

#[test]
fn what_makes_no_sense_is_told_in_a_line_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    #[track_caller]
    fn fails(folder: &Path, options: &str, says: &str) {
        let (exit, said) = run(folder, options);
        assert_eq!(exit, 2, "{said}");
        assert!(said.contains(says), "{said}");
    }
    for (exec, says) in [
        ("./no-such-importer @@", "cannot start ./no-such-importer"),
        (".\\no-such-importer @@", "backslashes of paths are in single quotes"),
        ("'", "quote"),
        ("", "empty"),
    ] {
        let output = campaign_of(folder, exec).args(["--out", "run"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(says), "{said}");
    }
    fails(folder, "--defects no-such-rule", "no-such-rule");
    fails(folder, "--defects self-parent,over-budget:2", "over-budget:2 is only a defect where");
    fails(folder, "--expect asimp", "no program is called \"asimp\"; did you mean \"assimp\"?");
    fails(folder, "--expect all", "one program");
    fails(folder, "--expect assimp --format ascii", "assimp reads no ASCII models; say --model-format ms3d");
    fails(
        folder,
        "--expect stepmania --format ms3d",
        "stepmania reads no binary models; say --model-format ascii",
    );
    fails(folder, "--deny-differences", "--expect");
    fails(folder, "--memory 5X", "512M");
    fails(folder, "--memory 5KK", "512M");
    fails(folder, "-n 0", "give a whole number from 1 on");
    fails(folder, "--timeout=-1s", "500ms");
    fails(folder, "--crash-code 3,0", "read the file");
    #[cfg(unix)]
    fails(folder, "--crash-code 101,300", "exit codes are from 1 to 255");
    fails(folder, "--resume", "no campaign");
    assert!(!folder.join("run").exists());

    assert_eq!(run(folder, "-n 2").0, 0);
    fails(folder, "-n 2", "--resume");
    fails(folder, "-n 3 --resume", "\"count\"");
    fails(folder, "-n 2 --expect assimp --resume", "\"expect\"");
    assert_eq!(run(folder, "-n 2 --resume").0, 0);
    let path = folder.join("run/results.jsonl");
    let running = fs::File::open(&path).unwrap();
    running.lock().unwrap();
    fails(folder, "-n 2 --resume", "another campaign is running in run");
    drop(running);
    let results = fs::read_to_string(&path).unwrap();
    for line in ["{}".to_string(), results.replacen("\"file\":\"", "\"file\":\"../", 1)] {
        fs::write(&path, line + "\n").unwrap();
        fails(folder, "-n 2 --resume", "results.jsonl, line 1");
    }
    fs::remove_file(folder.join("run/campaign.json")).unwrap();
    fails(folder, "-n 2", "not empty");
}

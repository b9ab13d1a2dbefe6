//! `ms3dlint diff`: what it names of models that differ in one thing, of all that the smith breaks, and in git.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Run, assert_reviewed, bytes_of, finish, folder, large_model, program_as_it_is, root};
use ms3dlint::actions::convert::{to_binary, to_text};
use ms3dlint::actions::diff::ModelDiff;
use ms3dlint::document::{Document, listing, read};
use ms3dlint::smith::{Choices, Config, Defect, Format, Sabotage, bytes_of_seed, defects, sabotage};
use serde_json::Value;
use tempfile::TempDir;

/// The first models of a few in which a defect can be planted.
fn planted(defect: &Defect, format: Format) -> Option<Sabotage> {
    (0..40).find_map(|seed| {
        sabotage(defect, &Config::plain(format), &mut Choices::new(&bytes_of_seed(seed, 600)))
    })
}

/// What differs between a healthy model and the same with a defect: a line for each, which a person has read. A defect that
/// changes nothing but how the model is written has no change.
#[test]
fn what_the_smith_breaks_is_named() {
    let mut lines = String::new();
    for defect in defects::all().filter(|defect| !defect.is_large) {
        for format in Format::ALL {
            let Some(Sabotage { healthy, broken, .. }) = planted(defect, *format) else { continue };
            let [old, new] = [healthy, broken].map(|sample| read("model", sample.bytes));
            let diff = ModelDiff::of_models(&old, &new);
            let changes = diff.changes.iter().map(|change| match &change.object[..] {
                "" => change.says.clone(),
                object => format!("{object}: {}", change.says),
            });
            let changes: Vec<_> =
                changes.chain(diff.limits.iter().map(|limit| format!("({limit})"))).collect();
            let shown = if changes.is_empty() { "nothing".to_string() } else { changes.join("; ") };
            lines += &format!("{}, {} ({format:?}): {shown}\n", defect.rule, defect.what);
        }
    }
    assert_reviewed(&root().join("tests/reviewed/diff-of-defects.txt"), &lines);
}

/// The model that the pages show, and what somebody changed in it.
const MILL: &str = include_str!("../../corpus/ok/commented_windmill.txt");
const CHANGES: [(&str, &str); 6] = [
    (
        "0 -1.000000 5.000000 -1.000000 0.000000 0.000000 0\r\n",
        "0 -1.000000 5.300000 -1.000000 0.000000 0.000000 0\r\n",
    ),
    ("\"mill/stone.jpg\"", "\"mill/slate.jpg\""),
    ("20.500000 0.000000 0.000000 1.570796", "20.500000 0.000000 0.000000 1.270796"),
    ("The tower, without its door", "The tower, with its door"),
    ("0.900000 0.880000 0.800000 1.000000", "9.0e-01 0.880000 0.800000 1.000000"),
    ("Frame: 12", "Frame: 1"),
];

fn changed_mill() -> String {
    CHANGES.iter().fold(MILL.to_string(), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replacen(was, is, 1)
    })
}

fn diff(folder: &TempDir, args: &[&str]) -> Run {
    finish(program_as_it_is(folder.path(), &[&["diff"], args].concat()))
}

/// Asserts that a page shows this output.
#[track_caller]
fn is_on_page(page: &str, shown: &str) {
    let text = fs::read_to_string(root().join(page)).unwrap();
    assert!(text.replace("\r\n", "\n").contains(shown), "{page} does not show this:\n{shown}");
}

/// Drawn alone, the model that can be read would look as if nothing had happened to it.
#[test]
fn what_can_no_longer_be_read_is_listed_without_a_picture() {
    let changed = changed_mill();
    let files =
        folder(&[("old/a.txt", MILL), ("new/a.txt", ""), ("old/b.txt", MILL), ("new/b.txt", &*changed)]);
    let page = || fs::read_to_string(files.path().join("page.html"));
    let run = diff(&files, &["old/a.txt", "new/a.txt", "--html", "page.html"]);
    assert!(run.code == Some(1) && run.out.contains("can no longer be read"), "{run:?}");
    assert!(run.err.contains("no page was written, as there is nothing to draw"), "{run:?}");
    assert!(page().is_err());
    for (paths, why) in [
        (["old", "new"], "The new file cannot be read as a model."),
        (["new", "old"], "The old file cannot be read as a model: "),
    ] {
        let run = diff(&files, &[&paths[..], &["--html", "page.html", "--force"]].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
        let page = page().unwrap();
        assert!(page.contains("a.txt") && page.contains(why), "{run:?}");
    }
}

#[test]
fn a_cut_record_is_not_after_the_model() {
    let binary = |bytes: &[u8]| read("model.ms3d", bytes.to_vec());
    let whole = bytes_of(&root().join("corpus/ok/flag_waving.listing"));
    let says = |end: usize| {
        let diff = ModelDiff::of_models(&binary(&whole), &binary(&whole[..whole.len() - end]));
        diff.changes.iter().map(|change| change.says.clone()).collect::<Vec<_>>().join("; ")
    };
    assert!(!says(1).contains("after the model"), "{}", says(1));
}

#[test]
fn whole_turns_of_an_angle_do_not_turn_anything() {
    let key = "20.500000 0.000000 0.000000 1.570796";
    assert!(MILL.contains(key));
    let turned = MILL.replacen(key, "20.500000 0.000000 0.000000 7.853982", 1);
    let diff = ModelDiff::of_models(&read("old", MILL.into()), &read("new", turned.into()));
    let says: Vec<_> = diff.changes.iter().map(|change| change.says.as_str()).collect();
    assert!(
        says.len() == 1 && says[0].contains("rotation keys with other whole turns, at the same angles"),
        "{says:?}"
    );
}

#[test]
fn the_page_shows_what_is_printed() {
    let files = folder(&[("old/mill.txt", MILL.to_string()), ("new/mill.txt", changed_mill())]);
    let run = diff(&files, &["old/mill.txt", "new/mill.txt"]);
    assert_eq!((run.code, &run.err[..]), (Some(1), ""));
    is_on_page("docs/diff.md", &run.out);
    // Spelling alone is no difference of the models, even if a program is misled by it.
    let files = folder(&[("old.txt", MILL.to_string()), ("new.txt", MILL.replace("20.500000", "20.5"))]);
    let run = diff(&files, &["old.txt", "new.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        run.out.starts_with("new.txt, compared with old.txt: the same model, written otherwise\n"),
        "{}",
        run.out
    );
    assert_eq!(diff(&files, &["old.txt", "old.txt"]).out, "old.txt: the same, byte by byte\n");
    // No path is cut where no terminal has a width.
    let long = format!("a folder/{}.txt", "name ".repeat(20));
    let files = folder(&[(&long, MILL.to_string())]);
    assert_eq!(diff(&files, &[&long, &long]).out, format!("{long}: the same, byte by byte\n"));
}

/// The changes between the mill and a changed one, without those of the model as a whole.
fn changes_of(change: impl Fn(&str) -> String) -> Vec<String> {
    let [old, new] = [MILL.to_string(), change(MILL)].map(|text| read("mill.txt", text.into_bytes()));
    let changes = ModelDiff::of_models(&old, &new).changes;
    changes.iter().map(|change| format!("{}: {}", change.object, change.says)).collect()
}

/// The listing of a binary model with extras of all kinds, and a binary model of it in which something is replaced.
const FLAG: &str = include_str!("../../corpus/ok/flag_waving.listing");

fn flag_with(changes: &[(&str, &str)]) -> Document {
    let changed = changes.iter().fold(FLAG.replace("\r\n", "\n"), |text, (was, is)| {
        assert!(text.contains(was), "{was}");
        text.replace(was, is)
    });
    read("flag.ms3d", listing::assemble(&changed).unwrap())
}

#[test]
fn faces_in_another_order_name_the_same_normals() {
    let [first, second] = ["0 0 1 3 0 1 3 1\r\n", "0 0 3 2 0 3 2 1\r\n"];
    let swapped = |text: &str| {
        let both = format!("{first}{second}");
        assert!(text.contains(&both));
        text.replacen(&both, &format!("{second}{first}"), 1)
    };
    assert_eq!(changes_of(swapped), ["mesh \"tower\": the order of the faces changed"]);
    let turned = |text: &str| text.replacen(first, "0 1 3 0 1 3 0 1\r\n", 1);
    assert_eq!(changes_of(turned), ["mesh \"tower\": 1 of 12 faces begin with another corner"]);
    // The same direction twice, of which a face names the other one.
    let doubled = |text: &str, named: &str| {
        let normal = "0.577350 0.577350 0.577350\r\n12\r\n";
        let text = text.replace("\r\n8\r\n-0.577350", "\r\n9\r\n-0.577350");
        text.replace(normal, &format!("0.577350 0.577350 0.577350\r\n{normal}"))
            .replace("0 6 7 5 6 7 5 1", &format!("0 6 7 5 6 {named} 5 1"))
    };
    let [old, new] = ["7", "8"].map(|named| read("mill.txt", doubled(MILL, named).into_bytes()));
    let says: Vec<_> =
        ModelDiff::of_models(&old, &new).changes.into_iter().map(|change| change.says).collect();
    assert_eq!(says, ["1 of 12 faces names other normals of the same direction"]);
}

#[test]
fn what_only_binary_models_have_is_compared_in_words() {
    let says = |changes: &[(&str, &str)]| -> Vec<String> {
        let diff = ModelDiff::of_models(&flag_with(&[]), &flag_with(changes));
        diff.changes.into_iter().map(|change| change.says).collect()
    };
    assert_eq!(says(&[("mode=0 texture", "mode=1 texture")]), ["mode 1, was 0"]);
    assert_eq!(
        says(&[("weights=60,30,10 extra=0", "weights=60,30,10 extra=7")]),
        ["numbers for programs of 4 of 15 vertices changed: the first has 7, was 0"]
    );
    assert_eq!(says(&[("alpha-reference=0.0", "alpha-reference=0.25")]), ["alpha reference 0.25, was 0"]);
}

#[test]
fn what_a_conversion_would_not_write_is_listed_as_held_by_one_format() {
    let limits = |document: &Document| {
        let text = to_text(document).unwrap().bytes;
        ModelDiff::of_models(&read("flag.txt", text), document).limits
    };
    let held = |words: &str| vec![format!("only the new format can hold: {words}")];
    let usual = [
        ("alpha-reference=0.0", "alpha-reference=0.5"),
        ("=70,30,0", "=0,0,0"),
        ("=60,30,10", "=0,0,0"),
        ("bones=0,-1,-1", "bones=-1,-1,-1"),
        ("bones=1,0,-1", "bones=-1,-1,-1"),
        ("color=1.0,0.5,0.0", "color=0.8,0.8,0.8"),
        ("color=1.0,0.5,0.25", "color=0.8,0.8,0.8"),
        ("color=1.0,0.5,0.5", "color=0.8,0.8,0.8"),
    ];
    assert_eq!(limits(&flag_with(&usual)), [""; 0]);
    assert_eq!(
        limits(&flag_with(&[])),
        held("weights of 8 vertices; the colour of 3 bones; alpha reference 0")
    );
    let all = [
        ("mode=0 texture", "mode=1 texture"),
        ("bones=0,-1,-1 weights=70,30,0", "bones=0,-1,-1 weights=0,0,0"),
        ("weights=60,30,10 extra=0", "weights=60,30,10 extra=7"),
        ("frames-per-second=24.0", "frames-per-second=30.0"),
        ("joint-size=1.0 transparency-mode=0", "joint-size=2.0 transparency-mode=1"),
    ];
    assert_eq!(
        limits(&flag_with(&all)),
        held(
            "weights of 4 vertices; bones without weight of 4 vertices; numbers for programs of 4 vertices; \
             30 frames per second; the mode of 1 material; the colour of 3 bones; joint size 2; \
             transparency mode 1; alpha reference 0"
        )
    );
}

/// What has the exit code of a difference is not called the same.
#[test]
fn a_model_that_programs_take_otherwise_is_not_only_written_otherwise() {
    let files =
        folder(&[("old.txt", MILL.to_string()), ("new.txt", MILL.replace("Meshes: 2", " Meshes: 2"))]);
    let run = diff(&files, &["old.txt", "new.txt"]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    let head = "new.txt, compared with old.txt: the same model, but not for all programs\n";
    assert!(run.out.starts_with(head), "{}", run.out);
}

#[test]
fn an_inserted_vertex_moves_no_other() {
    let first = "0 -1.000000 0.000000 -1.000000 0.000000 1.000000 0\r\n";
    let shifted = |text: &str| {
        let (before, after) = text.split_once(&format!("8\r\n{first}")).unwrap();
        let (faces, rest) = after.split_once("\"sail\"").unwrap();
        let lines =
            faces.split_inclusive("\r\n").map(|line| match line.trim().split(' ').collect::<Vec<_>>()[..] {
                [flags, a, b, c, n, m, o, group] => {
                    let [a, b, c] = [a, b, c].map(|index| index.parse::<usize>().unwrap() + 1);
                    format!("{flags} {a} {b} {c} {n} {m} {o} {group}\r\n")
                }
                _ => line.to_string(),
            });
        let new = "0 -3.000000 0.000000 -1.000000 0.250000 1.000000 0\r\n";
        format!("{before}9\r\n{new}{first}{}\"sail\"{rest}", lines.collect::<String>())
    };
    assert_eq!(changes_of(shifted), ["mesh \"tower\": 1 vertex new, the others where they were"]);
}

#[test]
fn a_renamed_object_is_recognized() {
    let changes = changes_of(|text| text.replace("\"hub\"", "\"axle\"").replace("\"canvas\"", "\"linen\""));
    assert_eq!(
        changes,
        ["bone \"axle\": renamed, was \"hub\"", "material \"linen\": renamed, was \"canvas\""]
    );
    let changes = changes_of(|text| text.replace("\"mill\"", "\"base\""));
    assert_eq!(changes, ["bone \"base\": renamed, was \"mill\""]);
}

#[test]
fn one_key_among_close_ones_is_seen_in_the_animation() {
    let close = |angle: &str| {
        let key = "20.500000 0.000000 0.000000 1.570796\r\n40.000000";
        assert!(MILL.contains(key));
        let (before, after) = MILL.split_once(key).unwrap();
        let before = before.strip_suffix("3\r\n1.000000 0.000000 0.000000 0.000000\r\n").unwrap();
        let row = |time: &str, angle: &str| format!("{time} 0.000000 0.000000 {angle}\r\n");
        let keys: String = [
            ("1.000000", "0.000000"),
            ("20.900000", "1.500000"),
            ("20.910000", angle),
            ("20.920000", "1.500000"),
        ]
        .map(|(time, angle)| row(time, angle))
        .concat();
        read("mill.txt", format!("{before}5\r\n{keys}40.000000{after}").into_bytes())
    };
    let diff = ModelDiff::of_models(&close("1.500000"), &close("1.700000"));
    assert_eq!(diff.motion.len(), 1, "{:?}", diff.changes);
    assert_eq!(diff.motion[0].bone, "bone \"hub\"");
}

#[test]
fn textures_that_are_not_looked_for_are_named_as_such() {
    let limits = |change: &str| {
        let [old, new] = [MILL.to_string(), MILL.replace("mill/stone.jpg", change)]
            .map(|text| read("mill.txt", text.into_bytes()));
        ModelDiff::of(&old, &new).limits
    };
    assert_eq!(
        limits("mill/slate.jpg"),
        ["programs are taken to find all textures: the disk was not looked at"]
    );
    assert!(limits("mill/stone.jpg").is_empty());
    let [old, new] = [MILL.to_string(), MILL.replace("Frame: 12", "Frame: 1")]
        .map(|text| read("mill.txt", text.into_bytes()));
    assert!(ModelDiff::of(&old, &new).limits.is_empty());
}

#[test]
fn formats_are_compared_as_models() {
    let files = folder(&[("mill.txt", MILL)]);
    let converted = finish(program_as_it_is(files.path(), &["convert", "mill.txt", "mill.ms3d"]));
    assert_eq!(converted.code, Some(0), "{}", converted.err);
    let run = diff(&files, &["mill.txt", "mill.ms3d", "--output-format=json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let model = &json["models"][0];
    let changes: Vec<_> =
        model["changes"].as_array().unwrap().iter().map(|change| change["says"].as_str().unwrap()).collect();
    assert_eq!(changes, ["a model in the binary format, was ASCII"]);
    assert_eq!(
        (run.code, &json["schema"], &model["status"]),
        (Some(1), &Value::from(1), &Value::from("changed"))
    );
}

#[test]
fn folders_are_compared_by_the_paths_of_models() {
    let cube = fs::read_to_string(root().join("corpus/ok/cube.txt")).unwrap();
    let files = folder(&[
        ("old/a/mill.txt", MILL.to_string()),
        ("new/a/mill.txt", changed_mill()),
        ("old/same.txt", cube.clone()),
        ("new/same.txt", cube.clone()),
        ("old/gone.txt", cube.clone()),
        ("new/new.txt", cube),
        ("new/README.txt", "no model".to_string()),
    ]);
    let run = diff(&files, &["old", "new"]);
    assert_eq!((run.code, &run.err[..]), (Some(1), ""));
    let heads: Vec<_> = run.out.lines().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
    assert_eq!(
        heads,
        [
            "new/a/mill.txt, compared with old/a/mill.txt: 6 changes",
            "old/gone.txt: gone, with 1 mesh, 24 vertices",
            "new/new.txt: new, with 1 mesh, 24 vertices",
            "4 models: 1 changed, 1 new, 1 gone, 1 the same"
        ]
    );
    for (args, code, says) in [
        (
            &["old", "new/new.txt"][..],
            2,
            "old is a folder and new/new.txt is none; name two files or two folders",
        ),
        (&["old", "newer"], 3, "there is no folder newer; check the path"),
        (&["older", "new"], 3, "there is no folder older; check the path"),
        (&["old"], 2, "name the old and the new model: 1 path was given, not 2; --git HEAD compares"),
        (&["new/README.txt", "new/README.txt"], 3, "neither is a model"),
        (&["new/new.txt", "none.txt"], 3, "cannot read none.txt"),
    ] {
        let run = diff(&files, args);
        assert_eq!((run.code, &run.out[..]), (Some(code), ""), "{args:?}");
        assert!(run.err.contains(says) && run.err.lines().count() == 1, "{args:?}: {}", run.err);
    }
}

#[test]
fn why_a_program_takes_a_file_for_empty_is_said_once() {
    let cube = include_bytes!("../../corpus/ok/cube.txt");
    let files = folder(&[("a.txt", &b""[..]), ("b.txt", cube)]);
    let run = diff(&files, &["a.txt", "b.txt"]);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words.matches("takes the file for an empty model").count(), 1, "{}", run.out);
}

fn git(folder: &TempDir, args: &[&str]) -> String {
    let identity =
        ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "core.autocrlf=false"];
    let mut command = Command::new("git");
    command.args(identity).args(args).current_dir(folder.path());
    let output = command.env("GIT_CONFIG_GLOBAL", "").env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// With the configuration of the page git shows what the page shows; and `--git` compares commits.
#[test]
fn git_shows_what_changed() {
    let attributes = "models/*.txt diff=ms3dlint\n*.ms3d diff=ms3dlint\n".to_string();
    let files = folder(&[(".gitattributes", attributes.clone()), ("models/mill.txt", MILL.to_string())]);
    is_on_page("docs/git.md", &attributes);
    git(&files, &["init", "--quiet", "--initial-branch=main"]);
    git(&files, &["add", "--all"]);
    git(&files, &["commit", "--quiet", "--message=one"]);
    fs::write(files.path().join("models/mill.txt"), changed_mill()).unwrap();
    let program = env!("CARGO_BIN_EXE_ms3dlint").replace('\\', "/");
    is_on_page("docs/git.md", "git config diff.ms3dlint.command \"ms3dlint diff --git-external\"");
    git(&files, &["config", "diff.ms3dlint.command", &format!("'{program}' diff --git-external")]);
    let shown = git(&files, &["diff"]);
    is_on_page("docs/git.md", &shown);
    assert_eq!(diff(&files, &["--git", "HEAD"]).out.lines().next(), shown.lines().next());
    // New, renamed, gone.
    fs::write(files.path().join("models/new.txt"), MILL).unwrap();
    git(&files, &["add", "--all"]);
    assert_eq!(
        git(&files, &["diff", "--cached", "models/new.txt"]),
        "models/new.txt: new, with 2 meshes, 12 vertices, 2 bones\n"
    );
    git(&files, &["mv", "models/new.txt", "models/moved.txt"]);
    git(&files, &["commit", "--quiet", "--message=two"]);
    let run = diff(&files, &["--git", "HEAD~1..HEAD", "models"]);
    assert_eq!(
        (run.code, run.out.lines().last()),
        (Some(1), Some("2 models: 1 changed, 1 new, 0 gone, 0 the same"))
    );
    // What is renamed and changed is read from the disk, where it is not staged.
    git(&files, &["mv", "models/moved.txt", "models/again.txt"]);
    fs::write(files.path().join("models/again.txt"), changed_mill()).unwrap();
    let run = diff(&files, &["--git", "HEAD", "models"]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{}", run.out);
    git(&files, &["checkout", "--quiet", "HEAD", "--", "models"]);
    git(&files, &["rm", "--quiet", "--force", "models/again.txt"]);
    git(&files, &["rm", "--quiet", "models/moved.txt"]);
    assert_eq!(
        git(&files, &["diff", "--cached"]),
        "models/moved.txt: gone, with 2 meshes, 12 vertices, 2 bones\n"
    );
    assert_eq!(diff(&files, &["--git", "HEAD", "models/mill.txt"]).code, Some(0));
    let run = diff(&files, &["--git", "none"]);
    assert_eq!((run.code, run.err.contains("git says")), (Some(2), true), "{}", run.err);
    // The lines of a dump, where git asks for text.
    let command = r#"f() { ms3dlint dump "$1" 2> /dev/null || cat "$1"; }; f"#;
    let git_page = fs::read_to_string(root().join("docs/git.md")).unwrap();
    assert!(git_page.contains(&format!("$ git config diff.ms3dlint.textconv '{command}'\n")));
    git(&files, &["config", "diff.ms3dlint.textconv", &command.replace("ms3dlint", &format!("'{program}'"))]);
    let log = git(&files, &["log", "-p", "-1", "--format=", "--", "models/mill.txt"]);
    assert!(log.contains("\n+") && log.contains("slate.jpg"), "{log}");
    fs::write(files.path().join("models/notes.txt"), "no model\n").unwrap();
    git(&files, &["add", "models/notes.txt"]);
    let lines = git(&files, &["diff", "--cached", "--no-ext-diff", "models/notes.txt"]);
    assert!(lines.ends_with("\n+no model\n"), "{lines}");
}

#[test]
fn findings_of_two_formats_are_not_compared() {
    let old = read("mill.txt", MILL.into());
    let new = read("mill.ms3d", to_binary(&old, 24.0).unwrap().bytes);
    let diff = ModelDiff::of(&old, &new);
    assert!(diff.findings.is_empty(), "{:?}", diff.findings);
    assert!(diff.limits.contains(&"findings are not compared between formats".to_string()));
}

/// The models of a page, as it holds them.
fn of_page(page: &str) -> Vec<Value> {
    let start = "<script type=\"application/json\" class=\"model\">";
    let models = page.split(start).skip(1).map(|piece| piece.split("</script>").next().unwrap());
    models.map(|model| serde_json::from_str(model).unwrap()).collect()
}

/// What is said of the animation where one model became the other.
fn motion(old: &str, new: &str) -> Option<String> {
    let [old, new] = [old, new].map(|text| read("mill.txt", text.as_bytes().to_vec()));
    let changes = ModelDiff::of_models(&old, &new).changes;
    changes.into_iter().map(|change| change.says).find(|says| says.starts_with("in the animation"))
}

#[test]
fn motion_is_reported_whatever_else_is_gone_or_far_off() {
    // The sails turn, and stand still where there are no bones, or where they hang on the mill.
    let (before, after) = MILL.split_once("Bones: 2").unwrap();
    let after = &after[after.find("GroupComments").unwrap()..];
    let still =
        format!("{}Bones: 0\r\n{after}", before.replace(" 1\r\n", " -1\r\n").replace(" 0\r\n", " -1\r\n"));
    let hung = MILL.lines().map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
        [_, x, _, _, _, _, "1"] if x.contains('.') => line.replace(" 1", " 0") + "\r\n",
        _ => line.to_string() + "\r\n",
    });
    let hung: String = hung.collect();
    assert_ne!(hung, MILL);
    for other in [&still, &hung] {
        let both = [motion(MILL, other), motion(other, MILL)];
        assert!(both.iter().all(Option::is_some), "{both:?}");
    }
    // A vertex far off makes nothing too small to be seen.
    let key = "20.500000 0.000000 0.000000 1.570796";
    let stray = MILL.replacen("0 -1.000000 5.000000", "0 -9000000.000000 5.000000", 1);
    assert!(motion(&stray, &stray.replacen(key, "20.500000 0.000000 0.000000 1.270796", 1)).is_some());
    // Between formats frames count, however many a second has.
    let folder = folder(&[("mill.txt", MILL)]);
    let converted =
        finish(program_as_it_is(folder.path(), &["convert", "--rate=30", "mill.txt", "mill.ms3d"]));
    assert_eq!(converted.code, Some(0), "{}", converted.err);
    for pair in [["mill.txt", "mill.ms3d"], ["mill.ms3d", "mill.txt"]] {
        let run = diff(&folder, &pair);
        assert!(!run.out.contains("in the animation"), "{}", run.out);
    }
}

/// Which vertices another key moves is seen only in the animation.
#[test]
fn a_page_marks_what_moves_otherwise() {
    let key = "20.500000 0.000000 0.000000 1.570796";
    let turned = MILL.replacen(key, "20.500000 0.000000 0.000000 0.570796", 1);
    // It is one of bone 1.
    let mill = read("mill.txt", MILL.into());
    let vertices = mill.model.geometries().flat_map(|(_, geometry)| &geometry.vertices.rows);
    let hung = vertices.filter(|vertex| vertex.bone == 1).count();
    let folder = folder(&[("old.txt", MILL), ("new.txt", &turned)]);
    diff(&folder, &["--html", "page.html", "old.txt", "new.txt"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let [model] = &of_page(&page)[..] else { panic!("one model") };
    for side in 0..2 {
        let mark = &model["beside"]["changed"][side];
        assert_eq!(mark["corners"].as_array().unwrap().len(), hung, "{mark}");
        assert_eq!(mark["faces"], Value::Null, "{mark}");
    }
}

#[test]
fn a_page_shows_both_models_and_what_differs() {
    let new = changed_mill();
    let files = [
        ("old/mill.txt", MILL),
        ("new/mill.txt", &new),
        ("old/gone.txt", MILL),
        ("old/same.txt", MILL),
        ("new/same.txt", MILL),
        ("mine.html", "mine"),
    ];
    let folder = folder(&files);
    let run = |args: &[&str]| finish(program_as_it_is(folder.path(), &[&["diff"], args].concat()));
    let done = run(&["--html", "page.html", "old/mill.txt", "new/mill.txt"]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), "wrote page.html (1 model)\n"));
    assert!(done.out.starts_with("new/mill.txt, compared with old/mill.txt: 6 changes\n"), "{}", done.out);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let [model] = &of_page(&page)[..] else { panic!("one model") };
    let beside = &model["beside"];
    assert_eq!((&model["name"], &beside["model"]["name"]), (&"new/mill.txt".into(), &"old/mill.txt".into()));
    assert!(beside["says"].as_str().unwrap().contains("1 of 8 vertices moved, at most 0.3"), "{beside}");
    // One vertex moved, and the faces that it is a corner of are others, in both models. The four that hang on the hub move
    // otherwise.
    for side in 0..2 {
        let mark = &beside["changed"][side];
        assert_eq!(mark["corners"].as_array().unwrap().len(), 1 + 4, "{mark}");
        let tower = read("mill.txt", MILL.into()).model.meshes[0].geometry.faces.rows.clone();
        let moved = tower.iter().filter(|face| face.vertices.contains(&4)).count();
        assert_eq!(mark["faces"].as_array().unwrap().len(), moved, "{mark}");
    }
    // All models of folders that differ.
    let done = run(&["--html", "page.html", "--force", "old", "new"]);
    assert_eq!((done.code, done.err.as_str()), (Some(1), "wrote page.html (2 models)\n"));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let beside: Vec<_> = of_page(&page).iter().map(|model| model.get("beside").is_some()).collect();
    assert_eq!(beside, [false, true]);
    // Each card says what became of its model, and the heading counts that.
    let index = page.split_once("id=\"index\">").unwrap().1.split_once("</script>").unwrap().0;
    let index: Value = serde_json::from_str(index).unwrap();
    let became = [0, 1].map(|model| index["models"][model]["became"].as_str().unwrap());
    assert_eq!(became, ["gone", "changed: 6 changes"]);
    assert!(index["about"].as_str().unwrap().starts_with("1 changed, 1 gone; "), "{index}");
    let refused = run(&["--html", "mine.html", "old", "new"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("mine.html exists; add --force to replace it"), "{}", refused.err);
    assert_eq!(run(&["--html", "mine.html", "--force", "old", "new"]).code, Some(1));
    assert_eq!(run(&["--force", "old", "new"]).code, Some(2));
    // Printed, it is all that is printed.
    let done = run(&["--html", "-", "old/mill.txt", "new/mill.txt"]);
    assert_eq!((done.code, of_page(&done.out).len()), (Some(1), 1));
    assert!(done.out.starts_with("<!doctype html>"));
    // Of models that are the same there is none.
    let done = run(&["--html", "none.html", "old/same.txt", "new/same.txt"]);
    assert_eq!((done.code, folder.path().join("none.html").exists()), (Some(0), false));
}

/// What cannot be compared is no reason to fail, and what is said of it is short.
#[test]
fn broken_models_are_compared_as_far_as_they_can_be_read() {
    let cut = MILL.as_bytes()[..1500].to_vec();
    let [old, new] = [MILL.as_bytes().to_vec(), cut].map(|bytes| read("mill.txt", bytes));
    let diff = ModelDiff::of(&old, &new);
    assert_eq!(diff.limits[0], "new: it ends too early, so what follows is missing");
    assert!(diff.findings.iter().any(|change| (change.rule, change.new) == ("truncated-file", 1)));
    assert!(diff.programs.iter().any(|program| program.loads() == [true, false]));
    let back = ModelDiff::of(&new, &old);
    assert!(back.findings.iter().any(|change| (change.rule, change.gone) == ("truncated-file", 1)));
    let none = read("mill.txt", b"no model".to_vec());
    let says: Vec<_> = ModelDiff::of(&old, &none).changes.into_iter().map(|change| change.says).collect();
    assert_eq!(says, ["can no longer be read: it is not a model"]);
}

/// Many rows take seconds, even if all are in another order, or all are other ones.
#[test]
fn many_rows_are_compared_in_time() {
    let model = large_model(30_000);
    let reversed = |text: &str| {
        let (head, rest) = text.split_once("30000\r\n").unwrap();
        let (rows, tail) = rest.split_once("30000\r\n").unwrap();
        let mut rows: Vec<_> = rows.split_inclusive("\r\n").collect();
        rows.reverse();
        format!("{head}30000\r\n{}30000\r\n{tail}", rows.concat())
    };
    let started = Instant::now();
    let other = reversed(&model);
    let moved = model.replace("-1.250000", "-1.500000");
    for new in [other, moved] {
        let [old, new] = [model.clone(), new].map(|text| read("large.txt", text.into_bytes()));
        assert!(!ModelDiff::of_models(&old, &new).changes.is_empty());
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

/// What hangs on a bone that is new moves with it.
#[test]
fn what_a_new_bone_carries_away_is_named() {
    let model = |bones: &str, bone: usize| {
        format!(
            "// MilkShape 3D ASCII\nFrames: 30\nFrame: 1\nMeshes: 1\n\"kite\" 0 -1\n3\n\
             0 0.0 0.0 0.0 0.0 0.0 {bone}\n0 1.0 0.0 0.0 1.0 0.0 0\n0 0.0 1.0 0.0 0.0 1.0 0\n1\n0.0 0.0 1.0\n\
             1\n0 0 1 2 0 0 0 1\nMaterials: 0\nBones: {bones}"
        )
    };
    let bone = |name: &str, far: &str| {
        format!(
            "\"{name}\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n2\n1.0 0.0 0.0 0.0\n9.0 {far} 0.0 0.0\n1\n1.0 0.0 0.0 0.0\n"
        )
    };
    let old = model(&format!("1\n{}", bone("stick", "0.0")), 0);
    let new = model(&format!("2\n{}{}", bone("stick", "0.0"), bone("kite", "40.0")), 1);
    let [old, new] = [old, new].map(|text| read("model.txt", text.into_bytes()));
    let diff = ModelDiff::of_models(&old, &new);
    let [motion] = &diff.motion[..] else { panic!("{:?}", diff.motion) };
    assert_eq!((&motion.bone[..], motion.bones), ("bone \"kite\"", [None, Some(1)]));
    assert!((motion.distance - 40.0).abs() < 0.01, "{motion:?}");
}

//! `ms3dlint pose`: what it prints.

use std::fs;

use crate::support::{Run, finish, folder, program_as_it_is, root};
use serde_json::{Value, json};

const MODEL: &str = "// MilkShape 3D ASCII\r\nFrames: 24\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n\
    2\r\n0 0.5 2.0 0.0 0.0 0.0 0\r\n0 1.0 0.0 0.0 0.0 0.0 -1\r\n0\r\n0\r\nMaterials: 0\r\nBones: 1\r\n\"arm\"\r\n\"\"\r\n\
    0 0.0 1.0 0.0 0.0 0.0 0.0\r\n2\r\n0.0 0.0 0.0 0.0\r\n24.0 6.0 0.0 0.0\r\n0\r\n";

fn pose(args: &[&str]) -> Run {
    let folder = folder(&[("walker.txt", MODEL), ("notes.txt", "nothing")]);
    let args: Vec<_> = ["pose"].into_iter().chain(args.iter().copied()).collect();
    finish(program_as_it_is(folder.path(), &args))
}

#[test]
fn people_get_tables() {
    let run = pose(&["walker.txt"]);
    let expected = "\
walker.txt, as the format means it: 24 frames per second, last key at 1 s

0 s, frame 0
bone              x             y             z
\"arm\"        0.0000        1.0000        0.0000
vertex             x             y             z
0             0.5000        2.0000        0.0000
1             1.0000        0.0000        0.0000
";
    assert!(run.out.starts_with(expected), "{}", run.out);
    let times: Vec<_> = run.out.lines().filter(|line| line.contains(" s, frame ")).collect();
    assert_eq!((run.code, &times[..]), (Some(0), &["0 s, frame 0", "0.5 s, frame 12", "1 s, frame 24"][..]));
    assert!(run.out.lines().all(|line| line.len() <= 80), "{}", run.out);
}

#[test]
fn a_time_that_has_no_frame_is_refused() {
    for time in ["1e308", "-1e10", "inf", "nan"] {
        let run = pose(&["walker.txt", &format!("--times={time}")]);
        assert_eq!((run.code, &run.out[..]), (Some(2), ""), "{time}");
        assert!(run.err.contains("give times from -1e9 to 1e9 seconds"), "{}", run.err);
    }
    let run = pose(&["walker.txt", "--times=-1e9,1e9"]);
    assert!(run.code == Some(0) && run.out.contains("\n1e9 s, frame 2.4e10\n"), "{}", run.out);
}

#[test]
fn a_vertex_that_cannot_be_read_is_nowhere() {
    let folder = folder(&[("walker.txt", &MODEL.replacen("0 1.0 0.0 0.0", "0 oops 0.0 0.0", 1))]);
    let run =
        |args: &[&str]| finish(program_as_it_is(folder.path(), &[&["pose", "walker.txt"], args].concat()));
    let document: Value = serde_json::from_str(&run(&["--times=0", "--output-format=json"]).out).unwrap();
    assert_eq!(document["positions"], json!([[[0.5, 2.0, 0.0], [null, null, null]]]));
    assert!(run(&[]).out.contains("\n1                NaN"), "{}", run(&[]).out);
}

#[test]
fn programs_get_json_that_the_page_describes() {
    let run = pose(&[
        "walker.txt",
        "--times=-1,0.5",
        "--vertices=1,0",
        "--engine=StepMania",
        "--output-format=json",
    ]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let moved =
        |x: f64| json!([1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    const CRASHES: &str =
        "the program does not load it: StepMania crashes: bone 0 has position keys, but no rotation keys";
    let expected = json!({
        "schema": 1, "path": "walker.txt", "engine": "stepmania", "not_followed": [CRASHES], "rate": 30.0,
        "times": [-1.0, 0.5], "vertices": [1, 0],
        "positions": [[[1.0, 0.0, 0.0], [0.5, 2.0, 0.0]], [[1.0, 0.0, 0.0], [4.25, 2.0, 0.0]]],
        "bone_names": ["arm"], "bones": [[moved(0.0)], [moved(3.75)]],
    });
    assert_eq!(document, expected);
    let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
    for key in expected.as_object().unwrap().keys() {
        assert!(page.contains(&format!("\"{key}\"")), "docs/json.md says nothing of {key}");
    }
    let all: Value = serde_json::from_str(&pose(&["walker.txt", "--output-format=json"]).out).unwrap();
    assert_eq!((&all["vertices"], &all["times"]), (&json!([0, 1]), &json!([0.0, 0.5, 1.0])));
    assert_eq!((&all["engine"], &all["rate"]), (&Value::Null, &json!(24.0)));
}

#[test]
fn what_is_not_followed_is_said() {
    let run = pose(&["walker.txt", "--engine=scorched3d"]);
    let line = "not followed here: bone \"arm\", rotation key count: Scorched3D shrinks what hangs\n  on this bone to a point";
    assert!(run.out.contains(line), "{}", run.out);
    // A bone without its parent is a root here as well as there.
    let orphan = MODEL.replace("\"\"\r\n0 0.0 1.0", "\"nobody\"\r\n0 0.0 1.0");
    assert_ne!(orphan, MODEL);
    let orphan = orphan.replace("6.0 0.0 0.0\r\n0\r\n", "6.0 0.0 0.0\r\n1\r\n0.0 0.0 0.0 0.0\r\n");
    let folder = folder(&[("orphan.txt", &*orphan)]);
    let run = finish(program_as_it_is(folder.path(), &["pose", "orphan.txt", "--engine=stepmania"]));
    assert!(!run.out.contains("not followed"), "{}", run.out);
}

#[test]
fn bones_have_the_numbers_that_the_program_reads() {
    let far = MODEL.replace("24.0 6.0 0.0 0.0", "24.0 6.0e-01 0.0 0.0");
    assert_ne!(far, MODEL);
    let folder = folder(&[("far.txt", &*far), ("near.txt", &*far.replace("6.0e-01", "0.6"))]);
    let bones = |file: &str, engine: &str| {
        let engine = format!("--engine={engine}");
        let args = ["pose", file, "--times=1", &engine, "--output-format=json"];
        let document: Value =
            serde_json::from_str(&finish(program_as_it_is(folder.path(), &args)).out).unwrap();
        document["bones"].clone()
    };
    assert_eq!(bones("far.txt", "stepmania"), bones("near.txt", "stepmania"));
    assert_ne!(bones("far.txt", "scorched3d"), bones("near.txt", "scorched3d"));
}

#[test]
fn mistakes_are_told_in_a_line() {
    let readers = "milkshape, stepmania, itgmania, openitg, scorched3d";
    for (args, message) in [
        (["walker.txt", "--vertices=2"], "there is no vertex 2: the last one is 1".to_string()),
        (["walker.txt", "--engine=assimp"], format!("assimp reads no ASCII models; choose one of {readers}")),
        (
            ["walker.txt", "--engine=stepmanja"],
            format!("no program is called \"stepmanja\"; choose one of {readers}; did you mean stepmania?"),
        ),
    ] {
        let run = pose(&args);
        assert_eq!((run.code, run.err, run.out.as_str()), (Some(2), format!("ms3dlint: {message}\n"), ""));
    }
    assert_eq!(pose(&["walker.txt", "--times=soon"]).code, Some(2));
    assert_eq!(pose(&["walker.txt", "--times=nan"]).code, Some(2));
    assert_eq!(pose(&["notes.txt"]).code, Some(3));
    assert_eq!(pose(&["none.txt"]).code, Some(3));
}

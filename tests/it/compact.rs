//! The compact report, which people see first: what it says in the few lines that a finding has, and what it says once.

use std::path::PathBuf;

use crate::support::{finish, folder, program_as_it_is};

/// A model for StepMania: two materials with these textures.
fn model(textures: [&str; 2]) -> String {
    let material = |(name, texture): (&str, &str)| {
        let color = "0.500000 0.500000 0.500000 1.000000\r\n".repeat(4);
        format!("\"{name}\"\r\n{color}0.000000\r\n1.000000\r\n\"{texture}\"\r\n\"\"\r\n")
    };
    let materials: String = ["oak", "ash"].into_iter().zip(textures).map(material).collect();
    "// MilkShape 3D ASCII\r\n\r\nFrames: 30\r\nFrame: 1\r\n\r\nMeshes: 1\r\n\"kite\" 0 0\r\n3\r\n\
        0 0.000000 0.000000 0.000000 0.000000 0.000000 -1\r\n0 3.000000 0.000000 0.000000 1.000000 0.000000 -1\r\n\
        0 0.000000 1.500000 0.000000 0.000000 1.000000 -1\r\n1\r\n0.000000 0.000000 1.000000\r\n1\r\n\
        0 0 1 2 0 0 0 1\r\n\r\nMaterials: 2\r\n"
        .to_string()
        + &materials
        + "\r\nBones: 0\r\nGroupComments: 0\r\nMaterialComments: 0\r\nBoneComments: 0\r\nModelComment: 0\r\n"
}

/// The report about files, in 80 columns.
#[track_caller]
fn report<C: AsRef<[u8]>>(files: &[(&str, C)], args: &[&str]) -> String {
    let folder = folder(files);
    let all = [&["--output-format=compact"], args, &["."]].concat();
    let out = finish(program_as_it_is(folder.path(), &all)).out;
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    out
}

/// The same in one line.
fn words(report: &str) -> String {
    report.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is the same in several files need not be at the same line of each.
#[test]
fn places_that_differ_are_said_to_be_those_of_the_first_file() {
    let whole = model(["gone.png", "oak.png"]);
    let note = "\n  (the places are those of the first file)\n";
    let alike = report(&[("a.txt", &whole), ("b.txt", &whole)], &["--target=stepmania"]);
    assert!(alike.starts_with("{a,b}.txt (2 files)\n") && !alike.contains(note), "{alike}");
    let longer = whole.replacen("\r\n\r\nMaterials", "\r\n\r\n\r\nMaterials", 1);
    let moved = report(&[("a.txt", &whole), ("b.txt", &longer)], &["--target=stepmania"]);
    assert!(moved.starts_with(&format!("{{a,b}}.txt (2 files){note}")), "{moved}");
}

#[test]
fn each_error_says_that_a_program_does_not_load_the_file() {
    let out = report(&[("a.txt", model(["gone.png", "away.png"]))], &["--target=stepmania"]);
    // It comes to the first of them only.
    let files = [
        ("oak\", texture: \"gone.png", "StepMania exits"),
        ("ash\", texture: \"away.png", "StepMania exits before this"),
    ];
    for (file, exits) in files {
        let said = format!("material \"{file}\" is not found; {exits} (texture-not-found)");
        assert!(words(&out).contains(&said), "{out}");
    }
    // Where there is no room for that, it is said once.
    let long = [
        "a very long name of the texture of an arrow that is gone.png",
        "a very long name of the texture of an arrow that is away.png",
    ];
    let files = [("a.txt", model(long)), ("b.txt", model(long))];
    let out = report(&files, &["--target=stepmania"]);
    assert!(out.starts_with("{a,b}.txt (2 files)\n  StepMania exits\n  "), "{out}");
    assert_eq!(out.matches("exits").count(), 1, "{out}");
}

#[test]
fn the_name_of_a_missing_file_is_whole_and_the_one_that_was_meant_is_said() {
    let path = "some/folders/of/a/noteskin/glassblack_spheremap.png";
    let names = ["some/folders/of/a/noteskin/glass_spheremap.png", "gone.png"];
    for target in ["--target=stepmania,scorched3d", "--target=stepmania", "--target=none"] {
        let out = report(
            &[("a.txt", model([path, "gone.png"])), (names[0], String::new()), (names[1], String::new())],
            &[target],
        );
        let words = words(&out);
        assert!(words.contains("glassblack_spheremap.png\" is not found (did you mean \""), "{out}");
        assert!(words.contains("glass_spheremap.png\"?)") && !words.contains("there is no folder"), "{out}");
    }
}

#[test]
fn where_a_face_is_matters_more_than_why_that_is_bad() {
    // Beside a face with an area one with its vertices on a line.
    let flat = model(["", ""])
        .replace("0.000000 1.500000 0.000000", "6.000000 0.000000 0.000000")
        .replace(
            "\"kite\" 0 0\r\n3\r\n",
            "\"kite\" 0 0\r\n4\r\n0 0.000000 9.000000 0.000000 0.000000 0.000000 -1\r\n",
        )
        .replace("\r\n1\r\n0 0 1 2 0 0 0 1", "\r\n2\r\n0 1 2 3 0 0 0 1\r\n0 0 1 2 0 0 0 1");
    let out = report(&[("a.txt", &flat)], &["--level=info", "--select=degenerate-face", "--target=none"]);
    assert!(words(&out).contains("near (3, 0, 0), material \"oak\""), "{out}");
    assert!(out.contains("the face has no area"), "{out}");
    let concise = report(&[("a.txt", &flat)], &["--level=info", "--output-format=concise", "--target=none"]);
    assert_eq!(concise, "");
}

/// A model with a bone that has three keys.
fn moving_model() -> String {
    let rotation =
        ["1", "15", "30"].map(|time| format!("{time}.000000 0.000000 0.000000 0.000000\r\n")).concat();
    let positions = rotation.replace("15.000000 0.000000 0.000000", "15.000000 0.000000 2.000000");
    let bone = format!(
        "Bones: 1\r\n\"stick\"\r\n\"\"\r\n8 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\r\n\
        3\r\n{positions}3\r\n{rotation}"
    );
    model(["", ""]).replace("Bones: 0\r\n", &bone).replace("0 -1\r\n", "0 0\r\n")
}

/// The first part of a binary model, or all of it.
fn binary(model: &str, length: Option<usize>) -> Vec<u8> {
    let folder = folder(&[("a.txt", model)]);
    let run = finish(program_as_it_is(folder.path(), &["convert", "a.txt", "-o", "a.ms3d"]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let bytes = std::fs::read(folder.path().join("a.ms3d")).unwrap();
    bytes[..length.unwrap_or(bytes.len())].to_vec()
}

#[test]
fn of_many_programs_the_worst_are_named_and_the_others_are_counted() {
    let model = binary(&moving_model(), Some(400));
    let out = report(&[("a.ms3d", model)], &["--target=all"]);
    let said = "assimp and 3 more refuse the file; Maverick Model 3D and 2 more crash; 2 more do something else \
        (truncated-file)";
    assert!(words(&out).contains(said), "{out}");
}

#[test]
fn why_a_program_refuses_a_file_is_said() {
    let out = report(&[("a.ms3d", binary(&moving_model(), None))], &["--target=assimp+validate"]);
    let said = "assimp 6.0.5 with validation refuses the file: the validation takes no model with bones, and this \
        one has 1 bone (refused-by-engine)";
    assert!(words(&out).contains(said), "{out}");
}

#[test]
fn what_a_program_takes_otherwise_is_said() {
    let exponent = model(["", ""]).replacen("3.000000", "3e-05", 1);
    let out = report(&[("a.txt", exponent)], &["--target=scorched3d"]);
    assert!(words(&out).contains("; Scorched3D reads -3 for 3e-05 (exponent-float, --fix)"), "{out}");
    // A program that takes two things otherwise is named once.
    let returns = model(["", ""]).replace("\r\n", "\r").replacen('\r', "\r\n", 3);
    let out = report(&[("a.txt", returns)], &["--target=milkshape"]);
    let said = "MilkShape takes the file for an empty model and does not read the rest of a line";
    assert!(words(&out).contains(said), "{out}");
    // What is long is said whole all the same.
    let out = report(&[("a.txt", moving_model())], &["--target=stepmania,itgmania,openitg"]);
    let said = "each of StepMania and 2 more moves bones in straight lines after 2 keys, up to 15 % of the size of the \
        model off MilkShape's curve (read-otherwise-by-engine)";
    assert!(words(&out).contains(said), "{out}");
}

#[test]
fn a_long_list_of_fields_leaves_room_for_what_is_wrong() {
    let short = model(["", ""]).replace("0 0 1 2 0 0 0 1\r\n", "0 0 1 2 0 0\r\n");
    let out = report(&[("a.txt", short)], &["--target=all"]);
    assert!(words(&out).contains(" ...`, but found 6; "), "{out}");
}

#[test]
fn what_was_found_in_several_folders_is_said_once() {
    let bad = model(["gone.png", ""]);
    let names = ["one/x/a.txt", "two/b.txt", "three/c/d/e.txt", "a.txt", "b/f.txt"];
    let out = report(&names.map(|name| (name, &bad)), &["--target=none"]);
    assert_eq!(out.matches("(texture-not-found)").count(), 1, "{out}");
    assert!(out.starts_with("a.txt\n{b/f,two/b}.txt (2 files)\n") || out.contains("\nand "), "{out}");
}

#[test]
fn full_says_once_what_is_the_same_in_several_places() {
    let bad = model(["gone.png", "gone.png"]);
    let folder = folder(&[("a.txt", &bad)]);
    let full = |args: &[&str]| {
        finish(program_as_it_is(folder.path(), &[&["--target=none", "a.txt"], args].concat())).out
    };
    let out = full(&[]);
    assert_eq!(out.matches("[texture-not-found]").count(), 1, "{out}");
    assert!(out.contains("1 more like this, in line 34 (--expand shows each)"), "{out}");
    assert_eq!(full(&["--expand"]).matches("[texture-not-found]").count(), 2);
}

/// How long the reports about real repositories may be, which are not part of the project.
#[test]
fn reports_about_real_trees_stay_short() {
    let Some(trees) = std::env::var_os("MS3DLINT_TREES").map(PathBuf::from) else {
        eprintln!("MS3DLINT_TREES is not set: no real trees to test with");
        return;
    };
    // Paths are relative to the package, where cargo runs tests.
    let trees = trees.canonicalize().unwrap();
    for (name, most) in [
        ("Pete-Lawrence+Peters-Noteskins", 120),
        ("mikex5+GHNoteskins", 60),
        ("JoseVarelaP+In-The-Groove2-SM5", 80),
        ("Simply-Love+Simply-Love-SM5", 10),
        ("osgamearchive+scorched3d", 150),
    ] {
        let out = finish(program_as_it_is(&trees, &["check", &format!("{name}/")])).out;
        assert!(out.contains("checked "), "{name}: {out}");
        assert!(out.lines().count() <= most, "{name}: {} lines", out.lines().count());
    }
}

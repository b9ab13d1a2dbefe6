//! Files that are equal are checked once. What is said of each must be what is said where every file is checked: a report
//! with fingerprints makes the program check every one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, files, finish, folder, program_as_it_is, root};

/// What is said of a folder, whether equal files are checked once or not.
#[track_caller]
fn said(folder: &Path, args: &[&str]) -> Run {
    let reports = tempfile::tempdir().unwrap();
    let every = format!("--output=json={}", reports.path().join("every.json").display());
    let run = |more: &[&str]| finish(program_as_it_is(folder, &[&["check", "."], args, more].concat()));
    let (once, each) = (run(&[]), run(&[&every]));
    assert_eq!(once, each, "{}: {args:?}", folder.display());
    once
}

/// A triangle with a texture.
fn model(texture: &str) -> String {
    let color = "0.500000 0.500000 0.500000 1.000000\r\n".repeat(4);
    format!(
        "// MilkShape 3D ASCII\r\n\r\nFrames: 30\r\nFrame: 1\r\n\r\n{}\r\nMaterials: 1\r\n\"oak\"\r\n{color}\
         0.000000\r\n1.000000\r\n\"{texture}\"\r\n\"\"\r\n\r\nBones: 0\r\nGroupComments: 0\r\n\
         MaterialComments: 0\r\nBoneComments: 0\r\nModelComment: 0\r\n",
        meshes()
    )
}

fn meshes() -> &'static str {
    "Meshes: 1\r\n\"kite\" 0 0\r\n3\r\n0 0.000000 0.000000 0.000000 0.000000 0.000000 -1\r\n\
     0 3.000000 0.000000 0.000000 1.000000 0.000000 -1\r\n0 0.000000 1.500000 0.000000 0.000000 1.000000 -1\r\n\
     1\r\n0.000000 0.000000 1.000000\r\n1\r\n0 0 1 2 0 0 0 1\r\n"
}

#[test]
fn what_is_around_equal_files_counts() {
    let (skin, up) = (model("skin.png"), model("../skin.png"));
    let materials =
        model("skin.png").split_once("Materials").map(|(_, rest)| format!("Materials{rest}")).unwrap();
    let files = [
        ("a/model.txt", &*skin),
        ("a/skin.png", ""),
        // No picture, or in another case; another name of the file; the same once more.
        ("b/model.txt", &*skin),
        ("c/model.txt", &*skin),
        ("c/Skin.png", ""),
        ("b/other.txt", &*skin),
        ("d/model.txt", &*skin),
        ("d/skin.png", ""),
        // For StepMania, and with other settings.
        ("e/model.txt", &*skin),
        ("e/NoteSkin.lua", ""),
        ("f/model.txt", &*skin),
        ("f/ms3dlint.toml", "ignore = [\"texture-not-found\"]"),
        // A picture elsewhere, which another folder lacks.
        ("g/model.txt", &*up),
        ("skin.png", ""),
        ("h/h/model.txt", &*up),
        // Parts of a model, and the same without the others, or with another one.
        ("i/NoteSkin.lua", ""),
        ("i/_tap meshes.txt", meshes()),
        ("i/_tap materials.txt", &*materials),
        ("j/NoteSkin.lua", ""),
        ("j/_tap meshes.txt", meshes()),
        ("k/NoteSkin.lua", ""),
        ("k/_tap meshes.txt", meshes()),
        ("k/_tap materials.txt", "Materials: 0\r\n"),
        // What is in another folder can be meant.
        ("l/model.txt", &*skin),
        ("l/textures/skin.png", ""),
        ("m/model.txt", &*skin),
        ("m/textures/skin.jpg", ""),
    ];
    let folder = folder(&files);
    for args in [&[][..], &["--level=hint"], &["--target=all", "--level=hint"], &["--target=scorched3d"]] {
        for format in ["--output-format=concise", "--output-format=compact"] {
            said(folder.path(), &[args, &[format, "--threads=1"]].concat());
            said(folder.path(), &[args, &[format]].concat());
        }
    }
    let run = said(folder.path(), &["--output-format=concise", "--threads=1"]);
    let missing = |place: &str| {
        run.out.lines().any(|line| line.starts_with(&place.replace('/', std::path::MAIN_SEPARATOR_STR)))
    };
    let missed: Vec<_> = ["a/model", "b/model", "b/other", "d/model", "f/model"].map(missing).into();
    assert_eq!(missed, [false, true, true, false, false], "{}", run.out);
}

#[test]
fn what_is_around_models_with_many_textures_counts_too() {
    let color = "0.500000 0.500000 0.500000 1.000000\r\n".repeat(4);
    let paths: Vec<_> = (0..700).map(|number| format!("{number}.png")).collect();
    let paths = paths.iter().map(String::as_str).chain(["last/skin.png"]);
    let material =
        |path: &str| format!("\"{path}\"\r\n{color}0.000000\r\n1.000000\r\n\"{path}\"\r\n\"\"\r\n");
    let materials: String = paths.clone().map(material).collect();
    let text = format!("Frames: 30\r\nFrame: 1\r\n{}Materials: 701\r\n{materials}Bones: 0\r\n", meshes());
    let in_both = |folder: &str| paths.clone().map(|path| format!("{folder}/{path}")).collect::<Vec<_>>();
    let (a, b) = (in_both("a"), in_both("b"));
    let pictures = a.iter().chain(&b[..700]).map(|path| (path.as_str(), ""));
    let models = [("a/model.txt", text.as_str()), ("b/model.txt", text.as_str())];
    let folder = folder(&models.into_iter().chain(pictures).collect::<Vec<_>>());
    let run = said(folder.path(), &["--output-format=concise", "--threads=1", "--select=texture-not-found"]);
    assert!(run.out.starts_with("b") && run.out.lines().count() == 1, "{}", run.out);
}

/// Copies what lies in a folder.
fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let copy = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&file, copy).unwrap();
    }
}

#[test]
fn copies_are_like_originals() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "other"] {
        copy(&root().join("corpus"), &folder.path().join(name));
    }
    let run = said(folder.path(), &["--output-format=concise", "--level=hint", "--target=all"]);
    // Each line is there for both.
    let of = |start: &str| -> Vec<String> {
        let rest = run.out.lines().filter_map(|line| line.strip_prefix(start));
        let mut lines: Vec<_> = rest.map(|rest| rest[1..].to_string()).collect();
        lines.sort();
        lines
    };
    assert!(of("one").len() > 500, "{}", of("one").len());
    assert_eq!(of("one"), of("other"));
}

#[test]
fn equal_files_of_real_projects_are_like_originals() {
    let Some(trees) = std::env::var_os("MS3DLINT_TREES").map(PathBuf::from) else {
        eprintln!("MS3DLINT_TREES is not set: no real trees to test with");
        return;
    };
    for args in
        [&["--output-format=compact"][..], &["--output-format=concise", "--level=hint", "--target=all"]]
    {
        said(&trees, args);
    }
}

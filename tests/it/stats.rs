//! `ms3dlint stats`: what is counted in models, and how it is printed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{check, root};
use ms3dlint::document::listing::assemble;
use ms3dlint::document::stats::Stats;
use ms3dlint::report::model_stats::{ModelRow, csv, json, table};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two meshes, two materials that share a texture, and a vertex that is nowhere.
const TEXT: &str = "// MilkShape 3D ASCII\r\nFrames: 48\r\nFrame: 1\r\nMeshes: 2\r\n\"a\" 0 0\r\n3\r\n\
    0 -1.0 0.0 0.0 0.0 1.0 -1\r\n0 1.0 0.5 0.0 0.0 1.0 -1\r\n0 0.0 2.0 nan 0.0 0.0 -1\r\n0\r\n1\r\n0 0 1 2 0 0 0 1\r\n\
    \"b\" 0 1\r\n1\r\n0 0.0 0.0 4.25 0.0 1.0 -1\r\n0\r\n0\r\nMaterials: 2\r\n\
    \"m\"\r\n0 0 0 1\r\n0 0 0 1\r\n0 0 0 1\r\n0 0 0 1\r\n0\r\n1\r\n\"skin.png\"\r\n\"alpha.png\"\r\n\
    \"n\"\r\n0 0 0 1\r\n0 0 0 1\r\n0 0 0 1\r\n0 0 0 1\r\n0\r\n1\r\n\"skin.png\"\r\n\"\"\r\n\
    Bones: 1\r\n\"root\"\r\n\"\"\r\n0 0 0 0 0 0 0\r\n0\r\n0\r\n";
/// A binary model that holds nothing but 12 frames at 24 in a second.
const BINARY: &[u8] = b"MS3D000000\x04\0\0\0\0\0\0\0\0\0\0\0\x00\x00\xC0\x41\x00\x00\x80\x3F\x0C\0\0\0\0\0";

fn of(bytes: &[u8]) -> Stats {
    Stats::of(&check("model", bytes).0)
}

#[test]
fn what_is_in_a_text_model_is_counted() {
    let expected = Stats {
        meshes: 2,
        vertices: 4,
        faces: 1,
        materials: 2,
        textures: 2,
        bones: 1,
        frames: Some(48),
        seconds: None,
        bounds: Some([[-1.0, 0.0, 0.0], [1.0, 0.5, 4.25]]),
    };
    assert_eq!(of(TEXT.as_bytes()), expected);
    assert_eq!(expected.size(), Some([2.0, 0.5, 4.25]));
}

#[test]
fn a_binary_model_tells_how_long_it_takes() {
    let stats = of(BINARY);
    assert_eq!((stats.frames, stats.seconds, stats.bounds), (Some(12), Some(0.5), None));
    let mut rate_of_nothing = BINARY.to_vec();
    rate_of_nothing[22..26].fill(0);
    assert_eq!(of(&rate_of_nothing).seconds, None);
}

#[test]
fn several_models_are_added_up() {
    let mut total = Stats::default();
    [TEXT.as_bytes(), BINARY, TEXT.as_bytes()].into_iter().for_each(|bytes| total.add(&of(bytes)));
    assert_eq!((total.meshes, total.vertices, total.frames, total.seconds), (4, 8, Some(108), Some(0.5)));
    assert_eq!(total.bounds, of(TEXT.as_bytes()).bounds);
}

fn rows() -> (Vec<ModelRow>, Stats) {
    let hostile = "=cmd|' /C calc'!A0\u{1b}[2J\n\u{202e},\"x\".txt";
    let names = [("lamp.txt", TEXT.as_bytes(), "ascii"), (hostile, BINARY, "binary")];
    let rows: Vec<_> =
        names.map(|(path, bytes, kind)| ModelRow { path: path.to_string(), kind, stats: of(bytes) }).into();
    let mut total = Stats::default();
    rows.iter().for_each(|row| total.add(&row.stats));
    (rows, total)
}

#[test]
fn the_table_is_for_people() {
    let (rows, total) = rows();
    let expected = "\
meshes  vertices  faces  materials  textures  bones  frames  seconds            size  file
     2         4      1          2         2      1      48        -  2 x 0.5 x 4.25  lamp.txt
     0         0      0          0         0      0      12      0.5               -  =cmd|' /C calc'!A0␛[2J␊<U+202E>,\"x\".txt
     2         4      1          2         2      1      60      0.5  2 x 0.5 x 4.25  all 2 models
";
    assert_eq!(table(&rows, &total), expected);
}

#[test]
fn no_name_is_a_formula_or_a_line_of_the_csv() {
    let (rows, _) = rows();
    let expected = "\
path,kind,meshes,vertices,faces,materials,textures,bones,frames,seconds,min-x,min-y,min-z,max-x,max-y,max-z
lamp.txt,ascii,2,4,1,2,2,1,48,,-1,0,0,1,0.5,4.25
\"'=cmd|' /C calc'!A0␛[2J␊<U+202E>,\"\"x\"\".txt\",binary,0,0,0,0,0,0,12,0.5,,,,,,
";
    assert_eq!(csv(&rows).unwrap(), expected);
    for start in ["+", "-", "@"] {
        let row = ModelRow { path: format!("{start}1.txt"), kind: "ascii", stats: Stats::default() };
        assert!(csv(&[row]).unwrap().contains(&format!("\n'{start}1.txt,")));
    }
}

#[test]
fn the_json_is_that_of_the_page() {
    let (rows, total) = rows();
    let text = json(&rows, &total);
    assert!(!text.contains(['\u{1b}', '\u{202e}']));
    let document: Value = serde_json::from_str(&text).unwrap();
    let lamp = json!({
        "path": "lamp.txt", "kind": "ascii", "meshes": 2, "vertices": 4, "faces": 1, "materials": 2, "textures": 2,
        "bones": 1, "frames": 48, "seconds": null, "bounds": { "min": [-1.0, 0.0, 0.0], "max": [1.0, 0.5, 4.25] },
    });
    assert_eq!(document["files"][0], lamp);
    assert_eq!(document["files"][1]["path"], rows[1].path);
    assert_eq!((&document["schema"], &document["total"]["frames"]), (&json!(1), &json!(60)));
    let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
    for key in document["files"][0].as_object().unwrap().keys() {
        assert!(page.contains(&format!("\"{key}\"")), "docs/json.md says nothing of {key}");
    }
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn folders_are_searched_as_for_checking() {
    let folder = TempDir::new().unwrap();
    let files = [
        ("ms3dlint.toml", "exclude = [\"out.txt\"]"),
        ("a.txt", TEXT),
        ("out.txt", TEXT),
        ("read.txt", "Hello"),
    ];
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    fs::write(folder.path().join("b.ms3d"), BINARY).unwrap();
    let counted = run(folder.path(), &["stats", ".", "--format=csv"]);
    let out = String::from_utf8(counted.stdout).unwrap();
    let paths: Vec<_> = out.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!((counted.status.code(), &paths[..]), (Some(0), &["a.txt", "b.ms3d"][..]));
    assert_eq!(String::from_utf8(counted.stderr).unwrap(), "counted 2 models, skipped 1\n");
    let listing =
        fs::read_to_string(root().join("corpus/bad/wrong-count_a-vertex-too-many.listing")).unwrap();
    fs::write(folder.path().join("b.ms3d"), assemble(&listing).unwrap()).unwrap();
    let counted = run(folder.path(), &["stats", "b.ms3d"]);
    let said = String::from_utf8(counted.stderr).unwrap();
    assert!(said.starts_with("ms3dlint: b.ms3d is damaged, so these are not its counts"), "{said}");
    assert_eq!(counted.status.code(), Some(0));
    for named in ["read.txt", "gone.txt"] {
        let counted = run(folder.path(), &["stats", named, "a.txt"]);
        assert_eq!(counted.status.code(), Some(3), "{named}");
        assert!(String::from_utf8(counted.stdout).unwrap().ends_with("a.txt\n"));
    }
}

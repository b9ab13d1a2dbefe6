//! Poses beside those that programs computed in recorded runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::engines::{digest, engine, program, rows, with_table};
use crate::support::{assert_reviewed, blessing, files, root};
use ms3dlint::document::stats::Stats;
use ms3dlint::document::{Document, read};
use ms3dlint::engines::holding;
use ms3dlint::engines::input::EngineInput;
use ms3dlint::engines::list::{self, Program};
use ms3dlint::layout::BlockKind;
use ms3dlint::model::Bone;
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::of_program;
use serde_json::Value;

/// How far a vertex may be from where the program had it, by the size of the model.
const TOLERANCE: f64 = 1e-3;
/// Recorded numbers have four decimals.
const ROUNDING: f64 = 1e-4;
/// Programs compute with seven digits: of numbers that are larger than this, and of what comes of them, few are left.
const LARGEST: f32 = 1e4;

/// Why a program poses a model otherwise than its convention says: words of what its engine says of the model.
const REASONS: [(&str, &[&str]); 5] = [
    ("keys of one kind alone", &["it has no rotation keys", "it has no position keys"]),
    (
        "a parent after its bone",
        &["wrongly: a parent must be before", "wrongly: its parent", "is its own parent"],
    ),
    (
        "another parent, or a circle",
        &["another parent", "round in a circle", "from another of the same name", "no parent of that name"],
    ),
    ("position keys alone on a turned bone", &["takes degrees for radians"]),
    ("keys left out", &["not later than the one in front", "that are at none of its", "takes wrong keys"]),
];
/// StepMania does not play what moves nothing.
const NOTHING_MOVES: &str = "no vertex on a bone";
const OF_NUMBERS: &str = "numbers that are not finite or very large";

/// How many of 1,000 models must be posed as the program did if there is no reason for another pose.
const LEAST: usize = 980;
/// Of how many real models there are poses of each program, at least.
const LEAST_REAL: usize = 5;

/// How often a pose was that of the program.
#[derive(Default)]
struct PoseShares {
    of: usize,
    same: usize,
    /// Those for whose difference there is a reason, by reason.
    explained: BTreeMap<&'static str, usize>,
    /// Those without any reason, and how many of them are the same.
    plain: usize,
    plain_same: usize,
    /// Real models, and which of them are posed otherwise.
    real: usize,
    real_differences: Vec<String>,
    /// Each difference.
    differences: Vec<String>,
}

impl PoseShares {
    fn add(&mut self, file: &RecordedFile, off: f64, limit: f64, reason: Option<&'static str>) {
        let is_same = off <= limit;
        self.real += usize::from(file.is_real);
        self.of += 1;
        self.same += usize::from(is_same);
        self.plain += usize::from(reason.is_none());
        self.plain_same += usize::from(reason.is_none() && is_same);
        if let Some(reason) = reason.filter(|_| !is_same) {
            *self.explained.entry(reason).or_default() += 1;
        }
        if !is_same {
            let difference = format!("{}: {off} off, of {limit}: {}", file.name, reason.unwrap_or("?"));
            self.real_differences.extend(file.is_real.then(|| difference.clone()));
            self.differences.push(difference);
        }
    }
}

/// A file of the recorded runs.
struct RecordedFile<'r> {
    name: &'r str,
    /// Whether somebody made it to be used, and not a test.
    is_real: bool,
}

/// The diagonal of the box around all vertices.
fn size(document: &Document) -> f64 {
    let size = Stats::of(document).size().unwrap_or_default().map(f64::from);
    size.iter().map(|side| side * side).sum::<f64>().sqrt()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap_or(f64::NAN)).collect()
}

/// How far numbers are apart at most; infinitely if one of them is none.
fn distance(recorded: &[f64], computed: &[f64]) -> f64 {
    assert_eq!(recorded.len(), computed.len());
    let apart = recorded.iter().zip(computed).map(|(one, other)| (one - other).abs());
    apart.fold(0.0, |most, apart| {
        if apart <= most {
            most
        } else if apart.is_nan() {
            f64::INFINITY
        } else {
            apart
        }
    })
}

/// How far vertices are from where the program had them, at most.
fn off_in_vertices(recorded: &Value, rig: &Rig) -> f64 {
    let vertices: Vec<_> = numbers(&recorded["vertices"]).into_iter().map(|vertex| vertex as usize).collect();
    let times = numbers(&recorded["times"]);
    let poses = times.iter().zip(recorded["positions"].as_array().unwrap());
    let of_pose = |(time, positions): (&f64, &Value)| {
        let pose = rig.pose(*time);
        let positions = vertices.iter().zip(positions.as_array().unwrap());
        positions
            .map(|(vertex, position)| distance(&numbers(position), &pose.position(*vertex).unwrap()))
            .fold(0.0, f64::max)
    };
    poses.map(of_pose).fold(0.0, f64::max)
}

/// The frames of which the matrices of bones were recorded. A part of a model (materials, meshes or bones alone) was read
/// and not played, so of it there is the first frame alone, twice.
fn recorded_frames(row: &Value) -> Vec<(f64, &'static str)> {
    let recorded = &row["pose"];
    let first = (0.0, "frame0");
    if row["mode"] == "piece" {
        assert_eq!(recorded["frame0"], recorded["mid"], "{}: a part was played", row["file"]);
        return vec![first];
    }
    vec![first, (recorded["mid_frame"].as_f64().unwrap_or(0.0), "mid")]
}

/// How far the matrices of bones are from those of the program. It has the translation in the last row.
fn off_in_bones(row: &Value, rig: &Rig, size: f64) -> f64 {
    let mut off = 0.0_f64;
    let (recorded, frames) = (&row["pose"], recorded_frames(row));
    for (frame, name) in frames.into_iter().filter(|(_, name)| recorded[*name].is_array()) {
        let pose = rig.pose(frame / rig.rate());
        for (matrix, bone) in recorded[name].as_array().unwrap().iter().zip(&pose.bones) {
            let (matrix, computed) = (numbers(matrix), bone.matrix());
            let turned: Vec<_> = match matrix.len() {
                16 => (0..16).map(|cell| matrix[cell % 4 * 4 + cell / 4]).collect(),
                // Scorched3D has no last row, and the translation in the last column.
                _ => [&matrix[..], &[0.0, 0.0, 0.0, 1.0]].concat(),
            };
            let is_moved = |cell: usize| cell % 4 == 3;
            for (cell, (one, other)) in turned.iter().zip(computed).enumerate() {
                let scale = if is_moved(cell) { 1.0 } else { size };
                off = off.max(distance(&[one * scale], &[other * scale]) - ROUNDING * (scale - 1.0).max(0.0));
            }
        }
    }
    off
}

/// Why a program may pose a model otherwise.
fn reason(document: &Document, program: &Program) -> Option<&'static str> {
    let model = &document.model;
    let keys = model.bones.iter().flat_map(|bone| bone.tables()).flat_map(|(_, table)| &table.rows);
    let of_keys = keys.flat_map(|key| key.value.into_iter().chain([key.time]));
    let of_bones = model.bones.iter().flat_map(|bone| bone.position.into_iter().chain(bone.rotation));
    let of_vertices =
        model.geometries().flat_map(|(_, geometry)| &geometry.vertices.rows).flat_map(|row| row.position);
    let is_usual = |number: f32| number.abs() <= LARGEST;
    if !of_keys.chain(of_bones).chain(of_vertices).all(is_usual) {
        return Some(OF_NUMBERS);
    }
    if !document.is_binary() && !model.uses(BlockKind::Bones) {
        return Some(NOTHING_MOVES);
    }
    let is_it = |other: &Program| (other.name, other.version) == (program.name, program.version);
    let engine = list::ALL.iter().find(|engine| engine.programs.iter().any(is_it)).unwrap();
    let run = (engine.run)(&EngineInput::new(document, None));
    let says = |words: &str| {
        run.oddities.iter().any(|oddity| oddity.says.contains(words) && !oddity.says.contains("comment"))
    };
    REASONS.iter().find(|(_, words)| words.iter().any(|words| says(words))).map(|(reason, _)| *reason)
}

fn compare(folder: &Path) -> BTreeMap<(String, String), PoseShares> {
    let mut shares: BTreeMap<(String, String), PoseShares> = BTreeMap::new();
    let binary = rows(&folder.join("binary"), ["../../models/binary", ""]);
    let ascii = rows(&folder.join("ascii"), ["../../models", "files"]);
    let made = ["binary/files", "ascii/files"].map(|made| folder.join(made));
    let mut known: Option<(PathBuf, Document)> = None;
    for (path, row) in binary.into_iter().chain(ascii).filter(|(_, row)| !row["pose"].is_null()) {
        let (name, version) = engine(&row);
        let Some(program) = program(name, version) else { continue };
        let Some(convention) = of_program(program.name.trim_end_matches("+validate")) else { continue };
        let document = match known.take() {
            Some((other, document)) if other == path => document,
            _ if path.exists() => read(path.to_string_lossy(), fs::read(&path).unwrap()),
            _ => continue,
        };
        let held = holding::by(program.name, &document).unwrap_or_default();
        let rig = held.rig(&document, convention);
        let size = size(&document);
        let off = match row["pose"]["vertices"].is_array() {
            true => off_in_vertices(&row["pose"], &rig),
            false => off_in_bones(&row, &rig, size),
        };
        let file = RecordedFile {
            name: row["file"].as_str().unwrap(),
            is_real: !made.iter().any(|made| path.starts_with(made)),
        };
        let share = shares.entry((name.to_string(), version.to_string())).or_default();
        share.add(&file, off, TOLERANCE * size + ROUNDING, reason(&document, program));
        known = Some((path, document));
    }
    shares
}

fn table(shares: &BTreeMap<(String, String), PoseShares>) -> String {
    let mut out = "| program | same pose | others, with their reason | same without such a reason | real models |\n|---|---|---|---|---|\n".to_string();
    for ((name, version), share) in shares {
        let PoseShares { of, same, explained, plain, plain_same, real, real_differences, .. } = share;
        let title = program(name, version).unwrap().title;
        let checked = if name.ends_with("+asan") { ", its memory checked" } else { "" };
        let explained: Vec<_> = explained.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let _ = writeln!(
            out,
            "| {title}{checked} | {same} of {of} | {} | {plain_same} of {plain} | {} of {real} |",
            explained.join("; "),
            real - real_differences.len(),
        );
    }
    out
}

/// The page names the animated real models of which no program was recorded.
#[test]
fn animated_models_without_a_recorded_pose_are_named() {
    let [Some(oracle), Some(models)] =
        ["MS3DLINT_ORACLE", "MS3DLINT_MODELS"].map(|name| std::env::var_os(name).map(PathBuf::from))
    else {
        eprintln!("MS3DLINT_ORACLE or MS3DLINT_MODELS is not set: nothing to compare");
        return;
    };
    let kinds = [("binary", "../../models/binary"), ("ascii", "../../models")];
    let recorded = kinds.into_iter().flat_map(|(kind, real)| rows(&oracle.join(kind), [real, ""]));
    let recorded = recorded.filter(|(_, row)| !row["pose"].is_null());
    let recorded: BTreeSet<_> =
        recorded.filter_map(|(path, _)| path.file_name().map(ToOwned::to_owned)).collect();
    let page = fs::read_to_string(root().join("docs/poses.md")).unwrap();
    let mut unnamed = Vec::new();
    for path in files(&models) {
        let name = path.file_name().unwrap();
        let document = read(path.to_string_lossy(), fs::read(&path).unwrap());
        let is_animated = |bone: &Bone| bone.position_keys.rows.len().max(bone.rotation_keys.rows.len()) > 1;
        if recorded.contains(name) || !document.model.bones.iter().any(is_animated) {
            continue;
        }
        let own = name.to_string_lossy().rsplit("__").next().unwrap().to_string();
        if !page.contains(&format!("`{own}`")) {
            unnamed.push(own);
        }
    }
    assert_eq!(unnamed, [""; 0], "docs/poses.md does not name them");
}

#[test]
fn poses_are_those_of_the_programs() {
    let Some(folder) = std::env::var_os("MS3DLINT_ORACLE").map(PathBuf::from) else {
        eprintln!("MS3DLINT_ORACLE is not set: no recorded poses to compare with");
        return;
    };
    let shares = compare(&folder);
    for ((name, version), share) in &shares {
        println!("{name} {version}\n  {}", share.differences.join("\n  "));
    }
    let table = table(&shares);
    print!("{table}");
    assert!(shares.len() >= 11, "the tables are no longer found");
    for (program, PoseShares { plain, plain_same, of, real, real_differences, .. }) in &shares {
        assert!(*real >= LEAST_REAL, "{program:?}: only {real} real models");
        assert_eq!(real_differences, &[""; 0], "{program:?} poses real models otherwise");
        assert!(plain * 2 > *of, "{program:?}: there is a reason for most poses to differ");
        assert!(plain_same * 1000 >= plain * LEAST, "{program:?}: {plain_same} of {plain}");
    }
    let path = root().join("docs/poses.md");
    let page = fs::read_to_string(&path).unwrap();
    let runs = format!("Recorded runs `{}`:\n", digest(&folder));
    if page.contains(&runs) || blessing() {
        assert_reviewed(&path, &with_table(&page, "agreement", &format!("{runs}\n{table}")));
    } else {
        eprintln!("docs/poses.md has the agreement with other recorded runs than these");
    }
}

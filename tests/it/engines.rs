//! The engines do what the real programs did in recorded runs, which are not part of the project:
//! `MS3DLINT_ORACLE` names a folder with their tables.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ms3dlint::base::file_tree::{EntryKind, FileTree, Listing};
use ms3dlint::document::{Document, read};
use ms3dlint::engines::milkshape_importer::{self, held::ImportedModel};
use ms3dlint::engines::scorched3d;
use ms3dlint::engines::stepmania::held::{StepManiaBone, StepManiaModel};
use ms3dlint::engines::stepmania::{self, Branch, Extent};
use ms3dlint::engines::{Failure, FailureKind};
use ms3dlint::layout::BlockKind;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What became of a file, as the tables have it.
fn outcome(engine: &str, result: &Result<(), Failure>) -> &'static str {
    match result.as_ref().map_err(|failure| failure.kind) {
        Ok(()) => "loads",
        Err(FailureKind::Refuses) if engine == "milkshape-sdk" => "refuses",
        Err(FailureKind::Refuses) => "exits",
        Err(FailureKind::Crashes) => "crashes",
        Err(FailureKind::Hangs) => "hangs",
    }
}

/// The number of the line that is at an offset.
fn line_of(document: &Document, offset: u32) -> u64 {
    let before = &document.source.bytes()[..offset as usize];
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_string();
    }
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn float(value: f32) -> String {
    if value.is_nan() { "nan".to_string() } else { format!("{:08x}", value.to_bits()) }
}

fn floats(values: &[f32]) -> String {
    values.iter().map(|value| float(*value)).collect::<Vec<_>>().join(" ")
}

fn degrees(radians: f32) -> f32 {
    radians * (180.0 / std::f32::consts::PI)
}

fn stepmania_text(held: &StepManiaModel, branch: Branch) -> String {
    let mut out = String::new();
    for (index, mesh) in held.meshes.iter().enumerate() {
        let _ = writeln!(
            out,
            "mesh {index} material {} bone {} name {}",
            mesh.material,
            mesh.bone,
            hex(mesh.name)
        );
        for v in &mesh.vertices {
            let [sx, sy] = v.moves_texture.map(|moves| float(f32::from(u8::from(moves))));
            let _ = writeln!(
                out,
                "v {} {} {sx} {sy} {} {}",
                floats(&v.position),
                floats(&v.uv),
                v.bone,
                floats(&v.normal)
            );
        }
        for [a, b, c] in &mesh.faces {
            let _ = writeln!(out, "f {a} {b} {c}");
        }
    }
    for material in &held.materials {
        let [ambient, diffuse, specular, emissive] = material.colors.map(|color| floats(&color));
        let [d, a] = &material.textures;
        let _ = writeln!(
            out,
            "material name {} ambient {ambient} diffuse {diffuse} specular {specular} emissive {emissive} shininess \
             {} transparency {} spheremap {} {} textures {} {}",
            hex(material.name),
            float(material.shininess),
            float(material.transparency),
            u8::from(d.is_sphere),
            u8::from(a.is_sphere),
            d.picture_count,
            a.picture_count
        );
    }
    let textures = held.materials.iter().flat_map(|material| &material.textures);
    for path in textures.filter_map(|texture| texture.path.as_ref()) {
        let _ = writeln!(out, "texture {}", hex(&from_above(path)));
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone name {} parent {} flags {} position {} rotation {}",
            hex(bone.name),
            hex(bone.parent),
            bone.flags,
            floats(&bone.position),
            floats(&bone.rotation.map(degrees))
        );
        for key in &bone.position_keys {
            let _ = writeln!(out, "pk {}", floats(key));
        }
        for key in &bone.rotation_keys {
            let rotation = match branch {
                Branch::StepMania => floats(&StepManiaBone::quaternion(*key)),
                Branch::OpenItg => floats(&[key[1], key[2], key[3]].map(degrees)),
            };
            let _ = writeln!(out, "rk {} {rotation}", float(key[0]));
        }
    }
    let _ = writeln!(out, "frames {}", held.frame_count);
    out
}

fn ints(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The path as the recorded runs of the StepMania family have it: whole, if it leads out of the folder of the model.
fn from_above(path: &[u8]) -> Vec<u8> {
    let mut folders = vec![&b""[..], b"v", b"a", b"b", b"c", b"d"];
    let mut rest = path;
    while let Some(above) = rest.strip_prefix(b"../") {
        folders.truncate((folders.len() - 1).max(1));
        rest = above;
    }
    if rest.len() == path.len() { path.to_vec() } else { [&folders.join(&b'/'), &b"/"[..], rest].concat() }
}

/// The path that the recorded run was given: the model was in the current folder.
fn from_here(path: &[u8]) -> Vec<u8> {
    if path.is_empty() { Vec::new() } else { [b"./", path].concat() }
}

fn scorched3d_text(held: &scorched3d::held::ScorchedModel) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "scorched3d frames {} start {}", held.frame_count, held.start_frame);
    for (index, mesh) in held.meshes.iter().enumerate() {
        let [ambient, diffuse, specular, emissive] = mesh.material.colors.map(|color| ints(&color));
        let sphere = [&b"/"[..], &mesh.material.texture].concat().windows(8).any(|part| part == b"/sphere_");
        let _ = writeln!(
            out,
            "mesh {index} {} tex {} alpha {} sphere {} ambient {ambient} diffuse {diffuse} specular {specular} emissive \
             {emissive} shininess {}",
            hex(mesh.name),
            hex(&from_here(&mesh.material.texture)),
            hex(&from_here(&mesh.material.alpha_map)),
            u8::from(sphere),
            mesh.material.shininess
        );
        for v in &mesh.vertices {
            let _ = writeln!(out, "v {} {}", ints(&v.position), v.bone);
        }
        for face in &mesh.faces {
            let [a, b, c] = face.vertices;
            let _ = write!(out, "f {a} {b} {c}");
            for (normal, uv) in face.normals.iter().zip(&face.uvs) {
                let _ = write!(out, " n {} t {}", ints(normal), ints(uv));
            }
            out.push('\n');
        }
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone {} parent {} {} {}",
            hex(bone.name),
            hex(bone.parent),
            ints(&bone.position),
            ints(&bone.rotation)
        );
        for key in &bone.position_keys {
            let _ = writeln!(out, "pk {}", ints(key));
        }
        for key in &bone.rotation_keys {
            let _ = writeln!(out, "rk {}", ints(key));
        }
    }
    out
}

fn milkshape_text(held: &ImportedModel) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "frames {} frame {}", held.frame_count, held.frame);
    for (index, mesh) in held.meshes.iter().enumerate() {
        let _ = writeln!(
            out,
            "mesh {index} name {} flags {} material {}",
            hex(&mesh.name),
            mesh.flags,
            mesh.material
        );
        for v in mesh.vertices.iter() {
            let _ = writeln!(
                out,
                "v {} {} {} {}",
                v.flags as u8,
                floats(&v.position),
                floats(&v.uv),
                v.bone as i8
            );
        }
        for normal in mesh.normals.iter() {
            let _ = writeln!(out, "n {}", floats(&normal.direction));
        }
        for face in mesh.faces.iter() {
            let [a, b, c] = face.vertices.map(|index| index as u16);
            let [d, e, f] = face.normals.map(|index| index as u16);
            let (flags, group) = (face.flags as u16, face.smoothing_group as u8);
            let _ = writeln!(out, "f {flags} {a} {b} {c} {d} {e} {f} {group}");
        }
    }
    for material in &held.materials {
        let [ambient, diffuse, specular, emissive] = material.colors.map(|color| floats(&color));
        let _ = writeln!(
            out,
            "material name {} ambient {ambient} diffuse {diffuse} specular {specular} emissive {emissive} shininess \
             {} transparency {} texture {} alpha {}",
            hex(&material.name),
            float(material.shininess),
            float(material.transparency),
            hex(&material.texture),
            hex(&material.alpha_map)
        );
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone name {} parent {} flags {} position {} rotation {}",
            hex(&bone.name),
            hex(&bone.parent),
            bone.flags,
            floats(&bone.position),
            floats(&bone.rotation)
        );
        for (name, keys) in [("pk", &bone.position_keys), ("rk", &bone.rotation_keys)] {
            for key in keys.iter() {
                let _ = writeln!(out, "{name} {} {}", float(key.time), floats(&key.value));
            }
        }
    }
    for comment in &held.comments {
        let noun = match comment.block {
            BlockKind::GroupComments => "group",
            BlockKind::MaterialComments => "material",
            BlockKind::BoneComments => "bone",
            _ => "model",
        };
        let _ = writeln!(out, "comment {noun} {} {}", comment.index, hex(&comment.text));
    }
    out
}

/// What an engine made of a model: its text for the digest, and how it ended.
fn run(
    engine: &str,
    document: &Document,
    extent: Extent,
    files: Option<&dyn FileTree>,
) -> Option<(String, Result<(), Failure>)> {
    let of = |branch| {
        let (held, result) = stepmania::load(document, branch, extent, files);
        Some((stepmania_text(&held, branch), result))
    };
    match engine {
        "stepmania" | "itgmania" => of(Branch::StepMania),
        "openitg" => of(Branch::OpenItg),
        "scorched3d" => {
            let (held, result) = scorched3d::load(document, files);
            Some((scorched3d_text(&held), result))
        }
        "milkshape-sdk" => {
            let (held, run) = milkshape_importer::load(document);
            Some((milkshape_text(&held), run.failure.map_or(Ok(()), Err)))
        }
        _ => None,
    }
}

/// The files around a model on the disk.
#[derive(Debug)]
struct Disk(PathBuf);

impl FileTree for Disk {
    fn depth(&self) -> Option<usize> {
        Some(2)
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        let folder = self.0.join(str::from_utf8(folder).ok()?);
        let entry = |entry: fs::DirEntry| {
            let kind = if entry.path().is_dir() { EntryKind::Folder } else { EntryKind::File };
            (entry.file_name().as_encoded_bytes().into(), kind)
        };
        let entries = fs::read_dir(folder).ok()?.map(|found| entry(found.unwrap())).collect();
        Some(Arc::new(Listing::new(entries, true)))
    }
}

/// The rows of the tables of ASCII models, each with the path of its file.
fn rows(folder: &Path) -> Vec<(PathBuf, Value)> {
    let models = fs::read_to_string(folder.join("models.jsonl")).unwrap();
    let unpacked = Command::new("gzip").arg("-dc").arg(folder.join("generated.jsonl.gz")).output().unwrap();
    let generated = String::from_utf8(unpacked.stdout).unwrap();
    let mut rows = Vec::new();
    for (table, files) in [(models, "../../models"), (generated, "files")] {
        for line in table.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            rows.push((folder.join(files).join(row["file"].as_str().unwrap()), row));
        }
    }
    rows
}

/// How often an engine did what its program did.
#[derive(Default)]
pub(crate) struct Agreement {
    /// Of how many files: the outcome, the line where it failed, what the program held, and the outcome and the line
    /// with the textures that are on the disk.
    same: [usize; 4],
    of: [usize; 4],
    /// Each difference.
    differences: Vec<String>,
}

impl Agreement {
    fn compare(&mut self, which: usize, is_same: bool, difference: impl FnOnce() -> String) {
        self.of[which] += 1;
        self.same[which] += usize::from(is_same);
        if !is_same {
            self.differences.push(difference());
        }
    }
}

/// An outcome and its line.
type Ending = (String, Option<u64>);

fn ending(engine: &str, document: &Document, result: &Result<(), Failure>) -> Ending {
    let at = result.as_ref().err().and_then(|failure| failure.at);
    (outcome(engine, result).to_string(), at.map(|at| line_of(document, at)))
}

fn recorded_ending(row: &Value) -> Ending {
    (row["outcome"].as_str().unwrap().to_string(), row["line"].as_u64())
}

/// How the program ended when it looked for textures on the disk, if that can be told from a row.
fn ending_on_disk(row: &Value) -> Option<Ending> {
    match &row["disk"] {
        // After some crashes the program can no longer tell where it was.
        _ if row["stage"].is_null() => None,
        Value::Null => (row["outcome"] == row["plain"]["outcome"]).then(|| recorded_ending(row)),
        // This needs what the path of a texture does to `printf`.
        disk if disk["outcome"] == "crashes" => None,
        disk => Some(recorded_ending(disk)),
    }
}

/// Compares all engines with the tables in a folder.
fn agreements(folder: &Path) -> BTreeMap<String, Agreement> {
    let mut agreements: BTreeMap<String, Agreement> = BTreeMap::new();
    for (path, row) in rows(folder) {
        let engine = row["engine"].as_str().unwrap();
        let document = read("model.txt", fs::read(&path).unwrap());
        let is_part = row["mode"] == "piece";
        let extent = if is_part { Extent::Part } else { Extent::Whole };
        let Some((held, result)) = run(engine, &document, extent, None) else { continue };
        let agreement = agreements.entry(engine.to_string()).or_default();
        let file = row["file"].as_str().unwrap();
        let (actual, expected) = (ending(engine, &document, &result), recorded_ending(&row));
        let is_same = expected.0 == actual.0;
        agreement.compare(0, is_same, || {
            format!("{file}: {result:?}, and the program: {} {}", expected.0, row["reason"])
        });
        if is_part {
            let (_, result) = run(engine, &document, Extent::Whole, None).unwrap();
            let (actual, expected) = (ending(engine, &document, &result), recorded_ending(&row["whole"]));
            agreement.compare(0, actual == expected, || {
                format!("{file} as a whole: {result:?}, not {expected:?}")
            });
        }
        let files = Disk(path.parent().unwrap().to_path_buf());
        if let Some(expected) = ending_on_disk(&row).filter(|_| !is_part) {
            let (_, result) = run(engine, &document, extent, Some(&files)).unwrap();
            let actual = ending(engine, &document, &result);
            agreement
                .compare(3, actual == expected, || format!("{file} on disk: {result:?}, not {expected:?}"));
        }
        if !is_same {
            continue;
        }
        // As above.
        if !row["stage"].is_null() {
            agreement.compare(1, actual.1 == expected.1, || {
                format!("{file}: in line {:?}, and the program in {:?}", actual.1, expected.1)
            });
        }
        if let Some(digest) = row["digest"].as_str() {
            let actual =
                Sha256::digest(held.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            agreement.compare(2, digest == actual, || format!("{file}: holds something else"));
        }
    }
    agreements
}

/// Compares all engines with the tables in a folder, and prints what differs.
pub(crate) fn print(folder: &Path) -> BTreeMap<String, Agreement> {
    let agreements = agreements(folder);
    for (engine, Agreement { same, of, differences }) in &agreements {
        println!(
            "{engine}: {same:?} of {of:?} have the same outcome, line, content and outcome on disk\n  {}",
            differences.join("\n  ")
        );
    }
    agreements
}

#[test]
fn engines_of_ascii_models_do_what_the_programs_did() {
    /// How many of 1,000 files must agree: the outcome, the line, what the program holds, and the outcome and the line
    /// with the textures that are on the disk.
    const LEAST: [usize; 4] = [995, 995, 950, 980];
    let Some(folder) = std::env::var_os("MS3DLINT_ORACLE").map(PathBuf::from) else {
        eprintln!("MS3DLINT_ORACLE is not set: no recorded runs to compare with");
        return;
    };
    let agreements = print(&folder.join("ascii"));
    assert_eq!(agreements.len(), 5, "the tables are no longer found");
    for (engine, Agreement { same, of, .. }) in agreements {
        for which in 0..4 {
            assert!(same[which] * 1000 >= of[which] * LEAST[which], "{engine}: {same:?} of {of:?}");
        }
    }
}

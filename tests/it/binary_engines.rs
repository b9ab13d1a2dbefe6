//! The engines of binary models do what the real programs did in recorded runs, which are not part of the project:
//! `MS3DLINT_ORACLE` names a folder with their tables.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ms3dlint::document::{Document, read};
use ms3dlint::engines::assimp::AssimpVersion::{V5, V6};
use ms3dlint::engines::held::{HeldCorner, HeldFace, HeldMesh, HeldModel, IN_NO_MESH};
use ms3dlint::engines::{
    FailureKind, Run, assimp, blender, irrlicht, libms3d, mm3d, ms3d_crate, picomodel, viewer_sample,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// How a program turns what is in the file.
#[derive(Clone, Copy)]
struct Frame {
    /// What it makes of v.
    v: fn(f32) -> f32,
    /// Whether z of positions and normals is negated.
    mirrors: bool,
    /// Whether the corners of a face are in the opposite order.
    reverses: bool,
}

const AS_IN_FILE: Frame = Frame { v: |v| v, mirrors: false, reverses: false };
const UPWARDS: Frame = Frame { v: |v| 1.0 - v, mirrors: false, reverses: false };
const NEGATED: Frame = Frame { v: |v| -v, mirrors: false, reverses: true };
const MIRRORED: Frame = Frame { v: |v| v, mirrors: true, reverses: true };

type Runner = (fn(&Document) -> Run, fn(&Document) -> HeldModel, Frame);

/// The engine for a row of the tables.
fn runner(engine: &str, version: &str) -> Option<Runner> {
    match (engine, version) {
        ("assimp", "5.2.5") => Some((|document| assimp::run(document, V5, false), assimp::held, UPWARDS)),
        ("assimp+validate", "5.2.5") => {
            Some((|document| assimp::run(document, V5, true), assimp::held, UPWARDS))
        }
        ("assimp", "6.0.5") => Some((|document| assimp::run(document, V6, false), assimp::held, UPWARDS)),
        ("assimp+validate", "6.0.5") => {
            Some((|document| assimp::run(document, V6, true), assimp::held, UPWARDS))
        }
        ("ms3d-crate", "0.1.3") => Some((ms3d_crate::run, ms3d_crate::held, AS_IN_FILE)),
        ("irrlicht" | "irrlicht+asan", "1.8.5") => Some((irrlicht::run, irrlicht::held, MIRRORED)),
        ("blender-reader", _) => Some((blender::run, blender::held, AS_IN_FILE)),
        ("libms3d", _) => Some((libms3d::run, libms3d::held, AS_IN_FILE)),
        ("viewer-sample", _) => Some((viewer_sample::run, viewer_sample::held, AS_IN_FILE)),
        ("mm3d" | "mm3d+asan", _) => Some((mm3d::run, mm3d::held, UPWARDS)),
        ("picomodel", _) => Some((picomodel::run, picomodel::held, NEGATED)),
        _ => None,
    }
}

fn corners(document: &Document, face: u16) -> Option<[HeldCorner; 3]> {
    document.model.binary.as_ref()?.geometry.faces.rows.get(usize::from(face))?;
    Some([0, 1, 2].map(|number| corner(document, usize::from(face), number)))
}

fn corner(document: &Document, face: usize, number: usize) -> HeldCorner {
    let binary = document.model.binary.as_ref().unwrap();
    let vertex = binary.geometry.faces.rows[face].vertices[number];
    let uvs = binary.uvs[face];
    HeldCorner {
        // The tables have 0 for a vertex that does not exist, and leave out a face that does not.
        position: binary.geometry.vertices.get(vertex).map_or([0.0; 3], |vertex| vertex.position),
        normal: binary.geometry.normals.rows[face * 3 + number].direction,
        uv: [uvs[number], uvs[number + 3]],
    }
}

fn float(out: &mut String, value: f32) {
    let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
    let _ = write!(out, "{bits:08x}");
}

/// The text that the tables have a digest of.
fn text(document: &Document, held: &HeldModel, frame: Frame) -> String {
    let mut out = String::new();
    for mesh in &held.meshes {
        let name: String = mesh.name.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(out, "G {} {}", mesh.material, if name.is_empty() { "-" } else { &name });
        for face in &mesh.faces {
            let corners = match face {
                HeldFace::Listed(face) => corners(document, *face),
                HeldFace::Other(corners) => Some(*corners),
            };
            let Some(mut corners) = corners else { continue };
            if frame.reverses {
                corners.reverse();
            }
            out.push('F');
            for mut corner in corners {
                if frame.mirrors {
                    corner.position[2] = -corner.position[2];
                    corner.normal[2] = -corner.normal[2];
                }
                corner.uv[1] = (frame.v)(corner.uv[1]);
                out.push(' ');
                let HeldCorner { position, normal, uv } = corner;
                for value in position.into_iter().chain(normal).chain(uv) {
                    float(&mut out, value);
                }
            }
            out.push('\n');
        }
    }
    out
}

/// The rows of the tables of binary models, each with the path of its file if that is there.
fn rows(folder: &Path) -> Vec<(PathBuf, Value)> {
    let models = fs::read_to_string(folder.join("models.jsonl")).unwrap();
    let unpacked = Command::new("gzip").arg("-dc").arg(folder.join("generated.jsonl.gz")).output().unwrap();
    let generated = String::from_utf8(unpacked.stdout).unwrap();
    let mut rows = Vec::new();
    for (table, files) in [(models, "../../models/binary"), (generated, "")] {
        for line in table.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let path = folder.join(files).join(row["file"].as_str().unwrap());
            if path.exists() {
                rows.push((path, row));
            }
        }
    }
    rows
}

/// How often an engine did what its program did.
#[derive(Default)]
pub(crate) struct Agreement {
    /// Of how many files: the outcome, the counts, and what the program held.
    same: [usize; 3],
    of: [usize; 3],
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

/// Compares all engines with the tables in a folder.
fn agreements(folder: &Path) -> BTreeMap<String, Agreement> {
    let mut agreements: BTreeMap<String, Agreement> = BTreeMap::new();
    let mut last: Option<(PathBuf, Document)> = None;
    for (path, row) in rows(folder) {
        let (engine, version) = (row["engine"].as_str().unwrap(), row["version"].as_str().unwrap());
        let Some((run, hold, frame)) = runner(engine, version) else { continue };
        let document = match last.take() {
            Some((known, document)) if known == path => document,
            _ => read("model.ms3d", fs::read(&path).unwrap()),
        };
        let agreement = agreements.entry(format!("{engine} {version}")).or_default();
        let file = row["file"].as_str().unwrap();
        let result = run(&document);
        let actual = match result.failure.as_ref().map(|failure| failure.kind) {
            None => "loads",
            Some(FailureKind::Refuses) => "refuses",
            Some(FailureKind::Crashes) => "crashes",
            Some(FailureKind::Hangs) => "hangs",
        };
        // As packaged, without a check of its memory, it crashes only with bad luck.
        if engine == "irrlicht" && actual == "crashes" {
            continue;
        }
        let is_same = row["outcome"] == actual;
        agreement.compare(0, is_same, || {
            format!("{file}: {:?}, and the program: {} {}", result.failure, row["outcome"], row["reason"])
        });
        if is_same && actual == "loads" {
            let held = hold(&document);
            let is_mesh = |mesh: &&HeldMesh| !engine.starts_with("mm3d") || mesh.material != IN_NO_MESH;
            let faces = held.meshes.iter().map(|mesh| mesh.faces.len()).sum();
            let counts = [
                ("meshes", held.meshes.iter().filter(is_mesh).count()),
                ("vertices", held.vertex_count),
                ("faces", faces),
                ("materials", held.material_count),
                ("bones", held.bone_count),
                ("keys", held.key_count),
            ];
            let other = counts.iter().find(|(name, count)| row[*name] != *count);
            agreement
                .compare(1, other.is_none(), || format!("{file}: {other:?}, not {}", row[other.unwrap().0]));
            if let Some(digest) = row["digest"].as_str() {
                let text = text(&document, &held, frame);
                let hexadecimal =
                    |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
                let actual: String = hexadecimal(&text);
                // For a model without faces some tables have the digest of nothing, and others that of a line end.
                let is_same = digest == actual || (text.is_empty() && digest == hexadecimal("\n"));
                agreement.compare(2, is_same, || format!("{file}: holds something else"));
            }
        }
        last = Some((path, document));
    }
    agreements
}

/// Compares all engines with the tables in a folder, and prints what differs.
pub(crate) fn print(folder: &Path) -> BTreeMap<String, Agreement> {
    let agreements = agreements(folder);
    for (engine, Agreement { same, of, differences }) in &agreements {
        println!(
            "{engine}: {same:?} of {of:?} have the same outcome, counts and content\n  {}",
            differences.join("\n  ")
        );
    }
    agreements
}

#[test]
fn engines_of_binary_models_do_what_the_programs_did() {
    /// How many of 1,000 files must agree: the outcome, the counts, and what the program holds.
    const LEAST: [usize; 3] = [995, 980, 950];
    let Some(folder) = std::env::var_os("MS3DLINT_ORACLE").map(PathBuf::from) else {
        eprintln!("MS3DLINT_ORACLE is not set: no recorded runs to compare with");
        return;
    };
    for (engine, Agreement { same, of, .. }) in print(&folder.join("binary")) {
        for which in 0..3 {
            assert!(same[which] * 1000 >= of[which] * LEAST[which], "{engine}: {same:?} of {of:?}");
        }
    }
}

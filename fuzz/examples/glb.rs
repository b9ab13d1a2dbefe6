//! Converts models to glTF, and writes beside each file where its corners are at several times, for `tests/gltf/run`.
//!
//! `glb OUT PATHS..`: models are in PATHS, which are files and folders.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use ms3dlint::actions::convert::{GltfOptions, to_gltf};
use ms3dlint::document::{FileKind, read};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::MILKSHAPE;
use ms3dlint::scene::{Scene, ScenePart};
use serde_json::json;

/// Losses after which a model is posed in another way.
const MOVES: [&str; 5] = ["sorted-keys", "merged-keys", "left-out-key", "not-a-number", "scaled-weights"];

/// The times at which models are posed, as shares of their animation.
const SHARES: [f64; 7] = [0.0, 0.05, 0.2, 0.39, 0.5, 0.83, 1.0];

fn main() {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let out = args.next().expect("the folder to write to");
    let mut paths: Vec<PathBuf> = args.collect();
    let mut count = 0;
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder that can be read");
            let mut inner: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
            inner.sort_by(|one, other| other.cmp(one));
            paths.extend(inner);
        } else if convert(&path, &out, count) {
            count += 1;
        }
    }
    println!("{count} models were converted");
}

/// Converts a file, and returns whether it is a model.
fn convert(path: &Path, out: &Path, number: usize) -> bool {
    let name = path.display().to_string();
    let document = read(&*name, fs::read(path).expect("a file that can be read"));
    if document.kind() == FileKind::NotAModel {
        return false;
    }
    let converted = to_gltf(&document, &GltfOptions::default()).expect("a model");
    fs::write(out.join(format!("{number}.glb")), &converted.bytes).expect("a file that can be written");
    let rig = Rig::new(&document, &MILKSHAPE);
    let scene = Scene::of(&document);
    let parts: Vec<_> = scene.parts.iter().filter(|part| !part.faces.is_empty()).collect();
    let times = SHARES.map(|share| share * rig.end());
    // Numbers this large are taken away again where a bone moves a vertex.
    let mut size = 1.0;
    let poses = times.map(|time| {
        let pose = rig.pose(time);
        let bones = pose.bones.iter().flat_map(|bone| bone.translation);
        size = bones.map(f64::abs).fold(size, f64::max);
        let of_part =
            |part: &&ScenePart| vertices(&scene, part).map(|vertex| pose.position(vertex)).collect();
        parts.iter().map(of_part).collect::<Vec<Vec<_>>>()
    });
    let moves = converted.losses.iter().find(|loss| MOVES.contains(&loss.rule)).map(|loss| loss.rule);
    let expected = json!({ "name": name, "moves": moves, "size": size, "times": times, "poses": poses });
    fs::write(out.join(format!("{number}.json")), expected.to_string()).expect("a file that can be written");
    true
}

/// The vertices of the corners of a mesh, in the order in which its faces use them first.
fn vertices<'s>(scene: &'s Scene, part: &'s ScenePart) -> impl Iterator<Item = usize> + 's {
    let mut seen = HashSet::new();
    let corners = part.faces.iter().flat_map(|face| face.corners).filter(move |corner| seen.insert(*corner));
    corners.map(|corner| scene.corners[corner as usize].vertex as usize)
}

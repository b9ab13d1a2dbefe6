//! Conversions to glTF: what is in the file, what is reported as lost, and that any file can be read.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use crate::convert::{TEXT, changed};
use crate::support::{
    Run, assert_reviewed, bytes_of, drawn, finish, folder, models, program_as_it_is, root, some,
};
use crate::view;
use ms3dlint::actions::convert::{Converted, FoundTexture, GltfOptions, to_gltf};
use ms3dlint::document::describe::describe;
use ms3dlint::document::{Document, FileKind, read};
use ms3dlint::layout::{Record, fields};
use ms3dlint::model::place::{Place, SHARED};
use ms3dlint::picture::texture::Texture;
use ms3dlint::picture::{Drawing, Picture};
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::MILKSHAPE;
use ms3dlint::pose::quaternion::Quaternion;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

fn converted(document: &Document) -> Converted {
    to_gltf(document, &GltfOptions::default()).unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

/// The JSON and the other bytes of a file.
struct File {
    json: Value,
    bytes: Vec<u8>,
}

impl File {
    fn of(glb: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&glb[..4], word(4), word(8)), (&b"glTF"[..], 2, glb.len()));
        let (json, rest) = glb[20..].split_at(word(12));
        assert_eq!((&glb[16..20], json.len() % 4), (&b"JSON"[..], 0));
        let bytes = match rest {
            [] => &[],
            _ => {
                let at = 20 + json.len();
                assert_eq!((&glb[at + 4..at + 8], word(at)), (&b"BIN\0"[..], rest.len() - 8));
                &rest[8..]
            }
        };
        Self { json: serde_json::from_slice(json).unwrap(), bytes: bytes.to_vec() }
    }

    fn list(&self, name: &str) -> &[Value] {
        self.json[name].as_array().map_or(&[], Vec::as_slice)
    }

    /// The rows of an accessor.
    fn rows(&self, index: &Value) -> Vec<Vec<f64>> {
        let accessor = &self.json["accessors"][number(index)];
        let view = &self.json["bufferViews"][number(&accessor["bufferView"])];
        let (start, length) = (number(&view["byteOffset"]), number(&view["byteLength"]));
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "MAT4" => 16,
            vector => vector[3..].parse().unwrap(),
        };
        let (size, value): (usize, fn(&[u8]) -> f64) = match number(&accessor["componentType"]) {
            5123 => (2, |bytes| f64::from(u16::from_le_bytes(bytes.try_into().unwrap()))),
            5125 => (4, |bytes| f64::from(u32::from_le_bytes(bytes.try_into().unwrap()))),
            _ => (4, |bytes| f64::from(f32::from_le_bytes(bytes.try_into().unwrap()))),
        };
        assert_eq!((start % 4, length), (0, number(&accessor["count"]) * width * size));
        let values: Vec<_> = self.bytes[start..start + length].chunks(size).map(value).collect();
        assert!(values.iter().all(|value| value.is_finite()));
        values.chunks(width).map(<[f64]>::to_vec).collect()
    }

    /// What a sampler says at a time, as a program plays it.
    fn played(&self, sampler: &Value, seconds: f64) -> Vec<f64> {
        let (times, values) = (self.rows(&sampler["input"]), self.rows(&sampler["output"]));
        let each = values.len() / times.len();
        let value = |key: usize| &values[key * each + each / 2];
        let next = times.partition_point(|time| time[0] <= seconds);
        if next == 0 || next == times.len() {
            return value(next.saturating_sub(1)).clone();
        }
        let length = times[next][0] - times[next - 1][0];
        let share = (seconds - times[next - 1][0]) / length;
        if value(next).len() == 4 {
            let [from, to] =
                [next - 1, next].map(|key| Quaternion([0, 1, 2, 3].map(|part| value(key)[part])));
            return from.slerp(to, share).0.to_vec();
        }
        let (square, cube) = (share * share, share * share * share);
        let part = |axis: usize| {
            (2.0 * cube - 3.0 * square + 1.0) * value(next - 1)[axis]
                + (cube - 2.0 * square + share) * length * values[next * each - 1][axis]
                + (3.0 * square - 2.0 * cube) * value(next)[axis]
                + (cube - square) * length * values[next * each][axis]
        };
        (0..3).map(part).collect()
    }

    /// Asserts that nothing in the file contradicts anything else.
    fn assert_consistent(&self) {
        if let [buffer] = self.list("buffers") {
            assert_eq!(number(&buffer["byteLength"]), self.bytes.len());
        }
        for (index, accessor) in self.list("accessors").iter().enumerate() {
            let rows = self.rows(&json!(index));
            assert!(!rows.is_empty());
            for (bound, better) in [("min", f64::min as fn(f64, f64) -> f64), ("max", f64::max)] {
                let Some(bound) = accessor[bound].as_array() else { continue };
                for (axis, bound) in bound.iter().enumerate() {
                    let of_all = rows.iter().map(|row| row[axis]).reduce(better);
                    assert_eq!(bound.as_f64(), of_all);
                }
            }
        }
        for node in self.list("nodes").iter().filter(|node| node.get("mesh").is_some()) {
            self.assert_mesh(&self.json["meshes"][number(&node["mesh"])], node.get("skin"));
        }
        for sampler in
            self.list("animations").iter().flat_map(|animation| animation["samplers"].as_array().unwrap())
        {
            let (times, values) = (self.rows(&sampler["input"]), self.rows(&sampler["output"]));
            assert!(times[0][0] >= 0.0 && times.is_sorted_by(|one, other| one[0] < other[0]), "{times:?}");
            let each = if sampler["interpolation"] == "CUBICSPLINE" { 3 } else { 1 };
            assert_eq!((values.len(), each == 1 || times.len() > 1), (times.len() * each, true));
            assert!(values[0].len() == 3 || values.iter().all(|rotation| is_unit(rotation)));
        }
        let mut seen = HashSet::new();
        let roots = self.json["scenes"][0].get("nodes").into_iter();
        let children = self.list("nodes").iter().filter_map(|node| node.get("children"));
        for node in roots.chain(children).flat_map(|nodes| nodes.as_array().unwrap()) {
            assert!(
                number(node) < self.list("nodes").len() && seen.insert(number(node)),
                "node {node} twice"
            );
        }
        assert_eq!(seen.len(), self.list("nodes").len());
    }

    fn assert_mesh(&self, mesh: &Value, skin: Option<&Value>) {
        let [primitive] = mesh["primitives"].as_array().unwrap().as_slice() else { panic!("{mesh}") };
        let attributes = &primitive["attributes"];
        let corners = self.rows(&attributes["POSITION"]).len();
        let normals = self.rows(&attributes["NORMAL"]);
        assert!(normals.iter().all(|normal| is_unit(normal)));
        assert_eq!((normals.len(), self.rows(&attributes["TEXCOORD_0"]).len()), (corners, corners));
        let indices = self.rows(&primitive["indices"]);
        assert!(indices.len().is_multiple_of(3) && indices.iter().all(|index| index[0] < corners as f64));
        let materials = self.list("materials").len();
        assert!(primitive.get("material").is_none_or(|material| number(material) < materials));
        assert_eq!(attributes.get("JOINTS_0").is_some(), skin.is_some());
        let Some(skin) = skin else { return };
        let skin = &self.json["skins"][number(skin)];
        let joints = skin["joints"].as_array().unwrap().len();
        assert_eq!(self.rows(&skin["inverseBindMatrices"]).len(), joints);
        let weights = self.rows(&attributes["WEIGHTS_0"]);
        assert_eq!(weights.len(), corners);
        for (bound, weights) in self.rows(&attributes["JOINTS_0"]).iter().zip(weights) {
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            let used: Vec<_> = bound.iter().zip(weights).filter(|(_, weight)| *weight > 0.0).collect();
            let different: HashSet<_> = used.iter().map(|(joint, _)| **joint as usize).collect();
            assert!(different.len() == used.len() && different.iter().all(|joint| *joint < joints));
        }
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no index")) as usize
}

fn is_unit(vector: &[f64]) -> bool {
    (vector.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-5
}

/// The whole file of the small example, its numbers as rows.
#[test]
fn the_file_is_what_was_reviewed() {
    let file = File::of(&converted(&read("model", TEXT.into())).bytes);
    file.assert_consistent();
    let mut text = serde_json::to_string_pretty(&file.json).unwrap();
    for index in 0..file.list("accessors").len() {
        text += &format!("\n\naccessor {index}\n");
        let rows = file.rows(&json!(index)).into_iter();
        // Six decimals are the same on all machines.
        let rows =
            rows.map(|row| row.iter().map(|n| format!("{:.6}", n + 0.0)).collect::<Vec<_>>().join(" "));
        text += &rows.collect::<Vec<_>>().join("\n");
    }
    assert_reviewed(&root().join("tests/reviewed/gltf.txt"), &(text + "\n"));
}

/// Asserts that a file of any bytes is converted to one that can be read, the same each time, unless it is no model.
#[track_caller]
fn assert_converted(bytes: Vec<u8>) {
    let document = read("model", bytes);
    if document.kind() == FileKind::NotAModel {
        assert!(to_gltf(&document, &GltfOptions::default()).is_err());
        return;
    }
    let one = converted(&document);
    File::of(&one.bytes).assert_consistent();
    assert!(one.bytes == converted(&document).bytes, "the file differs from run to run");
}

#[test]
fn models_of_the_corpus_give_consistent_files() {
    some(models(&root().join("corpus"))).for_each(|path| assert_converted(bytes_of(&path)));
}

static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let corpus = models(&root().join("corpus")).into_iter().map(|path| bytes_of(&path));
    let small = corpus.filter(|bytes| (1..8192).contains(&bytes.len()));
    small.chain([TEXT.into(), changed(&[])]).collect()
});

proptest! {
    #![proptest_config(drawn())]

    #[test]
    fn damaged_models_give_consistent_files(
        seed in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), any::<u8>()), 0..6),
    ) {
        let mut bytes = seed.get(&SEEDS).clone();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        assert_converted(bytes);
    }
}

/// What is lost of a model, with its place.
#[track_caller]
fn assert_told(document: &Document, expected: &[(&str, &str)]) {
    let converted = converted(document);
    File::of(&converted.bytes).assert_consistent();
    let told = converted.losses.iter().map(|loss| (loss.rule, describe(document, loss.place)));
    let usual = ["comments", "material-colors", "alpha-map", "editor-data", "after-last-key"];
    let told: Vec<_> = told.filter(|(loss, _)| !usual.contains(loss)).collect();
    let told: Vec<_> = told.iter().map(|(loss, place)| (*loss, place.as_str())).collect();
    assert_eq!(told, expected);
}

#[test]
fn what_gltf_cannot_hold_is_told() {
    let document = read("model", TEXT.into());
    let told: Vec<_> = converted(&document).losses.iter().map(|loss| loss.rule).collect();
    assert_eq!(told, ["editor-data", "material-colors", "alpha-map", "comments"]);
    let arm = "bone \"arm\"";
    for (from, to, told) in [
        ("Frames: 30", "// made by hand\r\nFrames: 30", &[("comment-lines", "")][..]),
        (
            "1 0 1 2 0 0 0 7",
            "1 0 1 9 0 0 0 7",
            &[
                ("left-out-face", "mesh \"body\""),
                ("left-out-mesh", "mesh \"body\""),
                ("unused-vertex", "mesh \"body\", vertex 0"),
            ],
        ),
        ("0 0 1 2 0 1 0 1", "0 0 1 2 0 9 0 1", &[("made-normal", "mesh \"head\", face 0")]),
        ("\"head\" 0 -1", "\"head\" 0 7", &[("no-such-material", "mesh \"head\", material")]),
        ("0.250000 1\r\n", "0.250000 5\r\n", &[("no-such-bone", "mesh \"head\", vertex 2, bone")]),
        ("\"arm\"\r\n\"root\"", "\"arm\"\r\n\"leg\"", &[("cut-parent", &format!("{arm}, parent"))]),
        ("\"arm\"\r\n\"root\"", "\"arm\"\r\n\"arm\"", &[("cut-parent", &format!("{arm}, parent"))]),
        ("\r\n30.000000 0.0", "\r\n-1.000000 0.0", &[("left-out-key", "bone \"root\", position key 1")]),
        ("\r\n1.000000 0.0", "\r\n40.000000 0.0", &[("sorted-keys", "bone \"root\", position key 1")]),
        ("\r\n30.000000 0.0", "\r\n1.000000 0.0", &[("merged-keys", "bone \"root\", position key 0")]),
        ("\".\\red.png\"", "\"C:\\red.png\"", &[("texture-folder", "material \"red\", texture")]),
        ("\".\\red.png\"", "\".\\red.tga\"", &[("texture-format", "material \"red\", texture")]),
    ] {
        assert!(TEXT.contains(from), "{from}");
        assert_told(&read("model", TEXT.replacen(from, to, 1).into()), told);
    }
    assert_told(&read("model", b"MS3D000000\x04\0\0\0".to_vec()), &[("unread", "")]);
}

/// A key before 0 seconds cannot stay, and what it does from there on does.
#[test]
fn without_keys_before_0_the_poses_from_there_on_stay() {
    let moves = ["-10 0 0 0", "10 10 0 0", "20 10 4 0"];
    let turns = ["-10 0 0 0", "20 0 0 1.5"];
    let keys = |keys: &[&str]| format!("{}\r\n{}\r\n", keys.len(), keys.join("\r\n"));
    let bone = |moves: &[&str], turns: &[&str]| {
        let text =
            "// MilkShape 3D ASCII\r\nFrames: 30\r\nFrame: 1\r\nMeshes: 0\r\nMaterials: 0\r\nBones: 1\r\n";
        let bone = "\"b\"\r\n\"\"\r\n0 1 2 3 0.5 0 0\r\n";
        read("model.txt", [text, bone, &keys(moves), &keys(turns)].concat().into_bytes())
    };
    for (document, at_0) in [
        (bone(&moves, &turns), 3),
        (bone(&moves[..2], &turns[..1]), 2),
        // The last key counts on.
        (bone(&moves[..1], &turns), 1),
        (bone(&["-10 0 0 0", "0 1 1 1", "20 10 4 0"], &turns), 2),
    ] {
        let converted = converted(&document);
        assert!(converted.losses.iter().any(|loss| loss.rule == "left-out-key"));
        let file = File::of(&converted.bytes);
        file.assert_consistent();
        let animation = &file.list("animations")[0];
        let sampler = |path: &str| {
            let channels = animation["channels"].as_array().unwrap();
            let channel = channels.iter().find(|channel| channel["target"]["path"] == path).unwrap();
            &animation["samplers"][number(&channel["sampler"])]
        };
        let (moves, turns) = (sampler("translation"), sampler("rotation"));
        assert_eq!(file.rows(&moves["input"]).len(), at_0);
        let rig = Rig::new(&document, &MILKSHAPE);
        for seconds in (0..20).map(|frame| f64::from(frame) / 24.0) {
            let pose = &rig.pose(seconds).bones[0];
            let near =
                |one: &[f64], other: [f64; 3]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-5);
            let place = file.played(moves, seconds);
            assert!(near(&place, pose.translation), "{place:?} and not {:?} at {seconds}", pose.translation);
            let turned = file.played(turns, seconds);
            let turned = Quaternion([turned[0], turned[1], turned[2], turned[3]]).rows();
            assert!(turned.iter().zip(pose.rotation).all(|(one, other)| near(one, other)), "{seconds}");
        }
    }
}

#[test]
fn what_gltf_cannot_hold_of_a_binary_model_is_told() {
    let extra = Place::row(Record::VertexExtra, 0, 4);
    let material = Place::object(Record::Material, 0);
    let nan = f32::NAN.to_le_bytes();
    for (place, bytes, loss, told_at) in [
        (Place::row(Record::Member, 1, 0), &[0u8, 0][..], "unlisted-face", "face 1"),
        (extra.field(fields::vertex_extra::WEIGHTS[0]), &[60], "scaled-weights", "vertex 4"),
        (extra.field(fields::vertex_extra::EXTRA[0]), &[9], "vertex-extra", "vertex extra 4, extra"),
        (material.field(fields::material::MODE), &[0x80], "material-mode", "material \"red\", mode"),
        (
            material.field(fields::material::DIFFUSE[1]),
            &2.0f32.to_le_bytes(),
            "out-of-range",
            "material \"red\", diffuse green",
        ),
        (
            material.field(fields::material::TRANSPARENCY),
            &nan,
            "out-of-range",
            "material \"red\", transparency",
        ),
        (
            Place::object(Record::Mesh, 0).field(fields::mesh::FLAGS),
            &[2],
            "hidden-mesh",
            "mesh \"body\", flags",
        ),
        (
            Place::row(Record::Face, SHARED as usize, 0).field(fields::face::FIRST_NORMAL[0]),
            &7.0f32.to_le_bytes(),
            "normal-length",
            "mesh \"body\", face 0",
        ),
        (material.field(fields::material::NAME), b"\xff", "new-text", "material \"\\xFFed\", name"),
        (
            Place::object(Record::Bone, 1).field(fields::bone::POSITION[0]),
            &nan,
            "not-a-number",
            "bone \"arm\", x",
        ),
        (
            Place::row(Record::Vertex, SHARED as usize, 0).field(fields::vertex::POSITION[0]),
            &nan,
            "left-out-face",
            "mesh \"body\"",
        ),
    ] {
        let document = read("model", changed(&[(place, bytes)]));
        let converted = converted(&document);
        File::of(&converted.bytes).assert_consistent();
        let told: Vec<_> = converted.losses.iter().map(|l| (l.rule, describe(&document, l.place))).collect();
        assert!(told.contains(&(loss, told_at.to_string())), "{loss}: {told:?}");
    }
    let longer = [changed(&[]), b"more".to_vec()].concat();
    assert_told(&read("model", longer), &[("trailing-bytes", "")]);
}

/// One red pixel as PNG.
static PICTURE: LazyLock<Vec<u8>> =
    LazyLock::new(|| Picture { width: 1, height: 1, pixels: vec![[255, 0, 0, 255]] }.to_png().unwrap());

/// What the program says, and the images of the file that it wrote.
fn convert(args: &[&str]) -> (Run, Vec<Value>) {
    let spaced = TEXT.replace(".\\red.png", "skins\\a b#.png");
    let binary = changed(&[]);
    let folder = folder(&[
        ("a.txt", TEXT.as_bytes()),
        ("b.ms3d", &binary),
        ("spaced.txt", spaced.as_bytes()),
        ("red.png", &PICTURE),
        ("skins/a b#.png", b"BM is no PNG"),
        ("tga.txt", TEXT.replace("red.png", "blue.tga").as_bytes()),
        ("ini.txt", TEXT.replace("red.png", "fill.ini").as_bytes()),
        ("cut.txt", TEXT.replace("red.png", "cut.png").as_bytes()),
        ("cut.png", &PICTURE[..PICTURE.len() - 16]),
        ("fill.ini", b"[AnimatedTexture]\nFrame0000=blue.tga\nDelay0000=1\n"),
        // One blue pixel.
        ("blue.tga", b"\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x18\x20\xff\0\0"),
    ]);
    let args: Vec<_> = ["convert"].into_iter().chain(args.iter().copied()).collect();
    let run = finish(program_as_it_is(folder.path(), &args));
    let images = fs::read(folder.path().join("out.glb")).map(|glb| {
        let file = File::of(&glb);
        file.assert_consistent();
        let view = file.json["images"][0].get("bufferView");
        if let Some(view) = view.map(|view| &file.json["bufferViews"][number(view)]) {
            let picture = &file.bytes[number(&view["byteOffset"])..][..number(&view["byteLength"])];
            match file.json["images"][0]["name"] == "red.png" {
                true => assert_eq!(picture, &**PICTURE),
                false => assert_eq!(Texture::decode(picture, 1).unwrap().pixels(), [[0, 0, 255, 255]]),
            }
        }
        file.list("images").to_vec()
    });
    (run, images.unwrap_or_default())
}

#[test]
fn textures_are_beside_the_file_or_in_it() {
    for (args, images, said) in [
        (&["a.txt", "out.glb"][..], json!([{"name": "red.png", "uri": "red.png"}]), "warning[alpha-map]"),
        (
            &["spaced.txt", "out.glb"],
            json!([]),
            "wrote out.glb from 2 meshes, 6 vertices, 2 bones; the lines above show what is lost\n",
        ),
        (
            &["--embed-textures", "a.txt", "out.glb"],
            json!([{"name": "red.png", "bufferView": 0, "mimeType": "image/png"}]),
            "info[comments]",
        ),
        (
            &["--embed-textures", "spaced.txt", "out.glb"],
            json!([]),
            "skins/a b#.png is left out: it is not a PNG or JPEG, and glTF has no other pictures\n",
        ),
        (
            &["--embed-textures", "tga.txt", "out.glb"],
            json!([{"name": "blue.tga", "bufferView": 0, "mimeType": "image/png"}]),
            "info[comments]",
        ),
        (
            &["tga.txt", "out.glb"],
            json!([]),
            "blue.tga is left out: it is not a PNG or JPEG, and glTF has no other pictures; --embed-textures makes PNG",
        ),
        (
            &["--embed-textures", "ini.txt", "out.glb"],
            json!([{"name": "fill.ini", "bufferView": 0, "mimeType": "image/png"}]),
            "info[comments]",
        ),
        (
            &["--embed-textures", "cut.txt", "out.glb"],
            json!([{"name": "cut.png", "uri": "cut.png"}]),
            "the texture is not in the file, as cut.png cannot be read: it is damaged: ",
        ),
        (&["ini.txt", "out.glb"], json!([]), "other pictures; --embed-textures takes its first picture"),
    ] {
        let (run, written) = convert(args);
        assert_eq!((run.code, json!(written)), (Some(0), images), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
    let text = TEXT.replace(".\\red.png", "no.png");
    let why = |_: &[u8]| Err("file not found".to_string());
    let document = read("model", text.into());
    let options = GltfOptions { read_texture: Some(&why), ..GltfOptions::default() };
    let losses = to_gltf(&document, &options).unwrap().losses;
    let told = losses.iter().find(|loss| loss.rule == "texture-beside").unwrap();
    assert_eq!(told.message, "the texture is not in the file, as no.png cannot be read: file not found");
}

#[test]
fn the_uri_of_a_texture_leads_from_the_file_to_it() {
    for (texture, out, uri, lost) in [
        ("red.png", "models/out.glb", "red.png", None),
        ("red.png", "o/out.glb", "../models/red.png", None),
        ("red.png", "out.glb", "models/red.png", None),
        ("skins\\a b#.png", "o/out.glb", "../models/skins/a%20b%23.png", None),
        ("..\\o\\up.png", "o/out.glb", "up.png", None),
        ("..\\o\\up.png", "models/out.glb", "../o/up.png", None),
        // In another case.
        ("Red.PNG", "models/out.glb", "red.png", None),
        ("SKINS\\A b#.png", "o/out.glb", "../models/skins/a%20b%23.png", None),
        // It is looked for beside the model.
        ("C:\\red.png", "o/out.glb", "../models/red.png", None),
        ("no.png", "o/out.glb", "../models/no.png", Some("no.png: file not found")),
        ("no.png", "models/out.glb", "no.png", Some("no.png: file not found")),
        ("folder.png", "models/out.glb", "folder.png", Some("folder.png: it is a folder")),
        // Outside of the tree it is not looked for.
        ("..\\..\\no.png", "o/out.glb", "../../no.png", None),
        ("Red.PNG", "-", "Red.PNG", None),
        ("no.png", "-", "no.png", None),
    ] {
        let model = TEXT.replace(".\\red.png", texture);
        let folder = folder(&[
            ("ms3dlint.toml", b"".as_slice()),
            ("models/a.txt", model.as_bytes()),
            ("models/red.png", &PICTURE),
            ("models/skins/a b#.png", &PICTURE),
            ("models/folder.png/in.txt", b""),
            ("o/up.png", &PICTURE),
        ]);
        let run =
            program_as_it_is(folder.path(), &["convert", "--to=glb", "models/a.txt", out]).output().unwrap();
        let glb = if out == "-" { run.stdout } else { fs::read(folder.path().join(out)).unwrap() };
        assert_eq!(File::of(&glb).json["images"][0]["uri"], uri, "{texture} {out}");
        let said = String::from_utf8(run.stderr).unwrap();
        let told = said.lines().find(|line| line.contains("[texture-path]"));
        let expected = lost.map(|lost| format!("the path in the file does not lead to {lost}"));
        let is_told = told.zip(expected.as_ref()).is_some_and(|(told, expected)| told.contains(expected));
        assert_eq!((told.is_some(), is_told), (lost.is_some(), lost.is_some()), "{texture} {out}: {said}");
    }
    // No relative path leads from one drive to another.
    let find = |path: &[u8]| FoundTexture {
        path: path.to_vec(),
        content: None,
        trouble: Some("no way".to_string()),
    };
    let options = GltfOptions { find_texture: Some(&find), ..GltfOptions::default() };
    let converted = to_gltf(&read("model", TEXT.into()), &options).unwrap();
    assert_eq!(File::of(&converted.bytes).json["images"][0]["uri"], "red.png");
    let told = converted.losses.iter().find(|loss| loss.rule == "texture-path").unwrap();
    assert_eq!(told.message, "the path in the file does not lead to red.png: no way");
}

/// What a file is called does not make it a picture.
#[test]
fn a_texture_that_is_no_picture_is_left_out() {
    let model = TEXT.replace(".\\red.png", "red.png");
    for (content, why) in [
        (&b"BM and so on"[..], Some("red.png is left out: it is not a PNG or JPEG")),
        (b"", Some("red.png is left out: the file is empty")),
        (&PICTURE, None),
    ] {
        let folder = folder(&[("a.txt", model.as_bytes()), ("red.png", content)]);
        for embed in [&[][..], &["--embed-textures"]] {
            let args = [&["convert", "a.txt", "a.glb", "--force"], embed].concat();
            let run = finish(program_as_it_is(folder.path(), &args));
            let file = File::of(&fs::read(folder.path().join("a.glb")).unwrap());
            assert_eq!(file.json["images"].is_array(), why.is_none(), "{why:?} {embed:?}");
            assert_eq!(run.err.contains("is left out"), why.is_some(), "{}", run.err);
            assert!(run.err.contains(why.unwrap_or_default()), "{}", run.err);
        }
    }
}

/// A name in another code page is shown by its bytes, as reports show it, and is found by them.
#[test]
fn a_texture_in_another_code_page_is_shown_by_its_bytes() {
    let at = TEXT.find(".\\red.png").unwrap();
    let text = [&TEXT.as_bytes()[..at], b".\\r\xFCbe.png", &TEXT.as_bytes()[at + 9..]].concat();
    let document = read("model", text);
    let asked = std::cell::RefCell::new(Vec::new());
    let reads = |path: &[u8]| {
        asked.borrow_mut().push(path.to_vec());
        Err("file not found".to_string())
    };
    let options = GltfOptions { read_texture: Some(&reads), ..GltfOptions::default() };
    let losses = to_gltf(&document, &options).unwrap().losses;
    let told: Vec<_> = losses.iter().map(|loss| loss.message.as_str()).collect();
    let says = r"the texture is not in the file, as r\xFCbe.png cannot be read: file not found";
    assert!(told.contains(&says), "{told:?}");
    assert!(!told.iter().any(|message| message.contains('\u{FFFD}')), "{told:?}");
    let drawing = Drawing::new(&document, &MILKSHAPE, &reads);
    assert_eq!(drawing.troubles()[0].path, r"./r\xFCbe.png");
    assert_eq!(*asked.borrow(), [&b"r\xFCbe.png"[..], b"./r\xFCbe.png"]);
    let page = view::html("model", document.source.bytes());
    assert_eq!(view::data(&page)[0]["textures"][0]["path"], r"./r\xFCbe.png");
}

#[test]
fn options_that_mean_nothing_are_refused() {
    for (args, message) in [
        (
            &["b.ms3d", "out.glb", "--rate=30"][..],
            "--rate is for ASCII models; this binary model has a frame rate",
        ),
        (
            &["a.txt", "out.ms3d", "--embed-textures"],
            "--embed-textures is for glTF files; models have the paths of their textures",
        ),
        (&["a.txt", "out"], "the name of out does not show its format; give --to ascii, ms3d or glb"),
    ] {
        let (run, _) = convert(args);
        assert_eq!((run.code, run.err), (Some(2), format!("ms3dlint: {message}\n")));
    }
    let (run, images) = convert(&["--deny-loss", "a.txt", "out.glb"]);
    assert_eq!((run.code, images.len()), (Some(1), 0));
}

#[test]
fn key_times_are_seconds() {
    for (rate, last) in [(24.0, 1.25), (30.0, 1.0)] {
        let document = read("model", TEXT.into());
        let options = GltfOptions { rate, ..GltfOptions::default() };
        let file = File::of(&to_gltf(&document, &options).unwrap().bytes);
        let input = &file.json["animations"][0]["samplers"][0]["input"];
        assert_eq!(file.json["accessors"][number(input)]["max"], json!([last]));
    }
}

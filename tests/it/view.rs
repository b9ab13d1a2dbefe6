//! Pages that show models: what they hold, and that nothing of a model becomes markup or code. `tests/view/run` opens them
//! in browsers.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ms3dlint::actions::convert::to_binary;
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::{Document, read};
use ms3dlint::report::view::{MARK, ViewEntry, ViewInput, ViewPage};
use serde_json::Value;

use crate::support::{Run, bytes_of, files, finish, folder, models, program_as_it_is, root, some};

fn page_of(page: &mut ViewPage, document: &Document) -> bool {
    page_from(page, document, Severity::Hint)
}

/// The same with the findings of this severity and of worse ones.
fn page_from(page: &mut ViewPage, document: &Document, level: Severity) -> bool {
    let report = lint(document, &Context::default(), &Options { level, ..Options::default() });
    page.add(&ViewEntry::of(&ViewInput {
        document,
        drawn: document,
        joined: &[],
        findings: &report.findings,
        dropped: 0,
        below: 0,
        programs: &run_all(document, &Context::default()),
        asked: &[],
        read_texture: &|path| match path {
            b"there.png" => Ok(planted("robot.png")),
            _ => Err("file not found".to_string()),
        },
    }))
}

/// The page of a model.
pub(crate) fn html(name: &str, bytes: &[u8]) -> String {
    let mut page = ViewPage::default();
    page_of(&mut page, &read(name, bytes.to_vec()));
    page.html()
}

/// What is between the first of these and the next of those.
#[track_caller]
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split_once(end).unwrap().0
}

/// What a page holds of its models.
pub(crate) fn data(page: &str) -> Vec<Value> {
    let all = page.split("<script type=\"application/json\" class=\"model\">").skip(1);
    all.map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()).collect()
}

pub(crate) fn floats(packed: &Value) -> Vec<f32> {
    let bytes = STANDARD.decode(packed.as_str().unwrap()).unwrap();
    let (rows, []) = bytes.as_chunks::<4>() else { panic!("{} bytes", bytes.len()) };
    rows.iter().map(|row| f32::from_le_bytes(*row)).collect()
}

pub(crate) fn planted(name: &str) -> Vec<u8> {
    fs::read(root().join("tests/view/models").join(name)).unwrap()
}

#[test]
fn a_page_holds_the_model() {
    let data = &data(&html("robot.txt", &planted("robot.txt")))[0];
    assert_eq!(data["about"], "ASCII, 13,215 bytes: 3 meshes, 72 faces, 144 vertices, 2 materials, 6 bones");
    assert_eq!(STANDARD.decode(data["shape"]["faces"].as_str().unwrap()).unwrap().len(), 72 * 3 * 4);
    assert_eq!(floats(&data["shape"]["positions"])[..3], [-0.8, 1.7, 0.5]);
    assert_eq!(data["shape"]["parts"][1]["faces_of"], "mesh \"head\", face ");
    assert_eq!(data["bone_names"][3], "bone \"right_arm\"");
    assert_eq!(data["bones"]["parents"][3], 0);
    assert_eq!(data["textures"][0]["missing"], "file not found");
    let motion = &data["motions"][0];
    assert_eq!(
        (motion["rate"].as_f64(), motion["end"].as_f64(), motion["count"].as_u64()),
        (Some(24.0), Some(1.0), Some(25))
    );
    assert_eq!(floats(&motion["moves"]).len(), 25 * 6 * 12);
}

#[test]
fn a_bone_moves_as_the_library_poses_it() {
    use ms3dlint::pose::{Rig, convention};
    let document = read("robot.txt", planted("robot.txt"));
    let mut page = ViewPage::default();
    page_of(&mut page, &document);
    let data = &data(&page.html())[0];
    for (title, convention) in [("MilkShape", &convention::VIEWER), ("StepMania", &convention::STEPMANIA)] {
        let engines = data["engines"].as_array().unwrap();
        let engine = engines.iter().find(|engine| engine["title"] == title).unwrap();
        let motion = &data["motions"][engine["motion"].as_u64().unwrap() as usize];
        let rig = Rig::new(&document, convention);
        let pose = rig.pose(motion["end"].as_f64().unwrap() * 0.5);
        let count = motion["count"].as_u64().unwrap() as usize;
        assert_eq!(count % 2, 1, "{title}");
        let expected: Vec<f32> = pose
            .moves()
            .iter()
            .flat_map(|moves| moves.matrix()[..12].to_vec())
            .map(|part| part as f32)
            .collect();
        assert_eq!(floats(&motion["moves"])[count / 2 * 72..][..72], expected, "{title}");
    }
}

#[test]
fn what_assimp_leaves_out_does_not_move_in_its_page() {
    let text = String::from_utf8(planted("robot.txt")).unwrap();
    let text = text.replacen("\"left_arm\"\r\n\"hips\"", "\"left_arm\"\r\n\"nobody\"", 1);
    let binary = to_binary(&read("robot.txt", text.into_bytes()), 24.0).unwrap().bytes;
    let data = &data(&html("robot.ms3d", &binary))[0];
    let engines = data["engines"].as_array().unwrap();
    let assimp = engines.iter().find(|engine| engine["title"].as_str().unwrap().contains("assimp")).unwrap();
    let motion = &data["motions"][assimp["motion"].as_u64().unwrap() as usize];
    let (moves, bones) = (floats(&motion["moves"]), data["bone_names"].as_array().unwrap().len());
    let arm =
        data["bone_names"].as_array().unwrap().iter().position(|name| name == "bone \"left_arm\"").unwrap();
    let rest = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let is_still = |bone: usize| {
        let poses = moves.chunks(bones * 12);
        poses.flat_map(|pose| pose[bone * 12..][..12].iter().zip(rest)).all(|(a, b)| (a - b).abs() < 1e-5)
    };
    assert!(is_still(arm) && !(0..bones).all(is_still));
}

#[test]
fn a_finding_marks_what_it_is_about() {
    let text = String::from_utf8(planted("robot.txt")).unwrap();
    let changed = |from: &str, to: &str| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        html("robot.txt", text.replacen(from, to, 1).as_bytes())
    };
    let mark = |page: &str, rule: &str| {
        let data = &data(page)[0];
        let findings = data["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["rule"] == rule).unwrap_or_else(|| panic!("no {rule}"))["mark"]
            .clone()
    };
    let face = text.replacen("0 4 5 6 1 1 1 1", "0 4 5 5 1 1 1 1", 1);
    assert_eq!(mark(&html("a.txt", face.as_bytes()), "degenerate-face")["faces"], serde_json::json!([2]));
    // In the binary model it is the same face.
    let binary = to_binary(&read("a.txt", face.into_bytes()), 24.0).unwrap().bytes;
    assert_eq!(mark(&html("a.ms3d", &binary), "degenerate-face")["faces"], serde_json::json!([2]));
    let bone = changed("\"left_arm\"\r\n\"hips\"", "\"left_arm\"\r\n\"hip\"");
    assert_eq!(mark(&bone, "parent-not-found")["bones"], serde_json::json!([2]));
    // A comment is about what it is kept with.
    for (block, kind) in
        [("GroupComments", "meshes"), ("MaterialComments", "materials"), ("BoneComments", "bones")]
    {
        let page = changed(&format!("\n{block}: 0"), &format!("\n{block}: 1\r\n1\r\nBones: 3"));
        assert_eq!(mark(&page, "comment-looks-like-block")[kind], serde_json::json!([1]), "{block}");
    }
    let key = text.replacen("7.000000 0.000000 0.079", "99.000000 0.000000 0.079", 1);
    let mark = mark(&html("a.txt", key.as_bytes()), "key-past-last-frame");
    assert_eq!((&mark["bones"], mark["time"].as_f64()), (&serde_json::json!([0]), Some(99.0)));
}

#[test]
fn a_hostile_model_stays_data() {
    let evil = "</script><img src=x onerror=alert(1)><!--\u{2028}\u{202e}&amp;";
    let mut bytes =
        String::from_utf8(planted("robot.txt")).unwrap().replace("left_arm", evil).replace("skin", evil);
    bytes = bytes.replace("robot.png", &format!("{evil}.png"));
    let mut bytes = bytes.into_bytes();
    let at = bytes.windows(6).position(|part| part == b"\"head\"").unwrap();
    bytes.splice(at + 1..at + 5, *b"\xff\xfe<b>");
    let page = html(evil, &bytes);
    let harmless = html("a.txt", &planted("robot.txt"));
    for word in ["<script", "</script", "<img", "<!--", "<b>", "<style"] {
        assert_eq!(page.matches(word).count(), harmless.matches(word).count(), "{word}");
    }
    for hidden in ['\u{2028}', '\u{202e}'] {
        assert!(!page.contains(hidden));
    }
    let data = &data(&page)[0];
    assert_eq!(data["name"], "</script><img src=x onerror=alert(1)><!--<U+2028><U+202E>&amp;");
    assert_eq!(data["shape"]["parts"][1]["name"], "mesh \"\\xFF\\xFE<b>\"");
}

#[test]
fn a_policy_allows_this_script_and_this_style_alone() {
    use sha2::Digest;
    let page = html("robot.txt", &planted("robot.txt"));
    assert!(page.starts_with(MARK));
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(sha2::Sha256::digest(text)));
    let script = hash(between(&page, "<script>", "</script>"));
    let style = hash(between(&page, "<style>", "</style>"));
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src {script}; style-src {style}; img-src data: blob:; base-uri 'none'; form-action \
             'none'"
        )
    );
    let markup = between(&page, "<body>", "<script");
    for refused in [" style=", " onclick", "javascript:", "http:", "https:"] {
        assert!(!markup.contains(refused), "{refused}");
    }
    assert_eq!(page.matches("<script>").count(), 1);
}

#[test]
fn a_model_of_too_many_faces_is_not_drawn() {
    let mut text = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"a\" 0 -1\n3\n".to_string();
    text += "0 0.0 0.0 0.0 0.0 0.0 -1\n0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n200001\n";
    text += &"0 0 1 2 0 0 0 1\n".repeat(200_001);
    text += "Materials: 0\nBones: 0\n";
    let page = plain_page(&text);
    let note = "The model has 200,001 faces. One with more than 200,000 is not drawn.";
    assert_eq!(data(&page)[0]["notes"][0], note);
    assert!(page.len() < 200_000, "{}", page.len());
}

/// The page of a model, with nothing but the model.
fn plain_page(text: &str) -> String {
    let document = read("many.txt", text.as_bytes().to_vec());
    let mut page = ViewPage::default();
    let input = ViewInput {
        document: &document,
        drawn: &document,
        joined: &[],
        findings: &[],
        dropped: 0,
        below: 0,
        programs: &[],
        asked: &[],
        read_texture: &|_| Err("none".to_string()),
    };
    assert!(page.add(&ViewEntry::of(&input)));
    page.html()
}

#[test]
fn faces_of_too_many_materials_are_not_drawn() {
    let mesh = |material: usize| {
        format!(
            "\"m\" 0 {material}\n3\n0 0.0 0.0 0.0 0.0 0.0 -1\n0 1.0 0.0 0.0 0.0 0.0 -1\n\
             0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\n"
        )
    };
    let material = |number| {
        let color = "0.5 0.5 0.5 1.0\n";
        format!("\"skin {number}\"\n{}0.0\n1.0\n\"\"\n\"\"\n", color.repeat(4))
    };
    let notes = |count: usize| {
        let text = format!(
            "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: {count}\n{}Materials: {count}\n{}Bones: 0\n",
            (0..count).map(mesh).collect::<String>(),
            (0..count).map(material).collect::<String>(),
        );
        data(&plain_page(&text))[0]["notes"].clone()
    };
    assert_eq!(notes(2000), serde_json::json!([]));
    let note = "The faces have 2,001 materials. A model with faces of more than 2,000 is not drawn.";
    assert_eq!(notes(2001), serde_json::json!([note]));
}

#[test]
fn a_page_has_a_size_limit() {
    let document = read("robot.txt", planted("robot.txt"));
    let mut page = ViewPage::with_limit(200_000);
    let shown: Vec<bool> = (0..8).map(|_| page_of(&mut page, &document)).collect();
    assert!(shown[0] && !shown[7], "{shown:?}");
    let page = page.html();
    assert!(page.contains("All models together would make the page too large."));
    assert_eq!(
        data(&page).iter().filter(|data| !data.is_null()).count(),
        shown.iter().filter(|shown| **shown).count()
    );
    assert!(page.len() < 320_000, "{}", page.len());
}

#[test]
fn the_list_says_in_how_many_models_something_was_found() {
    let about = |names: &[&str]| {
        let mut page = ViewPage::default();
        for name in names.iter().copied() {
            assert!(page_from(&mut page, &read(name, planted(name)), Severity::Warning));
        }
        let html = page.html();
        let index: Value = serde_json::from_str(between(&html, "id=\"index\">", "</script>")).unwrap();
        index["about"].as_str().unwrap().to_string()
    };
    let (clean, flipped) = ("robot.txt", "flipped-face.txt");
    for (names, says) in [
        (vec![clean], "nothing was found in it"),
        (vec![flipped], "something was found in it"),
        (vec![clean, clean], "nothing was found in any of them"),
        (vec![flipped; 3], "something was found in each of them"),
        (vec![clean, flipped, flipped], "something was found in 2, nothing in 1"),
    ] {
        assert_eq!(about(&names), says);
    }
}

#[test]
fn a_long_animation_is_bounded() {
    let text =
        String::from_utf8(planted("robot.txt")).unwrap().replace("24.000000 0.", "900000000.000000 0.");
    let page = html("long.txt", text.as_bytes());
    let data = &data(&page)[0];
    assert_eq!(data["motions"][0]["count"], 2400);
    let note = "Of this long animation 2,400 moments are shown, and what is between them is approximate.";
    assert_eq!(data["notes"][0], note);
}

#[test]
fn a_bone_that_is_nowhere_is_noted() {
    let text = String::from_utf8(planted("robot.txt")).unwrap();
    let key = text.replacen("7.000000 0.000000 0.079", "7.000000 nan 0.079", 1);
    assert_ne!(text, key);
    let notes = &data(&html("robot.txt", key.as_bytes()))[0]["notes"];
    let note = notes[0].as_str().unwrap_or_else(|| panic!("{notes}"));
    assert!(note.starts_with("The bone \"hips\" is nowhere from 0."), "{note}");
    assert!(note.ends_with("is not drawn then. So are 5 other bones."), "{note}");
    assert_eq!(data(&html("robot.txt", text.as_bytes()))[0]["notes"], serde_json::json!([]));
}

#[test]
fn any_model_has_a_page_and_always_the_same() {
    for model in
        some(["ok", "bad", "crash"].into_iter().flat_map(|kind| models(&root().join("corpus").join(kind))))
    {
        let bytes = bytes_of(&model);
        let name = model.to_string_lossy();
        let page = html(&name, &bytes);
        assert_eq!(data(&page).len(), 1, "{name}");
        assert_eq!(page, html(&name, &bytes), "{name}");
        for end in [bytes.len() / 2, bytes.len() * 3 / 4] {
            assert_eq!(data(&html(&name, &bytes[..end])).len(), 1, "{name}, cut at {end}");
        }
    }
}

fn run_in(folder: &tempfile::TempDir, args: &[&str]) -> Run {
    finish(program_as_it_is(folder.path(), &[&["view"], args].concat()))
}

#[test]
fn the_command_writes_one_page_for_all_models() {
    let picture = planted("robot.png");
    let with_texture =
        String::from_utf8(planted("robot.txt")).unwrap().replace("robot.png", "ROBOT.png").into_bytes();
    let folder = folder(&[
        ("m/a.txt", with_texture),
        ("m/b.txt", planted("flying-bone.txt")),
        ("m/robot.png", picture),
    ]);
    let run = run_in(&folder, &["m"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), "wrote ms3dlint-view.html (2 models)\n"));
    let page = fs::read_to_string(folder.path().join("ms3dlint-view.html")).unwrap();
    let data = data(&page);
    assert_eq!(data.len(), 2);
    assert!(data[0]["textures"][0]["data"].as_str().unwrap().starts_with("data:image/png;base64,iVBOR"));
    fs::write(folder.path().join("notes.html"), "mine").unwrap();
    for name in ["ms3dlint-view.html", "notes.html"] {
        let run = run_in(&folder, &["m/a.txt", "--output", name]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(&format!("{name} exists; add --force to replace it")), "{}", run.err);
        // The option has an older name.
        assert_eq!(run_in(&folder, &["m/a.txt", "--out", name, "--force"]).code, Some(0));
    }
}

#[test]
fn no_page_takes_the_place_of_a_model() {
    let robot = planted("robot.txt");
    let own = folder(&[
        ("own.txt", robot.clone()),
        ("other.txt", robot.clone()),
        ("c.ms3d", b"MS3D000000".to_vec()),
        ("notes.txt", b"prose\n".to_vec()),
    ]);
    let before = files(own.path()).into_iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>();
    for (out, why) in [
        ("own.txt", "a page would replace the model own.txt"),
        ("other.txt", "a page would replace the model other.txt"),
        ("c.ms3d", "a page would replace the model c.ms3d"),
        ("notes.txt", "a page would replace notes.txt, which is to be shown"),
        (".", "ms3dlint: . is a folder; name a file in it"),
    ] {
        let run = run_in(&own, &["--force", "-o", out, "own.txt", "notes.txt"]);
        assert_eq!(run.code, Some(2), "{out}");
        assert!(run.err.contains(why) && run.err.lines().count() == 1, "{}", run.err);
    }
    let after = files(own.path()).into_iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>();
    assert_eq!(before, after);
}

#[test]
fn a_tga_texture_is_shown_as_png() {
    // One blue pixel.
    let tga = [&[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20][..], &[255, 0, 0]].concat();
    let text = String::from_utf8(planted("robot.txt")).unwrap().replace("robot.png", "blue.tga");
    let folder = folder(&[("a.txt", text.into_bytes()), ("blue.tga", tga)]);
    let run = run_in(&folder, &["a.txt", "-o", "-"]);
    assert_eq!(run.code, Some(0));
    let texture = &data(&run.out)[0]["textures"][0];
    assert!(texture["data"].as_str().unwrap().starts_with("data:image/png;base64,iVBOR"), "{texture}");
}

/// Browsers draw such a picture in black or in part, and say nothing.
#[test]
fn a_damaged_texture_is_said_to_be_damaged() {
    let picture = planted("robot.png");
    let folder =
        folder(&[("a.txt", planted("robot.txt")), ("robot.png", picture[..picture.len() / 2].to_vec())]);
    let run = run_in(&folder, &["a.txt", "-o", "-"]);
    let texture = &data(&run.out)[0]["textures"][0];
    assert!(texture["missing"].as_str().unwrap().starts_with("it is damaged: "), "{texture}");
    assert_eq!((&texture["data"], &texture["unreadable"]), (&"".into(), &true.into()), "{texture}");
}

/// A picture of a few bytes can be so large that a browser falls over it.
#[test]
fn textures_of_too_many_pixels_are_not_shown() {
    let declares = |side: u32| {
        let header = [
            &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..],
            &side.to_be_bytes(),
            &side.to_be_bytes(),
            b"\x08\0\0\0\0",
        ];
        let header = header.concat();
        let sum = crc32(&header[12..]);
        [&header[..], &sum.to_be_bytes(), b"\0\0\0\0IDAT\x35\xaf\x06\x1e"].concat()
    };
    let robot = String::from_utf8(planted("robot.txt")).unwrap();
    let folder = folder(&[("a.txt", robot.into_bytes()), ("robot.png", declares(16_000))]);
    let run = run_in(&folder, &["a.txt", "-o", "-"]);
    let texture = &data(&run.out)[0]["textures"][0];
    let why = "the textures of this model have more than 67108864 pixels";
    assert_eq!((&texture["missing"], &texture["data"]), (&why.into(), &"".into()), "{texture}");
}

/// The check sum of a part of a PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
}

/// On Linux whoever reads `/proc/kmsg` waits, and `/proc/self/environ` holds the secrets of whoever runs the program.
#[test]
fn a_texture_outside_of_the_tree_is_not_opened() {
    let robot = String::from_utf8(planted("robot.txt")).unwrap();
    let up = "..\\".repeat(30);
    let model = |path: &str| robot.replace("robot.png", path).into_bytes();
    let folder = folder(&[
        ("tree/up.txt", model("../robot.png")),
        ("tree/waits.txt", model(&format!("{up}proc/kmsg"))),
        ("tree/secret.txt", model(&format!("{up}proc/self/environ"))),
        ("robot.png", planted("robot.png")),
    ]);
    let why = "it is outside of the tree of the model";
    for name in ["up", "waits", "secret"] {
        let path = format!("tree/{name}.txt");
        let run = run_in(&folder, &[&path, "-o", "-"]);
        let texture = &data(&run.out)[0]["textures"][0];
        assert_eq!((&texture["missing"], &texture["data"]), (&why.into(), &"".into()), "{name}: {texture}");
        let picture = format!("{name}.png");
        let run = finish(program_as_it_is(folder.path(), &["render", &path, &picture]));
        assert!(run.code == Some(0) && run.err.contains(why), "{}", run.err);
        let scene = format!("{name}.glb");
        let args = ["convert", "--embed-textures", &path, &scene];
        let run = finish(program_as_it_is(folder.path(), &args));
        assert!(run.code == Some(0) && run.err.contains(why), "{}", run.err);
    }
    // The tree may be said to be larger.
    let run = run_in(&folder, &["--root", ".", "tree/up.txt", "-o", "-"]);
    assert_eq!(data(&run.out)[0]["textures"][0]["missing"], "");
}

#[test]
fn what_cannot_be_shown_is_reported() {
    let folder = folder(&[("no.txt", &b"prose\n"[..]), ("empty/b.obj", b"")]);
    let run = run_in(&folder, &["no.txt"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("cannot show no.txt: it is not a model"), "{}", run.err);
    let run = run_in(&folder, &["empty"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), "ms3dlint: no models found in empty\n"));
    assert_eq!(run_in(&folder, &["none.txt"]).code, Some(3));
    assert!(!folder.path().join("ms3dlint-view.html").exists());
}

#[test]
fn a_report_of_a_tree_is_a_page() {
    let folder = folder(&[
        ("m/a.txt", planted("robot.txt")),
        ("m/b.txt", planted("missing-texture.txt")),
        ("m/robot.png", planted("robot.png")),
    ]);
    let run = finish(program_as_it_is(folder.path(), &["check", "--output-format", "html", "m"]));
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.starts_with(MARK));
    let data = data(&run.out);
    assert_eq!(data[0]["textures"][0]["missing"], "");
    assert_eq!(data[1]["findings"][0]["rule"], "texture-not-found");
    let index = between(&run.out, "id=\"index\">", "</script>");
    let index: Value = serde_json::from_str(index).unwrap();
    assert_eq!(index["models"][1]["counts"], serde_json::json!([1, 0, 0, 0]));
    assert_eq!(index["models"][1]["rules"], serde_json::json!(["texture-not-found"]));
    assert!(index["models"][1]["failing"].as_array().unwrap().iter().any(|title| title == "StepMania"));
    // Of merged reports the models are not known.
    let args = ["check", "--output-format", "json", "m"];
    fs::write(folder.path().join("a.json"), finish(program_as_it_is(folder.path(), &args)).out).unwrap();
    let run = finish(program_as_it_is(folder.path(), &["merge", "--output-format", "html", "a.json"]));
    let index: Value = serde_json::from_str(between(&run.out, "id=\"index\">", "</script>")).unwrap();
    assert_eq!(
        (index["models"][1]["shown"].as_bool(), &index["models"][1]["counts"][0]),
        (Some(false), &1.into())
    );
    assert!(index["models"][1]["why"].as_str().unwrap().starts_with("The report has what was found in it"));
    assert_eq!(index["about"], "something was found in 1, nothing in 1; 2 are listed without being shown");
    // What is no model is listed, too.
    fs::write(folder.path().join("c.txt"), "prose\n").unwrap();
    let run = finish(program_as_it_is(folder.path(), &["check", "--output-format", "html", "c.txt"]));
    let index: Value = serde_json::from_str(between(&run.out, "id=\"index\">", "</script>")).unwrap();
    assert_eq!(index["about"], "something was found in it; 1 is listed without being shown");
    assert_eq!(index["models"][0]["why"], "It is not a model.");
    // And what cannot be read says why.
    fs::write(folder.path().join("u.txt"), b"\xFF\xFE/\0/\0 \0M\0i\0l\0k\0S\0h\0a\0p\0e\0").unwrap();
    let run = finish(program_as_it_is(folder.path(), &["check", "--output-format", "html", "u.txt"]));
    let index: Value = serde_json::from_str(between(&run.out, "id=\"index\">", "</script>")).unwrap();
    assert_eq!(index["models"][0]["why"], "It cannot be read as a model.");
    assert!(index["models"][0]["worst"].as_str().unwrap().contains("UTF-16"), "{index}");
}

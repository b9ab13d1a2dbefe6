//! Pages show models as programs hold and pose them.

use serde_json::Value;

use crate::view::{data, floats, html, planted};
use ms3dlint::actions::diff::ModelDiff;
use ms3dlint::document::read;
use ms3dlint::pose::Rig;
use ms3dlint::pose::convention::SCORCHED3D;
use ms3dlint::report::view::{ViewEntry, ViewInput, ViewPage, ViewPair};

fn robot() -> String {
    String::from_utf8(planted("robot.txt")).unwrap()
}

/// What the page of a model says of a program, and which other faces this one holds.
fn shown_as(text: &str, title: &str) -> (Value, Value) {
    let data = data(&html("robot.txt", text.as_bytes())).remove(0);
    let engines = data["engines"].as_array().unwrap();
    let engine = engines.iter().find(|engine| engine["title"] == title).unwrap().clone();
    let held = engine["held"].as_u64().map_or(Value::Null, |held| data["helds"][held as usize].clone());
    (engine, held)
}

#[test]
fn a_healthy_model_is_held_as_it_is() {
    for title in ["StepMania", "ITGmania", "OpenITG", "Scorched3D", "MilkShape"] {
        let (engine, held) = shown_as(&robot(), title);
        assert_eq!((&engine["loads"], &held), (&true.into(), &Value::Null), "{title}");
        assert_eq!(engine["is_otherwise"], false, "{title}");
    }
}

/// Scorched3D reads -9 for 9.0e-01.
#[test]
fn a_face_is_where_the_program_has_it() {
    let row = "\n0 -0.600000 3.550000 0.550000 0.000000 1.000000 1";
    assert_eq!(robot().matches(row).count(), 1);
    let odd = robot().replacen(row, &row.replace("-0.600000", "-6.0e-01"), 1);
    let (_, held) = shown_as(&odd, "Scorched3D");
    assert_eq!((&held["lacks"], &held["count"]), (&Value::Array(Vec::new()), &0.into()));
    // Two faces of the head have this vertex. Digits and a minus make -6 of it.
    assert_eq!((&held["changed"], &held["displaced"]), (&serde_json::json!([12, 13]), &2.into()));
    let positions = floats(&held["changed_positions"]);
    assert_eq!((positions.len(), &positions[..3]), (18, &[-6.0, 3.55, 0.55][..]));
    // Other programs read the number as it is meant.
    for title in ["StepMania", "OpenITG", "MilkShape"] {
        assert_eq!(shown_as(&odd, title).1, Value::Null, "{title}");
    }
}

/// The normal that is too many is read as the number of faces.
#[test]
fn faces_that_a_program_drops_are_not_drawn() {
    let text = robot();
    let (before, limbs) = text.split_at(text.find("\"limbs\"").unwrap());
    assert_eq!(limbs.matches("\n24\r\n0.000000 0").count(), 1);
    let odd = before.to_string() + &limbs.replacen("\n24\r\n", "\n23\r\n", 1);
    for title in ["StepMania", "MilkShape"] {
        let (engine, held) = shown_as(&odd, title);
        assert_eq!((&engine["loads"], &engine["is_otherwise"]), (&true.into(), &false.into()), "{title}");
        let lacks: Vec<u64> =
            held["lacks"].as_array().unwrap().iter().map(|face| face.as_u64().unwrap()).collect();
        assert_eq!(lacks, (24..72).collect::<Vec<_>>(), "{title}");
    }
}

/// StepMania has one normal for each vertex: that of the last face.
#[test]
fn a_vertex_of_several_normals_has_the_last_one_in_stepmania() {
    let text = "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\"a\" 0 -1\r\n4\r\n\
        0 0.0 0.0 0.0 0.0 0.0 -1\r\n0 1.0 0.0 0.0 0.0 0.0 -1\r\n0 0.0 1.0 0.0 0.0 0.0 -1\r\n\
        0 0.0 0.0 1.0 0.0 0.0 -1\r\n2\r\n0.0 0.0 1.0\r\n1.0 0.0 0.0\r\n2\r\n\
        0 0 1 2 0 0 0 1\r\n0 0 2 3 1 1 1 1\r\nMaterials: 0\r\nBones: 0\r\n";
    let (_, held) = shown_as(text, "StepMania");
    assert_eq!((&held["changed"], &held["displaced"]), (&serde_json::json!([0]), &0.into()));
    assert_eq!(floats(&held["changed_normals"]), [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(held["changed_positions"], "");
    for title in ["Scorched3D", "MilkShape"] {
        assert_eq!(shown_as(text, title).1, Value::Null, "{title}");
    }
    // All programs that hold the same share it.
    let data = data(&html("a.txt", text.as_bytes())).remove(0);
    assert_eq!(data["helds"].as_array().unwrap().len(), 1);
}

/// StepMania draws the second of two meshes of one name once more, in the same place.
#[test]
fn a_face_that_a_program_holds_twice_is_drawn_once() {
    let square = "\"a\" 0 -1\r\n3\r\n0 0.0 0.0 0.0 0.0 0.0 -1\r\n0 1.0 0.0 0.0 0.0 0.0 -1\r\n\
        0 0.0 1.0 0.0 0.0 0.0 -1\r\n1\r\n0.0 0.0 1.0\r\n1\r\n0 0 1 2 0 0 0 1\r\n";
    let text = format!(
        "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 2\r\n{square}{}Materials: 0\r\nBones: 0\r\n",
        square.replace("0.0 0.0 0.0 0.0 0.0 -1", "0.0 2.0 0.0 0.0 0.0 -1")
    );
    let (_, held) = shown_as(&text, "StepMania");
    let counts = ["twice", "count", "displaced"].map(|name| held[name].as_u64());
    assert_eq!(counts, [Some(1), Some(0), Some(0)], "{held}");
    assert_eq!((&held["lacks"], &held["changed"]), (&serde_json::json!([]), &serde_json::json!([])));
    assert_eq!(shown_as(&text, "OpenITG").1, Value::Null);
}

/// A key is where the program has it, as a vertex is.
#[test]
fn a_bone_is_posed_with_the_numbers_that_the_program_holds() {
    let odd = robot().replacen("7.000000 0.000000 0.079814", "7.000000 0.000000 7.9814e-2", 1);
    assert_ne!(odd, robot());
    let data = data(&html("robot.txt", odd.as_bytes())).remove(0);
    let motion_of = |title: &str| {
        let engines = data["engines"].as_array().unwrap();
        let engine = engines.iter().find(|engine| engine["title"] == title).unwrap();
        data["motions"][engine["motion"].as_u64().unwrap() as usize].clone()
    };
    let scorched = floats(&motion_of("Scorched3D")["moves"]);
    let document = read("robot.txt", odd.clone().into_bytes());
    let as_written = Rig::new(&document, &SCORCHED3D).pose(7.0 / 20.0).moves()[0].translation[1] as f32;
    let held = scorched.chunks(72).map(|moment| moment[7]).fold(0.0, f32::min);
    // The sines of the program bend the model a little.
    assert!((as_written - 0.0798).abs() < 0.1 && held < -7.0, "{held} {as_written}");
}

/// The spike is between two frames, and gone at both.
#[test]
fn what_happens_between_frames_is_shown() {
    let text = robot();
    let (before, bone) = text.split_at(text.rfind("\"right_arm\"").unwrap());
    let mut lines: Vec<String> = bone.split_inclusive('\n').map(str::to_string).collect();
    assert_eq!(lines[3], "5\r\n");
    let rows = "1.0 0.0 0.0 0.0\r\n12.49 0.0 0.0 0.0\r\n12.5 50.0 0.0 0.0\r\n12.51 0.0 0.0 0.0\r\n24.0 0.0 0.0 0.0\r\n";
    lines.splice(3..9, ["5\r\n".to_string(), rows.to_string()]);
    let spiked = before.to_string() + &lines.concat();
    let data = data(&html("robot.txt", spiked.as_bytes())).remove(0);
    let motion = &data["motions"][0];
    let times = floats(&motion["times"]);
    assert_eq!((motion["count"].as_u64(), times.len()), (Some(28), 28));
    let spike = times.iter().position(|time| (time * 24.0 - 12.5).abs() < 1e-4).unwrap();
    assert!((times[spike + 1] - times[spike]) * 24.0 < 0.011);
    // The bone is at the spike in that moment alone.
    let moves = floats(&motion["moves"]);
    let bone =
        data["bone_names"].as_array().unwrap().iter().position(|name| name == "bone \"right_arm\"").unwrap();
    let far = |moment: usize| moves[moment * 72 + bone * 12..][..12][3].abs();
    assert!(far(spike) > 40.0 && far(spike - 1) < 5.0 && far(spike + 1) < 5.0);
    // Without it, moments are evenly spaced, and need no times.
    assert_eq!(crate::view::data(&html("robot.txt", &planted("robot.txt")))[0]["motions"][0]["times"], "");
}

/// What flies off is shown when it is farthest away, not at the key beside it.
#[test]
fn a_finding_of_a_flight_marks_its_time() {
    let text = robot().replacen("7.000000 0.000000 0.079", "7.000000 900.000000 0.079", 1);
    let data = data(&html("robot.txt", text.as_bytes())).remove(0);
    let findings = data["findings"].as_array().unwrap();
    let away = findings
        .iter()
        .find(|finding| ["stray-key", "flying-part"].iter().any(|rule| finding["rule"] == *rule));
    assert_eq!(away.unwrap_or_else(|| panic!("{findings:?}"))["mark"]["time"].as_f64(), Some(7.0));
}

/// What the page of two models says of faces at the same place: those of the new one, and what they have otherwise.
fn restyled(new: &str) -> (Value, Value) {
    let documents = [robot(), new.to_string()].map(|text| read("robot.txt", text.into_bytes()));
    let moved = ModelDiff::of_models(&documents[0], &documents[1]).moved;
    let moved = moved.iter().map(|moved| moved.vertices).collect();
    let read_texture = |_: &[u8]| Err("none".to_string());
    let [old, new] = documents.each_ref().map(|document| ViewInput {
        document,
        drawn: document,
        joined: &[],
        findings: &[],
        dropped: 0,
        below: 0,
        programs: &[],
        asked: &[],
        read_texture: &read_texture,
    });
    let mut page = ViewPage::default();
    page.add(&ViewEntry::of_pair(&ViewPair { old: &old, new: &new, says: String::new(), moved }));
    let beside = data(&page.html()).remove(0)["beside"].take();
    (beside["restyled"][1]["faces"].clone(), beside["styles"].clone())
}

#[test]
fn faces_that_look_otherwise_are_marked() {
    let text = robot();
    assert_eq!(restyled(&text), (Value::Null, serde_json::json!([])));
    let change = |from: &str, to: &str| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        restyled(&text.replacen(from, to, 1))
    };
    let head = "0.550000 0.000000 1.000000 1\r\n0 0.600000 3.550000";
    let faces = serde_json::json!([12, 13]);
    let of = |word: &str| serde_json::json!([word]);
    assert_eq!(change(head, &head.replacen("0.0000", "0.1000", 1)), (faces, of("texture coordinates")));
    let face = "0 0 1 2 0 0 0 1\r\n0 0 2 3 0 0 0 1\r\n0 4 5 6 1 1 1 1\r\n0 4 6 7 1 1 1 1\r\n";
    let first = text.find(face).unwrap();
    let turned = text[..first].to_string() + &text[first..].replacen("0 0 1 2 0 0 0 1", "0 0 1 2 0 4 0 1", 1);
    assert_eq!(restyled(&turned), (serde_json::json!([0]), of("normals")));
    let (limbs, words) = change("\"limbs\" 0 1", "\"limbs\" 0 0");
    assert_eq!((limbs.as_array().unwrap().len(), words), (48, of("materials")));
    // A name is no look.
    assert_eq!(change("\"steel\"", "\"iron\"").0, Value::Null);
    // What moved is another thing.
    assert_eq!(
        change(
            "0 -0.800000 1.700000 0.500000 0.500000 1.000000 0",
            "0 -0.900000 1.700000 0.500000 0.500000 1.000000 0"
        )
        .0,
        Value::Null
    );
}

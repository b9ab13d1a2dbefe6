//! Poses of binary models of which a program holds something else than its convention says.

use crate::poses::motion::{STILL, assert_near, model};
use crate::support::{finish, folder, program_as_it_is};
use ms3dlint::actions::convert::to_binary;
use ms3dlint::actions::effects::run_all;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::{Document, read};
use ms3dlint::engines::holding;
use ms3dlint::pose::convention::{IRRLICHT, of_program};

fn binary(document: &Document) -> Vec<u8> {
    to_binary(document, 24.0).unwrap().bytes
}

/// Where a program has the vertices of a binary model at 1 second.
#[track_caller]
fn posed(bytes: &[u8], program: &str) -> Vec<[f64; 3]> {
    let document = read("model.ms3d", bytes.to_vec());
    let held = holding::by(program, &document).unwrap();
    let rig = held.rig(&document, of_program(program).unwrap());
    rig.pose(1.0).positions()
}

/// The same model with vertex extras of another version: other bones, and weights.
fn with_extras(bytes: &[u8], version: u8, extras: &[([i8; 3], [u8; 3])]) -> Vec<u8> {
    let document = read("model.ms3d", bytes.to_vec());
    let rows = &document.model.binary.as_ref().unwrap().vertex_extras.rows;
    let (at, width) = (rows[0].at as usize, (rows[1].at - rows[0].at) as usize);
    let rest = [0; 8];
    let rest = &rest[..usize::from(version - 1) * 4];
    let extras = extras.iter().flat_map(|(bones, weights)| {
        bones.iter().map(|bone| *bone as u8).chain(*weights).chain(rest.iter().copied()).collect::<Vec<_>>()
    });
    let mut bytes = bytes.to_vec();
    bytes.splice(at..at + rows.len() * width, extras);
    bytes[at - 4] = version;
    bytes
}

/// A bone that moves by 2, and one that stays.
fn mover_and_post() -> Vec<u8> {
    let moves = ["24.0 2.0 0.0 0.0"];
    binary(&model(&[("", STILL, &moves, &[]), ("", STILL, &["24.0 0.0 0.0 0.0"], &[])]))
}

const MOVED: [f64; 3] = [3.0, 0.0, 0.0];
const AT_REST: [f64; 3] = [1.0, 0.0, 0.0];

#[test]
fn what_hangs_on_bones_that_assimp_leaves_out_stays() {
    let moves: &[&str] = &["24.0 2.0 0.0 0.0"];
    for bones in [
        [("", STILL, moves, &[][..]), ("nobody", STILL, moves, &[])],
        [("", STILL, moves, &[]), ("b1", STILL, moves, &[])],
    ] {
        let bytes = binary(&model(&bones));
        for (program, moved) in [("milkshape", MOVED), ("assimp", AT_REST)] {
            let positions = posed(&bytes, program);
            assert_near(positions[0], MOVED);
            assert_near(positions[1], moved);
        }
    }
}

#[test]
fn irrlicht_takes_weights_of_version_3_from_the_wrong_bytes() {
    let bytes = mover_and_post();
    let none = ([-1; 3], [0; 3]);
    // What it takes for the second extra is 0 0 0 and 0 255 255: bone 0, with all of the weight.
    for (version, second) in [(2, AT_REST), (3, MOVED)] {
        let positions = posed(&with_extras(&bytes, version, &[none, none]), "irrlicht");
        assert_near(positions[0], MOVED);
        assert_near(positions[1], second);
    }
}

#[test]
fn a_bone_that_is_there_twice_has_its_last_weight_in_maverick_model_3d() {
    let bytes = mover_and_post();
    let listed = |own: [u8; 3]| with_extras(&bytes, 1, &[([0, -1, -1], own), ([-1; 3], [0; 3])]);
    // Two of 255 are 0 percent, and so nothing moves the vertex.
    for (weights, moved) in [([98, 2, 0], AT_REST), ([2, 98, 0], MOVED), ([0; 3], MOVED)] {
        let positions = posed(&listed(weights), "mm3d");
        assert_near(positions[0], moved);
        assert_near(positions[1], AT_REST);
    }
}

/// The model up to the keys of a bone.
fn cut_before_keys(whole: &[u8], bone: usize) -> Vec<u8> {
    let document = read("model.ms3d", whole.to_vec());
    whole[..document.model.bones[bone].lines[0] as usize + 93].to_vec()
}

#[test]
fn what_a_program_does_not_hold_of_a_file_that_ends_too_early_is_said() {
    let whole = mover_and_post();
    let (tail, bones) = (&whole[..whole.len() - 2], &cut_before_keys(&whole, 1)[..]);
    let folder = folder(&[("whole.ms3d", &whole[..]), ("tail.ms3d", tail), ("bones.ms3d", bones)]);
    let not_loaded = "the program does not load it: ";
    let unknown = "the file ends too early, and what the program takes for the rest is not known";
    for (name, engine, said) in [
        ("whole.ms3d", "irrlicht", None),
        ("tail.ms3d", "irrlicht", None),
        ("tail.ms3d", "mm3d", None),
        ("tail.ms3d", "milkshape", None),
        ("bones.ms3d", "irrlicht", Some(not_loaded)),
        ("bones.ms3d", "assimp", Some(not_loaded)),
        ("bones.ms3d", "mm3d", None),
        ("bones.ms3d", "milkshape", Some(unknown)),
    ] {
        let engine = format!("--engine={engine}");
        let run = finish(program_as_it_is(folder.path(), &["pose", name, &engine]));
        let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = said.map(|said| format!("not followed here: {said}"));
        assert!(expected.as_ref().is_none_or(|expected| words.contains(expected)), "{engine}: {}", run.out);
        let is_said = words.contains(not_loaded) || words.contains(unknown);
        assert_eq!(is_said, said.is_some(), "{engine}: {}", run.out);
    }
}

#[test]
fn that_a_program_does_not_load_a_model_is_said() {
    // StepMania asks for keys of both kinds, or none.
    let text = "// MilkShape 3D ASCII\n\nFrames: 30\nFrame: 1\n\nMeshes: 0\nMaterials: 0\nBones: 1\n\"a\"\n\"\"\n\
        0 0 0 0 0 0 0\n0\n1\n0 0 0 0\n";
    let folder = folder(&[("lost.txt", text)]);
    let pose =
        |args: &[&str]| finish(program_as_it_is(folder.path(), &[&["pose", "lost.txt"], args].concat()));
    let run = pose(&["--engine=stepmania"]);
    assert!(run.out.contains("the program does not load it: StepMania crashes: "), "{}", run.out);
    assert!(!pose(&[]).out.contains("does not load"));
}

/// What is taken otherwise before the end is so, too.
#[test]
fn what_a_program_holds_of_a_file_that_ends_too_early_is_posed() {
    let none = ([-1; 3], [0; 3]);
    let whole = with_extras(&mover_and_post(), 3, &[none, none]);
    let positions = posed(&whole[..whole.len() - 2], "irrlicht");
    assert_near(positions[0], MOVED);
    assert_near(positions[1], MOVED);
}

/// It was run on such files: once it has looked for what is missing, it reads nothing more, and takes the bone that it read
/// last for all of them.
#[test]
fn maverick_model_3d_has_one_bone_for_all_of_a_file_that_ends_within_them() {
    let moves = ["24.0 2.0 0.0 0.0"];
    let bones = |parents: [&str; 2]| {
        let place = "0.0 3.0 0.0 0.0 0.0 0.0";
        binary(&model(&[(parents[0], STILL, &moves, &[]), (parents[1], place, &moves, &[])]))
    };
    let cut = cut_before_keys(&bones(["", "b1"]), 1);
    let document = read("model.ms3d", cut.clone());
    let held = holding::by("mm3d", &document).unwrap();
    assert_eq!((held.bone_count, held.key_count), (2, 0));
    assert_eq!(held.bones.iter().map(|bone| bone.position).collect::<Vec<_>>(), [[0.0, 3.0, 0.0]; 2]);
    assert_eq!(posed(&cut, "mm3d"), [AT_REST; 2]);
    // The name of the second bone is not read any more.
    for (parent, outcome) in [("", "loads"), ("b0", "loads"), ("b1", "refuses")] {
        let document = read("model.ms3d", cut_before_keys(&bones([parent, ""]), 0));
        let runs = run_all(&document, &Context::default());
        let run = runs.iter().find(|run| run.program.name == "mm3d").unwrap();
        assert_eq!(run.outcome(), outcome, "{parent}");
        assert!(run.effects.iter().all(|effect| !effect.says.contains("drops")), "{:?}", run.effects);
    }
}

/// A key before frame 1, such as that at 0, counts up to frame 1, although the next one counts from there.
#[test]
fn the_first_key_counts_up_to_frame_1_in_irrlicht() {
    let moves = ["-1.0 2.0 0.0 0.0", "0.0 4.0 0.0 0.0", "24.0 28.0 0.0 0.0"];
    let document = read("model.ms3d", binary(&model(&[("", STILL, &moves, &[])])));
    let rig = holding::by("irrlicht", &document).unwrap().rig(&document, &IRRLICHT);
    for (frame, x) in
        [(-2.0, 3.0), (-0.5, 3.0), (0.5, 3.0), (1.0, 3.0), (1.5, 6.5), (24.0, 29.0), (30.0, 29.0)]
    {
        let position = rig.pose(frame / 24.0).positions()[0];
        assert!((position[0] - x).abs() < 1e-5, "{frame}: {position:?}");
    }
}

/// Between keys whose rotations are the same it drops others; those that are no numbers never are.
#[test]
fn irrlicht_holds_all_rotations_that_are_no_numbers() {
    let turns: Vec<_> = (1..=6).map(|frame| format!("{frame}.0 0.75 0.0 0.0")).collect();
    let turns: Vec<_> = turns.iter().map(String::as_str).collect();
    let turned = "0.0 0.0 0.0 1.0 2.0 0.3";
    let bytes = binary(&model(&[("", turned, &["1.0 0.0 0.0 0.0"], &turns)]));
    // Of the position it holds two keys, as it copies the only one to the last frame.
    for (from, to, count) in [
        (0.75, 0.75, 2 + 2),
        (0.75, f32::INFINITY, 2 + 6),
        (0.75, f32::NAN, 2 + 6),
        // That of the bone.
        (2.0, f32::INFINITY, 2 + 6),
    ] {
        let document = read("model.ms3d", with_floats(&bytes, from, |_| to));
        assert_eq!(holding::by("irrlicht", &document).unwrap().key_count, count, "{from} {to}");
    }
    // Too little to be seen beside the rotation of the bone, and then enough.
    for (step, count) in [(1e-10, 2 + 2), (1e-3, 2 + 6)] {
        let changed = with_floats(&bytes, 0.75, |index| step * index as f32);
        let document = read("model.ms3d", changed);
        assert_eq!(holding::by("irrlicht", &document).unwrap().key_count, count, "{step}");
    }
}

/// The same bytes with other numbers in place of each of one value.
fn with_floats(bytes: &[u8], from: f32, to: impl Fn(usize) -> f32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let places = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&from.to_le_bytes()));
    for (index, at) in places.enumerate() {
        changed[at..at + 4].copy_from_slice(&to(index).to_le_bytes());
    }
    changed
}

/// Of vertices that look the same Irrlicht keeps one, and that is not followed.
#[test]
fn vertices_that_move_with_the_bones_of_others_are_said() {
    let ascii = model(&[("", STILL, &["24.0 2.0 0.0 0.0"], &[]), ("", STILL, &[], &[])]);
    for (face, is_said) in [("0 0 0 0 0 0 0 1", false), ("0 0 1 1 0 0 0 1", true)] {
        let text = String::from_utf8(ascii.source.bytes().to_vec()).unwrap();
        let text = text.replacen("0 0 0 0 0 0 0 1", face, 1);
        let document = read("model.ms3d", binary(&read("model.txt", text.into_bytes())));
        let runs = run_all(&document, &Context::default());
        let irrlicht = runs.iter().find(|run| run.program.name == "irrlicht").unwrap();
        let says: Vec<_> = irrlicht.posed_otherwise().map(|effect| &*effect.says).collect();
        assert_eq!(
            says.iter().any(|says| says.contains("of others that look the same")),
            is_said,
            "{says:?}"
        );
    }
}

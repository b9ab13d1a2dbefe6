//! Models in several files, as StepMania reads them: the meshes of one are judged with the materials and bones of others.

use std::fs;
use std::path::Path;

use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::document::read;
use ms3dlint::engines::stepmania::{self, Branch};
use ms3dlint::engines::{FailureKind, Run};
use serde_json::Value;

use crate::support::{finish, folder, program_as_it_is};

/// A mesh whose material and bone are in other files.
fn meshes(material: i8, bone: i8) -> String {
    format!(
        "Meshes: 1\n\"kite\" 0 {material}\n3\n0 0.0 0.0 0.0 0.0 0.0 {bone}\n0 1.0 0.0 0.0 1.0 0.0 {bone}\n\
         0 0.0 1.0 0.0 0.0 1.0 {bone}\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\n"
    )
}

const MATERIALS: &str = "Materials: 1\n\"paper\"\n0.2 0.2 0.2 1.0\n0.8 0.8 0.8 1.0\n0.0 0.0 0.0 1.0\n\
    0.0 0.0 0.0 1.0\n0.0\n1.0\n\"\"\n\"\"\n";
const BONES: &str = "Bones: 1\n\"stick\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n";

/// What StepMania does with a file in a folder: the outcome, the reason and the line of what it does last.
#[track_caller]
fn stepmania(folder: &Path, file: &str) -> (String, String, Option<u64>) {
    let run = finish(program_as_it_is(folder, &["loads", "--output-format=json", file]));
    let document: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let engine = &document["files"][0]["engines"][0];
    assert_eq!(engine["engine"], "stepmania");
    let effects = engine["effects"].as_array().unwrap();
    let text = |key: &str| engine[key].as_str().unwrap_or_default().to_string();
    (text("outcome"), text("reason"), effects.last().and_then(|effect| effect["line"].as_u64()))
}

/// The outcome for meshes with material 1 and bone 1 beside these files, which they do not have if these are their parts.
#[track_caller]
fn beside(files: &[(&str, &str)]) -> String {
    let meshes = meshes(1, 1);
    let folder = folder(&[files, &[("kite meshes.txt", &meshes)]].concat());
    stepmania(folder.path(), "kite meshes.txt").0
}

#[test]
fn meshes_need_the_materials_of_the_file_beside_them() {
    let (fitting, other) = (meshes(0, -1), meshes(1, -1));
    let files =
        [("kite materials.txt", MATERIALS), ("kite meshes.txt", &*fitting), ("Kite Mesh.TXT", &other)];
    let folder = folder(&files);
    assert_eq!(stepmania(folder.path(), "kite meshes.txt").0, "loads");
    // The program ignores the case of names.
    let reason = "mesh 0 has material 1, but there is only material 0 in \"kite materials.txt\"";
    assert_eq!(
        stepmania(folder.path(), "Kite Mesh.TXT"),
        ("refuses".to_string(), reason.to_string(), Some(2))
    );
    assert_eq!(stepmania(folder.path(), "kite materials.txt").0, "loads");
    let check = ["--target=stepmania", "--output-format=concise", "Kite Mesh.TXT"];
    let run = finish(program_as_it_is(folder.path(), &check));
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.out.contains("Kite Mesh.TXT:2:") && run.out.contains("[refused-by-engine]"), "{}", run.out);
}

/// A folder search passes over such a file, so the meshes must say it.
#[test]
fn materials_in_a_file_that_is_no_model_are_missed() {
    for content in ["", "hello\n"] {
        assert_eq!(
            beside(&[("kite materials.txt", content), ("kite bones.txt", BONES)]),
            "refuses",
            "{content:?}"
        );
    }
    let (meshes, fitting) = (meshes(0, -1), meshes(-1, -1));
    let files = [("NoteSkin.lua", ""), ("kite meshes.txt", &*meshes), ("kite materials.txt", "")];
    let run = finish(program_as_it_is(folder(&files).path(), &["--output-format=concise"]));
    assert!(run.code == Some(1) && run.out.contains("kite meshes.txt:2:"), "{}", run.out);
    let files = [("a meshes.txt", &*fitting), ("a materials.txt", "")];
    assert_eq!(stepmania(folder(&files).path(), "a meshes.txt").0, "loads");
}

#[test]
fn bones_of_a_file_beside_the_meshes_are_not_missed_in_these() {
    let meshes = meshes(-1, 0) + "Materials: 0\nBones: 0\n";
    let found = |files: &[(&str, &str)]| {
        let folder = folder(&[files, &[("kite meshes.txt", &*meshes)]].concat());
        let args = ["--target=none", "--output-format=concise", "kite meshes.txt"];
        finish(program_as_it_is(folder.path(), &args)).out.contains("bone-index-out-of-range")
    };
    assert!(found(&[]) && !found(&[("kite bones.txt", BONES)]));
}

#[test]
fn meshes_need_the_bones_of_the_file_beside_them() {
    let fitting = meshes(-1, 0);
    let (all, one) = (meshes(-1, 1), meshes(-1, 0).replacen("0.0 0\n", "0.0 2\n", 1));
    let several = BONES.repeat(2).replacen("Bones: 1", "Bones: 2", 1).replacen("Bones: 1\n", "", 1);
    let files = [
        ("a meshes.txt", &*fitting),
        ("a bones.txt", BONES),
        ("b meshes.txt", &all),
        ("b bones.txt", BONES),
        ("c meshes.txt", &one),
        ("c bones.txt", &several),
        ("d meshes.txt", &fitting),
        ("d bones.txt", "Bones: 0\n"),
    ];
    let folder = folder(&files);
    let crashes = |reason: &str| ("crashes".to_string(), reason.to_string(), Some(4));
    assert_eq!(stepmania(folder.path(), "a meshes.txt").0, "loads");
    assert_eq!(
        stepmania(folder.path(), "b meshes.txt"),
        crashes("every vertex of mesh 0 has bone 1, but there is only bone 0 in \"b bones.txt\"")
    );
    assert_eq!(
        stepmania(folder.path(), "c meshes.txt"),
        crashes("vertex 0 of mesh 0 has bone 2, but the 2 bones are 0 to 1 in \"c bones.txt\"")
    );
    assert_eq!(
        stepmania(folder.path(), "d meshes.txt"),
        crashes("every vertex of mesh 0 has bone 0, but there are no bones in \"d bones.txt\"")
    );
}

#[test]
fn what_fails_in_another_part_is_told_there_alone() {
    let broken = MATERIALS.replace("\"paper\"", "paper");
    let one_sided = BONES.replace("\n0\n0\n", "\n1\n1.0 0.0 0.0 0.0\n0\n");
    assert_eq!(beside(&[("kite materials.txt", MATERIALS)]), "refuses");
    assert_eq!(beside(&[("kite bones.txt", BONES)]), "crashes");
    // At materials that it does not load the program stops, and reads no bones.
    assert_eq!(beside(&[("kite materials.txt", &broken), ("kite bones.txt", BONES)]), "loads");
    assert_eq!(beside(&[("kite bones.txt", &BONES[..12])]), "loads");
    assert_eq!(beside(&[("kite bones.txt", &one_sided)]), "loads");
    assert_eq!(beside(&[("kite materials.txt", "version https://git-lfs.github.com/spec/v1\n")]), "loads");
    let folder = folder(&[("kite materials.txt", &broken)]);
    assert_eq!(stepmania(folder.path(), "kite materials.txt").0, "refuses");
}

#[test]
fn only_what_is_certain_is_taken_for_a_part() {
    // Two candidates.
    assert_eq!(beside(&[("kite materials red.txt", MATERIALS)]), "refuses");
    assert_eq!(beside(&[("kite materials red.txt", MATERIALS), ("kite mats blue.txt", MATERIALS)]), "loads");
    assert_eq!(beside(&[("kite materials.txt", MATERIALS), ("materials/kite.txt", MATERIALS)]), "loads");
    // The part of another model.
    assert_eq!(beside(&[("kite tail materials.txt", MATERIALS)]), "loads");
    assert_eq!(beside(&[("materials.txt", MATERIALS)]), "loads");
    // A texture.
    assert_eq!(beside(&[("kite materials.txt", MATERIALS), ("kite material.png", "")]), "refuses");
    assert_eq!(beside(&[("kite bones.txt/bones.txt", BONES)]), "loads");
}

#[test]
fn parts_that_are_too_large_are_not_read() {
    let meshes = meshes(1, -1);
    let folder = folder(&[("kite materials.txt", MATERIALS), ("kite meshes.txt", &meshes)]);
    assert_eq!(stepmania(folder.path(), "kite meshes.txt").0, "refuses");
    let file = fs::File::options().write(true).open(folder.path().join("kite materials.txt")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    assert_eq!(stepmania(folder.path(), "kite meshes.txt").0, "loads");
    file.set_len(5 << 30).unwrap();
    assert_eq!(stepmania(folder.path(), "kite meshes.txt").0, "loads");
}

#[cfg(unix)]
#[test]
fn parts_are_not_read_through_links_or_pipes() {
    let meshes = meshes(1, -1);
    let folder = folder(&[("elsewhere/materials.txt", MATERIALS), ("models/kite meshes.txt", &meshes)]);
    let materials = folder.path().join("models/kite materials.txt");
    std::os::unix::fs::symlink("../elsewhere/materials.txt", &materials).unwrap();
    assert_eq!(stepmania(folder.path(), "models/kite meshes.txt").0, "loads");
    fs::remove_file(&materials).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&materials).status().unwrap().success());
    assert_eq!(stepmania(folder.path(), "models/kite meshes.txt").0, "loads");
}

#[test]
fn a_repaired_part_is_judged_with_the_same_parts() {
    // StepMania passes over `meshes:`. It would not pass over a material that is missing.
    for (material, is_fixed) in [(0, true), (1, false)] {
        let hidden = meshes(material, -1).replace("Meshes:", "meshes:") + BONES;
        let folder = folder(&[("kite materials.txt", MATERIALS), ("kite meshes.txt", &hidden)]);
        let fix = ["--fix", "--fix-only=misspelled-block", "--target=stepmania", "kite meshes.txt"];
        let run = finish(program_as_it_is(folder.path(), &fix));
        let after = fs::read_to_string(folder.path().join("kite meshes.txt")).unwrap();
        assert_eq!(after != hidden, is_fixed, "{}{}", run.out, run.err);
    }
}

#[test]
fn parts_in_memory_have_contents_if_somebody_says_so() {
    let meshes = read("kite meshes.txt", meshes(1, -1).into_bytes());
    let tree = MemoryTree::new(["kite meshes.txt", "kite materials.txt"]);
    let run = |tree: &MemoryTree| stepmania::run(&meshes, Branch::OpenItg, Some(tree));
    let kind = |run: Run| run.failure.map(|failure| failure.kind);
    assert_eq!(kind(run(&tree)), None);
    let tree = tree.with_content(b"kite materials.txt", MATERIALS.as_bytes());
    assert_eq!(kind(run(&tree)), Some(FailureKind::Refuses));
}

/// Whether StepMania shows the texture of a model as a mirror. The model is given by a path from a folder.
#[track_caller]
fn mirrors(folder: &Path, file: &str) -> bool {
    let run = finish(program_as_it_is(folder, &["loads", "--output-format=json", file]));
    assert!(run.out.contains("\"stepmania\""), "{}{}", run.out, run.err);
    run.out.contains("\\\"sphere\\\" is in its path")
}

#[test]
fn the_folders_that_stepmania_sees_do_not_depend_on_how_the_model_is_given() {
    let material = MATERIALS.replacen("\"\"", "\"wood.png\"", 1);
    let files = [
        // The folder of a model, and that of its noteskin and all between.
        ("skins/sphere/x.txt", &*material),
        ("skins/sphere/wood.png", ""),
        ("sphere skin/NoteSkin.lua", ""),
        ("sphere skin/models/plain/x.txt", &material),
        ("sphere skin/models/plain/wood.png", ""),
        // A folder above the noteskin.
        ("spheres/skin/metrics.ini", ""),
        ("spheres/skin/x.txt", &material),
        ("spheres/skin/wood.png", ""),
        ("spheres/plain/x.txt", &material),
        ("spheres/plain/wood.png", ""),
    ];
    let folder = folder(&files);
    let expected = [
        ("skins/sphere", true),
        ("sphere skin/models/plain", true),
        ("spheres/skin", false),
        ("spheres/plain", false),
    ];
    for (place, is_mirror) in expected {
        let model = format!("{place}/x.txt");
        let of_model = folder.path().join(place);
        let first = place.split('/').next().unwrap();
        let from_first = Path::new(&model).strip_prefix(first).unwrap();
        assert_eq!(mirrors(folder.path(), &model), is_mirror, "{place}");
        assert_eq!(mirrors(folder.path(), place), is_mirror, "{place}");
        assert_eq!(mirrors(&of_model, "x.txt"), is_mirror, "{place}");
        assert_eq!(mirrors(&of_model, "."), is_mirror, "{place}");
        assert_eq!(mirrors(&folder.path().join(first), from_first.to_str().unwrap()), is_mirror, "{place}");
        assert_eq!(mirrors(folder.path(), of_model.to_str().unwrap()), is_mirror, "{place}");
    }
}

#[test]
fn meshes_are_drawn_and_posed_with_what_files_beside_them_have() {
    let (meshes, red) = (meshes(0, 0), MATERIALS.replace("0.8 0.8 0.8", "0.9 0.1 0.1"));
    let files = [
        ("kite meshes.txt", &*meshes),
        ("kite materials red.txt", &*red),
        ("kite materials white.txt", MATERIALS),
        ("kite bones.txt", BONES),
        ("whole.txt", &[&*meshes, &red, BONES].concat()),
        ("other/kite meshes.txt", &meshes),
    ];
    let folder = folder(&files);
    let draw = |model: &str| {
        let run = finish(program_as_it_is(folder.path(), &["render", "--force", model, "out.png"]));
        assert_eq!(run.code, Some(0), "{}", run.err);
        (fs::read(folder.path().join("out.png")).unwrap(), run.err)
    };
    let ((picture, said), (whole, _)) = (draw("kite meshes.txt"), draw("whole.txt"));
    assert!(picture == whole, "{said}");
    assert!(said.contains("drawn with kite materials red.txt, the first of 2; kite bones.txt"), "{said}");
    let (alone, said) = draw("other/kite meshes.txt");
    assert!(alone != whole && !said.contains("drawn with"), "{said}");

    let run = finish(program_as_it_is(folder.path(), &["view", "kite meshes.txt", "--output=-"]));
    assert!(run.out.contains("Drawn with what is in other files: kite materials red.txt"), "{}", run.err);

    let pose = ["pose", "--output-format=json", "--times=0", "kite meshes.txt"];
    let pose: Value = serde_json::from_str(&finish(program_as_it_is(folder.path(), &pose)).out).unwrap();
    assert_eq!(pose["bones"][0].as_array().map(Vec::len), Some(1));
}

#[test]
fn parts_crash_as_whole_models_do() {
    let one_sided = BONES.replace("0\n0\n", "0\n1\n1.0 0.0 0.0 0.0\n");
    let folder = folder(&[
        ("kite bones.txt", &*one_sided),
        ("box meshes.txt", &meshes(-2, -1)),
        ("box materials.txt", MATERIALS),
    ]);
    for file in ["kite bones.txt", "box meshes.txt"] {
        assert_eq!(stepmania(folder.path(), file).0, "crashes", "{file}");
    }
    assert_eq!(stepmania(folder.path(), "box materials.txt").0, "loads");
}

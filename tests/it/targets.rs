//! What is said of programs on the command line: guesses, severities, `loads`, and repairs that know them.

use std::fs;
use std::path::Path;

use crate::support::{Run, finish, folder, program_as_it_is, root};
use ms3dlint::actions::convert::to_binary;
use ms3dlint::document::read;
use serde_json::{Value, json};

/// A model that all programs load.
const MODEL: &str = "// MilkShape 3D ASCII\nFrames: 30\nFrame: 1\nMeshes: 1\n\"kite\" 0 -1\n3\n\
    0 0.000000 0.000000 0.000000 0.000000 0.000000 0\n0 1.000000 0.000000 0.000000 1.000000 0.000000 0\n\
    0 0.000000 1.000000 0.000000 0.000000 1.000000 0\n1\n0.000000 0.000000 1.000000\n1\n0 0 1 2 0 0 0 1\n\
    Materials: 0\nBones: 1\n\"stick\"\n\"\"\n0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\n\
    1\n1.000000 0.000000 0.000000 0.000000\n1\n1.000000 0.000000 0.000000 0.000000\n\
    GroupComments: 0\nMaterialComments: 0\nBoneComments: 0\nModelComment: 0\n";

/// A material whose texture is nowhere.
const MATERIAL_WITHOUT_FILE: &str = "Materials: 1\n\"paper\"\n0.200000 0.200000 0.200000 1.000000\n\
    0.800000 0.800000 0.800000 1.000000\n0.000000 0.000000 0.000000 1.000000\n0.000000 0.000000 0.000000 1.000000\n\
    0.000000\n1.000000\n\"gone.png\"\n\"\"\n";

/// The same, in which Scorched3D reads a number otherwise, and no other program does.
fn with_exponent() -> String {
    MODEL.replacen("1.000000 0.000000 0\n", "4e-05 0.000000 0\n", 1)
}

/// The same, which StepMania and its relatives do not load.
fn without_rotation_keys() -> String {
    MODEL.replace("1\n1.000000 0.000000 0.000000 0.000000\nGroup", "0\nGroup")
}

/// A run in which programs are asked as they are by default.
#[track_caller]
fn run(folder: &Path, args: &[&str]) -> Run {
    finish(program_as_it_is(folder, args))
}

/// The severities of a rule in a run with these arguments.
fn severities(folder: &Path, rule: &str, args: &[&str]) -> Vec<String> {
    let run = run(folder, &[&["--output-format=json", "--level=hint", "."], args].concat());
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let findings =
        document["files"].as_array().unwrap().iter().flat_map(|file| file["findings"].as_array().unwrap());
    let own = findings.filter(|finding| finding["rule"] == rule);
    own.map(|finding| finding["severity"].as_str().unwrap().to_string()).collect()
}

#[test]
fn how_bad_something_is_depends_on_whom_it_happens_to() {
    let broken = folder(&[("a.txt", &with_exponent())]);
    let of = |args: &[&str]| severities(broken.path(), "exponent-float", args);
    assert_eq!(of(&["--target=scorched3d"]), ["warning"]);
    assert_eq!(of(&["--target=stepmania"]), ["hint"]);
    assert_eq!(of(&["--target=stepmania,scorched3d"]), ["warning"]);
    assert_eq!(of(&["--target=all"]), ["warning"]);
    // One program alone.
    assert_eq!(of(&[]), ["info"]);
    assert_eq!(of(&["--target=none"]), ["info"]);
    let refused = folder(&[("a.txt", &without_rotation_keys())]);
    let of = |args: &[&str]| severities(refused.path(), "one-sided-keys", args);
    assert_eq!(of(&["--target=stepmania"]), ["error"]);
    assert_eq!(of(&["--target=milkshape"]), ["hint"]);
}

/// Nobody knows what a program would do with the rest of a model in which it stops: that is as bad as of itself. But what no
/// program ever minds is at most a hint there, too.
#[test]
fn what_a_program_would_do_after_it_stops_is_unknown() {
    let broken = without_rotation_keys().replacen("1.000000 0.000000 0\n", "4e-05 0.000000 0\n", 1);
    let folder =
        folder(&[("a.txt", &broken.replace("1\n0.000000 0.000000 1.0", "1\n0.000000 0.000000 2.0"))]);
    let of = |rule: &str, args: &[&str]| severities(folder.path(), rule, args);
    for (rule, alone) in [("exponent-float", "info"), ("unnormalized-normal", "hint")] {
        assert_eq!(of(rule, &["--target=none"]), ["info"], "{rule}");
        assert_eq!(of(rule, &["--target=milkshape"]), ["hint"], "{rule}");
        assert_eq!(of(rule, &["--target=stepmania"]), [alone], "{rule}");
    }
}

#[test]
fn what_somebody_says_of_a_severity_counts_more() {
    let files = [("a.txt", &*with_exponent()), ("ms3dlint.toml", "[rules]\nexponent-float = \"error\"\n")];
    let folder = folder(&files);
    assert_eq!(severities(folder.path(), "exponent-float", &["--target=stepmania"]), ["error"]);
}

/// Who names a rule wants to see what it finds; who names its group, or all, wants to see no more than without that.
#[test]
fn a_rule_that_is_selected_by_its_name_is_as_bad_as_of_itself() {
    let folder = folder(&[("a.txt", &without_rotation_keys())]);
    let of = |args: &[&str]| severities(folder.path(), "one-sided-keys", args);
    for (words, severity) in [("one-sided-keys", "warning"), ("animation", "hint"), ("all", "hint")] {
        assert_eq!(of(&["--target=milkshape", &format!("--select={words}")]), [severity], "{words}");
        fs::write(folder.path().join("ms3dlint.toml"), format!("select = [\"{words}\"]\n")).unwrap();
        assert_eq!(of(&["--target=milkshape"]), [severity], "{words}");
        // What is counted as repairable is repaired.
        let counted = run(folder.path(), &["--target=milkshape", "."]);
        let shown = run(folder.path(), &["--target=milkshape", "--diff", "."]);
        let is_repaired = shown.err.contains("would fix");
        assert_eq!(
            counted.out.contains("fixable with --fix"),
            is_repaired,
            "{words}: {} {}",
            counted.out,
            shown.err
        );
        fs::remove_file(folder.path().join("ms3dlint.toml")).unwrap();
    }
}

#[test]
fn programs_are_guessed_from_the_files_around_a_model() {
    let (exponent, broken) = (with_exponent(), without_rotation_keys());
    let files = [
        ("skins/cube/NoteSkin.lua", ""),
        ("skins/cube/a.txt", &exponent),
        ("skins/cube/deeper/b.txt", &broken),
        // Names count in any case.
        ("scorched/data/Accessories.XML", ""),
        ("scorched/data/meshes/c.txt", &exponent),
    ];
    let folder = folder(&files);
    let run = run(folder.path(), &["--output-format=concise", "."]);
    let lines: Vec<_> = run.out.lines().collect();
    assert!(
        lines.iter().any(|line| line.contains("c.txt") && line.contains("warning[exponent-float]")),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.contains("b.txt") && line.contains("StepMania crashes")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.contains("skins") && line.contains("Scorched3D")), "{lines:?}");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("StepMania loads 1 of 2"), "{}", run.err);
    let guesses = "guessed scorched3d from Accessories.XML and stepmania from NoteSkin.lua;";
    assert!(run.err.contains(guesses), "{}", run.err);
    // What is said counts, and nothing is guessed.
    let said = self::run(folder.path(), &["--output-format=concise", "--target=milkshape", "."]);
    assert_eq!((said.code, said.err.contains("guessed")), (Some(0), false), "{}", said.err);
}

#[test]
fn a_folder_with_files_of_two_programs_is_guessed_to_be_for_both() {
    let exponent = with_exponent();
    let files = [("metrics.ini", ""), ("accessories.xml", ""), ("a.txt", &*exponent)];
    let folder = folder(&files);
    let run = run(folder.path(), &["--output-format=concise", "--verbose", "."]);
    assert!(run.out.contains("warning[exponent-float]"), "Scorched3D misreads it: {}", run.out);
    for words in [
        "guessed scorched3d from accessories.xml and stepmania from metrics.ini;",
        "StepMania loads",
        "Scorched3D loads",
        ", for stepmania because of metrics.ini and scorched3d because of accessories.xml",
    ] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
}

#[test]
fn a_configuration_names_the_programs_also_of_some_folders() {
    let config =
        "targets = [\"stepmania\"]\n\n[[overrides]]\nfiles = [\"tanks/**\"]\ntargets = [\"scorched3d\"]\n";
    let exponent = with_exponent();
    let folder = folder(&[("ms3dlint.toml", config), ("a.txt", &exponent), ("tanks/b.txt", &exponent)]);
    let run = run(folder.path(), &["--output-format=concise", "--level=hint", "."]);
    let severity = |name: &str| {
        let mut lines = run.out.lines().filter(|line| line.contains("[exponent-float]"));
        lines.find(|line| line.contains(name)).map(|line| line.split([' ', '[']).nth(1).unwrap().to_string())
    };
    assert_eq!((severity("a.txt").as_deref(), severity("b.txt").as_deref()), (Some("hint"), Some("warning")));
}

#[test]
fn an_unknown_program_is_an_error_that_names_the_known_ones() {
    let folder = folder(&[("a.txt", MODEL)]);
    for args in [&["--target=stepmanya", "."][..], &["loads", "--require=stepmanya", "."]] {
        let run = run(folder.path(), args);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains("stepmanya") && run.err.contains("stepmania"), "{}", run.err);
    }
}

#[test]
fn the_source_of_notitg_is_closed() {
    let config = |targets: &str| folder(&[("a.txt", MODEL), ("ms3dlint.toml", targets)]);
    let in_file = config("targets = \"notitg\"\n");
    let named = folder(&[("a.txt", MODEL)]);
    for run in [run(in_file.path(), &["."]), run(named.path(), &["--target=notitg", "."])] {
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains("take openitg"), "{}", run.err);
    }
}

#[test]
fn a_configuration_may_name_one_program_or_a_list_or_none() {
    let exponent = with_exponent();
    let of = |targets: &str| {
        let config = format!("targets = {targets}\n");
        let folder = folder(&[("a.txt", &*exponent), ("ms3dlint.toml", &config)]);
        severities(folder.path(), "exponent-float", &[])
    };
    assert_eq!(of("\"stepmania\""), ["hint"]);
    assert_eq!((of("\"all\""), of("[\"all\"]")), (vec!["warning".to_string()], vec!["warning".to_string()]));
    for none in ["\"none\"", "[\"none\"]", "[]"] {
        assert_eq!(of(none), ["info"], "{none}");
    }
    let mixed = folder(&[("a.txt", MODEL), ("ms3dlint.toml", "targets = [\"none\", \"stepmania\"]\n")]);
    for run in [run(mixed.path(), &["."]), run(mixed.path(), &["--target=stepmania,none", "."])] {
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains("it is the only name"), "{}", run.err);
    }
}

#[test]
fn what_a_rule_that_does_not_run_would_find_is_not_blamed_on_another() {
    let with_sphere = MATERIAL_WITHOUT_FILE.replace("gone.png", "spheres/gone.png");
    let folder = folder(&[("a.txt", MODEL.replace("Materials: 0\n", &with_sphere))]);
    let of = |rule: &str, args: &[&str]| {
        severities(folder.path(), rule, &[&["--target=stepmania"], args].concat())
    };
    assert_eq!(of("texture-not-found", &[]), ["error"]);
    let with = of("stepmania-texture-keyword", &[]);
    assert_eq!(of("stepmania-texture-keyword", &["--ignore=texture-not-found"]), with);
    assert!(!with.contains(&"error".to_string()), "{with:?}");
}

#[test]
fn a_mirror_in_scorched3d_may_come_from_a_folder_of_the_model() {
    let with_texture =
        MODEL.replace("Materials: 0\n", &MATERIAL_WITHOUT_FILE.replace("gone.png", "wood.png"));
    let model = with_texture.replace("\"kite\" 0 -1", "\"kite\" 0 0");
    let of = |folder_name: &str| {
        let name = |file: &str| format!("{folder_name}/{file}");
        let folder = folder(&[(&name("a.txt"), model.as_str()), (&name("wood.png"), "")]);
        run(folder.path(), &["loads", "--target=scorched3d", "."]).out
    };
    let words = "the name of a folder of the model begins with";
    let said = |out: &str| out.split_whitespace().collect::<Vec<_>>().join(" ").contains(words);
    assert!(said(&of("sphere_old")), "{}", of("sphere_old"));
    assert!(!said(&of("old_spheres")), "{}", of("old_spheres"));
}

#[test]
fn loads_fits_the_terminal() {
    let folder = folder(&[("bad.txt", &without_rotation_keys())]);
    let text = run(folder.path(), &["loads", "."]).out;
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
}

#[test]
fn loads_names_each_model_with_its_programs() {
    let folder = folder(&[("good.txt", MODEL), ("bad.txt", &without_rotation_keys())]);
    let text = run(folder.path(), &["loads", "--all", "."]);
    assert_eq!(text.code, Some(0), "{}", text.err);
    // What all programs load is counted, and of which the same is said, that is said once.
    for name in ["worse.txt", "a/worse.txt"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, without_rotation_keys()).unwrap();
    }
    let short = run(folder.path(), &["loads", "."]).out;
    assert!(short.starts_with("a/worse.txt\n{bad,worse}.txt (2 files)\n  Each of StepMania, "), "{short}");
    assert!(short.contains("\n  loads in MilkShape\n\n1 model loads in all"), "{short}");
    assert!(short.contains("1 model loads in all of these programs (--all shows it)\n"), "{short}");
    assert!(!short.contains("good.txt") && short.ends_with("MilkShape loads all 4 models\n"), "{short}");
    for name in ["worse.txt", "a/worse.txt"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    assert!(run(folder.path(), &["loads", "good.txt"]).out.starts_with("good.txt\n  loads in "));
    assert!(
        text.out.contains("good.txt\n  loads in StepMania, ITGmania, OpenITG, Scorched3D and MilkShape\n"),
        "{}",
        text.out
    );
    let words: Vec<_> = text.out.split_whitespace().collect();
    assert!(words.join(" ").contains(
        "Each of StepMania, ITGmania and OpenITG crashes: bone 0 has position keys, but no rotation keys"
    ));
    assert!(text.out.ends_with("MilkShape loads all 2 models\n"), "{}", text.out);
    assert!(text.out.contains("\nStepMania loads 1 of 2 models\n"), "{}", text.out);
    let markdown = run(folder.path(), &["loads", "--output-format=markdown", "."]);
    assert!(
        markdown.out.contains("| `good.txt` | loads     | loads    | loads   | loads      | loads     |"),
        "{}",
        markdown.out
    );
    assert!(markdown.out.contains("- StepMania: 1 of 2 load\n"), "{}", markdown.out);
}

#[test]
fn loads_names_the_place_of_the_reason() {
    let textured = MODEL.replacen("Materials: 0\n", MATERIAL_WITHOUT_FILE, 1).replacen("0 -1", "0 0", 1);
    let line = 1 + textured[..textured.find("\"gone.png").unwrap()].matches('\n').count();
    let folder = folder(&[("a.txt", &*textured), ("empty.ms3d", "")]);
    let words = |args: &[&str]| {
        let out = run(folder.path(), &[&["loads"], args].concat()).out;
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // Scorched3D has read the next line too by then.
    for program in ["stepmania", "scorched3d"] {
        let text = words(&[&format!("--target={program}"), "a.txt"]);
        assert!(text.contains(&format!("(line {line})")), "{text}");
    }
    let empty = words(&["empty.ms3d"]);
    assert!(empty.contains("refuses the file: it is empty ms3d for Rust"), "{empty}");
    assert!(!empty.contains("(line"), "{empty}");
}

#[test]
fn a_chain_of_bones_can_be_too_long_for_the_stack_of_assimp() {
    let outcome = |count: usize| {
        let bone = |number: usize| {
            let parent = if number == 0 { String::new() } else { format!("b{}", number - 1) };
            format!("\"b{number}\"\n\"{parent}\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n")
        };
        let (head, _) = MODEL.split_once("Bones:").unwrap();
        let text = format!("{head}Bones: {count}\n{}", (0..count).map(bone).collect::<String>());
        let model = to_binary(&read("chain.txt", text.into_bytes()), 24.0).unwrap().bytes;
        let folder = folder(&[("chain.ms3d", model)]);
        run(folder.path(), &["loads", "--require=assimp", "chain.ms3d"])
    };
    assert_eq!(outcome(23_000).code, Some(0));
    let crashes = outcome(23_001);
    assert_eq!(crashes.code, Some(1));
    assert!(crashes.out.contains("crashes: this bone hangs below 23,000 others"), "{}", crashes.out);
}

/// The name of a file says who gets it, whatever it holds.
#[test]
fn a_required_program_is_asked_about_a_file_that_its_name_gives_to_it() {
    let folder = folder(&[("text.ms3d", MODEL), ("good.txt", MODEL)]);
    let code = |program: &str| run(folder.path(), &["loads", &format!("--require={program}"), "."]).code;
    assert_eq!((code("assimp"), code("stepmania")), (Some(1), Some(0)));
}

#[test]
fn a_folder_of_the_name_of_a_file_shows_no_program() {
    let folder = folder(&[("metrics.ini/kite.txt", MODEL), ("kite.txt", MODEL)]);
    let said = run(folder.path(), &["kite.txt"]);
    assert!(!said.out.contains("guessed") && said.out.contains("checked 1 file"), "{said:?}");
}

/// A mesh of so many triangles, each with a normal of its own that has no length.
fn without_directions(count: usize) -> String {
    let of_all = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let vertex = |x: usize, y: usize| format!("0 {x}.000000 {y}.000000 0.000000 0.000000 0.000000 0\n");
    let vertices = of_all(&|number| [vertex(number, 0), vertex(number + 1, 0), vertex(number, 1)].concat());
    let normals = of_all(&|_| "0.000000 0.000000 0.000000\n".to_string());
    let faces = of_all(&|number| {
        let [a, b, c] = [0, 1, 2].map(|corner| 3 * number + corner);
        format!("0 {a} {b} {c} {number} {number} {number} 1\n")
    });
    format!(
        "// MilkShape 3D ASCII\nFrames: 30\nFrame: 1\nMeshes: 1\n\"fan\" 0 -1\n{}\n{vertices}{count}\n{normals}{count}\n\
         {faces}Materials: 0\nBones: 0\nGroupComments: 0\nMaterialComments: 0\nBoneComments: 0\nModelComment: 0\n",
        3 * count
    )
}

#[test]
fn all_places_that_a_program_trips_over_are_found_and_repaired() {
    const COUNT: usize = 20;
    let folder = folder(&[("fan.txt", &without_directions(COUNT))]);
    let severities = severities(folder.path(), "zero-normal", &["--target=stepmania", "--expand"]);
    assert_eq!(severities, ["warning"; COUNT]);
    let fixed = run(folder.path(), &["--target=stepmania", "--fix", "--unsafe-fixes", "fan.txt"]);
    assert!(fixed.out.contains("found no errors or warnings"), "{fixed:?}");
}

#[test]
fn a_required_program_that_reads_none_of_the_models_is_told() {
    let ascii: &[u8] = b"// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 0\r\n";
    let folder = folder(&[("a.txt", ascii)]);
    let told = |program: &str| {
        let args = ["loads", &format!("--require={program}"), "."];
        finish(program_as_it_is(folder.path(), &args)).err
    };
    assert!(told("irrlicht").contains("--require irrlicht: it reads none of these models"));
    assert!(!told("stepmania").contains("reads none"));
}

#[test]
fn loads_says_which_textures_are_not_looked_for() {
    let textured = MODEL.replacen("Materials: 0\n", MATERIAL_WITHOUT_FILE, 1);
    let outside = textured.replace("gone.png", "../gone.png");
    let folder = folder(&[("in/ms3dlint.toml", ""), ("in/a.txt", &*textured), ("in/b.txt", &outside)]);
    let says =
        |file: &str| run(folder.path(), &["loads", file]).out.contains("not looked for: 1 texture path");
    assert_eq!((says("in/a.txt"), says("in/b.txt")), (false, true));
    let counted = |args: &[&str]| {
        let out = run(folder.path(), args).out;
        out.lines().filter(|line| line.starts_with("StepMania ")).map(str::to_string).collect::<Vec<_>>()
    };
    let loads = |path| counted(&["loads", "--target", "stepmania", path]);
    assert_eq!(loads("in/a.txt"), ["StepMania does not load it"]);
    assert_eq!(loads("in/b.txt"), ["StepMania loads it, if its textures are there"]);
    assert_eq!(loads("in"), ["StepMania loads 1 of 2 models, if their textures are there"]);
    // The same is said by the summary of a check, also of one that is merged with others.
    assert_eq!(loads("in"), counted(&["check", "--target", "stepmania", "in"]));
    let of = |args: &[&str]| run(folder.path(), &[args, &["--target=stepmania", "in"]].concat());
    of(&["check", "--output=json=part.json"]);
    let part = fs::read(folder.path().join("part.json")).unwrap();
    let part: Value = serde_json::from_slice(&part).unwrap();
    assert_eq!(part["summary"]["unseen_textures"], json!({ "outside": 1, "without_folder": 0 }));
    assert_eq!(loads("in"), counted(&["merge", "--output-format=compact", "part.json"]));
    let rows: Value = serde_json::from_str(&of(&["loads", "--output-format=json"]).out).unwrap();
    let outside = |row: usize| rows["files"][row]["unseen_textures"]["outside"].as_u64();
    assert_eq!((outside(0), outside(1)), (Some(0), Some(1)));
    let markdown = of(&["loads", "--output-format=markdown"]).out;
    assert!(markdown.contains("\n- StepMania: 1 of 2 load, if their textures are there\n"), "{markdown}");
}

#[test]
fn a_table_of_programs_says_what_otherwise_means() {
    let folder = folder(&[("whole.txt", MODEL), ("tiny.txt", &with_exponent())]);
    let table = |file| run(folder.path(), &["loads", "--output-format=markdown", file]).out;
    assert!(!table("whole.txt").contains("otherwise"), "{}", table("whole.txt"));
    assert!(table("tiny.txt").contains("\n`otherwise`: it loads the model"), "{}", table("tiny.txt"));
}

#[test]
fn loads_says_that_named_files_are_excluded() {
    let folder = folder(&[("a.txt", MODEL), ("b.txt", MODEL), ("ms3dlint.toml", "exclude = [\"b.txt\"]\n")]);
    let said = |args: &[&str]| run(folder.path(), &[&["loads", "--force-exclude"], args].concat()).err;
    assert!(said(&["a.txt", "b.txt"]).contains("1 file is excluded by the configuration"));
    assert!(!said(&["."]).contains("excluded"));
}

#[test]
fn what_a_program_does_is_beside_what_it_is_about() {
    // StepMania looks at the vertices of a face first, and Scorched3D at its normals.
    let model = MODEL.replacen("0 0 1 2 0 0 0 1", "0 0 1 9 0 0 5 1", 1);
    let folder = folder(&[("a.txt", &*model)]);
    let args = ["--output-format=json", "--target=stepmania,scorched3d", "."];
    let document: Value = serde_json::from_str(&run(folder.path(), &args).out).unwrap();
    let findings = document["files"][0]["findings"].as_array().unwrap();
    let programs = |rule: &str| {
        let finding = findings.iter().find(|finding| finding["rule"] == rule).unwrap();
        let effects = finding["effects"].as_array().unwrap().iter();
        effects.map(|effect| effect["engine"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(programs("vertex-index-out-of-range"), ["stepmania"]);
    assert_eq!(programs("normal-index-out-of-range"), ["scorched3d"]);
}

#[test]
fn effects_have_the_version_of_their_program() {
    let folder = folder(&[("a.txt", MODEL)]);
    assert_eq!(run(folder.path(), &["convert", "a.txt", "-o", "a.ms3d"]).code, Some(0));
    let path = folder.path().join("a.ms3d");
    let model = std::fs::read(&path).unwrap();
    std::fs::write(&path, &model[..model.len() / 2]).unwrap();
    let document = |args: &[&str]| -> Value {
        let run = run(folder.path(), &[args, &["--output-format", "json", "a.ms3d"]].concat());
        serde_json::from_str(&run.out).unwrap()
    };
    // Two versions of assimp have one name.
    let versions = |effects: &Value| {
        let effects = effects.as_array().unwrap().iter();
        effects.map(|effect| effect["version"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let args = ["--target=assimp", "--select=truncated-file", "--output=sarif=a.sarif"];
    let finding = &document(&args)["files"][0]["findings"][0];
    assert_eq!(versions(&finding["effects"]), ["6.0.5", "5.2.5"]);
    let sarif = std::fs::read_to_string(folder.path().join("a.sarif")).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let properties = &sarif["runs"][0]["results"][0]["properties"];
    assert_eq!(versions(&properties["effects"]), ["6.0.5", "5.2.5"]);
    for engine in document(&["loads", "--target=assimp"])["files"][0]["engines"].as_array().unwrap() {
        assert!(versions(&engine["effects"]).iter().all(|version| *version == engine["version"]));
        assert!(!versions(&engine["effects"]).is_empty());
    }
}

#[test]
fn names_of_programs_are_read_alike_everywhere() {
    let exponent = with_exponent();
    for args in ["--target=StepMania", "--target=openitg, StepMania"] {
        let folder = folder(&[("a.txt", &exponent)]);
        assert_eq!(severities(folder.path(), "exponent-float", &[args]), ["hint"], "{args}");
    }
    for (said, severity) in [("\"StepMania\"", "hint"), ("[\"ALL\"]", "warning"), ("\"None\"", "info")] {
        let config = format!("targets = {said}\n");
        let folder = folder(&[("a.txt", &*exponent), ("ms3dlint.toml", &config)]);
        assert_eq!(severities(folder.path(), "exponent-float", &[]), [severity], "{said}");
    }
    let folder = folder(&[("a.txt", MODEL)]);
    for args in ["--target=none", "--require=none"] {
        let run = run(folder.path(), &["loads", args, "."]);
        assert_eq!((run.code, run.err.contains("asks no program")), (Some(2), true), "{}", run.err);
    }
    let said = |target: &str| run(folder.path(), &[target, "."]).err.contains("no model was checked that");
    assert_eq!(
        (said("--target=assimp"), said("--target=stepmania"), said("--target=milkshape")),
        (true, false, false)
    );
}

#[test]
fn loads_begins_with_what_fails_in_the_programs_that_models_are_meant_for() {
    // Others read no parts of models.
    let bones = "Bones: 0\n";
    let files =
        [("a.txt", bones), ("b.txt", bones), ("z.txt", &*without_rotation_keys()), ("NoteSkin.lua", "")];
    let out = run(folder(&files).path(), &["loads", "."]).out;
    assert!(out.starts_with("z.txt\n  Each of StepMania, "), "{out}");
    assert!(out.contains("\n{a,b}.txt (2 files)\n  Scorched3D exits: "), "{out}");
}

#[test]
fn a_program_that_reads_another_format_is_not_said_to_load_a_model() {
    let folder = folder(&[("a.txt", MODEL), ("b.txt", MODEL)]);
    let out = |args: &[&str]| run(folder.path(), &[&["loads", "--target=assimp"], args].concat()).out;
    assert_eq!(out(&["."]), "2 models have a format that none of these programs reads\n\n");
    assert_eq!(out(&["a.txt"]), "a.txt\n  none of these programs reads its format\n\n");
}

#[test]
fn loads_is_a_gate() {
    let folder = folder(&[("good.txt", MODEL), ("bad.txt", &without_rotation_keys())]);
    let code = |args: &[&str]| run(folder.path(), &[&["loads"], args].concat()).code;
    assert_eq!(code(&["--require=stepmania", "good.txt"]), Some(0));
    assert_eq!(code(&["--require=stepmania", "."]), Some(1));
    assert_eq!(code(&["--require=milkshape,scorched3d", "."]), Some(0));
    assert_eq!(code(&["--require=all", "."]), Some(1));
    assert_eq!(code(&["absent.txt"]), Some(3));
}

#[test]
fn loads_as_json_has_what_the_tables_of_recorded_runs_have() {
    let folder = folder(&[("bad.txt", &without_rotation_keys())]);
    let run = run(folder.path(), &["loads", "--output-format=json", "bad.txt"]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["schema"], 1);
    let file = &document["files"][0];
    assert_eq!(file["path"], "bad.txt");
    let engines = file["engines"].as_array().unwrap();
    let names: Vec<_> = engines.iter().map(|engine| engine["engine"].as_str().unwrap()).collect();
    assert_eq!(names, ["stepmania", "itgmania", "openitg", "scorched3d", "milkshape"]);
    let first = &engines[0];
    assert_eq!((&first["outcome"], first["line"].is_null()), (&"crashes".into(), true));
    assert_eq!(first["reason"], "bone 0 has position keys, but no rotation keys");
    let effect = &first["effects"][0];
    assert_eq!((&effect["engine"], &effect["effect"]), (&"stepmania".into(), &"crashes".into()));
    assert_eq!(
        (&effect["place"], &effect["line"]),
        (&"bone \"stick\", rotation key count".into(), &21.into())
    );
    assert_eq!((&engines[4]["outcome"], &engines[4]["reason"]), (&"loads".into(), &"".into()));
}

#[test]
fn what_hurts_a_target_is_repaired_whatever_is_shown() {
    let repaired = |target: &str| {
        let folder = folder(&[("a.txt", &with_exponent())]);
        run(folder.path(), &["--fix", "--level=error", &format!("--target={target}"), "a.txt"]);
        fs::read_to_string(folder.path().join("a.txt")).unwrap() != with_exponent()
    };
    assert_eq!((repaired("scorched3d"), repaired("stepmania"), repaired("none")), (true, false, true));
}

#[test]
fn keys_that_are_late_are_repaired_for_programs_that_mind_them() {
    let late = MODEL.replace("\n1\n1.000000 0", "\n2\n1.000000 0.000000 0.000000 0.000000\n60.000000 0");
    let late = late.replace(
        "\n2\n1.000000 0.000000 0.000000 0.000000\n60.000000 0.000000 0.000000 0.000000\nG",
        "\n1\n1.000000 0.000000 0.000000 0.000000\nG",
    );
    let repaired = |files: &[(&str, &str)], args: &[&str]| {
        let folder = folder(&[files, &[("a.txt", &*late)]].concat());
        run(folder.path(), &[&["--fix", "--level=error", "."], args].concat());
        fs::read_to_string(folder.path().join("a.txt")).unwrap().contains("Frames: 60\n")
    };
    assert!(repaired(&[], &["--target=stepmania"]));
    assert!(repaired(&[("metrics.ini", "")], &[]));
    // Two programs mind them.
    assert!(repaired(&[], &[]));
    assert!(!repaired(&[], &["--target=milkshape"]));
}

#[test]
fn a_fix_is_left_out_that_would_keep_a_program_from_loading_the_file() {
    // StepMania passes over `bones:`, and shows the mesh. It would not pass over a name without quotes.
    let loose = MODEL.replace(".000000 0\n", ".000000 -1\n");
    let hidden = loose.replace("Bones:", "bones:").replace("\"stick\"", "stick");
    let run = |target: &str| {
        let folder = folder(&[("a.txt", &hidden)]);
        let run = run(folder.path(), &["--fix", "--fix-only=misspelled-block", target, "a.txt"]);
        (fs::read_to_string(folder.path().join("a.txt")).unwrap() == hidden, run.out)
    };
    let (is_same, said) = run("--target=stepmania");
    assert!(is_same, "{said}");
    assert!(
        said.contains("left out the fix of misspelled-block in 1 file: StepMania would no longer load"),
        "{said}"
    );
    // Scorched3D does not load it, before or afterwards. But whoever uses StepMania loses it all the same.
    assert!(run("--target=scorched3d").0);
    assert!(!run("--unsafe-fixes").0);
}

#[test]
fn a_target_that_does_not_read_the_format_hides_nothing() {
    let cut = &MODEL[..MODEL.len() / 2];
    let folder = folder(&[("a.txt", cut)]);
    let run = run(folder.path(), &["--output-format=concise", "--target=assimp", "."]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.out.contains("error[truncated-file]"), "{}", run.out);
    assert!(!run.err.contains("loads"), "{}", run.err);
}

#[test]
fn models_that_no_target_reads_do_not_fail_for_the_sake_of_others() {
    let comment = |text: &str| MODEL.replace("ModelComment: 0\n", &format!("ModelComment: 1\n{text}\n"));
    let models = folder(&[("metrics.ini", ""), ("a.txt", &comment("By hand.")), ("b/b.txt", MODEL)]);
    finish(program_as_it_is(models.path(), &["convert", "a.txt", "b/a.ms3d"]));
    let checked = run(models.path(), &["--output-format=concise", "b"]);
    assert!(checked.out.contains("warning[refused-by-engine]"), "{}", checked.out);
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    // What contradicts itself is an error nevertheless.
    let whole = fs::read(models.path().join("b/a.ms3d")).unwrap();
    fs::write(models.path().join("b/a.ms3d"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(run(models.path(), &["b"]).code, Some(1));
}

#[test]
fn an_indented_comment_is_named_as_what_stops_scorched3d() {
    let folder = folder(&[("a.txt", &MODEL.replace("Meshes:", "  // a kite\nMeshes:"))]);
    let text = run(folder.path(), &["loads", "--target=scorched3d", "."]).out;
    let words: Vec<_> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("should come here, and an indented comment is none to it"), "{text}");
}

#[test]
fn a_part_is_whole_with_the_others_beside_it() {
    let (meshes, rest) = MODEL.split_once("Materials: 0\n").unwrap();
    let bones = &rest[..rest.find("GroupComments").unwrap()];
    let found = |files: &[(&str, &str)]| {
        let folder = folder(files);
        run(folder.path(), &["--level=info", "--output-format=concise", "."]).out
    };
    assert_eq!(found(&[("kite meshes.txt", meshes), ("kite bones.txt", bones)]), "");
    assert_eq!(found(&[("kite materials gold.txt", "Materials: 0\n"), ("kite meshes.txt", MODEL)]), "");
    let alone = found(&[("kite meshes.txt", meshes), ("tail bones.txt", bones)]);
    assert!(alone.contains("kite meshes.txt") && alone.contains("[missing-block]"), "{alone}");
}

#[test]
fn programs_take_a_row_for_the_count_that_is_missing() {
    // The first of two keys with a count of one before them: all programs read the other one as a count.
    let file = "corpus/bad/malformed-row_rotation-count-in-a-key.txt";
    let run = finish(program_as_it_is(&root(), &["loads", "--no-config", "--output-format=json", file]));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    for engine in json["files"][0]["engines"].as_array().unwrap() {
        assert_eq!(engine["outcome"], "loads", "{engine}");
    }
}

#[test]
fn what_a_rule_would_explain_that_is_switched_off_is_not_reported_by_another() {
    let model = MODEL.replacen("Materials: 0\n", MATERIAL_WITHOUT_FILE, 1);
    let folder = folder(&[("a.txt", &model)]);
    let found = |args: &[&str]| {
        let run =
            run(folder.path(), &[&["--target=stepmania", "--output-format=concise", "."], args].concat());
        (run.code, run.out.contains("texture-not-found"), run.out.contains("refused-by-engine"))
    };
    assert_eq!(found(&[]), (Some(1), true, false));
    assert_eq!(found(&["--ignore=texture-not-found"]), (Some(0), false, false));
    assert_eq!(found(&["--ignore=materials"]), (Some(0), false, false));
}

#[test]
fn straight_lines_in_place_of_curves_are_told_where_they_can_be_seen() {
    let told = |far: &str| -> Vec<String> {
        let key = "1.000000 0.000000 0.000000 0.000000\n";
        let keys = format!(
            "\n3\n{key}10.000000 {far} 0.000000 0.000000\n30.000000 0.000000 {far} 0.000000\n1\n{key}Group"
        );
        let moving = MODEL.replace(&format!("\n1\n{key}1\n{key}Group"), &keys);
        assert_ne!(moving, MODEL);
        let models = folder(&[("a.txt", &moving)]);
        let to_binary = finish(program_as_it_is(models.path(), &["convert", "a.txt", "b.ms3d"]));
        assert_eq!(to_binary.code, Some(0), "{}", to_binary.err);
        let loads = run(models.path(), &["loads", "--output-format=json", "."]);
        let document: Value = serde_json::from_str(&loads.out).unwrap();
        let runs = document["files"].as_array().unwrap().iter().flat_map(|file| file["engines"].as_array());
        let straight = runs.flatten().filter(|run| run.to_string().contains("straight lines after 2 keys"));
        straight.map(|run| run["engine"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(told("2.000000"), ["stepmania", "itgmania", "openitg", "irrlicht", "mm3d"]);
    assert!(told("0.010000").is_empty());
}

#[test]
fn a_file_of_the_other_format_is_not_loaded_for_its_name() {
    let folder = folder(&[("a.ms3d", MODEL)]);
    let run = run(folder.path(), &["check", "--target=assimp", "a.ms3d"]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.out.contains("assimp 6.0.5 does not load it"), "{}", run.out);
}

#[test]
fn of_models_for_several_programs_each_counts_its_own() {
    let files = [("a/NoteSkin.lua", ""), ("a/kite.txt", MODEL), ("b/kite.txt", MODEL)];
    let folder = folder(&files);
    let run = run(folder.path(), &["check", "."]);
    assert!(run.out.contains("StepMania loads the model meant for it\n"), "{}", run.out);
}

/// What a program does with a model that has this texture, in words; blank if it loads.
fn reason(files: &[(&str, &str)], texture: &str, program: &str) -> String {
    let material = MATERIAL_WITHOUT_FILE.replace("gone.png", texture);
    let model = MODEL.replacen("\"kite\" 0 -1", "\"kite\" 0 0", 1).replacen("Materials: 0\n", &material, 1);
    let folder = folder(&[files, &[("a.txt", &model)]].concat());
    let run = run(folder.path(), &["loads", "--target", program, "--output-format=json", "."]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    document["files"][0]["engines"][0]["reason"].as_str().unwrap_or_default().to_string()
}

#[test]
fn an_animated_texture_has_a_section() {
    let reason = |content: &str, path: &str, program: &str| {
        let is_refused = !reason(&[("tex/Fill.ini", content)], path, program).is_empty();
        assert_eq!(
            is_refused,
            reason(&[("tex/Fill.ini", content)], path, program).contains("[AnimatedTexture]")
        );
        is_refused
    };
    let whole = "\u{feff}[AnimatedTexture]\r\nFrame0000=fill.png\r\nDelay0000=1\r\n";
    for (content, in_stepmania, in_openitg) in [
        (whole, false, false),
        ("[Other]\n[AnimatedTexture]\nTexVelocityX=1\n", false, false),
        // OpenITG knows a section by its first value.
        ("[AnimatedTexture]\n", false, true),
        ("[AnimatedTexture] \nFrame0000=fill.png\n", true, true),
        ("[animatedtexture]\nFrame0000=fill.png\n", true, true),
        ("[AnimatedTexture]\n--Frame0000=fill.png\n", false, false),
        ("[AnimatedTexture]\n=fill.png\n", false, true),
        ("x=1\\\n[AnimatedTexture]\nFrame0000=fill.png\n", true, false),
        ("[Animated\\\nTexture]\nFrame0000=fill.png\n", false, true),
        // Of an empty file nothing is known.
        ("", false, false),
    ] {
        for path in ["tex/Fill.ini", "tex\\fill.INI"] {
            assert_eq!(reason(content, path, "stepmania"), in_stepmania, "{content:?}");
            assert_eq!(reason(content, path, "openitg"), in_openitg, "{content:?}");
        }
    }
}

#[test]
fn a_name_of_dots_is_that_of_no_file() {
    let files = [("t.png", ""), ("tex/u.png", ""), ("x.ini", "[Other]")];
    for (path, is_refused) in
        [("t.png", false), ("t.png/", false), ("x.ini/", false), ("./tex/../t.png", false)]
    {
        assert_eq!(!reason(&files, path, "stepmania").is_empty(), is_refused, "{path}");
    }
    for path in ["t.png/.", "t.png/x/..", "."] {
        assert!(reason(&files, path, "stepmania").contains("which is not a file"), "{path}");
    }
}

#[test]
fn a_file_is_no_folder_to_scorched3d() {
    let files = [("t.png", ""), ("u.png", "")];
    for (path, is_refused) in
        [("t.png", false), ("t.png/", true), ("t.png/.", true), ("t.png/../u.png", true), ("./t.png", false)]
    {
        let reason = reason(&files, path, "scorched3d");
        assert_eq!(
            reason.contains("which is a file, and is used as a folder"),
            is_refused,
            "{path}: {reason}"
        );
        assert_eq!(reason.is_empty(), !is_refused, "{path}: {reason}");
    }
}

#[test]
fn what_a_program_has_no_use_for_it_does_not_misread() {
    let told = |from: &str, to: &str, programs: &str| {
        let model = MODEL.replacen(from, to, 1);
        assert_ne!(model, MODEL);
        let folder = folder(&[("a.txt", &model)]);
        let run = run(folder.path(), &["loads", "--target", programs, "--output-format=json", "."]);
        run.out.matches("\"effect\":\"misreads\"").count()
    };
    // The flags of the mesh, and the flags and the group of a face.
    for to in ["\"kite\" 010 -1", "\"kite\" 99999999999 -1"] {
        assert_eq!(told("\"kite\" 0 -1", to, "stepmania,scorched3d"), 0, "{to}");
    }
    for to in ["0 0 1 2 0 0 0 010", "010 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 1.5"] {
        assert_eq!(told("0 0 1 2 0 0 0 1", to, "stepmania,scorched3d"), 0, "{to}");
    }
    assert_eq!(told("0 0 1 2 0 0 0 1", "0-0 1 2 0 0 0 1", "stepmania"), 1);
    // What it keeps, it can misread.
    assert_eq!(told("1.000000 0\n", "1.000000 -010\n", "scorched3d"), 1);
}

/// What the programs do with a model, by their names in JSON.
fn effects(files: &[(&str, &str)], programs: &str) -> Vec<String> {
    let folder = folder(files);
    let run = run(folder.path(), &["loads", "--target", programs, "--output-format=json", "."]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let engines = document["files"][0]["engines"].as_array().unwrap().iter();
    let effects = engines.flat_map(|engine| engine["effects"].as_array().unwrap());
    effects.map(|effect| effect["says"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_texture_that_no_mesh_uses_is_no_mirror() {
    let material = MATERIAL_WITHOUT_FILE.replace("gone.png", "hemisphere/sphere_x.png");
    let unused = MODEL.replacen("Materials: 0\n", &material, 1);
    let used = unused.replacen("\"kite\" 0 -1", "\"kite\" 0 0", 1);
    for program in ["stepmania", "scorched3d"] {
        let mirrors = |model: &str| {
            let files = [("a.txt", model), ("hemisphere/sphere_x.png", "")];
            effects(&files, program).iter().filter(|says| says.contains("like a mirror")).count()
        };
        assert_eq!((mirrors(&unused), mirrors(&used)), (0, 1), "{program}");
    }
}

#[test]
fn an_index_that_is_cut_to_16_bits_is_told_once() {
    let model = MODEL.replacen("0 0 1 2 0 0 0 1", "0 65536 1 2 0 0 0 1", 1);
    assert_eq!(effects(&[("a.txt", &model)], "stepmania"), ["takes index 65536 for 0"]);
}

#[test]
fn of_a_word_that_is_no_number_strtof_reads_the_start() {
    let material = MATERIAL_WITHOUT_FILE.replace("gone.png", "").replacen("\n0.000000\n1.0", "\n0xg\n1.0", 1);
    let model = MODEL.replacen("Materials: 0\n", &material, 1);
    assert_eq!(effects(&[("a.txt", &model)], "stepmania"), ["reads 0 for 0xg"]);
}

//! What programs do is reported where it comes from, and not at something else in the same place.

use std::fmt::Write;
use std::sync::Arc;

use crate::support::{bytes_of, models, root};
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair::{RepairOptions, repair};
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::{Effect, Targets};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::{Document, listing, read};
use ms3dlint::engines::{list, scorched3d};
use ms3dlint::fix::Applicability;

/// The rules that report what a program does, if that has these words.
fn reported_by(document: &Document, program: &'static str, words: &str) -> Vec<&'static str> {
    let options = Options { targets: Targets::Named(vec![program]), ..Options::default() };
    let findings = lint(document, &Context::default(), &options).findings;
    let says = |effects: &[_]| effects.iter().any(|effect: &Effect| effect.says.contains(words));
    let said = findings.into_iter().filter(|finding| says(&finding.effects));
    let mut rules: Vec<_> = said.map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

/// A file of the corpus that is the listing of a binary model.
macro_rules! listed {
    ($name:literal) => {
        include_str!(concat!("../../corpus/bad/", $name, ".listing"))
    };
}

/// A file of the corpus, a program, words of what it does with it, and the rule that reports them.
type Told = (&'static str, &'static str, &'static str, &'static str);

const TOLD: &[Told] = &[
    ("non-finite-number_value-of-key", "stepmania", "puts what hangs on a bone nowhere", "non-finite-number"),
    ("non-finite-number_value-of-key", "scorched3d", "reads 0 for nan", "non-finite-number"),
    ("key-past-last-frame_beyond-32-bits", "stepmania", "takes no length from", "read-otherwise-by-engine"),
    ("duplicate-block_bones-in-place-of-others", "stepmania", "drops the 1 bone", "duplicate-block"),
    ("duplicate-block_bones-in-place-of-others", "scorched3d", "does not read this block", "duplicate-block"),
    ("duplicate-block_materials-of-none", "stepmania", "in the last block Materials", "duplicate-block"),
    ("count-mismatch_more-meshes-than-memory", "stepmania", "too much memory", "count-mismatch"),
    ("malformed-count_meshes-beyond-32-bits", "stepmania", "reads 1 for 4294967297", "malformed-count"),
    ("blank-line-in-block_before-a-stray-line", "stepmania", "exits", "blank-line-in-block"),
    ("no-frames_and-an-indented-comment", "scorched3d", "exits", "refused-by-engine"),
    ("empty-name_and-a-count-too-low", "stepmania", "exits", "empty-name"),
    ("count-mismatch_two-normals-too-few", "milkshape", "keeps no face of this mesh", "count-mismatch"),
    ("truncated-file_after-a-name-in-cyrillic", "stepmania", "the file ends before", "truncated-file"),
    ("truncated-file_after-a-name-in-cyrillic", "scorched3d", "the file ends before", "truncated-file"),
];

#[test]
fn what_programs_do_with_files_of_the_corpus_is_told() {
    for (name, program, words, rule) in TOLD {
        let path = root().join(format!("corpus/bad/{name}.txt"));
        let document = read("a.txt", bytes_of(&path));
        assert_eq!(reported_by(&document, program, words), [*rule], "{name}, {program}: {words}");
    }
}

#[test]
fn a_block_of_fewer_than_none_is_found() {
    let document = read("a.txt", bytes_of(&root().join("corpus/bad/malformed-count_negative-meshes.txt")));
    let says = |words| reported_by(&document, "milkshape", words);
    assert_eq!(says("has nothing of the block `Meshes:`"), ["malformed-count"]);
    assert_eq!(says("which it does not find"), [""; 0]);
}

#[test]
fn what_a_program_refuses_in_sound_files_has_nothing_to_do_with_damage() {
    for text in [listed!("missing-tail_behind-bones"), listed!("shifted-bytes_five-bytes-added-to-keys")] {
        let document = read("a.ms3d", listing::assemble(text).unwrap());
        let rules = reported_by(&document, "assimp+validate", "takes no model with bones");
        assert_eq!(rules, ["refused-by-engine"]);
    }
    // What the program misses there has to do with it.
    let document = read("a.ms3d", listing::assemble(listed!("missing-tail_behind-bones")).unwrap());
    assert_eq!(reported_by(&document, "ms3d-crate", "the file ends"), ["missing-tail"]);
}

#[test]
fn a_version_that_is_refused_has_nothing_to_do_with_frames() {
    let text = listed!("old-version_kite").replace("frame-count=30", "frame-count=-30");
    let document = read("a.ms3d", listing::assemble(&text).unwrap());
    assert!(!reported_by(&document, "libms3d", "it has version 3").contains(&"no-frames"));
    let options = Options::default();
    let findings = lint(&document, &Context::default(), &options).findings;
    assert!(findings.iter().any(|finding| finding.rule == "no-frames"), "it is found nevertheless");
}

#[test]
fn where_a_program_looks_for_a_texture_does_not_come_from_the_end_of_its_path() {
    let document = read("a.ms3d", listing::assemble(listed!("unterminated-text_alpha-map")).unwrap());
    let rules = reported_by(&document, "irrlicht", "beside the model");
    assert!(!rules.is_empty() && !rules.contains(&"unterminated-text"), "{rules:?}");
}

/// A model with a material whose texture is missing, in a folder that is empty, with a line before its texture.
fn with_texture(line: &str) -> (Document, Context) {
    let text = format!(
        "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"hill\" 0 0\n3\n0 0.0 0.0 0.0 0.0 0.0 -1\n\
         0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\nMaterials: 1\n\
         \"moss\"\n0.2 0.2 0.2 1.0\n0.8 0.8 0.8 1.0\n0.0 0.0 0.0 1.0\n0.0 0.0 0.0 1.0\n0.0\n1.0\n{line}\
         \"moss.png\"\n\"\"\nBones: 0\n"
    );
    let none: [&str; 0] = [];
    let context = Context { file_tree: Some(Arc::new(MemoryTree::new(none))), ..Context::default() };
    (read("a.txt", text.into_bytes()), context)
}

#[test]
fn a_texture_that_is_missing_does_not_come_from_a_comment_before_it() {
    for (program, line) in [("scorched3d", ""), ("scorched3d", "// of the north side\n"), ("stepmania", "")] {
        let (document, context) = with_texture(line);
        let options = Options { targets: Targets::Named(vec![program]), ..Options::default() };
        let findings = lint(&document, &context, &options).findings;
        let stops = |effects: &[Effect]| effects.iter().any(|effect| effect.kind.stops());
        let stopping: Vec<_> = findings.iter().filter(|finding| stops(&finding.effects)).collect();
        let rules: Vec<_> = stopping.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, ["texture-not-found"], "{program}: {line}");
        assert_eq!(stopping[0].severity, Severity::Error);
    }
}

#[test]
fn what_stops_a_program_is_shown_at_a_finding_that_others_are_folded_into() {
    let text = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"hill\" 0 -1\n3\n0 0.0n 0.0 0.0 0.0 0.0 -1\n\
                0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 1\n\
                Materials: 0\nBones: 0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    let options = Options { targets: Targets::Named(vec!["stepmania", "scorched3d"]), ..Options::default() };
    let findings = lint(&document, &Context::default(), &options).findings;
    let [finding] =
        &findings.iter().filter(|finding| finding.rule == "malformed-row").collect::<Vec<_>>()[..]
    else {
        panic!("the rows share a finding: {findings:?}")
    };
    let stopped: Vec<_> =
        finding.effects.iter().filter(|effect| effect.kind.stops()).map(|effect| effect.engine).collect();
    assert_eq!((finding.count, &stopped[..]), (2, &["stepmania", "scorched3d"][..]));
}

/// An ASCII model with so many vertices, of which the last is used.
fn with_vertices(count: usize) -> Document {
    let mut text = format!("// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"hill\" 0 -1\n{count}\n");
    for index in 0..count {
        let _ = writeln!(text, "0 {index}.0 {}.0 0.0 0.0 0.0 -1", index % 7);
    }
    let last = count - 1;
    let _ = writeln!(text, "1\n0.0 0.0 1.0\n1\n0 0 1 {last} 0 0 0 1\nMaterials: 0\nBones: 0");
    read("a.txt", text.into_bytes())
}

#[test]
fn too_many_vertices_are_a_matter_of_their_number() {
    let rules = reported_by(&with_vertices(65_600), "stepmania", "all meshes together have");
    assert_eq!(rules, ["limit-exceeded"]);
}

#[test]
fn too_many_bones_are_a_matter_of_their_number() {
    let document = read("a.ms3d", listing::assemble(listed!("limit-exceeded_bones-of-binary")).unwrap());
    assert_eq!(reported_by(&document, "blender", "more than 128"), ["limit-exceeded"]);
}

#[test]
fn what_a_count_hides_comes_from_that_count() {
    let text = listed!("malformed-count_negative-comment-count-of-binary");
    let document = read("a.ms3d", listing::assemble(text).unwrap());
    for program in ["ms3d-crate", "mm3d", "milkshape", "irrlicht"] {
        let rules = reported_by(&document, program, "");
        assert!(!rules.contains(&"refused-by-engine"), "{program}: {rules:?}");
    }
}

#[test]
fn what_happens_to_any_comment_on_the_model_does_not_come_from_its_text() {
    let text =
        include_str!("../../corpus/ok/flag_waving.listing").replace("A flag.\\r\\n", "A flag\\x07\\r\\n");
    let document = read("a.ms3d", listing::assemble(&text).unwrap());
    let options = Options::default();
    let findings = lint(&document, &Context::default(), &options).findings;
    assert!(findings.iter().any(|finding| finding.rule == "control-character"));
    for (program, words) in [("mm3d", "for its length"), ("ms3d-crate", "before the comment on the model")] {
        let rules = reported_by(&document, program, words);
        assert!(!rules.is_empty() && !rules.contains(&"control-character"), "{program}: {rules:?}");
    }
}

#[test]
fn what_comes_from_the_parent_of_a_bone_is_shown_at_the_parent() {
    let text = listed!("parent-after-child_weights-and-comments-of-binary");
    // Worse, and of the same bone.
    let text = text.replacen("rotation=0.0,0.0,0.0", "rotation=nan,0.0,0.0", 1);
    let document = read("a.ms3d", listing::assemble(&text).unwrap());
    assert_eq!(reported_by(&document, "mm3d", "wrongly: a parent"), ["parent-after-child"]);
}

/// How bad each finding of a rule is for a program, with whether an effect says why.
fn judged(text: &str, program: &'static str, rule: &str) -> Vec<(Severity, bool)> {
    let document = read("a.txt", text.as_bytes().to_vec());
    let targets = Targets::Named(vec![program]);
    let options = Options { targets, expand: true, ..Options::default() };
    let findings = lint(&document, &Context::default(), &options).findings;
    let of_rule = findings.into_iter().filter(|finding| finding.rule == rule);
    of_rule.map(|finding| (finding.severity, !finding.effects.is_empty())).collect()
}

/// A model with a mesh of so many vertices, all on this line.
fn vertices(line: &str, count: usize) -> String {
    let rows = format!("{line}\n").repeat(count);
    format!(
        "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"m\" 0 -1\n{count}\n{rows}1\n0.0 0.0 1.0\n1\n\
         0 0 1 2 0 0 0 1\nMaterials: 0\nBones: 0\n"
    )
}

#[test]
fn what_a_program_does_in_many_places_makes_each_as_bad() {
    // The program tells one effect for all lines.
    let text = vertices("0.0 1.0 2.0 3.0 0.0 0.0 -1", 11);
    assert_eq!(judged(&text, "milkshape", "float-in-integer-field"), [(Severity::Warning, true); 11]);
    // The program tells an effect for each, which are too many.
    let text = vertices("0 4e-05 2.0 3.0 0.0 0.0 -1", 250);
    assert_eq!(judged(&text, "scorched3d", "exponent-float"), [(Severity::Warning, true); 250]);
}

#[test]
fn errors_stay_errors_where_a_program_does_not_come() {
    let text = vertices("0 1.0 2.0 3.0 0.0 0.0 -1", 3);
    let text = text.replace("1\n0 0 1 2 0 0 0 1\n", "2\n0 0 1 9 0 0 0 1\n0 0 1 2 0 0 7 1\n");
    assert_eq!(judged(&text, "stepmania", "vertex-index-out-of-range"), [(Severity::Error, true)]);
    // It crashes at the face before.
    assert_eq!(judged(&text, "stepmania", "normal-index-out-of-range"), [(Severity::Error, false)]);
}

#[test]
fn objects_that_a_count_leaves_out_come_from_that_count() {
    let text = include_str!("../../corpus/bad/count-mismatch_too-few-meshes.txt");
    let document = read("a.txt", text.replace("Meshes: 3", "Meshes: 1").into_bytes());
    assert_eq!(reported_by(&document, "stepmania", "leaves out 1 mesh"), ["count-mismatch"]);
}

#[test]
fn milkshape_does_nothing_behind_the_line_where_it_stops() {
    let mut stopped = 0;
    for path in models(&root().join("corpus/bad")) {
        let document = read("a.txt", bytes_of(&path));
        for run in run_all(&document, &Context::default()) {
            let stop = run.effects.iter().find(|effect| effect.kind.stops());
            let Some(stop) = stop.filter(|_| run.program.name == "milkshape" && !document.is_binary()) else {
                continue;
            };
            stopped += 1;
            let behind = run.effects.iter().find(|effect| effect.at > stop.at && effect.place != stop.place);
            assert_eq!(behind, None, "{}", path.display());
        }
    }
    assert!(stopped > 20, "{stopped}");
}

/// The rules that report what a program does with a listing in which each of these texts is replaced by another.
#[track_caller]
fn reported_of(text: &str, edits: &[[&str; 2]], program: &'static str, words: &str) -> Vec<&'static str> {
    let edited = edits.iter().fold(text.to_string(), |text, [found, other]| {
        assert!(text.contains(found), "{found}");
        text.replacen(found, other, 1)
    });
    reported_by(&read("a.ms3d", listing::assemble(&edited).unwrap()), program, words)
}

#[test]
fn what_a_program_drops_is_told_to_those_who_use_it() {
    let arm = listed!("weight-sum_rounded-up");
    let hidden = [["mesh 0: flags=0", "mesh 0: flags=2"]];
    assert_eq!(reported_of(arm, &hidden, "picomodel", "what is hidden"), ["undrawn-mesh"]);
    assert_eq!(reported_of(arm, &[], "picomodel", "does not read"), ["read-otherwise-by-engine"]);
    assert_eq!(reported_of(arm, &[], "assimp", "only the first bone"), ["read-otherwise-by-engine"]);
    // Those of no model are kept.
    assert!(reported_of(arm, &[], "assimp", "the names of").is_empty());
    let comment = include_str!("../../corpus/bad/comment-index-out-of-range_second-of-one.txt");
    let comment = read("a.txt", comment.as_bytes().to_vec());
    assert_eq!(reported_by(&comment, "milkshape", "drops a comment"), ["comment-index-out-of-range"]);
    let faces = listed!("duplicate-face_listed-in-one-mesh-of-binary");
    assert_eq!(reported_of(faces, &[], "blender", "leaves out"), ["duplicate-face"]);
    let faces = listed!("degenerate-face_in-both-meshes-of-binary");
    assert_eq!(reported_of(faces, &[], "blender", "leaves out"), ["degenerate-face"]);
}

/// A model with a vertex on a bone whose last position key is this, and 30 frames.
fn with_last_key(key: &str) -> Document {
    let bone = format!(
        "Bones: 1\n\"b\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n2\n1.0 0.0 0.0 0.0\n{key}\n1\n1.0 0.0 0.0 0.0\n"
    );
    let text = vertices("0 1.0 2.0 3.0 0.0 0.0 0", 3).replace("Bones: 0\n", &bone);
    read("a.txt", text.replace("Frames: 1\n", "Frames: 30\n").into_bytes())
}

#[test]
fn how_long_the_animation_is_comes_from_keys_that_are_late() {
    let document = with_last_key("60.0 0.0 0.0 0.0");
    for (program, words) in
        [("stepmania", "as far as the keys"), ("scorched3d", "never comes to the last keys")]
    {
        assert_eq!(reported_by(&document, program, words), ["key-past-last-frame"], "{program}");
    }
    let options = Options { targets: Targets::Unknown, ..Options::default() };
    let findings = lint(&document, &Context::default(), &options).findings;
    let late: Vec<_> = findings.iter().filter(|finding| finding.rule == "key-past-last-frame").collect();
    assert_eq!((late[0].severity, late[0].effects.len()), (Severity::Warning, 2));
    let late = listed!("key-past-last-frame_ten-frames-of-binary");
    for (program, words) in [("mm3d", "after the last frame"), ("irrlicht", "as far as the keys")] {
        assert_eq!(reported_of(late, &[], program, words), ["key-past-last-frame"], "{program}");
    }
    // Where keys end before the last frame, none of them is late, and line ends are not why.
    let early = include_str!("../../corpus/ok/flag_five_bones.txt");
    let first = early.find("Frames: ").unwrap();
    let early = early[first..].replace('\r', "").replacen("Frames: ", "Frames: 1", 1);
    let document = read("a.txt", early.into_bytes());
    assert_eq!(reported_by(&document, "stepmania", "as far as the keys"), ["read-otherwise-by-engine"]);
}

#[test]
fn how_lines_end_matters_only_where_programs_see_no_end() {
    let lines = |number: &str, ends: [&str; 3]| {
        let [first, second, third] = ends;
        let rest = vertices("0 1.0 2.0 3.0 0.0 0.0 -1", 3);
        let rest = rest.split_once("Frame: 1\n").unwrap().1;
        read("a.txt", format!("Frames: {number}{first}Frame: 1{second}{rest}{third}").into_bytes())
    };
    for ends in [["\n", "\n", "\n"], ["\r\n", "\n", "\n"]] {
        for program in ["stepmania", "scorched3d", "milkshape"] {
            let rules = reported_by(&lines("-7", ends), program, "");
            let is_about_ends = |rule: &&&str| matches!(**rule, "bare-line-feed" | "mixed-line-endings");
            assert_eq!(rules.iter().find(is_about_ends), None, "{program}: {ends:?}");
        }
    }
    let joined = lines("1", ["\r", "\n", "\n"]);
    assert_eq!(reported_by(&joined, "milkshape", "the rest of a line"), ["mixed-line-endings"]);
}

#[test]
fn how_a_program_works_comes_from_nothing_in_a_file() {
    let edits = [
        ["rotation=0.0,0.0,0.0 position=", "rotation=1.0,0.0,0.0 position="],
        ["position key 0: time=0.0 position=0.0,0.0", "position key 0: time=-0.5 position=0.0,1.0"],
    ];
    for (program, words) in [("assimp", "in other directions"), ("libms3d", "does not move")] {
        let rules = reported_of(listed!("weight-sum_rounded-up"), &edits, program, words);
        assert_eq!(rules, ["read-otherwise-by-engine"], "{program}");
    }
    let document = with_last_key("60.0 0.00000000000000000000001 0.0 0.0");
    assert_eq!(reported_by(&document, "scorched3d", "crashes"), ["excess-digits"]);
}

#[test]
fn a_mirror_is_no_surprise_where_it_is_wanted() {
    let judged = |path: &str, program| {
        let (document, _) = with_texture("");
        let text = String::from_utf8_lossy(document.source.bytes()).replace("moss.png", path);
        self::judged(&text, program, "stepmania-texture-keyword")
    };
    let (asked, warned) = ([(Severity::Info, true)], [(Severity::Warning, true)]);
    assert_eq!(judged("hemisphere.png", "stepmania"), warned);
    assert_eq!(judged("spheres/wood.png", "stepmania"), warned);
    assert_eq!(judged("steel_sphere.png", "stepmania"), asked);
    assert_eq!(judged("steel_sphere.png", "scorched3d"), [(Severity::Hint, false)]);
    assert_eq!(judged("sphere_steel.png", "scorched3d"), asked);
    assert_eq!(judged("sphere_steel/wood.png", "scorched3d"), warned);
}

#[test]
fn only_what_stops_for_want_of_a_block_comes_from_its_absence() {
    let whole = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\"hill\" 0 0\n3\n0 0.0 0.0 0.0 0.0 0.0 -1\n\
         0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\n";
    let told = |rest: &str, program, words| {
        reported_by(&read("a.txt", format!("{whole}{rest}").into_bytes()), program, words)
    };
    let no_material = "there are no materials";
    assert_eq!(told("Materials: 0\n", "stepmania", no_material), ["refused-by-engine"]);
    assert_eq!(told("Materials: 0\n", "scorched3d", "before a line \"Bones:\""), ["missing-block"]);
    assert_eq!(told("Bones: 0\n", "stepmania", no_material), ["missing-block"]);
    assert_eq!(told("materials: 0\nBones: 0\n", "stepmania", no_material), ["misspelled-block"]);
    assert_eq!(told("Materials: 0\nbones: 0\n", "stepmania", no_material), ["refused-by-engine"]);
}

#[test]
fn what_follows_a_field_that_is_read_in_part_comes_from_that() {
    let text = include_bytes!("../../corpus/bad/float-in-integer-field_of-the-only-bound-vertex.txt");
    let rules = reported_by(&read("a.txt", text.to_vec()), "stepmania", "has bone 1");
    assert_eq!(rules, ["float-in-integer-field"]);
}

#[test]
fn a_key_at_no_time_is_no_late_one() {
    let text = listed!("key-past-last-frame_ten-frames-of-binary").replace("time=0.5", "time=inf");
    let document = read("a.ms3d", listing::assemble(&text).unwrap());
    assert_eq!(reported_by(&document, "mm3d", "after the last frame"), ["key-past-last-frame"]);
    assert!(reported_by(&document, "mm3d", "drops 4 keys").contains(&"non-finite-number"));
}

#[test]
fn what_still_stops_a_program_after_a_repair_is_shown_at_its_cause() {
    let text = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 1\n\n// the flags, the material\n\"hill\" 0 -1\n3\n\
        0 0.0 0.0 0.0 0.0 0.0 -1\n0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n1\n\
        0 0 1 2 0 0 0 1\nMaterials: 0\nBones: 0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    let words = "the name of mesh 0";
    assert_eq!(reported_by(&document, "milkshape", words), ["blank-line-in-block"]);
    let linting = Options { targets: Targets::Named(vec!["milkshape"]), ..Options::default() };
    let options = RepairOptions { lint: linting, least: Applicability::Safe, only: Vec::new() };
    let repaired = repair(document, &Context::default(), &options).map(|repaired| repaired.document);
    let repaired = repaired.expect("the blank line is deleted");
    assert_eq!(reported_by(&repaired, "milkshape", words), ["comment-in-block"]);
}

#[test]
fn what_makes_a_program_find_nothing_is_repaired_for_it() {
    let color = "0.5 0.5 0.5 1.0\r\n".repeat(4);
    let text = format!("MATERIALS: 1\r\n\"moss\"\r\n{color}0.0\r\n1.0\r\n\"\"\r\n\"\"");
    let document = read("mill materials.txt", text.clone().into_bytes());
    assert_eq!(
        reported_by(&document, "stepmania", "takes the file for an empty model"),
        ["misspelled-block"]
    );
    let linting = Options { targets: Targets::Named(vec!["stepmania"]), ..Options::default() };
    let options = RepairOptions { lint: linting, least: Applicability::Safe, only: Vec::new() };
    let repaired = repair(document, &Context::default(), &options).map(|repaired| repaired.document);
    let repaired = repaired.expect("the block is spelled as it should be");
    assert_eq!(repaired.source.bytes(), (text.replace("MATERIALS", "Materials") + "\r\n").as_bytes());
}

#[test]
fn what_a_program_takes_otherwise_of_a_damaged_file_is_told_with_the_damage() {
    let text = listed!("shifted-bytes_five-bytes-added-to-keys");
    let document = read("a.ms3d", listing::assemble(text).unwrap());
    let options = Options { targets: Targets::Named(vec!["milkshape"]), ..Options::default() };
    let findings = lint(&document, &Context::default(), &options).findings;
    let [damage] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((damage.rule, damage.severity), ("shifted-bytes", Severity::Warning));
}

#[test]
fn an_animation_that_ends_within_its_second_frame_is_cut() {
    let text = include_str!("../../corpus/bad/key-times-in-seconds_one-second.txt");
    let moving = text.replace("0.500000 0.000000 0", "1.100000 0.000000 0");
    let moving = moving.replace("1.000000 0.000000 0.000000", "1.500000 5.000000 0.000000");
    let document = read("a.txt", moving.into_bytes());
    let rules = reported_by(&document, "stepmania", "plays only the first frame");
    assert_eq!(rules, ["key-times-in-seconds"]);
}

#[test]
fn a_count_is_why_what_it_leaves_out_is_missed() {
    let text = include_str!("../../corpus/bad/count-mismatch_too-few-meshes.txt");
    let sound = text.replace("Meshes: 3", "Meshes: 2");
    let more = sound.replace("Meshes: 2", "Meshes: 4").replace("Materials:", "\nMaterials:");
    let document = read("a.txt", more.into_bytes());
    assert_eq!(reported_by(&document, "stepmania", "the name of mesh"), ["count-mismatch"]);
    let material = "Materials: 1";
    let fewer = sound.replace("Materials: 2", material);
    assert!(fewer.contains(material), "{sound}");
    let document = read("a.txt", fewer.into_bytes());
    assert_eq!(reported_by(&document, "stepmania", "has material 1"), ["count-mismatch"]);
}

#[test]
fn keys_that_are_not_sorted_move_bones_wrongly_if_they_say_something_else() {
    let text = include_str!("../../corpus/bad/key-times-unsorted_swapped.txt");
    let document = read("a.txt", text.as_bytes().to_vec());
    for program in ["stepmania", "openitg", "scorched3d"] {
        assert_eq!(reported_by(&document, program, "takes wrong keys"), ["key-times-unsorted"], "{program}");
    }
}

#[test]
fn a_quote_is_put_safely_only_where_no_blank_is_lost() {
    let text = include_str!("../../corpus/bad/unterminated-string_texture.txt");
    let applicability = |text: &str| {
        let document = read("a.txt", text.as_bytes().to_vec());
        let findings = lint(&document, &Context::default(), &Options::default()).findings;
        let found = findings.into_iter().find(|finding| finding.rule == "unterminated-string").unwrap();
        found.fix.unwrap().applicability
    };
    assert_eq!(applicability(text), Applicability::Safe);
    let line = text.lines().find(|line| line.matches('"').count() == 1).unwrap();
    assert_eq!(applicability(&text.replacen(line, &format!("{line} "), 1)), Applicability::Unsafe);
}

/// Of a line with nothing but a quote it cuts off the first and the last character, and what is left is empty.
#[test]
fn a_lone_quote_is_no_texture_to_scorched3d() {
    for path in ["\"\n", "x\n", "\"\"\n"] {
        let (document, _) = with_texture("");
        let text = String::from_utf8_lossy(document.source.bytes()).replace("\"moss.png\"\n", path);
        let document = read("a.txt", text.into_bytes());
        let (held, result) = scorched3d::load(&document, Some(&MemoryTree::new([""; 0])));
        assert_eq!((result.is_ok(), &held.meshes[0].material.texture[..]), (true, &b""[..]), "{path}");
        assert!(scorched3d::run(&document, None).oddities.is_empty(), "{path}");
    }
}

#[test]
fn why_blender_gives_other_weights_is_said() {
    let arm = listed!("weight-sum_rounded-up");
    let other = [
        ("bones=1,-2,-1 weights=40,30,30", "bone -2 is the last but one to it"),
        ("bones=1,0,-1 weights=34,101,33", "101 is 0 to it"),
        ("bones=1,-2,-1 weights=34,101,33", "101 is 0 to it, and bone -2 the last but one"),
        ("bones=1,0,1 weights=0,0,0", "the fourth bone has what the others leave of 100"),
    ];
    for (bound, why) in other {
        let edit = [["bones=1,0,-1 weights=34,34,34", bound]];
        let words = format!("gives 1 vertex other weights: {why}");
        assert!(!reported_of(arm, &edit, "blender", &words).is_empty(), "{bound}: {words}");
    }
    // A whole one is not told with the reason of another.
    assert!(reported_of(arm, &[], "blender", "other weights").is_empty());
}

#[test]
fn what_stops_a_program_before_bytes_were_added_does_not_come_from_them() {
    let keys = listed!("shifted-bytes_five-bytes-added-to-keys");
    let old = [["version=4", "version=3"]];
    assert_eq!(reported_of(keys, &old, "assimp", "refuses"), ["refused-by-engine"]);
}

#[test]
fn what_a_mesh_lacks_is_not_its_name() {
    let whole = include_str!("../../corpus/ok/pyramid_textured.listing");
    let (start, rest) = whole.split_once("meshes: count=1\n").unwrap();
    let (mesh, rest) = rest.split_once("materials: ").unwrap();
    let name = mesh.split('"').nth(1).unwrap();
    let second = format!("mesh 1: flags=0 name=\"{name}\" face-count=0\nend of mesh 1: material=-1\n");
    let empty = format!("{start}meshes: count=2\n{mesh}{second}materials: {rest}");
    let document = read("a.ms3d", listing::assemble(&empty).unwrap());
    assert_eq!(reported_by(&document, "assimp+validate", "has no faces"), ["empty-mesh"]);
}

#[test]
fn a_damaged_file_is_no_hint_to_whoever_loads_it() {
    let damage = ["shifted-bytes", "wrong-count", "text-mode-damage"];
    let folder = std::fs::read_dir(root().join("corpus/bad")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let name = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let is_damaged = |path: &std::path::PathBuf| {
        let name = name(path);
        name.ends_with(".listing") && damage.iter().any(|rule| name.starts_with(&format!("{rule}_")))
    };
    let mut count = 0;
    for path in paths.filter(is_damaged) {
        let text = std::fs::read_to_string(&path).unwrap();
        let document = read("a.ms3d", listing::assemble(&text).unwrap());
        for program in list::of(&document).map(|engine| engine.programs[0].name) {
            let options = Options { targets: Targets::Named(vec![program]), ..Options::default() };
            let findings = lint(&document, &Context::default(), &options).findings;
            let worst = findings.iter().map(|finding| finding.severity).max();
            assert!(worst >= Some(Severity::Warning), "{}, {program}: {worst:?}", name(&path));
            count += 1;
        }
    }
    assert!(count > 50, "{count} damaged files and programs");
}

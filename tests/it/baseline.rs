//! Baselines: which findings they silence, and which are new.

use std::fs;
use std::sync::{Arc, LazyLock};

use crate::support;
use crate::support::{bytes_of, models, of_rule, root};
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::actions::repair;
use ms3dlint::diagnostics::baseline::{Baseline, Entries};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::{Finding, Status};
use ms3dlint::diagnostics::limits::{Limits, ModelBudget};
use ms3dlint::document::describe::describe;
use ms3dlint::document::listing::assemble;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;
use proptest::prelude::*;

/// Checks bytes with these baselined findings.
fn check(name: &str, bytes: &[u8], known: &Entries, options: Options) -> (Vec<String>, Report) {
    let document = read(name, bytes.to_vec());
    let report =
        lint(&document, &Context::default(), &Options { known: Some(Arc::new(known.clone())), ..options });
    let said = |finding: &Finding| format!("{} {}", finding.rule, describe(&document, finding.place));
    (report.findings.iter().map(said).collect(), report)
}

/// All that is found in a file.
fn entries(name: &str, bytes: &[u8]) -> Entries {
    check(name, bytes, &Entries::default(), Options::default()).1.entries
}

fn expanded() -> Options {
    Options { expand: true, ..Options::default() }
}

/// The new findings of a rule when `before` is baselined and the file is `after`; and how many are baselined.
#[track_caller]
fn new(rule: &str, before: &str, after: &str) -> (Vec<String>, usize) {
    let known = entries("a.txt", before.as_bytes());
    let rules = vec![ms3dlint::rules::find(rule).unwrap()];
    let options = Options { rules, ..expanded() };
    let (found, report) = check("a.txt", after.as_bytes(), &known, options);
    (found.iter().map(|said| said.split_once(' ').unwrap().1.to_string()).collect(), report.known)
}

#[test]
fn what_is_written_is_known() {
    for path in models(&root().join("corpus")) {
        let bytes = bytes_of(&path);
        let name = support::name_of(&path);
        let known = entries(&name, &bytes);
        for options in [Options::default(), expanded(), Options { most_per_rule: 0, ..Options::default() }] {
            let everything = lint(&read(&*name, bytes.clone()), &Context::default(), &options);
            let count: usize = everything.tallies.iter().map(|tally| tally.count).sum();
            let (found, report) = check(&name, &bytes, &known, options);
            assert_eq!((found, report.known, report.tallies.len()), (Vec::new(), count, 0), "{name}");
            assert_eq!(known.len(), count, "{name}");
        }
    }
}

#[test]
fn each_line_is_needed_for_its_own_findings_alone() {
    for path in models(&root().join("corpus/bad")) {
        let (bytes, name) = (bytes_of(&path), support::name_of(&path));
        let mut baseline = Baseline::default();
        baseline.set(name.clone(), entries(&name, &bytes));
        let text = baseline.text();
        let lines: Vec<_> = text.lines().collect();
        for left_out in 1..lines.len() - 1 {
            let kept =
                lines.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, line)| *line);
            let less = Baseline::parse(kept.collect::<Vec<_>>().join("\n").as_bytes()).unwrap();
            let known = less.files.get(&name).map(|known| known.as_ref().clone()).unwrap_or_default();
            let (_, report) = check(&name, &bytes, &known, Options::default());
            let columns: Vec<_> = lines[left_out].split('\t').collect();
            let found: Vec<_> =
                report.tallies.iter().map(|tally| (tally.rule.name, tally.count.to_string())).collect();
            assert_eq!(found, [(columns[1], columns[3].to_string())], "{name}: {}", lines[left_out]);
        }
    }
}

/// A model of one mesh: vertices (x and u), normals (y), faces (three vertices), and what its material says.
struct Mesh<'a> {
    vertices: &'a [(i32, &'a str)],
    normals: &'a [&'a str],
    faces: &'a [[i32; 3]],
    texture: &'a str,
}

const MESH: Mesh = Mesh {
    vertices: &[(0, "0.5"), (1, "0.5"), (2, "0.5"), (4, "0.5"), (8, "0.5")],
    normals: &["1", "1", "1", "1", "1"],
    faces: &[[0, 1, 2], [1, 2, 3], [2, 3, 4]],
    texture: "",
};

impl Mesh<'_> {
    fn text(&self) -> String {
        let lines = |lines: Vec<String>| format!("{}\n{}", lines.len(), lines.concat());
        let vertices = self.vertices.iter().map(|(x, u)| format!("0 {x}.0 {}.0 0.0 {u} 0.5 -1\n", x * x));
        let normals = self.normals.iter().map(|y| format!("0.0 {y} 0.0\n"));
        let faces = self.faces.iter().map(|[a, b, c]| format!("0 {a} {b} {c} {a} {b} {c} 1\n"));
        let [vertices, normals, faces] = [vertices.collect(), normals.collect(), faces.collect()].map(lines);
        let color = "0.5 0.5 0.5 1.0\n".repeat(4);
        format!(
            "// MilkShape 3D ASCII\n\nFrames: 1\nFrame: 1\n\nMeshes: 1\n\"body\" 0 0\n{vertices}{normals}{faces}\n\
             Materials: 1\n\"skin\"\n{color}0.0\n1.0\n\"{}\"\n\"\"\n\nBones: 0\n",
            self.texture
        )
    }
}

#[test]
fn lines_that_move_and_objects_that_are_added_change_nothing() {
    let before = Mesh { normals: &["1", "0", "1", "0", "1"], ..MESH }.text();
    let after = before.replace("Frames: 1", "// one\n// two\nFrames: 1");
    assert_eq!(new("zero-normal", &before, &after), (vec![], 2));
    let after = before.replace("Meshes: 1\n", "Meshes: 2\n\"head\" 0 -1\n0\n0\n0\n");
    assert_eq!(new("zero-normal", &before, &after), (vec![], 2));
    // Not even one of the same name.
    let after = before.replace("Meshes: 1\n", "Meshes: 2\n\"body\" 0 -1\n0\n0\n0\n");
    assert_eq!(new("zero-normal", &before, &after), (vec![], 2));
}

#[test]
fn one_that_goes_and_one_that_comes_are_told_apart() {
    let before = Mesh { normals: &["1", "0", "1", "0", "1"], ..MESH }.text();
    let after = Mesh { normals: &["1", "1", "0", "0", "1"], ..MESH }.text();
    assert_eq!(new("zero-normal", &before, &after), (vec!["mesh \"body\", normal 2".to_string()], 1));
    let of = |u| Mesh { vertices: &[(0, u), (1, "0.5"), (2, "0.5"), (4, "0.5"), (8, "0.5")], ..MESH }.text();
    let (before, after) = (of("64.0"), of("65.0"));
    assert_eq!(new("uv-out-of-range", &before, &after), (vec!["mesh \"body\", vertex 0, u".to_string()], 0));
    let of = |texture| Mesh { texture, ..MESH }.text();
    let (before, after) = (of("C:\\one.png"), of("C:\\two.png"));
    let texture = "material \"skin\", texture".to_string();
    assert_eq!(new("absolute-texture-path", &before, &after), (vec![texture], 0));
}

#[test]
fn a_row_that_is_put_in_front_changes_nothing() {
    let before =
        Mesh { faces: &[[0, 1, 2], [1, 1, 3], [2, 3, 9]], normals: &["0", "1", "0", "1", "1"], ..MESH };
    let after = Mesh {
        vertices: &[(9, "0.5"), (0, "0.5"), (1, "0.5"), (2, "0.5"), (4, "0.5"), (8, "0.5")],
        normals: &["1", "0", "1", "0", "1", "1"],
        faces: &[[0, 1, 2], [1, 2, 3], [2, 2, 4], [3, 4, 10]],
        ..MESH
    };
    let (before, after) = (before.text(), after.text());
    for (rule, known) in [("zero-normal", 2), ("degenerate-face", 1), ("vertex-index-out-of-range", 1)] {
        assert_eq!(new(rule, &before, &after), (vec![], known), "{rule}");
    }
}

#[test]
fn the_order_of_faces_does_not_matter() {
    let mut faces = [[0, 1, 2], [1, 2, 3], [2, 3, 4], [4, 2, 3]];
    let mut of = |normal| {
        faces.reverse();
        let text = Mesh { normals: &["1", normal, "1", "1", "1"], faces: &faces, ..MESH }.text();
        // All corners of this face have one normal.
        text.replace("0 0 1 2 0 1 2 1", "0 0 1 2 1 1 1 1")
    };
    for (rule, normal) in [("zero-normal", "0"), ("negative-zero", "-0.0"), ("duplicate-face", "1")] {
        let (before, after) = (of(normal), of(normal));
        assert_ne!(before, after);
        assert_eq!(new(rule, &before, &after), (vec![], 1), "{rule}");
    }
}

#[test]
fn the_spelling_of_a_value_does_not_matter() {
    let before =
        Mesh { vertices: &[(0, "64"), (1, "64.0"), (2, "0.5"), (4, "0.5"), (8, "0.5")], ..MESH }.text();
    let after = before.replace("64.0", "6.4e1").replace(" 64 ", " 64.000000 ");
    assert_eq!(new("uv-out-of-range", &before, &after), (vec![], 2));
}

#[test]
fn what_is_beyond_a_budget_may_shrink_and_not_grow() {
    let budget = ModelBudget { faces: Some(1), vertices: Some(5), ..ModelBudget::default() };
    let rules = vec![ms3dlint::rules::find("over-budget").unwrap()];
    let options = Options { rules, limits: Limits { budget, ..Limits::default() }, ..Options::default() };
    let mesh = |faces| Mesh { faces, ..MESH };
    let of = |mesh: &Mesh, known: &Entries| {
        let report = check("a.txt", mesh.text().as_bytes(), known, options.clone()).1;
        (of_rule(&report, "over-budget").len(), report.entries)
    };
    let fewer = mesh(&MESH.faces[..2]);
    let more = mesh(&[[0, 1, 2], [1, 2, 3], [2, 3, 4], [0, 2, 4]]);
    let too_many_vertices = Mesh { vertices: &[MESH.vertices, &[(9, "0.5")]].concat(), ..MESH };
    let (count, known) = of(&MESH, &Entries::default());
    assert_eq!(count, 1);
    for (after, count) in [(&MESH, 0), (&fewer, 0), (&more, 1), (&too_many_vertices, 1)] {
        let (new, found) = of(after, &known);
        assert_eq!((new, known.new_in(&found).map(|(_, count)| count).sum()), (count, count));
    }
    // What was forgotten does not come back, and what grows is forgotten no sooner.
    let shrunk = known.still_found(&of(&fewer, &known).1, |_| true);
    assert_eq!((shrunk.len(), of(&fewer, &shrunk).0, of(&MESH, &shrunk).0), (known.len(), 0, 1));
    assert_eq!(known.still_found(&of(&more, &known).1, |_| true), known);
    // Several findings of one block are recorded one by one.
    let both = Mesh { vertices: too_many_vertices.vertices, ..more };
    assert_eq!(of(&both, &Entries::default()).0, 2);
    let mut baseline = Baseline::default();
    baseline.set("a.txt".to_string(), known);
    assert!(baseline.text().contains("<=3\n"), "{}", baseline.text());
    assert_eq!(Baseline::parse(baseline.text().as_bytes()), Ok(baseline));
}

#[test]
fn a_normal_that_gets_another_length_is_new() {
    let of = |y| Mesh { normals: &["1", y, "1", "1", "1"], ..MESH }.text();
    let normal = vec!["mesh \"body\", normal 1".to_string()];
    assert_eq!(new("unnormalized-normal", &of("1.02"), &of("999")), (normal, 0));
    assert_eq!(new("unnormalized-normal", &of("1.02"), &of("1.0200")), (vec![], 1));
}

#[test]
fn each_missing_block_counts() {
    let whole = MESH.text();
    let without_bones = whole.replace("\nBones: 0\n", "");
    let without_both = without_bones.replace("Frames: 1\n", "");
    let file = vec![String::new()];
    assert_eq!(new("missing-block", &without_bones, &without_both), (file.clone(), 0));
    // Nor is it another finding because something else comes next.
    let without_frames = whole.replace("Frames: 1\n", "");
    let without_either = without_frames.replace("Frame: 1\n", "");
    assert_eq!(new("missing-block", &without_frames, &without_either), (file, 0));
    let moved = without_frames.replace("Frame: 1\n", "").replace("Materials", "Frame: 1\nMaterials");
    assert_eq!(new("missing-block", &without_frames, &moved), (vec![], 1));
}

#[test]
fn what_is_left_behind_a_text_does_not_matter() {
    let path = root().join("corpus/bad/absolute-texture-path_drive-of-binary.listing");
    let listing = fs::read_to_string(path).unwrap();
    let with = |text: &str| assemble(&listing.replace("kite.png\"", text)).unwrap();
    let known = entries("a.ms3d", &with("kite.png\"+cd"));
    for (after, count) in [("kite.png\"", 0), ("kite.png\"+ef01", 0), ("kate.png\"+cd", 1)] {
        let (_, report) = check("a.ms3d", &with(after), &known, Options::default());
        assert_eq!(of_rule(&report, "absolute-texture-path").len(), count, "{after}");
    }
}

/// Backslashes are repaired, and what is known of a path stays known.
#[test]
fn how_folders_are_separated_does_not_matter() {
    let text = |path: &str| {
        format!("Materials: 1\n\"a\"\n{}0\n1\n\"{path}\"\n\"\"\nBones: 0\n", "0 0 0 1\n".repeat(4))
    };
    let known = entries("a.txt", text("C:\\art\\a.png").as_bytes());
    for (path, count) in [("C:/art/a.png", 0), ("C:\\art\\b.png", 1)] {
        let (_, report) = check("a.txt", text(path).as_bytes(), &known, Options::default());
        assert_eq!(of_rule(&report, "absolute-texture-path").len(), count, "{path}");
    }
}

#[test]
fn a_known_finding_is_not_folded_into_a_new_one() {
    let before = Mesh { normals: &["1", "0", "1", "0", "1"], ..MESH }.text();
    let after = Mesh { normals: &["1", "0", "0", "0", "0"], ..MESH }.text();
    let known = entries("a.txt", before.as_bytes());
    for keeps_hidden in [false, true] {
        let options = Options { keeps_hidden, ..Options::default() };
        let (_, report) = check("a.txt", after.as_bytes(), &known, options);
        let shown = of_rule(&report, "zero-normal");
        assert_eq!((shown.len(), shown[0].count, shown[0].place.row), (1, 2, 2));
        let hidden: Vec<_> = report.hidden.iter().filter(|finding| finding.rule == "zero-normal").collect();
        assert_eq!(hidden.len(), usize::from(keeps_hidden));
        assert!(hidden.iter().all(|finding| (finding.count, finding.place.row) == (2, 1)));
        assert!(hidden.iter().all(|finding| finding.status == Status::Baselined));
    }
}

#[test]
fn what_is_known_is_not_repaired_unless_it_is_named() {
    let before = Mesh { normals: &["1", "-0.0", "1", "1", "1"], ..MESH }.text();
    let after = Mesh { normals: &["1", "-0.0", "1", "-0.0", "1"], ..MESH }.text();
    let linting =
        Options { known: Some(Arc::new(entries("a.txt", before.as_bytes()))), ..Options::default() };
    let repaired = |only| {
        let options = repair::RepairOptions { lint: linting.clone(), least: Applicability::Safe, only };
        let repaired =
            repair::repair(read("a.txt", after.clone().into_bytes()), &Context::default(), &options)
                .ok()
                .unwrap();
        repaired.fixed.get("negative-zero").copied()
    };
    assert_eq!(repaired(Vec::new()), Some(1));
    assert_eq!(repaired(vec![ms3dlint::rules::find("negative-zero").unwrap()]), Some(2));
}

#[test]
fn suppressions_come_first() {
    let before = Mesh { normals: &["1", "0", "1", "1", "1"], ..MESH }.text();
    let after = before.replace("\n\nFrames", "\n// ms3dlint: allow(zero-normal)\n\nFrames");
    let known = entries("a.txt", before.as_bytes());
    let (_, report) = check("a.txt", after.as_bytes(), &known, Options::default());
    assert_eq!((report.suppressed, of_rule(&report, "unused-suppression").len()), (1, 0));
}

/// A baseline of all bad examples.
static BASELINE: LazyLock<Baseline> = LazyLock::new(|| {
    let mut baseline = Baseline::default();
    for path in models(&root().join("corpus/bad")) {
        let name = support::name_of(&path);
        baseline.set(name.clone(), entries(&name, &bytes_of(&path)));
    }
    baseline
});

proptest! {
    #[test]
    fn lines_in_any_order_read_the_same(seed in proptest::collection::vec(any::<u32>(), 4000)) {
        let baseline = &*BASELINE;
        let text = baseline.text();
        let (header, lines) = text.split_once('\n').unwrap();
        let (lines, end) = lines.trim_end().rsplit_once('\n').unwrap();
        let mut lines: Vec<_> = lines.lines().zip(&seed).collect();
        prop_assert!(lines.len() > 100 && lines.len() < seed.len());
        lines.sort_by_key(|(_, order)| **order);
        let shuffled: Vec<_> = lines.into_iter().map(|(line, _)| line).collect();
        let read = Baseline::parse(format!("{header}\r\n{}\r\n{end}\r\n", shuffled.join("\r\n")).as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(baseline));
        prop_assert_eq!(read.unwrap().text(), text);
    }

    #[test]
    fn a_repair_never_adds_to_what_is_still_found(file in 0..models(&root().join("corpus/bad")).len(), is_safe: bool) {
        let path = &models(&root().join("corpus/bad"))[file];
        let (bytes, name) = (bytes_of(path), support::name_of(path));
        let known = entries(&name, &bytes);
        let least = if is_safe { Applicability::Safe } else { Applicability::Unsafe };
        let options = repair::RepairOptions { lint: Options::default(), least, only: Vec::new() };
        let repaired = repair::repair(read(&*name, bytes), &Context::default(), &options).ok().unwrap();
        let found = entries(&name, repaired.document.source.bytes());
        let still = known.still_found(&found, |_| true);
        prop_assert!(still.new_in(&found).map(|(_, count)| count).sum::<usize>() + still.len() == found.len());
        prop_assert_eq!(known.new_in(&still).next(), None);
        // Of rules that were not run nothing is forgotten.
        prop_assert_eq!(known.still_found(&found, |_| false), known);
    }

    #[test]
    fn any_bytes_are_read_or_told_to_be_wrong(bytes: Vec<u8>, text in "(ms3dlint baseline 1: file\trule\tobject\tcount\tmarks\n|[a\t\n*0-9<=]{1,20}|end of ms3dlint baseline\n?){0,8}") {
        for bytes in [&bytes[..], text.as_bytes()] {
            if let Ok(baseline) = Baseline::parse(bytes) {
                prop_assert_eq!(Baseline::parse(baseline.text().as_bytes()), Ok(baseline));
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_baseline_is_told_with_its_line() {
    const HEAD: &str = "ms3dlint baseline 1: file\trule\tobject\tcount\tmarks\n";
    const LINE: &str = "a.txt\tzero-normal\tmesh \"body\"\t3\t0000000a*2 0000000b\n";
    const END: &str = "end of ms3dlint baseline\n";
    let good = Baseline::parse(format!("{HEAD}{LINE}{END}").as_bytes()).unwrap();
    assert_eq!((good.len(), good.text()), (3, format!("{HEAD}{LINE}{END}")));
    // A baseline that was cut anywhere is refused.
    let whole = good.text();
    assert!((0..whole.len() - 1).all(|cut| Baseline::parse(&whole.as_bytes()[..cut]).is_err()));
    for (text, line, part) in [
        (String::new(), 1, "begins with"),
        (LINE.to_string(), 1, "begins with"),
        (HEAD.replace("1:", "2:"), 1, "of version 2"),
        (HEAD.replace("1:", "0:"), 1, "begins with"),
        ("ms3dlint baseline 1".to_string(), 1, "begins with"),
        (HEAD.replace("\tmarks\n", ""), 1, "begins with"),
        (format!("{HEAD}<<<<<<< HEAD\n{LINE}"), 2, "not merged"),
        (format!("{HEAD}{LINE}=======\n"), 3, "not merged"),
        (format!("{HEAD}{LINE}{LINE}"), 3, "earlier line"),
        (HEAD.to_string(), 2, "was cut"),
        (HEAD.trim_end().to_string(), 1, "was cut"),
        (format!("{HEAD}{LINE}"), 3, "was cut"),
        (format!("{HEAD}{LINE}{}", END.replace("ms3d", "")), 3, "five columns"),
        (format!("{HEAD}{END}\n{LINE}"), 4, "after the last line"),
        (format!("{HEAD}{END}{END}"), 3, "after the last line"),
        (HEAD.to_string() + &LINE.replace('3', "4"), 2, "count"),
        (HEAD.to_string() + &LINE.replace("*2", "*0"), 2, "from 1"),
        (HEAD.to_string() + &LINE.replace("*2", "<=0"), 2, "from 1"),
        (HEAD.to_string() + &LINE.replace("0000000b", "0000000B"), 2, "eight"),
        (HEAD.to_string() + &LINE.replace("0000000b", "0000000a"), 2, "twice"),
        (HEAD.to_string() + &LINE.replace("\t3", ""), 2, "five columns"),
        (HEAD.to_string() + &LINE.replace("a.txt", ""), 2, "missing"),
    ] {
        let problem = Baseline::parse(text.as_bytes()).unwrap_err();
        assert_eq!(problem.line, line, "{text}");
        assert!(problem.what.contains(part), "{}", problem.what);
    }
    assert_eq!(Baseline::parse(&[HEAD.as_bytes(), b"\xFF"].concat()).unwrap_err().line, 2);
}

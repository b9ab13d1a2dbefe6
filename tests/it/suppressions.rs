//! What the comments of a model silence, and what they do not.

use crate::support;
use crate::support::{check, check_with, of_rule};
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Status;
use ms3dlint::document::describe::describe;
use ms3dlint::document::read;

/// A leading zero in each of three meshes, of which two share a name, and in a block.
const MODEL: &str = "\
Frames: 1
Frame: 1
Meshes: 3
\"a\" 07 -1
0
0
0
\"b\" 07 -1
0
0
0
\"a\" 07 -1
0
0
0
Materials: 00
Bones: 0
";

/// What is found by rules about numbers and suppressions in the model after some lines: the
/// names of rules and the places, or the text that is pointed at; and how much is suppressed.
fn found(lines: &[&str]) -> (Vec<String>, usize) {
    found_in(&format!("// MilkShape 3D ASCII\n{}\n{MODEL}", lines.join("\n")))
}

fn found_in(text: &str) -> (Vec<String>, usize) {
    let (document, report) = check("a.txt", text.as_bytes());
    let findings = report.findings.iter().filter_map(|finding| match finding.rule {
        "leading-zero" => Some(describe(&document, finding.place)),
        "unused-suppression" | "malformed-suppression" => {
            let text = String::from_utf8_lossy(document.bytes(finding.span()));
            Some(format!("{} {text}", finding.rule.split_once('-').unwrap().0))
        }
        _ => None,
    });
    (findings.collect(), report.suppressed)
}

const FLAGS: [&str; 4] =
    ["mesh 0 \"a\", flags", "mesh \"b\", flags", "mesh 2 \"a\", flags", "block Materials, count"];

#[track_caller]
fn assert_found(lines: &[&str], expected: &[&str], suppressed: usize) {
    let (found, count) = found(lines);
    assert_eq!(found, expected);
    assert_eq!(count, suppressed);
}

#[test]
fn a_rule_is_silent_in_the_whole_file_or_in_objects_of_a_name() {
    assert_found(&[], &FLAGS, 0);
    assert_found(&["// ms3dlint: allow(leading-zero)"], &[], 4);
    assert_found(&["// ms3dlint: allow(leading-zero) in mesh \"b\""], &[FLAGS[0], FLAGS[2], FLAGS[3]], 1);
    assert_found(&["// ms3dlint: allow(leading-zero) in mesh \"a\""], &[FLAGS[1], FLAGS[3]], 2);
    let both =
        ["// ms3dlint: allow(leading-zero) in mesh \"a\"", "//ms3dlint:allow(leading-zero)in mesh\"b\""];
    assert_found(&both, &[FLAGS[3]], 3);
}

#[test]
fn the_first_suppression_that_covers_a_finding_silences_it() {
    let (wide, narrow) =
        ("// ms3dlint: allow(leading-zero)", "// ms3dlint: allow(leading-zero) in mesh \"a\"");
    assert_found(&[narrow, wide], &[], 4);
    for lines in [[wide, narrow], [wide, wide]] {
        let text = format!("// MilkShape 3D ASCII\n{}\n{MODEL}", lines.join("\n"));
        let (document, report) = check("a.txt", text.as_bytes());
        let unused: Vec<_> = support::of_rule(&report, "unused-suppression");
        let mut locator = document.locator();
        let lines = unused[0].labels.iter().map(|label| locator.position(label.span.start as usize).line);
        assert_eq!((unused.len(), lines.collect::<Vec<_>>()), (1, vec![3, 2]));
    }
}

#[test]
fn what_is_not_understood_or_stands_too_late_silences_nothing() {
    let because = "// ms3dlint: allow(leading-zero) because";
    let with_flags = |first| [&[first], &FLAGS[..]].concat();
    assert_found(&[because], &with_flags("malformed because"), 0);
    let lost = "// ms3dlint: allow(leading-zero) in mesh \"c\"";
    assert_found(&[lost], &with_flags("malformed c"), 0);
    let late = format!("// MilkShape 3D ASCII\n{MODEL}// ms3dlint: allow(leading-zero)\n");
    let mut expected = FLAGS.to_vec();
    expected.push("malformed // ms3dlint: allow(leading-zero)");
    assert_eq!(found_in(&late), (expected.into_iter().map(str::to_string).collect(), 0));
    assert_found(&["// see ms3dlint: allow(leading-zero)"], &FLAGS, 0);
}

#[test]
fn beside_an_unknown_rule_the_others_count() {
    assert_found(&["// ms3dlint: allow(numbers, leading-zero)"], &["malformed numbers"], 4);
}

#[test]
fn the_rules_about_suppressions_are_suppressed_like_any_other() {
    let both = ["// ms3dlint: allow(malformed-suppression)", "// ms3dlint: allow(zero-norml)"];
    assert_found(&both, &FLAGS, 1);
    let unused = "// ms3dlint: allow(zero-normal)";
    let expected = [&["unused zero-normal"], &FLAGS[..]].concat();
    assert_found(&[unused], &expected, 0);
    assert_found(&[unused, "// ms3dlint: allow(unused-suppression)"], &FLAGS, 1);
    assert_found(&["// ms3dlint: allow(unused-suppression)"], &FLAGS, 0);
}

/// A material with this texture, and what is unused of the suppressions of rules about it.
fn unused_beside(texture: &str, beside: Option<&MemoryTree>) -> Vec<String> {
    let color = "0.5 0.5 0.5 1\n".repeat(4);
    let text = format!(
        "// ms3dlint: allow(texture-not-found, texture-case-mismatch, texture-path-leaves-tree, zero-normal)\n\
        Materials: 1\n\"red\"\n{color}0\n1\n\"{texture}\"\n\"\"\n"
    );
    let (document, report) = check_with("a.txt", text.as_bytes(), beside);
    let unused = of_rule(&report, "unused-suppression");
    unused.iter().map(|one| String::from_utf8_lossy(document.bytes(one.span())).into_owned()).collect()
}

#[test]
fn what_could_not_be_looked_for_is_not_missed() {
    let [not_found, case, leaves] =
        ["texture-not-found", "texture-case-mismatch", "texture-path-leaves-tree"];
    let normal = "zero-normal";
    assert_eq!(unused_beside("red.png", None), [normal]);
    let beside = MemoryTree::new(["red.png"]);
    let beside = Some(&beside);
    assert_eq!(unused_beside("red.png", beside), [not_found, case, leaves, normal]);
    assert_eq!(unused_beside("Red.png", beside), [not_found, leaves, normal]);
    assert_eq!(unused_beside("green.png", beside), [case, leaves, normal]);
    assert_eq!(unused_beside("../red.png", beside), [normal]);
    assert_eq!(unused_beside("r\u{f6}t.png", beside), [case, leaves, normal]);
    // It is unknown whether this is there.
    let capital = MemoryTree::new(["R\u{d6}T.png"]);
    assert_eq!(unused_beside("r\u{f6}t.png", Some(&capital)), [leaves, normal]);
    // These rules never look there.
    assert_eq!(unused_beside("C:\\red.png", beside), [not_found, case, leaves, normal]);
    assert_eq!(unused_beside("", beside), [not_found, case, leaves, normal]);
}

#[test]
fn what_may_be_cut_off_is_not_missed() {
    let text = "// MilkShape 3D ASCII\n// ms3dlint: allow(zero-normal) in mesh \"b\"\n// ms3dlint: allow(self-parent)\n\
        Frames: 1\nFrame: 1\nMeshes: 2\n\"a\" 0 -1\n0\n0\n0\n";
    assert_eq!(found_in(text), (Vec::new(), 0));
}

#[test]
fn what_is_suppressed_is_kept_beside_what_counts_where_that_is_asked_for() {
    let text = "// MilkShape 3D ASCII\n// ms3dlint: allow(zero-normal)\nFrames: 1\nFrame: 1\nMeshes: 1\n\"a\" 0 -1\n\
        3\n0 0.0 0.0 0.0 0.0 0.0 -1\n0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n\
        2\n0.0 0.0 0.0\n0.0 0.0 0.0\n1\n0 0 1 2 0 1 0 1\nMaterials: 0\nBones: 0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    let lint_with = |options: Options| lint(&document, &Context::default(), &options);
    let usual = lint_with(Options::default());
    assert_eq!((usual.suppressed, usual.hidden.len()), (2, 0));
    for (expand, most_per_rule, kept) in
        [(false, usize::MAX, vec![2]), (true, usize::MAX, vec![1, 1]), (true, 1, vec![1])]
    {
        let report = lint_with(Options { expand, most_per_rule, keeps_hidden: true, ..Options::default() });
        let counts: Vec<_> = report.hidden.iter().map(|finding| finding.count).collect();
        assert_eq!(counts, kept);
        assert!(
            report.hidden.iter().all(|hidden| hidden.status == Status::Suppressed && hidden.fix.is_none())
        );
        assert!(report.findings.iter().all(|finding| finding.status == Status::Open));
        assert_eq!(report.suppressed, 2);
        let count = |report: &Report| report.tallies.iter().map(|tally| tally.count).sum::<usize>();
        assert_eq!(count(&report), count(&usual));
    }
}

//! The properties of the fuzz crate, over generated files and over the corpus.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::binary_models::binary_model;
use crate::support;
use crate::support::{bytes_of, models, root, some};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::base::file_tree::Resolution;
use ms3dlint::base::lines::line_from;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document;
use ms3dlint::parse::sniff::Content;
use ms3dlint_fuzz::properties;
use proptest::prelude::*;

/// The own files, as seeds: a property that holds for them should hold for what is like them.
fn seeds() -> Vec<Vec<u8>> {
    let files = models(&root().join("corpus"));
    let mut seeds: Vec<_> = files.iter().map(|path| bytes_of(path)).collect();
    seeds.retain(|seed| seed.len() < 8192);
    seeds
}

#[test]
fn properties_hold_for_own_files() {
    for path in models(&root().join("corpus")) {
        let bytes = bytes_of(&path);
        for (name, property) in properties::OF_FILES {
            if let Err(violation) = property(&bytes) {
                panic!("{}: {name}: {}", path.display(), violation.what);
            }
        }
    }
}

/// Spellings of numbers, usual and not.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (-2000.0f32..2000.0).prop_map(|n| format!("{n:.6}")),
        4 => (-200i32..2000).prop_map(|n| n.to_string()),
        2 => any::<f32>().prop_map(|n| format!("{n}")),
        2 => any::<f32>().prop_map(|n| format!("{n:e}")),
        2 => "-?[0-9]{1,12}(\\.[0-9]{0,12})?",
        1 => "[-+]?[0-9]{0,3}[.,]?[0-9]{0,9}",
        1 => prop::sample::select(vec!["nan", "-1.#IND", "inf", "0x1F", "007", "-0.000000", "-0", "1e400", "x"])
            .prop_map(str::to_string),
    ]
}

/// Comments that control the program, and nearly such.
fn directive() -> impl Strategy<Value = String> {
    let rules: Vec<_> = ms3dlint::rules::ALL.iter().map(|rule| rule.name).collect();
    let rule = prop_oneof![12 => prop::sample::select(rules).prop_map(str::to_string), 1 => "[a-z-]{0,12}"];
    let list = (prop::collection::vec(rule, 0..6), prop_oneof![",", ", ", " "])
        .prop_map(|(rules, comma)| rules.join(&comma));
    let object = prop_oneof![
        2 => Just(String::new()),
        2 => "in (mesh|material|bone) \"(mesh|[a-c]{0,2})\"",
        1 => "in? ?(mesh|group)? \"?[a-z]{0,2}\"?",
    ];
    let reason = prop_oneof![Just(""), Just(" -- on purpose"), Just("--"), Just(" why")];
    prop_oneof![
        8 => (list, object, reason).prop_map(|(list, object, reason)| format!("// ms3dlint: allow({list}) {object}{reason}")),
        1 => " ?// ?ms3dlint: ?(allow|deny)?\\(?[a-z, ]{0,8}\\)?[ -~]{0,8}",
    ]
}

/// Lines that models are made of, in no order.
fn line() -> impl Strategy<Value = String> {
    let row = prop::collection::vec(number(), 1..10).prop_map(|fields| fields.join(" "));
    let block = prop::sample::select(vec![
        "Frames",
        "Frame",
        "Meshes",
        "Materials",
        "Bones",
        "GroupComments",
        "MaterialComments",
        "BoneComments",
        "ModelComment",
        "meshes",
        "Mesh",
        "Bone",
        "Cameras",
    ]);
    let header = (block, prop_oneof![" ", "", "  ", "\t"], number())
        .prop_map(|(name, space, number)| format!("{name}:{space}{number}"));
    let name = prop_oneof!["[a-z]{0,8}", "[ -~]{0,40}", "\\PC{0,6}"];
    let text =
        (name, prop_oneof![4 => Just("\""), 1 => Just("")]).prop_map(|(name, end)| format!("\"{name}{end}"));
    let mesh = ("[a-c]{0,3}", number(), number())
        .prop_map(|(name, flags, material)| format!("\"{name}\" {flags} {material}"));
    prop_oneof![6 => row, 2 => header, 2 => text, 2 => mesh, 1 => Just(String::new()), 1 => "//[ -~]{0,20}", 1 => directive(), 1 => "\\PC{0,30}"]
}

fn ending() -> impl Strategy<Value = &'static str> {
    prop_oneof![8 => Just("\r\n"), 8 => Just("\n"), 1 => Just("\r"), 1 => Just("\r\r\n")]
}

/// Files of such lines.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let magic = prop_oneof![3 => Just("// MilkShape 3D ASCII\n"), 1 => Just(""), 1 => Just("\u{FEFF}// MilkShape 3D ASCII\r\n")];
    let lines = prop::collection::vec((line(), ending()), 0..60);
    let directives = prop::collection::vec((directive(), ending()), 0..4);
    (magic, directives, lines).prop_map(|(magic, directives, lines)| {
        let mut text = magic.to_string();
        for (line, ending) in directives.into_iter().chain(lines) {
            text += &line;
            text += ending;
        }
        text.into_bytes()
    })
}

/// Whole models with counts that may be wrong.
fn model() -> impl Strategy<Value = Vec<u8>> {
    let rows = |width: usize| {
        prop::collection::vec(prop::collection::vec(number(), width).prop_map(|f| f.join(" ")), 0..5)
    };
    let wrong = || prop_oneof![6 => Just(0i32), 1 => -2..3i32];
    let mesh = (rows(7), rows(3), rows(8), wrong(), wrong(), wrong());
    let bone = (rows(4), rows(4), "[a-c]", "[a-c]{0,1}", wrong());
    let directives = prop::collection::vec(directive(), 0..3);
    (directives, prop::collection::vec(mesh, 0..3), prop::collection::vec(bone, 0..4), ending()).prop_map(
        |(directives, meshes, bones, ending)| {
            let mut text = "// MilkShape 3D ASCII\n".to_string();
            directives.iter().for_each(|line| text += &format!("{line}\n"));
            let _ = write!(text, "Frames: 30\nFrame: 1\nMeshes: {}\n", meshes.len());
            let table = |text: &mut String, rows: Vec<String>, wrong: i32| {
                let _ = writeln!(text, "{}", rows.len() as i32 + wrong);
                rows.iter().for_each(|row| *text += &format!("{row}\n"));
            };
            for (vertices, normals, faces, a, b, c) in meshes {
                text += "\"mesh\" 0 -1\n";
                table(&mut text, vertices, a);
                table(&mut text, normals, b);
                table(&mut text, faces, c);
            }
            let _ = write!(text, "Materials: 0\nBones: {}\n", bones.len());
            for (positions, rotations, name, parent, a) in bones {
                let _ = write!(text, "\"{name}\"\n\"{parent}\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n");
                table(&mut text, positions, a);
                table(&mut text, rotations, 0);
            }
            text.replace('\n', ending).into_bytes()
        },
    )
}

/// Beginnings of binary models, and of the own files.
fn cut_off() -> impl Strategy<Value = Vec<u8>> {
    let whole = prop_oneof![binary_model(), prop::sample::select(seeds())];
    (whole, any::<prop::sample::Index>()).prop_map(|(mut bytes, at)| {
        bytes.truncate(at.index(bytes.len() + 1));
        bytes
    })
}

/// Own files with bytes changed, taken out and put in.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0..3usize, prop::collection::vec(any::<u8>(), 0..4));
    (prop::sample::select(seeds()), prop::collection::vec(edit, 1..6)).prop_map(|(mut bytes, edits)| {
        for (at, removed, put) in edits {
            if !bytes.is_empty() {
                let start = at.index(bytes.len());
                let end = (start + removed).min(bytes.len());
                bytes.splice(start..end, put);
            }
        }
        bytes
    })
}

/// A number of up to 15 digits, with up to eight before its point and nine after.
fn decimal() -> impl Strategy<Value = String> {
    (any::<bool>(), 0u64..100_000_000, 0u64..1_000_000_000, 0usize..9, 0usize..10).prop_map(
        |(negative, whole, fraction, fewer, decimals)| {
            let (sign, whole) = (if negative { "-" } else { "" }, whole / 10u64.pow(fewer as u32));
            let number = format!("{sign}{whole}.{:.decimals$}", format!("{fraction:09}"));
            number.trim_end_matches('.').to_string()
        },
    )
}

fn holds(bytes: &[u8]) -> Result<(), TestCaseError> {
    properties::OF_FILES.iter().try_for_each(|(_, property)| holds_property(*property, bytes))
}

fn holds_property(property: properties::Property, bytes: &[u8]) -> Result<(), TestCaseError> {
    property(bytes).map_err(|violation| {
        let (what, input) = (violation.what, String::from_utf8_lossy(bytes));
        TestCaseError::fail(format!("{}: {what}\nof {input:?}", violation.property))
    })
}

proptest! {
    #![proptest_config(support::drawn())]

    #[test]
    fn properties_hold_for_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..512)) {
        holds(&bytes)?;
    }

    #[test]
    fn properties_hold_for_any_lines(bytes in lines()) {
        holds(&bytes)?;
    }

    #[test]
    fn properties_hold_for_models(bytes in model()) {
        holds(&bytes)?;
    }

    #[test]
    fn properties_hold_for_binary_models(bytes in binary_model()) {
        holds(&bytes)?;
    }

    #[test]
    fn properties_hold_for_what_is_cut_off(bytes in cut_off()) {
        holds(&bytes)?;
    }

    #[test]
    fn properties_hold_for_damaged_files(bytes in damaged()) {
        holds(&bytes)?;
    }

    /// Rows of numbers with all their decimals, which the fast path has to round as the slow one does.
    #[test]
    fn numbers_are_rounded_alike(numbers in prop::collection::vec(decimal(), 300)) {
        let rows: Vec<_> = numbers.chunks(3).map(|row| row.join(" ")).collect();
        let bytes = format!("// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 0\n0\n{}\n{}\n0\n", rows.len(), rows.join("\n"));
        holds_property(properties::fast_path_agrees, bytes.as_bytes())?;
    }

    #[test]
    fn the_spelling_of_a_number_keeps_its_value(n in any::<f32>()) {
        let text = format!("{n}");
        let parsed = ms3dlint::parse::ascii::number::float(text.as_bytes());
        prop_assert_eq!(parsed.value.is_some_and(|value| value.to_bits() == n.to_bits() || n.is_nan()), n.is_finite() || n.is_nan());
    }
}

/// A model whose last block holds something, so that no prefix of it is whole.
const WHOLE: &str = "// MilkShape 3D ASCII\r\nFrames: 30\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 0\r\n3\r\n\
    0 0.000000 0.000000 0.000000 0.000000 1.000000 0\r\n0 1.000000 0.000000 0.000000 1.000000 1.000000 0\r\n\
    0 0.000000 1.000000 0.000000 0.000000 0.000000 0\r\n3\r\n0.000000 0.000000 1.000000\r\n\
    0.000000 0.000000 1.000000\r\n0.000000 0.000000 1.000000\r\n1\r\n0 0 1 2 0 1 2 1\r\nMaterials: 1\r\n\"red\"\r\n\
    0.200000 0.200000 0.200000 1.000000\r\n0.800000 0.000000 0.000000 1.000000\r\n\
    0.000000 0.000000 0.000000 1.000000\r\n0.000000 0.000000 0.000000 1.000000\r\n0.000000\r\n1.000000\r\n\
    \"red.png\"\r\n\"\"\r\nBones: 1\r\n\"root\"\r\n\"\"\r\n\
    0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\r\n1\r\n1.000000 0.000000 0.000000 0.000000\r\n1\r\n\
    1.000000 0.000000 0.000000 0.000000\r\n";

#[test]
fn a_whole_model_is_silent_and_every_prefix_of_it_is_not() {
    let (_, report) = support::check("whole.txt", WHOLE.as_bytes());
    let findings: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
    assert!(findings.is_empty(), "{findings:?}");
    for length in 0..WHOLE.len() {
        let (document, report) = support::check("prefix.txt", &WHOLE.as_bytes()[..length]);
        assert!(!report.findings.is_empty(), "silent at {length}");
        let is_text = document.content == Content::Text;
        assert!(
            is_text || report.findings[0].rule == "not-a-model",
            "{} at {length}",
            report.findings[0].rule
        );
    }
}

/// A file of `lines` times the same, and how many steps it takes.
fn steps(lines: usize, line: &str) -> u64 {
    let text = format!("// MilkShape 3D ASCII\nMeshes: 1\n\"body\" 0 0\n{lines}\n{}", line.repeat(lines));
    ms3dlint::document::read("steps.txt", text.into_bytes()).steps
}

#[test]
fn work_grows_with_the_file_and_no_faster() {
    let lines = [
        "1\n",
        "\n",
        "// x\n",
        "0 1 2 3 4 5 6\n",
        "\"a\"\n",
        "\"a\" 0 0\n",
        "1 2\n",
        "Bones: 99999999\n",
        "Bones: 9\n\"a\"\n",
        "x\n\n",
    ];
    for line in lines {
        let (few, many) = (steps(500, line), steps(5000, line));
        assert!(many < 11 * few, "{line:?} takes {few} steps 500 times, and {many} steps 5000 times");
    }
}

/// A file with a line of text put after its header, or at its start if it has none.
fn with_line(bytes: &[u8], line: &str) -> Vec<u8> {
    let document = document::read("a", bytes.to_vec());
    let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let first = line_from(bytes, mark);
    let at = if document.header.is_some() { first.next } else { mark };
    let ending = if first.is_open() { b"\n" } else { &bytes[first.end..first.next] };
    [&bytes[..at], line.as_bytes(), ending, &bytes[at..]].concat()
}

#[test]
fn a_suppressed_rule_is_silent_and_nothing_else_changes() {
    for path in some(models(&root().join("corpus/bad"))) {
        let bytes = bytes_of(&path);
        let beside = support::beside(&path);
        let counts = |bytes: &[u8]| -> BTreeMap<_, _> {
            let (_, report) = support::check_with("a.txt", bytes, Some(&beside));
            report.tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
        };
        let document = document::read("a.txt", bytes.clone());
        let context = support::context(Some(&beside));
        // What is no text has no comments.
        if !document.is_text() {
            continue;
        }
        let mut paths = document.model.materials.iter().flat_map(|material| material.paths());
        let is_unknown = paths.any(|(_, path)| {
            matches!(context.find(&document, path), Resolution::Unknown | Resolution::Outside)
        });
        let before = counts(&bytes);
        // With a merge conflict nothing else is looked at.
        let is_cut_short = before.contains_key("truncated-file") || before.contains_key("merge-conflict");
        for rule in ms3dlint::rules::ALL {
            let mut expected = before.clone();
            let was_found = expected.remove(rule.name).is_some();
            let after = counts(&with_line(&bytes, &format!("// ms3dlint: allow({})", rule.name)));
            // Of what could not be looked at nothing is known.
            let looks = ["texture-not-found", "texture-case-mismatch"].contains(&rule.name);
            let is_unsure = is_cut_short || looks && is_unknown;
            if !was_found && !is_unsure && rule.name != "unused-suppression" {
                *expected.entry("unused-suppression").or_default() += 1;
            }
            assert_eq!(after, expected, "{} in {}", rule.name, path.display());
        }
    }
}

#[test]
fn many_suppressions_cost_no_more_than_their_lines() {
    let meshes = "\"a\" 0 0\n0\n0\n0\n".repeat(20_000);
    let lines = "// ms3dlint: allow(duplicate-mesh-name, zero-normal) in mesh \"a\"\n".repeat(100_000);
    let text = format!("// MilkShape 3D ASCII\n{lines}Meshes: 20000\n{meshes}Materials: 0\nBones: 0\n");
    let document = document::read("a", text.into_bytes());
    let report = lint(&document, &Context::default(), &Options { most_per_rule: 10, ..Options::default() });
    let unused = report.tallies.iter().find(|tally| tally.rule.name == "unused-suppression").unwrap();
    assert_eq!((report.suppressed, unused.count), (19_999, 199_999));
}

#[test]
fn huge_counts_cost_nothing() {
    let text = "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 2147483647\n\"a\" 0 0\n2147483647\n2147483647\n2147483647\n\
        Materials: 2147483647\nBones: 2147483647\nGroupComments: 2147483647\n0\n";
    let (_, report) = support::check("huge.txt", text.as_bytes());
    assert!(!report.findings.is_empty());
}

#[test]
fn a_line_of_a_million_bytes_is_a_line() {
    let long = "7 ".repeat(500_000);
    let text =
        format!("// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 0\n1\n{long}\n0\n0\nMaterials: 0\nBones: 0\n");
    for (name, property) in properties::OF_FILES {
        assert_eq!(property(text.as_bytes()), Ok(()), "{name}");
    }
}

//! The canonical spelling: what is written, what it keeps, and what is refused.

use std::fs;

use crate::support;
use crate::support::{root, text_models};
use ms3dlint::actions::fmt::{FmtTrouble, format};
use ms3dlint::document::read;
use ms3dlint::layout::{self, BlockKind, FieldKind, Record};
use ms3dlint::model::Model;
use ms3dlint::parse::ascii::lexer::TokenKind;
use proptest::prelude::*;
use proptest::sample::Index;

/// A file as it is formatted.
#[track_caller]
fn formatted(text: &str) -> String {
    let bytes = format(&read("a.txt", text.as_bytes().to_vec()));
    String::from_utf8(bytes.unwrap_or_else(|trouble| panic!("{trouble:?} of {text:?}"))).unwrap()
}

/// The reason why a file is refused, and the offset.
#[track_caller]
fn refused(bytes: &[u8]) -> (u32, String) {
    match format(&read("a.txt", bytes.to_vec())) {
        Err(FmtTrouble::Error(finding)) => (finding.span().start, finding.rule.to_string()),
        Err(FmtTrouble::Refused(refusal)) => (refusal.at, refusal.what),
        other => panic!("{other:?} of {:?}", String::from_utf8_lossy(bytes)),
    }
}

/// A model with one of everything, as MilkShape writes it.
const CANONICAL: &str = "// MilkShape 3D ASCII\r\n\r\nFrames: 30\r\nFrame: 1\r\n\r\nMeshes: 1\r\n\"body\" 0 0\r\n3\r\n\
    0 0.000000 0.000000 0.000000 0.000000 1.000000 0\r\n0 1.000000 0.000000 0.000000 1.000000 1.000000 0\r\n\
    0 0.000000 1.000000 0.000000 0.000000 0.000000 0\r\n1\r\n0.000000 0.000000 1.000000\r\n1\r\n\
    0 0 1 2 0 0 0 1\r\n\r\nMaterials: 1\r\n\"red\"\r\n0.200000 0.200000 0.200000 1.000000\r\n\
    0.800000 0.000000 0.000000 1.000000\r\n0.000000 0.000000 0.000000 1.000000\r\n\
    0.000000 0.000000 0.000000 1.000000\r\n0.000000\r\n1.000000\r\n\".\\red.png\"\r\n\"\"\r\n\r\nBones: 1\r\n\
    \"root\"\r\n\"\"\r\n0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000\r\n1\r\n\
    1.000000 0.000000 0.000000 0.000000\r\n1\r\n1.000000 0.000000 0.000000 0.000000\r\nGroupComments: 1\r\n0\r\n\
    // a text  \r\nMaterialComments: 0\r\nBoneComments: 0\r\nModelComment: 1\r\nMeshes: 9\r\n";

#[test]
fn what_milkshape_writes_stays_as_it_is() {
    assert_eq!(formatted(CANONICAL), CANONICAL);
}

#[test]
fn comments_go_to_the_top_and_texts_stay() {
    let sloppy = CANONICAL
        .replace("Frames: 30", "// one\t\r\nFrames: 30")
        .replace("Materials: 1", "\r\n \t// two // and \"so\" on\r\nMaterials: 1")
        .replace("\"red\"\r\n", "\"red\"\r\n\r\n//three\r\n");
    let expected =
        CANONICAL.replacen("ASCII\r\n", "ASCII\r\n// one\r\n// two // and \"so\" on\r\n//three\r\n", 1);
    assert_eq!(formatted(&sloppy), expected);
}

#[test]
fn missing_blocks_are_added_to_what_is_whole() {
    let whole = "\r\nFrames: 1\r\nFrame: 1\r\n\r\nMeshes: 0\r\n\r\nMaterials: 0\r\n\r\nBones: 0\r\n";
    let header = "// MilkShape 3D ASCII\r\n";
    assert_eq!(formatted("Meshes: 0\n"), format!("{header}{whole}"));
    assert_eq!(formatted("Bones: 0\nMeshes: 0\n"), format!("{header}{whole}"));
    // The first line, although it is not the first, and one that is longer than it.
    let misplaced = "\n// MilkShape 3D ASCII \nMaterials: 0\n";
    assert_eq!(formatted(misplaced), format!("{header}{whole}"));
    let longer = "// MilkShape 3D ASCII, by hand\nMaterials: 0\n";
    assert_eq!(formatted(longer), format!("{header}// MilkShape 3D ASCII, by hand\r\n{whole}"));
}

#[test]
fn a_fragment_stays_one() {
    assert_eq!(formatted("Bones: 0\n// x\nMaterials: 0"), "// x\r\n\r\nMaterials: 0\r\n\r\nBones: 0\r\n");
    assert_eq!(formatted("Materials: 0\n"), "Materials: 0\r\n");
}

#[test]
fn what_stands_in_another_file_is_not_said_to_be_missing() {
    let meshes =
        "Meshes: 1\r\n\"body\" 0 0\r\n1\r\n0 0.000000 0.000000 0.000000 0.000000 0.000000 0\r\n0\r\n0\r\n";
    let frames = "// MilkShape 3D ASCII\r\n\r\nFrames: 1\r\nFrame: 1\r\n\r\n";
    assert_eq!(formatted(meshes), format!("{frames}{meshes}"));
    let alone = meshes.replace("0 0\r\n1", "0 -1\r\n1").replace("000 0\r", "000 -1\r");
    assert_eq!(formatted(&alone), format!("{frames}{alone}\r\nMaterials: 0\r\n\r\nBones: 0\r\n"));
}

#[test]
fn numbers_have_six_decimals_or_as_many_as_they_need() {
    let with = |number: &str| {
        CANONICAL
            .replace("\r\n1\r\n0.000000 0.000000 1.000000", &format!("\r\n1\r\n{number} 0.000000 1.000000"))
    };
    for (number, expected) in [
        ("-0.000000", "0.000000"),
        (".5", "0.500000"),
        ("+5.", "5.000000"),
        ("4e-05", "0.000040"),
        ("0.123456789", "0.12345679"),
        ("1234567.125", "1234567.125000"),
        ("0.10000000000000000001", "0.100000"),
    ] {
        assert_eq!(formatted(&with(number)), with(expected), "{number}");
    }
    let (at, what) = refused(with("1.5e-30").as_bytes());
    assert_eq!(what, "the number 1.5e-30 needs more digits than some programs read");
    assert!(with("1.5e-30")[at as usize..].starts_with("1.5e-30 "));
}

#[test]
fn what_would_be_lost_or_made_up_is_refused() {
    let with = |from: &str, to: &str| CANONICAL.replacen(from, to, 1);
    for (text, at, what) in [
        (with("Frames:", "Cameras: 1\r\nFrames:"), "Cameras", "the format has no such block"),
        (with("0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 1 7"), "7", "the line has too many fields"),
        (with("\"red\"", "\"red\" x"), "x", "there is text after a string"),
        (with("\r\nMaterials", "\x1A\r\nMaterials"), "\x1A", "the line has nothing but control characters"),
        (with("Materials: 1", "Materials: 2"), "\r\nBones", "count-mismatch"),
        (with("\"root\"\r\n\"\"\r\n0 0.0", "\"root\"\r\n\"\"\r\n0 \"0\" 0.0"), "\"0\"", "malformed-row"),
        (with("Bones: 1", "bones: 1"), "bones", "misspelled-block"),
        (with("Materials: 1", " Materials: 1"), " Materials", "indented-line"),
    ] {
        let (found, said) = refused(text.as_bytes());
        assert_eq!(said, what, "{text}");
        let start = &text[found as usize..];
        assert!(start.starts_with(at) || what == "count-mismatch", "{what}: {start:?}");
    }
    assert_eq!(
        refused(b"MS3D000000\x04\0\0\0"),
        (0, "it is a binary model; only ASCII models can be formatted".to_string())
    );
    assert_eq!(refused(b"Read me\n").1, "not-a-model");
}

#[test]
fn own_models_without_fault_are_formatted() {
    for path in text_models(&root().join("corpus/ok")) {
        let text = String::from_utf8(fs::read(path).unwrap()).unwrap();
        formatted(&text);
    }
}

/// Another spelling of a number.
fn respelled(token: &str, kind: FieldKind, choice: u8) -> String {
    match (kind, choice % 8) {
        (FieldKind::Float, 0) => format!("{:e}", token.parse::<f32>().unwrap()),
        (FieldKind::Float, 1) if token.contains('.') => format!("{token:0<24}"),
        (FieldKind::Float, 2) if token.starts_with("0.") => token[1..].to_string(),
        (FieldKind::Float, 3) => token.trim_end_matches('0').to_string(),
        (_, 4) if !token.starts_with('-') => format!("+{token}"),
        (_, 5) if token.trim_matches(['0', '.']).is_empty() => format!("-{token}"),
        (_, 6) if !token.starts_with('-') => format!("00{token}"),
        _ => token.to_string(),
    }
}

/// The same model, badly spelled, as the choices say.
fn sloppy(bytes: Vec<u8>, choices: &[u8]) -> Vec<u8> {
    let document = read("seed.txt", bytes);
    let mut out = Vec::new();
    let mut choices = choices.iter().copied().cycle();
    let mut choose = || choices.next().unwrap_or_default();
    let mut is_raw = false;
    let mut tokens = document.tokens().peekable();
    while let Some(token) = tokens.next() {
        let text = &document.source.bytes()[token.span.range()];
        let field = token.field.and_then(|place| layout::field(place.record, place.field?));
        let record = token.field.map(|place| place.record);
        match token.kind {
            TokenKind::Number if field.is_some() => {
                let text = std::str::from_utf8(text).unwrap();
                out.extend_from_slice(respelled(text, field.unwrap().kind, choose()).as_bytes());
            }
            TokenKind::Blank => {
                out.extend_from_slice([" ", "  ", "\t", " \t "][choose() as usize % 4].as_bytes())
            }
            TokenKind::LineEnd => {
                // A line of text may follow, of which every space counts.
                let ends_text = tokens.peek().is_some_and(|next| next.kind == TokenKind::FreeText);
                let endings = ["\n", "\r\n", "  \r\n", "\t\n", "\r\n\r\n", "\n// x // \"y\"\t\n \n"];
                let usable = if is_raw || ends_text { 2 } else { endings.len() };
                out.extend_from_slice(endings[choose() as usize % usable].as_bytes());
            }
            _ => out.extend_from_slice(text),
        }
        let is_comment = matches!(record, Some(Record::Comment | Record::ModelComment));
        is_raw = is_comment || (is_raw && token.kind != TokenKind::LineEnd);
        let is_model_comment = token.kind == TokenKind::BlockName && text == b"ModelComment";
        is_raw |= is_model_comment;
    }
    out
}

/// The blocks of a file, and what comes before them.
fn blocks(text: &str) -> Vec<Vec<u8>> {
    let document = read("seed.txt", text.as_bytes().to_vec());
    let starts: Vec<_> = document.model.blocks.iter().map(|block| block.at as usize).collect();
    let bounds: Vec<_> = std::iter::once(0).chain(starts).chain([text.len()]).collect();
    bounds.windows(2).map(|pair| text.as_bytes()[pair[0]..pair[1]].to_vec()).collect()
}

/// Without the comments, and the blank line that follows them in a fragment.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let document = read("a.txt", text.to_vec());
    let mut out = text.to_vec();
    let comments: Vec<_> = document.tokens().filter(|token| token.kind == TokenKind::Comment).collect();
    for token in comments.into_iter().rev().filter(|token| token.span.start > 0 || document.header.is_none())
    {
        out.drain(token.span.start as usize..token.span.end as usize + 2);
    }
    out.strip_prefix(b"\r\n").map_or(out.clone(), <[u8]>::to_vec)
}

fn seeds() -> Vec<String> {
    let ok = text_models(&root().join("corpus/ok")).into_iter().map(|path| fs::read_to_string(path).unwrap());
    ok.filter(|text| text.len() < 8192).chain([CANONICAL.to_string()]).collect()
}

proptest! {
    #![proptest_config(support::drawn())]

    /// However a model is spelled and whatever the order of its blocks, it is formatted to the same.
    #[test]
    fn all_spellings_come_to_one(
        seed in prop::sample::select(seeds()),
        choices in prop::collection::vec(any::<u8>(), 1..200),
        order in prop::collection::vec(any::<Index>(), 10),
    ) {
        let mut parts = blocks(&seed);
        for (at, other) in order.iter().enumerate().filter(|_| choices[0] % 2 == 0) {
            if at > 0 && at < parts.len() {
                let other = 1 + other.index(parts.len() - 1);
                parts.swap(at, other);
            }
        }
        let bytes = sloppy(parts.concat(), &choices);
        let expected = formatted(&seed);
        match format(&read("a.txt", bytes.clone())) {
            Ok(found) => {
                let [found, expected] = [&found[..], expected.as_bytes()].map(without_comments);
                prop_assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected));
            }
            Err(trouble) => prop_assert!(false, "{:?} of {}", trouble, String::from_utf8_lossy(&bytes)),
        }
    }
}

#[test]
fn needed_blocks_are_those_that_the_rule_misses() {
    for kind in BlockKind::NEEDED {
        let line = format!("{}: {}", kind.name(), Model::default().number_of_missing(kind));
        let text =
            "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 0\r\nMaterials: 0\r\nBones: 0\r\n";
        let (_, report) = support::check("a.txt", text.replace(&(line + "\r\n"), "").as_bytes());
        assert!(report.findings.iter().any(|finding| finding.rule == "missing-block"), "{kind:?}");
    }
}

/// What somebody has allowed is as uncertain as before, and what does not count must not come to count.
#[test]
fn suppressions_change_nothing_about_what_is_formatted() {
    let model = |front: &str, materials: &str| {
        format!("// MilkShape 3D ASCII\n{front}Frames: 1\nFrame: 1\nMeshes: 0\n{materials}: 0\nBones: 0\n")
    };
    let refused = |text: String| format(&read("a.txt", text.into_bytes())).is_err();
    assert!(refused(model("", "materials")));
    assert!(refused(model("// ms3dlint: allow(misspelled-block)\n", "materials")));
    assert!(!refused(model("// ms3dlint: allow(misspelled-block)\n", "Materials")));
    let late = model("", "Materials").replace("Bones", "// ms3dlint: allow(no-frames)\nBones");
    assert!(refused(late));
}

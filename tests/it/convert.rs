//! Conversions between the formats: what is kept, what is reported as lost, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::support;
use crate::support::{bytes_of, models, root};
use ms3dlint::actions::convert::{
    Converted, DEFAULT_RATE, Loss, TO_BINARY, TO_GLTF, TO_TEXT, to_binary, to_text,
};
use ms3dlint::actions::fmt::FmtTrouble;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::rule::Formats;
use ms3dlint::document::describe::describe;
use ms3dlint::document::{Document, read};
use ms3dlint::layout::{Record, fields};
use ms3dlint::model::place::{Place, SHARED};
use ms3dlint::rules;
use ms3dlint_fuzz::properties::conversions_keep_the_model;
use proptest::prelude::*;
use proptest::sample::Index;

/// Two triangles of two meshes, with one of everything.
pub(crate) const TEXT: &str = "// MilkShape 3D ASCII\r\n\r\nFrames: 30\r\nFrame: 2\r\n\r\nMeshes: 2\r\n\"body\" 1 0\r\n3\r\n\
    0 0.000000 0.000000 0.000000 0.000000 1.000000 0\r\n1 1.000000 0.000000 0.000000 1.000000 1.000000 1\r\n\
    0 0.000000 1.000000 0.000000 0.000000 0.000000 -1\r\n1\r\n0.000000 0.000000 1.000000\r\n1\r\n\
    1 0 1 2 0 0 0 7\r\n\"head\" 0 -1\r\n3\r\n0 0.000000 0.000000 2.000000 0.500000 1.000000 1\r\n\
    0 1.000000 0.000000 2.000000 1.000000 1.000000 1\r\n0 0.000000 1.000000 2.000000 0.000000 0.250000 1\r\n2\r\n\
    0.000000 0.000000 1.000000\r\n0.000000 0.600000 0.800000\r\n1\r\n0 0 1 2 0 1 0 1\r\n\r\nMaterials: 1\r\n\
    \"red\"\r\n0.200000 0.200000 0.200000 1.000000\r\n0.800000 0.000000 0.000000 1.000000\r\n\
    0.000000 0.000000 0.000000 1.000000\r\n0.000000 0.000000 0.100000 1.000000\r\n12.500000\r\n0.750000\r\n\
    \".\\red.png\"\r\n\"mask.png\"\r\n\r\nBones: 2\r\n\"root\"\r\n\"\"\r\n\
    8 0.000000 1.000000 0.000000 0.000000 0.500000 0.000000\r\n2\r\n1.000000 0.000000 0.000000 0.000000\r\n\
    30.000000 0.000000 2.000000 0.000000\r\n1\r\n1.500000 0.000000 0.000000 1.000000\r\n\"arm\"\r\n\"root\"\r\n\
    0 0.000000 2.000000 0.000000 0.000000 0.000000 0.000000\r\n0\r\n0\r\nGroupComments: 1\r\n1\r\n\
    two\\nlines\r\nMaterialComments: 1\r\n0\r\nshiny\r\nBoneComments: 1\r\n1\r\n\r\nModelComment: 1\r\n\
    of two triangles\r\n";

/// A mesh that uses a material and a bone of a model without any, and has a vertex that nothing uses.
const BARE: &str = "// MilkShape 3D ASCII\r\nMeshes: 1\r\n\"body\" 0 0\r\n4\r\n\
    0 0.0 0.0 0.0 0.0 1.0 0\r\n0 1.0 0.0 0.0 1.0 1.0 0\r\n0 0.0 1.0 0.0 0.0 0.0 0\r\n0 0.0 1.0 1.0 0.0 0.0 0\r\n\
    1\r\n0.0 0.0 1.0\r\n1\r\n0 0 1 2 0 0 0 1\r\nMaterials: 0\r\nBones: 0\r\n";

fn document(bytes: impl Into<Vec<u8>>) -> Document {
    read("model", bytes.into())
}

#[track_caller]
fn binary_of(text: &str) -> Converted {
    to_binary(&document(text), DEFAULT_RATE).unwrap_or_else(|trouble| panic!("{trouble:?} of {text:?}"))
}

#[track_caller]
fn text_of(binary: &[u8]) -> Converted {
    to_text(&document(binary)).unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

/// What is lost, with its place and how often.
fn told(document: &Document, converted: &Converted) -> Vec<(&'static str, String, usize)> {
    let told = |loss: &ms3dlint::diagnostics::finding::Finding| {
        (loss.rule, describe(document, loss.place), loss.count)
    };
    converted.losses.iter().map(told).collect()
}

#[test]
fn a_text_model_comes_back() {
    let binary = binary_of(TEXT);
    assert!(binary.losses.is_empty(), "{:?}", binary.losses);
    let text = text_of(&binary.bytes);
    assert!(text.losses.is_empty(), "{:?}", text.losses);
    assert_eq!(String::from_utf8(text.bytes).unwrap(), TEXT);
}

/// The numbers that are worth to be seen in the bytes.
#[test]
fn a_binary_file_is_what_the_layout_says() {
    let binary = document(binary_of(TEXT).bytes);
    assert!(binary.is_certain() && binary.notes.is_empty(), "{:?}", binary.notes);
    let bytes = |place: Place| binary.bytes(binary.locate(place).unwrap());
    let vertex = Place::row(Record::Vertex, SHARED as usize, 3);
    assert_eq!(bytes(vertex.field(fields::vertex::REFERENCE_COUNT)), [1]);
    let face = Place::row(Record::Face, SHARED as usize, 1);
    assert_eq!(bytes(face.field(fields::face::GROUP)), [1]);
    assert_eq!(bytes(face.field(fields::face::VERTICES[0])), [3, 0]);
    assert_eq!(bytes(face.field(fields::face::U[0])), 0.5f32.to_le_bytes());
    assert_eq!(bytes(face.field(fields::face::V[2])), 0.25f32.to_le_bytes());
    assert_eq!(bytes(face.field(fields::face::NORMALS[1][1])), 0.6f32.to_le_bytes());
    let key = Place::row(Record::PositionKey, 0, 1);
    assert_eq!(bytes(key.field(fields::key::TIME)), 1.25f32.to_le_bytes());
    let comment = Place::object(Record::Comment, 0).field(fields::comment::TEXT);
    assert_eq!(bytes(comment), b"two\r\nlines");
}

#[test]
fn times_are_told_at_the_rate_that_is_given() {
    let binary = document(to_binary(&document(TEXT), 30.0).unwrap().bytes);
    let key = Place::row(Record::PositionKey, 0, 1).field(fields::key::TIME);
    assert_eq!(binary.bytes(binary.locate(key).unwrap()), 1.0f32.to_le_bytes());
    let text = to_text(&binary).unwrap();
    assert_eq!(told(&binary, &text), [("frame-rate", "animation, frames per second".to_string(), 1)]);
    assert_eq!(String::from_utf8(text.bytes).unwrap(), TEXT);
}

/// What is replaced in the ASCII model, and what is reported as lost then.
#[test]
fn what_a_binary_file_cannot_hold_is_told() {
    let long = "a".repeat(40);
    let materials = &TEXT[TEXT.find("Materials: 1").unwrap()..TEXT.find("\r\nBones: 2").unwrap()];
    let no_comment = TEXT.replace("MaterialComments: 1\r\n0\r\nshiny", "MaterialComments: 0");
    let no_material = no_comment.replace(materials, "Materials: 0\r\n");
    for (text, losses) in [
        (no_material, &[("missing-material", "mesh \"body\", material")][..]),
        (
            TEXT.replace("\"head\" 0 -1\r\n3\r\n", "\"head\" 0 -1\r\n4\r\n0 0.0 0.0 0.0 0.0 0.0 -1\r\n")
                .replace("0 0 1 2 0 1 0 1", "0 1 2 3 0 1 0 1"),
            &[("vertex-mesh", "mesh \"head\", vertex 0")],
        ),
        (
            "// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 -1\n1\n0 0.0 0.0 0.0 0.5 0.0 -1\n0\n0\n".to_string(),
            &[("vertex-mesh", "mesh \"a\", vertex 0"), ("unused-coordinates", "mesh \"a\", vertex 0, u")],
        ),
    ] {
        let text = document(text);
        let binary = to_binary(&text, DEFAULT_RATE).unwrap();
        let expected: Vec<_> = losses.iter().map(|(loss, place)| (*loss, place.to_string(), 1)).collect();
        assert_eq!(told(&text, &binary), expected);
    }
    for (from, to, loss, place) in [
        ("Frames: 30", "// made by hand\r\nFrames: 30", "comment-lines", ""),
        ("\"body\" 1 0", "\"body\" 257 0", "flags", "mesh \"body\", flags"),
        ("1 0 1 2 0 0 0 7", "65537 0 1 2 0 0 0 7", "flags", "mesh \"body\", face 0, flags"),
        ("0 0 0 7", "0 0 0 700", "smoothing-group", "mesh \"body\", face 0, smoothing group"),
        ("0 1 2 0 1 0 1", "0 1 2 0 0 0 1", "unused-normal", "mesh \"head\", normal 1"),
        ("\"red\"", &format!("\"{long}\""), "new-name", &format!("material \"{long}\", name")),
        ("Frame: 2", "Frame: 16777217", "rounded-number", "block Frame, number"),
        ("30.000000 0", "30.000002 0", "rounded-number", "bone \"root\", position key 1, time"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let text = document(TEXT.replacen(from, to, 1));
        let binary = to_binary(&text, DEFAULT_RATE).unwrap();
        assert_eq!(told(&text, &binary), [(loss, place.to_string(), 1)], "{to}");
    }
}

#[test]
fn names_that_are_cut_stay_apart() {
    let name = |end: &str| format!("{}{end}", "n".repeat(35));
    let text = TEXT
        .replace("\"root\"", &format!("\"{}\"", name("1")))
        .replace("\"arm\"", &format!("\"{}\"", name("2")));
    let before = document(&text[..]);
    let binary = to_binary(&before, DEFAULT_RATE).unwrap();
    assert_eq!(binary.losses.iter().map(|loss| loss.count).collect::<Vec<_>>(), [1, 2]);
    let after = document(binary.bytes);
    let names: Vec<_> = [0, 1].map(|bone| after.name_of(Record::Bone, bone).unwrap().len()).into();
    assert_eq!(names, [31, 31]);
    assert!(after.is_only_of_its_name(Record::Bone, 0));
    assert_eq!(after.model.bones[1].parent_bone, before.model.bones[1].parent_bone);
}

#[test]
fn what_cannot_be_written_at_all_is_refused() {
    for (from, to, what) in [
        ("0 0 1 2 0 1 0 1", "0 0 1 3 0 1 0 1", "the face has vertex 3, but the 3 vertices are 0 to 2"),
        ("0 0 1 2 0 1 0 1", "0 0 1 2 0 1 5 1", "the face has normal 5, but the 2 normals are 0 to 1"),
        ("\"head\" 0 -1", "\"head\" 0 200", "a binary file has no room for material 200"),
        ("0.000000 -1\r\n1", "0.000000 128\r\n1", "a binary file has no room for bone 128"),
        ("mask.png", &"m".repeat(128), "a binary file has no room for a path of 128 bytes"),
        ("ModelComment: 1", "ModelComment: 2\r\none", "there is a second comment of the model"),
        ("\r\nBones: 2", "\r\nBones: 0\r\n\r\nBones: 2", "there is a second block `Bones:`"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let said = match to_binary(&document(TEXT.replacen(from, to, 1)), DEFAULT_RATE) {
            Err(FmtTrouble::Refused(refusal)) => refusal.what,
            Err(FmtTrouble::Error(finding)) => finding.rule.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(
            said == what || (what.starts_with("there is a second block") && said == "duplicate-block"),
            "{said}"
        );
    }
    let part = "Meshes: 1\r\n\"a\" 0 0\r\n0\r\n0\r\n0\r\n";
    let refused = |text: &str| match to_binary(&document(text), DEFAULT_RATE) {
        Err(FmtTrouble::Refused(refusal)) => refusal.what,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(part), "there is no block `Materials:`, which the meshes refer to");
    assert_eq!(refused("Bones: 0\n"), "it is a part of a model that is split into several files");
    let vertices = "0 0.0 0.0 0.0 0.0 0.0 -1\n".repeat(65_536);
    let many = format!("// MilkShape 3D ASCII\nMeshes: 1\n\"a\" 0 -1\n65536\n{vertices}0\n0\n");
    assert_eq!(refused(&many), "a binary file has no room for 65,536 vertices");
}

/// A binary model with other bytes in some fields.
pub(crate) fn changed(changes: &[(Place, &[u8])]) -> Vec<u8> {
    let before = document(binary_of(TEXT).bytes);
    let mut bytes = before.source.bytes().to_vec();
    for (place, new) in changes {
        let start = before.locate(*place).unwrap_or_else(|| panic!("{place:?}")).start as usize;
        bytes[start..start + new.len()].copy_from_slice(new);
    }
    bytes
}

#[test]
fn what_a_text_model_cannot_hold_is_told() {
    let shared = |record, row| Place::row(record, SHARED as usize, row);
    let extra = Place::row(Record::VertexExtra, 0, 4);
    let material = Place::object(Record::Material, 0);
    let animation = Place::object(Record::Animation, 0);
    let float = |number: f32| number.to_le_bytes().to_vec();
    type Case = (Vec<(Place, Vec<u8>)>, &'static [(&'static str, &'static str)]);
    let cases: Vec<Case> = vec![
        (
            vec![
                (extra.field(fields::vertex_extra::BONES[0]), vec![0]),
                (extra.field(fields::vertex_extra::WEIGHTS[0]), vec![60, 40]),
            ],
            &[("weights", "vertex extra 4")],
        ),
        (vec![(extra.field(fields::vertex_extra::WEIGHTS[0]), vec![60])], &[("weights", "vertex extra 4")]),
        (vec![(extra.field(fields::vertex_extra::WEIGHTS[0]), vec![100])], &[]),
        (
            vec![(extra.field(fields::vertex_extra::BONES[1]), vec![0])],
            &[("unweighted-bone", "vertex extra 4, third bone")],
        ),
        (
            vec![
                (extra.field(fields::vertex_extra::BONES[0]), vec![1]),
                (extra.field(fields::vertex_extra::WEIGHTS[0]), vec![100]),
            ],
            &[("unweighted-bone", "vertex extra 4, second bone")],
        ),
        (
            vec![(extra.field(fields::vertex_extra::EXTRA[0]), vec![9])],
            &[("vertex-extra", "vertex extra 4, extra")],
        ),
        (vec![(Place::object(Record::BoneExtra, 1), float(0.5))], &[("bone-color", "bone \"arm\", extra")]),
        (vec![(Place::object(Record::ModelExtra, 0), float(2.0))], &[("model-extra", "extra of the model")]),
        (
            vec![(material.field(fields::material::MODE), vec![0x80])],
            &[("material-mode", "material \"red\", mode")],
        ),
        (vec![(animation, float(0.0))], &[("frame-rate", "animation, frames per second")]),
        (
            vec![(animation.field(fields::animation::CURRENT_FRAME), float(1.6))],
            &[("current-frame", "animation, current frame")],
        ),
        (
            vec![(animation.field(fields::animation::CURRENT_FRAME), float(1e20))],
            &[("current-frame", "animation, current frame")],
        ),
        (
            vec![(Place::row(Record::Member, 1, 0), vec![7, 0])],
            &[
                ("unused-vertex", "vertex 3"),
                ("unlisted-face", "face 1"),
                ("missing-face", "mesh \"head\", member 0"),
            ],
        ),
        (
            vec![(Place::row(Record::Member, 1, 0), vec![0, 0])],
            &[
                ("shared-vertex", "vertex 0"),
                ("unused-vertex", "vertex 3"),
                ("unlisted-face", "face 1"),
                ("repeated-face", "mesh \"head\", member 0"),
            ],
        ),
        (
            vec![
                (Place::row(Record::Member, 0, 0), vec![1, 0]),
                (Place::row(Record::Member, 1, 0), vec![0, 0]),
                (shared(Record::Face, 0).field(fields::face::GROUP), vec![1]),
                (shared(Record::Face, 1).field(fields::face::GROUP), vec![0]),
            ],
            &[("face-order", "mesh \"head\", member 0")],
        ),
        (
            vec![(shared(Record::Face, 0).field(fields::face::GROUP), vec![1])],
            &[("face-group", "mesh \"body\", face 0, group")],
        ),
        (
            vec![(shared(Record::Face, 1).field(fields::face::VERTICES[1]), vec![3, 0])],
            &[("split-vertex", "vertex 3"), ("unused-vertex", "vertex 4")],
        ),
        (
            vec![(Place::object(Record::Bone, 0).field(fields::bone::NAME), b"r\"ot".to_vec())],
            &[("new-name", "bone \"r\"ot\", name")],
        ),
        (
            vec![(material.field(fields::material::TEXTURE), b"\n".to_vec())],
            &[("new-path", "material \"red\", texture")],
        ),
        (
            vec![(Place::object(Record::Comment, 0).field(fields::comment::TEXT), b"a\nb".to_vec())],
            &[("new-comment", "comment 0, text")],
        ),
        (
            vec![(Place::object(Record::Comment, 0).field(fields::comment::TEXT), b"two\\nlin".to_vec())],
            &[("backslash-n", "comment 0, text")],
        ),
        // A backslash before the end of a line is not the `\n` of two characters.
        (
            vec![(Place::object(Record::Comment, 0).field(fields::comment::TEXT), b"tw\\\r\nlin".to_vec())],
            &[],
        ),
        (
            vec![(shared(Record::Vertex, 0).field(fields::vertex::POSITION[0]), float(1e-30))],
            &[("rounded-number", "vertex 0")],
        ),
        (vec![(material.field(fields::material::NAME), b"red\0x".to_vec())], &[("bytes-behind-text", "")]),
    ];
    for (changes, expected) in cases {
        let changes: Vec<_> = changes.iter().map(|(place, bytes)| (*place, &bytes[..])).collect();
        let binary = document(changed(&changes));
        let text = to_text(&binary).unwrap_or_else(|trouble| panic!("{trouble:?}: {expected:?}"));
        let told = told(&binary, &text);
        let told: Vec<_> = told.iter().map(|(loss, place, _)| (*loss, place.as_str())).collect();
        assert_eq!(told, expected, "{changes:?}");
    }
    let longer = document([binary_of(TEXT).bytes, b"more".to_vec()].concat());
    assert_eq!(told(&longer, &to_text(&longer).unwrap()), [("trailing-bytes", String::new(), 1)]);
}

#[test]
fn what_cannot_be_read_is_not_converted() {
    let whole = binary_of(TEXT).bytes;
    for length in 14..whole.len() {
        let cut = document(&whole[..length]);
        // Some sections at the end may be missing.
        assert_eq!(to_text(&cut).is_err(), cut.is_truncated(), "at {length}");
    }
    let refused = |changes: &[(Place, &[u8])]| match to_text(&document(changed(changes))) {
        Err(FmtTrouble::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    let x = Place::row(Record::Vertex, SHARED as usize, 0).field(fields::vertex::POSITION[0]);
    for (number, said) in [(f32::NAN, "nan"), (f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")] {
        let refusal = refused(&[(x, &number.to_le_bytes())]);
        assert_eq!((refusal.at, refusal.what), (16, format!("{said} is not a finite number")));
    }
    let vertex = Place::row(Record::Face, SHARED as usize, 0).field(fields::face::VERTICES[0]);
    let what = refused(&[(vertex, &31u16.to_le_bytes())]).what;
    assert!(what.starts_with("face 0 has vertex 31, but the "), "{what}");
    assert!(matches!(to_binary(&document(whole), 24.0), Err(FmtTrouble::Refused(_))));
    assert!(matches!(to_text(&document(TEXT)), Err(FmtTrouble::Refused(_))));
}

/// What is said of a number and of a comment is true.
#[test]
fn losses_are_told_in_their_own_words() {
    let current = Place::object(Record::Animation, 0).field(fields::animation::CURRENT_FRAME);
    let comment = Place::object(Record::Comment, 0).field(fields::comment::TEXT);
    let weights = Place::row(Record::VertexExtra, 0, 4).field(fields::vertex_extra::WEIGHTS[0]);
    for (place, new, said) in [
        (current, &1.6f32.to_le_bytes()[..], "1.6 is not a whole number, and becomes 2"),
        (current, &1e20f32.to_le_bytes(), "an ASCII model has no room for 1e20, which becomes 2147483647"),
        (comment, b"two\\nlin", "`\\n` means the end of a line in an ASCII model"),
        (comment, b"a\nb", "a comment of an ASCII model has no place for a line that ends in CR or LF alone"),
        (comment, b"a\0b", "a comment of an ASCII model has no place for a NUL"),
        (
            weights,
            &[60],
            "an ASCII model has no place for weights 60, 0, 0; the vertex hangs on its own bone alone there",
        ),
    ] {
        let binary = document(changed(&[(place, new)]));
        let messages: Vec<_> =
            to_text(&binary).unwrap().losses.into_iter().map(|loss| loss.message).collect();
        assert_eq!(messages, [said]);
    }
}

/// A name that fills its 32 bytes is one too long for text.
#[test]
fn a_name_without_an_end_is_cut_and_told() {
    let name = Place::object(Record::Material, 0).field(fields::material::NAME);
    let mut file = document(changed(&[(name, &[b'n'; 32])]));
    let losses = to_text(&file).unwrap().losses;
    assert_eq!(losses.iter().map(|loss| loss.rule).collect::<Vec<_>>(), ["new-name"]);
    for _ in 0..4 {
        file = other_format(&file).unwrap();
        assert_eq!(file.name_of(Record::Material, 0).unwrap().len(), 31);
    }
}

#[test]
fn every_loss_is_documented() {
    let page = fs::read_to_string(root().join("docs/convert.md")).unwrap();
    let (to_text, rest) = page.split_once("## From ASCII to binary").expect("a part about binary models");
    let (to_binary, to_gltf) = rest.split_once("## To glTF").expect("a part about glTF");
    for (part, losses) in [(to_text, TO_TEXT), (to_binary, TO_BINARY), (to_gltf, TO_GLTF)] {
        let row = |loss: &Loss| format!("| `{}` | {} | {} |", loss.name, loss.severity.name(), loss.summary);
        let rows: Vec<_> = losses.iter().map(row).collect();
        let missing: Vec<_> = rows.iter().filter(|row| !part.contains(*row)).collect();
        assert!(missing.is_empty(), "docs/convert.md lacks {missing:#?}");
        assert_eq!(part.matches("\n| `").count(), rows.len(), "docs/convert.md has rows of no loss");
    }
}

/// Own models in both formats.
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let own = models(&root().join("corpus/ok")).into_iter().map(|path| bytes_of(&path));
    let own: Vec<_> = own.filter(|bytes| bytes.len() < 8192).chain([TEXT.into(), BARE.into()]).collect();
    let binaries = own.iter().filter_map(|text| to_binary(&document(&text[..]), DEFAULT_RATE).ok());
    let binaries: Vec<_> = binaries.map(|converted| converted.bytes).collect();
    assert!(binaries.len() > 4, "most own models can be converted");
    binaries.into_iter().chain(own).collect()
});

proptest! {
    #![proptest_config(support::drawn())]

    #[test]
    fn conversions_of_damaged_models_keep_what_they_write(
        seed in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), any::<u8>()), 0..6),
    ) {
        let mut bytes = seed.get(&SEEDS).clone();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Err(violation) = conversions_keep_the_model(&bytes) {
            prop_assert!(false, "{}: {}", violation.property, violation.what);
        }
    }
}

/// How far the findings of a rule agree in two copies of one model.
#[derive(Clone, Copy, PartialEq)]
enum Alike {
    /// In the same objects, and as many.
    All,
    /// In the same objects.
    Objects,
    /// In the same files.
    Files,
    /// Not at all.
    Nothing,
}

/// The rules about both formats whose findings differ, how far they agree, and why.
const DIFFERENT: &[(&str, Alike, &str)] = &[
    (
        "uv-out-of-range",
        Alike::Objects,
        "binary corners have coordinates of their own, text corners share them",
    ),
    ("zero-normal", Alike::Objects, "binary corners have normals of their own, text corners share them"),
    (
        "unnormalized-normal",
        Alike::Objects,
        "binary corners have normals of their own, text corners share them",
    ),
    ("bone-index-out-of-range", Alike::Files, "the vertices of a binary model belong to no mesh"),
    ("unknown-flags", Alike::Files, "the vertices of a binary model belong to no mesh"),
    ("no-frames", Alike::Files, "the number of frames is in a block or in the record of the animation"),
    ("unused-vertex", Alike::Nothing, "such a vertex is lost on the way to text, and told"),
];

/// How often each rule about both formats finds something in each object, as far as that is alike.
fn findings(document: &Document) -> BTreeMap<(&'static str, String), usize> {
    let rules: Vec<_> = rules::ALL.iter().copied().filter(|rule| rule.formats == Formats::Both).collect();
    assert!(rules.len() > 30, "most rules about models are about both formats");
    let mut counts = BTreeMap::new();
    for finding in lint(document, &Context::default(), &Options { rules, ..Options::default() }).findings {
        let different = DIFFERENT.iter().find(|(rule, ..)| *rule == finding.rule);
        let alike = different.map_or(Alike::All, |(_, alike, _)| *alike);
        let object = match alike {
            Alike::All | Alike::Objects => format!("{:?}", finding.place.owner()),
            Alike::Files => String::new(),
            Alike::Nothing => continue,
        };
        let count: &mut usize = counts.entry((finding.rule, object)).or_default();
        *count = if alike == Alike::All { *count + finding.count } else { 1 };
    }
    counts
}

/// A model is judged alike in both formats.
#[test]
fn both_copies_of_a_model_have_the_same_findings() {
    let real = std::env::var_os("MS3DLINT_MODELS").map(PathBuf::from);
    let real = real.iter().flat_map(|folder| support::files(folder));
    let mut differ = Vec::new();
    for path in models(&root().join("corpus")).into_iter().chain(real) {
        let first = document(bytes_of(&path));
        let Some(second) = other_format(&first) else { continue };
        // What the first conversion loses is no longer there to be found in the third copy.
        let Some(third) = other_format(&second) else { continue };
        let (second, third) = (findings(&second), findings(&third));
        if second != third {
            let only = |a: &BTreeMap<_, _>, b: &BTreeMap<_, _>| -> Vec<_> {
                a.iter().filter(|one| b.get(one.0) != Some(one.1)).map(|one| format!("{one:?}")).collect()
            };
            differ.push(format!(
                "{}: {:?} and {:?}",
                path.display(),
                only(&second, &third),
                only(&third, &second)
            ));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

fn other_format(document: &Document) -> Option<Document> {
    let converted = match document.is_binary() {
        true => to_text(document),
        false => to_binary(document, DEFAULT_RATE),
    };
    Some(self::document(converted.ok()?.bytes))
}

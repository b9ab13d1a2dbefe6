//! Whether two ASCII models mean the same, aspect by aspect.

use ms3dlint::document::read;
use ms3dlint::fix::Aspect;
use ms3dlint::fix::equivalence::difference;

const MODEL: &str = r#"// MilkShape 3D ASCII
Frames: 30
Frame: 1
Meshes: 2
"body" 0 0
4
0 0.0 0.0 0.0 0.0 1.0 0
0 1.0 0.0 0.0 1.0 1.0 1
0 0.0 1.0 0.0 0.0 0.0 1
0 0.0 1.0 1.0 0.0 0.0 -1
1
0.0 0.0 1.0
1
0 0 1 2 0 0 0 1
"nothing" 0 -1
0
0
0
Materials: 1
"skin"
0.2 0.2 0.2 1.0
0.8 0.8 0.8 1.0
0.0 0.0 0.0 1.0
0.0 0.0 0.0 1.0
0.0
1.0
"skin.png"
""
Bones: 3
"arm"
"shoulder"
0 1.0 0.0 0.0 0.0 0.0 0.5
3
2.0 0.0 0.0 0.0
1.0 0.0 0.0 0.0
1.0 0.0 0.0 3.0
0
"shoulder"
""
0 2.0 0.0 0.0 0.0 0.0 0.0
0
3
1.0 0.0 0.0 0.5
2.0 0.0 0.0 0.5
3.0 0.0 0.0 0.5
"hand"
"am"
0 3.0 0.0 0.0 0.0 0.0 0.0
0
0
BoneComments: 2
0
of the arm
7
of nothing
"#;

const ARM: &str = "\"arm\"\n\"shoulder\"\n0 1.0 0.0 0.0 0.0 0.0 0.5\n3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n0\n";
const SHOULDER: &str = "\"shoulder\"\n\"\"\n0 2.0 0.0 0.0 0.0 0.0 0.0\n0\n3\n1.0 0.0 0.0 0.5\n2.0 0.0 0.0 0.5\n3.0 0.0 0.0 0.5\n";

/// What is replaced in the model, and by what, so that two models differ in one aspect alone. Nothing for what
/// only binary models have.
fn change(aspect: Aspect) -> Vec<(String, String)> {
    let one = |from: &str, to: &str| vec![(from.to_string(), to.to_string())];
    match aspect {
        Aspect::Reading => one("\"body\" 0 0", "\"body\" 0 x"),
        Aspect::Precision => one("0 2.0 0.0", "0 2.0 0.0000000000005"),
        Aspect::Blocks => one("BoneComments", "GroupComments: 0\nBoneComments"),
        Aspect::BlockOrder => one("Frames: 30\nFrame: 1\n", "Frame: 1\nFrames: 30\n"),
        Aspect::Counts => one("Materials: 1", "Materials: 2"),
        Aspect::Frames => one("Frames: 30", "Frames: 31"),
        Aspect::Names => one("skin\"", "hide\""),
        Aspect::Meshes => [one("Meshes: 2", "Meshes: 1"), one("\"nothing\" 0 -1\n0\n0\n0\n", "")].concat(),
        Aspect::Flags => one("0 2.0 0.0", "1 2.0 0.0"),
        Aspect::Vertices => one("0 0.0 1.0 1.0 0.0 0.0 -1", "0 0.0 1.0 2.0 0.0 0.0 -1"),
        Aspect::VertexBones => one("0.0 0.0 -1", "0.0 0.0 0"),
        Aspect::Normals => one("0.0 0.0 1.0\n1", "0.0 1.0 0.0\n1"),
        Aspect::Faces => one("0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 2"),
        Aspect::Paths => one("skin.png", "skin.bmp"),
        Aspect::Colors => one("0.0\n1.0\n\"skin", "0.0\n0.5\n\"skin"),
        Aspect::BoneOrder => {
            let bones = format!("{SHOULDER}{ARM}");
            let vertices = (
                "1.0 0\n0 1.0 0.0 0.0 1.0 1.0 1\n0 0.0 1.0 0.0 0.0 0.0 1",
                "1.0 1\n0 1.0 0.0 0.0 1.0 1.0 0\n0 0.0 1.0 0.0 0.0 0.0 0",
            );
            [
                one(&format!("{ARM}{SHOULDER}"), &bones),
                one(vertices.0, vertices.1),
                one("0\nof the arm", "1\nof the arm"),
            ]
            .concat()
        }
        Aspect::BoneParents => one("\"am\"", "\"arm\""),
        Aspect::BonePoses => one("0.0 0.5\n", "0.0 0.6\n"),
        Aspect::KeyOrder => one(
            "2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n",
            "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n2.0 0.0 0.0 0.0\n",
        ),
        Aspect::Keys => one("3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n", "2\n2.0 0.0 0.0 0.0\n"),
        Aspect::RepeatedKeys => one("3\n1.0 0.0 0.0 0.5\n2.0 0.0 0.0 0.5\n", "2\n1.0 0.0 0.0 0.5\n"),
        Aspect::KeyTimes => one("2.0 0.0 0.0 0.0\n1.0", "60.0 0.0 0.0 0.0\n1.0"),
        Aspect::NeutralKeys => one("3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.0\n"),
        Aspect::Comments => {
            one("BoneComments: 2\n0\nof the arm\n7\nof nothing\n", "BoneComments: 1\n0\nof the arm\n")
        }
        Aspect::Tail
        | Aspect::Rest
        | Aspect::Weights
        | Aspect::ExtraVersion
        | Aspect::FaceGroups
        | Aspect::FaceOrder
        | Aspect::FrameRate => Vec::new(),
    }
}

fn changed(model: &str, changes: &[(String, String)]) -> String {
    changes.iter().fold(model.to_string(), |model, (from, to)| {
        assert!(model.contains(from), "the model has no {from:?}");
        model.replacen(from, to, 1)
    })
}

fn compare(before: &str, after: &str, may_differ: &[Aspect]) -> Option<String> {
    let document = |text: &str| read("model.txt", text.as_bytes().to_vec());
    difference(&document(before), &document(after), may_differ)
}

#[test]
fn every_aspect_is_found_and_may_be_allowed() {
    for aspect in Aspect::ALL.into_iter().filter(|aspect| !change(*aspect).is_empty()) {
        let (mut before, mut after) = (MODEL.to_string(), changed(MODEL, &change(aspect)));
        if aspect == Aspect::Reading {
            std::mem::swap(&mut before, &mut after);
        }
        assert_eq!(compare(&before, &before, &[]), None, "{aspect:?}");
        assert!(compare(&before, &after, &[]).is_some(), "{aspect:?} is not found");
        assert_eq!(compare(&before, &after, &[aspect]), None, "{aspect:?}");
        // The bones of vertices are a part of the vertices.
        let covers =
            |other: &Aspect| *other == aspect || (aspect, *other) == (Aspect::VertexBones, Aspect::Vertices);
        let others: Vec<_> = Aspect::ALL.into_iter().filter(|other| !covers(other)).collect();
        let is_found = compare(&before, &after, &others).is_some();
        assert!(is_found, "{aspect:?} is not found where all others may differ");
    }
}

/// Changes of the kind that an aspect allows, which go too far.
#[test]
fn what_goes_too_far_is_found() {
    for (aspect, from, to) in [
        (Aspect::Reading, "\"body\" 0 0", "\"body\" 0 x"),
        (Aspect::Meshes, "\"body\" 0 0", "\"body\" 0 -1"),
        (Aspect::BoneOrder, "0.0 0.0 -1", "0.0 0.0 0"),
        (Aspect::BoneOrder, "0\nof the arm", "1\nof the arm"),
        (Aspect::BoneParents, "\"arm\"\n\"shoulder\"", "\"arm\"\n\"\""),
        (Aspect::BonePoses, "0 1.0 0.0 0.0 0.0", "0 1.5 0.0 0.0 0.0"),
        (Aspect::BonePoses, "1.0 0.0 0.0 3.0", "1.0 0.0 0.0 2.0"),
        (Aspect::KeyOrder, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 3.0\n1.0 0.0 0.0 0.0\n"),
        (Aspect::Keys, "3\n2.0 0.0 0.0 0.0\n", "2\n"),
        (Aspect::Keys, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 2.0\n"),
        (Aspect::RepeatedKeys, "3\n1.0 0.0 0.0 0.5\n", "2\n"),
        (Aspect::RepeatedKeys, "2.0 0.0 0.0 0.5", "2.0 0.0 0.0 0.6"),
        (Aspect::RepeatedKeys, "3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n", "2\n2.0 0.0 0.0 0.0\n"),
        (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.1\n"),
        (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n5.0 0.0 0.0 0.0\n"),
        (Aspect::Comments, "2\n0\nof the arm\n", "1\n"),
        (Aspect::Comments, "of the arm", "of an arm"),
    ] {
        let after = changed(MODEL, &[(from.to_string(), to.to_string())]);
        assert!(compare(MODEL, &after, &[aspect]).is_some(), "{aspect:?}: {from:?}");
    }
}

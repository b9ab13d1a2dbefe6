//! Whether two models mean the same, binary ones unless said otherwise: each aspect allows what it says, and nothing else.

use ms3dlint::document::listing::assemble;
use ms3dlint::document::read;
use ms3dlint::fix::Aspect;
use ms3dlint::fix::equivalence::difference;

const MODEL: &str = r#"header: id="MS3D000000" version=4
vertices: count=3
vertex: flags=0 position=0.0,0.0,0.0 bone=0 reference-count=2
vertex: flags=0 position=1.0,0.0,0.0 bone=1 reference-count=2
vertex: flags=0 position=0.0,1.0,0.0 bone=-1 reference-count=2
faces: count=2
face: flags=0 vertices=0,1,2 normals=0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0 u=0.0,1.0,0.0 v=1.0,1.0,0.0 smoothing-group=1 group=1
face: flags=0 vertices=0,2,1 normals=0.0,0.0,-1.0,0.0,0.0,-1.0,0.0,0.0,-1.0 u=0.0,0.0,1.0 v=1.0,0.0,1.0 smoothing-group=2 group=2
meshes: count=3
mesh: flags=0 name="nothing" face-count=0
end of mesh: material=-1
mesh: flags=0 name="body" face-count=1
members: faces=0
end of mesh: material=0
mesh: flags=0 name="back" face-count=1
members: faces=1
end of mesh: material=-1
materials: count=1
material: name="skin" ambient=0.2,0.2,0.2,1.0 diffuse=1.0,0.0,0.0,1.0 specular=0.0,0.0,0.0,1.0 emissive=0.0,0.0,0.0,1.0 shininess=0.0 transparency=1.0 mode=0 texture="skin.png" alpha-map=""
animation: frames-per-second=24.0 current-frame=1.0 frame-count=30
bones: count=3
bone: flags=0 name="arm" parent="shoulder" rotation=0.0,0.0,0.5 position=1.0,0.0,0.0 rotation-key-count=0 position-key-count=3
position key: time=2.0 position=0.0,0.0,0.0
position key: time=1.0 position=0.0,0.0,0.0
position key: time=1.0 position=0.0,0.0,3.0
bone: flags=0 name="shoulder" parent="" rotation=0.0,0.0,0.0 position=2.0,0.0,0.0 rotation-key-count=0 position-key-count=0
bone: flags=0 name="hand" parent="am" rotation=0.0,0.0,0.0 position=3.0,0.0,0.0 rotation-key-count=0 position-key-count=0
comments: version=1
mesh comments: count=3
comment: index=0 length=10 text="of nothing"
comment: index=2 length=11 text="of the back"
comment: index=7 length=10 text="of no mesh"
material comments: count=0
bone comments: count=2
comment: index=0 length=10 text="of the arm"
comment: index=7 length=10 text="of no bone"
model comments: count=1
model comment: length=3 text="end"
vertex extras: version=3
vertex extra: bones=1,-1,-1 weights=50,50,0 extra=1,2
vertex extra: bones=-1,-1,-1 weights=0,0,0 extra=0,0
vertex extra: bones=-1,-1,-1 weights=0,0,0 extra=0,0
bone extras: version=1
bone extra: color=1.0,0.0,0.0
bone extra: color=0.0,1.0,0.0
bone extra: color=0.0,0.0,1.0
model extras: version=1
model extra: joint-size=1.0 transparency-mode=0 alpha-reference=0.5
bytes: 00
"#;

const BODY: &str = "face: flags=0 vertices=0,1,2 normals=0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0 u=0.0,1.0,0.0 \
    v=1.0,1.0,0.0 smoothing-group=1 group=1\n";
const BACK: &str = "face: flags=0 vertices=0,2,1 normals=0.0,0.0,-1.0,0.0,0.0,-1.0,0.0,0.0,-1.0 u=0.0,0.0,1.0 \
    v=1.0,0.0,1.0 smoothing-group=2 group=2\n";
const ARM: &str = "bone: flags=0 name=\"arm\" parent=\"shoulder\" rotation=0.0,0.0,0.5 position=1.0,0.0,0.0 \
    rotation-key-count=0 position-key-count=3\n\
    position key: time=2.0 position=0.0,0.0,0.0\n\
    position key: time=1.0 position=0.0,0.0,0.0\n\
    position key: time=1.0 position=0.0,0.0,3.0\n";
const SHOULDER: &str = "bone: flags=0 name=\"shoulder\" parent=\"\" rotation=0.0,0.0,0.0 position=2.0,0.0,0.0 \
    rotation-key-count=0 position-key-count=0\n";

/// What is replaced in the model, and by what, so that two models differ in one aspect alone. Nothing for what
/// only text has, or what only comes with something else.
fn change(aspect: Aspect) -> Vec<(String, String)> {
    let pairs: &[(&str, &str)] = match aspect {
        Aspect::Frames => &[("frame-count=30", "frame-count=31")],
        Aspect::Names => &[("\"skin\"", "\"hide\"")],
        Aspect::Meshes => &[
            ("meshes: count=3", "meshes: count=2"),
            ("mesh: flags=0 name=\"nothing\" face-count=0\nend of mesh: material=-1\n", ""),
            ("smoothing-group=1 group=1", "smoothing-group=1 group=0"),
            ("smoothing-group=2 group=2", "smoothing-group=2 group=1"),
            (
                "mesh comments: count=3\ncomment: index=0 length=10 text=\"of nothing\"\n",
                "mesh comments: count=2\n",
            ),
            ("index=2 length=11", "index=1 length=11"),
        ],
        Aspect::Flags => &[("flags=0 name=\"shoulder\"", "flags=1 name=\"shoulder\"")],
        Aspect::Vertices => &[("position=0.0,1.0,0.0 bone", "position=0.0,2.0,0.0 bone")],
        Aspect::VertexBones => &[("bone=-1", "bone=0")],
        Aspect::Normals => &[("normals=0.0,0.0,1.0", "normals=0.0,1.0,0.0")],
        Aspect::Faces => &[("smoothing-group=1", "smoothing-group=3")],
        Aspect::Paths => &[("skin.png", "skin.bmp")],
        Aspect::Colors => &[("transparency=1.0", "transparency=0.5")],
        Aspect::BoneOrder => &[
            (ARM, ""),
            (SHOULDER, "SHOULDER"),
            ("SHOULDER", &[SHOULDER, ARM].concat()),
            ("0.0,0.0,0.0 bone=0", "0.0,0.0,0.0 bone=1"),
            ("1.0,0.0,0.0 bone=1", "1.0,0.0,0.0 bone=0"),
            ("bones=1,-1,-1", "bones=0,-1,-1"),
            (
                "color=1.0,0.0,0.0\nbone extra: color=0.0,1.0,0.0",
                "color=0.0,1.0,0.0\nbone extra: color=1.0,0.0,0.0",
            ),
            ("index=0 length=10 text=\"of the arm\"", "index=1 length=10 text=\"of the arm\""),
        ],
        Aspect::BoneParents => &[("\"am\"", "\"arm\"")],
        Aspect::BonePoses => &[("rotation=0.0,0.0,0.5", "rotation=0.0,0.0,0.6")],
        Aspect::KeyOrder => &[
            ("position key: time=2.0 position=0.0,0.0,0.0\n", ""),
            (
                "time=1.0 position=0.0,0.0,3.0\n",
                "time=1.0 position=0.0,0.0,3.0\nposition key: time=2.0 position=0.0,0.0,0.0\n",
            ),
        ],
        Aspect::Keys => &[
            ("position-key-count=3", "position-key-count=2"),
            ("position key: time=1.0 position=0.0,0.0,0.0\n", ""),
        ],
        Aspect::KeyTimes => &[("time=2.0", "time=60.0")],
        Aspect::NeutralKeys => &[(
            "rotation-key-count=0 position-key-count=3\n",
            "rotation-key-count=1 position-key-count=3\nrotation key: time=1.0 rotation=0.0,0.0,0.0\n",
        )],
        Aspect::Comments => &[
            ("mesh comments: count=3", "mesh comments: count=2"),
            ("comment: index=7 length=10 text=\"of no mesh\"\n", ""),
            ("bone comments: count=2", "bone comments: count=1"),
            ("comment: index=7 length=10 text=\"of no bone\"\n", ""),
        ],
        Aspect::Rest => &[("bytes: 00\n", "")],
        Aspect::Weights => &[("weights=50,50,0", "weights=60,40,0")],
        Aspect::ExtraVersion => &[
            ("vertex extras: version=3", "vertex extras: version=2"),
            ("extra=1,2", "extra=1"),
            ("extra=0,0", "extra=0"),
            ("extra=0,0", "extra=0"),
        ],
        Aspect::FaceOrder => &[
            (BODY, ""),
            (BACK, &[BACK, BODY].concat()),
            ("members: faces=0", "members: faces= 1"),
            ("members: faces=1", "members: faces=0"),
            ("members: faces= 1", "members: faces=1"),
        ],
        Aspect::FrameRate => &[("frames-per-second=24.0", "frames-per-second=25.0")],
        Aspect::Reading
        | Aspect::Precision
        | Aspect::RepeatedKeys
        | Aspect::Blocks
        | Aspect::BlockOrder
        | Aspect::Counts => &[],
        // These are about files that lack something, or contradict themselves.
        Aspect::Tail | Aspect::FaceGroups => &[],
    };
    pairs.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect()
}

fn changed(changes: &[(String, String)]) -> String {
    changes.iter().fold(MODEL.to_string(), |model, (from, to)| {
        assert!(model.contains(from), "the model has no {from:?}");
        model.replacen(from, to, 1)
    })
}

fn compare(after: &str, may_differ: &[Aspect]) -> Option<String> {
    compare_from(MODEL, after, may_differ)
}

fn compare_from(before: &str, after: &str, may_differ: &[Aspect]) -> Option<String> {
    let document = |listing: &str| read("model.ms3d", assemble(listing).unwrap());
    difference(&document(before), &document(after), may_differ)
}

#[test]
fn every_aspect_is_found_and_may_be_allowed() {
    assert_eq!(compare(MODEL, &[]), None);
    for aspect in Aspect::ALL.into_iter().filter(|aspect| !change(*aspect).is_empty()) {
        let after = changed(&change(aspect));
        assert!(compare(&after, &[]).is_some(), "{aspect:?} is not found");
        assert_eq!(compare(&after, &[aspect]), None, "{aspect:?}");
        // What belongs to a vertex or a face may go with it.
        let goes_with = match aspect {
            Aspect::VertexBones | Aspect::Weights | Aspect::ExtraVersion => Some(Aspect::Vertices),
            Aspect::Normals | Aspect::FaceOrder => Some(Aspect::Faces),
            _ => None,
        };
        let covers = |other: &Aspect| *other == aspect || Some(*other) == goes_with;
        let others: Vec<_> = Aspect::ALL.into_iter().filter(|other| !covers(other)).collect();
        assert!(compare(&after, &others).is_some(), "{aspect:?} is not found where all others may differ");
    }
}

#[test]
fn what_no_aspect_allows_is_found() {
    for (from, to) in [
        ("version=4", "version=3"),
        ("mode=0", "mode=1"),
        ("current-frame=1.0", "current-frame=2.0"),
        ("text=\"end\"", "text=\"and\""),
        ("color=0.0,0.0,1.0", "color=0.0,0.0,0.5"),
        ("joint-size=1.0", "joint-size=2.0"),
        ("transparency-mode=0", "transparency-mode=1"),
        ("alpha-reference=0.5", "alpha-reference=0.25"),
        ("bytes: 00", "bytes: 01"),
    ] {
        let after = changed(&[(from.to_string(), to.to_string())]);
        assert!(compare(&after, &Aspect::ALL).is_some(), "{from:?}");
    }
}

/// Changes of the kind that an aspect allows, which go too far.
#[test]
fn what_goes_too_far_is_found() {
    for (aspect, from, to) in [
        (Aspect::Meshes, "name=\"body\" face-count=1\nmembers: faces=0", "name=\"body\" face-count=0"),
        (Aspect::Meshes, "smoothing-group=1 group=1", "smoothing-group=1 group=2"),
        (Aspect::Meshes, "text=\"of no mesh\"", "text=\"on no mesh\""),
        (Aspect::Normals, "u=0.0,1.0,0.0", "u=0.0,0.5,0.0"),
        (Aspect::VertexBones, "bones=1,-1,-1", "bones=0,-1,-1"),
        (Aspect::VertexBones, "weights=50,50,0", "weights=50,40,0"),
        (Aspect::VertexBones, "extra=1,2", "extra=1,3"),
        (Aspect::BoneOrder, "bones=1,-1,-1", "bones=0,-1,-1"),
        (
            Aspect::BoneOrder,
            "color=1.0,0.0,0.0\nbone extra: color=0.0,1.0,0.0",
            "color=0.0,1.0,0.0\nbone extra: color=1.0,0.0,0.0",
        ),
        (Aspect::Names, "members: faces=0", "members: faces=1"),
        (Aspect::Names, "v=1.0,1.0,0.0", "v=1.0,1.0,1.0"),
        (
            Aspect::NeutralKeys,
            "rotation-key-count=0 position-key-count=3\n",
            "rotation-key-count=1 position-key-count=3\nrotation key: time=0.5 rotation=0.0,0.0,0.0\n",
        ),
        (Aspect::Weights, "extra=1,2", "extra=1,3"),
        (Aspect::ExtraVersion, "extra=1,2", "extra=2,2"),
        (Aspect::FaceOrder, "members: faces=0", "members: faces=1"),
        (Aspect::FaceGroups, "smoothing-group=1 group=1", "smoothing-group=1 group=2"),
        (Aspect::Tail, "joint-size=1.0", "joint-size=2.0"),
        (Aspect::Comments, "index=0 length=10 text=\"of the arm\"", "index=1 length=10 text=\"of the arm\""),
    ] {
        let after = changed(&[(from.to_string(), to.to_string())]);
        assert!(compare(&after, &[aspect]).is_some(), "{aspect:?}: {from:?}");
    }
}

/// Reference counts follow from the faces, and the bytes after the NUL of a text are not read.
#[test]
fn what_means_nothing_may_differ() {
    for (from, to) in [("reference-count=2", "reference-count=7"), ("name=\"skin\"", "name=\"skin\"+cdcd")] {
        let after = changed(&[(from.to_string(), to.to_string())]);
        assert_eq!(compare(&after, &[]), None, "{from:?}");
    }
}

#[test]
fn a_face_may_name_the_mesh_that_lists_it() {
    let wrong = changed(&[("smoothing-group=1 group=1".into(), "smoothing-group=1 group=2".into())]);
    assert!(compare_from(&wrong, MODEL, &[]).is_some());
    assert_eq!(compare_from(&wrong, MODEL, &[Aspect::FaceGroups]), None);
    let others: Vec<_> = Aspect::ALL
        .into_iter()
        .filter(|other| !matches!(other, Aspect::FaceGroups | Aspect::Faces))
        .collect();
    assert!(compare_from(&wrong, MODEL, &others).is_some());
}

#[test]
fn what_is_added_at_the_end_says_nothing() {
    const TAIL: &str = "comments: version=1\nmesh comments: count=0\nmaterial comments: count=0\n\
        bone comments: count=0\nmodel comments: count=0\nvertex extras: version=2\n\
        vertex extra: bones=-1,-1,-1 weights=0,0,0 extra=0\n\
        vertex extra: bones=-1,-1,-1 weights=0,0,0 extra=0\n\
        vertex extra: bones=-1,-1,-1 weights=0,0,0 extra=0\n\
        bone extras: version=1\nbone extra: color=0.8,0.8,0.8\nbone extra: color=0.8,0.8,0.8\n\
        bone extra: color=0.8,0.8,0.8\n\
        model extras: version=1\nmodel extra: joint-size=1.0 transparency-mode=0 alpha-reference=0.5\n";
    let (before, _) = MODEL.split_at(MODEL.find("comments:").unwrap());
    let after = [before, TAIL].concat();
    let others: Vec<_> = Aspect::ALL.into_iter().filter(|other| *other != Aspect::Tail).collect();
    assert!(compare_from(before, &after, &others).is_some());
    assert_eq!(compare_from(before, &after, &[Aspect::Tail]), None);
    for (from, to) in [
        ("bones=-1,-1,-1", "bones=-1,-1,0"),
        ("weights=0,0,0", "weights=0,0,1"),
        ("extra=0", "extra=1"),
        ("model comments: count=0", "model comments: count=1\nmodel comment: length=2 text=\"hi\""),
    ] {
        let after = after.replacen(from, to, 1);
        assert!(compare_from(before, &after, &[Aspect::Tail]).is_some(), "{to:?}");
    }
}

/// The flags and the material of a mesh are on one line: where the material is missing, the flags may be it.
#[test]
fn flags_may_change_with_how_a_line_is_read() {
    let text = |line: &str| {
        let model =
            format!("Frames: 30\nFrame: 1\n\nMeshes: 1\n{line}\n0\n0\n0\n\nMaterials: 0\n\nBones: 0\n");
        read("model.txt", model.into_bytes())
    };
    let differs =
        |before, after, aspects: &[Aspect]| difference(&text(before), &text(after), aspects).is_some();
    for (before, after, is_a_reading) in
        [("\"box\" 0", "\"box\" 1 -1", true), ("\"box\" 0 -1", "\"box\" 1 -1", false)]
    {
        assert!(differs(before, after, &[]), "{before}");
        assert!(!differs(before, after, &[Aspect::Flags, Aspect::Reading]), "{before}");
        assert_eq!(differs(before, after, &[Aspect::Reading]), !is_a_reading, "{before}");
    }
    assert!(!differs("\"box\" 0 -1", "\"box\" 1 -1", &[Aspect::Flags]));
}

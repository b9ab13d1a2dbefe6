//! Listings: binary models as text, and back.

use ms3dlint::base::span::Span;
use ms3dlint::document::listing::{assemble, line_at, lines};
use ms3dlint::document::read;

/// A file with a record of each kind, of which some hold odd things. It ends with bytes of no record.
const LISTING: &str = r#"header: id="MS3D000000" version=4
vertices: count=1
vertex 0: flags=1 position=0.0,-0.0,1e20 bone=-1 reference-count=255
faces: count=1
face 0: flags=0 vertices=0,1,65535 normals=0.0,0.0,1.0,nan(0x7fc00001),inf,-inf,0.1,0.2,0.3 u=0.0,0.5,1.0 v=1.0,0.5,0.0 smoothing-group=1 group=0
meshes: count=2
mesh 0: flags=0 name="leg"+cd0001 face-count=18
members 0: faces=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
members 16: faces=7,8
end of mesh 0: material=-1
mesh 1: flags=2 name="" face-count=0
end of mesh 1: material=0
materials: count=1
material 0: name="red \"\\" ambient=0.2,0.2,0.2,1.0 diffuse=1.0,0.0,0.0,1.0 specular=0.0,0.0,0.0,1.0 emissive=0.0,0.0,0.0,1.0 shininess=0.0 transparency=1.0 mode=0 texture=".\\red.png" alpha-map="H\xfcfte, links"
animation: frames-per-second=24.0 current-frame=1.0 frame-count=30
bones: count=1
bone 0: flags=0 name="root" parent="" rotation=0.0,0.0,0.0 position=0.0,0.0,0.0 rotation-key-count=1 position-key-count=1
rotation key 0: time=0.0 rotation=0.0,0.0,0.0
position key 0: time=0.0 position=0.0,0.0,0.0
comments: version=1
mesh comments: count=2
comment 0: index=0 length=9 text="a, # b\r\nc"
comment 1: index=-1 length=0 text=""
material comments: count=0
bone comments: count=0
model comments: count=1
model comment: length=3 text="end"
vertex extras: version=2
vertex extra 0: bones=-1,0,1 weights=50,50,0 extra=4294967295
bone extras: version=1
bone extra 0: color=0.5,0.5,0.5
model extras: version=1
model extra: joint-size=1.0 transparency-mode=0 alpha-reference=0.5
bytes: 6d 6f 72 65 20 62 79 74 65 73 20 23 7c 00 80 ff  # |more bytes #|...|
bytes: 0a  # |.|
"#;

fn listing(bytes: &[u8]) -> String {
    lines(&read("a.ms3d", bytes.to_vec()), 0).map(|line| line.text + "\n").collect()
}

#[test]
fn a_listing_comes_back() {
    assert_eq!(listing(&assemble(LISTING).unwrap()), LISTING);
}

#[test]
fn a_line_tells_where_its_values_are() {
    let bytes = assemble(LISTING).unwrap();
    let document = read("a.ms3d", bytes);
    let line = line_at(&document, 0x10 + 5).unwrap();
    assert_eq!(line.span, Span::new(0x10, 0x1F));
    let values: Vec<_> = line.values.iter().map(|(_, text)| &line.text[text.clone()]).collect();
    assert_eq!(values, ["1", "0.0", "-0.0", "1e20", "-1", "255"]);
    assert_eq!(line.values[2].0, Span::new(0x15, 0x19));
    assert_eq!(line_at(&document, document.source.len()), None);
}

#[test]
fn what_is_only_for_people_is_left_out() {
    let with = "# a model\n\n  0x0000000e  vertices : count=1 # one\r\nvertex: flags=0 position=1,2.5,-3 bone=0 reference-count=0\n\
        members: faces=1\nbytes:\nbytes: 00ff\n";
    let without = "vertices: count=1\nvertex 0: flags=0 position=1.0,2.5,-3.0 bone=0 reference-count=0\n\
        members 0: faces=1\nbytes: 00 ff";
    assert_eq!(assemble(with), assemble(without));
}

#[test]
fn vertex_extras_have_as_many_numbers_as_their_version() {
    let room = |numbers: &str| {
        assemble(&format!("vertex extra: bones=-1,-1,-1 weights=0,0,0{numbers}")).map(|bytes| bytes.len())
    };
    assert_eq!([room(""), room(" extra=1"), room(" extra=1,2")], [Ok(6), Ok(10), Ok(14)]);
    assert_eq!(room(" extra=1,2,3").unwrap_err().what, "expected nothing more, not \",3\"");
}

#[test]
fn mistakes_are_told_with_their_line() {
    let told = |line: &str| {
        let problem = assemble(&format!("\n{line}\n")).unwrap_err();
        assert_eq!(problem.line, 2);
        problem.what
    };
    assert_eq!(told("vertex"), "expected a record, as in `vertices: count=3`");
    assert_eq!(told("vertx 3: flags=0"), "no record is called \"vertx\"; did you mean \"vertex\"?");
    assert_eq!(told("light: on=1"), "no record is called \"light\"");
    assert_eq!(told("vertices:"), "expected \"count=\", not the end of the line");
    assert_eq!(told("vertices: number=1"), "expected \"count=\", not \"number=1\"");
    assert_eq!(told("vertices: count=70000"), "count: expected an integer from 0 to 65,535, not `70000`");
    assert_eq!(told("vertices: count=1 2"), "expected nothing more, not \"2\"");
    assert_eq!(told("bone extra: color=1,2"), "there are too few values in \"color=\"");
    assert_eq!(told("bytes: 00 0"), "expected pairs of hexadecimal digits, not \"0\"");
    assert_eq!(
        told("mesh: flags=0 name=\"a face-count=1"),
        "name: expected text in double quotes of at most 32 bytes, not `\"a face-count=1`"
    );
}

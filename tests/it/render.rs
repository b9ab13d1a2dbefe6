//! Pictures of models: each pixel of the reviewed ones, what is seen of what is odd, and the command.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support::{
    Run, assert_reviewed, blessing, bytes_of, finish, folder, models, name_of, program, root,
};
use ms3dlint::actions::convert::to_binary;
use ms3dlint::document::{Document, read};
use ms3dlint::layout::{Record, fields};
use ms3dlint::model::place::Place;
use ms3dlint::picture::texture::Texture;
use ms3dlint::picture::{DrawOptions, Drawing, Picture, PictureMarks, TextureReader, View};
use ms3dlint::pose::convention::MILKSHAPE;
use sha2::{Digest, Sha256};

const WHITE: [u8; 3] = [255; 3];

/// 32 by 32 pixels from the front, on white.
fn small() -> DrawOptions<'static> {
    DrawOptions { width: 32, height: 32, view: View::Front, background: Some(WHITE), marks: None }
}

/// A square of two faces with corners at 0 and 2, of a material with this opacity and texture.
fn square(faces: [&str; 2], opacity: &str, texture: &str) -> String {
    let rows: String = faces.iter().map(|corners| format!("0 {corners} 0 0 0 1\r\n")).collect();
    format!(
        "// MilkShape 3D ASCII\r\n\r\nFrames: 1\r\nFrame: 1\r\n\r\nMeshes: 1\r\n\"body\" 0 0\r\n4\r\n\
         0 0.0 0.0 0.0 0.0 1.0 -1\r\n0 2.0 0.0 0.0 1.0 1.0 -1\r\n0 2.0 2.0 0.0 1.0 0.0 -1\r\n\
         0 0.0 2.0 0.0 0.0 0.0 -1\r\n1\r\n0.0 0.0 1.0\r\n2\r\n{rows}\r\nMaterials: 1\r\n\"skin\"\r\n\
         0.0 0.0 0.0 1.0\r\n1.0 1.0 1.0 1.0\r\n0.0 0.0 0.0 1.0\r\n0.0 0.0 0.0 1.0\r\n0.0\r\n{opacity}\r\n\
         \"{texture}\"\r\n\"\"\r\n\r\nBones: 0\r\n"
    )
}

const FRONT: [&str; 2] = ["0 1 2", "0 2 3"];
const ONE_FLIPPED: [&str; 2] = ["0 1 2", "0 3 2"];

fn drawn(text: &str, read_texture: TextureReader<'_>) -> Picture {
    let document = read("square.txt", text.into());
    Drawing::new(&document, &MILKSHAPE, read_texture).at_rest(&small()).unwrap()
}

fn none(_: &[u8]) -> Result<Vec<u8>, String> {
    Err("there is none".to_string())
}

fn color(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    picture.pixels[(y * picture.width + x) as usize]
}

/// The picture of a texture with these pixels in rows of two.
fn texture(pixels: [[u8; 4]; 4]) -> Vec<u8> {
    Picture { width: 2, height: 2, pixels: pixels.to_vec() }.to_png().unwrap()
}

/// The pixels of a PNG file.
fn decoded(path: &Path) -> Option<Picture> {
    let texture = Texture::decode(&fs::read(path).ok()?, u64::MAX).ok()?;
    let (width, height) = (texture.width() as u32, texture.height() as u32);
    Some(Picture { width, height, pixels: texture.pixels().to_vec() })
}

/// Compares with a reviewed picture, or rewrites it.
#[track_caller]
fn assert_picture(path: &Path, actual: &Picture) {
    if decoded(path).as_ref() == Some(actual) {
        return;
    }
    assert!(blessing(), "{} is another picture now: run BLESS=1 cargo test, and look at it", path.display());
    fs::write(path, actual.to_png().unwrap()).unwrap();
}

/// Every pixel of all own models, at rest and in the middle of their animation, as hashes.
#[test]
fn pictures_are_what_was_reviewed() {
    let mut lines = String::new();
    for path in models(&root().join("corpus/ok")).into_iter().chain(models(&root().join("docs/example"))) {
        let document = read(name_of(&path), bytes_of(&path));
        let drawing = Drawing::new(&document, &MILKSHAPE, &none);
        let options = DrawOptions { width: 96, height: 64, ..DrawOptions::default() };
        let mut pictures = vec![drawing.at_rest(&options).unwrap()];
        if drawing.end() > 0.0 {
            pictures.extend(drawing.at_times(&[drawing.end() / 2.0], &options).unwrap());
        }
        for (picture, when) in pictures.iter().zip(["at rest", "in the middle"]) {
            let digest: [u8; 32] = Sha256::digest(picture.pixels.as_flattened()).into();
            let drawn = picture.pixels.iter().filter(|pixel| **pixel != [222, 226, 230, 255]).count();
            let hash: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(lines, "{hash} {drawn:4} {} {when}", document.source.name).unwrap();
        }
    }
    assert_reviewed(&root().join("tests/reviewed/pictures.txt"), &lines);
}

/// The picture of the page.
#[test]
fn the_sheet_on_the_page_is_what_is_written() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("sheet.png");
    let args = ["render", "--size=128", "corpus/ok", path.to_str().unwrap()];
    let run = finish(program(&root(), &args));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_picture(&root().join("docs/render.png"), &decoded(&path).unwrap());
}

#[test]
fn textures_are_where_the_model_has_them() {
    let [red, green, blue, white] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]];
    let bytes = texture([red, green, blue, white]);
    let picture = drawn(&square(FRONT, "1.0", "skin.png"), &|path| {
        assert_eq!(path, b"skin.png");
        Ok(bytes.clone())
    });
    // The texture has its first row at the top. Light falls on all of it alike.
    let strongest = |x: u32, y: u32| {
        let [rgb @ .., alpha] = color(&picture, x, y);
        assert_eq!(alpha, 255);
        rgb.map(|part| part > 150)
    };
    assert_eq!([strongest(8, 8), strongest(23, 8)], [[true, false, false], [false, true, false]]);
    assert_eq!([strongest(8, 23), strongest(23, 23)], [[false, false, true], [true; 3]]);
    assert_eq!(color(&picture, 0, 0), [255; 4]);
}

#[test]
fn what_is_transparent_shows_what_is_behind() {
    let bytes = texture([[255, 0, 0, 255], [255, 0, 0, 0], [255, 0, 0, 255], [255, 0, 0, 0]]);
    let picture = drawn(&square(FRONT, "1.0", "skin.png"), &|_| Ok(bytes.clone()));
    assert_eq!(color(&picture, 23, 16), [255; 4]);
    assert!(color(&picture, 8, 16)[1] < 40);
    for (opacity, least, most) in [("0.0", 255, 255), ("0.25", 170, 215), ("0.75", 50, 80), ("1.0", 0, 0)] {
        let bytes = texture([[255, 0, 0, 255]; 4]);
        let picture = drawn(&square(FRONT, opacity, "skin.png"), &|_| Ok(bytes.clone()));
        let green = color(&picture, 16, 9)[1];
        assert!((least..=most).contains(&green), "{opacity}: {green}");
        // It is the same in all pixels.
        assert_eq!(green, color(&picture, 11, 22)[1]);
    }
}

#[test]
fn a_texture_that_is_missing_is_a_checker_pattern() {
    let text = square(FRONT, "1.0", ".\\skin.png");
    let document = read("square.txt", text.into_bytes());
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    let [trouble] = drawing.troubles() else { panic!("{:?}", drawing.troubles()) };
    assert_eq!((trouble.path.as_str(), trouble.why.as_str()), ("./skin.png", "there is none"));
    let picture = drawing.at_rest(&small()).unwrap();
    // Eight squares in a row of 28 pixels.
    let row: Vec<_> = (0..8).map(|number| color(&picture, 3 + number * 7 / 2, 3)[0]).collect();
    assert!(row.iter().step_by(2).all(|light| *light == row[0]), "{row:?}");
    assert!(row.iter().skip(1).step_by(2).all(|dark| *dark == row[1] && *dark < row[0] - 50), "{row:?}");
}

#[test]
fn a_face_that_shows_its_back_looks_different() {
    let [front, flipped] = [FRONT, ONE_FLIPPED].map(|faces| drawn(&square(faces, "1.0", ""), &none));
    // The second face is on the left above.
    assert_eq!(color(&front, 22, 26), color(&flipped, 22, 26));
    let [as_it_is, back] = [color(&front, 8, 8), color(&flipped, 8, 8)];
    assert!(as_it_is[..3].iter().zip(back).all(|(one, other)| *one > other + 40), "{as_it_is:?} {back:?}");
    assert!(back[0] > back[1] + 20, "{back:?}");
}

/// The pixels that are as red as what is marked.
fn marked(document: &Document, places: &[Place]) -> usize {
    let marks = PictureMarks::of(document, places.iter().copied());
    let options = DrawOptions { marks: Some(&marks), ..small() };
    let picture = Drawing::new(document, &MILKSHAPE, &none).at_rest(&options).unwrap();
    let red = picture.pixels.iter().filter(is_red).count();
    // What is said to be marked is seen.
    assert_eq!(red == 0, marks.elsewhere == places.len(), "{marks:?}");
    red
}

fn is_red(pixel: &&[u8; 4]) -> bool {
    pixel[0] > 150 && pixel[1] < 60 && pixel[2] < 60
}

/// The same model in both formats.
fn both(text: String) -> [Document; 2] {
    let ascii = read("square.txt", text.into_bytes());
    let binary = to_binary(&ascii, 24.0).unwrap().bytes;
    [ascii, read("square.ms3d", binary)]
}

#[test]
fn what_findings_are_about_is_marked() {
    both(square(FRONT, "1.0", "")).iter().for_each(places_are_marked);
}

#[test]
fn a_comment_marks_what_it_is_about() {
    let comments = "GroupComments: 1\r\n0\r\nmesh\r\nMaterialComments: 1\r\n0\r\nmaterial\r\n\
        BoneComments: 1\r\n0\r\nbone\r\nModelComment: 1\r\nmodel\r\n";
    let bone = "Bones: 1\r\n\"arm\"\r\n\"\"\r\n0 0.0 0.0 0.0 0.0 0.0 0.0\r\n0\r\n0\r\n";
    let text = square(FRONT, "1.0", "");
    let (start, _) = text.split_once("Bones: ").unwrap();
    for document in both(format!("{start}{bone}{comments}")) {
        let comments = |record, index| PictureMarks::of(&document, [Place::object(record, index)]);
        let whole = |record| PictureMarks::of(&document, [Place::object(record, 0)]);
        assert_eq!(document.model.comments.len(), 4);
        for (index, record) in [Record::Mesh, Record::Material, Record::Bone].into_iter().enumerate() {
            assert!(!whole(record).is_empty(), "{record:?}");
            assert_eq!(comments(Record::Comment, index), whole(record));
        }
        assert_eq!(comments(Record::ModelComment, 3), whole(Record::Mesh));
        // One of a mesh that does not exist.
        assert_eq!(comments(Record::Comment, 9).elsewhere, 1);
    }
}

fn places_are_marked(document: &Document) {
    // Reports name faces of both formats with their mesh.
    let face = |row| document.shown_as(Place::row(Record::Face, 0, row));
    assert_eq!(face(0).object, 0);
    assert_eq!(marked(document, &[]), 0);
    assert_eq!(marked(document, &[Place::FILE]), 0);
    let [one, both] = [&[face(0)][..], &[face(0).field(fields::face::VERTICES[0]), face(1)]]
        .map(|places| marked(document, places));
    assert!(one > 28 * 28 / 2 - 40 && one < 28 * 28 / 2 + 140, "{one}");
    assert!((28 * 28..31 * 31).contains(&both), "{both}");
    let vertex = marked(document, &[Place::row(Record::Vertex, 0, 1).field(fields::vertex::BONE)]);
    assert!((12..60).contains(&vertex), "{vertex}");
    assert_eq!(marked(document, &[Place::object(Record::Mesh, 0)]), both);
    assert_eq!(
        marked(document, &[Place::object(Record::Material, 0).field(fields::material::TEXTURE)]),
        both
    );
    // All faces of the ASCII model have this normal, and one of the binary model has it.
    let normal = marked(document, &[document.shown_as(Place::row(Record::Normal, 0, 0))]);
    assert_eq!(normal, if document.is_binary() { one } else { both });
    let member = marked(document, &[Place::row(Record::Member, 0, 0)]);
    assert_eq!(member, if document.is_binary() { one } else { 0 });
    let nowhere = [face(7), Place::row(Record::Vertex, 0, 99), Place::row(Record::Normal, 0, 99)];
    let objects = [Record::Bone, Record::Mesh, Record::Material].map(|record| Place::object(record, 3));
    for nowhere in nowhere.into_iter().chain(objects) {
        assert_eq!(marked(document, &[nowhere]), 0);
    }
}

#[test]
fn the_command_marks_findings_in_both_formats() {
    let [ascii, binary] = both(square(["0 1 2", "0 2 2"], "1.0", ""));
    let files = [("a.txt", ascii.source.bytes().to_vec()), ("a.ms3d", binary.source.bytes().to_vec())];
    let folder = folder(&files);
    for (name, document) in [("a.txt", &ascii), ("a.ms3d", &binary)] {
        let args = ["render", "--mark=degenerate-face", "--size=64", "--force", name, "out.png"];
        let run = finish(program(folder.path(), &args));
        assert!(run.err.contains(&format!("{name}: 1 finding, all marked\n")), "{}", run.err);
        let picture = fs::read(folder.path().join("out.png")).unwrap();
        let picture = Texture::decode(&picture, u64::MAX).unwrap();
        assert!(picture.pixels().iter().filter(is_red).count() > 20, "{name}");
        assert_eq!(document.is_binary(), name == "a.ms3d");
    }
}

#[test]
fn the_faces_with_a_missing_texture_are_marked() {
    let [ascii, binary] = both(square(FRONT, "1.0", "missing.png"));
    let files = [("a.txt", ascii.source.bytes().to_vec()), ("a.ms3d", binary.source.bytes().to_vec())];
    let folder = folder(&files);
    for (name, _) in files {
        let args = ["render", "--mark=texture-not-found", "--size=64", "--force", name, "out.png"];
        let run = finish(program(folder.path(), &args));
        assert!(run.err.contains(&format!("{name}: 1 finding, all marked\n")), "{}", run.err);
    }
}

#[test]
fn what_is_about_the_file_is_not_marked_and_that_is_said() {
    let folder = folder(&[("a.txt", square(FRONT, "1.0", "").trim_end())]);
    let run = finish(program(folder.path(), &["render", "--mark=missing-final-newline", "a.txt", "out.png"]));
    let said = "a.txt: 1 finding, not marked: about the file, or about nothing that is drawn\n";
    assert!(run.err.contains(said), "{}", run.err);
}

#[test]
fn marks_outside_of_the_picture_are_counted() {
    let unused = "5\r\n0 900.0 0.0 0.0 0.0 1.0 -1\r\n";
    let text = square(["1 2 3", "1 3 4"], "1.0", "").replace("4\r\n", unused);
    let folder = folder(&[("a.txt", text)]);
    let args = ["render", "--mark=unused-vertex,missing-final-newline", "a.txt", "out.png"];
    let run = finish(program(folder.path(), &args));
    let said = "a.txt: 1 finding, all marked; of 1 mark, 1 cannot be seen: outside of the picture\n";
    assert!(run.err.contains(said), "{}", run.err);
}

/// A bone takes the square away: a picture of the whole animation shows all marks, and one of its end shows none.
#[test]
fn marks_are_outside_only_if_no_picture_shows_them() {
    let key = "2\r\n0.0 0.0 0.0 0.0\r\n24.0 9999.0 0.0 0.0\r\n0\r\n";
    let flying = turning().replace("0\r\n2\r\n0.0 0.0 0.0 0.0\r\n24.0 0.0 0.0 1.5707963\r\n", key);
    let document = read("square.txt", flying.into_bytes());
    let places =
        [Place::row(Record::Face, 0, 0), Place::row(Record::Vertex, 0, 3), Place::object(Record::Bone, 0)];
    let marks = PictureMarks::of(&document, places);
    let options = DrawOptions { marks: Some(&marks), ..small() };
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    let outside = |times: &[f64]| drawing.marks_outside(times, &options);
    assert_eq!([outside(&[]), outside(&[0.0, 1.0]), outside(&[1.0])], [0, 0, 0]);
    // Beside a picture at rest, what flies is gone at the end.
    let gone = |times: &[f64]| {
        let camera = drawing.at_times(times, &options).unwrap();
        camera.iter().map(|picture| picture.pixels.iter().filter(is_red).count()).collect::<Vec<_>>()
    };
    assert!(gone(&[0.0, 1.0])[0] > 100 && gone(&[0.0, 1.0])[1] == 0);
}

#[test]
fn vertices_of_a_face_that_cannot_be_drawn_are_marked() {
    let document = read("square.txt", square(["0 1 2", "0 2 77"], "1.0", "").into_bytes());
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    assert_eq!((drawing.face_count(), drawing.left_out()), (1, 1));
    let [one, two] = [&[0][..], &[1]].map(|rows: &[usize]| {
        let places: Vec<_> = rows.iter().map(|row| Place::row(Record::Face, 0, *row)).collect();
        marked(&document, &places)
    });
    assert!(two > 4 && two < one, "{one} {two}");
}

#[test]
fn what_would_take_too_long_is_refused() {
    // Every face covers the whole picture: together so many samples that it would take minutes.
    let mut text = square(FRONT, "1.0", "");
    let rows = "0 0 1 2 0 0 0 1\r\n0 0 2 3 0 0 0 1\r\n";
    text = text.replace(&format!("2\r\n{rows}"), &format!("6000\r\n{}", rows.repeat(3000)));
    let document = read("square.txt", text.into_bytes());
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    assert_eq!(drawing.face_count(), 6000);
    let large = DrawOptions { width: 4096, height: 4096, ..small() };
    let refused = drawing.at_rest(&large).unwrap_err();
    assert_eq!(refused.to_string(), "its faces cover the picture too many times; choose a smaller size");
    assert!(drawing.at_rest(&small()).is_ok());
}

/// A bone turns the square by a quarter in a second.
fn turning() -> String {
    square(FRONT, "1.0", "").replace(" -1\r\n", " 0\r\n").replace("Frames: 1\r", "Frames: 24\r").replace(
        "Bones: 0\r\n",
        "Bones: 1\r\n\"arm\"\r\n\"\"\r\n0 0.0 0.0 0.0 0.0 0.0 0.0\r\n0\r\n2\r\n0.0 0.0 0.0 0.0\r\n\
             24.0 0.0 0.0 1.5707963\r\n",
    )
}

#[test]
fn a_time_poses_the_model() {
    let document = read("square.txt", turning().into_bytes());
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    let pictures = drawing.at_times(&[0.0, 0.5, 1.0], &small()).unwrap();
    // All are seen from the same place: the first on the right, the last on the left of the axis.
    let middle = |picture: &Picture| {
        let drawn = (0..32).filter(|x| (0..32).any(|y| color(picture, *x, y) != [255; 4]));
        let columns: Vec<_> = drawn.collect();
        (columns[0] + columns[columns.len() - 1]) / 2
    };
    let [first, half, last] = &pictures[..] else { panic!("{} pictures", pictures.len()) };
    assert!(middle(first) > middle(half) && middle(half) > middle(last));
    assert_eq!(drawing.at_times(&[1.0], &small()).unwrap(), drawing.at_times(&[7.0], &small()).unwrap());
}

/// A key takes the square, or a part of it, a thousand times as far away as it is large.
#[test]
fn what_flies_off_does_not_make_the_rest_too_small_to_see() {
    let key = "2\r\n0.0 0.0 0.0 0.0\r\n24.0 9999.0 0.0 0.0\r\n0\r\n";
    let flying = turning().replace("0\r\n2\r\n0.0 0.0 0.0 0.0\r\n24.0 0.0 0.0 1.5707963\r\n", key);
    let document = read("square.txt", flying.into_bytes());
    let drawing = Drawing::new(&document, &MILKSHAPE, &none);
    let seen = |times: &[f64]| {
        let pictures = drawing.at_times(times, &small()).unwrap();
        let inked = |picture: &Picture| picture.pixels.iter().filter(|pixel| **pixel != [255; 4]).count();
        pictures.iter().map(inked).collect::<Vec<_>>()
    };
    let [at_rest, flown] = seen(&[0.0, 1.0])[..] else { panic!("two pictures") };
    assert!(at_rest > 28 * 28 - 60 && flown == 0, "{at_rest} {flown}");
    // Where it is never near, it is shown as it is.
    assert!(seen(&[1.0])[0] > 28 * 28 - 60);
}

fn run(files: &[(&str, &[u8])], args: &[&str]) -> (Run, [Option<Vec<u8>>; 2]) {
    let folder = folder(files);
    let run = finish(program(folder.path(), &[&["render"], args].concat()));
    let written = ["out.png", "out.gif"].map(|name| fs::read(folder.path().join(name)).ok());
    (run, written)
}

#[test]
fn the_command_writes_a_picture() {
    let skin = texture([[255, 0, 0, 255]; 4]);
    let text = square(FRONT, "1.0", "Textures\\SKIN.png");
    let files = [("a.txt", text.as_bytes()), ("textures/skin.PNG", &skin)];
    let (done, written) =
        run(&files, &["--size=32", "--view=front", "--background=ffffff", "a.txt", "out.png"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), "wrote out.png (32 x 32 pixels)\n"));
    let picture = Texture::decode(written[0].as_ref().unwrap(), u64::MAX).unwrap();
    assert_eq!(picture.pixels(), drawn(&text, &|_| Ok(skin.clone())).pixels);

    let (done, written) = run(&files[..1], &["--mark", "a.txt", "-o", "out.png"]);
    assert_eq!(
        (done.code, done.err.as_str(), written[0].is_some()),
        (
            Some(0),
            "a.txt: a checker pattern is drawn in place of Textures/SKIN.png: file not found\n\
             a.txt: 1 finding, all marked\n\
             wrote out.png (512 x 512 pixels)\n",
            true
        )
    );
}

#[test]
fn the_command_writes_an_animation_and_a_sheet() {
    let text = turning();
    let files = [("a.txt", text.as_bytes()), ("b/\u{e9}.txt", text.as_bytes()), ("c.txt", b"no model")];
    let (done, written) = run(&files, &["--size=40x30", "a.txt", "out.gif"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), "wrote out.gif (25 pictures of 40 x 30 pixels)\n"));
    let gif = written[1].as_ref().unwrap();
    assert_eq!((&gif[..6], &gif[6..10]), (&b"GIF89a"[..], &[40, 0, 30, 0][..]));

    // Pictures are shown for whole hundredths of a second, and all together as long as the animation is.
    let longer = text.replace("24.0 0.0", "28.0 0.0");
    let (_, written) = run(&[("a.txt", longer.as_bytes())], &["--size=40x30", "a.txt", "out.gif"]);
    let gif = written[1].as_ref().unwrap();
    let controls = gif.windows(8).filter(|bytes| bytes.starts_with(&[0x21, 0xF9, 4]) && bytes[7] == 0);
    let delays: Vec<u16> = controls.map(|bytes| u16::from_le_bytes([bytes[4], bytes[5]])).collect();
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (30, 117));

    let (done, written) = run(&files, &["--size=40x30", ".", "out.png"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), "wrote out.png (2 models, 104 x 68 pixels)\n"));
    assert!(written[0].is_some());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let still = square(FRONT, "1.0", "");
    let files = [("a.txt", still.as_bytes()), ("no.txt", b"no model"), ("old.png", b"")];
    for (args, code, message) in [
        (&["a.txt"][..], 2, "name the file to write after the model, as in arrow.txt arrow.png"),
        (
            &["a.txt", "no.txt"],
            2,
            "no.txt is to be written, so its name must end in .png or .gif; the last path is that of the picture",
        ),
        (&["a.txt", "old.png"], 2, "old.png exists; add --force to replace it, or name another file"),
        (&["a.txt", "out.gif", "--time=1"], 2, "--time is for one picture; a GIF shows the whole animation"),
        (
            &["a.txt", "a.txt", "out.gif"],
            2,
            "a GIF shows one model; name one, and a .png file for a sheet of several",
        ),
        (&["a.txt", "out.png", "--gif"], 2, "--gif writes a GIF; give it a name that ends in .gif"),
        (
            &["a.txt", "out.gif", "--size=700"],
            2,
            "a GIF has at most 640 x 640 pixels; choose a smaller --size",
        ),
        (
            &["--mark=zero-norml", "a.txt", "out.png"],
            2,
            "no rule or group is called \"zero-norml\"; did you mean \"zero-normal\"? (`ms3dlint rules` lists them)",
        ),
        (
            &["--engine=irrlicht", "a.txt", "out.png"],
            2,
            "irrlicht reads no ASCII models; choose one of milkshape, stepmania, itgmania, openitg, scorched3d",
        ),
        (&["a.txt", "out.gif"], 3, "cannot draw a.txt: it has no animation; write a .png file"),
        (&["no.txt", "out.png"], 3, "cannot draw no.txt: it is not a model; `ms3dlint FILE` says more"),
    ] {
        let (done, written) = run(&files, args);
        assert_eq!((done.code, done.err), (Some(code), format!("ms3dlint: {message}\n")), "{args:?}");
        assert!(written.iter().all(Option::is_none), "{args:?}");
    }
    for args in [&["--size=9", "a.txt", "out.png"], &["--background=red", "a.txt", "out.png"]] {
        assert_eq!(run(&files, args).0.code, Some(2));
    }
}

#[test]
fn a_model_without_faces_is_an_empty_picture() {
    let text = "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 0\r\nMaterials: 0\r\nBones: 0\r\n";
    let (done, written) = run(&[("a.txt", text.as_bytes())], &["a.txt", "out.png", "--background=none"]);
    assert_eq!(
        (done.code, done.err.as_str()),
        (Some(0), "a.txt: there is nothing to see of it\nwrote out.png (512 x 512 pixels)\n")
    );
    let picture = Texture::decode(written[0].as_ref().unwrap(), u64::MAX).unwrap();
    assert!(picture.pixels().iter().all(|pixel| *pixel == [0; 4]));
}

#[test]
fn that_a_program_does_not_load_a_model_is_said() {
    let refused = square(FRONT, "1.0", "").replace("4\r\n0 0.0", "four\r\n0 0.0");
    let folder = folder(&[("a.txt", &refused)]);
    let render = |args: &[&str]| {
        finish(program(folder.path(), &[&["render", "a.txt", "a.png", "--force"], args].concat()))
    };
    let said = "the program does not load it: StepMania exits: ";
    let run = render(&["--engine=stepmania"]);
    assert!(run.err.contains(said), "{}", run.err);
    assert!(!render(&[]).err.contains("does not load"));
}

//! Properties of pictures: any file can be drawn, and each sample is covered that is in a face.

use super::{Violation, document, ensure};
use ms3dlint::layout::Record;
use ms3dlint::model::place::Place;
use ms3dlint::picture::{DrawOptions, Drawing, Picture, PictureMarks, View};
use ms3dlint::pose::convention::MILKSHAPE;
use ms3dlint::scene::Scene;

const WIDTH: u32 = 24;
const HEIGHT: u32 = 16;

/// Any file can be drawn, at any time, with anything marked. At rest, in a sample of the picture something is drawn exactly
/// if it is in a face: faces that share an edge leave no gap.
pub fn pictures_hold(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let drawing = Drawing::new(&document, &MILKSHAPE, &|_| Err("there are none".to_string()));
    let scene = Scene::of(&document);
    let places = scene.faces().step_by(3).map(|(_, face)| face.place);
    let vertices = (0..4).map(|row| Place::row(Record::Vertex, 0, row));
    let bones = (0..4).map(|bone| Place::object(Record::Bone, bone));
    let marks = PictureMarks::of(&document, places.chain(vertices).chain(bones));
    let plain =
        DrawOptions { width: WIDTH, height: HEIGHT, view: View::Front, background: None, marks: None };
    let marked = DrawOptions { view: View::Corner, marks: Some(&marks), ..plain };
    let times = [f64::NEG_INFINITY, 0.0, drawing.end() / 2.0, 1e30, f64::NAN];
    for options in [plain, marked] {
        // What would take too long is refused, which is right, too.
        for picture in drawing.at_times(&times, &options).into_iter().flatten() {
            has_its_size(&picture)?;
        }
    }
    let Ok(picture) = drawing.at_rest(&plain) else { return Ok(()) };
    has_its_size(&picture)?;
    let again = drawing.at_rest(&plain);
    ensure(again == Ok(picture.clone()), "pictures_hold", || "a second picture is another one".to_string())?;
    covers_its_faces(&scene, &picture)
}

fn has_its_size(picture: &Picture) -> Result<(), Violation> {
    let is_right = (picture.width, picture.height) == (WIDTH, HEIGHT)
        && picture.pixels.len() == (WIDTH * HEIGHT) as usize;
    ensure(is_right, "pictures_hold", || format!("{} x {} pixels", picture.width, picture.height))
}

/// Compares with a second way to find the samples of faces: a sample is moved to the right and down by amounts that are as
/// small as can be, and is then on no edge.
fn covers_its_faces(scene: &Scene, picture: &Picture) -> Result<(), Violation> {
    /// Each face is compared with each sample.
    const MOST_FACES: usize = 1000;
    const SAMPLES: u32 = 4;
    let faces: Vec<_> = scene.faces().collect();
    if faces.len() > MOST_FACES {
        return Ok(());
    }
    let points = projected(scene);
    let is_opaque = scene.looks.iter().all(|look| look.opacity == 1.0);
    for (index, pixel) in (0..).zip(&picture.pixels) {
        let (left, top) = (index % WIDTH, index / WIDTH);
        let samples = (0..SAMPLES * SAMPLES).map(|sample| {
            let place = |pixel: u32, number: u32| i64::from(pixel * 256 + number * 64 + 32);
            (place(left, sample % SAMPLES), place(top, sample / SAMPLES))
        });
        let is_in = |(x, y): &(i64, i64)| {
            faces
                .iter()
                .any(|(_, face)| is_inside(face.corners.map(|corner| points[corner as usize]), *x, *y))
        };
        let count = samples.filter(is_in).count() as u32;
        let opacity = (count * 255 + 8) / 16;
        let is_right =
            if is_opaque { u32::from(pixel[3]) == opacity } else { u32::from(pixel[3]) <= opacity };
        ensure(is_right, "pictures_hold", || {
            format!("{count} samples of pixel {left}, {top} are in faces, and its opacity is {}", pixel[3])
        })?;
    }
    Ok(())
}

/// Where corners are in the picture, seen from the front, in parts of 256 of a pixel.
fn projected(scene: &Scene) -> Vec<(i64, i64)> {
    let range = |axis: usize| {
        let parts = || scene.corners.iter().map(|corner| f64::from(corner.position[axis]));
        (parts().fold(f64::INFINITY, f64::min), parts().fold(f64::NEG_INFINITY, f64::max))
    };
    let [(left, right), (low, high)] = [range(0), range(1)];
    let margin = f64::from(HEIGHT) / 16.0;
    let room = [WIDTH, HEIGHT].map(|side| f64::from(side) - 2.0 * margin);
    let scale = (room[0] / (right - left)).min(room[1] / (high - low)) * 256.0;
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let middle = [left / 2.0 + right / 2.0, low / 2.0 + high / 2.0];
    let point = |position: [f32; 3]| {
        let [x, y] = [0, 1].map(|axis| (f64::from(position[axis]) - middle[axis]) * scale);
        let at = [f64::from(WIDTH) * 128.0 + x, f64::from(HEIGHT) * 128.0 - y];
        (at[0].round() as i64, at[1].round() as i64)
    };
    scene.corners.iter().map(|corner| point(corner.position)).collect()
}

fn is_inside([a, b, c]: [(i64, i64); 3], x: i64, y: i64) -> bool {
    let side = |from: (i64, i64), to: (i64, i64)| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // How it changes to the right counts where it is 0, and how it changes downwards where that is 0, too.
        [dx * (y - from.1) - dy * (x - from.0), -dy, dx]
    };
    let nothing = [0; 3];
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|side| *side > nothing) || sides.iter().all(|side| *side < nothing)
}

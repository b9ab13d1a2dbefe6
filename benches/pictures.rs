//! Pictures of models: `cargo bench --manifest-path benches/Cargo.toml --bin pictures`. `MODEL=model.ms3d` draws a model of
//! your own beside those that are made here.

use std::fmt::Write;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ms3dlint::document::{Document, read};
use ms3dlint::picture::{DrawOptions, Drawing, Picture};
use ms3dlint::pose::convention::MILKSHAPE;

fn main() {
    divan::main();
}

/// A bumpy square of so many faces in each direction, two for each cell.
fn square(side: usize) -> Document {
    let mut text = format!(
        "// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\"s\" 0 -1\r\n{}\r\n",
        (side + 1).pow(2)
    );
    for index in 0..(side + 1).pow(2) {
        let (x, y) = (index % (side + 1), index / (side + 1));
        writeln!(text, "0 {x}.0 {y}.0 {}.0 0.0 0.0 -1\r", (x * 7 + y * 5) % 3).expect("a string takes it");
    }
    text += &format!("1\r\n0.0 0.0 1.0\r\n{}\r\n", 2 * side * side);
    for index in 0..side * side {
        let corner = index % side + index / side * (side + 1);
        let [a, b, c, d] = [corner, corner + 1, corner + side + 2, corner + side + 1];
        writeln!(text, "0 {a} {b} {c} 0 0 0 1\r\n0 {a} {c} {d} 0 0 0 1\r").expect("a string takes it");
    }
    text += "Materials: 0\r\nBones: 0\r\n";
    read("square.txt", text.into_bytes())
}

fn draw(document: &Document) -> Picture {
    let drawing = Drawing::new(document, &MILKSHAPE, &|_| Err("there are none".to_string()));
    drawing.at_rest(&DrawOptions::default()).expect("it does not take long")
}

/// The same part of the picture, of more and more faces.
#[divan::bench(args = [1, 10, 100, 300, 700])]
fn faces(bencher: Bencher, side: usize) {
    let document = square(side);
    bencher.counter(ItemsCount::new(2 * side * side)).bench_local(|| black_box(draw(&document).pixels.len()));
}

/// A file to a picture, and to a PNG file.
#[divan::bench(ignore = std::env::var_os("MODEL").is_none())]
fn model(bencher: Bencher) {
    let path = std::env::var("MODEL").expect("MODEL is the path of a model");
    let document = read(&*path, std::fs::read(&path).expect("the model can be read"));
    bencher.bench_local(|| black_box(draw(&document).to_png().expect("it has pixels").len()));
}

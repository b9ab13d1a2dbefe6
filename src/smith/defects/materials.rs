//! Defects of materials and their textures.

use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{ASCII, BOTH, Defect, Mark};
use crate::smith::field_names::COLORS;
use crate::smith::model::{Material, Model};
use crate::smith::sample::{Path, Record};

/// Which path of a material is meant: how reports call it, and where it is.
type Slot = (&'static str, fn(&mut Material) -> &mut Vec<u8>);
const TEXTURE: Slot = ("texture", |material| &mut material.texture);
const ALPHA_MAP: Slot = ("alpha map", |material| &mut material.alpha_map);

/// A path of a material is this.
macro_rules! written {
    ($rule:literal, $what:literal, $formats:ident, $slot:ident, $path:literal) => {
        Defect::of_model($rule, $what, $formats, |model, choices| {
            Some(Mark::in_text(write(model, choices, $slot, $path), 0..$path.len()))
        })
        .needs(a_material)
    };
}

/// A path of a material is this, with whitespace at an offset in it.
macro_rules! spaced {
    ($what:literal, $slot:ident, $path:literal, $at:literal) => {
        Defect::of_model("texture-path-whitespace", $what, ASCII, |model, choices| {
            Some(Mark::in_text(write(model, choices, $slot, $path), $at..$at + 1))
        })
        .needs(a_material)
    };
}

/// A path of a material is this, with a word in it that StepMania interprets.
macro_rules! keyword {
    ($what:literal, $slot:ident, $path:literal, $word:expr) => {
        Defect::of_model("stepmania-texture-keyword", $what, ASCII, |model, choices| {
            Some(Mark::in_text(write(model, choices, $slot, $path), $word))
        })
        .needs(a_material)
    };
}

/// A path of a material is this long, and its file is found.
macro_rules! long {
    ($what:literal, $slot:ident, $length:literal) => {
        Defect::of_model("texture-path-too-long", $what, ASCII, |model, choices| {
            let path = format!("{}bark.tga", "./".repeat(($length - "bark.tga".len()) / 2));
            Some(Mark::in_text(write(model, choices, $slot, path.as_bytes()), 127..$length))
        })
        .needs(a_material)
    };
}

/// A part of a colour is this.
macro_rules! color {
    ($what:literal, $number:literal) => {
        Defect::of_model("color-out-of-range", $what, BOTH, |model, choices| {
            let index = choices.below(model.materials.len());
            let (color, part) = (choices.below(4), choices.below(4));
            model.materials[index].colors[color][part] = $number;
            Some(Mark::at(Path::object(Record::Material, index).field(COLORS[color][part])))
        })
        .needs(a_material)
    };
}

/// A number of a material is this.
macro_rules! number {
    ($rule:literal, $what:literal, $field:ident, $number:literal) => {
        Defect::of_model($rule, $what, BOTH, |model, choices| {
            let index = choices.below(model.materials.len());
            model.materials[index].$field = $number;
            Some(Mark::at(Path::object(Record::Material, index).field(stringify!($field))))
        })
        .needs(a_material)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    written!(
        "absolute-texture-path",
        "a texture whose path begins with a drive letter",
        BOTH,
        TEXTURE,
        b"C:\\models\\steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "an alpha map whose path begins with a drive letter",
        BOTH,
        ALPHA_MAP,
        b"d:/steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "a texture whose path begins with a slash",
        BOTH,
        TEXTURE,
        b"/home/steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "a texture whose path begins with a backslash",
        BOTH,
        TEXTURE,
        b"\\steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "a texture on a network share",
        BOTH,
        TEXTURE,
        b"\\\\server\\steel.bmp"
    ),
    written!("absolute-texture-path", "a texture in a home folder", BOTH, TEXTURE, b"~/steel.bmp"),
    written!("absolute-texture-path", "a texture at a URL", BOTH, TEXTURE, b"file:///steel.bmp"),
    written!("texture-not-found", "a texture that is not a file", BOTH, TEXTURE, b"stele.bmp"),
    written!("texture-not-found", "an alpha map that is not a file", BOTH, ALPHA_MAP, b"stele.bmp"),
    written!("texture-not-found", "a texture in no folder", BOTH, TEXTURE, b"skin/steel.bmp"),
    written!("texture-not-found", "a texture that is a folder", BOTH, TEXTURE, b"skins"),
    written!("texture-case-mismatch", "a texture in another case", BOTH, TEXTURE, b"Steel.bmp"),
    written!("texture-case-mismatch", "an alpha map in another case", BOTH, ALPHA_MAP, b"steel.BMP"),
    written!("texture-case-mismatch", "a folder in another case", BOTH, TEXTURE, b"Skins/steel.bmp"),
    written!(
        "texture-path-backslash",
        "a texture with a backslash in its path",
        BOTH,
        TEXTURE,
        b"skins\\steel.bmp"
    ),
    written!(
        "texture-path-backslash",
        "an alpha map with a backslash in its path",
        BOTH,
        ALPHA_MAP,
        b"skins\\bark.tga"
    ),
    written!(
        "texture-path-backslash",
        "a path that begins with a dot and a backslash",
        BOTH,
        TEXTURE,
        b".\\steel.bmp"
    ),
    written!("texture-path-leaves-tree", "a texture one folder up", BOTH, TEXTURE, b"../steel.bmp"),
    written!("texture-path-leaves-tree", "an alpha map one folder up", BOTH, ALPHA_MAP, b"../steel.bmp"),
    written!("texture-path-leaves-tree", "a texture down and up", BOTH, TEXTURE, b"skins/../../steel.bmp"),
    spaced!("a texture with a space", TEXTURE, b"old wood.bmp", 3),
    spaced!("an alpha map with a space", ALPHA_MAP, b"old wood.bmp", 3),
    spaced!("a texture with a tab", TEXTURE, b"old\twood.bmp", 3).shadowed_by(&["texture-not-found"]),
    spaced!("a texture with a space after it", TEXTURE, b"steel.bmp ", 9).shadowed_by(&["texture-not-found"]),
    long!("a texture with 128 bytes", TEXTURE, 128),
    long!("an alpha map with 128 bytes", ALPHA_MAP, 128),
    long!("a texture with 250 bytes", TEXTURE, 250),
    keyword!("an alpha map with `sphere` within a word", ALPHA_MAP, b"hemisphere/../bark.tga", 4..10),
    keyword!("a texture with `sphere`", TEXTURE, b"sphere/../bark.tga", 0..6),
    color!("a component of a colour is 1.5", 1.5),
    color!("a component of a colour is -0.5", -0.5),
    color!("a component of a colour is 255", 255.0),
    number!("shininess-out-of-range", "a shininess of 129", shininess, 129.0),
    number!("shininess-out-of-range", "a shininess of 1000", shininess, 1000.0),
    number!("shininess-out-of-range", "a shininess of -1", shininess, -1.0),
    number!("transparency-out-of-range", "a transparency of 1.5", transparency, 1.5),
    number!("transparency-out-of-range", "a transparency of 100", transparency, 100.0),
    number!("transparency-out-of-range", "a transparency of -0.5", transparency, -0.5)
        // Its repair makes it 0.
        .shadowed_by(&["invisible-material"]),
    number!("invisible-material", "a transparency of 0", transparency, 0.0),
    Defect::of_model("unused-material", "a material after all others", BOTH, |model, _| {
        put_in_unused(model, model.materials.len())
    })
    .needs(a_whole_model),
    Defect::of_model("unused-material", "a material before all others", BOTH, |model, _| {
        put_in_unused(model, 0)
    })
    .needs(a_whole_model),
];

/// A material, and a mesh that uses it.
fn a_material(config: &mut Config) {
    config.meshes.at_least(1);
    config.materials.at_least(1);
}

/// The same, in one file.
fn a_whole_model(config: &mut Config) {
    a_material(config);
    preconditions::whole(config);
}

/// Puts another path into a material, and returns where that is.
fn write(model: &mut Model, choices: &mut Choices, (field, path): Slot, new: &[u8]) -> Path {
    let index = choices.below(model.materials.len());
    *path(&mut model.materials[index]) = new.to_vec();
    Path::object(Record::Material, index).field(field)
}

/// The most materials that a file can hold.
const MOST_MATERIALS: usize = 128;

/// Adds a material that no mesh uses, if there is room for one more.
fn put_in_unused(model: &mut Model, at: usize) -> Option<Mark> {
    let name = b"leftover".to_vec();
    model.materials.insert(at, Material { name, transparency: 1.0, ..Material::default() });
    let moved = model.meshes.iter_mut().filter(|mesh| mesh.material >= at as i32);
    moved.for_each(|mesh| mesh.material += 1);
    let place = Path::object(Record::Material, at).field("name");
    (model.materials.len() <= MOST_MATERIALS).then(|| Mark::at(place))
}

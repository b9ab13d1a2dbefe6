//! Defects of materials and their textures.

use super::super::ascii::COLORS;
use super::super::config::{Blocks, Config};
use super::super::defect::{ASCII, BOTH, Defect, Mark};
use super::super::draw::Draw;
use super::super::model::{Material, Model};
use super::super::piece::{Path, Record};

pub(super) static DEFECTS: &[Defect] = &[
    written!(
        "absolute-texture-path",
        "that of a texture begins at a drive",
        BOTH,
        TEXTURE,
        b"C:\\models\\steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "that of an alpha map begins at a drive",
        BOTH,
        ALPHA_MAP,
        b"d:/steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "that of a texture begins at the root",
        BOTH,
        TEXTURE,
        b"/home/steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "that of a texture begins at the root of Windows",
        BOTH,
        TEXTURE,
        b"\\steel.bmp"
    ),
    written!(
        "absolute-texture-path",
        "that of a texture begins at a share",
        BOTH,
        TEXTURE,
        b"\\\\server\\steel.bmp"
    ),
    written!("absolute-texture-path", "that of a texture begins at home", BOTH, TEXTURE, b"~/steel.bmp"),
    written!("absolute-texture-path", "that of a texture is an address", BOTH, TEXTURE, b"file:///steel.bmp"),
    written!("texture-not-found", "that of a texture leads to no file", BOTH, TEXTURE, b"stele.bmp"),
    written!("texture-not-found", "that of an alpha map leads to no file", BOTH, ALPHA_MAP, b"stele.bmp"),
    written!(
        "texture-not-found",
        "that of a texture leads through no folder",
        BOTH,
        TEXTURE,
        b"skin/steel.bmp"
    ),
    written!("texture-not-found", "that of a texture leads to a folder", BOTH, TEXTURE, b"skins"),
    written!("texture-case-mismatch", "that of a texture has other capitals", BOTH, TEXTURE, b"Steel.bmp"),
    written!(
        "texture-case-mismatch",
        "that of an alpha map has other capitals",
        BOTH,
        ALPHA_MAP,
        b"steel.BMP"
    ),
    written!(
        "texture-case-mismatch",
        "that of a folder has other capitals",
        BOTH,
        TEXTURE,
        b"Skins/steel.bmp"
    ),
    written!(
        "texture-path-backslash",
        "a backslash in that of a texture",
        BOTH,
        TEXTURE,
        b"skins\\steel.bmp"
    ),
    written!(
        "texture-path-backslash",
        "a backslash in that of an alpha map",
        BOTH,
        ALPHA_MAP,
        b"skins\\bark.tga"
    ),
    written!(
        "texture-path-backslash",
        "that of a texture begins with a dot and a backslash",
        BOTH,
        TEXTURE,
        b".\\steel.bmp"
    ),
    written!("texture-path-leaves-tree", "that of a texture leads up", BOTH, TEXTURE, b"../steel.bmp"),
    written!("texture-path-leaves-tree", "that of an alpha map leads up", BOTH, ALPHA_MAP, b"../steel.bmp"),
    written!(
        "texture-path-leaves-tree",
        "that of a texture leads down, and then up by more",
        BOTH,
        TEXTURE,
        b"skins/../../steel.bmp"
    ),
    written!("texture-path-whitespace", "a blank in that of a texture", ASCII, TEXTURE, b"old wood.bmp"),
    written!("texture-path-whitespace", "a blank in that of an alpha map", ASCII, ALPHA_MAP, b"old wood.bmp"),
    written!("texture-path-whitespace", "a tab in that of a texture", ASCII, TEXTURE, b"old\twood.bmp")
        .shadowed_by(&["texture-not-found"]),
    written!("texture-path-whitespace", "a blank behind that of a texture", ASCII, TEXTURE, b"steel.bmp ")
        .shadowed_by(&["texture-not-found"]),
    long!("that of a texture has 128 bytes", TEXTURE, 128),
    long!("that of an alpha map has 128 bytes", ALPHA_MAP, 128),
    long!("that of a texture has 250 bytes", TEXTURE, 250),
    written!("stepmania-texture-keyword", "`add` in that of a texture", ASCII, TEXTURE, b"add.bmp", 0..3),
    written!(
        "stepmania-texture-keyword",
        "`add` within that of an alpha map",
        ASCII,
        ALPHA_MAP,
        b"ladder/../bark.tga",
        1..4
    ),
    written!(
        "stepmania-texture-keyword",
        "`sphere` in that of a texture",
        ASCII,
        TEXTURE,
        b"sphere/../bark.tga",
        0..6
    ),
    color!("a part of a colour is 1.5", 1.5),
    color!("a part of a colour is -0.5", -0.5),
    color!("a part of a colour is 255", 255.0),
    number!("shininess-out-of-range", "it is 129", shininess, 129.0),
    number!("shininess-out-of-range", "it is 1000", shininess, 1000.0),
    number!("shininess-out-of-range", "it is -1", shininess, -1.0),
    number!("transparency-out-of-range", "it is 1.5", transparency, 1.5),
    number!("transparency-out-of-range", "it is 100", transparency, 100.0),
    number!("transparency-out-of-range", "it is -0.5", transparency, -0.5),
    number!("invisible-material", "its transparency is 0", transparency, 0.0),
    Defect::of_model("unused-material", "one more behind all others", BOTH, |model, _| {
        put_in_unused(model, model.materials.len())
    })
    .needs(a_whole_model),
    Defect::of_model("unused-material", "one more in front of all others", BOTH, |model, _| {
        put_in_unused(model, 0)
    })
    .needs(a_whole_model),
];

/// Which path of a material is meant: how reports call it, and where it is.
type Slot = (&'static str, fn(&mut Material) -> &mut Vec<u8>);
const TEXTURE: Slot = ("texture", |material| &mut material.texture);
const ALPHA_MAP: Slot = ("alpha map", |material| &mut material.alpha_map);

/// A path of a material is this. If nothing else is said, the rule points at all of it.
macro_rules! written {
    ($rule:literal, $what:literal, $formats:ident, $slot:ident, $path:literal) => {
        written!($rule, $what, $formats, $slot, $path, 0..$path.len())
    };
    ($rule:literal, $what:literal, $formats:ident, $slot:ident, $path:literal, $marked:expr) => {
        Defect::of_model($rule, $what, $formats, |model, draw| {
            let place = lay(model, draw, $slot, $path.to_vec());
            Some(Mark::in_text(place, $marked))
        })
        .needs(a_material)
    };
}
use written;

/// A path of a material is so long, and yet leads to a file.
macro_rules! long {
    ($what:literal, $slot:ident, $length:literal) => {
        Defect::of_model("texture-path-too-long", $what, ASCII, |model, draw| {
            let path = format!("{}bark.tga", "./".repeat(($length - "bark.tga".len()) / 2));
            Some(Mark::in_text(lay(model, draw, $slot, path.into_bytes()), 127..$length))
        })
        .needs(a_material)
    };
}
use long;

/// A part of a colour is this.
macro_rules! color {
    ($what:literal, $number:literal) => {
        Defect::of_model("color-out-of-range", $what, BOTH, |model, draw| {
            let index = draw.below(model.materials.len());
            let (color, part) = (draw.below(4), draw.below(4));
            model.materials[index].colors[color][part] = $number;
            Some(Mark::at(Path::object(Record::Material, index).field(COLORS[color][part])))
        })
        .needs(a_material)
    };
}
use color;

/// A number of a material is this.
macro_rules! number {
    ($rule:literal, $what:literal, $field:ident, $number:literal) => {
        Defect::of_model($rule, $what, BOTH, |model, draw| {
            let index = draw.below(model.materials.len());
            model.materials[index].$field = $number;
            Some(Mark::at(Path::object(Record::Material, index).field(stringify!($field))))
        })
        .needs(a_material)
    };
}
use number;

/// A material, and a mesh that uses it.
fn a_material(config: &mut Config) {
    config.meshes.at_least(1);
    config.materials.at_least(1);
}

/// The same, in one file.
fn a_whole_model(config: &mut Config) {
    a_material(config);
    if matches!(config.blocks, Blocks::MaterialsAlone) {
        config.blocks = Blocks::All;
    }
}

/// Puts another path into a material, and returns where that is.
fn lay(model: &mut Model, draw: &mut Draw, (field, path): Slot, new: Vec<u8>) -> Path {
    let index = draw.below(model.materials.len());
    *path(&mut model.materials[index]) = new;
    Path::object(Record::Material, index).field(field)
}

/// How many materials there is room for.
const MOST_MATERIALS: usize = 128;

/// Puts in a material that no mesh uses, where there is room for one more.
fn put_in_unused(model: &mut Model, at: usize) -> Option<Mark> {
    let name = b"leftover".to_vec();
    model.materials.insert(at, Material { name, transparency: 1.0, ..Material::default() });
    let moved = model.meshes.iter_mut().filter(|mesh| mesh.material >= at as i32);
    moved.for_each(|mesh| mesh.material += 1);
    let place = Path::object(Record::Material, at).field("name");
    (model.materials.len() <= MOST_MATERIALS).then(|| Mark::at(place))
}

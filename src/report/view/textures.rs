//! The textures of a model, as a page holds them.

use std::collections::HashMap;

use serde::Serialize;

use crate::base::display::visible;
use crate::picture::texture::{MOST_TEXTURE_PIXELS, Texture, declared_pixels, undecodable};
use crate::picture::{Picture, TextureReader, read_picture};
use crate::report::view::packed;
use crate::report::view::shape::Shape;

/// The most bytes of the textures of a model.
const MOST_BYTES: usize = 24 << 20;

/// A texture.
#[derive(Serialize)]
pub(super) struct ViewTexture {
    /// Its path, as people read it.
    path: String,
    /// The picture as a data URL; empty if there is none.
    data: String,
    /// Why there is none.
    missing: String,
    /// Whether there is a file, which is no picture.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unreadable: bool,
}

/// All textures of a model, each once; its materials learn which are theirs.
pub(super) fn textures(shape: &mut Shape, read: TextureReader<'_>) -> Vec<ViewTexture> {
    let mut room = TextureRoom { bytes: MOST_BYTES, pixels: MOST_TEXTURE_PIXELS };
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut paths: Vec<Vec<u8>> = Vec::new();
    for material in &mut shape.materials {
        let Some(path) = material.path.take() else { continue };
        let number = *numbers.entry(path).or_insert_with_key(|path| {
            paths.push(path.clone());
            paths.len() - 1
        });
        material.texture = Some(number);
    }
    let texture = |path: &Vec<u8>| {
        let file = read_picture(path, read).map_err(|why| (why, false));
        let shown = file.and_then(|file| picture(file, &mut room).map_err(|why| (why, true)));
        let (data, (missing, unreadable)) = match shown {
            Ok(data) => (data, (String::new(), false)),
            Err(why) => (String::new(), why),
        };
        let [path, missing] = [path, missing.as_bytes()].map(visible);
        ViewTexture { path, data, missing, unreadable }
    };
    paths.iter().map(texture).collect()
}

/// What is left for the textures of a model.
struct TextureRoom {
    bytes: usize,
    /// Of a file of a few bytes a browser makes a picture that takes all memory.
    pixels: u64,
}

/// A picture as a data URL.
fn picture(file: Vec<u8>, room: &mut TextureRoom) -> Result<String, String> {
    // Browsers show no TGA.
    let (kind, file) = match kind(&file) {
        Some(kind) => (kind, file),
        None => ("png", as_png(&file)?),
    };
    let pixels = declared_pixels(&file).unwrap_or_default();
    if pixels > room.pixels {
        return Err(format!("the textures of this model have more than {MOST_TEXTURE_PIXELS} pixels"));
    }
    // Some browsers draw what is damaged in black, and say nothing.
    if let Some(why) = undecodable(&file) {
        return Err(why);
    }
    if file.len() > room.bytes {
        return Err(format!("the textures of this model are larger than {} MB", MOST_BYTES >> 20));
    }
    *room = TextureRoom { bytes: room.bytes - file.len(), pixels: room.pixels - pixels };
    Ok(format!("data:image/{kind};base64,{}", packed(file.iter().map(|byte| [*byte]))))
}

/// The kind of a picture that browsers show.
fn kind(file: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 3] =
        [(b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"BM", "bmp")];
    kinds.into_iter().find(|(start, _)| file.starts_with(start)).map(|(_, kind)| kind)
}

/// A picture in another format that is known, as PNG.
fn as_png(file: &[u8]) -> Result<Vec<u8>, String> {
    let texture = Texture::decode(file, MOST_TEXTURE_PIXELS)?;
    let (width, height) = (texture.width() as u32, texture.height() as u32);
    Picture { width, height, pixels: texture.pixels().to_vec() }.to_png().map_err(|error| error.to_string())
}

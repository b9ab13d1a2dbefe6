//! Animated textures of StepMania: a file that names pictures, of which the first one is drawn.

use crate::base::animated_texture::{IniReader, is_animated, values};
use crate::base::display::visible;
use crate::base::file_tree::file_name;
use crate::picture::TextureReader;

/// The bytes of the picture that a texture path leads to: those of the file, or, if this is an animated texture, those of
/// its first picture. The error says why it cannot be read.
pub fn read_picture(path: &[u8], read: TextureReader<'_>) -> Result<Vec<u8>, String> {
    let bytes = read(path)?;
    if !is_animated(path) {
        return Ok(bytes);
    }
    let picture = first_picture(&bytes).ok_or("it has no section AnimatedTexture with a Frame0000")?;
    let folder = &path[..path.len() - file_name(path).len()];
    read(&[folder, &picture].concat()).map_err(|why| format!("it begins with {}: {why}", visible(&picture)))
}

/// The value of `Frame0000` in the section `AnimatedTexture`.
fn first_picture(text: &[u8]) -> Option<Vec<u8>> {
    let mut values = values(text, IniReader::StepMania)?.into_iter();
    values.rfind(|(name, _)| name == b"Frame0000").map(|(_, picture)| picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a texture, if `textures/fill.ini` has this text and `fill.png` lies beside it.
    fn read(path: &str, text: &str) -> Result<String, String> {
        let files = |path: &[u8]| match path {
            b"textures\\fill.ini" | b"fill.INI" => Ok(text.as_bytes().to_vec()),
            b"textures\\fill.png" | b"fill.png" => Ok(path.to_vec()),
            _ => Err("file not found".to_string()),
        };
        read_picture(path.as_bytes(), &files).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn an_animated_texture_is_its_first_picture() {
        let text = "[Other]\nFrame0000=no.png\n[AnimatedTexture]\r\nTexVelocityX=1\r\n Frame0000 =fill.png\r\nDelay0000=1\r\nFrame0001=no.png\r\n";
        assert_eq!(read("textures\\fill.ini", text).unwrap(), "textures\\fill.png");
        assert_eq!(read("fill.INI", text).unwrap(), "fill.png");
        assert_eq!(read("fill.png", text).unwrap(), "fill.png");
    }

    #[test]
    fn what_is_missing_is_said() {
        let none = "it has no section AnimatedTexture with a Frame0000";
        for (text, why) in [
            ("", none),
            ("Frame0000=fill.png", none),
            ("[AnimatedTexture]\n;Frame0000=fill.png", none),
            ("[AnimatedTexture]\nFrame0000=no.png", "it begins with no.png: file not found"),
        ] {
            assert_eq!(read("textures\\fill.ini", text).unwrap_err(), why, "{text:?}");
        }
    }
}

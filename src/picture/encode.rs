//! Pictures as files: PNG, and GIF for those that move.

use std::io;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use ::png::{BitDepth, ColorType};

use crate::picture::Picture;
use crate::picture::palette::Palette;

impl Picture {
    /// A PNG file, without opacity if all of it is opaque.
    ///
    /// # Errors
    ///
    /// If it has no pixels, or not as many as its size says.
    pub fn to_png(&self) -> io::Result<Vec<u8>> {
        let is_opaque = self.pixels.iter().all(|[.., alpha]| *alpha == u8::MAX);
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
        let mut writer = encoder.write_header()?;
        match is_opaque {
            true => {
                let colors: Vec<u8> = self.pixels.iter().flat_map(|[rgb @ .., _]| *rgb).collect();
                writer.write_image_data(&colors)?;
            }
            false => writer.write_image_data(self.pixels.as_flattened())?,
        }
        writer.finish()?;
        Ok(bytes)
    }
}

/// A GIF file that shows pictures of one size one after the other, each for so many hundredths of a second, and begins
/// again. They share at most 255 colours.
///
/// # Errors
///
/// If there is no picture, one is wider or higher than 65,535 pixels, or has not as many as its size says.
pub fn gif(pictures: &[Picture], delay: f64) -> io::Result<Vec<u8>> {
    let no_pictures = || io::Error::other("there are no pictures");
    let first = pictures.first().ok_or_else(no_pictures)?;
    let side = |side: u32| u16::try_from(side).map_err(io::Error::other);
    let (width, height) = (side(first.width)?, side(first.height)?);
    let palette = Palette::of(pictures);
    let is_opaque = pictures.iter().flat_map(|picture| &picture.pixels).all(|[.., alpha]| *alpha >= 128);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    /// Programs take less for a mistake, and show such pictures for longer.
    const LEAST: f64 = 2.0;
    let starts = |number: usize| (number as f64 * delay).round();
    for (number, picture) in pictures.iter().enumerate() {
        let indices: Vec<u8> = picture.pixels.iter().map(|pixel| palette.index(pixel)).collect();
        let frame = Frame {
            width,
            height,
            // Pictures are shown for whole hundredths, and all together as long as they should be.
            delay: (starts(number + 1) - starts(number)).max(LEAST) as u16,
            // What was there before must not be seen through what is transparent.
            dispose: if is_opaque { DisposalMethod::Keep } else { DisposalMethod::Background },
            transparent: (!is_opaque).then(|| palette.transparent()),
            buffer: indices.into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(io::Error::other)?;
    }
    drop(encoder);
    Ok(bytes)
}

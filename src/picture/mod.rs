//! Models as pictures, drawn without a graphics card.
//!
//! A [`Drawing`] is made once of a document and its textures. It is drawn from a [`View`], at rest or at a time, and the
//! [`Picture`] becomes a PNG or GIF file.
//!
//! ```
//! use ms3dlint::document::read;
//! use ms3dlint::picture::{Drawing, DrawOptions};
//! use ms3dlint::pose::convention::MILKSHAPE;
//!
//! // One triangle.
//! let text = b"// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n\
//!     3\r\n0 0.0 0.0 0.0 0.0 0.0 -1\r\n0 1.0 0.0 0.0 1.0 0.0 -1\r\n0 0.0 1.0 0.0 0.0 1.0 -1\r\n\
//!     1\r\n0.0 0.0 1.0\r\n1\r\n0 0 1 2 0 0 0 1\r\nMaterials: 0\r\nBones: 0\r\n";
//! let document = read("body.txt", text.to_vec());
//! let drawing = Drawing::new(&document, &MILKSHAPE, &|_| Err("there is none".to_string()));
//! let picture = drawing.at_rest(&DrawOptions::default()).unwrap();
//! assert_eq!((picture.width, picture.height), (512, 512));
//! assert!(picture.to_png().unwrap().starts_with(b"\x89PNG"));
//! ```
//!
//! Everything from where corners are in the picture on is computed in whole numbers, or in operations that IEEE 754 defines
//! to the last bit. So a model at rest is the same picture on every machine. Poses use sines, whose last bit differs
//! between systems; since places in the picture are rounded to parts of 256 of a pixel, that is hardly ever seen. A JPEG
//! texture is what its decoder makes of it.
//!
//! A model may have anything: faces with a corner that is nowhere are left out, and a model that would take too long is
//! refused ([`TooMuch`]). Memory is bounded by the size of the model, its textures and the picture.

mod animated;
mod camera;
mod canvas;
mod drawing;
mod encode;
mod marks;
mod overlay;
mod palette;
mod raster;
mod sheet;
mod surface;
mod text;
#[doc(hidden)]
pub mod texture;

pub use animated::read_picture;
pub use camera::View;
pub use drawing::{DrawOptions, Drawing, TextureReader, TextureTrouble, TooMuch};
pub use encode::gif;
pub use marks::PictureMarks;
pub use sheet::Sheet;

/// The widest and highest that a picture may be, in pixels.
pub const MOST_SIDE: u32 = 4096;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// How many there are in a row.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// Row after row from the top: red, green, blue and opacity.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// A picture without anything on it, of one colour, or transparent.
    pub fn blank(width: u32, height: u32, color: Option<Rgb>) -> Self {
        Self { width, height, pixels: vec![backdrop(color); width as usize * height as usize] }
    }

    /// Copies a picture onto this one, with its left upper corner there. What is outside of this one is left out.
    fn paste(&mut self, picture: &Self, left: usize, top: usize) {
        let width = (self.width as usize).saturating_sub(left).min(picture.width as usize);
        let rows = self.pixels.chunks_mut(self.width.max(1) as usize).skip(top);
        for (row, source) in rows.zip(picture.pixels.chunks(picture.width.max(1) as usize)) {
            if let Some(row) = row.get_mut(left..left + width) {
                row.copy_from_slice(&source[..width]);
            }
        }
    }
}

/// The pixel behind everything.
fn backdrop(color: Option<Rgb>) -> [u8; 4] {
    color.map_or([0; 4], |[red, green, blue]| [red, green, blue, u8::MAX])
}

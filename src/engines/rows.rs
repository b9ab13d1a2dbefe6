//! The rows of ASCII models, as programs read them with `sscanf`.

use crate::engines::scan::Scanned;
use crate::model::{Face, Key, Normal, Vertex};

/// The formats. Some programs read indices as `%hd`, which takes the same text.
pub(super) const VERTEX: &str = "%d %f %f %f %f %f %d";
pub(super) const NORMAL: &str = "%f %f %f";
pub(super) const FACE: &str = "%d %d %d %d %d %d %d %d";
pub(super) const KEY: &str = "%f %f %f %f";
pub(super) const BIND_POSE: &str = "%d %f %f %f %f %f %f";

/// What the colors of a material are called, in the order of the file.
pub(super) const COLORS: [&str; 4] =
    ["the ambient color", "the diffuse color", "the specular color", "the emissive color"];

/// What was read of a row that starts at an offset.
impl Scanned<'_> {
    pub(super) fn vertex(&self, at: u32) -> Vertex {
        let (flags, bone) = (self.integer(0), self.integer(6));
        Vertex { at, flags, position: self.floats(1), uv: self.floats(4), bone }
    }

    pub(super) fn normal(&self, at: u32) -> Normal {
        Normal { at, direction: self.floats(0) }
    }

    pub(super) fn face(&self, at: u32) -> Face {
        let three = |first| std::array::from_fn(|corner| self.integer(first + corner));
        let (vertices, normals, smoothing_group) = (three(1), three(4), self.integer(7));
        Face { at, flags: self.integer(0), vertices, normals, smoothing_group }
    }

    pub(super) fn key(&self, at: u32) -> Key {
        Key { at, time: self.float(0), value: self.floats(1) }
    }
}

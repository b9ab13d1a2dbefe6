//! Converts models between ASCII and binary, and to glTF, and reports what is lost on the way.
//!
//! Data that the other format cannot hold is lost, and reported as a finding. Data that it needs and the file
//! lacks, such as the normal of a corner, is not made up: such a file, or one not fully read, is refused. glTF is for
//! those who draw models: there it is made up or left out, and reported.

mod binary_only;
mod loss;
mod rename;
mod text;
mod times;
mod to_binary;
#[cfg(feature = "gltf")]
mod to_gltf;
mod to_text;

use crate::diagnostics::finding::Finding;

#[cfg(feature = "gltf")]
pub use loss::TO_GLTF;
pub use loss::{Loss, TO_BINARY, TO_TEXT};
pub use times::{frame, seconds};
pub use to_binary::to_binary;
#[cfg(feature = "gltf")]
pub use to_gltf::{FindTexture, FoundTexture, GltfOptions, ReadTexture, to_gltf};
pub use to_text::to_text;

/// A model in another format.
#[derive(Debug)]
pub struct Converted {
    /// The bytes of the new file.
    pub bytes: Vec<u8>,
    /// Data of the file that these bytes do not hold, as findings at their places in the file: [`TO_TEXT`],
    /// [`TO_BINARY`] or `TO_GLTF` lists their kinds. Hints show what is written in another way, with nothing lost.
    pub losses: Vec<Finding>,
}

/// Frames per second if nothing else is given, as in MilkShape's own viewer. ASCII models do not
/// record a frame rate.
pub const DEFAULT_RATE: f32 = 24.0;

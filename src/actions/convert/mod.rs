//! Converts models between ASCII and binary, and reports what is lost on the way.
//!
//! What the other format cannot hold is lost, and reported as a finding. What it needs and the file lacks, such as
//! the normal of a corner, is not made up: such a file is refused, and so is one that could not be read as a whole.

mod binary_only;
mod loss;
mod rename;
mod text;
mod times;
mod to_binary;
mod to_text;

use crate::diagnostics::finding::Finding;

pub use loss::{Loss, TO_BINARY, TO_TEXT};
pub use times::{frame, seconds};
pub use to_binary::to_binary;
pub use to_text::to_text;

/// A file in the other format.
#[derive(Debug)]
pub struct Converted {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What of the file these do not hold, as findings at their places in the file: [`TO_TEXT`] or
    /// [`TO_BINARY`] lists their kinds. Hints tell what is written in another way, and lost nothing.
    pub losses: Vec<Finding>,
}

/// How many frames a second takes where nobody says otherwise, as MilkShape's own viewer has it. Text models
/// do not tell.
pub const DEFAULT_RATE: f32 = 24.0;

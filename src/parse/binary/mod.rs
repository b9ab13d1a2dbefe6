//! Floor 2: the binary format.

pub(crate) mod codec;
pub mod encode;
mod geometry;
mod parser;
pub mod tail;

pub use codec::{encode, spell};
pub use parser::{BinaryContent, read};

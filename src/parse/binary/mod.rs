//! Reads and writes binary models (`.ms3d`).

pub(crate) mod codec;
pub mod encode;
mod geometry;
mod parser;
mod records;
pub mod tail;

pub use codec::{encode, spell};
pub use parser::read;

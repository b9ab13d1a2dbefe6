//! Reads and writes binary models (`.ms3d`).

pub(crate) mod codec;
pub(crate) mod encode;
mod geometry;
mod parser;
mod records;
pub(crate) mod tail;

pub use codec::{encode, spell};
pub use parser::read;

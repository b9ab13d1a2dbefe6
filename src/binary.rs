//! Floor 2: the binary format.

mod reader;

pub use reader::{Read, read};

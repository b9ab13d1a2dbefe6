//! Floor 2: the binary format.

mod reader;
mod value;
pub mod writer;

pub use reader::{Read, read};
pub use value::encode;

//! Floor 2: the binary format.

mod reader;
mod value;

pub use reader::{Read, read};
pub use value::encode;

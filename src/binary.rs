//! Floor 2: the binary format.

pub mod damage;
pub mod listing;
mod reader;
mod shared;
pub mod tail;
mod value;
pub mod writer;

pub use reader::{Read, read};
pub use value::{encode, spell};

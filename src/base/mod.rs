//! The bytes of a file, its lines, the files around it, and how they are shown. All other folders use them.

pub mod display;
pub mod file_tree;
pub mod lines;
pub mod memory_tree;
pub mod other_bytes;
pub mod source;
pub mod span;
pub mod suggest;

//! Bytes, lines and what lies around a file: what every other folder builds on.

pub mod display;
pub mod file_tree;
pub mod source;
pub mod span;

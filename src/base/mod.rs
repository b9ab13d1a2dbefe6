//! The bytes of a file, its lines, the files around it, and how they are shown. All other folders use them.

pub(crate) mod animated_texture;
pub(crate) mod code_pages;
#[doc(hidden)]
pub mod display;
pub mod file_tree;
pub mod folder;
#[doc(hidden)]
pub mod lines;
pub mod memory_tree;
#[doc(hidden)]
pub mod model_files;
pub(crate) mod other_bytes;
pub mod source;
pub mod span;
#[doc(hidden)]
pub mod suggest;
pub(crate) mod utf16;

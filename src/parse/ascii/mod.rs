//! Reads ASCII models (`.txt`).
//!
//! [`parser`] turns bytes into a model and notes. [`lexer`] splits lines into fields and tokens.
//! [`number`] reads a number in every spelling, `fast_path` whole rows in the usual spelling only.
//! [`directive`] reads comments that are addressed to this program. [`number_format`] writes numbers.

pub mod directive;
mod fast_numbers;
pub(crate) mod fast_path;
pub mod lexer;
pub mod number;
pub mod number_format;
pub mod parser;

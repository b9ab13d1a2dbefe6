//! Floor 2: the ASCII format.
//!
//! [`reader`] turns bytes into a model and notes; [`number`] knows every spelling of a number,
//! [`fast`] only the usual one, quickly; [`lexer`] cuts lines into pieces and files into tokens;
//! [`directive`] reads what comments say to this program; [`spelling`] writes numbers, and [`writer`] whole
//! files, if they are [`complete`]; [`sniff`] tells from the content whether a file is a model at all.

pub mod directive;
pub mod fast_path;
pub mod lexer;
pub mod number;
pub mod number_format;
pub mod parser;

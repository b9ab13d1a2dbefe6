//! The operations on a whole document: lint, repair, format, convert.

pub mod convert;
pub mod fmt;
pub mod lint;
pub mod repair;

//! The operations on a whole document: lint, repair, format, convert.

pub mod convert;
pub mod diff;
pub mod effects;
pub mod fmt;
pub mod lint;
pub mod repair;

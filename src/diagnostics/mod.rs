//! What is said about a file: rules, what they find, and what of it counts.

pub mod baseline;
pub mod draft;
pub mod finding;
pub mod limits;
pub(crate) mod prelude;
pub mod rule;
pub mod suppress;

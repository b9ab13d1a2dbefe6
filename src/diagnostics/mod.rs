//! Diagnostics: what rules are, what they find in a file, and which findings count.

pub mod baseline;
pub mod context;
#[doc(hidden)]
pub mod draft;
pub mod effect;
pub mod finding;
pub(crate) mod group;
pub mod limits;
pub(crate) mod prelude;
pub mod rule;
#[doc(hidden)]
pub mod suppress;

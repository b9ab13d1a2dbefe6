//! The reports that other programs read, one file for each format.

#[cfg(feature = "reports")]
pub mod checkstyle;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod compact;
pub mod concise;
#[cfg(feature = "reports")]
pub mod github;
#[cfg(feature = "reports")]
pub mod gitlab;
#[cfg(all(feature = "render", feature = "reports"))]
pub mod html;
pub mod json;
pub mod json_lines;
pub(in crate::report) mod json_summary;
#[cfg(feature = "reports")]
pub mod junit;
#[cfg(feature = "reports")]
pub mod markdown;
#[cfg(feature = "reports")]
pub mod rdjson;
#[cfg(feature = "reports")]
pub mod sarif;
#[cfg(feature = "reports")]
mod truncate;
#[cfg(feature = "reports")]
mod xml;

//! The commands other than the check, one file for each.

pub(super) mod assemble;
pub(super) mod baseline;
pub(super) mod campaign;
pub(super) mod config;
pub(super) mod convert;
pub(super) mod diff;
pub(super) mod explain;
pub(super) mod fmt;
pub(super) mod init;
pub(super) mod inspect;
pub(super) mod loads;
pub(super) mod lsp;
pub(super) mod manual;
pub(super) mod merge;
pub(super) mod pose;
pub(super) mod render;
pub(super) mod rules;
pub(super) mod smith;
pub(super) mod stats;
pub(super) mod view;

//! Finds models, their configurations and the files around them, and writes a file in one step.

pub(super) mod atomic_write;
pub(super) mod configs;
pub(super) mod contents;
pub(super) mod folder_cache;
pub(super) mod folders;
pub(super) mod git;
pub(super) mod guess;
pub(super) mod relative_path;
pub(super) mod select;
pub(super) mod textures;
pub(super) mod uri;
pub(super) mod walk;

//! What engines are run on.

use std::cell::OnceCell;

use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::assimp::AssimpFile;

/// A model, the files around it, and what several engines make of it alike.
pub struct EngineInput<'d> {
    /// The model.
    pub(super) document: &'d Document,
    /// The files around it; without them, every file that the model names is there.
    pub(super) files: Option<&'d dyn FileTree>,
    assimp: OnceCell<AssimpFile<'d>>,
}

impl<'d> EngineInput<'d> {
    /// A model that has these files around it.
    pub fn new(document: &'d Document, files: Option<&'d dyn FileTree>) -> Self {
        Self { document, files, assimp: OnceCell::new() }
    }

    /// What all versions of assimp read of the model.
    pub(super) fn assimp(&self) -> &AssimpFile<'d> {
        self.assimp.get_or_init(|| AssimpFile::read(self.document))
    }
}

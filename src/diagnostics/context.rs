//! The context of a file: what the caller knows about it beside its bytes.

use std::sync::Arc;

use crate::base::file_tree::{FileTree, Resolution};
use crate::base::span::Span;
use crate::document::Document;

/// What the caller knows about a file beside its bytes.
#[derive(Clone, Debug)]
pub struct Context {
    /// Whether the file should be a model: it was named on the command line, or is called `.ms3d`.
    /// If it is none and was not expected to be one, no rule reports that.
    pub expected: bool,
    /// The files around this one, if they are known. Without them, no rule looks for the files that
    /// the model names.
    pub file_tree: Option<Arc<dyn FileTree>>,
}

impl Default for Context {
    /// A file that should be a model; the files around it are unknown.
    fn default() -> Self {
        Self { expected: true, file_tree: None }
    }
}

impl Context {
    /// The file that a path in the document names, as far as the files around it are known.
    #[doc(hidden)]
    pub fn find(&self, document: &Document, path: Span) -> Resolution {
        // A path that is cut off by the end of the file may be incomplete.
        let is_cut = path.end as usize == document.source.len();
        match &self.file_tree {
            Some(file_tree) if !is_cut => file_tree.find(document.bytes(path)),
            _ => Resolution::Unknown,
        }
    }
}

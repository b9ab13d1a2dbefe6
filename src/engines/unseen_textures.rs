//! Textures that are not looked for, on which it depends whether programs load a model.

use std::ops::AddAssign;

use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::list::needs_textures;

/// How many textures nobody looks for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct UnseenTextures {
    /// Those outside of the checked folder.
    pub outside: usize,
    /// Those of models of which nobody knows in which folder they are.
    pub without_folder: usize,
}

impl UnseenTextures {
    /// Those of a model that has these files around it: none, if no program with one of these titles needs them.
    pub(crate) fn of<'t>(
        document: &Document,
        files: Option<&dyn FileTree>,
        mut titles: impl Iterator<Item = &'t str>,
    ) -> Self {
        if !titles.any(needs_textures) {
            return Self::default();
        }
        let paths = document.model.materials.iter().flat_map(|material| material.paths());
        let Some(files) = files else { return Self { outside: 0, without_folder: paths.count() } };
        let is_outside = |path| files.is_outside(document.bytes(path)) == Some(true);
        Self { outside: paths.filter(|(_, path)| is_outside(*path)).count(), without_folder: 0 }
    }
}

impl AddAssign for UnseenTextures {
    fn add_assign(&mut self, other: Self) {
        self.outside += other.outside;
        self.without_folder += other.without_folder;
    }
}

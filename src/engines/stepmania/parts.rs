//! Where the programs find the parts of a model: a theme names a file for the meshes, one for the materials and one
//! for the bones (`Model.cpp`, `LoadPieces`), and each is read from its own file alone.

use crate::base::display::visible;
use crate::base::file_tree::FileTree;
use crate::document::siblings::{ModelSiblings, SiblingFound};
use crate::document::{self, Document};
use crate::engines::stepmania::{Branch, Extent, StepManiaLoader, extent};
use crate::engines::{Failure, FailureKind, Loading};
use crate::layout::BlockKind;

/// Where the materials or the bones of a model are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PartSource {
    /// In the file itself.
    Own,
    /// In the file beside it that has this name, which has so many.
    Beside(String, usize),
    /// That is not known.
    Unknown,
}

impl PartSource {
    /// How many there are, of which the file itself has so many; `None` if that is not known.
    pub(super) fn count(&self, own: usize) -> Option<usize> {
        match self {
            Self::Own => Some(own),
            Self::Beside(_, count) => Some(*count),
            Self::Unknown => None,
        }
    }

    /// A failure of the program because one of so many is not there, of a block that the file names at an offset.
    pub(super) fn lacks(
        &self,
        kind: FailureKind,
        (block, count): (BlockKind, usize),
        cause: u32,
        reason: String,
    ) -> Loading {
        Failure::after_reading(kind, cause, reason).map_err(|failure| match self {
            Self::Beside(name, _) => {
                let reason = format!("{} in \"{name}\"", failure.reason);
                Failure { reason, ..failure }
            }
            _ if count == 0 => failure.wanting(block),
            _ => failure,
        })
    }
}

/// Where the materials and the bones are of the meshes in a file.
#[derive(Debug)]
pub(super) struct PartSources {
    pub(super) materials: PartSource,
    pub(super) bones: PartSource,
}

impl PartSources {
    const UNKNOWN: Self = Self { materials: PartSource::Unknown, bones: PartSource::Unknown };

    /// Those of a file by itself.
    pub(super) fn alone(extent: Extent) -> Self {
        match extent {
            Extent::Whole => Self { materials: PartSource::Own, bones: PartSource::Own },
            Extent::Part => Self::UNKNOWN,
        }
    }

    /// Those of a file beside which others are.
    pub(super) fn of(document: &Document, branch: Branch, files: Option<&dyn FileTree>) -> Self {
        let siblings = ModelSiblings::of(document, files);
        let extent = extent::of(document, &siblings);
        let (Extent::Part, Some(files), Some(_)) = (extent, files, document.model.block(BlockKind::Meshes))
        else {
            return Self::alone(extent);
        };
        let search = PartSearch { document, branch, files, siblings };
        let materials = search.find(b"mat", BlockKind::Materials);
        // The program stops at materials that it does not load, and reads no bones.
        materials.map_or(Self::UNKNOWN, |materials| {
            let bones = search.find(b"bone", BlockKind::Bones).unwrap_or(PartSource::Unknown);
            Self { materials, bones }
        })
    }
}

/// A file with meshes, and what is beside it.
struct PartSearch<'d, 'f> {
    document: &'d Document,
    branch: Branch,
    files: &'f dyn FileTree,
    siblings: ModelSiblings<'d>,
}

impl PartSearch<'_, '_> {
    /// Where the materials or the bones are; `None` in a file from which the program does not load them.
    fn find(&self, word: &[u8], kind: BlockKind) -> Option<PartSource> {
        match self.siblings.find(word) {
            SiblingFound::One(name) => self.beside(name, kind),
            SiblingFound::None if self.has_own(kind) => Some(PartSource::Own),
            SiblingFound::None | SiblingFound::Unclear => Some(PartSource::Unknown),
        }
    }

    fn has_own(&self, kind: BlockKind) -> bool {
        self.document
            .model
            .block(kind)
            .is_some_and(|(_, block)| block.number.is_some_and(|number| number != 0))
    }

    /// Loads the materials or the bones of a file beside it; `None` if it has none, or the program does not load them.
    fn beside(&self, name: &[u8], kind: BlockKind) -> Option<PartSource> {
        let Some(bytes) = self.files.read(name) else { return Some(PartSource::Unknown) };
        let name = visible(name);
        let document = document::read(&name, bytes.to_vec());
        // What is no model is passed over in a folder, so that nobody else says what is missing in it.
        if document.content.is_unlike_model() {
            return Some(PartSource::Beside(name, 0));
        }
        document.model.block(kind)?;
        let mut loader = StepManiaLoader::new(&document, self.branch, PartSources::UNKNOWN, Some(self.files));
        let count = match kind {
            BlockKind::Materials => loader.materials().map(|()| loader.held.materials.len()),
            _ => loader.bones().and_then(|()| loader.pose()).map(|()| loader.held.bones.len()),
        };
        Some(PartSource::Beside(name, count.ok()?))
    }
}

//! Models that are split into several files, as StepMania reads them: meshes in one, materials and bones in others.

use crate::base::display::{number, visible};
use crate::base::file_tree::FileTree;
use crate::document::siblings::ModelSiblings;
use crate::document::{Document, read};
use crate::layout::BlockKind;

/// A file with meshes, together with what it lacks and a file beside it has.
pub struct Joined {
    /// All of it. What is in the file itself is in the same places, at the same offsets.
    pub document: Document,
    /// The names of the other files, and of how many kinds each is the first.
    pub names: Vec<String>,
}

impl Joined {
    /// Looks beside a model for its materials and bones, by the names of files; `None` if it has both, or there are
    /// none. A model can have several kinds of materials: it gets the first.
    pub fn of(document: &Document, files: Option<&dyn FileTree>) -> Option<Self> {
        let files = files?;
        document.model.block(BlockKind::Meshes)?;
        let siblings = ModelSiblings::of(document, Some(files));
        let mut bytes = document.source.bytes().to_vec();
        let mut names = Vec::new();
        for (word, kind) in [(&b"mat"[..], BlockKind::Materials), (b"bone", BlockKind::Bones)] {
            if document.model.block(kind).is_some() {
                continue;
            }
            let choices = siblings.choices(word);
            let Some(name) = choices.first() else { continue };
            let Some(content) = files.read(name) else { continue };
            let other = read(visible(name), content.to_vec());
            let Some((_, block)) = other.model.block(kind) else { continue };
            if !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            bytes.extend_from_slice(&content[block.at as usize..block.end as usize]);
            names.push(match choices.len() {
                1 => visible(name),
                count => format!("{}, the first of {}", visible(name), number(count)),
            });
        }
        let is_joined = !document.is_binary() && !names.is_empty();
        is_joined.then(|| Self { document: read(document.source.name.clone(), bytes), names })
    }
}

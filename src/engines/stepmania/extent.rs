//! Whether a file is a whole model, or a part of one.

use crate::document::Document;
use crate::document::siblings::ModelSiblings;
use crate::engines::stepmania::Extent;
use crate::layout::BlockKind;

/// What a file is. A theme names the files of a model one by one; nothing in them says that they are
/// parts. Materials or bones alone are parts, and so are meshes that lack what a file beside them has by its name, and
/// those without materials whose own name says that they are meshes.
pub(super) fn of(document: &Document, siblings: &ModelSiblings) -> Extent {
    let number = |kind| document.model.block(kind).map(|(_, block)| block.number.unwrap_or(0));
    let has_materials = number(BlockKind::Materials).is_some_and(|number| number != 0);
    if number(BlockKind::Meshes).is_none() {
        let has_other = has_materials || number(BlockKind::Bones).is_some();
        return if has_other { Extent::Part } else { Extent::Whole };
    }
    let has_bones = number(BlockKind::Bones).is_some_and(|number| number != 0);
    match (has_materials, has_bones) {
        (false, _) if siblings.is_meshes() || siblings.has(b"mat") => Extent::Part,
        (_, false) if siblings.has(b"bone") => Extent::Part,
        _ => Extent::Whole,
    }
}

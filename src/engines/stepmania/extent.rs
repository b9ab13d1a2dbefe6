//! Whether a file is a whole model, or a part of one.

use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::stepmania::Extent;
use crate::layout::BlockKind;

/// What a file is. A theme names the files of a model one by one; nothing in them says that they are
/// parts. Materials or bones alone are parts, and so are meshes that lack what a file beside them has by its name, and
/// those without materials whose own name says that they are meshes.
pub(super) fn of(document: &Document, files: Option<&dyn FileTree>) -> Extent {
    let number = |kind| document.model.block(kind).map(|(_, block)| block.number.unwrap_or(0));
    let has_materials = number(BlockKind::Materials).is_some_and(|number| number != 0);
    if number(BlockKind::Meshes).is_none() {
        let has_other = has_materials || number(BlockKind::Bones).is_some();
        return if has_other { Extent::Part } else { Extent::Whole };
    }
    let own = document.source.name.as_bytes();
    let own = own.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    // Of `_mine meshes.txt` the materials are `_mine materials.txt`, or in a folder of that name.
    let name = &own
        [..word_at(own, b"mesh").or_else(|| own.iter().rposition(|byte| *byte == b'.')).unwrap_or(own.len())];
    let has_sibling = |word: &[u8]| {
        let is_one = |other: &[u8]| match other.strip_prefix(name) {
            Some(rest) if other != own => word_at(rest, word).is_some(),
            _ => !other.contains(&b'.') && word_at(other, word) == Some(0),
        };
        files.and_then(|files| files.list(b"")).is_some_and(|listing| listing.names().any(is_one))
    };
    let has_bones = number(BlockKind::Bones).is_some_and(|number| number != 0);
    match (has_materials, has_bones) {
        (false, _) if word_at(own, b"mesh").is_some() || has_sibling(b"mat") => Extent::Part,
        (_, false) if has_sibling(b"bone") => Extent::Part,
        _ => Extent::Whole,
    }
}

/// Where a word begins so in a name, whatever its case.
fn word_at(name: &[u8], start: &[u8]) -> Option<usize> {
    let is_start = |at: usize| at == 0 || !name[at - 1].is_ascii_alphabetic();
    let mut parts = name.windows(start.len()).enumerate();
    parts.find(|(at, part)| part.eq_ignore_ascii_case(start) && is_start(*at)).map(|(at, _)| at)
}

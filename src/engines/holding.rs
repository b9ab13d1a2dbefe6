//! Which program holds what of a binary model.

use crate::document::Document;
use crate::engines::held::HeldModel;
use crate::engines::{assimp, blender, irrlicht, libms3d, mm3d, ms3d_crate, picomodel, viewer_sample};
use crate::model::note::NoteKind;

/// What a program holds of a binary model that it loads; `None` if that is not known, or if the file ends too early: of
/// such a file some hold the last record that they read billions of times.
pub fn by<'d>(program: &str, document: &'d Document) -> Option<HeldModel<'d>> {
    let ends_early = |kind: NoteKind| matches!(kind, NoteKind::Truncated { .. });
    if document.notes.has_kind(ends_early) {
        return None;
    }
    whatever_its_end(program, document)
}

/// The same, also of a file that ends too early: in as much memory as its counts ask for.
pub fn whatever_its_end<'d>(program: &str, document: &'d Document) -> Option<HeldModel<'d>> {
    if !document.is_binary() {
        return None;
    }
    Some(match program {
        "assimp" | "assimp+validate" => assimp::held(document),
        "ms3d-crate" => ms3d_crate::held(document),
        "irrlicht" => irrlicht::held(document),
        "blender" => blender::held(document),
        "libms3d" => libms3d::held(document),
        "milkshape" => viewer_sample::held(document),
        "mm3d" => mm3d::held(document),
        "picomodel" => picomodel::held(document),
        _ => return None,
    })
}

//! Which program holds what of a model.

use crate::document::Document;
use crate::engines::held::HeldModel;
use crate::engines::records::Sections;
use crate::engines::stepmania::Branch;
use crate::engines::{
    assimp, blender, irrlicht, libms3d, milkshape_importer, mm3d, ms3d_crate, picomodel, scorched3d,
    stepmania, viewer_sample,
};

/// What a program holds of a model that it loads, of an ASCII model as if all textures and other parts were there. `None`
/// if that is not known, or if a binary file ends before its bones do and the program then holds the last record that it
/// read again, up to billions of times.
pub fn by<'d>(program: &str, document: &'d Document) -> Option<HeldModel<'d>> {
    if !document.is_binary() {
        return of_ascii(program, document);
    }
    let repeats = matches!(program, "milkshape" | "libms3d");
    if repeats && document.is_truncated() && Sections::of(document).bones.is_none() {
        return None;
    }
    whatever_its_end(program, document)
}

fn of_ascii<'d>(program: &str, document: &'d Document) -> Option<HeldModel<'d>> {
    Some(match program {
        "stepmania" | "itgmania" => stepmania::held(document, Branch::StepMania),
        "openitg" => stepmania::held(document, Branch::OpenItg),
        "scorched3d" => scorched3d::held(document),
        "milkshape" => milkshape_importer::held(document),
        _ => return None,
    })
}

/// The same of a binary model, also of a file that ends too early: in as much memory as its counts ask for.
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

//! Irrlicht 1.8.5: `CMS3DMeshFileLoader.cpp` reads the file into a skinned mesh, which `CSkinnedMesh.cpp` completes and
//! moves.
//!
//! The loader has one buffer of vertices for each material. It puts the corners of a face into the buffer of the
//! material of the mesh that the face names, and then gives each mesh, in order, as many faces as it lists: the next
//! ones, whichever these are.

mod buffers;
mod drawing;
mod motion;
mod reading;
mod rotation;
mod weights;

use crate::document::Document;
use crate::engines::Run;
use crate::engines::held::{HeldCorner, HeldFace, HeldMesh, HeldModel};
use crate::engines::posed::straightened;
use buffers::Buffers;
use reading::IrrlichtFile;

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let file = match IrrlichtFile::read(document.source.bytes()) {
        Ok(file) => file,
        Err(failure) => return failure.into(),
    };
    if let Err(failure) = file.check_faces() {
        return failure.into();
    }
    let mut oddities = drawing::oddities(&file);
    if !file.bones.is_empty() {
        let (of_weights, is_bound) = weights::oddities(&file);
        oddities.extend(of_weights);
        oddities.extend(weights::unread(document, &file));
        oddities.extend(motion::oddities(document, &file, is_bound));
        oddities.extend(straightened(document));
    }
    oddities.sort_by_key(|oddity| oddity.at);
    Run { failure: None, oddities }
}

/// What the program holds of a model that it has loaded. Each buffer is a mesh here.
pub fn held(document: &Document) -> HeldModel<'_> {
    let Ok(file) = IrrlichtFile::read(document.source.bytes()) else { return HeldModel::default() };
    let buffers = Buffers::of(&file);
    let meshes = buffers.faces.iter().zip(&buffers.corners).enumerate().map(|(number, (faces, corners))| {
        // An index behind the vertices of its buffer leads to memory that nothing was written to.
        let nothing = HeldCorner { position: [0.0, 0.0, -0.0], normal: [0.0, 0.0, -0.0], uv: [0.0; 2] };
        let corner = |index: &u16| corners.get(usize::from(*index)).copied().unwrap_or(nothing);
        HeldMesh {
            material: number as i64,
            name: Default::default(),
            faces: faces.iter().map(|face| HeldFace::Other(face.each_ref().map(corner))).collect(),
        }
    });
    HeldModel {
        meshes: meshes.collect(),
        vertex_count: buffers.corners.iter().map(Vec::len).sum(),
        material_count: file.buffer_count(),
        bone_count: file.bones.len(),
        key_count: motion::held_key_count(&file),
        bones: Vec::new(),
        influences: weights::influences(&file),
    }
}

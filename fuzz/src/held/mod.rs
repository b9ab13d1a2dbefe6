//! What programs hold of a model that they have loaded, as text in which nothing depends on how the file was written:
//! recorded runs have a digest of it, and it shows what a repair changed for a program.

pub mod ascii;
pub mod binary;

use ms3dlint::document::Document;
use ms3dlint::engines::list::{Engine, Program};
use ms3dlint::engines::stepmania::Extent;
use ms3dlint::model::note::NoteKind;

/// What a program holds of a model that its engine loads. Of a binary model that ends too early some hold the last
/// records that were read millions of times: that is left out.
pub fn by(engine: &Engine, program: &Program, document: &Document) -> Option<String> {
    if engine.is_binary {
        if document.notes.iter().any(|note| matches!(note.kind, NoteKind::Truncated { .. })) {
            return None;
        }
        let (held, text) = binary::hold(program.name, document)?;
        let counts = [held.vertex_count, held.material_count, held.bone_count, held.key_count];
        return Some(format!("{text}{counts:?}"));
    }
    ascii::load(program.name, document, Extent::Whole, None).map(|(text, _)| text)
}

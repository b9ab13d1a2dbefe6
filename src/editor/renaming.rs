//! Renames a mesh, a material or a bone, wherever its name is.

use gen_lsp_types::{Position, PrepareRenamePlaceholder, TextEdit};

use crate::base::display::quote;
use crate::base::span::Span;
use crate::document::Document;
use crate::editor::edits::changes;
use crate::editor::open_file::OpenFile;
use crate::fix::Fix;
use crate::fix::edits::{LONGEST_NAME, rename};
use crate::layout::Record;
use crate::model::named_objects;
use crate::model::place::Place;

/// The object whose name is at an offset, be it where it has that name or where it is referred to, and the name.
pub(crate) fn named_at(document: &Document, offset: usize) -> Option<(Place, Span)> {
    let holds = |span: &Span| span.start as usize <= offset && offset <= span.end as usize;
    named_objects(&document.model).find_map(|(place, _, name)| {
        let references = document.references(place.record, place.object).iter().copied();
        let found = name.into_iter().chain(references).find(holds)?;
        Some((place, found))
    })
}

/// The name that would be renamed.
pub(crate) fn prepare(file: &OpenFile, position: Position) -> Option<PrepareRenamePlaceholder> {
    let document = file.document();
    let (_, name) = named_at(document, file.offset(position)).filter(|_| !file.is_listing())?;
    let placeholder = file.spelling().read(document.bytes(name));
    Some(PrepareRenamePlaceholder { range: file.range(name), placeholder })
}

/// The changes that give what is named at a position another name.
///
/// # Errors
///
/// Why it cannot have this name, for people.
pub(crate) fn renamed(file: &OpenFile, position: Position, new: &str) -> Result<Vec<TextEdit>, String> {
    let wider = file.with_room_for(new);
    let file = wider.as_ref().unwrap_or(file);
    let document = file.document();
    let named = named_at(document, file.offset(position)).filter(|_| !file.is_listing());
    let (place, _) = named.ok_or("there is no name of a mesh, a material or a bone here")?;
    let name = file.spelling().write_part(new);
    refuse(document, place, &name)?;
    let fix = rename(Fix::safe(""), document, place.record, place.object, &name);
    Ok(fix.map_or_else(Vec::new, |fix| changes(file, &fix.edits)))
}

/// Refuses a name that programs could not read, that something else of the kind has, or that a program takes for that of
/// another bone.
fn refuse(document: &Document, place: Place, name: &[u8]) -> Result<(), String> {
    if name.is_empty() {
        return Err("a name needs at least one character".to_string());
    }
    if name.iter().any(|byte| matches!(byte, b'"' | 0..=0x1F | 0x7F)) {
        return Err("a name cannot have a quote, a tab or the end of a line in it".to_string());
    }
    if name.len() > LONGEST_NAME {
        return Err(format!(
            "programs have room for {LONGEST_NAME} bytes of a name, and this one has {}",
            name.len()
        ));
    }
    let others =
        named_objects(&document.model).filter(|(other, ..)| other.record == place.record && *other != place);
    let others = others.filter_map(|(_, noun, span)| Some((noun, document.bytes(span?))));
    let alike: Vec<_> = others.filter(|(_, other)| other.eq_ignore_ascii_case(name)).collect();
    if let Some((noun, _)) = alike.iter().find(|(_, other)| *other == name) {
        return Err(format!("another {noun} is called \"{}\"", quote(name)));
    }
    match alike.first().filter(|_| place.record == Record::Bone) {
        Some((_, other)) => Err(format!(
            "another bone is called \"{}\", and Maverick Model 3D does not distinguish capitals in the names of bones",
            quote(other)
        )),
        None => Ok(()),
    }
}

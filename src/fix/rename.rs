//! New names for meshes, materials and bones whose names are empty, too long, duplicate or hard to parse.

use std::collections::HashMap;

use crate::base::display::quote;
use crate::base::span::Span;
use crate::document::Document;
use crate::fix::Fix;
use crate::fix::edits::{LONGEST_NAME, Names, rename};
use crate::layout::Record;
use crate::model::named_objects;
use crate::model::note::NoteKind;
use crate::model::place::Place;

/// What may be wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fault {
    /// It is empty.
    Empty,
    /// It has more bytes than engines have room for.
    TooLong,
    /// There are spaces in it.
    Blank,
    /// There is a quote in it.
    Quote,
    /// An earlier object has it too.
    Duplicate,
}

impl Fault {
    /// In the order in which new names are given.
    const ALL: [Self; 5] = [Self::Empty, Self::TooLong, Self::Blank, Self::Quote, Self::Duplicate];

    /// The name that a mesh, a material or a bone should have; `None` if this is not what is wrong.
    fn better(
        self,
        document: &Document,
        quoted: &QuotedNames,
        place: Place,
        noun: &str,
        name: &[u8],
    ) -> Option<Vec<u8>> {
        match self {
            Self::Empty => name.is_empty().then(|| noun.into()),
            // Names of materials are read into larger buffers; only a binary file has no more room for them.
            Self::TooLong => {
                let is_limited = document.is_binary() || place.record != Record::Material;
                (name.len() > LONGEST_NAME && is_limited).then(|| name.into())
            }
            Self::Blank => {
                let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
                let joined = || name.iter().map(|byte| if is_blank(byte) { b'_' } else { *byte }).collect();
                name.iter().any(is_blank).then(joined)
            }
            Self::Quote => {
                let bytes = document.bytes(*quoted.get(&place)?).iter();
                Some(bytes.copied().filter(|byte| *byte != b'"').collect())
            }
            Self::Duplicate => {
                let is_later = document.earlier_of_its_name(place.record, place.object).is_some();
                (is_later && !name.is_empty()).then(|| name.into())
            }
        }
    }
}

/// The names with a quote in them: all that is between the first quote and the last.
type QuotedNames = HashMap<Place, Span>;

fn quoted(document: &Document) -> QuotedNames {
    let notes = document.notes.iter().filter(|note| note.kind == NoteKind::QuoteInName);
    notes.map(|note| (note.place, note.span)).collect()
}

/// Whether a name ends at a quote inside it, which is then what is wrong with it.
pub(crate) fn ends_at_quote(document: &Document, place: Place) -> bool {
    document.notes.iter().any(|note| note.kind == NoteKind::QuoteInName && note.place == place)
}

/// New names for everything in a file whose name is bad in some way. No two are alike, whatever they
/// are given for, so that the fixes of several rules never make a new duplicate.
pub(crate) struct RenamePlan<'d> {
    document: &'d Document,
    quoted: QuotedNames,
    names: HashMap<(Fault, Record, u32), Vec<u8>>,
}

impl<'d> RenamePlan<'d> {
    /// Those for a file.
    pub(crate) fn of(document: &'d Document) -> Self {
        let quoted = quoted(document);
        let mut new = HashMap::new();
        for record in [Record::Mesh, Record::Material, Record::Bone] {
            let mut names = Names::of(document, record);
            let mut give = |fault: Fault, place: Place, noun: &str, name: Span| {
                if let Some(wanted) = fault.better(document, &quoted, place, noun, document.bytes(name)) {
                    let name = names.free(if wanted.is_empty() { noun.as_bytes() } else { &wanted });
                    new.insert((fault, record, place.object), name);
                }
            };
            for fault in Fault::ALL {
                for (place, noun, name) in named_objects(&document.model) {
                    if let Some(name) = name.filter(|_| place.record == record) {
                        give(fault, place, noun, name);
                    }
                }
            }
        }
        Self { document, quoted, names: new }
    }

    /// The fix that gives a mesh, a material or a bone its new name, wherever it is named. `None` if it
    /// needs none.
    pub(crate) fn rename(&self, fault: Fault, place: Place) -> Option<Fix> {
        let document = self.document;
        let name = self.names.get(&(fault, place.record, place.object))?;
        let shown = quote(name);
        let fix = Fix::unsafe_fix(match fault {
            Fault::Empty => format!("call it \"{shown}\""),
            _ => format!("rename it to \"{shown}\""),
        });
        if fault != Fault::Quote {
            return rename(fix, document, place.record, place.object, name);
        }
        let fix = fix.replace(*self.quoted.get(&place)?, name.clone());
        let references = document.references(place.record, place.object).iter();
        Some(references.fold(fix, |fix, span| fix.replace(to_last_quote(document, *span), name.clone())))
    }
}

/// A string, including the quotes inside it.
fn to_last_quote(document: &Document, text: Span) -> Span {
    let line = document.whole_line(text.start);
    let last = document.bytes(line).iter().rposition(|byte| *byte == b'"').unwrap_or(0);
    Span { end: text.end.max(line.start + last as u32), ..text }
}

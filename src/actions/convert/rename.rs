//! New names for meshes, materials and bones whose names the other format cannot hold.

use std::collections::HashMap;

use crate::document::Document;
use crate::fix::edits;
use crate::layout::Record;
use crate::model::named_objects;

/// The new names of meshes, materials and bones whose names the other format cannot hold. Objects with the
/// same name keep a common name, and no two different names become equal.
pub(super) struct ConvertedNames {
    new: HashMap<Record, HashMap<Vec<u8>, Vec<u8>>>,
}

impl ConvertedNames {
    /// The new names for a file. `better` returns a better name; `None` if the name may stay.
    pub(super) fn of(document: &Document, better: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Self {
        let mut new: HashMap<Record, HashMap<Vec<u8>, Vec<u8>>> = HashMap::new();
        let parents = document.model.bones.iter().filter_map(|bone| bone.parent);
        let parents = parents.map(|parent| (Record::Bone, "bone", parent));
        let named = named_objects(&document.model);
        let named = named.filter_map(|(place, noun, name)| Some((place.record, noun, name?)));
        let mut free = HashMap::new();
        for (record, noun, name) in named.chain(parents) {
            let name = document.bytes(name);
            let Some(wanted) = better(name) else { continue };
            let wanted = if wanted.is_empty() { noun.as_bytes() } else { &wanted };
            let free = free.entry(record).or_insert_with(|| edits::Names::of(document, record));
            let of_record = new.entry(record).or_default();
            of_record.entry(name.to_vec()).or_insert_with(|| free.free(wanted));
        }
        Self { new }
    }

    /// The name that is written in place of this one; in most cases the name itself.
    pub(super) fn get<'n>(&'n self, record: Record, name: &'n [u8]) -> &'n [u8] {
        self.new.get(&record).and_then(|new| new.get(name)).map_or(name, Vec::as_slice)
    }
}

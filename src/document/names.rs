//! The names of meshes, materials and bones: which are shared, and where else in the file they appear.

use std::collections::HashMap;

use crate::base::span::Span;
use crate::document::Document;
use crate::layout::Record;
use crate::model::{Parent, named_objects};
use crate::parse::ascii::directive::Directive;

impl Document {
    /// The name of a mesh, a material or a bone; `None` for anything else, or without a name.
    pub fn name_of(&self, record: Record, index: u32) -> Option<&[u8]> {
        let index = index as usize;
        let name = match record {
            Record::Mesh => self.model.meshes.get(index)?.name,
            Record::Material => self.model.materials.get(index)?.name,
            Record::Bone => self.model.bones.get(index)?.name,
            _ => None,
        };
        name.map(|span| self.bytes(span))
    }

    /// Whether no other mesh, material or bone has the name of this one.
    #[doc(hidden)]
    pub fn is_only_of_its_name(&self, record: Record, index: u32) -> bool {
        !self.shared_names().contains_key(&(record, index))
    }

    /// The first mesh, material or bone that has the name of this one, if this is a later one.
    pub(crate) fn earlier_of_its_name(&self, record: Record, index: u32) -> Option<u32> {
        self.shared_names().get(&(record, index)).copied().filter(|first| *first != index)
    }

    /// For each name of a mesh, a material or a bone, the first object that has it.
    pub(crate) fn first_of_names(&self) -> HashMap<(Record, &[u8]), u32> {
        let mut first_of = HashMap::new();
        for (place, _, name) in named_objects(&self.model) {
            if let Some(name) = name {
                first_of.entry((place.record, self.bytes(name))).or_insert(place.object);
            }
        }
        first_of
    }

    /// All objects whose name is not unique, with the first of that name.
    fn shared_names(&self) -> &HashMap<(Record, u32), u32> {
        self.caches.shared_names.get_or_init(|| {
            let model = &self.model;
            let mut shared = HashMap::new();
            for (record, count) in [
                (Record::Mesh, model.meshes.len()),
                (Record::Material, model.materials.len()),
                (Record::Bone, model.bones.len()),
            ] {
                let mut first_of: HashMap<&[u8], u32> = HashMap::new();
                // One alone does not share its name.
                for index in (0..count as u32).filter(|_| count > 1) {
                    let Some(name) = self.name_of(record, index) else { continue };
                    let first = *first_of.entry(name).or_insert(index);
                    if first != index {
                        shared.extend([((record, first), first), ((record, index), first)]);
                    }
                }
            }
            shared
        })
    }

    /// Where else the name of a mesh, a material or a bone is used for it: as the parent of bones, and
    /// in suppressions, if it is the only one of its name.
    pub(crate) fn references(&self, record: Record, index: u32) -> &[Span] {
        let references = self.caches.references.get_or_init(|| {
            let mut references: HashMap<(Record, u32), Vec<Span>> = HashMap::new();
            for bone in &self.model.bones {
                if let (Parent::Bone(parent), Some(name)) = (bone.parent_bone, bone.parent) {
                    references.entry((Record::Bone, parent)).or_default().push(name);
                }
            }
            let mut objects: HashMap<(Record, &[u8]), u32> = HashMap::new();
            let named = named_objects(&self.model).filter(|_| !self.directives.is_empty());
            for (place, _, name) in
                named.filter(|(place, ..)| self.is_only_of_its_name(place.record, place.object))
            {
                objects.extend(name.map(|name| ((place.record, self.bytes(name)), place.object)));
            }
            let allowed = self.directives.iter().filter_map(Directive::in_force);
            for named in allowed.filter_map(|allow| allow.object) {
                if let Some(index) = objects.get(&(named.record, self.bytes(named.name))) {
                    references.entry((named.record, *index)).or_default().push(named.name);
                }
            }
            references
        });
        references.get(&(record, index)).map_or(&[], Vec::as_slice)
    }
}

//! What is found in a file while rules run, beside what is known of it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::baseline::mark::{Mark, Marker};
use crate::baseline::{Entries, Key, Marks};
use crate::describe::describe;
use crate::document::Document;
use crate::layout::Record;
use crate::model::{Object, Place};
use crate::text::quote;

/// Counts what is found, and tells what of it is known. Of places with one mark as many are known as the baseline has,
/// and these are the first.
pub struct Ledger<'d> {
    document: &'d Document,
    marker: Marker<'d>,
    known: Arc<Entries>,
    /// How many findings were known.
    hidden: usize,
    pages: Vec<(Key, Marks)>,
    /// Where in `pages` the findings of a rule in an object are.
    of_object: HashMap<(&'static str, Object), usize>,
    of_key: HashMap<Key, usize>,
}

impl<'d> Ledger<'d> {
    /// For a file of which this is known.
    pub fn new(document: &'d Document, known: Arc<Entries>) -> Self {
        let marker = Marker::new(document);
        Self {
            document,
            marker,
            known,
            hidden: 0,
            pages: Vec::new(),
            of_object: HashMap::new(),
            of_key: HashMap::new(),
        }
    }

    /// Counts what a rule has found in an object, by its mark. Whether it is known.
    pub fn add(
        &mut self,
        rule: &'static str,
        object: Object,
        mark: impl FnOnce(&mut Marker<'d>) -> Mark,
    ) -> bool {
        let page = self.page(rule, object);
        let mark = mark(&mut self.marker);
        let (key, marks) = &mut self.pages[page];
        let count = marks.add(mark);
        let is_known = self.known.get(key).is_some_and(|known| count <= known.count(mark));
        self.hidden += usize::from(is_known);
        is_known
    }

    fn page(&mut self, rule: &'static str, object: Object) -> usize {
        if let Some(page) = self.of_object.get(&(rule, object)) {
            return *page;
        }
        let key = Key { rule: rule.to_string(), object: words(self.document, object) };
        let next = self.pages.len();
        let page = *self.of_key.entry(key.clone()).or_insert(next);
        if page == next {
            self.pages.push((key, Marks::default()));
        }
        self.of_object.insert((rule, object), page);
        page
    }

    /// How many findings were known, and all that was found, known or not.
    pub fn finish(self) -> (usize, Entries) {
        let mut entries = Entries::default();
        self.pages.into_iter().for_each(|(key, marks)| entries.insert(key, marks));
        (self.hidden, entries)
    }
}

/// An object in words. Unlike in reports it is not told by its index: others may come in front of it.
fn words(document: &Document, object: Object) -> String {
    let named = |record, noun, index| {
        format!("{noun} \"{}\"", quote(document.name_of(record, index).unwrap_or_default()))
    };
    match object {
        Object::File => "file".to_string(),
        Object::Block(index) => describe(document, Place::object(Record::Block, index as usize)),
        Object::Mesh(index) => named(Record::Mesh, "mesh", index),
        Object::Material(index) => named(Record::Material, "material", index),
        Object::Bone(index) => named(Record::Bone, "bone", index),
    }
}

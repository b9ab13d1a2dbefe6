//! Decides which findings of a file its baseline silences, while the rules run.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::baseline::place_hash::PlaceHash;
use crate::diagnostics::baseline::{Entries, EntryKey, Marks};
use crate::document::Document;
use crate::document::describe::object_by_name;
use crate::model::place::Object;

/// Counts the findings, and decides which are baselined: of places with one mark the first ones, as many as the
/// baseline lists; a size (too much of something) if the baseline lists at least as much.
pub(crate) struct BaselineMatcher<'d> {
    document: &'d Document,
    known: Arc<Entries>,
    /// How many findings were baselined.
    hidden: usize,
    pages: Vec<(EntryKey, Marks)>,
    /// Where in `pages` the findings of a rule in an object are.
    of_object: HashMap<(&'static str, Object), usize>,
    of_key: HashMap<EntryKey, usize>,
}

impl<'d> BaselineMatcher<'d> {
    /// For a file with these baselined findings.
    pub(crate) fn new(document: &'d Document, known: Arc<Entries>) -> Self {
        Self {
            document,
            known,
            hidden: 0,
            pages: Vec::new(),
            of_object: HashMap::new(),
            of_key: HashMap::new(),
        }
    }

    /// Counts a finding in an object by its mark, which is of a place or of a size. Whether it is baselined.
    pub(crate) fn add(&mut self, rule: &'static str, object: Object, mark: PlaceHash, amount: usize) -> bool {
        let page = self.page(rule, object);
        let (key, marks) = &mut self.pages[page];
        let sum = marks.add(mark, amount);
        let is_known = self.known.get(key).is_some_and(|known| sum <= known.amount(mark));
        self.hidden += usize::from(is_known);
        is_known
    }

    fn page(&mut self, rule: &'static str, object: Object) -> usize {
        if let Some(page) = self.of_object.get(&(rule, object)) {
            return *page;
        }
        let key = EntryKey { rule: rule.to_string(), object: object_by_name(self.document, object) };
        let next = self.pages.len();
        let page = *self.of_key.entry(key.clone()).or_insert(next);
        if page == next {
            self.pages.push((key, Marks::default()));
        }
        self.of_object.insert((rule, object), page);
        page
    }

    /// How many findings were baselined, and all findings, baselined or not.
    pub(crate) fn finish(self) -> (usize, Entries) {
        let mut entries = Entries::default();
        self.pages.into_iter().for_each(|(key, marks)| entries.insert(key, marks));
        (self.hidden, entries)
    }
}

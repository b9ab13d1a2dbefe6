//! Which findings count: not those that a comment of the file suppresses, nor those in a baseline.

use std::sync::Arc;

use crate::diagnostics::baseline::Entries;
use crate::diagnostics::baseline::matcher::BaselineMatcher;
use crate::diagnostics::baseline::place_hash::{PlaceHash, PlaceHasher};
use crate::diagnostics::finding::Status;
use crate::diagnostics::suppress::{Suppressions, Unused};
use crate::document::Document;
use crate::fix::Applicability;
use crate::model::place::{Object, Place};

/// Judges whether what a rule finds counts.
pub(super) struct Silence<'d> {
    /// What the file's own comments silence, if it has any that are about that.
    suppressions: Option<Suppressions<'d>>,
    /// The findings counted against the baseline, if there is one.
    matcher: Option<BaselineMatcher<'d>>,
    pub(super) hasher: PlaceHasher<'d>,
    /// The name of the current rule.
    rule: &'static str,
}

/// What was found and does not count.
#[derive(Default)]
pub struct Silenced {
    /// In how many places a comment of the file silences a finding.
    pub suppressed: usize,
    /// In how many places a finding is baselined.
    pub known: usize,
    /// A baseline of all that was found; empty if none was asked.
    pub entries: Entries,
}

impl<'d> Silence<'d> {
    /// For a file with these baselined findings, if a baseline is used.
    pub(super) fn new(document: &'d Document, heeds_suppressions: bool, known: Option<Arc<Entries>>) -> Self {
        Self {
            suppressions: heeds_suppressions.then(|| Suppressions::of(document)).flatten(),
            matcher: known.map(|known| BaselineMatcher::new(document, known)),
            hasher: PlaceHasher::new(document),
            rule: "",
        }
    }

    /// Whether nothing is silenced, whatever is found.
    pub(super) fn is_empty(&self) -> bool {
        self.suppressions.is_none() && self.matcher.is_none()
    }

    /// What comes next is found by the rule of this name.
    pub(super) fn start(&mut self, rule: &'static str) {
        self.rule = rule;
        self.suppressions.iter_mut().for_each(|suppressions| suppressions.start(rule));
    }

    /// Whether what the current rule finds in an object counts. What a comment suppresses needs no baseline.
    pub(super) fn status(
        &mut self,
        object: Object,
        mark: &dyn Fn(&mut PlaceHasher<'d>) -> (PlaceHash, usize),
    ) -> Status {
        if self.suppressions.as_mut().is_some_and(|suppressions| suppressions.silence(object)) {
            return Status::Suppressed;
        }
        let Some(matcher) = &mut self.matcher else { return Status::Open };
        let (mark, amount) = mark(&mut self.hasher);
        match matcher.add(self.rule, object, mark, amount) {
            true => Status::Baselined,
            false => Status::Open,
        }
    }

    /// The mark of a folded finding, which stays while places are folded into it or are repaired: it depends on the
    /// object and, where rules repair some places and others not, on the kind of its fix. A new finding is not one
    /// of those in the baseline, and does not take the place of one that is repaired.
    pub(super) fn mark_of_fold(&mut self, kind: Option<Applicability>, status: Status) -> PlaceHash {
        let new = if self.matcher.is_some() && status == Status::Open { "new " } else { "" };
        self.hasher.mark_by(Place::FILE, &format!("{new}{}", kind.map_or("", Applicability::name)))
    }

    /// Whether a comment of the file suppresses what the current rule finds in an object.
    pub(super) fn is_allowed(&self, object: Object) -> bool {
        self.suppressions.as_ref().is_some_and(|suppressions| suppressions.silences(object))
    }

    /// The current rule cannot look at something, so none of its suppressions is called unused.
    pub(super) fn could_not_look(&mut self) {
        self.suppressions.iter_mut().for_each(Suppressions::could_not_look);
    }

    /// The suppressions that have silenced nothing of the rules that have run before this one.
    pub(super) fn unused(&self) -> Vec<Unused<'d>> {
        self.suppressions.as_ref().map_or_else(Vec::new, Suppressions::unused)
    }

    pub(super) fn finish(self) -> Silenced {
        let suppressed = self.suppressions.as_ref().map_or(0, Suppressions::silenced);
        let (known, entries) = self.matcher.map(BaselineMatcher::finish).unwrap_or_default();
        Silenced { suppressed, known, entries }
    }
}

//! Which mesh, material or bone became which: those of one name, then those that hold the same under another name, then
//! those that are alike, and at last those without a name by their order.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::actions::diff::{ChangedAspect, DiffBuilder};
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;

/// What an object is known by.
pub(super) struct ObjectMark<'d> {
    /// Its name; empty if it has none.
    pub name: &'d [u8],
    /// A digest of what it holds.
    pub content: u64,
    /// A digest of what is likely to stay when it is edited; `None` if there is nothing like that.
    pub gist: Option<u64>,
}

impl DiffBuilder<'_> {
    /// Finds which objects of a kind are the same, names those that are new or gone, and compares the others by `compare`,
    /// which gets both indices.
    pub(super) fn paired(
        &mut self,
        (record, plural): (Record, &str),
        marks: &[Vec<ObjectMark>; 2],
        compare: impl Fn(&mut Self, usize, usize, &Pairs),
    ) -> Pairs {
        let pairs = Pairs::of(&marks[0], &marks[1]);
        let place = |index| Place::object(record, index);
        for old in pairs.gone() {
            self.object = describe(self.old, place(old));
            self.add_at(ChangedAspect::Presence, "gone", 1, None, [Some(place(old)), None]);
        }
        for new in pairs.added() {
            self.object = describe(self.new, place(new));
            self.add_at(ChangedAspect::Presence, "new", 1, None, [None, Some(place(new))]);
        }
        for (was, is) in pairs.pairs() {
            self.object = describe(self.new, place(is));
            self.name(record, was, is);
            compare(self, was, is, &pairs);
        }
        self.object.clear();
        if pairs.is_reordered() {
            self.add(ChangedAspect::Order, format!("the order of the {plural} changed"), 1);
        }
        pairs
    }
}

/// A digest of what is written into it.
pub(super) fn digest(write: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    write(&mut hasher);
    hasher.finish()
}

/// Which objects are the same in both files.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Pairs {
    /// For each old object the new one.
    pub new_of: Vec<Option<usize>>,
    /// For each new object the old one.
    pub old_of: Vec<Option<usize>>,
}

impl Pairs {
    pub(super) fn of(old: &[ObjectMark], new: &[ObjectMark]) -> Self {
        let mut pairs = Self { new_of: vec![None; old.len()], old_of: vec![None; new.len()] };
        let named = |mark: &ObjectMark| (!mark.name.is_empty()).then(|| mark.name.to_vec());
        pairs.match_by(old, new, false, |mark| Some((named(mark)?, mark.content)));
        pairs.match_by(old, new, false, named);
        pairs.match_by(old, new, true, |mark| Some(mark.content));
        pairs.match_by(old, new, true, |mark| mark.gist);
        pairs.match_by(old, new, false, |mark| mark.name.is_empty().then_some(()));
        pairs
    }

    /// Pairs what has the same key: the first with the first and so on, or only what is alone with it.
    fn match_by<K: Hash + Eq>(
        &mut self,
        old: &[ObjectMark],
        new: &[ObjectMark],
        alone: bool,
        key: impl Fn(&ObjectMark) -> Option<K>,
    ) {
        let mut left: HashMap<K, [Vec<usize>; 2]> = HashMap::new();
        for (side, (marks, of)) in [(old, &self.new_of), (new, &self.old_of)].into_iter().enumerate() {
            for (index, mark) in marks.iter().enumerate().filter(|(index, _)| of[*index].is_none()) {
                if let Some(key) = key(mark) {
                    left.entry(key).or_default()[side].push(index);
                }
            }
        }
        for [old, new] in left.into_values().filter(|[old, new]| !alone || (old.len(), new.len()) == (1, 1)) {
            for (old, new) in old.into_iter().zip(new) {
                self.new_of[old] = Some(new);
                self.old_of[new] = Some(old);
            }
        }
    }

    /// The pairs, in the order of the new objects.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.old_of.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)))
    }

    /// The old objects that are gone.
    pub fn gone(&self) -> impl Iterator<Item = usize> {
        self.new_of.iter().enumerate().filter(|(_, new)| new.is_none()).map(|(old, _)| old)
    }

    /// The new objects.
    pub fn added(&self) -> impl Iterator<Item = usize> {
        self.old_of.iter().enumerate().filter(|(_, old)| old.is_none()).map(|(new, _)| new)
    }

    /// The index that an old index became, as files have it: one that names no object stays what it is. `None` if the
    /// object is gone.
    pub(super) fn moved(&self, index: i32) -> Option<i32> {
        match usize::try_from(index).ok().and_then(|index| self.new_of.get(index)) {
            Some(new) => new.map(|new| new as i32),
            None => Some(index),
        }
    }

    /// Whether what is in both is in another order.
    pub(super) fn is_reordered(&self) -> bool {
        !self.new_of.iter().flatten().is_sorted()
    }
}

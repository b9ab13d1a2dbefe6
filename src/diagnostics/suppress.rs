//! Suppressions: what the comments of a file silence, and which of them silence nothing.
//!
//! A finding is silenced by the first suppression in the file that covers it. So those that silence
//! nothing can all be deleted at once.

use std::collections::HashMap;

use crate::base::span::Span;
use crate::document::Document;
use crate::layout::Record;
use crate::model::place::{Object, Place};
use crate::parse::ascii::directive::{Allow, Directive, Named};

/// The suppressions of a file, and what they have silenced so far.
pub struct Suppressions<'d> {
    document: &'d Document,
    allowances: Vec<Allowance<'d>>,
    /// For each name of a rule where in `scopes` it is.
    by_name: HashMap<&'d [u8], usize>,
    scopes: Vec<Scope>,
    /// The scope of the rule that is running.
    current: Option<usize>,
    silenced: usize,
}

/// One name of a rule in a suppression.
struct Allowance<'d> {
    rule: Span,
    by: &'d Allow,
    scope: usize,
    /// The earlier one that covers all that this one does.
    earlier: Option<usize>,
    has_silenced: bool,
}

/// Where a rule is to be silent, each with the first that says so.
#[derive(Default)]
struct Scope {
    everywhere: Option<usize>,
    /// Objects, of those with the same name the first.
    objects: HashMap<Object, usize>,
    /// Whether the rule was run to its end.
    has_run: bool,
    /// Whether there was something that the rule could not look at.
    is_unsure: bool,
}

/// One name of a rule in a suppression which silences nothing.
pub struct Unused<'d> {
    /// The name.
    pub rule: Span,
    /// The suppression that it is in.
    pub by: &'d Allow,
    /// The same name where it appears first, in a suppression that covers all that this one does.
    pub earlier: Option<Span>,
}

impl<'d> Suppressions<'d> {
    /// The suppressions of a file; `None` if it has none that count.
    pub fn of(document: &'d Document) -> Option<Self> {
        let mut in_force = document.directives.iter().filter_map(Directive::in_force).peekable();
        in_force.peek()?;
        let mut suppressions = Self {
            document,
            allowances: Vec::new(),
            by_name: HashMap::new(),
            scopes: Vec::new(),
            current: None,
            silenced: 0,
        };
        let objects = Objects::of(document);
        for allow in in_force {
            let object = allow.object.map(|named| objects.find(named));
            // A suppression for an object that does not exist covers nothing.
            let Some(object) = object.map_or(Some(None), |object| object.map(Some)) else { continue };
            allow.rules.iter().for_each(|rule| suppressions.add(*rule, allow, object));
        }
        Some(suppressions)
    }

    fn add(&mut self, rule: Span, by: &'d Allow, object: Option<Object>) {
        let number = self.allowances.len();
        let next = self.scopes.len();
        let scope = *self.by_name.entry(self.document.bytes(rule)).or_insert(next);
        if scope == next {
            self.scopes.push(Scope::default());
        }
        let Scope { everywhere, objects, .. } = &mut self.scopes[scope];
        let first = match object {
            Some(object) => *objects.entry(object).or_insert(number),
            None => *everywhere.get_or_insert(number),
        };
        let earlier = first.min(everywhere.unwrap_or(number));
        let earlier = (earlier != number).then_some(earlier);
        self.allowances.push(Allowance { rule, by, scope, earlier, has_silenced: false });
    }

    /// What comes next is found by the rule of this name.
    pub fn start(&mut self, rule: &str) {
        if let Some(scope) = self.current {
            self.scopes[scope].has_run = true;
        }
        self.current = self.by_name.get(rule.as_bytes()).copied();
    }

    /// The rule that is running cannot look at something: it may find more where more is known.
    pub fn could_not_look(&mut self) {
        if let Some(scope) = self.current {
            self.scopes[scope].is_unsure = true;
        }
    }

    /// Whether the rule is to be silent about an object. That it was is counted.
    pub fn silence(&mut self, object: Object) -> bool {
        let Some(first) = self.first_that_silences(object) else { return false };
        self.allowances[first].has_silenced = true;
        self.silenced += 1;
        true
    }

    /// Whether the rule is to be silent about an object. That it was asked for is not counted.
    pub fn silences(&self, object: Object) -> bool {
        self.first_that_silences(object).is_some()
    }

    fn first_that_silences(&self, object: Object) -> Option<usize> {
        let Scope { everywhere, objects, .. } = &self.scopes[self.current?];
        let of_object = match objects.is_empty() {
            true => None,
            false => objects.get(&first_of_its_name(self.document, object)),
        };
        everywhere.iter().chain(of_object).min().copied()
    }

    /// In how many places something was found that was silenced.
    pub fn silenced(&self) -> usize {
        self.silenced
    }

    /// Those that have silenced nothing. Of rules that have not run or could not look at everything
    /// nothing is known, and neither of the one that is running.
    pub fn unused(&self) -> Vec<Unused<'d>> {
        let is_judged = |scope: &Scope| scope.has_run && !scope.is_unsure;
        let is_unused = |one: &&Allowance| is_judged(&self.scopes[one.scope]) && !one.has_silenced;
        let unused = self.allowances.iter().filter(is_unused).map(|one| Unused {
            rule: one.rule,
            by: one.by,
            earlier: one.earlier.map(|earlier| self.allowances[earlier].rule),
        });
        unused.collect()
    }
}

/// Of the objects that have the name of this one, the first.
fn first_of_its_name(document: &Document, object: Object) -> Object {
    let (record, index) = match object {
        Object::Mesh(index) => (Record::Mesh, index),
        Object::Material(index) => (Record::Material, index),
        Object::Bone(index) => (Record::Bone, index),
        Object::File | Object::Block(_) => return object,
    };
    let first = document.earlier_of_its_name(record, index).unwrap_or(index);
    Place::object(record, first as usize).owner()
}

/// The objects that suppressions are about, by their names.
pub struct Objects<'d> {
    document: &'d Document,
    by_name: HashMap<(Record, &'d [u8]), u32>,
}

impl<'d> Objects<'d> {
    /// Those of a file, if one of its suppressions is about an object.
    pub fn of(document: &'d Document) -> Self {
        let mut allows = document.directives.iter().filter_map(Directive::in_force);
        let by_name = match allows.any(|allow| allow.object.is_some()) {
            true => document.first_of_names(),
            false => HashMap::new(),
        };
        Self { document, by_name }
    }

    /// The first object of a name; `None` if there is none.
    pub fn find(&self, named: Named) -> Option<Object> {
        let index = self.by_name.get(&(named.record, self.document.bytes(named.name)))?;
        Some(Place::object(named.record, *index as usize).owner())
    }
}

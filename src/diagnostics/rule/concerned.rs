//! Which effects concern what rules find, and how bad that makes it.

use std::collections::HashMap;

use crate::diagnostics::effect::{Effect, EffectKind, Targets};
use crate::diagnostics::finding::Severity;
use crate::layout::Record;
use crate::model::place::Place;

/// What the rules find, laid beside what programs do.
pub(super) struct Concerned<'d> {
    targets: &'d Targets,
    effects: &'d [Effect],
    /// The effects by the record that they are about.
    of_record: HashMap<Place, Vec<usize>>,
    /// Which of them something was found for.
    met: Vec<bool>,
    /// Behind which offsets the current rule finds what would stop programs too, if they came there: nothing is
    /// known about what they do then.
    behind: Vec<(Record, u32, Severity)>,
}

impl<'d> Concerned<'d> {
    pub(super) fn new(targets: &'d Targets, effects: &'d [Effect]) -> Self {
        let mut of_record: HashMap<Place, Vec<usize>> = HashMap::new();
        for (index, effect) in effects.iter().enumerate() {
            if let Some(place) = effect.place {
                of_record.entry(place.whole()).or_default().push(index);
            }
        }
        Self { targets, effects, of_record, met: vec![false; effects.len()], behind: Vec::new() }
    }

    /// What comes next is found by another rule.
    pub(super) fn start(&mut self) {
        self.behind.clear();
    }

    /// The effects that concern a place.
    pub(super) fn at(&self, place: Place) -> impl Iterator<Item = &'d Effect> {
        let effects = self.effects;
        let known = self.of_record.get(&place.whole()).into_iter().flatten();
        known.map(move |index| &effects[*index]).filter(move |effect| effect.concerns(place))
    }

    /// How bad it is what a rule of this severity found at a place.
    pub(super) fn severity(&mut self, own: Severity, place: Place, start: impl FnOnce() -> u32) -> Severity {
        if self.effects.is_empty() {
            return severity(own, self.targets, [].into_iter());
        }
        for index in self.of_record.get(&place.whole()).into_iter().flatten() {
            self.met[*index] |= self.effects[*index].concerns(place);
        }
        let found = severity(own, self.targets, self.at(place));
        let stop = self.at(place).filter(|effect| effect.kind.stops()).map(|effect| effect.at).min();
        if let Some(stop) = stop {
            self.behind.push((place.record, stop, found));
            return found;
        }
        let behind = self.behind.iter().find(|(record, ..)| *record == place.record);
        match behind {
            Some((_, stop, like)) if start() > *stop => found.max(*like),
            _ => found,
        }
    }

    /// The effects of this kind for which nothing was found: those in one place together.
    pub(super) fn unmet(&self, is_meant: impl Fn(&Effect) -> bool) -> Vec<Vec<&'d Effect>> {
        let unmet = self.effects.iter().zip(&self.met).filter(|(effect, met)| !**met && is_meant(effect));
        let mut places: Vec<Vec<&Effect>> = Vec::new();
        for (effect, _) in unmet {
            let is_there =
                |others: &&mut Vec<&Effect>| (others[0].place, others[0].at) == (effect.place, effect.at);
            match places.iter_mut().find(is_there) {
                Some(others) => others.push(effect),
                None => places.push(vec![effect]),
            }
        }
        places
    }

    /// How bad these effects are.
    pub(super) fn severity_of(&self, own: Severity, effects: &[&Effect]) -> Severity {
        severity(own, self.targets, effects.iter().copied())
    }
}

/// The family of MilkShape itself, which made the format.
const MILKSHAPE: &str = "milkshape";

/// How bad it is what a rule found, if its own severity is `own` and it has these effects.
fn severity<'e>(own: Severity, targets: &Targets, effects: impl Iterator<Item = &'e Effect>) -> Severity {
    let mut worst: Option<Severity> = None;
    let mut families: Vec<&str> = Vec::new();
    for effect in effects {
        worst = worst.max(Some(severity_of(effect.kind)));
        if !families.contains(&effect.family) {
            families.push(effect.family);
        }
    }
    let counts_in_full = families.len() > 1 || families.contains(&MILKSHAPE);
    match (targets, worst) {
        (Targets::Ignored, _) | (Targets::Unknown, None) => own,
        (Targets::Unknown, Some(worst)) if counts_in_full => own.max(worst),
        (Targets::Unknown, Some(_)) => own.max(Severity::Info),
        (Targets::Named(_), Some(worst)) => worst,
        (Targets::Named(_), None) => own.min(Severity::Hint),
    }
}

/// How bad an effect is for those who use the program.
fn severity_of(kind: EffectKind) -> Severity {
    if kind.stops() { Severity::Error } else { Severity::Warning }
}

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
    /// The effects by where the line starts that they are about.
    of_line: HashMap<u32, Vec<usize>>,
    /// How bad the rules are, of themselves, that found something for them: nothing for those that are not met.
    met: Vec<Option<Severity>>,
    /// Whether an effect can come from what the current rule finds.
    is_possible: Vec<bool>,
    /// How bad the current rule is of itself.
    own: Severity,
    /// Behind which offsets the current rule finds what would stop programs too, if they came there: nothing is
    /// known about what they do then.
    behind: Vec<(Record, u32, Severity)>,
}

impl<'d> Concerned<'d> {
    pub(super) fn new(targets: &'d Targets, effects: &'d [Effect]) -> Self {
        let (mut of_record, mut of_line) =
            (HashMap::<Place, Vec<usize>>::new(), HashMap::<u32, Vec<usize>>::new());
        for (index, effect) in effects.iter().enumerate() {
            if let Some(place) = effect.place {
                of_record.entry(place.whole()).or_default().push(index);
            }
            if let Some(line) = effect.line {
                of_line.entry(line).or_default().push(index);
            }
        }
        Self {
            of_line,
            targets,
            effects,
            of_record,
            met: vec![None; effects.len()],
            is_possible: Vec::new(),
            own: Severity::Error,
            behind: Vec::new(),
        }
    }

    /// What comes next is found by another rule, which is so bad of itself.
    pub(super) fn start(&mut self, may_cause: impl Fn(EffectKind) -> bool, own: Severity) {
        self.behind.clear();
        self.own = own;
        self.is_possible = self.effects.iter().map(|effect| may_cause(effect.kind)).collect();
    }

    /// Whether an effect concerns a place, or a line, where the current rule found something. One that a worse rule
    /// has found something for is that rule's.
    fn is_concerned(&self, index: usize, place: Place, line: Option<u32>) -> bool {
        let effect = &self.effects[index];
        let is_free = self.met[index].is_none_or(|other| other <= self.own);
        is_free && effect.concerns(place, line) && self.is_possible.get(index) == Some(&true)
    }

    /// The indices of the effects that concern a place, or a line.
    fn indices(&self, place: Place, line: Option<u32>) -> Vec<usize> {
        let of_record = self.of_record.get(&place.whole());
        let of_line = line.and_then(|line| self.of_line.get(&line));
        let known = of_record.into_iter().chain(of_line).flatten().copied();
        let mut concerned: Vec<_> = known.filter(|index| self.is_concerned(*index, place, line)).collect();
        concerned.sort_unstable();
        concerned.dedup();
        concerned
    }

    /// Whether it matters in which line something is.
    pub(super) fn asks_for_lines(&self) -> bool {
        !self.of_line.is_empty()
    }

    /// The effects that concern a place, or a line.
    pub(super) fn at(&self, place: Place, line: Option<u32>) -> impl Iterator<Item = &'d Effect> {
        let effects = self.effects;
        self.indices(place, line).into_iter().map(move |index| &effects[index])
    }

    /// How bad it is what a rule of this severity found at a place, in a line.
    pub(super) fn severity(
        &mut self,
        own: Severity,
        place: Place,
        line: Option<u32>,
        start: impl FnOnce() -> u32,
    ) -> Severity {
        if self.effects.is_empty() {
            return severity(own, self.targets, [].into_iter());
        }
        // What is wrong with the file as a whole is why it is refused.
        if place.record == Record::File && own == Severity::Error {
            for (met, effect) in self.met.iter_mut().zip(self.effects) {
                *met = if effect.kind.stops() { Some(own) } else { *met };
            }
        }
        let concerned = self.indices(place, line);
        let found = severity(own, self.targets, concerned.iter().map(|index| &self.effects[*index]));
        let stops = concerned.iter().filter(|index| self.effects[**index].kind.stops());
        let stop = stops.map(|index| self.effects[*index].at).min();
        concerned.iter().for_each(|index| self.met[*index] = Some(self.own));
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
        let unmet =
            self.effects.iter().zip(&self.met).filter(|(effect, met)| met.is_none() && is_meant(effect));
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

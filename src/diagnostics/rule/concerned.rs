//! Which effects concern what rules find, and how bad that makes it.

use std::ops::Range;

use crate::base::span::Span;
use crate::diagnostics::effect::{Effect, EffectCause, EffectKind, Targets, Topic};
use crate::diagnostics::finding::{Group, Severity};
use crate::diagnostics::rule::{Reach, Rule};
use crate::document::Document;
use crate::fix::FixKind;
use crate::layout::Record;
use crate::model::place::Place;

/// Where something was found.
pub(super) struct Spans {
    pub(super) found: Span,
    /// Its line or, in a binary file, its record.
    pub(super) record: Span,
}

/// What the rules find, laid beside what programs do.
pub(super) struct Concerned<'d> {
    targets: &'d Targets,
    /// How bad it can make something what programs do that the model is not meant for.
    worst_elsewhere: Severity,
    effects: &'d [&'d Effect],
    /// Those that can come from what some rule finds.
    causable: Vec<usize>,
    /// Whether one of these can come from any fault.
    has_faults: bool,
    /// What those are about that come from one group of rules.
    groups: [bool; Group::ALL.len()],
    /// The same of topics.
    topics: Vec<Topic>,
    /// Whether one of the programs stops, or takes the file for an empty model.
    is_cut_short: bool,
    /// The effects that several places have of which the current rule finds each: it found the first of them, or the
    /// effects are about nothing but what it finds.
    of_several: Vec<usize>,
    /// The effects that are about a record, by that.
    of_record: Vec<(Place, usize)>,
    /// The effects that are about a line, by where it starts.
    of_line: Vec<(u32, usize)>,
    /// How bad the rules are, of themselves, that found something for them, and whether that is about the very field:
    /// nothing for those that are not met.
    met: Vec<Option<(Severity, bool)>>,
    /// What the current rule is about.
    group: Group,
    /// How bad the current rule is of itself.
    own: Severity,
    /// What the current rule repairs.
    fix: FixKind,
    /// How far that reaches what the current rule finds.
    reach: Reach,
    /// Whether an effect can come at all from what the current rule finds.
    is_open: bool,
    /// Whether that depends on the line.
    is_by_line: bool,
    /// Behind which offsets the current rule finds what would stop programs too, if they came there: nothing is
    /// known about what they do then.
    behind: Vec<(Record, u32, Severity)>,
}

impl<'d> Concerned<'d> {
    pub(super) fn new(targets: &'d Targets, effects: &'d [&'d Effect], worst_elsewhere: Severity) -> Self {
        let all = || effects.iter().enumerate();
        let mut of_record: Vec<_> =
            all().filter_map(|(index, effect)| Some((effect.place?.whole(), index))).collect();
        of_record.sort_unstable();
        let mut of_line: Vec<_> = all().filter_map(|(index, effect)| Some((effect.line?, index))).collect();
        of_line.sort_unstable();
        let is_causable = |index: &usize| effects[*index].about.is_found_by_rules();
        let mut groups = [false; Group::ALL.len()];
        let mut topics = Vec::new();
        for effect in effects {
            match effect.about {
                EffectCause::Group(group) => groups[group as usize] = true,
                EffectCause::Topic(topic) => topics.push(topic),
                EffectCause::Fault | EffectCause::Program | EffectCause::Usual => {}
            }
        }
        Self {
            has_faults: effects.iter().any(|effect| effect.about == EffectCause::Fault),
            groups,
            topics,
            causable: (0..effects.len()).filter(is_causable).collect(),
            of_several: Vec::new(),
            is_cut_short: effects.iter().any(|effect| cuts_short(effect)),
            of_line,
            targets,
            worst_elsewhere,
            effects,
            of_record,
            met: vec![None; effects.len()],
            group: Group::File,
            own: Severity::Error,
            fix: FixKind::None,
            reach: Reach::Line,
            is_open: false,
            is_by_line: false,
            behind: Vec::new(),
        }
    }

    /// The programs that the model is meant for.
    pub(super) fn targets(&self) -> &'d Targets {
        self.targets
    }

    /// Whether an effect can come of what the current rule finds at a place: not if all are about records of other kinds.
    pub(super) fn is_open_at(&self, place: Place) -> bool {
        let is_by_record = !self.is_by_line
            && self.of_several.is_empty()
            && self.behind.is_empty()
            && place.record != Record::File
            && !self.looks_at_all();
        let is_elsewhere =
            |index: &usize| self.effects[*index].place.is_some_and(|own| own.record != place.record);
        self.is_open && !(is_by_record && self.causable.iter().all(is_elsewhere))
    }

    /// Whether effects can concern what the current rule finds wherever they are.
    fn looks_at_all(&self) -> bool {
        matches!(
            self.reach,
            Reach::Blocks
                | Reach::Absence
                | Reach::Weights
                | Reach::Rest
                | Reach::Tail
                | Reach::Behind
                | Reach::All
        )
    }

    /// What comes next is found by another rule, which is so bad of itself.
    pub(super) fn start(&mut self, rule: &Rule, own: Severity) {
        self.behind.clear();
        self.own = own;
        self.group = rule.group;
        self.fix = rule.fix;
        self.reach = rule.reach;
        let (mut is_open, mut is_by_line) = (false, false);
        let mut of_several = std::mem::take(&mut self.of_several);
        of_several.clear();
        let causable = if self.is_apart() { &[][..] } else { &self.causable };
        for index in causable {
            let effect = self.effects[*index];
            if !self.may_cause(effect) {
                continue;
            }
            is_open = true;
            is_by_line |= self.is_found_by_line(effect);
            let is_topic = matches!(effect.about, EffectCause::Topic(_));
            let is_free = self.met[*index].is_none_or(|(other, _)| other <= own);
            if is_topic && is_free && !effect.others.is_empty() {
                of_several.push(*index);
            }
        }
        (self.is_open, self.is_by_line, self.of_several) = (is_open, is_by_line, of_several);
    }

    /// Which lines matter of what is found, given the offset of its start. A binary file has none.
    pub(super) fn lines(&self, document: &Document, start: u32) -> Range<u32> {
        /// A bone has three lines before its keys, and a material nine.
        const MOST_BELOW: usize = 10;
        if !self.is_by_line {
            return 0..0;
        }
        let line = if document.is_binary() { start } else { document.whole_line(start).start };
        let is_cr_alone = |bytes: &[u8]| bytes.starts_with(b"\r") && !bytes.starts_with(b"\r\n");
        let rest = &document.source.bytes()[(start as usize).min(document.source.bytes().len())..];
        if self.reach == Reach::Ends && !is_cr_alone(rest) {
            return 0..0;
        }
        let count = match self.reach {
            // Bytes that were lost are not there to show where.
            Reach::Behind if document.is_binary() => return document.damaged_from(start)..u32::MAX,
            Reach::Tail | Reach::Behind => return start..u32::MAX,
            Reach::Below | Reach::Count if document.is_binary() => return start..u32::MAX,
            Reach::Below | Reach::Count => MOST_BELOW,
            // A program that reads line by line comes as far as the last one.
            Reach::Rest if !document.is_binary() => {
                let text = document.source.bytes()[..line as usize].trim_ascii_end();
                return memchr::memrchr(b'\n', text).map_or(0, |end| end as u32 + 1)..u32::MAX;
            }
            Reach::Rest => {
                let blocks = document.model.blocks.iter().map(|block| block.at);
                return blocks.filter(|at| *at <= start).max().unwrap_or(line)..u32::MAX;
            }
            _ if document.is_binary() => return start..start,
            _ => 1,
        };
        let (before, rest) = document.source.bytes().split_at(line as usize);
        // What is expected in a line is also expected in the empty ones before it.
        let text = before.trim_ascii_end().len();
        let blank = memchr::memchr(b'\n', &before[text..]).filter(|_| self.reach == Reach::Count);
        let start = blank.map_or(line, |end| (text + end) as u32 + 1);
        let end = memchr::memchr_iter(b'\n', rest).take(count).last().map_or(rest.len(), |end| end + 1);
        start..line + end as u32
    }

    /// Whether it matters in which line all is that the current rule finds.
    pub(super) fn asks_for_lines(&self) -> bool {
        let is_here = matches!(
            self.reach,
            Reach::Nothing
                | Reach::Topics(_)
                | Reach::Spelling
                | Reach::Meaning
                | Reach::Ends
                | Reach::Line
                | Reach::Onward
        );
        !is_here && self.is_by_line
    }

    /// Whether the current rule is surely apart from all effects, for what it is about or for its reach.
    fn is_apart(&self) -> bool {
        match self.reach {
            Reach::Nothing | Reach::Unmet => true,
            Reach::Topics(topics) => !topics.iter().any(|topic| self.topics.contains(topic)),
            Reach::Behind => false,
            _ => !self.has_faults && !self.groups[self.group as usize],
        }
    }

    /// Whether an effect can come at all from what the current rule finds.
    fn may_cause(&self, effect: &Effect) -> bool {
        let is_meant = match self.reach {
            Reach::Nothing | Reach::Unmet => false,
            Reach::Topics(topics) => {
                return matches!(effect.about, EffectCause::Topic(topic) if topics.contains(&topic));
            }
            Reach::Meaning => matches!(effect.about, EffectCause::Group(_)),
            Reach::Spelling => !matches!(effect.kind, EffectKind::Drops | EffectKind::Differs),
            _ => true,
        };
        let is_possible = match effect.about {
            EffectCause::Fault => true,
            EffectCause::Group(group) => group == self.group,
            // What the file says there is not what it said.
            EffectCause::Topic(_) if self.reach == Reach::Behind => true,
            EffectCause::Topic(_) | EffectCause::Program | EffectCause::Usual => false,
        };
        is_meant && is_possible
    }

    /// Whether it is by lines that an effect concerns what the current rule finds.
    fn is_found_by_line(&self, effect: &Effect) -> bool {
        let is_loose = || effect.place.is_none_or(|own| may_hold_count(own.record));
        match self.reach {
            Reach::Rest | Reach::Tail | Reach::Behind => true,
            Reach::Below | Reach::Count if effect.line.is_none() => {
                effect.kind.stops() && effect.place.is_none()
            }
            Reach::Below | Reach::Count if is_displaced(effect) => true,
            _ => effect.line.is_some() && is_loose(),
        }
    }

    /// Whether an effect concerns a place, or lines, where the current rule found something: it is in the same record,
    /// and not in another field of it; or in the same line, if one of them is in no record. One that a worse rule has
    /// found something for is that rule's.
    fn is_concerned(&self, index: usize, place: Place, lines: &Range<u32>) -> bool {
        let effect = self.effects[index];
        let stops = effect.kind.stops();
        let is_onward = |own: Place| self.reach == Reach::Onward && own.field > place.field;
        // Only what hides a whole block, or is wrong with the whole file, hides all.
        let is_empty = effect.takes_for_empty();
        // What is about the file from there on is in no record.
        let may_be_in_record = !is_empty && self.reach != Reach::Behind;
        let is_in_record = effect.place.filter(|_| may_be_in_record).is_some_and(|own| {
            own.whole() == place.whole()
                && (own.field.is_none()
                    || place.field.is_none()
                    || own.field == place.field
                    || is_onward(own))
        });
        let is_in_lines = match self.reach {
            Reach::Rest | Reach::Tail => {
                let is_lost = stops || effect.kind == EffectKind::Misreads && effect.line.is_none();
                is_lost && lines.contains(&effect.at)
            }
            Reach::Behind => {
                let last = effect.others.last().map_or(effect.at, |last| effect.at.max(*last));
                // What is in no place at all is at none.
                let is_nowhere = effect.place.is_none() && effect.at == 0;
                is_nowhere || is_empty || !stops && effect.place.is_none() || lines.contains(&last)
            }
            Reach::Weights => effect.place.is_some_and(|own| own.record == Record::VertexExtra),
            Reach::Absence if stops => effect.lacks_block,
            Reach::Absence if is_empty => self.own == Severity::Error,
            Reach::Blocks if stops => {
                let is_of_blocks = |own: Place| matches!(own.record, Record::Block | Record::File);
                effect.line.is_some() && effect.place.is_some_and(is_of_blocks)
            }
            // What follows a count in a binary file could not be read, and so is no place.
            Reach::Below | Reach::Count if effect.line.is_none() => {
                may_hold_count(place.record) && stops && effect.place.is_none() && lines.contains(&effect.at)
            }
            Reach::Below | Reach::Count if is_displaced(effect) => {
                effect.line.is_some_and(|line| lines.contains(&line))
            }
            _ => {
                // The last line of a file can be a comment, and the first one a block.
                let is_loose = effect.place.is_none_or(|own| {
                    let may_be_last = matches!(own.record, Record::Comment | Record::ModelComment);
                    place.record == Record::File && !stops && (may_be_last || own.record == Record::Block)
                });
                is_loose && effect.line.is_some_and(|line| lines.contains(&line))
            }
        };
        // A rule about the very field knows better than one about lines nearby.
        let is_exact = is_exact(effect, place);
        let is_free =
            self.met[index].is_none_or(|(other, was_exact)| other <= self.own || is_exact && !was_exact);
        let is_of_all = (stops || is_empty || effect.place.is_none()) && self.reach == Reach::All;
        is_free && (is_in_record || is_in_lines || is_of_all) && self.may_cause(effect)
    }

    /// The indices of the effects that concern a place, or lines.
    fn indices(&self, place: Place, lines: &Range<u32>) -> Vec<usize> {
        let is_to_the_end = lines.end == u32::MAX;
        if is_to_the_end || self.looks_at_all() {
            return (0..self.effects.len()).filter(|index| self.is_concerned(*index, place, lines)).collect();
        }
        let record = place.whole();
        let from = self.of_record.partition_point(|(other, _)| *other < record);
        let of_record = self.of_record[from..].iter().take_while(|(other, _)| *other == record);
        let from = self.of_line.partition_point(|(line, _)| *line < lines.start);
        let of_lines = self.of_line[from..].iter().take_while(|(line, _)| *line < lines.end);
        let known = of_record.map(|(_, index)| *index).chain(of_lines.map(|(_, index)| *index));
        let mut concerned: Vec<_> = known.filter(|index| self.is_concerned(*index, place, lines)).collect();
        concerned.sort_unstable();
        concerned.dedup();
        concerned
    }

    /// Adds the effects of which another place is where the current rule found something.
    fn add_of_several(&self, spans: &Spans, concerned: &mut Vec<usize>) {
        for index in &self.of_several {
            let others = &self.effects[*index].others;
            let from = others.partition_point(|at| *at < spans.record.start);
            let mut here = others[from..].iter().take_while(|at| **at < spans.record.end);
            // What starts where the record starts is all of the record.
            let is_here =
                |at: &u32| *at == spans.record.start || spans.found.range().contains(&(*at as usize));
            if here.any(is_here) && !concerned.contains(index) {
                concerned.push(*index);
            }
        }
    }

    /// How bad it is what a rule of this severity found at a place, in lines, and the indices of the effects that it has.
    pub(super) fn judge(
        &mut self,
        own: Severity,
        place: Place,
        lines: &Range<u32>,
        spans: impl Fn() -> Spans,
    ) -> (Severity, Vec<usize>) {
        if !self.is_open {
            return (self.severity_of(own, &[]), Vec::new());
        }
        let mut concerned = self.indices(place, lines);
        if !self.of_several.is_empty() {
            self.add_of_several(&spans(), &mut concerned);
        }
        // A program that stops in the first line of a record has not read the others.
        let stops_before = |index: &usize| {
            let effect = self.effects[*index];
            let is_whole = effect.place == Some(place.whole()) && effect.reads_no_further;
            // But the count of a block is in its first line, wherever it shows that it is wrong, and a file ends after it.
            let is_late = self.reach == Reach::Rest || place.record == Record::Block && place.field.is_some();
            let is_before = effect.line.is_some_and(|line| line < spans().record.start);
            is_whole && !is_late && is_before
        };
        concerned.retain(|index| !stops_before(index));
        let is_first =
            |index: &&usize| !self.effects[**index].others.is_empty() && !self.of_several.contains(*index);
        let first: Vec<_> = concerned.iter().filter(is_first).copied().collect();
        self.of_several.extend(first);
        let found = self.severity_of(own, &concerned);
        let stops = concerned.iter().filter(|index| self.effects[**index].kind.stops());
        let stop = stops.map(|index| self.effects[*index].at).min();
        for index in &concerned {
            self.met[*index] = Some((self.own, is_exact(self.effects[*index], place)));
        }
        if let Some(stop) = stop {
            self.behind.push((place.record, stop, found));
            return (found, concerned);
        }
        let behind = self.behind.iter().find(|(record, ..)| *record == place.record);
        let found = match behind {
            Some((_, stop, like)) if spans().found.start > *stop => found.max(*like),
            _ => found,
        };
        (found, concerned)
    }

    /// The indices of the effects of this kind for which nothing was found: those in one place together.
    pub(super) fn unmet(&self, is_meant: impl Fn(&Effect) -> bool) -> Vec<Vec<usize>> {
        let effects = self.effects;
        let is_unmet = |index: &usize| self.met[*index].is_none() && is_meant(effects[*index]);
        let place = |index: usize| (effects[index].place, effects[index].at);
        let mut places: Vec<Vec<usize>> = Vec::new();
        for index in (0..effects.len()).filter(is_unmet) {
            match places.iter_mut().find(|others| place(others[0]) == place(index)) {
                Some(others) => others.push(index),
                None => places.push(vec![index]),
            }
        }
        places
    }

    /// How bad it is what a rule of this severity found, if it has these effects.
    pub(super) fn severity_of(&self, own: Severity, indices: &[usize]) -> Severity {
        let effects = indices.iter().map(|index| self.effects[*index]);
        let worst = effects.clone().map(severity_of).max();
        // A program that loads a damaged file holds something else than was meant, also if it takes it as it is.
        let is_damage = matches!(self.reach, Reach::Behind | Reach::All);
        let least = if is_damage { own.min(Severity::Warning) } else { Severity::Hint };
        match (self.targets, worst) {
            (Targets::Ignored, _) => own,
            (Targets::Unknown, Some(worst)) if counts_in_full(effects) => {
                own.max(worst.min(self.worst_elsewhere))
            }
            (Targets::Unknown, _) if self.fix.only_arranges() && !self.is_cut_short_elsewhere(indices) => {
                own.min(Severity::Info)
            }
            (Targets::Unknown, None) => own,
            (Targets::Unknown, Some(_)) => own.max(Severity::Info),
            (Targets::Named(_), Some(worst)) => worst.max(least),
            // What a program would do after it stops is unknown, and repaired with that: the next run shows nothing new.
            (Targets::Named(_), None) if self.is_cut_short && self.reach != Reach::Nothing => own,
            (Targets::Named(_), None) => own.min(least),
        }
    }

    /// Whether a program stops, or takes the file for an empty model, for another reason than these effects.
    fn is_cut_short_elsewhere(&self, indices: &[usize]) -> bool {
        self.is_cut_short
            && self
                .effects
                .iter()
                .enumerate()
                .any(|(index, effect)| cuts_short(effect) && !indices.contains(&index))
    }

    /// The effect of an index.
    pub(super) fn effect(&self, index: usize) -> &'d Effect {
        self.effects[index]
    }
}

/// Whether an effect may come of a line that is not where it is expected: the program stops, reads it as another one, or
/// passes over it.
fn is_displaced(effect: &Effect) -> bool {
    match effect.kind {
        EffectKind::Drops => effect.about == EffectCause::Fault,
        kind => kind.stops() || kind == EffectKind::Misreads,
    }
}

/// Whether a count can be in such a record.
fn may_hold_count(record: Record) -> bool {
    matches!(record, Record::Block | Record::Comment | Record::ModelComment)
}

/// Whether an effect is about the very field at a place.
fn is_exact(effect: &Effect, place: Place) -> bool {
    place.field.is_some() && effect.place == Some(place)
}

/// The family of MilkShape itself, which made the format.
const MILKSHAPE: &str = "milkshape";

/// Whether effects matter whatever program a model is meant for: MilkShape itself has one of them, or two programs that
/// read models in ways of their own.
pub(super) fn counts_in_full<'e>(effects: impl Iterator<Item = &'e Effect>) -> bool {
    let mut first = None;
    let mut families = effects.map(|effect| effect.family);
    families.any(|family| family == MILKSHAPE || *first.get_or_insert(family) != family)
}

/// Whether a program stops, or takes the file for an empty model.
fn cuts_short(effect: &Effect) -> bool {
    effect.kind.stops() || effect.takes_for_empty()
}

/// How bad an effect is for those who use the program.
fn severity_of(effect: &Effect) -> Severity {
    match cuts_short(effect) {
        true => Severity::Error,
        false if effect.is_expected() => Severity::Info,
        false => Severity::Warning,
    }
}

//! The sink takes what rules find: it asks whether that counts (`silence`), folds it (`fold`), and makes findings
//! of what is kept (`compose`).

use std::cell::OnceCell;
use std::cmp::Reverse;

use crate::base::file_tree::Resolution;
use crate::base::span::Span;
use crate::diagnostics::baseline::place_hash::{PlaceHash, PlaceHasher};
use crate::diagnostics::context::Context;
use crate::diagnostics::draft::Draft;
use crate::diagnostics::effect::{Effect, Targets};
use crate::diagnostics::finding::{Finding, Group, Severity, Status};
use crate::diagnostics::limits::Limits;
use crate::diagnostics::rule::compose::{Composer, FixesWanted, RuleFacts};
use crate::diagnostics::rule::concerned::{Concerned, Spans, counts_in_full};
use crate::diagnostics::rule::fold::{Folds, Room};
use crate::diagnostics::rule::silence::Silence;
pub use crate::diagnostics::rule::silence::Silenced;
use crate::diagnostics::rule::{FixKind, Options, Rule};
use crate::diagnostics::suppress::Unused;
use crate::document::Document;
use crate::fix::Applicability;
use crate::model::note::{Note, NoteKind};
use crate::model::place::Place;

/// Takes what rules find. Findings of one rule in one object are folded into the first of them,
/// before the others are even put into words: each of these costs a count.
pub struct Sink<'d> {
    document: &'d Document,
    context: &'d Context,
    options: &'d Options,
    /// Whether findings of the current rule are kept, rather than only counted.
    keeps: bool,
    /// Whether the current rule was left out, and only shows why programs do what they do.
    is_left_out: bool,
    rule: &'static Rule,
    /// Whether the current rule found something, or asked about fixes. Most do not, and nothing is made ready for these.
    finds: bool,
    /// How bad what the current rule finds is, of itself; whether somebody said so, it is that in any case.
    severity: (Severity, bool),
    /// How bad all is that the current rule finds and no program does anything with, if that is only counted. It is asked
    /// for with the first that is found.
    counted_as: Option<Option<Severity>>,
    /// How much each rule found that found something, by severity: the worst first.
    tallies: Vec<Tally>,
    /// Where those of the current rule begin.
    tallies_from: usize,
    concerned: Concerned<'d>,
    silence: Silence<'d>,
    folds: Folds,
    composer: Composer<'d>,
}

/// Something that a rule found.
struct Found {
    place: Place,
    span: Option<Span>,
    severity: Severity,
    /// What programs do with it, by index.
    effects: Vec<usize>,
}

/// How much a rule found.
#[derive(Clone, Copy)]
pub struct Tally {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad that is.
    pub severity: Severity,
    /// How many places.
    pub count: usize,
    /// How many of these can be repaired: by safe fixes, and by unsafe ones. Places that are only counted are
    /// left out.
    pub fixable: [usize; 2],
    /// How many findings were counted and not kept, because of the limit on one rule.
    pub dropped: usize,
}

impl Tally {
    fn of(rule: &'static Rule, severity: Severity) -> Self {
        Self { rule, severity, count: 0, fixable: [0; 2], dropped: 0 }
    }
}

fn facts(rule: &Rule) -> RuleFacts {
    let Rule { name, group, fix, .. } = *rule;
    RuleFacts { name, group, fix }
}

impl<'d> Sink<'d> {
    /// An empty sink.
    pub fn new(
        document: &'d Document,
        context: &'d Context,
        rule: &'static Rule,
        options: &'d Options,
        (targets, effects): (&'d Targets, &'d [&'d Effect]),
    ) -> Self {
        let fixes = FixesWanted {
            whole: options.whole_fixes,
            empty: options.empty_fixes,
            shown_edits: options.shown_edits,
        };
        // None of the programs that are named reads such a model, so it may be nothing but what another one was made from.
        let is_unread = matches!(options.targets, Targets::Named(_)) && *targets == Targets::Unknown;
        let worst_elsewhere = if is_unread { Severity::Warning } else { Severity::Error };
        Self {
            document,
            context,
            options,
            keeps: true,
            is_left_out: false,
            rule,
            finds: false,
            severity: (rule.severity, false),
            counted_as: None,
            tallies: Vec::new(),
            tallies_from: 0,
            concerned: Concerned::new(targets, effects, worst_elsewhere),
            silence: Silence::new(document, options.heeds_suppressions, options.known.clone()),
            folds: Folds::default(),
            composer: Composer::new(document, fixes, facts(rule)),
        }
    }

    /// What comes next is found by `rule`, and is kept or only counted.
    pub fn start(&mut self, rule: &'static Rule, keeps: bool) {
        self.finish_rule();
        self.rule = rule;
        self.keeps = keeps;
        self.is_left_out = false;
        let said = self.options.severities.get(rule.name);
        self.severity = (said.copied().unwrap_or(rule.severity), said.is_some());
        self.silence.start(rule.name);
        self.finds = false;
    }

    /// The current rule finds something, or asks about fixes.
    fn begin_findings(&mut self) {
        if std::mem::replace(&mut self.finds, true) {
            return;
        }
        self.concerned.start(self.rule, self.severity.0);
        self.folds.start();
        self.composer.start(facts(self.rule));
        self.counted_as = None;
    }

    /// A rule that does not check such files, and so finds nothing.
    pub fn pass_over(&mut self, rule: &'static Rule) {
        self.silence.start(rule.name);
    }

    /// How bad all is that the current rule finds and no program does anything with, if that is only counted: nothing
    /// silences it, and it is not shown.
    fn counted_as(&self) -> Option<Severity> {
        let is_settled = self.silence.is_empty() && !self.is_left_out;
        let severity = || self.severity_of(self.concerned.severity_of(self.severity.0, &[]));
        let least = self.options.level.min(self.options.fixable_from);
        is_settled.then(severity).filter(|severity| !self.keeps || *severity < least)
    }

    /// What comes next is found by a rule that was left out: nothing is reported, and no suppression of it is used or
    /// unused. It only shows why programs do what they do.
    pub fn start_left_out(&mut self, rule: &'static Rule) {
        self.start(rule, false);
        self.silence.start("");
        self.is_left_out = true;
    }

    /// All that was kept, how much each rule found that found something, and what does not count.
    pub fn finish(mut self) -> (Vec<Finding>, Vec<Tally>, Silenced) {
        self.finish_rule();
        (self.composer.finish(), self.tallies, self.silence.finish())
    }

    fn finish_rule(&mut self) {
        if self.tallies.len() > self.tallies_from {
            // Where all that was found is silenced, there is nothing to count.
            self.tallies.retain(|tally| tally.count > 0);
            self.tallies[self.tallies_from..].sort_by_key(|tally| Reverse(tally.severity));
            self.tallies_from = self.tallies.len();
        }
    }

    /// The index of the tally of this severity of the current rule.
    fn tally(&mut self, severity: Severity) -> usize {
        let from = self.tallies_from;
        let known = self.tallies[from..].iter().position(|tally| tally.severity == severity);
        let index = known.map_or(self.tallies.len(), |known| from + known);
        if known.is_none() {
            self.tallies.push(Tally::of(self.rule, severity));
        }
        index
    }

    /// What the caller knows about the file beside its bytes.
    pub fn context(&self) -> &'d Context {
        self.context
    }

    /// What to measure by.
    pub fn limits(&self) -> Limits {
        self.options.limits
    }

    /// Whether a fix that edits whole tables is to have its edits. Otherwise it only says what it would
    /// do, as nobody asks for more. People are not shown the edits of the current rule then, either way.
    pub fn table_edits(&mut self) -> bool {
        self.begin_findings();
        self.composer.edits_tables = true;
        self.options.table_edits
    }

    /// Whether a comment of the file allows what the current rule finds in an object. A fix for several
    /// objects leaves those alone.
    pub fn is_allowed(&self, place: Place) -> bool {
        self.silence.is_allowed(place.owner())
    }

    /// Reports something at a place. `draft` puts it into words, if it is not folded away.
    pub fn add(&mut self, place: Place, draft: impl FnMut() -> Draft) {
        self.add_at(place, None, draft);
    }

    /// Reports what a note is about, at its span.
    pub fn add_note(&mut self, note: &Note, draft: impl FnMut() -> Draft) {
        self.add_at(note.place, Some(note.span), draft);
    }

    /// The same, never folded: of these, each says something else.
    pub fn add_note_apart(&mut self, note: &Note, mut draft: impl FnMut() -> Draft) {
        let (place, span) = (note.place, Some(note.span));
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark(place, span), 1);
        self.add_marked(place, span, false, &mark, &mut draft);
    }

    /// Reports each note that is about `what`, where it is.
    pub fn add_notes(&mut self, what: NoteKind, draft: impl Fn(&Note) -> Draft) {
        for note in notes(self.document, |other| other == what) {
            self.add_note(note, || draft(note));
        }
    }

    /// Reports something at a place, and at a span if it is not that of the place.
    pub fn add_at(&mut self, place: Place, span: Option<Span>, mut draft: impl FnMut() -> Draft) {
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark(place, span), 1);
        self.add_marked(place, span, self.folds(), &mark, &mut draft);
    }

    /// Reports something at a place that is baselined only as long as `words` are the same.
    pub fn add_identified_by(
        &mut self,
        place: Place,
        span: Option<Span>,
        words: impl Fn() -> String,
        mut draft: impl FnMut() -> Draft,
    ) {
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark_by(place, &words()), 1);
        self.add_marked(place, span, self.folds(), &mark, &mut draft);
    }

    /// Reports that there is too much of something, which is baselined as long as it does not grow.
    /// It is never folded: each may be too much of something else.
    pub fn add_size(&mut self, place: Place, of: &str, amount: usize, mut draft: impl FnMut() -> Draft) {
        self.add_marked(place, None, false, &|hasher| (hasher.mark_of_size(place, of), amount), &mut draft);
    }

    fn add_marked(
        &mut self,
        place: Place,
        span: Option<Span>,
        folds: bool,
        mark: &dyn Fn(&mut PlaceHasher<'d>) -> (PlaceHash, usize),
        draft: &mut dyn FnMut() -> Draft,
    ) {
        self.begin_findings();
        let counted_as = self.counted_as.unwrap_or_else(|| self.counted_as());
        self.counted_as = Some(counted_as);
        if let Some(severity) = counted_as
            && !self.concerned.is_open_at(self.document.shown_as(place))
        {
            let tally = self.tally(severity);
            self.tallies[tally].count += 1;
            return;
        }
        let (severity, effects) = self.judge(place, span);
        self.add_found(Found { place, span, severity, effects }, folds, mark, draft);
    }

    fn add_found(
        &mut self,
        found: Found,
        folds: bool,
        mark: &dyn Fn(&mut PlaceHasher<'d>) -> (PlaceHash, usize),
        draft: &mut dyn FnMut() -> Draft,
    ) {
        if self.is_left_out {
            return;
        }
        let Found { place: binary_place, span, severity, effects } = found;
        let place = self.document.shown_as(binary_place);
        let object = place.owner();
        let status = self.silence.status(object, mark);
        let tally = self.tally(severity);
        self.tallies[tally].count += usize::from(status == Status::Open);
        if !self.keeps
            || severity < self.options.level.min(self.options.fixable_from)
            || (status != Status::Open && !self.options.keeps_hidden)
        {
            return;
        }
        let span =
            span.or_else(|| (place != binary_place).then(|| self.document.locate(binary_place)).flatten());
        let (words, applicability) = self.composer.words(draft);
        match applicability {
            // A silenced finding is not repaired.
            _ if status != Status::Open || severity < self.options.fixable_from => {}
            Some(Applicability::Safe) => self.tallies[tally].fixable[0] += 1,
            Some(Applicability::Unsafe) => self.tallies[tally].fixable[1] += 1,
            _ => {}
        }
        if severity < self.options.level {
            return;
        }
        let next = self.composer.len();
        match self.folds.room(
            (object, applicability, status, severity),
            folds,
            self.options.most_per_rule,
            next,
        ) {
            Room::Kept(number) => {
                let mark = self.options.marks.then(|| match folds {
                    true => {
                        let depends = matches!(self.rule.fix, FixKind::Depends(..));
                        self.silence.mark_of_fold(applicability.filter(|_| depends), status)
                    }
                    false => mark(&mut self.silence.hasher).0,
                });
                let finding = self.composer.finding(place, span, (status, severity), words);
                let effects = effects.iter().map(|index| self.concerned.effect(*index).clone()).collect();
                self.composer.add(Finding { mark, number, effects, ..finding });
            }
            Room::Folded(Some(index)) => {
                let effects = effects.iter().map(|index| self.concerned.effect(*index));
                self.composer.fold(index, (place, span), effects, words);
            }
            Room::Folded(None) => {}
            Room::Dropped => self.tallies[tally].dropped += usize::from(status == Status::Open),
        }
    }

    /// How bad it is what the current rule found at a place, and what programs do with it.
    fn judge(&mut self, place: Place, span: Option<Span>) -> (Severity, Vec<usize>) {
        let own = self.severity.0;
        let document = self.document;
        let located = OnceCell::new();
        let found = || *located.get_or_init(|| span.or_else(|| document.locate(place)).unwrap_or_default());
        let start = || found().start;
        let spans = || {
            let found = found();
            let is_whole = span.is_none() && place.field.is_none();
            let whole = || document.locate(place.whole()).unwrap_or(found);
            let record = match document.is_binary() {
                true if is_whole => found,
                true => whole(),
                false => document.whole_line(found.start),
            };
            Spans { found, record }
        };
        let known = span.map(|span| span.start).or_else(|| self.concerned.asks_for_lines().then(start));
        let lines = known.map_or(0..0, |start| self.concerned.lines(document, start));
        let (severity, effects) = self.concerned.judge(own, document.shown_as(place), &lines, spans);
        (self.severity_of(severity), effects)
    }

    /// How bad it is what the current rule found, if programs make that so bad.
    fn severity_of(&self, severity: Severity) -> Severity {
        let (own, is_said) = self.severity;
        let least = if self.options.named.contains(&self.rule.name) { own } else { Severity::Hint };
        if is_said { own } else { severity.max(least) }
    }

    /// The programs that the model is meant for.
    pub fn targets(&self) -> &'d Targets {
        self.concerned.targets()
    }

    /// The indices of what programs do with something, of the kind that is meant, where no rule that has run before
    /// this one has found something: those in one place together.
    pub fn unmet_effects(&self, is_meant: impl Fn(&Effect) -> bool) -> Vec<Vec<usize>> {
        self.concerned.unmet(is_meant)
    }

    /// The effect of an index.
    pub fn effect(&self, index: usize) -> &'d Effect {
        self.concerned.effect(index)
    }

    /// Whether these effects matter whatever program a model is meant for.
    pub fn counts_in_full(&self, effects: &[usize]) -> bool {
        counts_in_full(effects.iter().map(|index| self.effect(*index)))
    }

    /// Reports effects that are in one place, by their indices.
    pub fn add_effects(&mut self, effects: Vec<usize>, mut draft: impl FnMut() -> Draft) {
        let Some(first) = effects.first() else { return };
        self.begin_findings();
        let (own, is_said) = self.severity;
        let severity = if is_said { own } else { self.concerned.severity_of(own, &effects) };
        let first = self.effect(*first);
        let (place, document) = (first.place.unwrap_or(Place::FILE), self.document);
        let line = first.line.filter(|_| first.place.is_none());
        // A binary file has no lines.
        let byte = || Span::new(first.at as usize, (first.at as usize + 1).min(document.source.len()));
        let is_somewhere = document.is_binary() && first.place.is_none() && first.at > 0;
        let span = line.map(|at| document.line_without_ending(at)).or_else(|| is_somewhere.then(byte));
        let found = Found { place, span, severity, effects };
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark(place, span), 1);
        self.add_found(found, false, &mark, &mut draft);
    }

    /// Whether findings in one object are folded. Those about suppressions each name another rule.
    fn folds(&self) -> bool {
        !self.options.expand && self.rule.group != Group::Suppressions
    }

    /// The file that a path in the model names. If that is unknown, no suppression of the current rule is
    /// called unused, for it may be needed where it is known.
    pub fn find(&mut self, path: Span) -> Resolution {
        let found = self.context.find(self.document, path);
        if matches!(found, Resolution::Unknown | Resolution::Outside) {
            self.could_not_look();
        }
        found
    }

    /// The current rule cannot look at something, so none of its suppressions is called unused.
    pub fn could_not_look(&mut self) {
        self.silence.could_not_look();
    }

    /// The suppressions that have silenced nothing of the rules that have run before this one.
    pub fn unused_suppressions(&self) -> Vec<Unused<'d>> {
        self.silence.unused()
    }
}

/// The notes that are about `what`.
pub fn notes(document: &Document, what: impl Fn(NoteKind) -> bool) -> impl Iterator<Item = &Note> {
    document.notes.of_kind(what)
}

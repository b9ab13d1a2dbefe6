//! What a rule is, and the sink that takes what rules find.

mod tally;

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::file_tree::Resolution;
use crate::base::span::Span;
use crate::diagnostics::baseline::Entries;
use crate::diagnostics::baseline::matcher::BaselineMatcher;
use crate::diagnostics::baseline::place_hash::{PlaceHash, PlaceHasher};
use crate::diagnostics::context::Context;
use crate::diagnostics::draft::{Draft, LazyDraft};
use crate::diagnostics::finding::{Finding, Group, Label, Severity, Status};
use crate::diagnostics::limits::Limits;
use crate::diagnostics::suppress::{Suppressions, Unused};
use crate::document::Document;
/// A piece of the file as a message quotes it.
pub use crate::document::describe::piece as show;
use crate::fix::{Applicability, Aspect, Patch};
use crate::model::note::{Note, NoteKind};
use crate::model::place::{Object, Place};
pub use tally::Tally;

/// A rule: a value, not a trait. Its page is its contract.
pub struct Rule {
    /// Its name, which names the problem and reads well after "allow".
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How bad what it finds is, unless somebody has said otherwise.
    pub severity: Severity,
    /// Which formats it speaks about.
    pub formats: Formats,
    /// Whether it repairs what it finds.
    pub fix: FixKind,
    /// What it finds, in one sentence.
    pub summary: &'static str,
    /// Its page, `rules/<name>.md`.
    pub page: &'static str,
    /// Looks at a document and reports what it finds.
    pub check: fn(&Document, &mut Sink),
}

/// Which formats a rule speaks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formats {
    /// Only text.
    Ascii,
    /// Only binary.
    Binary,
    /// Text and binary.
    Both,
    /// Only binary that was damaged as text. No other rule speaks about such a file.
    Damaged,
}

impl Formats {
    /// Whether a rule about these speaks about a file.
    pub fn include(self, document: &Document) -> bool {
        match self {
            Self::Ascii => !document.is_binary(),
            Self::Binary => document.is_binary() && document.damage().is_none(),
            Self::Both => document.damage().is_none(),
            Self::Damaged => document.damage().is_some(),
        }
    }

    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::Binary | Self::Damaged => "binary",
            Self::Both => "ASCII and binary",
        }
    }
}

/// Whether a rule repairs what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixKind {
    /// It does not.
    None,
    /// Every place that it finds has a safe fix, which may change these aspects of the model.
    Safe(&'static [Aspect]),
    /// Every place that it finds has a fix that needs consent, which may change these aspects.
    Unsafe(&'static [Aspect]),
    /// It depends on the place whether there is a fix, and which; in words.
    Depends(&'static str, &'static [Aspect]),
}

impl FixKind {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "no fix",
            Self::Safe(_) => "safe fix",
            Self::Unsafe(_) => "unsafe fix",
            Self::Depends(words, _) => words,
        }
    }

    /// Whether its fixes change more than how a file is written. Then the file must be
    /// [certain](Document::is_certain): where lines may be something else than they were taken for, a model
    /// is not changed.
    pub fn changes_structure(self) -> bool {
        self.aspects().iter().any(|aspect| !matches!(aspect, Aspect::Reading | Aspect::Precision))
    }

    /// What its fixes may change of the model.
    pub fn aspects(self) -> &'static [Aspect] {
        match self {
            Self::None => &[],
            Self::Safe(aspects) | Self::Unsafe(aspects) | Self::Depends(_, aspects) => aspects,
        }
    }
}

/// How many of the places of a folded finding are kept.
const OTHERS_KEPT: usize = 3;

/// Takes what rules find. Findings of one rule in one object are folded into the first of them,
/// before the others are even put into words: a flood costs a count.
pub struct Sink<'d> {
    document: &'d Document,
    context: &'d Context,
    settings: SinkSettings,
    rule: &'static Rule,
    /// Whether the current rule may repair this file.
    may_fix: bool,
    /// Whether anything of the current rule is kept, rather than only counted.
    keeps: bool,
    /// All that was kept, of all rules.
    kept: Vec<Finding>,
    /// How many findings of the current rule are kept: those that count, and those that do not.
    kept_of_rule: [usize; 2],
    /// The finding of the current rule in each object.
    of_object: HashMap<FoldKey, usize>,
    /// The finding that came last, which the next one is most often folded into.
    last: Option<(FoldKey, usize)>,
    /// The edits of folded findings, where the fix is to repair all of their places.
    patches: HashMap<usize, Patch>,
    tally: Tally,
    tallies: Vec<Tally>,
    /// What the file's own comments silence, if it has any that are about that.
    suppressions: Option<Suppressions<'d>>,
    /// What is found beside what is known, if a baseline is asked.
    matcher: Option<BaselineMatcher<'d>>,
    hasher: PlaceHasher<'d>,
}

/// What is folded together: what one rule finds in one object, as far as the same may be done about it and it
/// counts alike.
type FoldKey = (Object, Option<Applicability>, Status);

/// How much a sink keeps.
#[derive(Clone, Debug)]
pub struct SinkSettings {
    /// Whether each place gets its finding, instead of one for all places of an object.
    pub expand: bool,
    /// How many findings of one rule are kept. Beyond that they are only counted.
    pub most_per_rule: usize,
    /// Whether the fix of a folded finding repairs all of its places, instead of the first.
    pub whole_fixes: bool,
    /// Whether fixes that edit whole tables have their edits, or only say what they would do.
    pub table_edits: bool,
    /// Whether fixes without edits are kept, which say that the fix of an earlier finding repairs the place.
    pub empty_fixes: bool,
    /// Whether comments in the file may silence findings.
    pub heeds_suppressions: bool,
    /// Whether findings that do not count are kept, without their fixes.
    pub keeps_hidden: bool,
    /// Whether findings are told apart by [marks](Finding::mark).
    pub marks: bool,
    /// What rules measure by.
    pub limits: Limits,
    /// What is known of the file, if a baseline is asked.
    pub known: Option<Arc<Entries>>,
}

impl<'d> Sink<'d> {
    /// An empty sink.
    pub fn new(
        document: &'d Document,
        context: &'d Context,
        rule: &'static Rule,
        settings: SinkSettings,
    ) -> Self {
        Self {
            document,
            context,
            rule,
            may_fix: true,
            keeps: true,
            kept: Vec::new(),
            kept_of_rule: [0; 2],
            of_object: HashMap::new(),
            last: None,
            patches: HashMap::new(),
            tally: Tally::of(rule, rule.severity),
            tallies: Vec::new(),
            suppressions: settings.heeds_suppressions.then(|| Suppressions::of(document)).flatten(),
            matcher: settings.known.clone().map(|known| BaselineMatcher::new(document, known)),
            hasher: PlaceHasher::new(document),
            settings,
        }
    }

    /// What comes next is found by `rule`, is so bad, and is kept or only counted.
    pub fn start(&mut self, rule: &'static Rule, severity: Severity, keeps: bool) {
        self.finish_rule();
        self.rule = rule;
        self.keeps = keeps;
        self.tally = Tally::of(rule, severity);
        self.kept_of_rule = [0; 2];
        if let Some(suppressions) = &mut self.suppressions {
            suppressions.start(rule.name);
        }
        self.of_object.clear();
        self.last = None;
        self.may_fix = self.document.is_certain() || !rule.fix.changes_structure();
    }

    /// What was found beside what is known, if a baseline was asked.
    pub fn take_matcher(&mut self) -> Option<BaselineMatcher<'d>> {
        self.matcher.take()
    }

    /// All that was kept, and how much each rule found that found something.
    pub fn finish(mut self) -> (Vec<Finding>, Vec<Tally>) {
        self.finish_rule();
        for (index, patch) in self.patches {
            if let Some(fix) = &mut self.kept[index].fix {
                fix.edits = patch.into_edits();
            }
        }
        (self.kept, self.tallies)
    }

    fn finish_rule(&mut self) {
        if self.tally.count > 0 {
            self.tallies.push(self.tally);
        }
    }

    /// What the caller knows about the file beside its bytes.
    pub fn context(&self) -> &'d Context {
        self.context
    }

    /// What to measure by.
    pub fn limits(&self) -> Limits {
        self.settings.limits
    }

    /// Whether a fix that edits whole tables is to have its edits. Otherwise it only says what it would
    /// do, as nobody asks for more.
    pub fn table_edits(&self) -> bool {
        self.settings.table_edits
    }

    /// Whether a comment of the file allows what the current rule finds in an object. A fix for several
    /// objects leaves those alone.
    pub fn is_allowed(&self, place: Place) -> bool {
        self.suppressions.as_ref().is_some_and(|suppressions| suppressions.silences(place.owner()))
    }

    /// Reports something at a place. `draft` puts it into words, if it is not folded away.
    pub fn add(&mut self, place: Place, draft: impl FnOnce() -> Draft) {
        self.add_at(place, None, draft);
    }

    /// Reports what a note tells, where it stands.
    pub fn add_note(&mut self, note: &Note, draft: impl FnOnce() -> Draft) {
        self.add_at(note.place, Some(note.span), draft);
    }

    /// Reports each note that is about `what`, where it is.
    pub fn add_notes(&mut self, what: NoteKind, draft: impl Fn(&Note) -> Draft) {
        for note in notes(self.document, |other| other == what) {
            self.add_note(note, || draft(note));
        }
    }

    /// Reports something at a place, and at a span if it is not that of the place.
    pub fn add_at(&mut self, place: Place, span: Option<Span>, draft: impl FnOnce() -> Draft) {
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark(place, span), 1);
        self.add_marked(place, span, self.folds(), mark, draft);
    }

    /// Reports something at a place that a baseline knows only as long as `words` are the same.
    pub fn add_known_by(
        &mut self,
        place: Place,
        span: Option<Span>,
        words: impl Fn() -> String,
        draft: impl FnOnce() -> Draft,
    ) {
        let mark = |hasher: &mut PlaceHasher<'d>| (hasher.mark_by(place, &words()), 1);
        self.add_marked(place, span, self.folds(), mark, draft);
    }

    /// Reports that there is so much of something that it is too much, which a baseline knows as long as it is no more.
    /// It is never folded: each may be too much of something else.
    pub fn add_size(&mut self, place: Place, of: &str, amount: usize, draft: impl FnOnce() -> Draft) {
        self.add_marked(place, None, false, |hasher| (hasher.mark_of_size(place, of), amount), draft);
    }

    fn add_marked(
        &mut self,
        stored: Place,
        span: Option<Span>,
        folds: bool,
        mark: impl Fn(&mut PlaceHasher<'d>) -> (PlaceHash, usize),
        draft: impl FnOnce() -> Draft,
    ) {
        let place = self.document.shown_as(stored);
        let status = self.status(place.owner(), &mark);
        self.tally.count += usize::from(status == Status::Open);
        if !self.keeps || (status != Status::Open && !self.settings.keeps_hidden) {
            return;
        }
        let span = span.or_else(|| self.document.locate(stored).filter(|_| place != stored));
        self.keep(place, span, status, folds, |hasher| mark(hasher).0, draft);
    }

    /// Whether what the current rule finds counts. What a comment allows, no baseline needs to know.
    fn status(
        &mut self,
        object: Object,
        mark: impl Fn(&mut PlaceHasher<'d>) -> (PlaceHash, usize),
    ) -> Status {
        if self.suppressions.as_mut().is_some_and(|suppressions| suppressions.silence(object)) {
            return Status::Suppressed;
        }
        let Some(matcher) = &mut self.matcher else { return Status::Open };
        let (mark, amount) = mark(&mut self.hasher);
        match matcher.add(self.rule.name, object, mark, amount) {
            true => Status::Known,
            false => Status::Open,
        }
    }

    /// Keeps a finding, or folds it into one that is kept, if that is not beyond the limit.
    fn keep(
        &mut self,
        place: Place,
        span: Option<Span>,
        status: Status,
        folds: bool,
        mark: impl Fn(&mut PlaceHasher<'d>) -> PlaceHash,
        draft: impl FnOnce() -> Draft,
    ) {
        let object = place.owner();
        let (words, applicability) = self.words(draft);
        match applicability {
            // What is let stand is not repaired.
            _ if status != Status::Open => {}
            Some(Applicability::Safe) => self.tally.fixable[0] += 1,
            Some(Applicability::Unsafe) => self.tally.fixable[1] += 1,
            _ => {}
        }
        let fold = (object, applicability, status);
        if folds {
            let known = match self.last {
                Some((last, index)) if last == fold => Some(index),
                _ => self.of_object.get(&fold).copied(),
            };
            if let Some(index) = known {
                self.last = Some((fold, index));
                return self.fold(index, place, span, words);
            }
        }
        let kept_of_rule = &mut self.kept_of_rule[usize::from(status != Status::Open)];
        let index = if *kept_of_rule < self.settings.most_per_rule {
            *kept_of_rule += 1;
            let mark = self.settings.marks.then(|| match folds {
                true => self.mark_of_fold(applicability, status),
                false => mark(&mut self.hasher),
            });
            let finding = Finding { mark, ..self.finding(place, span, status, words.make()) };
            self.kept.push(finding);
            self.kept.len() - 1
        } else {
            self.tally.dropped += usize::from(status == Status::Open);
            usize::MAX
        };
        if folds {
            self.of_object.insert(fold, index);
            self.last = Some((fold, index));
        }
    }

    /// The mark of a folded finding, which stays while places are folded into it or are repaired: the object tells it,
    /// and where rules repair some places and others not, whether it can be repaired. What is new beside a baseline is
    /// none of what is known, and does not take its place when that is repaired.
    fn mark_of_fold(&mut self, applicability: Option<Applicability>, status: Status) -> PlaceHash {
        let kind = applicability.filter(|_| matches!(self.rule.fix, FixKind::Depends(..)));
        let new = if self.matcher.is_some() && status == Status::Open { "new " } else { "" };
        self.hasher.mark_by(Place::FILE, &format!("{new}{}", kind.map_or("", Applicability::name)))
    }

    /// The words for a finding, not yet made unless they tell whether there is a fix, and that.
    fn words<F: FnOnce() -> Draft>(&self, draft: F) -> (LazyDraft<F>, Option<Applicability>) {
        match self.rule.fix {
            _ if !self.may_fix => (LazyDraft::ToMake(draft), None),
            FixKind::None => (LazyDraft::ToMake(draft), None),
            FixKind::Safe(_) => (LazyDraft::ToMake(draft), Some(Applicability::Safe)),
            FixKind::Unsafe(_) => (LazyDraft::ToMake(draft), Some(Applicability::Unsafe)),
            FixKind::Depends(..) => {
                let draft = draft();
                let applicability = draft.fix.as_ref().map(|fix| fix.applicability);
                (LazyDraft::Made(draft), applicability)
            }
        }
    }

    /// Folds what was found into the finding that came first, if that was kept.
    fn fold<F: FnOnce() -> Draft>(
        &mut self,
        index: usize,
        place: Place,
        span: Option<Span>,
        words: LazyDraft<F>,
    ) {
        let Some(first) = self.kept.get_mut(index) else { return };
        first.count += 1;
        if first.others.len() < OTHERS_KEPT {
            first.others.extend(span.or_else(|| self.document.locate(place)));
        }
        if self.settings.whole_fixes
            && let Some(whole) = &mut first.fix
            && let Some(fix) = words.make().fix
        {
            let patch = self.patches.entry(index).or_default();
            if patch.is_empty() {
                patch.add(std::mem::take(&mut whole.edits));
            }
            // One fix is enough of what several places would do alike.
            patch.add(fix.edits);
        }
    }

    /// Whether findings in one object are folded. Those about suppressions each name another rule.
    fn folds(&self) -> bool {
        !self.settings.expand && self.rule.group != Group::Suppressions
    }

    /// Where a path in the file leads. If that is not known, no suppression of the current rule is
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
        self.suppressions.iter_mut().for_each(Suppressions::could_not_look);
    }

    /// In how many places something was found that a comment of the file silences.
    pub fn suppressed(&self) -> usize {
        self.suppressions.as_ref().map_or(0, Suppressions::silenced)
    }

    /// The suppressions that have silenced nothing of the rules that have run before this one.
    pub fn unused_suppressions(&self) -> Vec<Unused<'d>> {
        self.suppressions.as_ref().map_or_else(Vec::new, Suppressions::unused)
    }

    fn finding(&self, place: Place, span: Option<Span>, status: Status, draft: Draft) -> Finding {
        let span = span.or_else(|| self.document.locate(place)).unwrap_or_default();
        let mut labels = vec![Label { span, message: draft.label }];
        labels.extend(draft.also);
        let is_fixed = self.may_fix && status == Status::Open;
        Finding {
            rule: self.rule.name,
            group: self.rule.group,
            severity: self.tally.severity,
            message: draft.message,
            help: draft.help,
            place,
            labels,
            count: 1,
            others: Vec::new(),
            fix: draft.fix.filter(|fix| is_fixed && (self.settings.empty_fixes || !fix.edits.is_empty())),
            status,
            mark: None,
        }
    }
}

/// The notes that are about `what`.
pub fn notes(document: &Document, what: impl Fn(NoteKind) -> bool) -> impl Iterator<Item = &Note> {
    document.notes.of_kind(what)
}

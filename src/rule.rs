//! Floor 4: what a rule is, and the sink that takes what rules find.

use std::borrow::Cow;
use std::collections::HashMap;

/// A piece of the file as a message quotes it.
pub use crate::describe::piece as show;
use crate::diagnostic::{Finding, Group, Label, Severity};
use crate::document::Document;
use crate::fix::Fix;
use crate::model::{Object, Place};
use crate::note::{Note, What};
use crate::span::Span;
use crate::suppress::{Suppressions, Unused};

/// A rule: a value, not a trait. Its page is its contract.
pub struct Rule {
    /// Its name, which names the problem and reads well after "allow".
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How bad what it finds is.
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
    pub check: fn(&Document, &mut Findings),
}

/// Which formats a rule speaks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formats {
    /// Only text.
    Ascii,
    /// Text and binary.
    Both,
}

impl Formats {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::Both => "ASCII and binary",
        }
    }
}

/// Whether a rule repairs what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixKind {
    /// It does not.
    None,
}

impl FixKind {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "no fix",
        }
    }
}

/// A finding in the making: what is wrong, and where to look.
pub struct Draft {
    message: String,
    label: Cow<'static, str>,
    also: Vec<Label>,
    help: Option<Cow<'static, str>>,
    fix: Option<Fix>,
}

impl Draft {
    /// What is wrong, in lower case, with the numbers.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { message, label: Cow::default(), also: Vec::new(), help: None, fix: None }
    }

    /// Two to five words at the place.
    pub fn label(self, label: impl Into<Cow<'static, str>>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Another place that explains the finding; left out if the file has no such place.
    pub fn also(mut self, span: Option<Span>, label: impl Into<Cow<'static, str>>) -> Self {
        self.also.extend(span.map(|span| Label { span, message: label.into() }));
        self
    }

    /// What to do, as an imperative.
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// How to repair it.
    pub fn fix(self, fix: Fix) -> Self {
        Self { fix: Some(fix), ..self }
    }
}

/// How many of the places of a folded finding are kept.
const OTHERS_KEPT: usize = 3;

/// Takes what rules find. Findings of one rule in one object are folded into the first of them,
/// before the others are even put into words: a flood costs a count.
pub struct Findings<'d> {
    document: &'d Document,
    expand: bool,
    most: usize,
    rule: &'static Rule,
    /// Whether anything of the current rule is kept, rather than only counted.
    keeps: bool,
    /// All that was kept, of all rules.
    kept: Vec<Finding>,
    /// Where in `kept` the findings of the current rule start.
    rule_start: usize,
    /// The finding of the current rule in each object.
    of_object: HashMap<Object, usize>,
    /// The object of the finding that came last, which the next one most often shares.
    last: Option<(Object, usize)>,
    tally: Tally,
    tallies: Vec<Tally>,
    /// What the file's own comments silence, if it has any that are about that.
    suppressions: Option<Suppressions<'d>>,
}

/// How much a rule found.
#[derive(Clone, Copy)]
pub struct Tally {
    /// The rule.
    pub rule: &'static Rule,
    /// How many places.
    pub count: usize,
    /// How many findings were counted and not kept, because of the limit on one rule.
    pub dropped: usize,
}

impl<'d> Findings<'d> {
    /// An empty sink. At most `most` findings of a rule are kept; `expand` folds none together.
    pub fn new(document: &'d Document, rule: &'static Rule, expand: bool, most: usize) -> Self {
        Self {
            document,
            expand,
            most,
            rule,
            keeps: true,
            kept: Vec::new(),
            rule_start: 0,
            of_object: HashMap::new(),
            last: None,
            tally: Tally { rule, count: 0, dropped: 0 },
            tallies: Vec::new(),
            suppressions: Suppressions::of(document),
        }
    }

    /// What comes next is found by `rule`, and is kept or only counted.
    pub fn start(&mut self, rule: &'static Rule, keeps: bool) {
        self.finish_rule();
        self.rule = rule;
        self.keeps = keeps;
        self.tally = Tally { rule, count: 0, dropped: 0 };
        self.rule_start = self.kept.len();
        if let Some(suppressions) = &mut self.suppressions {
            suppressions.start(rule.name);
        }
        self.of_object.clear();
        self.last = None;
    }

    /// All that was kept, and how much each rule found that found something.
    pub fn finish(mut self) -> (Vec<Finding>, Vec<Tally>) {
        self.finish_rule();
        (self.kept, self.tallies)
    }

    fn finish_rule(&mut self) {
        if self.tally.count > 0 {
            self.tallies.push(self.tally);
        }
    }

    /// Reports something at a place. `draft` puts it into words, if it is not folded away.
    pub fn add(&mut self, place: Place, draft: impl FnOnce() -> Draft) {
        self.add_at(place, None, draft);
    }

    /// Reports what a note tells, where it stands.
    pub fn add_note(&mut self, note: &Note, draft: impl FnOnce() -> Draft) {
        self.add_at(note.place, Some(note.span), draft);
    }

    /// Reports something at a place, and at a span if it is not that of the place.
    pub fn add_at(&mut self, place: Place, span: Option<Span>, draft: impl FnOnce() -> Draft) {
        let object = place.owner();
        if self.suppressions.as_mut().is_some_and(|suppressions| suppressions.silence(object)) {
            return;
        }
        self.tally.count += 1;
        if !self.keeps {
            return;
        }
        let folds = self.folds();
        if folds {
            let known = match self.last {
                Some((last, index)) if last == object => Some(index),
                _ => self.of_object.get(&object).copied(),
            };
            if let Some(index) = known {
                self.last = Some((object, index));
                // A finding beyond the limit is counted, and so are those folded into it.
                if let Some(first) = self.kept.get_mut(index) {
                    first.count += 1;
                    if first.others.len() < OTHERS_KEPT {
                        first.others.extend(span.or_else(|| self.document.locate(place)));
                    }
                }
                return;
            }
        }
        let index = if self.kept.len() - self.rule_start < self.most {
            let finding = self.finding(place, span, draft());
            self.kept.push(finding);
            self.kept.len() - 1
        } else {
            self.tally.dropped += 1;
            usize::MAX
        };
        if folds {
            self.of_object.insert(object, index);
            self.last = Some((object, index));
        }
    }

    /// Whether findings in one object are folded. Those about suppressions each name another rule.
    fn folds(&self) -> bool {
        !self.expand && self.rule.group != Group::Suppressions
    }

    /// In how many places something was found that a comment of the file silences.
    pub fn suppressed(&self) -> usize {
        self.suppressions.as_ref().map_or(0, Suppressions::silenced)
    }

    /// The suppressions that have silenced nothing of the rules that have run before this one.
    pub fn unused_suppressions(&self) -> Vec<Unused<'d>> {
        self.suppressions.as_ref().map_or_else(Vec::new, Suppressions::unused)
    }

    fn finding(&self, place: Place, span: Option<Span>, draft: Draft) -> Finding {
        let span = span.or_else(|| self.document.locate(place)).unwrap_or_default();
        let mut labels = vec![Label { span, message: draft.label }];
        labels.extend(draft.also);
        Finding {
            rule: self.rule.name,
            group: self.rule.group,
            severity: self.rule.severity,
            message: draft.message,
            help: draft.help,
            place,
            labels,
            count: 1,
            others: Vec::new(),
            fix: draft.fix,
        }
    }
}

/// The notes that are about `what`.
pub fn notes(document: &Document, what: impl Fn(What) -> bool) -> impl Iterator<Item = &Note> {
    let notes = if document.noticed.iter().copied().any(&what) { &document.notes[..] } else { &[] };
    notes.iter().filter(move |note| what(note.what))
}

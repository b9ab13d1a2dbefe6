//! Makes findings: calls the drafts of the kept ones, and joins the edits of folded findings into one fix.

use std::collections::HashMap;

use crate::base::span::Span;
use crate::diagnostics::draft::Draft;
use crate::diagnostics::effect::Effect;
use crate::diagnostics::finding::{Finding, Group, OTHERS_KEPT, Severity, Status};
use crate::document::Document;
use crate::fix::{Applicability, FixKind, Patch, SharedEdits};
use crate::model::place::Place;

/// How much of what programs do is kept of a folded finding, besides what stops them.
const MOST_EFFECTS: usize = 8;

/// A draft that may not be needed.
pub(super) enum LazyDraft<'r> {
    Made(Draft),
    ToMake(&'r mut dyn FnMut() -> Draft),
}

impl LazyDraft<'_> {
    fn make(self) -> Draft {
        match self {
            Self::Made(draft) => draft,
            Self::ToMake(draft) => draft(),
        }
    }
}

/// What is kept of fixes.
#[derive(Clone, Copy)]
pub(super) struct FixesWanted {
    /// Whether that of a folded finding repairs all of its places.
    pub(super) whole: bool,
    /// Whether those without edits are kept.
    pub(super) empty: bool,
    /// Whether it is kept which edits people are shown.
    pub(super) shown_edits: bool,
}

/// What findings record of their rule.
#[derive(Clone, Copy)]
pub(super) struct RuleFacts {
    pub(super) name: &'static str,
    pub(super) group: Group,
    pub(super) fix: FixKind,
}

/// Makes findings of drafts.
pub(super) struct Composer<'d> {
    document: &'d Document,
    fixes: FixesWanted,
    /// The current rule.
    rule: RuleFacts,
    /// Whether it is certain what each line of the file is.
    is_certain: bool,
    /// Whether the current rule may repair this file.
    may_fix: bool,
    /// Whether the fixes of the current rule edit whole tables.
    pub(super) edits_tables: bool,
    /// All that was kept, of all rules.
    findings: Vec<Finding>,
    /// The edits of the current rule that several fixes share, as far as one of these has them.
    shared: SharedEdits,
    /// The edits of folded findings, where the fix is to repair all of their places.
    patches: HashMap<usize, Patch>,
}

impl<'d> Composer<'d> {
    pub(super) fn new(document: &'d Document, fixes: FixesWanted, rule: RuleFacts) -> Self {
        Self {
            document,
            fixes,
            rule,
            is_certain: document.is_certain(),
            may_fix: true,
            edits_tables: false,
            findings: Vec::new(),
            shared: SharedEdits::default(),
            patches: HashMap::new(),
        }
    }

    /// What comes next is found by `rule`.
    pub(super) fn start(&mut self, rule: RuleFacts) {
        self.rule = rule;
        self.edits_tables = false;
        self.shared = SharedEdits::default();
        self.may_fix = self.is_certain || !rule.fix.changes_structure();
    }

    /// How many findings there are.
    pub(super) fn len(&self) -> usize {
        self.findings.len()
    }

    /// The words for a finding, only made if they decide whether there is a fix; and that.
    pub(super) fn words<'r>(
        &self,
        draft: &'r mut dyn FnMut() -> Draft,
    ) -> (LazyDraft<'r>, Option<Applicability>) {
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

    /// Keeps a finding.
    pub(super) fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// What was found at a place, in words.
    pub(super) fn finding(
        &mut self,
        place: Place,
        span: Option<Span>,
        (status, severity): (Status, Severity),
        words: LazyDraft,
    ) -> Finding {
        let draft = words.make();
        let span = span.or_else(|| self.document.locate(place)).unwrap_or_default();
        // What does not count has no fix, and takes no edits from what does.
        let fix = draft.fix.filter(|_| self.may_fix && status == Status::Open);
        let fix = fix.map(|fix| self.shared.give(fix));
        let keeps_empty = self.fixes.empty;
        let kind = (self.rule.name, self.rule.group, severity);
        let mut finding = Finding {
            help: draft.help,
            fix: fix.filter(|fix| keeps_empty || !fix.edits.is_empty()),
            shown_edits: (self.fixes.shown_edits && self.edits_tables).then(Vec::new),
            status,
            ..Finding::new(kind, draft.message, place, span)
        };
        finding.labels[0].message = draft.label;
        finding.labels.extend(draft.also);
        finding
    }

    /// Folds what was found into the finding at an index, with what programs do with it.
    pub(super) fn fold<'e>(
        &mut self,
        index: usize,
        (place, span): (Place, Option<Span>),
        effects: impl Iterator<Item = &'e Effect>,
        words: LazyDraft,
    ) {
        let first = &mut self.findings[index];
        first.count += 1;
        for effect in effects {
            let is_known = first
                .effects
                .iter()
                .any(|known| (known.engine, &known.says) == (effect.engine, &effect.says));
            // What stops a program is kept in any case.
            if !is_known && (effect.kind.stops() || first.effects.len() < MOST_EFFECTS) {
                first.effects.push(effect.clone());
            }
        }
        if first.others.len() < OTHERS_KEPT {
            first.others.extend(span.or_else(|| self.document.locate(place)));
        }
        if self.fixes.whole
            && let Some(whole) = &mut first.fix
            && let Some(fix) = words.make().fix
        {
            if self.fixes.shown_edits {
                first.shown_edits.get_or_insert_with(|| whole.edits.clone());
            }
            let patch = self.patches.entry(index).or_default();
            if patch.is_empty() {
                patch.add(std::mem::take(&mut whole.edits));
            }
            // Where several places have the same fix, one is enough.
            patch.add(self.shared.give(fix).edits);
        }
    }

    /// All findings, with the edits of their fixes.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        for (index, patch) in self.patches {
            if let Some(fix) = &mut self.findings[index].fix {
                fix.edits = patch.into_edits();
            }
        }
        self.findings
    }
}

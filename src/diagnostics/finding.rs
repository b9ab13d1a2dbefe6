//! A finding: what a rule found, where, how severe it is, and how it is repaired.

use std::borrow::Cow;

use crate::base::span::Span;
use crate::diagnostics::baseline::place_hash::PlaceHash;
use crate::diagnostics::effect::Effect;
pub use crate::diagnostics::group::Group;
use crate::fix::{Edit, Fix};
use crate::model::place::Place;

/// How severe a finding is: as its rule says, and, if [programs are asked](crate::diagnostics::effect::Targets), as what
/// they do with it says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing, rarely worth changing. What none of the named programs minds is at most this.
    Hint,
    /// Harmless, or meant so. Where no program is named, what one program alone minds is at most this.
    Info,
    /// A program reads, drops or shows something else than was meant.
    Warning,
    /// A program refuses the file or crashes, or the file contradicts itself.
    Error,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Hint];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Hint => "hint",
        }
    }

    /// The severity with this word.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// A place that a finding points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its bytes.
    pub span: Span,
    /// Two to five words; empty where the message has said it all.
    pub message: Cow<'static, str>,
}

/// How many places of a folded finding are kept besides the first.
pub(crate) const OTHERS_KEPT: usize = 3;

/// One thing that is wrong, or several of one kind in one object, folded together.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the rule that found it.
    pub rule: &'static str,
    /// The group of the rule.
    pub group: Group,
    /// How severe it is.
    pub severity: Severity,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What to do about it, as an imperative.
    pub help: Option<Cow<'static, str>>,
    /// Where in the model.
    pub place: Place,
    /// Where in the file; the first one is the finding itself, the others explain it.
    pub labels: Vec<Label>,
    /// How many places this finding covers, itself included.
    pub count: usize,
    /// Where the next few of those places are, at most three.
    pub others: Vec<Span>,
    /// How to repair it: all its places where [whole fixes](crate::actions::lint::Options::whole_fixes) are asked for,
    /// otherwise the first one alone.
    pub fix: Option<Fix>,
    /// Which edits of the fix people are shown, if not all: those of the first place, and none that are about a whole
    /// table.
    pub shown_edits: Option<Vec<Edit>>,
    /// What programs do with it.
    pub effects: Vec<Effect>,
    /// Whether it counts.
    pub status: Status,
    /// What distinguishes it from others of its rule in its object, if asked for.
    pub mark: Option<PlaceHash>,
    /// How many findings of its rule that count alike were kept before it.
    pub number: usize,
}

/// Whether a finding counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It does.
    Open,
    /// A comment in the file silences it.
    Suppressed,
    /// It is in the [baseline](crate::diagnostics::baseline).
    Baselined,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Suppressed, Self::Baselined];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Suppressed => "suppressed",
            Self::Baselined => "known",
        }
    }
}

impl Finding {
    /// A finding at a place, which counts and is all that its rule found there. It has only a message.
    pub fn new(
        (rule, group, severity): (&'static str, Group, Severity),
        message: String,
        place: Place,
        span: Span,
    ) -> Self {
        Self {
            rule,
            group,
            severity,
            message,
            help: None,
            place,
            labels: vec![Label { span, message: Cow::default() }],
            count: 1,
            others: Vec::new(),
            fix: None,
            shown_edits: None,
            effects: Vec::new(),
            status: Status::Open,
            mark: None,
            number: 0,
        }
    }

    /// The span of the finding itself.
    pub fn span(&self) -> Span {
        self.labels.first().map(|label| label.span).unwrap_or_default()
    }

    /// The edits of its fix that people are shown.
    pub fn shown_edits(&self) -> &[Edit] {
        let all = self.fix.as_ref().map_or(&[][..], |fix| &fix.edits);
        self.shown_edits.as_deref().unwrap_or(all)
    }
}

//! Floor 4: what a rule is.

use crate::diagnostics::finding::{Group, Severity};
use crate::diagnostics::sink::Sink;
use crate::document::Document;
use crate::fix::Aspect;

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

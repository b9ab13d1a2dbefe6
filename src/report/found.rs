//! What is said of what was found, in words.

use crate::diagnostics::finding::Severity;

/// What was found in one file, each thing once, and the number of the first finding of it.
pub struct FoundInFile(pub(crate) Vec<(FoundText, usize)>);

/// What is shown of a finding, besides its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoundText {
    pub(crate) severity: Severity,
    pub(crate) rule: &'static str,
    pub(crate) said: FoundWords,
    pub(crate) option: Option<&'static str>,
}

/// What is said of a finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoundWords {
    /// Its place, the message, and how many more places it has.
    pub(crate) says: String,
    /// The same without the reason, or with a suggestion in its place.
    pub(crate) brief: String,
    /// The same without either.
    pub(crate) plain: String,
    /// What programs do, in ever fewer words.
    pub(crate) effects: Vec<String>,
}

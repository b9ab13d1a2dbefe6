//! Floor 3: repairs. A fix is a set of edits of the bytes of the file as it is.
//!
//! No rule offers one yet; findings and reports have their place for them.

use crate::span::Span;

/// Whether a fix may be applied. Ordered: one is applied if it is at least what the user allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// Only a person can do it.
    Manual,
    /// A good guess, which needs consent.
    Unsafe,
    /// The model means the same afterwards, for every reader.
    Safe,
}

/// Bytes put in place of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What is put there.
    pub text: Vec<u8>,
}

/// A repair of what a finding is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an imperative.
    pub title: String,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it may be applied.
    pub applicability: Applicability,
}

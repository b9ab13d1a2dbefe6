//! Formats an ASCII model in one spelling, without what importers read in different ways. The result is read again and
//! must mean the same.

#[doc(hidden)]
pub mod complete;
pub(crate) mod writer;

pub use crate::actions::fmt::complete::Refusal;
use crate::parse::ascii::directive::Directive;

use crate::actions::lint::{Options, lint};
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::{Finding, Group, Severity};
use crate::document::{Document, read};
use crate::fix::Aspect;
use crate::fix::equivalence::difference;
use crate::rules;

/// The groups of the rules about the syntax of a model. A file with an error of these rules is not
/// formatted, as engines read it differently; in a formatted file these rules find nothing but
/// the findings of [`KEPT`].
pub const GROUPS: [Group; 3] = [Group::File, Group::Syntax, Group::Numbers];

/// The rules of [`GROUPS`] that may still find something in a formatted file. Three are about names,
/// paths and comments, which stay byte for byte; the last is about materials and bones that a mesh file
/// of StepMania refers to, which are in another file.
pub const KEPT: [&str; 4] = ["line-too-long", "control-character", "non-ascii-text", "missing-block"];

/// Why a file is not formatted.
#[derive(Debug)]
pub enum FmtTrouble {
    /// The file has a syntax error.
    Error(Box<Finding>),
    /// Part of the file would be lost or made up.
    Refused(Refusal),
    /// The formatted model would differ from the file, in words: a bug in this program.
    Defect(String),
}

/// The bytes of a file in the canonical spelling.
///
/// # Errors
///
/// A [`FmtTrouble`], if the file has a syntax error, or cannot be written without a loss.
pub fn format(document: &Document) -> Result<Vec<u8>, FmtTrouble> {
    if document.is_binary() {
        return Err(FmtTrouble::Refused(Refusal::new(
            0,
            "it is a binary model; only ASCII models can be formatted",
        )));
    }
    if let Some(error) = spelling_error(document) {
        return Err(FmtTrouble::Error(Box::new(error)));
    }
    // Comments are moved to the top, where such a suppression would take effect.
    let is_late = |directive: &&Directive| !directive.in_front && directive.says.is_ok();
    if let Some(late) = document.directives.iter().find(is_late) {
        return Err(FmtTrouble::Refused(Refusal::new(
            late.span.start,
            "a suppression does not count where it is",
        )));
    }
    let bytes = writer::write(document).map_err(FmtTrouble::Refused)?;
    if bytes == document.source.bytes() {
        return Ok(bytes);
    }
    let after = read(document.source.name.as_str(), bytes);
    match difference(document, &after, &[Aspect::Blocks, Aspect::BlockOrder]) {
        Some(what) => Err(FmtTrouble::Defect(what)),
        None => Ok(after.into_buffer()),
    }
}

/// The first syntax error of a file: engines read such a file differently.
pub fn spelling_error(document: &Document) -> Option<Finding> {
    let is_asked = |rule: &&crate::diagnostics::rule::Rule| {
        rule.severity == Severity::Error && GROUPS.contains(&rule.group)
    };
    let rules = rules::ALL.iter().copied().filter(is_asked).collect();
    // A suppressed error makes the file just as ambiguous.
    let options = Options { rules, most_per_rule: 1, heeds_suppressions: false, ..Options::default() };
    lint(document, &Context::default(), &options).findings.into_iter().next()
}

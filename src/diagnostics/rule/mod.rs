//! What a rule is, and how rules are run.

mod compose;
mod concerned;
mod fold;
mod silence;
#[doc(hidden)]
pub mod sink;

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::baseline::Entries;
use crate::diagnostics::effect::{Targets, Topic};
use crate::diagnostics::finding::{Group, Severity};
use crate::diagnostics::limits::Limits;
pub use crate::diagnostics::rule::sink::Tally;
use crate::document::Document;
pub use crate::fix::FixKind;

use sink::Sink;

/// A rule: a value, not a trait. Its page is its contract.
pub struct Rule {
    /// Its name, which names the problem and reads well after "allow".
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How severe its findings are, by default.
    pub severity: Severity,
    /// Which formats it checks.
    pub formats: Formats,
    /// Which effects what it finds can have.
    #[doc(hidden)]
    pub reach: Reach,
    /// Whether it repairs what it finds.
    pub fix: FixKind,
    /// What it finds, in one sentence.
    pub summary: &'static str,
    /// Its page, `rules/<name>.md`; empty without the feature `pages`.
    pub page: &'static str,
    /// Looks at a document and reports what it finds.
    #[doc(hidden)]
    pub check: fn(&Document, &mut Sink),
}

/// The address of the page of a rule on the site of the project.
pub fn page_url(rule: &str) -> String {
    format!("{}/rules/{rule}.html", env!("CARGO_PKG_HOMEPAGE"))
}

impl Rule {
    /// Whether a word names it: its name, that of its group, or `all`.
    pub fn is_meant_by(&self, word: &str) -> bool {
        word == "all" || word == self.name || word == self.group.name()
    }
}

/// Which formats a rule checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formats {
    /// Only ASCII models.
    Ascii,
    /// Only binary models.
    Binary,
    /// ASCII and binary models.
    Both,
    /// Only binary models that were damaged as text. No other rule but those for any checks such a file.
    Damaged,
    /// Only binary models of which bytes were lost, to which bytes were added, or in which a count is wrong. No other rule
    /// but those for any checks such a file.
    Displaced,
    /// Only ASCII models in which a merge left both versions of some lines. No other rule but those for any checks such a
    /// file.
    Conflicted,
    /// ASCII and binary models, however they were damaged.
    Any,
}

impl Formats {
    /// Whether a rule about these checks a file.
    pub fn include(self, document: &Document) -> bool {
        match self {
            Self::Ascii => !document.is_binary() && document.is_in_place(),
            Self::Binary => document.is_binary() && document.is_in_place(),
            Self::Both => document.is_in_place(),
            Self::Damaged => document.damage().is_some(),
            Self::Displaced => document.is_displaced(),
            Self::Conflicted => !document.conflicts().is_empty(),
            Self::Any => true,
        }
    }

    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii | Self::Conflicted => "ASCII",
            Self::Binary | Self::Damaged | Self::Displaced => "binary",
            Self::Both | Self::Any => "ASCII and binary",
        }
    }
}

/// How far what a rule finds reaches: which effects can come from it.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// All programs read it alike, or only people see it: no effect comes from it, even in the same place.
    Nothing,
    /// It is how something is written, which does not change how it is shown once it is read.
    Spelling,
    /// It is something that models may well have: only what programs do with that, sound or not, comes from it.
    Topics(&'static [Topic]),
    /// It is what a sound record means, such as which file a path leads to: only what programs do with sound files, too,
    /// comes from it.
    Meaning,
    /// It is how a line ends, which only matters where programs see no end.
    Ends,
    /// It is one line or record.
    Line,
    /// It is a field of which programs may read a part alone, so that they take the rest of its line for other fields.
    Onward,
    /// It moves lines out of the place where they are expected, so that a program can misread a line, or stop, a few
    /// lines later.
    Below,
    /// The same of a count: the program may also stop in blank lines above, in which it looks for what is not there.
    Count,
    /// It is the order of the blocks of an ASCII model.
    Blocks,
    /// It is that a block is not there as programs expect it, for want of which they can stop anywhere.
    Absence,
    /// It is how the weights of all vertices are written.
    Weights,
    /// It is that nothing is as it was from there on.
    Behind,
    /// The file ends too early, which concerns the block that it ends in.
    Rest,
    /// It is where the model ends: what should follow is missing, or what follows is none of it.
    Tail,
    /// It is that the file is no model, or not the one that was meant, from which all comes.
    All,
    /// It is nothing but effects that belong to no other finding.
    Unmet,
}

/// What is looked for, and how much of it is kept.
#[derive(Clone)]
pub struct Options {
    /// The rules that are run.
    pub rules: Vec<&'static Rule>,
    /// How bad what rules find is, by their names, where that is not what they say themselves.
    pub severities: HashMap<&'static str, Severity>,
    /// The programs that the models are meant for.
    pub targets: Targets,
    /// The rules that are selected by their own names. What they find is at least as bad as they are of themselves,
    /// whatever programs do with it.
    pub named: Vec<&'static str>,
    /// What rules measure by.
    pub limits: Limits,
    /// What rules below this find is counted, but not kept.
    pub level: Severity,
    /// What is found from this severity on is repaired, and what is less bad only if its rule is named.
    pub repaired_from: Severity,
    /// What is found from this severity on is counted as what has a fix.
    pub fixable_from: Severity,
    /// The rules whose findings are kept; `None` for all. What others find is only counted.
    pub kept: Option<Vec<&'static Rule>>,
    /// Whether each place gets its finding, instead of one for all places of an object.
    pub expand: bool,
    /// How many findings of one rule are kept. Beyond that they are only counted.
    pub most_per_rule: usize,
    /// Whether the fix of a folded finding repairs all of its places, instead of the first.
    pub whole_fixes: bool,
    /// Whether fixes that edit whole tables have their edits, or only say what they would do: where
    /// the edits are not needed, a finding should cost no more than its words.
    pub table_edits: bool,
    /// Whether findings also keep which edits [people are shown](crate::diagnostics::finding::Finding::shown_edits),
    /// for reports to people beside those with whole fixes and the edits of tables.
    pub shown_edits: bool,
    /// Whether fixes without edits are kept, which say what would be done, or that the fix of another finding does it.
    pub empty_fixes: bool,
    /// Whether comments in the file may silence findings.
    pub heeds_suppressions: bool,
    /// The baselined findings of the file, which do not count; `None` if no baseline is used.
    pub known: Option<Arc<Entries>>,
    /// Whether findings that do not count are kept too, for reports that show them.
    pub keeps_hidden: bool,
    /// Whether findings have [marks](crate::diagnostics::finding::Finding::mark), for reports with
    /// fingerprints.
    pub marks: bool,
    /// Whether it is measured how long each rule takes.
    pub timed: bool,
}

impl Options {
    /// How bad what a rule finds is, of itself.
    pub fn severity(&self, rule: &Rule) -> Severity {
        self.severities.get(rule.name).copied().unwrap_or(rule.severity)
    }
}

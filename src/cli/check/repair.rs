//! Repairs files with the fixes that the arguments ask for, or shows what would change.

use std::io;
use std::path::Path;

use crate::actions::repair;
use crate::actions::repair::{BadFix, Repaired, repair};
use crate::cli::args::CheckArgs;
use crate::cli::check::diff::{path_bytes, path_in_repository};
use crate::cli::check::rendering::LintTask;
use crate::cli::check::selected_rules::selected;
use crate::cli::check::terminal::terminal;
use crate::cli::files::atomic_write::{replace, sweep};
use crate::cli::files::relative_path::folder_of;
use crate::cli::files::select::is_filter;
use crate::diagnostics::rule::Rule;
use crate::document::{self, Document};
use crate::fix::Applicability;
use crate::report::git_binary::binary_patch;
use crate::report::unified::{commented, unified, unified_listing};

/// The repair that is asked for.
pub(crate) struct Repairs {
    least: Applicability,
    only: Vec<&'static Rule>,
    pub(crate) mode: RepairMode,
    /// Whether diffs are shown in a terminal, and go to no other program.
    is_for_people: bool,
}

/// Where a repaired model goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RepairMode {
    /// It replaces the file.
    Replace,
    /// Nowhere; the diff is shown.
    Show,
    /// From standard input to standard output.
    Filter,
}

/// The result of repairing a file.
pub(crate) struct RepairOutcome {
    /// The file as it is now, or would be.
    pub(crate) document: Document,
    /// How many places were repaired, or would be.
    pub(crate) places: usize,
    /// How many of these places had hints.
    pub(crate) hints: usize,
    /// The rules whose fixes were left out, each with the program that would no longer load the file.
    pub(crate) left_out: Vec<(&'static str, &'static str)>,
    /// The diff, if only diffs are shown.
    pub(crate) diff: Vec<u8>,
}

/// Why a file was not repaired. It is unchanged.
pub(crate) enum RepairTrouble {
    /// A bug in this program.
    BadFix(BadFix),
    /// The file could not be replaced.
    Replace(io::Error),
}

impl Repairs {
    /// The repair that the arguments ask for; `None` without one.
    pub(crate) fn of(check: &CheckArgs) -> Result<Option<Self>, String> {
        let CheckArgs { fix, unsafe_fixes, diff, fix_only, staged, .. } = check;
        if !(*fix || *diff) {
            let given = match fix_only[..] {
                _ if *unsafe_fixes => "--unsafe-fixes",
                [] => return Ok(None),
                _ => "--fix-only",
            };
            return Err(format!(
                "{given} needs --fix, which repairs the files, or --diff, which shows what would change"
            ));
        }
        if *staged && !diff {
            return Err("what is staged cannot be repaired in its place; use --diff, or leave --staged out"
                .to_string());
        }
        let mode = if *diff {
            RepairMode::Show
        } else if !is_filter(&check.files.paths, "repaired")? {
            RepairMode::Replace
        } else if check.files.files_from.is_none() {
            RepairMode::Filter
        } else {
            return Err("standard input is repaired alone; leave --files-from out".to_string());
        };
        let only = if fix_only.is_empty() { Vec::new() } else { selected(fix_only, &[])? };
        let least = if *unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
        let is_for_people = terminal(check.color).is_some();
        Ok(Some(Self { least, only, mode, is_for_people }))
    }

    /// Whether standard input is repaired, and the result goes to standard output.
    pub(crate) fn filters(&self) -> bool {
        self.mode == RepairMode::Filter
    }

    /// Whether unsafe fixes of all rules were left out.
    pub(crate) fn leaves_unsafe_fixes(&self) -> bool {
        self.least == Applicability::Safe && self.only.is_empty()
    }

    /// Repairs a file, linted as in `task`, and replaces its bytes `before` unless only diffs are shown.
    pub(crate) fn apply(
        &self,
        document: Document,
        task: &LintTask,
        before: &[u8],
        path: Option<&Path>,
    ) -> Result<RepairOutcome, RepairTrouble> {
        let options =
            repair::RepairOptions { lint: task.options.clone(), least: self.least, only: self.only.clone() };
        let Repaired { document, fixed, hints, left_out, .. } =
            repair(document, &task.context, &options).map_err(RepairTrouble::BadFix)?;
        let mut outcome =
            RepairOutcome { document, places: fixed.values().sum(), hints, left_out, diff: Vec::new() };
        let after = outcome.document.source.bytes();
        if let Some(path) = path.filter(|_| self.mode == RepairMode::Replace) {
            sweep(folder_of(path));
        }
        match path {
            _ if after == before => {}
            _ if self.mode == RepairMode::Filter => {}
            Some(path) if self.mode == RepairMode::Replace => {
                replace(path, before, after).map_err(RepairTrouble::Replace)?;
            }
            _ => {
                let name = path_bytes(&outcome.document.source.name, path);
                outcome.diff = match outcome.document.is_binary() {
                    true => self.diff_of_binary(&name, before, &outcome.document),
                    false => unified(&name, before, after),
                };
            }
        }
        Ok(outcome)
    }

    /// What changes in a binary model: its listing for people, and for git also the bytes.
    fn diff_of_binary(&self, name: &[u8], before: &[u8], after: &Document) -> Vec<u8> {
        let listing = unified_listing(name, &document::read("", before.to_vec()), after);
        if self.is_for_people {
            return listing;
        }
        let patch = binary_patch(&path_in_repository(name), before, after.source.bytes());
        [commented(&listing), patch].concat()
    }
}

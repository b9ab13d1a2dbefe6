//! The check: reads files on several threads, lints or repairs them, and prints what was found.

pub(super) mod baselines;
pub(super) mod diff;
pub(super) mod equal_files;
pub(super) mod file_list;
pub(super) mod output;
pub(super) mod parallel;
pub(super) mod progress;
pub(super) mod read;
pub(super) mod rendering;
pub(super) mod repair;
pub(super) mod run;
pub(super) mod selected_rules;
pub(super) mod terminal;
pub(super) mod watch;

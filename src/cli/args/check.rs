//! Arguments that say what to check, and with which baselines and configurations.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};

use crate::cli::args::report::{Format, output};
use crate::config::file::FailOn;
use crate::diagnostics::finding::Severity;
use crate::report::invocation::Shard;

/// What to check, and how to show what was found.
#[derive(clap::Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Of PATHS, or of the current folder, only what has changed since the work at REF was begun, in commits or not
    /// [default of REF: the upstream branch, or else the last commit]
    #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "Which files")]
    pub(crate) changed: Option<String>,
    /// Of PATHS, or of the current folder, only what is staged for the next commit, as it is staged
    #[arg(long, conflicts_with = "changed", help_heading = "Which files")]
    pub(crate) staged: bool,
    /// Check only part N of M of the files; `ms3dlint merge` makes one report of all parts
    #[arg(long, value_name = "N/M", help_heading = "Which files")]
    pub(crate) shard: Option<Shard>,
    /// Print which files would be checked, and check none. Of .txt files the content decides whether they are models
    #[arg(long, conflicts_with = "watch", help_heading = "Which files")]
    pub(crate) list_files: bool,
    /// Go on, and check again what changes, until Ctrl-C is pressed
    #[arg(long, conflicts_with_all = ["staged", "files_from", "output"])]
    pub(crate) watch: bool,
    /// Say nothing of named files that are no models, unless they look half like one or are called .ms3d
    #[arg(long, help_heading = "Which files")]
    pub(crate) quiet_unknown: bool,
    /// What is known to be wrong, and does not count: see `ms3dlint baseline` [default: what the
    /// configuration says]
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// How to show what was found [default: full for one file, otherwise compact]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) output_format: Option<Format>,
    /// Write another report to a file, as in sarif=report.sarif; can be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output, conflicts_with = "diff")]
    pub(crate) output: Vec<(Format, PathBuf)>,
    /// The programs that the models are meant for, or "all": what they stumble over is what counts; or "none"
    /// [default: what the configuration says, or a guess from the files around the models]
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// Run only these rules or groups, or "all"
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Do not run these rules or groups
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Show what is at least this bad; everything is counted
    #[arg(long, value_enum, default_value_t = LevelArg::Warning)]
    pub(crate) level: LevelArg,
    /// Exit with 1 for what is at least this bad [default: what the configuration says, or error]
    #[arg(long, value_parser = fail_on(), value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// Show each place instead of one finding for all places of an object
    #[arg(long)]
    pub(crate) expand: bool,
    /// Show at most N findings of one rule in a file, 0 for all; everything is counted
    /// [default: 20 in compact, pretty and narrated, otherwise 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_per_rule: Option<usize>,
    /// Apply safe fixes: the models mean the same afterwards. Hints are repaired only if --level hint shows them, or
    /// --fix-only names their rules
    #[arg(long, help_heading = "Repairing")]
    pub(crate) fix: bool,
    /// With --fix or --diff: apply also fixes that are a good guess and may change the model
    #[arg(long, help_heading = "Repairing")]
    pub(crate) unsafe_fixes: bool,
    /// Show what would be repaired as a unified diff in place of a report, and write nothing; exit with 1 if
    /// anything would
    #[arg(long, help_heading = "Repairing")]
    pub(crate) diff: bool,
    /// With --fix or --diff: repair only what these rules or groups find, whatever their severity
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Repairing")]
    pub(crate) fix_only: Vec<String>,
    /// Tell how much each rule found, in how many files, and how much of it can be repaired
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Tell how long reading and each rule took, added up over all threads
    #[arg(long)]
    pub(crate) timing: bool,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Wait for Enter at the end, so that a window which closes with the program can be read
    #[arg(long)]
    pub(crate) pause: bool,
}

impl CheckArgs {
    /// The format of the report on standard output. A single file has few findings as a rule.
    pub(crate) fn format(&self) -> Format {
        let is_one_file = match &self.files.paths[..] {
            [path] => path.as_os_str() == "-" || path.is_file(),
            _ => false,
        };
        let is_one_file = is_one_file && self.files.files_from.is_none();
        self.output_format.unwrap_or(if is_one_file { Format::Full } else { Format::Compact })
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LevelArg {
    Hint,
    Info,
    Warning,
    Error,
}

impl From<LevelArg> for Severity {
    fn from(level: LevelArg) -> Self {
        match level {
            LevelArg::Hint => Self::Hint,
            LevelArg::Info => Self::Info,
            LevelArg::Warning => Self::Warning,
            LevelArg::Error => Self::Error,
        }
    }
}

/// Takes the words that a configuration takes.
fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    let known =
        |word: String| FailOn::ALL.into_iter().find(|level| level.name() == word).ok_or("no such severity");
    PossibleValuesParser::new(FailOn::ALL.map(FailOn::name)).try_map(known)
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Which files are looked at.
#[derive(clap::Args, Debug)]
pub(crate) struct Files {
    /// Files, folders to search for .txt and .ms3d files, or - for standard input. Hidden files, links
    /// and what ignore files and the configuration exclude are passed over in folders
    #[arg(value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Read more paths from a file, one on a line, or from standard input for -
    #[arg(long, value_name = "FILE", help_heading = "Which files")]
    pub(crate) files_from: Option<PathBuf>,
    /// In what --files-from reads, a NUL is after each path, as `git ls-files -z` writes it
    #[arg(short = '0', long, requires = "files_from", help_heading = "Which files")]
    pub(crate) null: bool,
    /// Where the checked tree begins, which no texture path should leave [default: what the configuration
    /// says, or the nearest folder above the model with .git or ms3dlint.toml in it, else the path that is
    /// checked]
    #[arg(long, value_name = "DIR", help_heading = "Which files")]
    pub(crate) root: Option<PathBuf>,
    /// What to call standard input, and where to look for its textures
    #[arg(long, value_name = "NAME", help_heading = "Which files")]
    pub(crate) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) passed: Passed,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

/// Where the configuration is.
#[derive(clap::Args, Debug)]
pub(crate) struct ConfigArgs {
    /// Use this configuration for all files, instead of the nearest ms3dlint.toml or .ms3dlint.toml above each
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    pub(crate) config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub(crate) no_config: bool,
}

/// Which of the named files are passed over.
#[derive(clap::Args, Debug)]
pub(crate) struct Passed {
    /// Leave out files that the configuration excludes even where they are named
    #[arg(long, help_heading = "Configuration")]
    pub(crate) force_exclude: bool,
}

/// What to do with a baseline.
#[derive(Subcommand, Debug)]
pub(crate) enum BaselineCommand {
    /// Record all that is found, whatever its severity. Of a baseline that is there, what it says of other files stays
    Write(BaselineWrite),
    /// Forget what is no longer found. Nothing is ever added
    Prune(BaselinePrune),
}

/// What to record, and where.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was written
  1  something is not in the baseline that is there; nothing was written
  2  the arguments or the baseline are invalid
  3  a file could not be read or written; nothing was written")]
pub(crate) struct BaselineWrite {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The baseline [default: what the configuration says, or ms3dlint-baseline.tsv]
    #[arg(long, value_name = "FILE", visible_alias = "baseline")]
    pub(crate) output: Option<PathBuf>,
    /// Record also what is not in the baseline that is there
    #[arg(long)]
    pub(crate) accept_new: bool,
}

/// What to look through, and what to forget.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the baseline holds what is still found
  2  the arguments or the baseline are invalid
  3  a file could not be read or written; nothing was written")]
pub(crate) struct BaselinePrune {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The baseline [default: what the configuration says, or ms3dlint-baseline.tsv]
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

/// What to tell of configurations.
#[derive(Subcommand, Debug)]
pub(crate) enum ConfigCommand {
    /// Print the JSON Schema of ms3dlint.toml, for editors
    Schema,
    /// Print what the configuration says of a file, and in which line of which file it does
    Show {
        /// A file, which need not be there
        file: PathBuf,
        #[command(flatten)]
        config: ConfigArgs,
    },
}

//! Arguments that say what to check, and with which baselines and configurations.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};

use crate::cli::args::files::{ConfigArgs, FILES, Files, LISTS, whole_number};
use crate::cli::args::report::{Format, output};
use crate::config::file::FailOn;
use crate::diagnostics::finding::Severity;
use crate::report::invocation::Shard;

/// How the options of a check are grouped in its help.
const COUNTS: &str = "What counts";
const REPORT: &str = "The report";
const REPAIRS: &str = "Repairs";

const EXAMPLES: &str = "\
Examples:
  ms3dlint                           check all models below the current folder
  ms3dlint check --fix models/       repair what can be repaired safely
  ms3dlint check --diff models/      show what --fix would change
  ms3dlint check --changed=main      only what this branch changes";

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing was found at or above --fail-on
  1  something was, or --diff shows something
  2  the arguments, a configuration, a baseline or a list of files is invalid
     or cannot be read
  3  a file to check could not be read or repaired, a report could not be
     written, or the program failed";

/// What to check, and how to show what was found.
#[derive(clap::Args, Debug, Clone)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Only models changed since REF, committed or not
    ///
    /// They are compared with the merge base of REF and HEAD. Without REF that is the upstream branch, or else the
    /// last commit.
    #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = FILES)]
    pub(crate) changed: Option<String>,
    /// Only models staged for the next commit
    ///
    /// They are checked as they are staged.
    #[arg(long, conflicts_with = "changed", help_heading = FILES)]
    pub(crate) staged: bool,
    /// Only part N of M of the files; `ms3dlint merge` joins the reports
    #[arg(long, value_name = "N/M", help_heading = FILES, hide_short_help = true)]
    pub(crate) shard: Option<Shard>,
    /// Print which files would be checked, and check none
    ///
    /// Files in folders are listed if their content is that of a model. --files-from takes such a list; with -0 each path in
    /// it ends in NUL, so that any name can be in it.
    #[arg(long, group = LISTS, conflicts_with_all = ["watch", "fix", "diff"], help_heading = FILES, hide_short_help = true)]
    pub(crate) list_files: bool,
    /// Keep running, and check again after changes
    ///
    /// Ctrl-C stops it.
    #[arg(long, conflicts_with_all = ["staged", "files_from", "output"])]
    pub(crate) watch: bool,
    /// Skip named files that are not models
    ///
    /// A file that looks partly like a model, or whose name ends in .ms3d, is still reported.
    #[arg(long, help_heading = FILES, hide_short_help = true)]
    pub(crate) quiet_unknown: bool,
    /// The programs that the models are meant for, or "all"
    ///
    /// What one of them cannot read is an error or a warning. With "none" no program is asked. Without this option
    /// it is what the configuration says, or a guess from the files around the models.
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',', help_heading = COUNTS)]
    pub(crate) target: Vec<String>,
    /// Run only these rules or groups, or "all"
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = COUNTS)]
    pub(crate) select: Vec<String>,
    /// Do not run these rules or groups
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = COUNTS)]
    pub(crate) ignore: Vec<String>,
    /// Ignore the findings that a baseline records
    ///
    /// `ms3dlint baseline write` records them. Without this option it is the baseline that the configuration names.
    #[arg(long, value_name = "FILE", help_heading = COUNTS)]
    pub(crate) baseline: Option<PathBuf>,
    /// The least severity that exits with 1 [default: error]
    ///
    /// It is hint, info, warning, error or never. Without this option it is what the configuration says.
    #[arg(long, value_parser = fail_on(), value_name = "LEVEL", hide_possible_values = true, help_heading = COUNTS)]
    pub(crate) fail_on: Option<FailOn>,
    /// The least severity shown [default: warning]
    ///
    /// It is hint, info, warning or error. All are counted, and --fix repairs the same whatever is shown. Without this
    /// option it is what the configuration says.
    #[arg(long, value_parser = severity(), value_name = "LEVEL", hide_possible_values = true, help_heading = REPORT)]
    #[arg(aliases = ["min-severity", "diagnostic-level"])]
    pub(crate) level: Option<Severity>,
    /// The format of the report (--help lists them)
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", conflicts_with = "diff", help_heading = REPORT)]
    #[arg(hide_possible_values = true, long_help = formats_help())]
    pub(crate) output_format: Option<Format>,
    /// Write another report, as in sarif=report.sarif
    ///
    /// This can be given several times.
    #[arg(short, long, value_name = "FORMAT=FILE", value_parser = output, conflicts_with = "diff", help_heading = REPORT)]
    pub(crate) output: Vec<(Format, PathBuf)>,
    /// Show only errors and the summary
    #[arg(short, long, conflicts_with_all = ["level", "verbose"], help_heading = REPORT)]
    pub(crate) quiet: bool,
    /// Print how each file is checked, or why not
    ///
    /// That is the format and the configuration of each file that is checked, and for excluded ones the line that
    /// excludes them. Hidden files, and files that .gitignore and the like exclude, are not listed.
    #[arg(short, long, help_heading = REPORT, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Show each place instead of one finding for all places of an object
    #[arg(long, help_heading = REPORT, hide_short_help = true)]
    pub(crate) expand: bool,
    /// Show at most N findings of one rule in a file, 0 for all
    ///
    /// All are counted. The default is 20 for people and 1000 for programs.
    #[arg(long, value_name = "N", value_parser = whole_number, help_heading = REPORT, hide_short_help = true)]
    pub(crate) max_per_rule: Option<usize>,
    /// Count the findings of each rule
    #[arg(long, help_heading = REPORT)]
    pub(crate) statistics: bool,
    /// Show the time that reading and each rule took, added up over all threads
    #[arg(long, help_heading = REPORT, hide_short_help = true)]
    pub(crate) timing: bool,
    /// When to use colour
    ///
    /// auto: in a terminal. Of the environment variables, NO_COLOR switches it off. Without it, FORCE_COLOR switches it on,
    /// or off if it is 0 or false. A patch of --diff has colour only in a terminal.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = REPORT, hide_short_help = true)]
    pub(crate) color: Color,
    /// Apply safe fixes: the models mean the same afterwards
    ///
    /// Hints are repaired only if --fix-only names their rules. With - the repaired model goes to standard output, and
    /// the report to standard error.
    #[arg(long, help_heading = REPAIRS)]
    pub(crate) fix: bool,
    /// With --fix or --diff: also unsafe fixes
    ///
    /// They may change what the model looks like.
    #[arg(long, help_heading = REPAIRS)]
    pub(crate) unsafe_fixes: bool,
    /// Show what --fix would change, and write nothing
    ///
    /// A patch for `git apply` takes the place of the report. The exit code is 1 if something would change.
    #[arg(long, help_heading = REPAIRS)]
    pub(crate) diff: bool,
    /// With --fix or --diff: only these rules or groups
    ///
    /// With "all", these are all. Hints are repaired, too.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = REPAIRS)]
    pub(crate) fix_only: Vec<String>,
    /// Wait for Enter at the end, for a window that closes with the program
    #[arg(long, hide_short_help = true)]
    pub(crate) pause: bool,
}

impl CheckArgs {
    /// The format of the report on standard output. A single file has few findings as a rule.
    pub(crate) fn format(&self) -> Format {
        self.output_format.unwrap_or_else(|| {
            let is_one_file = match &self.files.paths[..] {
                [path] => path.as_os_str() == "-" || path.is_file(),
                _ => false,
            };
            if is_one_file && self.files.files_from.is_none() { Format::Full } else { Format::Compact }
        })
    }

    /// The least severity that is shown.
    pub(crate) fn level(&self) -> Severity {
        if self.quiet { Severity::Error } else { self.level.unwrap_or(Severity::Warning) }
    }
}

/// The formats, each on a line.
fn formats_help() -> String {
    let formats = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let lines = formats.map(|format| {
        format!(
            "\n- {}: {}",
            format.get_name(),
            format.get_help().map(ToString::to_string).unwrap_or_default()
        )
    });
    "The format of the report. Without this option it is what the configuration says; otherwise full for one file, and \
     compact for several.\n"
        .to_string()
        + &lines.collect::<String>()
}

/// Takes the name of a severity.
pub(super) fn severity() -> impl TypedValueParser<Value = Severity> {
    let known = |word: String| Severity::of_name(&word).ok_or("no such severity");
    let mut names = Severity::ALL.map(Severity::name);
    names.reverse();
    PossibleValuesParser::new(names).try_map(known)
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

/// What to do with a baseline.
#[derive(Subcommand, Debug)]
pub(crate) enum BaselineCommand {
    /// Record all current findings, of any severity
    ///
    /// Entries of files outside PATHS are kept.
    Write(BaselineWrite),
    /// Remove what is no longer found; nothing is added
    Prune(BaselinePrune),
    /// Another word, for which there may be a hint.
    #[command(external_subcommand)]
    Other(Vec<String>),
}

/// What to record, and where.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint baseline write                    record what is found today
  ms3dlint baseline write --accept-new       add what was found since then
  ms3dlint --baseline ms3dlint-baseline.tsv  check for what is new

Exit codes:
  0  it was written
  1  something is not in the baseline that is there; nothing was written
  2  the arguments or the baseline are invalid
  3  a file could not be read or written; nothing was written")]
pub(crate) struct BaselineWrite {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The baseline [default: that of the configuration, or ms3dlint-baseline.tsv]
    #[arg(short, long, value_name = "FILE", visible_alias = "baseline")]
    pub(crate) output: Option<PathBuf>,
    /// Also record what is not in the existing baseline
    #[arg(long)]
    pub(crate) accept_new: bool,
}

/// What to look through, and what to forget.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  ms3dlint baseline prune                    remove what was repaired

Exit codes:
  0  the baseline has only what is still found
  2  the arguments or the baseline are invalid
  3  a file could not be read or written; nothing was written")]
pub(crate) struct BaselinePrune {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The baseline [default: that of the configuration, or ms3dlint-baseline.tsv]
    #[arg(short = 'o', long, value_name = "FILE", alias = "output")]
    pub(crate) baseline: Option<PathBuf>,
}

/// What to show of configurations.
#[derive(Subcommand, Debug)]
pub(crate) enum ConfigCommand {
    /// Print the JSON Schema of ms3dlint.toml, for editors
    #[command(after_help = "Example:\n  ms3dlint config schema > ms3dlint.schema.json")]
    Schema,
    /// Print the settings of a file, with the file and line that each comes from
    #[command(after_help = "Example:\n  ms3dlint config show models/arrow.txt")]
    Show {
        /// A file, which need not exist, or a folder [default: the current one]
        #[arg(default_value = ".", hide_default_value = true)]
        file: PathBuf,
        #[command(flatten)]
        config: ConfigArgs,
    },
}
